"""Figures over many dialogues: rates and means, each with its n and 95% interval, and the same by group.

Rates have Wilson intervals; means have percentile intervals of a seeded bootstrap over tasks, because several
dialogues on one task are not independent. Nothing is invented: no dialogue, no value; one task, no interval.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from evaluation.scoring.clarq import ClarqScore

if TYPE_CHECKING:
    from numpy.typing import NDArray

CONFIDENCE = 0.95
DRAWS = 2_000
SEED = 20_241_126
"""Any fixed number serves: the same dialogues always get the same interval."""
_CELLS_PER_BATCH = 2_000_000
"""Draws times tasks held in memory at once."""

Statistic = Callable[..., Any]
"""Column totals of many draws, one array per column → the statistic of each draw (nan where undefined)."""
KeyT = TypeVar("KeyT", int, str)


@dataclass(frozen=True)
class Estimate:
    """A figure over `n` dialogues. `value` is None where it is undefined, `low` and `high` where no interval is."""

    value: float | None
    low: float | None
    high: float | None
    n: int

    @property
    def bounds(self) -> list[float] | None:
        """Both ends of the interval, as JSON has them; None where there is none."""
        return None if self.low is None or self.high is None else [self.low, self.high]


UNDEFINED = Estimate(None, None, None, 0)


@dataclass(frozen=True)
class ScoredDialogue:
    """What aggregation needs of one scored dialogue; `task` tells dialogues on the same task."""

    task: Hashable
    task_type: str
    responses: int
    """Provider responses in the tree, the root included (Figure 4's axis)."""
    depth: int
    """Levels of the tree below the root."""
    success: bool | None
    aqd: float
    aql: float | None
    words_per_turn: float | None


@dataclass(frozen=True)
class Summary:
    """Dialogues taken together. An undecided one counts as not successful, and is counted beside."""

    n: int
    successes: int
    undecided: int
    success: Estimate
    aqd: Estimate
    aql: Estimate
    """Over the dialogues in which the seeker spoke; its own n says how many."""
    words_per_turn: Estimate


@dataclass(frozen=True)
class Group(Generic[KeyT]):
    key: KeyT
    summary: Summary


def scored_dialogue(score: ClarqScore, *, task: Hashable, task_type: str, depth: int) -> ScoredDialogue:
    return ScoredDialogue(
        task=task,
        task_type=task_type,
        responses=score.a_provider,
        depth=depth,
        success=score.success,
        aqd=score.aqd,
        aql=score.aql,
        words_per_turn=score.words_per_turn,
    )


def summarise(dialogues: Sequence[ScoredDialogue]) -> Summary:
    successes = sum(dialogue.success is True for dialogue in dialogues)
    return Summary(
        n=len(dialogues),
        successes=successes,
        undecided=sum(dialogue.success is None for dialogue in dialogues),
        success=rate(successes, len(dialogues)),
        aqd=_mean_of(dialogues, lambda dialogue: dialogue.aqd),
        aql=_mean_of(dialogues, lambda dialogue: dialogue.aql),
        words_per_turn=_mean_of(dialogues, lambda dialogue: dialogue.words_per_turn),
    )


def by_responses(dialogues: Iterable[ScoredDialogue]) -> tuple[Group[int], ...]:
    """Figure 4: by number of provider responses, ascending; numbers that do not occur are left out."""
    return _grouped(dialogues, lambda dialogue: dialogue.responses)


def by_task_type(dialogues: Iterable[ScoredDialogue]) -> tuple[Group[str], ...]:
    """By task type, in the order in which the types first come."""
    return _grouped(dialogues, lambda dialogue: dialogue.task_type, in_order=False)


def by_depth(dialogues: Iterable[ScoredDialogue]) -> tuple[Group[int], ...]:
    """By levels below the root, ascending."""
    return _grouped(dialogues, lambda dialogue: dialogue.depth)


def rate(successes: int, n: int) -> Estimate:
    """A share with its Wilson interval."""
    if not n:
        return UNDEFINED
    from scipy.stats import binomtest

    interval = binomtest(successes, n).proportion_ci(CONFIDENCE, method="wilson")
    return Estimate(successes / n, float(interval.low), float(interval.high), n)


def mean(values: Sequence[float], tasks: Sequence[Hashable] | None = None) -> Estimate:
    """A mean with its bootstrap interval over `tasks` (one per value; each value its own task when left out)."""
    if not values:
        return UNDEFINED
    value = sum(values) / len(values)
    sums = per_task([(number, 1.0) for number in values], tasks)
    low, high = bootstrap_interval(sums, _ratio)
    return Estimate(value, low, high, len(values))


def per_task(rows: Sequence[tuple[float, ...]], tasks: Sequence[Hashable] | None) -> NDArray[Any]:
    """Column sums of the rows of each task: an array (columns, tasks), tasks in order of appearance."""
    import numpy as np

    names = range(len(rows)) if tasks is None else tasks
    totals: dict[Hashable, NDArray[Any]] = {}
    for name, row in zip(names, rows, strict=True):
        totals[name] = totals.get(name, 0.0) + np.asarray(row, dtype=float)
    return np.stack(list(totals.values()), axis=1)


def bootstrap_interval(sums: NDArray[Any], statistic: Statistic) -> tuple[float | None, float | None]:
    """Percentile interval of a statistic of column sums, over draws of whole tasks with replacement.

    `sums` comes from `per_task`. Draws for which the statistic is undefined (nan) are left out. (None, None) for
    fewer than two tasks, from which nothing about the spread can be learnt, and where no draw is defined.
    """
    import numpy as np

    if sums.shape[1] < 2:
        return None, None
    with np.errstate(invalid="ignore", divide="ignore"):
        drawn = np.concatenate([statistic(*totals) for totals in _drawn_totals(sums)])
    defined = drawn[np.isfinite(drawn)]
    if not defined.size:
        return None, None
    tail = 50 * (1 - CONFIDENCE)
    low, high = np.percentile(defined, (tail, 100 - tail))
    return float(low), float(high)


def _drawn_totals(sums: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """Column totals of DRAWS draws of as many tasks as there are, as arrays (columns, draws)."""
    import numpy as np

    tasks = sums.shape[1]
    rng = np.random.default_rng(SEED)
    batch = max(1, _CELLS_PER_BATCH // tasks)
    for start in range(0, DRAWS, batch):
        drawn = rng.integers(tasks, size=(min(batch, DRAWS - start), tasks))
        yield np.stack([column[drawn].sum(axis=1) for column in sums])


def _ratio(totals: NDArray[Any], counts: NDArray[Any]) -> NDArray[Any]:
    quotient: NDArray[Any] = totals / counts
    return quotient


def _mean_of(dialogues: Sequence[ScoredDialogue], measure: Callable[[ScoredDialogue], float | None]) -> Estimate:
    measured = [(value, dialogue.task) for dialogue in dialogues if (value := measure(dialogue)) is not None]
    return mean([value for value, _ in measured], [task for _, task in measured])


def _grouped(
    dialogues: Iterable[ScoredDialogue], key: Callable[[ScoredDialogue], KeyT], *, in_order: bool = True
) -> tuple[Group[KeyT], ...]:
    groups: dict[KeyT, list[ScoredDialogue]] = {}
    for dialogue in dialogues:
        groups.setdefault(key(dialogue), []).append(dialogue)
    keys = sorted(groups) if in_order else list(groups)
    return tuple(Group(name, summarise(groups[name])) for name in keys)
