"""What a provider reply is, and why it came out so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

CandidateState = Literal["used", "open", "locked", "given"]
ReplyKind = Literal["opener", "root", "I", "II"]


@dataclass(frozen=True)
class Candidate:
    """One node looked at for this reply."""

    label: str
    score: float
    """Between 0 and 1. Open and used nodes: how likely this node is the answer. Given nodes: how much the statement
    asks for them again. Locked nodes are not measured and score 0."""
    threshold: float
    """What the score must reach for the node to be said: single-info, the probability that no node answers (and the
    highest score wins); multi-info, a fixed one; given nodes, the likeness from which a question is a repetition."""
    state: CandidateState
    evidence: tuple[str, ...] = ()
    """The part of the statement that speaks most for the node, then codes such as ``likeness=0.62``."""


@dataclass(frozen=True)
class Trace:
    """The decision behind one reply, for validators to read and correct."""

    rule: str
    """opener, root, match, match_several, repeat, vague, irrelevant, complete, confirm, no_match or goodbye."""
    candidates: tuple[Candidate, ...] = ()
    """All nodes below the root, in tree order; empty for opener and root."""
    question: str = ""
    """The part of the seeker's statement that decided; empty when none did."""

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values; `from_json` gives an equal object back."""
        return {
            "rule": self.rule,
            "question": self.question,
            "candidates": [
                {
                    "label": c.label,
                    "score": c.score,
                    "threshold": c.threshold,
                    "state": c.state,
                    "evidence": list(c.evidence),
                }
                for c in self.candidates
            ],
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Trace:
        """Read what `to_json` wrote. Raises KeyError or TypeError for anything else."""
        candidates = tuple(
            Candidate(c["label"], c["score"], c["threshold"], c["state"], tuple(c["evidence"]))
            for c in value["candidates"]
        )
        return cls(rule=value["rule"], candidates=candidates, question=value["question"])


@dataclass(frozen=True)
class ProviderReply:
    """One line of the provider. Response I carries the texts of `nodes` to the character (paper 000, IV-B)."""

    text: str
    nodes: tuple[str, ...]
    kind: ReplyKind
    statement_type: int | None
    """The six types of section IV-C; None when the seeker has said nothing, or only goodbye."""
    trace: Trace
