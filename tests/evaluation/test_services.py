"""Scores and verdicts as rows: never overwritten, blind first, refused where they would mean nothing."""

from __future__ import annotations

import pytest
from django.db import transaction

from annotation.errors import InvalidInput, NotAllowed
from annotation.models import Project, Role
from dialogues.endings import announce_end
from dialogues.models import Dialogue, DialogueStatus
from evaluation.errors import MayNotJudge, NotJudgeable, NotScorable, ReasonMissing, StillBlind
from evaluation.models import JudgeAnswer, Reveal, Score, Verdict
from evaluation.services import (
    may_see_scores,
    record_verdict,
    refuse_while_blind,
    reveal,
    reveal_all,
    score_dialogue,
    score_dialogues,
)
from evaluation.tasks import score_unscored
from tests import factories
from tests.evaluation import judging

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return factories.project()


def test_a_score_names_scorer_judge_and_what_was_found(project: Project) -> None:
    score = score_dialogue(dialogue=judging.dialogue(project, given=("1", "2")))
    assert (score.scorer, score.version, score.judge) == ("clarq", "1.0", "")
    assert score.values == {
        "success": False,
        "undecided": False,
        "aqd": -1,
        "q_actual": 3,
        "a_provider": 4,
        "aql": pytest.approx((5 + 5 + 5 + 2) / 4),
        "words_per_turn": pytest.approx((6 + 6 + 6 + 3) / 4),
        "missing": 1,
    }
    assert score.explanation["by"] == "containment"
    found = [(e["label"], e["found"], e["turn"]) for e in score.explanation["evidence"]]
    assert found == [("1", "exact", 5), ("1.1", "missing", None), ("2", "exact", 7)]


def test_scoring_again_adds_nothing_when_nothing_changed(project: Project) -> None:
    dialogue = judging.dialogue(project)
    first = score_dialogue(dialogue=dialogue)
    assert score_dialogue(dialogue=dialogue) == first
    assert Score.objects.count() == 1


def test_a_new_result_is_a_new_row_that_says_why(project: Project) -> None:
    dialogue = judging.dialogue(project)
    first = score_dialogue(dialogue=dialogue)
    Score.objects.filter(pk=first.pk).update(version="0.9")
    second = score_dialogue(dialogue=dialogue)
    assert second.replaces == first
    assert "0.9" in second.reason
    assert list(Score.objects.current()) == [second]
    assert Score.objects.get(pk=first.pk).version == "0.9"


def test_without_a_judge_a_dialogue_that_needs_one_is_undecided(project: Project) -> None:
    score = score_dialogue(dialogue=judging.dialogue(project, given=("1", "1.1"), own_words="Something dark, I think."))
    assert (score.values["success"], score.values["undecided"]) == (None, True)


@pytest.mark.parametrize("match", [True, False])
def test_the_judges_recorded_answer_decides(project: Project, match: bool) -> None:
    dialogue = judging.dialogue(project, given=("1", "1.1"), own_words="Something dark, I think.")
    JudgeAnswer.objects.create(dialogue=dialogue, judge="judge-1", node_index=2, match=match)
    JudgeAnswer.objects.create(dialogue=dialogue, judge="judge-2", node_index=2, match=not match)
    score = score_dialogue(dialogue=dialogue, judge="judge-1")
    assert (score.judge, score.values["success"], score.explanation["by"]) == ("judge-1", match, "judge")


def test_scores_by_two_judges_stand_side_by_side(project: Project) -> None:
    dialogue = judging.dialogue(project)
    score_dialogue(dialogue=dialogue)
    score_dialogue(dialogue=dialogue, judge="judge-1")
    assert Score.objects.current().count() == 2


@pytest.mark.parametrize("status", [DialogueStatus.ACTIVE, DialogueStatus.FAILED])
def test_what_has_not_ended_has_no_score_and_stops_the_whole_batch(project: Project, status: str) -> None:
    ended, other = judging.dialogue(project), judging.dialogue(project)
    Dialogue.objects.filter(pk=other.pk).update(status=status)
    other.refresh_from_db()
    with pytest.raises(NotScorable):
        score_dialogues(dialogues=[ended, other])
    assert Score.objects.count() == 0


def test_many_dialogues_are_scored_in_a_few_queries(project: Project, django_assert_max_num_queries) -> None:
    dialogues = [judging.dialogue(project) for _ in range(12)]
    with django_assert_max_num_queries(8):
        assert len(score_dialogues(dialogues=dialogues)) == 12


@pytest.mark.django_db(transaction=True)
def test_a_dialogue_is_scored_as_it_ends() -> None:
    dialogue = judging.dialogue(factories.project())
    with transaction.atomic():
        announce_end(dialogue.pk)
        assert Score.objects.count() == 0, "not before the ending is committed"
    assert Score.objects.get().dialogue == dialogue


def test_the_sweep_scores_what_a_dead_process_left(project: Project) -> None:
    inside = judging.run(project)
    judging.dialogue(project, inside=inside)
    judging.failed_dialogue(project, inside)
    assert score_unscored() == 1
    assert score_unscored() == 0


def test_a_first_verdict_is_blind(project: Project) -> None:
    validator = factories.member(project, Role.VALIDATOR)
    verdict = record_verdict(dialogue=judging.dialogue(project), person=validator, outcome="success")
    assert verdict.blind
    assert verdict.replaces is None


def test_a_verdict_after_a_look_is_not_blind(project: Project) -> None:
    validator, dialogue = factories.member(project, Role.VALIDATOR), judging.dialogue(project)
    reveal(dialogue=dialogue, person=validator)
    assert not record_verdict(dialogue=dialogue, person=validator, outcome="failure", reason="Too late.").blind


def test_somebody_elses_look_leaves_a_verdict_blind(project: Project) -> None:
    dialogue = judging.dialogue(project)
    reveal(dialogue=dialogue, person=factories.member(project, Role.RESEARCHER))
    validator = factories.member(project, Role.VALIDATOR)
    assert record_verdict(dialogue=dialogue, person=validator, outcome="success").blind


def test_a_second_verdict_needs_a_reason_and_replaces_the_first(project: Project) -> None:
    validator, dialogue = factories.member(project, Role.VALIDATOR), judging.dialogue(project)
    first = record_verdict(dialogue=dialogue, person=validator, outcome="success")
    with pytest.raises(ReasonMissing):
        record_verdict(dialogue=dialogue, person=validator, outcome="failure", reason="  ")
    second = record_verdict(dialogue=dialogue, person=validator, outcome="failure", reason="I overlooked turn 7.")
    assert (second.replaces, second.blind) == (first, False)
    assert [v.outcome for v in Verdict.objects.order_by("pk")] == ["success", "failure"]
    assert list(Verdict.objects.current()) == [second]


def test_the_same_verdict_sent_twice_is_stored_once(project: Project) -> None:
    validator, dialogue = factories.member(project, Role.VALIDATOR), judging.dialogue(project)
    sent = {"dialogue": dialogue, "person": validator, "outcome": "success", "reason": "All came across."}
    assert record_verdict(**sent) == record_verdict(**sent)
    assert Verdict.objects.count() == 1


@pytest.mark.parametrize("role", [Role.AUTHOR, Role.SEEKER, Role.PROVIDER])
def test_other_roles_may_not_judge_or_look(project: Project, role: str) -> None:
    person, dialogue = factories.member(project, role), judging.dialogue(project)
    with pytest.raises(MayNotJudge):
        record_verdict(dialogue=dialogue, person=person, outcome="success")
    with pytest.raises(NotAllowed):
        reveal(dialogue=dialogue, person=person)
    assert not Verdict.objects.exists()
    assert not Reveal.objects.exists()


@pytest.mark.parametrize("status", [DialogueStatus.ACTIVE, DialogueStatus.FAILED])
def test_only_an_ended_dialogue_takes_a_verdict(project: Project, status: str) -> None:
    validator, dialogue = factories.member(project, Role.VALIDATOR), judging.dialogue(project)
    dialogue.status = status
    dialogue.save()
    with pytest.raises(NotJudgeable):
        record_verdict(dialogue=dialogue, person=validator, outcome="success")


@pytest.mark.parametrize(
    ("outcome", "reason"), [("maybe", ""), ("", ""), ("success", "x" * 4001), ("success", "a\x00b")]
)
def test_an_unusable_verdict_is_refused(project: Project, outcome: str, reason: str) -> None:
    validator, dialogue = factories.member(project, Role.VALIDATOR), judging.dialogue(project)
    with pytest.raises(InvalidInput):
        record_verdict(dialogue=dialogue, person=validator, outcome=outcome, reason=reason)
    assert not Verdict.objects.exists()


def test_scores_are_hidden_until_a_verdict_or_a_look(project: Project) -> None:
    dialogue = judging.dialogue(project)
    judge, onlooker = (factories.member(project, role) for role in (Role.VALIDATOR, Role.RESEARCHER))
    assert not may_see_scores(dialogue=dialogue, person=judge)
    with pytest.raises(StillBlind):
        refuse_while_blind(dialogue=dialogue, person=judge)
    record_verdict(dialogue=dialogue, person=judge, outcome="success")
    assert may_see_scores(dialogue=dialogue, person=judge)
    reveal(dialogue=dialogue, person=onlooker)
    assert may_see_scores(dialogue=dialogue, person=onlooker)


def test_a_verdict_given_in_another_role_shows_nothing_once_the_role_is_gone(project: Project) -> None:
    dialogue, person = judging.dialogue(project), factories.member(project, Role.VALIDATOR)
    record_verdict(dialogue=dialogue, person=person, outcome="success")
    person.memberships.update(role=Role.AUTHOR)
    assert not may_see_scores(dialogue=dialogue, person=person)


def test_looking_at_a_list_counts_only_what_was_hidden(project: Project) -> None:
    dialogues = [judging.dialogue(project) for _ in range(3)]
    person = factories.member(project, Role.RESEARCHER)
    record_verdict(dialogue=dialogues[0], person=person, outcome="success")
    assert reveal_all(dialogues=dialogues, person=person) == 2
    assert reveal_all(dialogues=dialogues, person=person) == 0
    assert Verdict.objects.get().blind
