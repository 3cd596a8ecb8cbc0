"""Did the seeker get every node? The published decision (paper 000, section V-B), node by node.

Texts first: exact replies, then texts contained in a reply. A judge is asked only for what is left, and only
when some reply contains no node at all, for only such a reply can say a node in other words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from evaluation.scoring.judges import Judge, JudgeQuestion
from evaluation.scoring.texts import language_of, without_closing_marks

Found = Literal["exact", "contained", "judged", "missing", "undecided"]
Decided = Literal["exact", "containment", "judge", "undecided"]


@dataclass(frozen=True)
class RequiredNode:
    """A node below the root; `text` has no speaker prefix and no spaces around it."""

    index: int
    text: str
    purpose: str = ""
    label: str = ""


@dataclass(frozen=True)
class ScoredReply:
    """A provider reply that counts; `position` is its place in the transcript."""

    position: int
    text: str


@dataclass(frozen=True)
class NodeEvidence:
    """Whether and where one node below the root reached the seeker."""

    index: int
    """Counted from 0 among the nodes below the root, in file order."""
    label: str
    text: str
    found: Found
    """`exact`: a reply is this text. `contained`: a reply contains it. `judged`: a judge saw it in other words.
    `missing`: no reply has it. `undecided`: no reply has it, and a judge that could tell was not there."""
    reply_position: int | None = None
    """Place in the transcript of the first reply that contains the text; None where no single reply does."""


@dataclass(frozen=True)
class SuccessDecision:
    success: bool | None
    """None: undecided, because the judge it takes was absent."""
    by: Decided
    evidence: tuple[NodeEvidence, ...]


def decide_success(
    nodes: Sequence[RequiredNode], replies: Sequence[ScoredReply], judge: Judge | None
) -> SuccessDecision:
    """Decide for at least one node. The first node's language says whether letter case matters."""
    ignore_case = language_of(nodes[0].text) == "en"
    wanted = [_folded(node.text, ignore_case) for node in nodes]
    said = [_folded(reply.text, ignore_case) for reply in replies]
    evidence = tuple(_look_up(node, text, replies, said) for node, text in zip(nodes, wanted, strict=True))
    if all(found.found == "exact" for found in evidence):
        return SuccessDecision(True, "exact", evidence)
    if all(found.found != "missing" for found in evidence):
        return SuccessDecision(True, "containment", evidence)
    others = tuple(r.text for r, text in zip(replies, said, strict=True) if not any(_holds(text, w) for w in wanted))
    if not others:
        return SuccessDecision(False, "containment", evidence)
    return _ask(judge, nodes, evidence, others)


def _folded(text: str, ignore_case: bool) -> str:
    return text.lower() if ignore_case else text


def _holds(reply: str, node: str) -> bool:
    return without_closing_marks(node) in without_closing_marks(reply)


def _look_up(node: RequiredNode, wanted: str, replies: Sequence[ScoredReply], said: Sequence[str]) -> NodeEvidence:
    holding = [reply.position for reply, text in zip(replies, said, strict=True) if _holds(text, wanted)]
    if not holding:
        return NodeEvidence(node.index, node.label, node.text, "missing")
    return NodeEvidence(node.index, node.label, node.text, "exact" if wanted in said else "contained", holding[0])


def _ask(
    judge: Judge | None, nodes: Sequence[RequiredNode], evidence: tuple[NodeEvidence, ...], replies: tuple[str, ...]
) -> SuccessDecision:
    """Ask for each missing node in order, up to the first that has no match or no answer."""
    answered = list(evidence)
    for place, (node, found) in enumerate(zip(nodes, evidence, strict=True)):
        if found.found != "missing":
            continue
        match = judge(JudgeQuestion(node.index, node.text, node.purpose, replies)) if judge else None
        if match is None:
            return SuccessDecision(None, "undecided", (*answered[:place], *_undecided(answered[place:])))
        if not match:
            return SuccessDecision(False, "judge", tuple(answered))
        answered[place] = replace(found, found="judged")
    return SuccessDecision(True, "judge", tuple(answered))


def _undecided(rest: Sequence[NodeEvidence]) -> tuple[NodeEvidence, ...]:
    return tuple(replace(found, found="undecided") if found.found == "missing" else found for found in rest)
