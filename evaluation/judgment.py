"""What the page of one dialogue says of its worth: nothing to a blind judge, everything to the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User

from dialogues.models import Dialogue
from evaluation.models import JudgeAnswer, Outcome, Score, Verdict
from evaluation.selection import Selection
from evaluation.services import may_see_scores


@dataclass(frozen=True)
class StandingScore:
    """A score that no other replaces; `history` holds those that it replaced, newest first."""

    score: Score
    history: tuple[Score, ...]

    @property
    def outcome(self) -> str:
        return {True: "success", False: "failure", None: "undecided"}[self.score.values["success"]]


@dataclass(frozen=True)
class JudgeLine:
    label: str
    answer: JudgeAnswer


@dataclass(frozen=True)
class Judgment:
    """Where `seen` is false, the reader is blind and everything but their own verdict is empty."""

    seen: bool
    own: Verdict | None
    scores: tuple[StandingScore, ...] = ()
    """The one that counts in figures comes first."""
    verdicts: tuple[Verdict, ...] = ()
    """Everybody's, newest first, replaced ones included."""
    answers: tuple[JudgeLine, ...] = field(default=())

    @property
    def counting(self) -> StandingScore | None:
        return self.scores[0] if self.scores else None

    @property
    def explanation(self) -> Mapping[str, Any] | None:
        return self.counting.score.explanation if self.counting else None

    @property
    def differs(self) -> bool:
        """Does the reader's own verdict say otherwise than a decided score?"""
        if self.own is None or self.counting is None or self.counting.outcome not in Outcome.values:
            return False
        return self.own.outcome != self.counting.outcome


def judgment(dialogue: Dialogue, person: User, selection: Selection) -> Judgment:
    """The dialogue's scores and verdicts, as far as the person may see them."""
    own = Verdict.objects.current().filter(dialogue=dialogue, person=person).first()
    if not may_see_scores(dialogue=dialogue, person=person):
        return Judgment(seen=False, own=own)
    return Judgment(
        seen=True,
        own=own,
        scores=_standing(dialogue, selection.judge),
        verdicts=tuple(dialogue.verdicts.select_related("person", "replaced_by").order_by("-created_at", "-pk")),
        answers=_answers(dialogue),
    )


def _standing(dialogue: Dialogue, judge: str) -> tuple[StandingScore, ...]:
    every = {score.pk: score for score in dialogue.scores.all()}
    replaced = {score.replaces_id for score in every.values()}
    wanted = "" if judge == "none" else judge
    standing = sorted(
        (score for score in every.values() if score.pk not in replaced),
        key=lambda score: (bool(judge) and score.judge != wanted, not score.judge, -score.pk),
    )
    return tuple(StandingScore(score, _before(score, every)) for score in standing)


def _before(score: Score, every: Mapping[int, Score]) -> tuple[Score, ...]:
    chain: list[Score] = []
    last = score.replaces_id
    while last is not None and last in every:
        chain.append(every[last])
        last = every[last].replaces_id
    return tuple(chain)


def _answers(dialogue: Dialogue) -> tuple[JudgeLine, ...]:
    """The judge's recorded answers, each with the label of its node."""
    labels = [node["label"] for node in dialogue.snapshot["nodes"][1:]]
    return tuple(
        JudgeLine(labels[answer.node_index], answer)
        for answer in dialogue.judge_answers.order_by("judge", "node_index")
        if answer.node_index < len(labels)
    )
