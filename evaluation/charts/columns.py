"""Shares of a few ordered groups, side by side: Figure 4 of the paper, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.charts.labels import share_label, shortened
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
    spread,
)
from evaluation.scoring.aggregate import Estimate

HEIGHT = 272.0
TOP, BOTTOM = 14.0, 218.0
LEFT, RIGHT_MARGIN, SIDE = 40.0, 16.0, 32.0
VALUE_OFFSET = (9.0, -6.0)
"""From a dot to the foot of its value, clear of the whisker."""
HIGHEST_TEXT = 12.0
"""Foot of a text that still stands whole inside the frame."""


@dataclass(frozen=True)
class RateChart:
    """Categories along the bottom, shares upwards from 0 to 1."""

    width: str
    height: str
    left: str
    right: str
    bottom: str
    grid: tuple[GridLine, ...]
    points: tuple[PlottedRate, ...]
    line: str
    """Path through the dots, broken where a category has no share; empty for fewer than two dots."""
    overall: OverallLine | None
    scale_x: str
    """Where the scale's labels end."""
    label_y: str
    n_y: str
    title_x: str
    title_y: str


def rate_chart(points: Sequence[RatePoint], overall: Estimate | None = None, *, width: float = 600) -> RateChart:
    """Place the points, with whiskers, hollow under SMALL_N, and the line of all dialogues."""
    right = width - RIGHT_MARGIN
    columns = spread(len(points), LEFT + SIDE, right - SIDE)
    room = (columns[1] - columns[0] if len(points) > 1 else right - LEFT) - 8
    return RateChart(
        width=coordinate(width),
        height=coordinate(HEIGHT),
        left=coordinate(LEFT),
        right=coordinate(right),
        bottom=coordinate(BOTTOM),
        grid=grid(_y),
        points=tuple(_plotted(point, x, room) for point, x in zip(points, columns, strict=True)),
        line=_line([(x, point.estimate.value) for point, x in zip(points, columns, strict=True)]),
        overall=overall_line(overall, _y),
        scale_x=coordinate(LEFT - 8),
        label_y=coordinate(BOTTOM + 18),
        n_y=coordinate(BOTTOM + 34),
        title_x=coordinate((LEFT + right) / 2),
        title_y=coordinate(HEIGHT - 6),
    )


def _y(share: float) -> float:
    return BOTTOM - share * (BOTTOM - TOP)


def _plotted(point: RatePoint, x: float, room: float) -> PlottedRate:
    share = point.estimate.value
    y = _y(share or 0)
    return PlottedRate(
        key=point.key,
        label=shortened(point.label, room),
        title=point.label,
        n=point.estimate.n,
        defined=share is not None,
        hollow=point.estimate.n < SMALL_N,
        x=coordinate(x),
        y=coordinate(y),
        whisker=_whisker(point.estimate, x, _y),
        value="" if share is None else share_label(share),
        value_x=coordinate(x + VALUE_OFFSET[0]),
        value_y=coordinate(max(y + VALUE_OFFSET[1], HIGHEST_TEXT)),
    )


def _whisker(estimate: Estimate, x: float, y_of: Scale) -> str:
    if estimate.low is None or estimate.high is None:
        return ""
    start, low, high = (coordinate(value) for value in (x - CAP, y_of(estimate.low), y_of(estimate.high)))
    cap = coordinate(2 * CAP)
    return f"M{coordinate(x)} {low}V{high}M{start} {low}h{cap}M{start} {high}h{cap}"


def _line(places: Sequence[tuple[float, float | None]]) -> str:
    if sum(share is not None for _, share in places) < 2:
        return ""
    path, pen = "", "M"
    for x, share in places:
        if share is None:
            pen = "M"
            continue
        path += f"{pen}{coordinate(x)} {coordinate(_y(share))}"
        pen = "L"
    return path
