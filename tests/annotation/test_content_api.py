"""Reading and saving a task over the API: nothing is lost, nothing is stored by half."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from annotation.clarq.build import read_content
from annotation.models import ClarqBackground, Project, Task
from tests import factories

pytestmark = pytest.mark.django_db


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


def content_url(task: Task) -> str:
    return reverse("api-task-content", args=[task.pk])


def put(user: User, task: Task, **body: Any) -> Any:
    return signed_in(user).put(content_url(task), json.dumps(body), content_type="application/json")


def content_of(task: Task, **changes: Any) -> dict[str, Any]:
    return replace(read_content(task), **changes).to_json()


def test_author_reads_what_the_editor_starts_from(author: User, task: Task) -> None:
    answer = signed_in(author).get(content_url(task)).json()
    assert answer["version"] == 1
    assert answer["editable"] is True
    assert answer["author"] == "mina"
    assert answer["content"] == content_of(task)
    assert set(answer["uses"]) == {"items", "skills", "scenes"}


@pytest.mark.parametrize("role", ["validator", "researcher", "provider"])
def test_those_who_may_read_may_not_save(project: Project, task: Task, role: str) -> None:
    reader = factories.member(project, role)
    assert signed_in(reader).get(content_url(task)).json()["editable"] is False
    answer = put(reader, task, base=1, content=content_of(task, goal="something else"))
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "not_allowed"
    assert task.revisions.count() == 1


@pytest.mark.parametrize("role", ["seeker", None])
def test_seeker_and_outsider_find_nothing(project: Project, task: Task, role: str | None) -> None:
    other = factories.member(project, role) if role else factories.person()
    client = signed_in(other)
    assert client.get(content_url(task)).status_code == 404
    assert put(other, task, base=1, content=content_of(task)).status_code == 404
    assert client.post(reverse("api-task-lint", args=[task.pk]), {}, "application/json").status_code == 404
    assert client.get(reverse("api-task-revisions", args=[task.pk])).status_code == 404


def test_saving_makes_the_next_version(author: User, task: Task) -> None:
    answer = put(author, task, base=1, content=content_of(task, goal="serve two guests"), title="Two guests")
    assert answer.status_code == 200
    assert answer.json()["version"] == 2
    task.refresh_from_db()
    assert (task.version, task.title, read_content(task).goal) == (2, "Two guests", "serve two guests")


def test_saving_the_same_again_is_no_new_version(author: User, task: Task) -> None:
    changed = content_of(task, goal="serve two guests")
    put(author, task, base=1, content=changed)
    assert put(author, task, base=1, content=changed).json()["version"] == 2
    assert task.revisions.count() == 2


def test_a_conflict_keeps_both_versions_and_shows_the_common_ancestor(
    project: Project, author: User, task: Task
) -> None:
    other = factories.member(project, "author", name="lin")
    mine, theirs = content_of(task, goal="mine"), content_of(task, goal="theirs")
    put(other, task, base=1, content=theirs)
    answer = put(author, task, base=1, content=mine)
    assert answer.status_code == 409
    error = answer.json()["error"]
    assert error["code"] == "version_conflict"
    assert (error["current"]["version"], error["current"]["author"]) == (2, "lin")
    assert error["current"]["content"]["goal"] == "theirs"
    assert error["base"]["content"]["goal"] == "serve a guest a pot of tea"
    assert task.revisions.get(pk=error["set_aside"]["id"]).content == mine
    assert read_content(task).goal == "theirs"


def test_the_same_refused_edit_is_set_aside_once(project: Project, author: User, task: Task) -> None:
    put(factories.member(project, "author"), task, base=1, content=content_of(task, goal="theirs"))
    kept = {
        put(author, task, base=1, content=content_of(task, goal="mine")).json()["error"]["set_aside"]["id"]
        for _ in "ab"
    }
    assert len(kept) == 1


def test_a_base_that_never_was_keeps_the_edit_and_says_the_ancestor_is_unknown(author: User, task: Task) -> None:
    error = put(author, task, base=99, content=content_of(task, goal="mine")).json()["error"]
    assert error["base"] is None
    assert task.revisions.get(pk=error["set_aside"]["id"]).base == 99


def _cycle(content: dict[str, Any]) -> None:
    content["nodes"][1]["parent"] = content["nodes"][2]["uid"]


def _orphan(content: dict[str, Any]) -> None:
    content["nodes"][2]["parent"] = "nobody"


def _huge(content: dict[str, Any]) -> None:
    content["nodes"][1]["text"] = "x" * 100_000


def _wrong_type(content: dict[str, Any]) -> None:
    content["nodes"][1]["text"] = ["a list"]


def _two_lines(content: dict[str, Any]) -> None:
    content["items"][0] = "clay\npot"


def _half_a_character(content: dict[str, Any]) -> None:
    content["goal"] = "\ud83d"


def _zero(content: dict[str, Any]) -> None:
    content["goal"] = "\x00"


def _two_roots(content: dict[str, Any]) -> None:
    content["nodes"][1]["parent"] = None


def _other_language(content: dict[str, Any]) -> None:
    content["language"] = "zh"


@pytest.mark.parametrize(
    ("spoil", "where"),
    [
        (_cycle, "nodes[1]"),
        (_orphan, "nodes[2]"),
        (_huge, "nodes[1].text"),
        (_wrong_type, "nodes[1].text"),
        (_two_lines, "items[0]"),
        (_half_a_character, "goal"),
        (_zero, "goal"),
        (_two_roots, "nodes[1]"),
        (_other_language, "language"),
    ],
)
def test_bad_content_is_refused_at_its_spot_and_nothing_is_stored(
    author: User, task: Task, spoil: Any, where: str
) -> None:
    content = content_of(task)
    spoil(content)
    answer = put(author, task, base=1, content=content)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert (error["code"], error["where"]) == ("invalid", where)
    assert error["message"]
    assert error["hint"]
    assert task.revisions.count() == 1


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"[]", 400),
        (b"null", 400),
        (b'{"base": 1}', 400),
        (b'{"base": "x", "content": {}}', 400),
        (b'{"base": -1, "content": {}}', 400),
        (b'{"base": 1, "content": 3}', 422),
        (b'{"base": 1, "content": {}, "title": ""}', 400),
        (b"[" * 100_000, 400),
        (b"\xff\xfe", 400),
        (b'{"base": 1, "content": "' + b"x" * 500_000 + b'"}', 413),
    ],
)
def test_malformed_requests_are_answered_not_crashed(author: User, task: Task, body: bytes, status: int) -> None:
    answer = signed_in(author).put(content_url(task), body, content_type="application/json")
    assert answer.status_code == status
    assert answer.json()["error"]["message"]
    assert task.revisions.count() == 1


def test_one_refusal_is_one_log_line(author: User, task: Task, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", logger="clarify")
    put(author, task, base=1, content={"language": "xx"})
    assert len([record for record in caplog.records if record.name.startswith("clarify")]) == 1


def test_one_save_is_one_log_line(author: User, task: Task, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", logger="clarify")
    put(author, task, base=1, content=content_of(task, goal="mine"))
    lines = [record.getMessage() for record in caplog.records if record.name.startswith("clarify")]
    assert lines == [f"task {task.pk} saved as version 2 by user {author.pk}"]


def test_an_old_revision_becomes_the_newest_and_history_grows(author: User, task: Task) -> None:
    first = task.revisions.get()
    put(author, task, base=1, content=content_of(task, goal="mine"))
    url = reverse("api-task-restore", args=[task.pk, first.pk])
    answer = signed_in(author).post(url, json.dumps({"base": 2}), content_type="application/json")
    assert answer.json()["version"] == 3
    assert answer.json()["content"] == first.content
    assert task.revisions.count() == 3


def test_restoring_from_a_stale_page_is_a_conflict(author: User, task: Task) -> None:
    first = task.revisions.get()
    put(author, task, base=1, content=content_of(task, goal="mine"))
    put(author, task, base=2, content=content_of(task, goal="mine again"))
    url = reverse("api-task-restore", args=[task.pk, first.pk])
    assert signed_in(author).post(url, json.dumps({"base": 2}), content_type="application/json").status_code == 409
    assert read_content(task).goal == "mine again"


def test_a_revision_of_another_task_is_not_found(project: Project, author: User, task: Task) -> None:
    elsewhere = factories.clarq_task(project).revisions.get()
    client = signed_in(author)
    assert client.get(reverse("api-task-revision", args=[task.pk, elsewhere.pk])).status_code == 404
    assert (
        client.post(
            reverse("api-task-restore", args=[task.pk, elsewhere.pk]), {"base": 1}, "application/json"
        ).status_code
        == 404
    )


def test_revisions_are_listed_newest_first_without_contents(author: User, task: Task) -> None:
    put(author, task, base=1, content=content_of(task, goal="mine"), note="a better goal")
    listed = signed_in(author).get(reverse("api-task-revisions", args=[task.pk])).json()["revisions"]
    assert [line["version"] for line in listed] == [2, 1]
    assert listed[0]["note"] == "a better goal"
    assert "content" not in listed[0]


def test_unsaved_content_is_checked_without_being_stored(author: User, task: Task) -> None:
    content = content_of(task, goal="")
    url = reverse("api-task-lint", args=[task.pk])
    answer = signed_in(author).post(url, json.dumps({"content": content}), content_type="application/json").json()
    assert [hint["code"] for hint in answer["hints"]] == ["goal_empty"]
    assert answer["hints"][0]["where"] == {"kind": "field", "field": "goal"}
    assert task.revisions.count() == 1


def test_each_save_counts_the_hints_on_the_task_and_on_its_translation(
    project: Project, author: User, task: Task
) -> None:
    sister = factories.clarq_task(project, language="zh", translation_group=task.translation_group)
    before = ClarqBackground.objects.get(task=sister).hints
    answer = put(author, task, base=1, content=content_of(task, goal="", items=["clay pot", "china pot"]))
    assert ClarqBackground.objects.get(task=task).hints == len(answer.json()["hints"]) > 0
    assert ClarqBackground.objects.get(task=sister).hints == before + 1  # items differ in number now
