"""Walks every route and every consumer as an outsider and as each wrong role (design, rule 5).

The routes are read from the URL configuration: a new one is walked without a line here, and fails
until `DOORS` says who may come in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from asgiref.sync import async_to_sync
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from annotation.models import Project, Role, Task
from clarify_site.asgi import application
from dialogues.consumers import DialogueConsumer, NoSuchSocket
from dialogues.models import Dialogue
from dialogues.routing import websocket_urlpatterns
from dialogues.services import start_dialogue
from evaluation.models import Reveal, Score
from tests.factories import clarq_task, member, project

TREE = {Role.MANAGER, Role.AUTHOR, Role.VALIDATOR, Role.PROVIDER, Role.RESEARCHER}
WRITE = {Role.MANAGER, Role.AUTHOR}
RESULTS = {Role.MANAGER, Role.RESEARCHER, Role.VALIDATOR}
MANAGE = {Role.MANAGER}
PLAY = {Role.MANAGER, Role.SEEKER}
OWN_DIALOGUE: set[str] = set()
"""Only the seeker of this very dialogue; no role opens it."""
EVERYBODY = "open to everybody"
SIGNED_IN = "for every signed-in person; shows only what is the person's own"

# Who may come in, by the route's name; the first pattern that fits decides.
DOORS: list[tuple[str, set[str] | str]] = [
    (r"sign-in|demo-sign-in|sign-out|set_language|words|health", EVERYBODY),
    (r"home|account|account-token|projects|project-new|play|api-schema|try-warm", SIGNED_IN),
    (r"api-dialogues|api-open-tasks|api-runs", SIGNED_IN),
    (r"play-start", PLAY),
    (r"chat.*|api-dialogue|api-turns|api-goodbye|api-retry", OWN_DIALOGUE),
    (r"members?", MANAGE),
    (r"task-new.*|tasks-status|import.*|task-status|task-restore|api-task-restore|task-from-conversation", WRITE),
    (r"task-translation", WRITE),
    (r"project|guidelines|export|task.*|api-task.*|try", TREE),
    (r"dashboard.*|run|dialogues.*|reveal.*|dialogue.*|verdict|api-run|api-dialogue-(scores|verdicts)", RESULTS),
]
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
REFUSED = {403, 404, 405}
SOCKET_LIMIT = 20


@dataclass(frozen=True)
class World:
    study: Project
    task: Task
    dialogue: Dialogue
    people: dict[str, User]


@pytest.fixture
def world(db: None) -> World:
    """One study with a person in each role, a dialogue of its seeker, and an outsider with every role elsewhere."""
    study = project("study")
    task = clarq_task(study, language="zh")
    people = {role: member(study, role, name=f"the-{role}") for role in Role.values}
    people["outsider"] = member(project("elsewhere"), *Role.values, name="outsider")
    dialogue = start_dialogue(task=task, seeker=people[Role.SEEKER])
    for user in people.values():
        # Blindness is another wall, with tests of its own; here it is down.
        Reveal.objects.create(dialogue=dialogue, person=user)
    return World(study, task, dialogue, people)


def routes(patterns: list[URLPattern | URLResolver] | None = None, before: str = "") -> Iterator[tuple[str, str]]:
    """(name, template) of every route, but for Django's admin, which has a test of its own."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        template = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield pattern.name or template, template
        elif pattern.namespace != "admin":
            yield from routes(pattern.url_patterns, template)


ROUTES = sorted(set(routes()))


def door(name: str) -> set[str] | str:
    for pattern, who in DOORS:
        if re.fullmatch(pattern, name):
            return who
    pytest.fail(f"The route {name} does not say who may come in; add it to DOORS.")


def address(template: str, world: World) -> str:
    """A real address: everything in it exists."""
    revision = world.task.revisions.get()
    about_dialogue = re.search(r"dialogues/|chat/", template)
    run = world.dialogue.run
    assert run is not None
    about_run = "api/runs/" in template
    fill: dict[str, object] = {
        "slug": world.study.slug,
        "name": run.name,
        "revision": revision.pk,
        "pk": run.pk if about_run else world.dialogue.pk if about_dialogue else world.task.pk,
    }
    if "members/" in template:
        fill["pk"] = world.people[Role.AUTHOR].pk
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(fill[found[1]]), template)


def answers_to(user: User | None, url: str) -> Iterator[tuple[str, str]]:
    """What the address answers, method by method: ``refused``, or the status."""
    client = Client()
    if user is not None:
        client.force_login(user)
    for method in METHODS:
        yield method, in_short(client.generic(method, url, content_type="application/json"))


def in_short(response: HttpResponse) -> str:
    shown_out = response.status_code == 302 and response.headers["Location"] == reverse("play")
    return "refused" if response.status_code in REFUSED or shown_out else str(response.status_code)


@pytest.mark.parametrize(("name", "template"), ROUTES, ids=[name for name, _template in ROUTES])
def test_each_route_lets_in_whom_it_should(name: str, template: str, world: World) -> None:
    who = door(name)
    url = address(template, world)
    if who == EVERYBODY:
        return
    anonymous = dict(answers_to(None, url))
    assert set(anonymous.values()) <= {"302", "401", "refused"}, f"{url} without a sign-in: {anonymous}"
    if who == SIGNED_IN:
        return
    assert isinstance(who, set)
    for role, user in world.people.items():
        if role in who or (who is OWN_DIALOGUE and role == Role.SEEKER):
            assert any(answer != "refused" for _method, answer in answers_to(user, url)), f"{role} cannot use {url}"
        else:
            answers = dict(answers_to(user, url))
            assert set(answers.values()) == {"refused"}, f"{role} got into {url}: {answers}"


@pytest.mark.parametrize("role", ["outsider", *Role.values])
@pytest.mark.django_db(transaction=True)
def test_only_its_seeker_hears_a_dialogue(role: str, world: World) -> None:
    consumers = [pattern.callback.consumer_class for pattern in websocket_urlpatterns]
    assert consumers == [DialogueConsumer, NoSuchSocket], "A new consumer needs its walk here."
    assert first_word(world, world.people[role]) == ("state" if role == Role.SEEKER else "error:not_found")


@pytest.mark.django_db(transaction=True)
def test_nobody_hears_a_dialogue_without_a_sign_in(world: World) -> None:
    assert first_word(world, None) == "error:signed_out"


def first_word(world: World, user: User | None) -> str:
    """The first frame that a socket gets, in short."""
    client = Client()
    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost")]
    if user is not None:
        client.force_login(user)
        headers.append((b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode()))

    async def listen() -> str:
        socket = WebsocketCommunicator(application, f"/ws/dialogues/{world.dialogue.pk}/", headers)
        connected, _code = await socket.connect(timeout=SOCKET_LIMIT)
        assert connected
        await socket.send_json_to({"type": "hello", "since": 0})
        frame = await socket.receive_json_from(timeout=SOCKET_LIMIT)
        await socket.disconnect()
        return f"error:{frame['code']}" if frame["type"] == "error" else str(frame["type"])

    return async_to_sync(listen)()


def test_lists_show_an_outsider_nothing(world: World) -> None:
    client = Client()
    client.force_login(world.people["outsider"])
    for url in ("/projects/", "/play/", "/api/dialogues/", "/api/tasks/open/", "/api/runs/"):
        answer = client.get(url)
        assert answer.status_code == 200
        assert world.task.title not in answer.content.decode()
        assert "/p/study/" not in answer.content.decode()


@pytest.mark.parametrize("model", [Project, Task, Dialogue, Score], ids=lambda model: model.__name__)
def test_no_queryset_shows_an_outsider_anything(model: type, world: World) -> None:
    outsider = world.people["outsider"]
    seen = model.objects.visible_to(outsider)  # type: ignore[attr-defined]
    assert not any("study" in str(getattr(row, "project", row)) for row in seen)


def test_the_administration_is_for_staff(world: World) -> None:
    for user in world.people.values():
        client = Client()
        client.force_login(user)
        assert client.get("/admin/").status_code == 302
