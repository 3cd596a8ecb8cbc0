"""Sign-in, the sample accounts' buttons, and the way home."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from annotation.models import Role
from tests.factories import member, person, project

pytestmark = pytest.mark.django_db


@pytest.fixture
def sample_author(settings: LazySettings) -> User:
    settings.DEMO = True
    return person("author")


def press(client: Client, account: str = "author", **headers: str) -> int:
    headers.setdefault("HTTP_HOST", "localhost:8000")
    return client.post(reverse("demo-sign-in"), {"account": account}, **headers).status_code  # type: ignore[arg-type]


def test_in_demo_mode_a_button_signs_in(client: Client, sample_author: User) -> None:
    assert press(client) == 302
    assert client.session["_auth_user_id"] == str(sample_author.pk)


@pytest.mark.parametrize(("asked", "leads_to"), [("/account/", "/account/"), ("https://elsewhere.example/", "/")])
def test_a_button_leads_on_to_the_page_asked_for_and_never_elsewhere(
    client: Client, sample_author: User, asked: str, leads_to: str
) -> None:
    answer = client.post(reverse("demo-sign-in"), {"account": "author", "next": asked}, headers={"host": "localhost"})
    assert answer.headers["Location"] == leads_to


def test_the_buttons_are_on_the_page_in_demo_mode(client: Client, sample_author: User) -> None:
    assert b'value="author"' in client.get(reverse("sign-in"), HTTP_HOST="localhost").content


def test_without_demo_mode_there_is_no_button_and_no_way_in(
    client: Client, sample_author: User, settings: LazySettings
) -> None:
    settings.DEMO = False
    assert b'value="author"' not in client.get(reverse("sign-in")).content
    assert press(client) == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"REMOTE_ADDR": "192.168.1.20"},
        {"HTTP_X_FORWARDED_FOR": "203.0.113.5"},
        {"HTTP_FORWARDED": "for=203.0.113.5"},
        {"HTTP_HOST": "testserver"},
    ],
    ids=["from another machine", "through a proxy", "through a standard proxy", "under another name"],
)
def test_a_browser_elsewhere_cannot_use_the_buttons(
    client: Client, sample_author: User, headers: dict[str, str]
) -> None:
    assert press(client, **headers) == 404
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("account", ["", "nobody", "root", "admin"])
def test_only_sample_accounts_have_a_button(client: Client, sample_author: User, account: str) -> None:
    User.objects.create_superuser("admin", password="a long password")
    assert press(client, account) == 404


def test_a_sample_name_that_became_a_superuser_has_no_button(client: Client, sample_author: User) -> None:
    sample_author.is_superuser = True
    sample_author.save()
    assert press(client) == 404


def test_the_button_needs_a_csrf_token(sample_author: User) -> None:
    assert press(Client(enforce_csrf_checks=True)) == 403


@pytest.mark.parametrize(
    ("roles", "leads_to"),
    [([Role.SEEKER], "play"), ([Role.AUTHOR], "project"), ([Role.SEEKER, Role.AUTHOR], "project"), ([], "projects")],
)
def test_home_is_where_the_persons_work_is(client: Client, roles: list[str], leads_to: str) -> None:
    study = project("study")
    client.force_login(member(study, *roles))
    expected = reverse(leads_to, args=[study.slug]) if leads_to == "project" else reverse(leads_to)
    assert client.get("/").headers["Location"] == expected


def test_a_token_is_shown_once_and_replaces_the_one_before(client: Client) -> None:
    user = person()
    client.force_login(user)
    first = client.post(reverse("account-token"))
    key = user.auth_token.key  # type: ignore[attr-defined]
    assert key.encode() in first.content
    assert key.encode() not in client.get(reverse("account")).content
    client.post(reverse("account-token"))
    assert Client().get("/api/dialogues/", headers={"Authorization": f"Token {key}"}).status_code == 401


def test_the_first_page_is_strict_about_what_it_loads(client: Client) -> None:
    policy = client.get(reverse("sign-in")).headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
