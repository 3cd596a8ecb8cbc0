"""Human against automated verdicts: the 2×2 table, agreement, and Cohen's kappa beyond chance.

Kappa is undefined, not 1 and not 0, where a side gave the same verdict every time: such verdicts cannot show
whether the two agree by more than chance.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from evaluation.scoring.aggregate import Estimate, bootstrap_interval, per_task, rate

if TYPE_CHECKING:
    from numpy.typing import NDArray

WhyUndefined = Literal["no_pairs", "human_constant", "automated_constant"]


@dataclass(frozen=True)
class VerdictPair:
    """Two verdicts on one dialogue; an automated None is undecided."""

    human: bool
    automated: bool | None
    task: Hashable
    """Tells dialogues on the same task, for the interval."""


@dataclass(frozen=True)
class Agreement:
    """The table over `n` decided pairs, and what it says."""

    both_success: int
    human_only: int
    """The person says success, the machine failure."""
    automated_only: int
    both_failure: int
    undecided: int
    """Pairs left out, because the automated side has no verdict to compare."""
    agreement: Estimate
    """Share of equal verdicts, Wilson interval."""
    kappa: Estimate
    """Bootstrap interval over tasks; draws in which kappa is undefined are left out."""
    kappa_undefined: WhyUndefined | None
    """Why `kappa` has no value; None when it has one."""

    @property
    def n(self) -> int:
        return self.both_success + self.human_only + self.automated_only + self.both_failure


def compare_verdicts(pairs: Sequence[VerdictPair]) -> Agreement:
    decided = [pair for pair in pairs if pair.automated is not None]
    cells = [_cells(pair) for pair in decided]
    both_success, human_only, automated_only, both_failure = (
        sum(int(row[column]) for row in cells) for column in range(4)
    )
    reason = _why_undefined(both_success, human_only, automated_only, both_failure)
    return Agreement(
        both_success=both_success,
        human_only=human_only,
        automated_only=automated_only,
        both_failure=both_failure,
        undecided=len(pairs) - len(decided),
        agreement=rate(both_success + both_failure, len(decided)),
        kappa=_kappa_estimate(cells, [pair.task for pair in decided], defined=reason is None),
        kappa_undefined=reason,
    )


def _cells(pair: VerdictPair) -> tuple[float, float, float, float]:
    """One where the pair falls in the table, in the order of Agreement's fields; zero elsewhere."""
    human, automated = pair.human, bool(pair.automated)
    return (
        float(human and automated),
        float(human and not automated),
        float(automated and not human),
        float(not human and not automated),
    )


def _why_undefined(both_success: int, human_only: int, automated_only: int, both_failure: int) -> WhyUndefined | None:
    if not both_success + human_only + automated_only + both_failure:
        return "no_pairs"
    if 0 in (both_success + human_only, automated_only + both_failure):
        return "human_constant"
    if 0 in (both_success + automated_only, human_only + both_failure):
        return "automated_constant"
    return None


def _kappa_estimate(
    cells: Sequence[tuple[float, float, float, float]], tasks: Sequence[Hashable], *, defined: bool
) -> Estimate:
    if not defined:
        return Estimate(None, None, None, len(cells))
    sums = per_task(cells, tasks)
    low, high = bootstrap_interval(sums, _kappa)
    return Estimate(float(_kappa(*sums.sum(axis=1))), low, high, len(cells))


def _kappa(
    both_success: NDArray[Any], human_only: NDArray[Any], automated_only: NDArray[Any], both_failure: NDArray[Any]
) -> NDArray[Any]:
    """Cohen's kappa of many tables at once, nan where a side is constant.

    Written out rather than taken from scikit-learn, whose function takes one pair of label lists at a time: the
    bootstrap needs 2,000 tables. A test holds the two equal.
    """
    import numpy as np

    n = both_success + human_only + automated_only + both_failure
    human, automated = (both_success + human_only) / n, (both_success + automated_only) / n
    observed = (both_success + both_failure) / n
    expected = human * automated + (1 - human) * (1 - automated)
    constant = (human * (1 - human) == 0) | (automated * (1 - automated) == 0)
    kappa: NDArray[Any] = np.where(constant, np.nan, (observed - expected) / np.where(constant, 1, 1 - expected))
    return kappa
