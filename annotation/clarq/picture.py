"""A response tree as a picture and line by line: geometry and order only. Pure.

The picture grows from left to right: a column per level, a row per leaf, a parent in the middle of its children.
"""

from __future__ import annotations

from dataclasses import dataclass

from annotation.clarq.content import Node, TaskContent

COLUMN = 120
ROW = 34
MARGIN = 14
HALF_HEIGHT = 13
AXIS_HEIGHT = 26


@dataclass(frozen=True)
class Mark:
    """A node's place, in user units: the middle at (x, y), the outline `half_width` to either side."""

    node: Node
    level: int
    x: float
    y: float
    half_width: float

    @property
    def left(self) -> float:
        return self.x - self.half_width

    @property
    def right(self) -> float:
        return self.x + self.half_width

    @property
    def top(self) -> float:
        return self.y - HALF_HEIGHT

    @property
    def width(self) -> float:
        return 2 * self.half_width

    @property
    def baseline(self) -> float:
        """Where the label's letters stand."""
        return self.y + 4


@dataclass(frozen=True)
class LevelMark:
    level: int
    x: float


@dataclass(frozen=True)
class Picture:
    width: float
    height: float
    marks: tuple[Mark, ...]
    threads: tuple[str, ...]
    """SVG path data, one from each parent to each of its children."""
    levels: tuple[LevelMark, ...]

    @property
    def axis(self) -> float:
        """Where the names of the levels stand."""
        return self.height - 6


@dataclass(frozen=True)
class Row:
    """A node's line in the tree as nested lists, which are written one after the other, however deep they go."""

    node: Node
    level: int
    position: int
    setsize: int
    has_children: bool
    closes: range
    """As long as the number of lists that end with this line."""


def draw(content: TaskContent) -> Picture:
    """Where every node stands and how the threads run. No nodes give an empty picture."""
    marks = _marks(content)
    by_uid = {mark.node.uid: mark for mark in marks}
    threads = tuple(_thread(by_uid[mark.node.parent], mark) for mark in marks if mark.node.parent is not None)
    depth = max((mark.level for mark in marks), default=0)
    lowest = max((mark.y for mark in marks), default=0)
    return Picture(
        width=max((mark.right for mark in marks), default=0) + MARGIN,
        height=lowest + HALF_HEIGHT + AXIS_HEIGHT,
        marks=marks,
        threads=threads,
        levels=tuple(LevelMark(level, _x(level)) for level in range(depth + 1)) if marks else (),
    )


def rows(content: TaskContent) -> tuple[Row, ...]:
    """The tree line by line, depth first; empty for a task that has none."""
    order = content.depth_first()
    levels = [content.level(node) for node in order]
    siblings = {node.uid: content.children_of(node) for node in order}
    found = []
    for i, node in enumerate(order):
        above = content.parent_of(node)
        family = siblings[above.uid] if above else (node,)
        next_level = levels[i + 1] if i + 1 < len(order) else 0
        ends = 0 if siblings[node.uid] else levels[i] - next_level
        found.append(Row(node, levels[i], family.index(node) + 1, len(family), bool(siblings[node.uid]), range(ends)))
    return tuple(found)


def _marks(content: TaskContent) -> tuple[Mark, ...]:
    heights: dict[str, float] = {}
    next_row = MARGIN + HALF_HEIGHT
    for node in content.depth_first():
        if not content.children_of(node):
            heights[node.uid] = next_row
            next_row += ROW
    for node in reversed(content.depth_first()):
        below = [heights[child.uid] for child in content.children_of(node)]
        if below:
            heights[node.uid] = (below[0] + below[-1]) / 2
    return tuple(
        Mark(node, level, _x(level), heights[node.uid], max(HALF_HEIGHT, 3.6 * len(node.label) + 7))
        for node in content.depth_first()
        for level in [content.level(node)]
    )


def _x(level: int) -> float:
    return MARGIN + 26 + level * COLUMN


def _thread(above: Mark, below: Mark) -> str:
    """A calm curve from the right edge of the parent to the left edge of the child."""
    bend = (above.right + below.left) / 2
    return f"M{above.right:g} {above.y:g}C{bend:g} {above.y:g} {bend:g} {below.y:g} {below.left:g} {below.y:g}"
