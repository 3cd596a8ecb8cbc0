"""The project pages: who sees what, who may do what, and what the list costs."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotation import services
from annotation.clarq.build import read_content
from annotation.models import Membership, Project, Role, Task
from tests import factories

pytestmark = pytest.mark.django_db

ROLES = [role.value for role in Role]
WRITERS = {"manager", "author"}


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def as_role(project: Project, *roles: str) -> Client:
    return signed_in(factories.member(project, *roles))


def page(client: Client, name: str, project: Project, **query: Any) -> str:
    response = client.get(reverse(name, args=[project.slug]), query)
    assert response.status_code == 200
    return response.content.decode()


def titles(html: str) -> list[str]:
    return re.findall(r'<th scope="row"><a href="/tasks/\d+/" lang="[^"]+">([^<]+)</a>', html)


# --- doors ---

PAGES = [
    # name, method, roles that get in
    ("project", "get", set(ROLES) - {"seeker"}),
    ("export", "get", set(ROLES) - {"seeker"}),
    ("guidelines", "get", set(ROLES) - {"seeker"}),
    ("task-new", "get", WRITERS),
    ("import", "get", WRITERS),
    ("members", "get", {"manager"}),
]


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("name", "method", "allowed"), PAGES, ids=[name for name, *_ in PAGES])
def test_a_page_opens_for_its_roles_only(name: str, method: str, allowed: set[str], role: str):
    project = factories.project()
    task = factories.clarq_task(project, title="Secret tree")
    response = as_role(project, role).get(reverse(name, args=[project.slug]))
    if role in allowed:
        assert response.status_code == 200
    else:
        assert response.status_code in (302, 403)
        assert task.title.encode() not in response.content


@pytest.mark.parametrize("name", [*(name for name, *_ in PAGES), "import-check"])
def test_an_outsider_finds_nothing(name: str):
    project = factories.project()
    outsider = as_role(factories.project(), *ROLES)
    assert outsider.get(reverse(name, args=[project.slug])).status_code == 404


@pytest.mark.parametrize("name", [name for name, *_ in PAGES])
def test_a_stranger_is_asked_to_sign_in(name: str):
    url = reverse(name, args=[factories.project().slug])
    assert Client().get(url)["Location"] == f"{reverse('sign-in')}?next={url}"


def test_a_seeker_is_led_to_the_talks():
    project = factories.project()
    assert as_role(project, "seeker").get(project.get_absolute_url())["Location"] == "/play/"


POSTS = [("task-new", WRITERS), ("tasks-status", WRITERS), ("members", {"manager"}), ("guidelines", {"manager"})]


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("name", "allowed"), POSTS, ids=[name for name, _ in POSTS])
def test_a_post_of_the_wrong_role_is_refused(name: str, allowed: set[str], role: str):
    project = factories.project()
    status = as_role(project, role).post(reverse(name, args=[project.slug])).status_code
    assert (status == 403) == (role not in allowed)


# --- projects ---


def test_projects_show_ones_own_with_ones_roles():
    mine, other = factories.project(title="Mine"), factories.project(title="Other")
    factories.clarq_task(mine)
    html = as_role(mine, "author", "validator").get("/projects/").content.decode()
    assert "Mine" in html
    assert "Author · Validator" in html
    assert other.title not in html


def test_a_seeker_learns_only_what_is_open():
    project = factories.project()
    factories.clarq_task(project)
    factories.clarq_task(project, status="draft")
    html = as_role(project, "seeker").get("/projects/").content.decode()
    assert re.findall(r"<b>(\d+)</b>", html) == ["1"]


def test_a_newcomer_is_told_how_to_get_in():
    html = signed_in(factories.person("mina")).get("/projects/").content.decode()
    assert "A manager adds you to a project by your name, mina." in html


def test_an_author_begins_a_project_and_manages_it():
    author = factories.member(factories.project(), "author")
    response = signed_in(author).post("/projects/new/", {"title": "Night trains"})
    assert response["Location"] == "/p/night-trains/"
    assert Project.objects.get(slug="night-trains").roles_of(author) == {"manager", "author"}


@pytest.mark.parametrize("role", ["seeker", "provider", "validator", "researcher"])
def test_others_do_not_begin_projects(role: str):
    client = as_role(factories.project(), role)
    assert client.get("/projects/new/").status_code == 403
    assert client.post("/projects/new/", {"title": "Mine"}).status_code == 403
    assert not Project.objects.filter(title="Mine").exists()


@pytest.mark.parametrize("fields", [{"title": ""}, {"title": "x" * 121}, {"title": "A", "slug": "a b"}])
def test_a_project_that_cannot_be_made_says_why(fields: dict[str, str]):
    response = as_role(factories.project(), "manager").post("/projects/new/", fields)
    assert response.status_code == 422
    assert b'class="error"' in response.content
    assert Project.objects.count() == 1


def test_a_short_name_is_given_once():
    project = factories.project("taken")
    response = as_role(project, "manager").post("/projects/new/", {"title": "A", "slug": "taken"})
    assert b"This short name is taken" in response.content


# --- the list of tasks ---


@pytest.fixture
def study() -> Project:
    project = factories.project("study")
    kettle = factories.clarq_task(project, title="Kettle", type="Repair")
    factories.clarq_task(
        project, title="水壶", language="zh", type="Repair", translation_group=kettle.translation_group
    )
    factories.clarq_task(project, title="Lamp", type="Mending", status="draft", split="dev")
    return project


FILTERS = [
    ({}, {"Kettle", "水壶", "Lamp"}),
    ({"q": "kett"}, {"Kettle"}),
    ({"q": "made of china"}, {"Kettle", "Lamp"}),  # a node's text
    ({"q": "有两种壶"}, {"水壶"}),  # a purpose
    ({"q": "serve a guest"}, {"Kettle", "Lamp"}),  # the goal
    ({"language": "zh"}, {"水壶"}),
    ({"status": "draft"}, {"Lamp"}),
    ({"status": "closed"}, set()),
    ({"type": "Repair"}, {"Kettle", "水壶"}),
    ({"split": "dev"}, {"Lamp"}),
    ({"type": "Repair", "language": "en"}, {"Kettle"}),
    ({"language": "xx", "status": "'", "order": "drop", "page": "9"}, {"Kettle", "水壶", "Lamp"}),
    ({"q": "\x00"}, {"Kettle", "水壶", "Lamp"}),
]


@pytest.mark.parametrize(("query", "expected"), FILTERS)
def test_the_address_filters_the_list(study: Project, query: dict[str, str], expected: set[str]):
    assert set(titles(page(as_role(study, "author"), "project", study, **query))) == expected


def test_hints_can_be_asked_for(study: Project):
    lamp = Task.objects.get(title="Lamp")
    content = read_content(lamp)
    services.save_content(task=lamp, content=replace(content, role=""), base=1, by=None)
    Task.objects.get(title="Kettle").background.__class__.objects.exclude(task=lamp).update(hints=0)
    assert titles(page(as_role(study, "author"), "project", study, hints="1")) == ["Lamp"]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("title", ["Kettle", "Lamp", "水壶"]),
        ("-title", ["水壶", "Lamp", "Kettle"]),
        ("changed", ["Kettle", "水壶", "Lamp"]),
    ],
)
def test_the_heads_sort_the_list(study: Project, order: str, expected: list[str]):
    html = page(as_role(study, "author"), "project", study, order=order)
    assert titles(html) == expected
    assert html.count("aria-sort") == 1


def test_sisters_are_linked_in_their_own_script(study: Project):
    html = page(as_role(study, "author"), "project", study, q="kett")
    sister = Task.objects.get(title="水壶")
    assert f'<a href="/tasks/{sister.pk}/" lang="zh-Hans" hreflang="zh-Hans">水壶</a>' in html


def test_buttons_are_for_those_who_may(study: Project):
    reader, author = (page(as_role(study, role), "project", study) for role in ("validator", "author"))
    for mark in ("/import/", "/tasks/new/", "/translation/", 'name="task"', "Edit"):
        assert mark in author
        assert mark not in reader
    assert "/members/" not in author
    assert "/members/" in page(as_role(study, "manager"), "project", study)


def test_an_empty_project_says_what_to_do():
    project = factories.project()
    assert "Write a task" in page(as_role(project, "author"), "project", project)
    reader = page(as_role(project, "researcher"), "project", project)
    assert "No tasks yet" in reader
    assert "Write a task" not in reader


def test_a_search_without_a_hit_leads_back(study: Project):
    assert "Show all tasks" in page(as_role(study, "author"), "project", study, q="nothing like it")


def test_htmx_gets_the_table_alone(study: Project):
    client = as_role(study, "author")
    headers = {"HX-Request": "true", "HX-Target": "tasks"}
    response = client.get(study.get_absolute_url(), {"q": "kett"}, headers=headers)
    assert response.content.decode().lstrip().startswith('<div id="tasks"')
    assert titles(response.content.decode()) == ["Kettle"]
    assert "HX-Request" in response["Vary"]
    again = client.get(study.get_absolute_url(), headers={**headers, "HX-History-Restore-Request": "true"})
    assert b"<html" in again.content


def test_script_in_a_title_is_text(study: Project):
    factories.clarq_task(study, title="<script>alert(1)</script>", type='"><blink>')
    html = page(as_role(study, "author"), "project", study)
    assert "<script>alert" not in html
    assert "<blink>" not in html


def queries_for(client: Client, project: Project) -> CaptureQueriesContext:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        page(client, "project", project)
    return captured


def test_the_list_costs_the_same_for_any_number_of_tasks():
    project = factories.project()
    factories.clarq_task(project)
    client = as_role(project, "author")
    cache.clear()
    few = queries_for(client, project)
    drafts = [services.TaskDraft(title=f"Task {i}", content=factories.content(), type=f"T{i % 7}") for i in range(120)]
    services.create_tasks(project=project, drafts=drafts, by=None)
    many = queries_for(client, project)
    assert len(many) == len(few) <= 20


def test_the_list_reads_no_tree_and_no_text():
    project = factories.project()
    factories.clarq_task(project)
    client = as_role(project, "author")
    page(client, "project", project)  # the figures are known from here on
    statements = " ".join(query["sql"] for query in queries_for(client, project))
    for column in ('"sample_dialogue"', '"scenes"', '"prompt"', '"content"', '"purpose"'):
        assert column not in statements


def test_fifty_tasks_are_a_page():
    project = factories.project()
    drafts = [services.TaskDraft(title=f"Task {i:03}", content=factories.content()) for i in range(60)]
    services.create_tasks(project=project, drafts=drafts, by=None)
    client = as_role(project, "author")
    first, second = (page(client, "project", project, order="title", page=number) for number in (1, 2))
    assert (len(titles(first)), titles(second)[0]) == (50, "Task 050")
    assert "Next 10" in first


def test_the_figures_stand_above_the_list(study: Project):
    html = page(as_role(study, "author"), "project", study)
    assert "2 en, 1 zh" in html
    assert 'aria-label="Tasks by nodes below the root: 3: 3"' in html


# --- writing ---


def test_a_new_task_opens_in_the_editor():
    project = factories.project()
    author = factories.member(project, "author")
    fields = {"title": "Mend", "language": "zh", "type": "Repair", "provider_name": "Marta", "start": "blank"}
    response = signed_in(author).post(reverse("task-new", args=[project.slug]), fields)
    task = project.tasks.get()
    assert response["Location"] == task.get_absolute_url()
    assert (task.title, task.language, task.type, task.provider_name) == ("Mend", "zh", "Repair", "Marta")
    assert (task.status, task.version, task.created_by) == ("draft", 1, author)
    assert [node.label for node in read_content(task).nodes] == ["0"]


def test_a_new_task_can_begin_with_a_conversation():
    project = factories.project()
    fields = {"title": "Mend", "language": "en", "provider_name": "Jax", "start": "conversation"}
    response = as_role(project, "author").post(reverse("task-new", args=[project.slug]), fields)
    assert response["Location"] == reverse("task-from-conversation", args=[project.tasks.get().pk])


def test_a_new_task_needs_a_title_and_a_known_language():
    project = factories.project()
    response = as_role(project, "author").post(
        reverse("task-new", args=[project.slug]), {"title": "", "language": "fr"}
    )
    assert response.status_code == 422
    assert not project.tasks.exists()


def test_a_translation_has_the_same_tree_and_empty_texts():
    task = factories.clarq_task(factories.project(), type="Repair", split="dev")
    response = as_role(task.project, "author").post(reverse("task-translation", args=[task.pk]))
    sister = task.sisters.get()
    assert response["Location"] == sister.get_absolute_url()
    assert (sister.language, sister.status, sister.type, sister.split) == ("zh", "draft", "Repair", "dev")
    content = read_content(sister)
    assert [node.label for node in content.nodes] == ["0", "1", "1.1", "2"]
    assert {node.text + node.purpose for node in content.nodes} == {""}
    assert not {node.uid for node in content.nodes} & {node.uid for node in read_content(task).nodes}


def test_a_second_translation_is_refused():
    task = factories.clarq_task(factories.project())
    client = as_role(task.project, "author")
    client.post(reverse("task-translation", args=[task.pk]))
    assert client.post(reverse("task-translation", args=[task.pk])).status_code == 409
    assert task.project.tasks.count() == 2


@pytest.mark.parametrize(("role", "status"), [("validator", 403), ("seeker", 404)])
def test_a_translation_is_started_by_authors(role: str, status: int):
    task = factories.clarq_task(factories.project())
    assert as_role(task.project, role).post(reverse("task-translation", args=[task.pk])).status_code == status
    assert not task.sisters.exists()


def test_chosen_tasks_are_moved_and_the_others_stay():
    project = factories.project()
    chosen, other = factories.clarq_task(project, status="draft"), factories.clarq_task(project, status="draft")
    url = reverse("tasks-status", args=[project.slug])
    response = as_role(project, "author").post(f"{url}?status=draft", {"task": [chosen.pk], "to": "open"})
    assert response["Location"] == f"{project.get_absolute_url()}?status=draft"
    assert [Task.objects.get(pk=task.pk).status for task in (chosen, other)] == ["open", "draft"]


def test_no_choice_moves_nothing():
    project = factories.project()
    task = factories.clarq_task(project, status="draft")
    url = reverse("tasks-status", args=[project.slug])
    assert as_role(project, "author").post(url, {"to": "open"}).status_code == 422
    task.refresh_from_db()
    assert task.status == "draft"


def test_another_projects_task_is_never_moved():
    project, other = factories.project(), factories.project()
    task = factories.clarq_task(other, status="draft")
    url = reverse("tasks-status", args=[project.slug])
    assert as_role(project, "author").post(url, {"task": [task.pk], "to": "open"}).status_code == 422
    task.refresh_from_db()
    assert task.status == "draft"


def test_an_unfinished_task_stays_a_draft_and_says_why():
    project = factories.project()
    blank = services.create_task(project=project, title="Blank", content=services.blank_content("en"), by=None)
    url = reverse("tasks-status", args=[project.slug])
    html = as_role(project, "author").post(url, {"task": [blank.pk], "to": "open"}, follow=True).content.decode()
    assert "“Blank” stays as it is" in html
    blank.refresh_from_db()
    assert blank.status == "draft"


# --- people ---


def roles_in(project: Project, user: Any) -> set[str]:
    return set(Membership.objects.filter(project=project, user=user).values_list("role", flat=True))


def test_a_manager_adds_an_existing_account():
    project, person = factories.project(), factories.person("mina")
    url = reverse("members", args=[project.slug])
    as_role(project, "manager").post(url, {"username": "mina", "roles": ["author", "seeker"]})
    assert roles_in(project, person) == {"author", "seeker"}


@pytest.mark.parametrize(
    "fields",
    [{"username": "nobody", "roles": ["author"]}, {"username": "mina"}, {"username": "mina", "roles": ["king"]}],
)
def test_nobody_is_added_by_a_mistake(fields: dict[str, Any]):
    project, person = factories.project(), factories.person("mina")
    response = as_role(project, "manager").post(reverse("members", args=[project.slug]), fields)
    assert response.status_code == 422
    assert b'class="error"' in response.content
    assert roles_in(project, person) == set()


def test_roles_become_exactly_those_ticked():
    project = factories.project()
    person = factories.member(project, "author", "seeker")
    url = reverse("member", args=[project.slug, person.pk])
    manager = as_role(project, "manager")
    manager.post(url, {"roles": ["seeker", "provider"]})
    assert roles_in(project, person) == {"seeker", "provider"}
    assert manager.post(url, {}).status_code == 422
    assert manager.post(url, {"roles": ["king"]}).status_code == 422
    assert roles_in(project, person) == {"seeker", "provider"}


def test_a_removed_person_is_out():
    project = factories.project()
    person = factories.member(project, "author")
    as_role(project, "manager").post(reverse("member", args=[project.slug, person.pk]), {"remove": "1"})
    assert signed_in(person).get(project.get_absolute_url()).status_code == 404


@pytest.mark.parametrize("fields", [{"remove": "1"}, {"roles": ["author"]}])
def test_the_last_manager_stays(fields: dict[str, Any]):
    project = factories.project()
    manager = factories.member(project, "manager")
    response = signed_in(manager).post(reverse("member", args=[project.slug, manager.pk]), fields)
    assert response.status_code == 409
    assert b"Make somebody else a manager first." in response.content
    assert roles_in(project, manager) == {"manager"}


def test_one_of_two_managers_may_leave():
    project = factories.project()
    factories.member(project, "manager")
    leaving = factories.member(project, "manager")
    url = reverse("member", args=[project.slug, leaving.pk])
    assert signed_in(leaving).post(url, {"remove": "1"})["Location"] == "/projects/"


@pytest.mark.parametrize("role", sorted(set(ROLES) - {"manager"}))
def test_only_managers_change_people(role: str):
    project = factories.project()
    manager = factories.member(project, "manager")
    url = reverse("member", args=[project.slug, manager.pk])
    assert as_role(project, role).post(url, {"remove": "1"}).status_code == 403
    assert roles_in(project, manager) == {"manager"}


# --- guidelines ---


def test_guidelines_keep_their_versions():
    project = factories.project()
    manager = as_role(project, "manager")
    url = reverse("guidelines", args=[project.slug])
    for text in ("Ask once.\r\nAsk well.", "Ask twice.", "Ask twice."):
        manager.post(url, {"text": text})
    assert list(project.guidelines.values_list("version", "text")) == [(2, "Ask twice."), (1, "Ask once.\nAsk well.")]
    reader = as_role(project, "author")
    assert "Ask twice." in page(reader, "guidelines", project)
    assert "Ask once." in page(reader, "guidelines", project, version="1")


@pytest.mark.parametrize("version", ["9", "x", "-1", "²"])
def test_a_version_that_is_not_there_is_not_found(version: str):
    project = factories.project()
    services.add_guidelines(project=project, text="Ask.", by=None)
    url = reverse("guidelines", args=[project.slug])
    assert as_role(project, "author").get(url, {"version": version}).status_code == 404


def test_a_huge_text_is_refused_and_kept_in_the_form():
    project = factories.project()
    url = reverse("guidelines", args=[project.slug])
    response = as_role(project, "manager").post(url, {"text": "x" * 50_001})
    assert response.status_code == 422
    assert b"x" * 50_001 in response.content
    assert not project.guidelines.exists()


def test_guidelines_are_read_as_headings_and_lists_and_markup_stays_text():
    project = factories.project()
    services.add_guidelines(project=project, text="# Writing\n* Be **brief**\n\n<b>never</b>", by=None)
    html = page(as_role(project, "author"), "guidelines", project)
    assert "<h2>Writing</h2>" in html
    assert "<li>Be <strong>brief</strong></li>" in html
    assert "&lt;b&gt;never&lt;/b&gt;" in html
