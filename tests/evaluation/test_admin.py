"""Administration of scores and verdicts: to look up, never to edit, and blind for staff who judge."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from annotation.models import Role
from evaluation.models import Score
from evaluation.services import record_verdict, score_dialogue
from tests import factories
from tests.evaluation import judging

pytestmark = pytest.mark.django_db

PAGES = ["score", "verdict", "reveal", "judgeanswer"]


@pytest.mark.parametrize("name", PAGES)
def test_a_superuser_looks_up_but_does_not_edit(name: str) -> None:
    client = Client()
    client.force_login(factories.person(is_staff=True, is_superuser=True))
    score_dialogue(dialogue=judging.dialogue(factories.project()))
    assert client.get(f"/admin/evaluation/{name}/").status_code == 200
    assert client.get(f"/admin/evaluation/{name}/add/").status_code == 403


def test_a_score_cannot_be_changed_by_hand() -> None:
    client = Client()
    client.force_login(factories.person(is_staff=True, is_superuser=True))
    score = score_dialogue(dialogue=judging.dialogue(factories.project()))
    address = f"/admin/evaluation/score/{score.pk}/change/"
    assert client.get(address).status_code == 200
    assert client.post(address, {"version": "9"}).status_code == 403
    assert Score.objects.get().version == "1.0"


def test_staff_who_judge_see_no_score_before_their_verdict() -> None:
    project = factories.project()
    dialogue = judging.dialogue(project, title="The hidden one")
    score_dialogue(dialogue=dialogue)
    person = factories.member(project, Role.VALIDATOR)
    person.is_staff = True
    person.save()
    person.user_permissions.add(Permission.objects.get(codename="view_score"))
    client = Client()
    client.force_login(person)
    assert "The hidden one" not in client.get("/admin/evaluation/score/").content.decode()
    record_verdict(dialogue=dialogue, person=person, outcome="success")
    assert "The hidden one" in client.get("/admin/evaluation/score/").content.decode()
