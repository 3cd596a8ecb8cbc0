"""Which nodes of the tree choose between which lines of the background. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from annotation.clarq.content import TaskContent

ListName = Literal["items", "skills", "scenes"]
LIST_NAMES: tuple[ListName, ...] = ("items", "skills", "scenes")
UseState = Literal["chosen", "fixed", "loose"]


@dataclass(frozen=True)
class LineUse:
    """`chosen`: the labels decide about this line; `fixed`: nothing else could be meant; `loose`: nobody decides."""

    state: UseState
    labels: tuple[str, ...] = ()


def line_uses(content: TaskContent) -> Mapping[ListName, tuple[LineUse, ...]]:
    """For every line of items, skills and scenes, in order: what the tree does with it."""
    return {name: tuple(LineUse("fixed") for _line in getattr(content, name)) for name in LIST_NAMES}
