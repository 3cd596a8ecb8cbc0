"""The pages around one task: who may open them, and that they read well before any script runs."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from annotation.clarq.content import nodes_from_labels
from annotation.models import Project, Task
from tests import factories

pytestmark = pytest.mark.django_db
PAGES = ["task", "task-print", "task-history"]
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture
def project() -> Project:
    return factories.project()


@pytest.fixture
def author(project: Project) -> User:
    return factories.member(project, "author")


@pytest.fixture
def task(project: Project) -> Task:
    return factories.clarq_task(project)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("role", ["author", "manager", "validator", "researcher", "provider"])
def test_those_who_know_trees_open_the_page(project: Project, task: Task, page: str, role: str) -> None:
    reader = factories.member(project, role)
    assert signed_in(reader).get(reverse(page, args=[task.pk])).status_code == 200


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("role", ["seeker", None])
def test_seeker_and_outsider_learn_nothing(project: Project, task: Task, page: str, role: str | None) -> None:
    other = factories.member(project, role) if role else factories.person()
    answer = signed_in(other).get(reverse(page, args=[task.pk]))
    assert answer.status_code == 404
    assert task.title not in answer.content.decode()


@pytest.mark.parametrize("page", PAGES)
def test_stranger_is_sent_to_sign_in(client: Client, task: Task, page: str) -> None:
    assert client.get(reverse(page, args=[task.pk])).url.startswith(reverse("sign-in"))


def test_page_carries_what_the_editor_starts_from(author: User, task: Task) -> None:
    answer = signed_in(author).get(reverse("task", args=[task.pk]))
    api = signed_in(author).get(reverse("api-task-content", args=[task.pk]))
    assert answer.context["content"] == api.json()
    assert answer.context["config"]["urls"]["content"] == reverse("api-task-content", args=[task.pk])
    assert b'id="task-content"' in answer.content


def test_task_reads_without_scripts(author: User, task: Task) -> None:
    page = signed_in(author).get(reverse("task", args=[task.pk])).content.decode()
    for words in ("apprentice in a tea house", "clay pot", "Take the one made of china.", "Warm it through"):
        assert words in page
    assert page.count("<li>") + page.count("<li ") == page.count("</li>")
    assert page.count("<ul") == page.count("</ul>")


def test_script_in_any_text_is_shown_as_text(project: Project, author: User) -> None:
    content = replace(
        factories.content(),
        role=SCRIPT,
        goal=SCRIPT,
        items=(SCRIPT,),
        nodes=nodes_from_labels(["0", "1"], [SCRIPT, SCRIPT + "!"], [SCRIPT]),
    )
    task = factories.clarq_task(project, content=content, title=SCRIPT)
    for page in PAGES:
        assert SCRIPT not in signed_in(author).get(reverse(page, args=[task.pk])).content.decode()


def test_a_tree_two_hundred_levels_deep_is_shown(project: Project, author: User) -> None:
    labels = ["0"] + [".".join(["1"] * min(level, 30)) + f"x{level}" for level in range(1, 200)]
    content = factories.content()
    nodes = [replace(content.nodes[0])]
    for label in labels[1:]:
        nodes.append(replace(nodes[-1], uid=label, parent=nodes[-1].uid, label=label[-60:], text=label))
    task = factories.clarq_task(project, content=replace(content, nodes=tuple(nodes)))
    page = signed_in(author).get(reverse("task", args=[task.pk]))
    assert page.status_code == 200
    assert page.content.decode().count("<ul") == page.content.decode().count("</ul>")


def test_task_without_nodes_says_so(project: Project, author: User) -> None:
    task = factories.clarq_task(project, content=replace(factories.content(), nodes=()))
    assert "No nodes yet." in signed_in(author).get(reverse("task", args=[task.pk])).content.decode()


def test_reader_is_told_that_the_page_is_to_read(project: Project, task: Task) -> None:
    page = signed_in(factories.member(project, "validator")).get(reverse("task", args=[task.pk]))
    assert page.context["editable"] is False
    assert "You may read this task" in page.content.decode()


def test_author_opens_a_draft_to_seekers(project: Project, author: User) -> None:
    task = factories.clarq_task(project, status="draft")
    answer = signed_in(author).post(reverse("task-status", args=[task.pk]), {"to": "open"})
    assert answer.url == reverse("task", args=[task.pk])
    task.refresh_from_db()
    assert task.status == "open"


def test_validator_may_not_open_a_draft(project: Project) -> None:
    task = factories.clarq_task(project, status="draft")
    answer = signed_in(factories.member(project, "validator")).post(
        reverse("task-status", args=[task.pk]), {"to": "open"}
    )
    assert answer.status_code == 403
    task.refresh_from_db()
    assert task.status == "draft"


def test_a_move_that_is_not_declared_is_refused(author: User, task: Task) -> None:
    answer = signed_in(author).post(reverse("task-status", args=[task.pk]), {"to": "open"})
    assert answer.status_code == 409


def test_content_in_the_page_cannot_end_its_script(project: Project, author: User) -> None:
    task = factories.clarq_task(project, content=replace(factories.content(), goal="</script><b>"))
    page = signed_in(author).get(reverse("task", args=[task.pk])).content.decode()
    start = page.index('id="task-content"')
    block = page[page.index(">", start) + 1 : page.index("</script>", start)]
    assert json.loads(block)["content"]["goal"] == "</script><b>"
