"""Shares of many groups, or of groups with long names, one row each: the 26 task types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.charts.labels import share_label, shortened, text_width
from evaluation.charts.marks import (
    CAP,
    SMALL_N,
    GridLine,
    OverallLine,
    PlottedRate,
    RatePoint,
    Scale,
    coordinate,
    grid,
    overall_line,
)
from evaluation.scoring.aggregate import Estimate

ROW, TOP, FOOT = 24.0, 28.0, 10.0
WIDEST_LABEL = 190.0
LABEL_GAP = 12.0
FIGURES = 96.0
"""Room at the right for the share and n."""
BASELINE = 4.0
"""From the middle of a row to the foot of its text."""


@dataclass(frozen=True)
class RateBars:
    """Categories downwards, shares to the right from 0 to 1."""

    width: str
    height: str
    left: str
    right: str
    top: str
    bottom: str
    grid: tuple[GridLine, ...]
    points: tuple[PlottedRate, ...]
    """Their texts (name, value, n) all stand at `value_y`."""
    overall: OverallLine | None
    label_x: str
    """Where the names end."""
    n_x: str
    """Where the numbers of dialogues end."""
    scale_y: str


def rate_bars(points: Sequence[RatePoint], overall: Estimate | None = None, *, width: float = 640) -> RateBars:
    """Place one row per point; the column of names is as wide as they need, up to WIDEST_LABEL."""
    left = min(WIDEST_LABEL, max((text_width(point.label) for point in points), default=0)) + LABEL_GAP
    right = width - FIGURES
    bottom = TOP + ROW * len(points)

    def x_of(share: float) -> float:
        return left + share * (right - left)

    return RateBars(
        width=coordinate(width),
        height=coordinate(bottom + FOOT),
        left=coordinate(left),
        right=coordinate(right),
        top=coordinate(TOP),
        bottom=coordinate(bottom),
        grid=grid(x_of),
        points=tuple(_plotted(point, TOP + ROW * (row + 0.5), x_of, right) for row, point in enumerate(points)),
        overall=overall_line(overall, x_of),
        label_x=coordinate(left - LABEL_GAP),
        n_x=coordinate(width),
        scale_y=coordinate(TOP - 8),
    )


def _plotted(point: RatePoint, y: float, x_of: Scale, right: float) -> PlottedRate:
    share = point.estimate.value
    return PlottedRate(
        key=point.key,
        label=shortened(point.label, WIDEST_LABEL),
        title=point.label,
        n=point.estimate.n,
        defined=share is not None,
        hollow=point.estimate.n < SMALL_N,
        x=coordinate(x_of(share or 0)),
        y=coordinate(y),
        whisker=_whisker(point.estimate, y, x_of),
        value="" if share is None else share_label(share),
        value_x=coordinate(right + 12),
        value_y=coordinate(y + BASELINE),
    )


def _whisker(estimate: Estimate, y: float, x_of: Scale) -> str:
    if estimate.low is None or estimate.high is None:
        return ""
    start, low, high = (coordinate(value) for value in (y - CAP, x_of(estimate.low), x_of(estimate.high)))
    cap = coordinate(2 * CAP)
    return f"M{low} {coordinate(y)}H{high}M{low} {start}v{cap}M{high} {start}v{cap}"
