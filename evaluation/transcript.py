"""A dialogue as it is read: every turn with the node texts marked in it, and the tree with the turn of each node.

Turns and snapshot in, plain values out; what the words mean is told apart by `evaluation.wording`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from annotation.clarq.content import ROOT, TaskContent
from annotation.clarq.picture import Row, rows
from dialogues.agents.clarq.trace import Candidate, Trace
from dialogues.models import Turn
from evaluation.scoring.texts import CLOSING_MARKS

BAR = 72.0
"""Width of the bar that shows a candidate's score between 0 and 1."""

Found = Literal["exact", "contained", "judged", "missing", "undecided", ""]


@dataclass(frozen=True)
class Part:
    """A stretch of an utterance; `label` names the node whose text it is, and is empty for other words."""

    text: str
    label: str = ""


@dataclass(frozen=True)
class WeighedNode:
    """A candidate of a decision, with its score as a bar."""

    candidate: Candidate
    bar: str
    cut: str
    """Where on the bar the threshold stands."""


@dataclass(frozen=True)
class TurnLine:
    turn: Turn
    parts: tuple[Part, ...]
    trace: Trace | None
    weighed: tuple[WeighedNode, ...]
    """Candidates that were measured, the likeliest first."""
    locked: tuple[str, ...]
    """Labels of nodes that could not be said yet."""
    reworded: tuple[str, ...]
    """Labels of nodes that the turn is said to carry, and whose text it does not hold."""

    @property
    def chosen(self) -> tuple[WeighedNode, ...]:
        return tuple(node for node in self.weighed if node.candidate.state == "used")

    @property
    def nearest(self) -> WeighedNode | None:
        """What came closest where nothing was chosen."""
        unused = [node for node in self.weighed if node.candidate.state == "open"]
        return None if self.chosen or not unused else unused[0]


@dataclass(frozen=True)
class TreeLine:
    """A node, and the turn in which it was said. `found` is the scorer's finding; empty while it is hidden."""

    row: Row
    turn: int | None
    found: Found
    state: str
    """How its label looks: root, given, open (could have been said) or locked (its parent was never said)."""


def turn_lines(content: TaskContent, turns: Iterable[Turn]) -> list[TurnLine]:
    texts = {node.label: node.text for node in content.nodes}
    return [_line(turn, {label: texts[label] for label in turn.nodes if label in texts}) for turn in turns]


def tree_lines(content: TaskContent, turns: Iterable[Turn], explanation: Mapping[str, Any] | None) -> list[TreeLine]:
    """The tree, depth first. `explanation` is a score's; None hides what the scorer found."""
    said = _first_turns(turns)
    evidence = {entry["label"]: entry["found"] for entry in (explanation or {}).get("evidence", ())}
    can_be_said = {node.label for node in content.open_nodes(said)}
    return [
        TreeLine(
            row=row,
            turn=said.get(row.node.label),
            found=evidence.get(row.node.label, ""),
            state=_state(row.node.label, said, can_be_said),
        )
        for row in rows(content)
    ]


def split_at_nodes(utterance: str, texts: Mapping[str, str]) -> tuple[Part, ...]:
    """The utterance in parts, those that are a node's text marked with its label; joined they are the utterance.

    A text counts whole, but for case and closing marks, which providers change where they join several texts.
    """
    spans = sorted(
        (start, start + length, label)
        for label, text in texts.items()
        for start, length in [_place(utterance, text)]
        if start >= 0
    )
    parts: list[Part] = []
    done = 0
    for start, end, label in spans:
        if start < done:
            continue  # inside a node's text that is marked already
        parts += [Part(utterance[done:start]), Part(utterance[start:end], label)]
        done = end
    return tuple(part for part in (*parts, Part(utterance[done:])) if part.text)


def _place(utterance: str, text: str) -> tuple[int, int]:
    """Where the text starts and how long it is there; (-1, 0) where it is not said."""
    wanted = text.strip()
    for said, sought in ((utterance, wanted), (utterance.lower(), wanted.lower().rstrip(CLOSING_MARKS))):
        # Lower case of a few scripts is longer than the letter, and would shift every place after it.
        if sought and len(said) == len(utterance) and (start := said.find(sought)) >= 0:
            return start, len(sought)
    return -1, 0


def _line(turn: Turn, texts: Mapping[str, str]) -> TurnLine:
    parts = split_at_nodes(turn.text, texts)
    trace = _trace(turn.trace)
    measured = [c for c in trace.candidates if c.state != "locked"] if trace else []
    return TurnLine(
        turn=turn,
        parts=parts,
        trace=trace,
        weighed=tuple(_weighed(c) for c in sorted(measured, key=lambda c: (c.state != "used", -c.score))),
        locked=tuple(c.label for c in trace.candidates if c.state == "locked") if trace else (),
        reworded=tuple(label for label in texts if label not in {part.label for part in parts}),
    )


def _trace(stored: object) -> Trace | None:
    """A stored trace; None for a recorded turn, which has none, and for one of a shape that is no longer known."""
    if not isinstance(stored, Mapping):
        return None
    try:
        return Trace.from_json(stored)
    except (KeyError, TypeError):
        return None


def _weighed(candidate: Candidate) -> WeighedNode:
    score, cut = (f"{BAR * min(1.0, max(0.0, value)):.1f}" for value in (candidate.score, candidate.threshold))
    return WeighedNode(candidate, score, cut)


def _first_turns(turns: Iterable[Turn]) -> dict[str, int]:
    said: dict[str, int] = {}
    for turn in turns:
        for label in turn.nodes:
            said.setdefault(label, turn.seq)
    return said


def _state(label: str, said: Mapping[str, int], can_be_said: Sequence[str] | set[str]) -> str:
    if label == ROOT:
        return "root"
    if label in said:
        return "given"
    return "open" if label in can_be_said else "locked"
