"""From rows to the plain values that are counted: one `Reading` per dialogue, in three queries for any number of them.

No transcript and no snapshot is read here: a list of thousands stays light.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from dialogues.models import Dialogue, DialogueQuerySet, DialogueStatus
from evaluation.models import Score, Verdict
from evaluation.scoring import SCORER_NAME
from evaluation.scoring.aggregate import ScoredDialogue
from evaluation.scoring.agreement import VerdictPair
from evaluation.selection import Ballot, Selection

COLUMNS = (
    "pk",
    "run_id",
    "task_id",
    "log_type",
    "log_index",
    "type",
    "language",
    "responses",
    "depth",
    "status",
    "started_at",
)


@dataclass(frozen=True)
class Reading:
    """One dialogue as it is counted. `scored` is None where no score counts for it."""

    pk: int
    run_id: int | None
    task: Hashable
    """The same for dialogues on the same task; intervals are drawn over it."""
    type: str
    language: str
    responses: int
    depth: int
    status: str
    started_at: datetime
    scored: ScoredDialogue | None
    missing: int
    """Nodes that did not reach the seeker, by the score."""
    scorer: str
    """Name and version of the scorer; empty without a score."""
    judge: str
    ballots: tuple[bool, ...]
    """People's verdicts, oldest first: did the seeker succeed?"""

    @property
    def outcome(self) -> str:
        """The automated verdict: success, failure, undecided; unscored where there is none."""
        if self.scored is None:
            return "unscored"
        return {True: "success", False: "failure", None: "undecided"}[self.scored.success]

    @property
    def human(self) -> str:
        """What people say: success or failure where they are of one mind, split, or none where nobody judged."""
        if not self.ballots:
            return "none"
        return "split" if len(set(self.ballots)) > 1 else "success" if self.ballots[0] else "failure"

    @property
    def human_marks(self) -> frozenset[str]:
        """Every answer to “what do people say?” that this dialogue fits; one with divided people fits several."""
        if not self.ballots:
            return frozenset({"none"})
        said = {"success" if ballot else "failure" for ballot in self.ballots}
        return frozenset({"judged", *said, *({"split"} if len(said) > 1 else ())})

    @property
    def difference_marks(self) -> frozenset[str]:
        """``human_only``: somebody says success and the score failure; ``automated_only``: the other way round."""
        sides = {("success", "failure"): "human_only", ("failure", "success"): "automated_only"}
        marks = {sides[mark, self.outcome] for mark in self.human_marks if (mark, self.outcome) in sides}
        return frozenset({*marks, "any"}) if marks else frozenset()

    @property
    def people(self) -> int:
        """How many people's verdicts count."""
        return len(self.ballots)

    @property
    def pairs(self) -> tuple[VerdictPair, ...]:
        """Each person's verdict beside the automated one, for the 2×2 table; none without a score."""
        if self.scored is None:
            return ()
        return tuple(VerdictPair(ballot, self.scored.success, self.task) for ballot in self.ballots)


def read(dialogues: DialogueQuerySet, selection: Selection) -> list[Reading]:
    """Readings of the selected dialogues among these, in the order in which they were stored."""
    chosen = dialogues.filter(selection.condition).order_by("pk")
    keys = chosen.values("pk")
    scores = _scores(keys, selection.judge)
    ballots = _ballots(keys, selection.ballot)
    readings = [_reading(row, scores.get(row["pk"]), ballots.get(row["pk"], ())) for row in chosen.values(*COLUMNS)]
    return [reading for reading in readings if selection.keeps(reading)]


def of_runs(readings: Iterable[Reading], runs: Iterable[int]) -> list[Reading]:
    wanted = frozenset(runs)
    return [reading for reading in readings if reading.run_id in wanted]


def scored(readings: Iterable[Reading]) -> list[ScoredDialogue]:
    return [reading.scored for reading in readings if reading.scored is not None]


def pairs(readings: Iterable[Reading]) -> list[VerdictPair]:
    """One pair per verdict. A dialogue on which people are divided counts on both sides, and is not left out:
    without the contested ones people and machine would seem to agree better than they do."""
    return [pair for reading in readings for pair in reading.pairs]


def people_pairs(readings: Iterable[Reading]) -> list[VerdictPair]:
    """The first two people's verdicts on each dialogue that several judged, to be compared in the same way."""
    return [VerdictPair(r.ballots[0], r.ballots[1], r.task) for r in readings if len(r.ballots) > 1]


def newest_first(readings: Iterable[Reading]) -> list[Reading]:
    """The order of lists: newest first, and what was imported together in the order of its log."""
    return sorted(readings, key=lambda reading: (-reading.started_at.timestamp(), reading.pk))


def status_counts(readings: Iterable[Reading]) -> Counter[str]:
    """How many failed, go on, or have ended but wait for their score (``unscored``)."""
    return Counter(
        "unscored" if reading.status == DialogueStatus.ENDED else reading.status
        for reading in readings
        if reading.scored is None
    )


def _scores(dialogues: Any, judge: str) -> dict[int, tuple[str, str, dict[str, Any]]]:
    """For each dialogue the score that counts: (scorer and version, judge, values).

    Of several judges' scores that of a named judge counts before one without a judge, and the newest of those.
    """
    wanted = Q(judge="" if judge == "none" else judge) if judge else Q()
    rows = (
        Score.objects.current()
        .filter(wanted, dialogue__in=dialogues, scorer=SCORER_NAME)
        .order_by("pk")
        .values_list("dialogue_id", "judge", "version", "values")
    )
    counting: dict[int, tuple[str, str, dict[str, Any]]] = {}
    for dialogue, named, version, values in rows:
        if named or not counting.get(dialogue, ("", "", {}))[1]:
            counting[dialogue] = (f"{SCORER_NAME} {version}", named, values)
    return counting


def _ballots(dialogues: Any, ballot: Ballot) -> dict[int, tuple[bool, ...]]:
    """Verdicts that count: the blind ones as they were given, or everybody's current one.

    A blind verdict stays in the count when its author later replaced it, for the later one has seen the answer.
    """
    verdicts = Verdict.objects.filter(dialogue__in=dialogues)
    verdicts = verdicts.filter(blind=True) if ballot == "blind" else verdicts.current()
    ballots: dict[int, tuple[bool, ...]] = {}
    for dialogue, outcome in verdicts.order_by("created_at", "pk").values_list("dialogue_id", "outcome"):
        ballots[dialogue] = (*ballots.get(dialogue, ()), outcome == "success")
    return ballots


def _reading(row: dict[str, Any], score: tuple[str, str, dict[str, Any]] | None, ballots: tuple[bool, ...]) -> Reading:
    task = _task_key(row)
    counts = score is not None and row["status"] == DialogueStatus.ENDED
    scorer, judge, values = score if score is not None and counts else ("", "", {})
    return Reading(
        pk=row["pk"],
        run_id=row["run_id"],
        task=task,
        type=row["type"],
        language=row["language"],
        responses=row["responses"],
        depth=row["depth"],
        status=row["status"],
        started_at=row["started_at"],
        scored=_scored(row, task, values) if counts else None,
        missing=values.get("missing", 0),
        scorer=scorer,
        judge=judge,
        ballots=ballots,
    )


def _task_key(row: dict[str, Any]) -> Hashable:
    if row["task_id"] is not None:
        return row["task_id"]
    if row["log_type"] is not None:
        return (row["language"], row["log_type"], row["log_index"])
    return ("dialogue", row["pk"])


def _scored(row: dict[str, Any], task: Hashable, values: dict[str, Any]) -> ScoredDialogue:
    return ScoredDialogue(
        task=task,
        task_type=row["type"],
        responses=row["responses"],
        depth=row["depth"],
        success=values["success"],
        aqd=values["aqd"],
        aql=values["aql"],
        words_per_turn=values["words_per_turn"],
    )


def readable(user: Any, project: Any) -> DialogueQuerySet:
    """The project's dialogues that the person may read with tree and scores."""
    return Dialogue.objects.readable_by(user).filter(project=project)
