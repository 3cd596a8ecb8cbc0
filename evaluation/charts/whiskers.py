"""The small interval bar beside a figure in a table."""

from __future__ import annotations

from dataclasses import dataclass

from evaluation.charts.marks import coordinate
from evaluation.scoring.aggregate import Estimate

INSET = 4.0
"""The dot's radius: it stays whole at both ends of the scale."""


@dataclass(frozen=True)
class Whisker:
    """A share between 0 and 1 on its scale."""

    width: str
    height: str
    y: str
    x: str
    """The dot's place; empty where the share is undefined."""
    base: str
    """Path of the whole scale."""
    interval: str
    """Path of the interval; empty where there is none."""


def whisker(estimate: Estimate, width: float = 112, height: float = 16) -> Whisker:
    middle = coordinate(height / 2)

    def x_of(share: float) -> str:
        return coordinate(INSET + share * (width - 2 * INSET))

    interval = ""
    if estimate.low is not None and estimate.high is not None:
        interval = f"M{x_of(estimate.low)} {middle}H{x_of(estimate.high)}"
    return Whisker(
        width=coordinate(width),
        height=coordinate(height),
        y=middle,
        x="" if estimate.value is None else x_of(estimate.value),
        base=f"M{x_of(0)} {middle}H{x_of(1)}",
        interval=interval,
    )
