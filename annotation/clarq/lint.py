"""What an author may want to look at again, as codes with parameters and the spot each belongs to.

Pure. The words for the codes are in `annotation/lint_messages.py`. A hint never keeps anyone from saving: an "error"
is something a finished task cannot have (an empty text), a "hint" something that is usually a slip.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from annotation.clarq.content import Node, TaskContent

Severity = Literal["error", "hint"]
SpotKind = Literal["node", "field", "line", "tree"]


@dataclass(frozen=True)
class Spot:
    """Where a hint belongs.

    node: `uid` and, where only one half of it is meant, `field` (text or purpose); field: `field` (role or goal);
    line: `field` (items, skills or scenes) and `index`; tree: the tree as a whole.
    """

    kind: SpotKind
    uid: str | None = None
    field: str | None = None
    index: int | None = None


@dataclass(frozen=True)
class Hint:
    code: str
    severity: Severity
    spot: Spot
    parameters: Mapping[str, str | int] = field(default_factory=dict)


def lint(content: TaskContent, sister: TaskContent | None = None) -> tuple[Hint, ...]:
    """All hints on a task, the background's first, then the nodes' in tree order.

    `sister` is the same task in the other language, where there is one.
    """
    return (*_empty_fields(content), *_empty_nodes(content))


def _empty_fields(content: TaskContent) -> Iterator[Hint]:
    if not content.role.strip():
        yield Hint("role_empty", "error", Spot("field", field="role"))
    if not content.goal.strip():
        yield Hint("goal_empty", "error", Spot("field", field="goal"))


def _empty_nodes(content: TaskContent) -> Iterator[Hint]:
    for node in content.nodes:
        if not node.text.strip():
            code = "root_empty" if node.parent is None else "text_empty"
            yield Hint(code, "error", _half(node, "text"), {"label": node.label})
        if node.parent is not None and not node.purpose.strip():
            yield Hint("purpose_empty", "hint", _half(node, "purpose"), {"label": node.label})


def _half(node: Node, half: Literal["text", "purpose"]) -> Spot:
    return Spot("node", uid=node.uid, field=half)
