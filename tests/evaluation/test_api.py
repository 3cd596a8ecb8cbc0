"""Results over REST, with the same access and the same blindness as the pages."""

from __future__ import annotations

import pytest
from django.test import Client

from annotation.models import Project, Role
from evaluation.models import Verdict
from evaluation.services import score_dialogue
from tests import factories
from tests.evaluation import judging

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return factories.project("harbour")


def signed_in(project: Project, role: str = Role.RESEARCHER) -> Client:
    client = Client()
    client.force_login(factories.member(project, role))
    return client


def test_runs_come_with_their_figures(project: Project) -> None:
    inside = judging.run(project, "evening")
    score_dialogue(dialogue=judging.dialogue(project, inside=inside))
    judging.failed_dialogue(project, inside)
    judging.run(factories.project("elsewhere"), "secret")
    listed = signed_in(project).get("/api/runs/").json()
    assert listed["count"] == 1
    run = listed["results"][0]
    assert (run["run"], run["n"], run["success_rate"], run["failed"], run["scorer"], run["judge"]) == (
        "evening",
        1,
        1.0,
        1,
        "clarq 1.0",
        None,
    )
    assert len(run["intervals"]["success_rate"]) == 2


def test_an_empty_run_has_undefined_figures(project: Project) -> None:
    run = judging.run(project, "new")
    answer = signed_in(project).get(f"/api/runs/{run.pk}/").json()
    assert (answer["n"], answer["success_rate"], answer["dialogues"]) == (0, None, [])


def test_runs_are_for_those_who_read_results(project: Project) -> None:
    run = judging.run(project, "evening")
    assert Client().get("/api/runs/").status_code in (401, 403)
    author = signed_in(project, Role.AUTHOR)
    assert author.get("/api/runs/").json()["count"] == 0
    assert author.get(f"/api/runs/{run.pk}/").status_code == 404
    assert signed_in(project).get("/api/runs/?project=elsewhere").json()["count"] == 0


def test_scores_are_refused_to_a_blind_judge_and_given_after_a_verdict(project: Project) -> None:
    dialogue = judging.dialogue(project)
    score_dialogue(dialogue=dialogue)
    client = signed_in(project, Role.VALIDATOR)
    refused = client.get(f"/api/dialogues/{dialogue.pk}/scores/")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "still_blind")
    sent = client.post(f"/api/dialogues/{dialogue.pk}/verdicts/", {"outcome": "failure"}, "application/json")
    assert (sent.status_code, sent.json()["blind"]) == (201, True)
    scores = client.get(f"/api/dialogues/{dialogue.pk}/scores/").json()
    assert scores["scores"][0]["values"]["success"] is True
    assert scores["verdicts"][0]["yours"] is True


@pytest.mark.parametrize("body", [{}, {"outcome": "perhaps"}, {"outcome": "success", "reason": "x" * 5000}])
def test_an_unusable_verdict_is_refused(project: Project, body: dict[str, str]) -> None:
    dialogue = judging.dialogue(project)
    answer = signed_in(project).post(f"/api/dialogues/{dialogue.pk}/verdicts/", body, "application/json")
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "invalid"
    assert not Verdict.objects.exists()


def test_somebody_elses_dialogue_does_not_exist(project: Project) -> None:
    dialogue = judging.dialogue(factories.project("elsewhere"))
    client = signed_in(project)
    assert client.get(f"/api/dialogues/{dialogue.pk}/scores/").status_code == 404
    sent = client.post(f"/api/dialogues/{dialogue.pk}/verdicts/", {"outcome": "success"}, "application/json")
    assert sent.status_code == 404
