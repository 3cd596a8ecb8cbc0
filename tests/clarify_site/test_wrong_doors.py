"""An address that only takes forms, opened like a page: as a browser does after signing in again."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def manager(client: Client) -> Client:
    client.force_login(factories.member(factories.project(), "manager"))
    return client


def test_it_answers_with_a_page_that_leads_on(manager: Client) -> None:
    answer = manager.get(reverse("account-token"), headers={"accept": "text/html"})
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    assert f'href="{reverse("home")}"' in answer.content.decode()


def test_a_program_gets_no_page(manager: Client) -> None:
    assert manager.get(reverse("account-token"), headers={"accept": "application/json"}).content == b""
