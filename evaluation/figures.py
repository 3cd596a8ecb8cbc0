"""Readings → figures, by the pure aggregation. What takes long to reckon is kept by the content it came from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeVar

from django.core.cache import cache

from dialogues.models import Dialogue, Run
from evaluation.reading import Reading, of_runs, pairs, people_pairs, read, scored, status_counts
from evaluation.scoring import SCORER_VERSION
from evaluation.scoring.aggregate import (
    Estimate,
    Group,
    ScoredDialogue,
    Summary,
    by_depth,
    by_responses,
    by_task_type,
    summarise,
)
from evaluation.scoring.agreement import Agreement, VerdictPair, compare_verdicts
from evaluation.selection import Selection

GROUPINGS: dict[str, Callable[[Iterable[ScoredDialogue]], tuple[Group[Any], ...]]] = {
    "responses": by_responses,
    "type": by_task_type,
    "depth": by_depth,
}
KEPT_FOR = 24 * 3600

T = TypeVar("T")
ResultT = TypeVar("ResultT")


@dataclass(frozen=True)
class Figures:
    """What a set of dialogues comes to. Dialogues without a score are outside n and counted beside."""

    summary: Summary
    aql: tuple[tuple[str, Estimate], ...]
    """AQL by language, since spaces in English and characters in Chinese cannot be averaged together."""
    failed: int
    active: int
    unscored: int
    scorers: tuple[str, ...]
    judges: tuple[str, ...]
    """Whose recorded answers were used; empty: no judge."""


@dataclass(frozen=True)
class RunFigures:
    run: Run
    figures: Figures


def figures_of(readings: Sequence[Reading]) -> Figures:
    beside = status_counts(readings)
    counted = [reading for reading in readings if reading.scored is not None]
    return Figures(
        summary=summary_of(scored(counted)),
        aql=_by_language(counted),
        failed=beside["failed"],
        active=beside["active"],
        unscored=beside["unscored"],
        scorers=tuple(sorted({reading.scorer for reading in counted})),
        judges=tuple(sorted({reading.judge for reading in counted if reading.judge})),
    )


def by_run(readings: Sequence[Reading], runs: Iterable[Run]) -> list[RunFigures]:
    """Each run's figures, in the order of the runs; runs without a selected dialogue are left out."""
    own = [(run, of_runs(readings, [run.pk])) for run in runs]
    return [RunFigures(run, figures_of(some)) for run, some in own if some]


def of_run(run: Run, judge: str | None = None) -> RunFigures:
    """A whole run's figures, by the scores of this judge ("" for none); None: by the best informed scores."""
    selection = Selection(judge="none" if judge == "" else judge or "")
    return RunFigures(run, figures_of(read(Dialogue.objects.filter(run=run), selection)))


def summary_of(dialogues: Sequence[ScoredDialogue]) -> Summary:
    return _kept("summary", tuple(dialogues), summarise)


def groups_of(readings: Sequence[Reading], grouping: str) -> tuple[Group[Any], ...]:
    """Figures by ``responses``, ``type`` or ``depth``."""
    return _kept(f"by {grouping}", tuple(scored(readings)), GROUPINGS[grouping])


def agreement_of(readings: Sequence[Reading]) -> Agreement:
    """People against the automated verdict."""
    return _compared(pairs(readings))


def agreement_of_people(readings: Sequence[Reading]) -> Agreement:
    """Two people against each other, on the dialogues that several judged."""
    return _compared(people_pairs(readings))


def _compared(verdicts: Sequence[VerdictPair]) -> Agreement:
    return _kept("agreement", tuple(verdicts), compare_verdicts)


def _by_language(readings: Sequence[Reading]) -> tuple[tuple[str, Estimate], ...]:
    languages = sorted({reading.language for reading in readings})
    return tuple((lang, summary_of(scored(r for r in readings if r.language == lang)).aql) for lang in languages)


def _kept(name: str, content: tuple[T, ...], reckon: Callable[[tuple[T, ...]], ResultT]) -> ResultT:
    """The result for exactly this content. Nothing goes stale: other content is another key."""
    key = sha256(f"{SCORER_VERSION}|{name}|{content!r}".encode()).hexdigest()
    result: ResultT = cache.get_or_set(f"figures:{key}", lambda: reckon(content), KEPT_FOR)  # type: ignore[assignment]
    return result
