"""What became different between two versions of a task, node by node and word by word. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from annotation.clarq.content import Node, TaskContent
from annotation.clarq.words import CJK

FieldName = Literal["role", "goal", "items", "skills", "scenes", "sample_dialogue"]
FIELDS: tuple[FieldName, ...] = ("role", "goal", "items", "skills", "scenes", "sample_dialogue")
# Chinese is compared by character, everything else by word; spaces stay beside their words.
_WORDS = re.compile(rf"[{CJK}]|[^\W{CJK}]+|\s+|[^\w\s]")


@dataclass(frozen=True)
class Piece:
    """A stretch of text that both versions have, or only one of them."""

    kind: Literal["same", "removed", "added"]
    text: str


@dataclass(frozen=True)
class NodeChange:
    """One node in both versions; `before` is None for a new node, `after` for a deleted one."""

    before: Node | None
    after: Node | None
    moved: bool = False

    @property
    def node(self) -> Node:
        node = self.after or self.before
        assert node is not None
        return node

    @property
    def kind(self) -> Literal["added", "removed", "changed", "moved"]:
        if self.before is None:
            return "added"
        if self.after is None:
            return "removed"
        return "changed" if self.reworded else "moved"

    @property
    def reworded(self) -> bool:
        if self.before is None or self.after is None:
            return False
        return (self.before.text, self.before.purpose) != (self.after.text, self.after.purpose)

    @property
    def text(self) -> tuple[Piece, ...]:
        return marked(self.before.text if self.before else "", self.after.text if self.after else "")

    @property
    def purpose(self) -> tuple[Piece, ...]:
        return marked(self.before.purpose if self.before else "", self.after.purpose if self.after else "")


@dataclass(frozen=True)
class FieldChange:
    name: FieldName
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Changes:
    nodes: tuple[NodeChange, ...]
    """In tree order of the newer version, deleted nodes last."""
    fields: tuple[FieldChange, ...]

    def count(self, kind: str) -> int:
        if kind == "moved":
            return sum(change.moved for change in self.nodes)
        return sum(change.kind == kind for change in self.nodes)

    def __bool__(self) -> bool:
        return bool(self.nodes or self.fields)


def changes_between(before: TaskContent, after: TaskContent) -> Changes:
    """Nodes are matched by uid, so that a moved node with new words is one change. Labels alone are no change."""
    old = {node.uid: node for node in before.nodes}
    new = {node.uid: node for node in after.nodes}
    moved = _moved(before, after)
    nodes = [NodeChange(old.get(node.uid), node, node.uid in moved) for node in after.depth_first()]
    nodes += [NodeChange(node, None) for node in before.depth_first() if node.uid not in new]
    return Changes(
        nodes=tuple(change for change in nodes if change.moved or change.kind != "moved"),
        fields=tuple(
            FieldChange(name, marked(_as_text(before, name), _as_text(after, name)))
            for name in FIELDS
            if getattr(before, name) != getattr(after, name)
        ),
    )


def marked(before: str, after: str) -> tuple[Piece, ...]:
    """The two texts woven together, word by word; without the `added` pieces it reads `before`, and so on."""
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    pieces = []
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            pieces.append(Piece("same", "".join(old[a:b])))
            continue
        pieces += [Piece("removed", "".join(old[a:b]))] if b > a else []
        pieces += [Piece("added", "".join(new[c:d]))] if d > c else []
    return tuple(pieces)


def _as_text(content: TaskContent, name: FieldName) -> str:
    if name == "sample_dialogue":
        return "\n".join(utterance.text for utterance in content.sample_dialogue)
    value = getattr(content, name)
    return value if isinstance(value, str) else "\n".join(value)


def _moved(before: TaskContent, after: TaskContent) -> set[str]:
    """Nodes with another parent, or that changed places with a sibling."""
    old = {node.uid: node.parent for node in before.nodes}
    moved = {node.uid for node in after.nodes if node.uid in old and old[node.uid] != node.parent}
    for node in after.nodes:
        stayed = [child.uid for child in after.children_of(node) if old.get(child.uid) == node.uid]
        moved |= _out_of_order([n.uid for n in before.nodes if n.uid in stayed], stayed)
    return moved


def _out_of_order(before: Sequence[str], after: Sequence[str]) -> set[str]:
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    kept = {uid for block in matcher.get_matching_blocks() for uid in after[block.b : block.b + block.size]}
    return set(after) - kept
