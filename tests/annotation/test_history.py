"""A task's history: what changed, side by side, and how to get it back."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from annotation import services
from annotation.clarq.build import read_content
from annotation.clarq.changes import Changes, changes_between, marked
from annotation.clarq.content import Node, TaskContent
from annotation.models import Project, Task, TaskRevision
from tests import factories

SCRIPT = "<script>alert(1)</script>"


def with_nodes(content: TaskContent, *nodes: Node) -> TaskContent:
    return replace(content, nodes=tuple(nodes))


def kinds(changes: Changes) -> list[tuple[str, str, bool]]:
    return [(change.node.label, change.kind, change.moved) for change in changes.nodes]


@pytest.fixture
def before() -> TaskContent:
    return factories.content()


def test_the_same_content_has_no_changes(before: TaskContent) -> None:
    assert not changes_between(before, before)


def test_reworded_node_is_changed(before: TaskContent) -> None:
    root, one, detail, two = before.nodes
    after = with_nodes(before, root, one, replace(detail, text="Use well water."), two)
    assert kinds(changes_between(before, after)) == [("1.1", "changed", False)]


def test_new_node_is_added_and_lost_one_removed(before: TaskContent) -> None:
    root, one, detail, _two = before.nodes
    after = with_nodes(before, root, one, detail, Node("new", root.uid, "2", "Bring milk.", "whether milk is wanted"))
    assert kinds(changes_between(before, after)) == [("2", "added", False), ("2", "removed", False)]


def test_node_under_another_parent_is_moved(before: TaskContent) -> None:
    root, one, detail, two = before.nodes
    after = with_nodes(before, root, one, two, replace(detail, parent=two.uid, label="2.1"))
    assert kinds(changes_between(before, after)) == [("2.1", "moved", True)]


def test_siblings_that_change_places_are_one_move(before: TaskContent) -> None:
    root, one, detail, two = before.nodes
    after = with_nodes(before, root, two, one, detail).relabelled()
    changes = changes_between(before, after)
    assert changes.count("moved") == 1
    assert changes.count("changed") == 0


def test_moved_and_reworded_node_is_one_change(before: TaskContent) -> None:
    root, one, detail, two = before.nodes
    after = with_nodes(before, root, one, two, replace(detail, parent=two.uid, label="2.1", text="Use well water."))
    assert kinds(changes_between(before, after)) == [("2.1", "changed", True)]


def test_new_labels_alone_are_no_change(before: TaskContent) -> None:
    root, one, detail, two = before.nodes
    after = with_nodes(before, root, one, replace(detail, label="1.9"), two)
    assert not changes_between(before, after)


def test_changed_fields_are_named_in_order(before: TaskContent) -> None:
    after = replace(before, goal="serve two guests", items=(*before.items, "milk"))
    assert [change.name for change in changes_between(before, after).fields] == ["goal", "items"]


def test_words_are_marked_one_by_one() -> None:
    pieces = [(piece.kind, piece.text) for piece in marked("Two tin cups, no more.", "Three tin cups, no more.")]
    assert pieces == [("removed", "Two"), ("added", "Three"), ("same", " tin cups, no more.")]


def test_chinese_is_marked_by_character() -> None:
    pieces = [(piece.kind, piece.text) for piece in marked("用瓷壶来沏。", "用紫砂壶来沏。")]
    assert pieces == [("same", "用"), ("removed", "瓷"), ("added", "紫砂"), ("same", "壶来沏。")]


@given(st.text(max_size=60), st.text(max_size=60))
def test_marks_hold_both_texts(before: str, after: str) -> None:
    pieces = marked(before, after)
    assert "".join(piece.text for piece in pieces if piece.kind != "added") == before
    assert "".join(piece.text for piece in pieces if piece.kind != "removed") == after


# Pages


@pytest.fixture
def project() -> Project:
    return factories.project()


@pytest.fixture
def author(project: Project) -> User:
    return factories.member(project, "author", name="mina")


@pytest.fixture
def task(project: Project, author: User) -> Task:
    return factories.clarq_task(project, by=author)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def save(task: Task, *, base: int, by: User | None = None, **changes: Any) -> TaskRevision:
    return services.save_content(task=task, content=replace(read_content(task), **changes), base=base, by=by)


def set_aside(task: Task, by: User) -> TaskRevision:
    save(task, base=1, goal="theirs")
    with pytest.raises(services.VersionConflict):
        save(task, base=1, by=by, goal="mine")
    return task.revisions.get(number=None)


@pytest.mark.django_db
def test_history_lists_every_save_with_what_it_changed(author: User, task: Task) -> None:
    save(task, base=1, by=author, goal="serve two guests")
    shown = signed_in(author).get(reverse("task-history", args=[task.pk]))
    assert [line.summary for line in shown.context["lines"]] == ["goal", "First version"]
    assert "mina" in shown.content.decode()


@pytest.mark.django_db
def test_set_aside_edits_are_listed_with_what_they_would_have_changed(author: User, task: Task) -> None:
    set_aside(task, author)
    page = signed_in(author).get(reverse("task-history", args=[task.pk])).content.decode()
    assert "set aside" in page


@pytest.mark.django_db
def test_a_revision_is_shown_against_the_one_before(author: User, task: Task) -> None:
    later = save(task, base=1, goal="serve a guest a cup of tea")
    page = signed_in(author).get(reverse("task-revision", args=[task.pk, later.pk])).content.decode()
    assert "<del>pot</del><ins>cup</ins>" in page


@pytest.mark.django_db
def test_a_revision_is_shown_against_the_current_one(author: User, task: Task) -> None:
    aside = set_aside(task, author)
    page = signed_in(author).get(reverse("task-revision", args=[task.pk, aside.pk]) + "?with=current").content.decode()
    assert "<del>mine</del><ins>theirs</ins>" in page


@pytest.mark.django_db
def test_first_version_has_nothing_before_it_and_is_shown_whole(author: User, task: Task) -> None:
    first = task.revisions.get()
    began = read_content(task)
    services.save_content(task=task, content=replace(began, goal="something else"), base=1, by=author)
    page = signed_in(author).get(reverse("task-revision", args=[task.pk, first.pk])).content.decode()
    assert "nothing before this version" in page
    assert began.goal in page
    assert "something else" not in page
    assert began.nodes[-1].text in page


@pytest.mark.django_db
def test_set_aside_edit_is_restored_as_a_new_version(author: User, task: Task) -> None:
    aside = set_aside(task, author)
    url = reverse("task-restore", args=[task.pk, aside.pk])
    assert signed_in(author).post(url, {"base": "2"}).url == reverse("task-history", args=[task.pk])
    task.refresh_from_db()
    assert (task.version, read_content(task).goal) == (3, "mine")
    assert task.revisions.get(number=2).content["goal"] == "theirs"


@pytest.mark.django_db
def test_restoring_from_an_old_page_overwrites_nothing(author: User, task: Task) -> None:
    first = task.revisions.get()
    save(task, base=1, goal="newer")
    save(task, base=2, goal="newest")
    answer = signed_in(author).post(reverse("task-restore", args=[task.pk, first.pk]), {"base": "2"})
    assert answer.status_code == 409
    assert read_content(task).goal == "newest"


@pytest.mark.django_db
@pytest.mark.parametrize("base", ["", "x", "-1", "²", "9" * 5000])
def test_restoring_without_a_version_is_refused(author: User, task: Task, base: str) -> None:
    first = task.revisions.get()
    save(task, base=1, goal="newer")
    assert signed_in(author).post(reverse("task-restore", args=[task.pk, first.pk]), {"base": base}).status_code == 422


@pytest.mark.django_db
def test_reader_sees_history_but_restores_nothing(project: Project, task: Task) -> None:
    reader = signed_in(factories.member(project, "validator"))
    first = task.revisions.get()
    save(task, base=1, goal="newer")
    assert (
        "Restore</span>" not in reader.get(reverse("task-history", args=[task.pk])).content.decode().split("<tbody>")[1]
    )
    assert reader.post(reverse("task-restore", args=[task.pk, first.pk]), {"base": "2"}).status_code == 403
    assert read_content(task).goal == "newer"


@pytest.mark.django_db
@pytest.mark.parametrize("role", ["seeker", None])
def test_seeker_and_outsider_find_no_revision(project: Project, task: Task, role: str | None) -> None:
    other = signed_in(factories.member(project, role) if role else factories.person())
    first = task.revisions.get()
    assert other.get(reverse("task-revision", args=[task.pk, first.pk])).status_code == 404
    assert other.post(reverse("task-restore", args=[task.pk, first.pk]), {"base": "1"}).status_code == 404


@pytest.mark.django_db
def test_a_revision_of_another_task_has_no_page_here(project: Project, author: User, task: Task) -> None:
    elsewhere = factories.clarq_task(project).revisions.get()
    assert signed_in(author).get(reverse("task-revision", args=[task.pk, elsewhere.pk])).status_code == 404


@pytest.mark.django_db
def test_script_in_a_revision_is_shown_as_text(author: User, task: Task) -> None:
    later = save(task, base=1, goal=SCRIPT)
    page = signed_in(author).get(reverse("task-revision", args=[task.pk, later.pk])).content.decode()
    assert SCRIPT not in page
    assert "alert" in page


@pytest.mark.django_db
def test_a_long_history_comes_in_pages(author: User, task: Task) -> None:
    for number in range(1, 45):
        save(task, base=number, goal=f"goal {number}")
    client = signed_in(author)
    assert len(client.get(reverse("task-history", args=[task.pk])).context["lines"]) == 40
    oldest = client.get(reverse("task-history", args=[task.pk]) + "?page=2").context["lines"]
    assert oldest[-1].summary == "First version"
    assert client.get(reverse("task-history", args=[task.pk]) + "?page=x").status_code == 200


# Two people at once


@pytest.mark.django_db(transaction=True)
def test_of_two_saves_at_once_one_wins_and_the_other_is_kept() -> None:
    project = factories.project()
    task = factories.clarq_task(project)
    content = read_content(task)
    outcomes: dict[str, str] = {}
    together = threading.Barrier(2)

    def save_as(name: str) -> None:
        together.wait()
        try:
            services.save_content(task=task, content=replace(content, goal=name), base=1, by=None)
            outcomes[name] = "saved"
        except services.VersionConflict as conflict:
            outcomes[name] = f"beside version {conflict.current.number}"
        finally:
            connection.close()

    people = [threading.Thread(target=save_as, args=(name,)) for name in ("mina", "lin")]
    for person in people:
        person.start()
    for person in people:
        person.join()
    assert sorted(outcomes.values()) == ["beside version 2", "saved"]
    winner = next(name for name, outcome in outcomes.items() if outcome == "saved")
    assert read_content(Task.objects.get(pk=task.pk)).goal == winner
    kept = set(task.revisions.exclude(number=1).values_list("content__goal", flat=True))
    assert kept == {"mina", "lin"}
