"""The administration: staff see their projects only, and an edit there is a version as everywhere."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from annotation.clarq.build import read_content
from annotation.models import Task
from tests import factories

pytestmark = pytest.mark.django_db

MODELS = [
    "project",
    "membership",
    "guidelines",
    "task",
    "taskrevision",
    "clarqbackground",
    "responsenode",
    "clarqfile",
    "clarqentry",
]


@pytest.fixture
def task() -> Task:
    return factories.clarq_task(factories.project(), title="Kettle")


def staff(project: Any, *roles: str) -> Client:
    """Staff with every Django permission on this app, and these roles in the project."""
    user = factories.member(project, *roles)
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="annotation"))
    return signed_in(user)


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def superuser() -> Client:
    return signed_in(factories.person("root", is_staff=True, is_superuser=True))


def form_of(task: Task, **changes: Any) -> dict[str, Any]:
    """What the browser sends for a task as it stands."""
    nodes, background = list(task.nodes.all()), task.background
    fields: dict[str, Any] = {
        "title": task.title,
        "type": task.type,
        "split": task.split,
        "provider_name": task.provider_name,
        "background-TOTAL_FORMS": 1,
        "background-INITIAL_FORMS": 1,
        "background-0-id": background.pk,
        "background-0-task": task.pk,
        "nodes-TOTAL_FORMS": len(nodes),
        "nodes-INITIAL_FORMS": len(nodes),
    }
    for name in ("role", "goal", "items", "skills", "scenes"):
        fields[f"background-0-{name}"] = getattr(background, name).replace("\n", "\r\n")
    for i, node in enumerate(nodes):
        values = {"id": node.pk, "task": task.pk, "position": node.position, "label": node.label}
        values |= {"parent": node.parent_id or "", "text": node.text, "purpose": node.purpose}
        fields |= {f"nodes-{i}-{name}": value for name, value in values.items()}
    return fields | changes


def save(client: Client, task: Task, **changes: Any) -> Any:
    return client.post(reverse("admin:annotation_task_change", args=[task.pk]), form_of(task, **changes))


@pytest.mark.parametrize("model", MODELS)
def test_every_model_has_its_pages(task: Task, model: str):
    client = superuser()
    assert client.get(reverse(f"admin:annotation_{model}_changelist"), {"q": "kettle"}).status_code in (200, 302)
    assert client.get(reverse(f"admin:annotation_{model}_add")).status_code in (200, 403)


@pytest.mark.parametrize("model", MODELS)
def test_staff_of_another_project_see_nothing_of_it(task: Task, model: str):
    outsider = staff(factories.project(title="Elsewhere"), "manager")
    html = outsider.get(reverse(f"admin:annotation_{model}_changelist")).content.decode()
    assert "Kettle" not in html
    assert task.project.title not in html


def test_a_row_of_another_project_is_not_opened(task: Task):
    outsider = staff(factories.project(), "manager")
    for name in ("change", "delete", "history"):
        assert outsider.get(reverse(f"admin:annotation_task_{name}", args=[task.pk])).status_code in (302, 403)
    assert save(outsider, task, title="Mine").status_code == 302
    task.refresh_from_db()
    assert task.title == "Kettle"


@pytest.mark.parametrize("model", ["task", "responsenode", "clarqbackground", "taskrevision"])
def test_seekers_on_the_staff_see_no_tree(task: Task, model: str):
    html = staff(task.project, "seeker").get(reverse(f"admin:annotation_{model}_changelist")).content.decode()
    assert "Kettle" not in html
    assert "china" not in html


def test_a_reader_on_the_staff_changes_nothing(task: Task):
    assert save(staff(task.project, "validator"), task, title="Mine").status_code == 403
    task.refresh_from_db()
    assert task.title == "Kettle"


def test_an_edit_becomes_a_version(task: Task):
    assert save(staff(task.project, "author"), task, **{"nodes-3-text": "Black. "}).status_code == 302
    task.refresh_from_db()
    assert task.version == 2
    assert read_content(task).node("2").text == "Black. "
    assert task.revisions.get(number=2).content == read_content(task).to_json()
    assert task.revisions.get(number=2).author is not None


def test_saving_without_a_change_is_no_version(task: Task):
    before = read_content(task)
    assert save(superuser(), task).status_code == 302
    task.refresh_from_db()
    assert (task.version, read_content(task)) == (1, before)


def test_a_new_task_gets_its_root_and_first_version():
    project = factories.project()
    fields = {"project": project.pk, "title": "New", "language": "zh", "split": "test", "provider_name": "Jax"}
    empty = {f"{name}-{form}_FORMS": 0 for name in ("background", "nodes") for form in ("TOTAL", "INITIAL")}
    assert superuser().post(reverse("admin:annotation_task_add"), {**fields, **empty}).status_code == 302
    task = project.tasks.get()
    assert (task.version, [node.label for node in read_content(task).nodes]) == (1, ["0"])
    assert task.revisions.get().content == read_content(task).to_json()


def test_a_node_can_be_added(task: Task):
    new = {"nodes-TOTAL_FORMS": 5, "nodes-4-task": task.pk, "nodes-4-position": 4, "nodes-4-label": "3"}
    new |= {"nodes-4-parent": task.nodes.get(label="0").pk, "nodes-4-text": "In the yard.", "nodes-4-purpose": "where"}
    assert save(superuser(), task, **new).status_code == 302
    assert [node.label for node in read_content(task).nodes] == ["0", "1", "1.1", "2", "3"]


REFUSED: list[tuple[str, Any]] = [
    ("a cycle", lambda t: {"nodes-1-parent": t.nodes.get(label="1.1").pk}),
    ("itself as parent", lambda t: {"nodes-1-parent": t.nodes.get(label="1").pk}),
    ("a second root", lambda t: {"nodes-1-parent": ""}),
    ("no root", lambda t: {"nodes-0-parent": t.nodes.get(label="2").pk}),
    ("a deleted parent", lambda t: {"nodes-1-DELETE": "on"}),
    ("a huge text", lambda t: {"nodes-1-text": "x" * 4_001}),
    ("too many lines", lambda t: {"background-0-items": "x\n" * 201}),
    ("another task's node", lambda t: {"nodes-1-parent": factories.clarq_task(t.project).nodes.first().pk}),
]


@pytest.mark.parametrize(("what", "changes"), REFUSED, ids=[what for what, _ in REFUSED])
def test_what_is_no_tree_is_refused(task: Task, what: str, changes: Any):
    before = read_content(task)
    response = save(superuser(), task, **changes(task))
    assert response.status_code == 200
    assert b"errornote" in response.content
    task.refresh_from_db()
    assert (task.version, read_content(task)) == (1, before)


def test_the_actions_follow_the_rules(task: Task):
    data = {"action": "close", "_selected_action": [task.pk]}
    staff(task.project, "author").post(reverse("admin:annotation_task_changelist"), data)
    task.refresh_from_db()
    assert task.status == "closed"
    staff(task.project, "validator").post(
        reverse("admin:annotation_task_changelist"), {**data, "action": "open_to_seekers"}
    )
    task.refresh_from_db()
    assert task.status == "closed"


def test_rows_are_added_to_projects_one_manages(task: Task):
    elsewhere = staff(factories.project(), "manager")
    fields = {"project": task.project_id, "user": factories.person().pk, "role": "manager"}
    response = elsewhere.post(reverse("admin:annotation_membership_add"), fields)
    assert response.status_code == 200
    assert not task.project.memberships.exists()
