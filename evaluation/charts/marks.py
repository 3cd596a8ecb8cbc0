"""The marks that every chart of shares is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evaluation.charts.labels import share_label
from evaluation.scoring.aggregate import Estimate

SMALL_N = 15
"""Below it a point is drawn hollow: too few dialogues to compare."""
GRID = (0.0, 0.25, 0.5, 0.75, 1.0)
CAP = 4.0
"""Half the length of the stroke that closes a whisker."""

Scale = Callable[[float], float]
"""A share between 0 and 1 → a coordinate."""


@dataclass(frozen=True)
class RatePoint:
    """One category and its share; `key` comes back untouched, for the link to the dialogues behind it."""

    label: str
    estimate: Estimate
    key: str = ""


@dataclass(frozen=True)
class GridLine:
    """A line of the scale: its y where shares go upwards, its x where they go to the right."""

    at: str
    label: str


@dataclass(frozen=True)
class OverallLine:
    """The dashed line of all dialogues together, and its share as text."""

    at: str
    label: str


@dataclass(frozen=True)
class PlottedRate:
    """One category, placed. Where the share is undefined there is no dot, no whisker and no value to write."""

    key: str
    label: str
    """Cut where it does not fit; `title` is the whole of it."""
    title: str
    n: int
    defined: bool
    hollow: bool
    x: str
    y: str
    whisker: str
    """Path of the interval and its two caps; empty where there is none."""
    value: str
    value_x: str
    value_y: str


def coordinate(value: float) -> str:
    """An SVG number, to a tenth."""
    return f"{value:.1f}".removesuffix(".0")


def grid(scale: Scale) -> tuple[GridLine, ...]:
    return tuple(GridLine(coordinate(scale(share)), share_label(share)) for share in GRID)


def overall_line(overall: Estimate | None, scale: Scale) -> OverallLine | None:
    """None where nothing is known of all dialogues together."""
    if overall is None or overall.value is None:
        return None
    return OverallLine(coordinate(scale(overall.value)), share_label(overall.value, 3))


def spread(count: int, first: float, last: float) -> Sequence[float]:
    """So many places evenly from first to last; a single one in the middle."""
    if count == 1:
        return [(first + last) / 2]
    return [first + (last - first) * place / (count - 1) for place in range(count)]
