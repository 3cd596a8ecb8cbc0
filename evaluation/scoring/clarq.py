"""The ClarQ score of one dialogue: success, AQD, AQL (paper 000, section V), with its explanation.

Arithmetic is in `texts` and `lengths`, the decision about success in `success`, figures over many dialogues in
`aggregate`; this module turns one transcript into one typed score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.scoring.judges import Judge
from evaluation.scoring.lengths import query_length, words_per_turn
from evaluation.scoring.success import Decided, NodeEvidence, RequiredNode, ScoredReply, SuccessDecision, decide_success
from evaluation.scoring.texts import without_speaker

SCORER_NAME = "clarq"
SCORER_VERSION = "1.0"

ROOT_POSITION = 2
"""Where the root's text is expected: after the provider's opener and the seeker's first turn."""
FIRST_SCORED_POSITION = 4


@dataclass(frozen=True)
class ClarqScore:
    """What one dialogue was worth."""

    success: bool | None
    """Did the seeker get every node? None: undecided, because the judge it takes was absent."""
    by: Decided
    """What decided about `success`; `containment` also stands for failures that leave nothing to judge."""
    aqd: int
    """`q_actual - a_provider`: above 0, more questions than there were answers to find; below 0, fewer."""
    q_actual: int
    a_provider: int
    """Provider responses in the tree, the root included."""
    aql: float | None
    """Mean length of a seeker turn: spaces in English, characters in Chinese. None: the seeker never spoke."""
    words_per_turn: float | None
    evidence: tuple[NodeEvidence, ...]

    @property
    def missing(self) -> tuple[NodeEvidence, ...]:
        """Nodes that the seeker did not get, or may not have got."""
        return tuple(node for node in self.evidence if node.found in ("missing", "undecided"))


def score_dialogue(
    node_texts: Sequence[str],
    purposes: Sequence[str],
    utterances: Sequence[str],
    *,
    judge: Judge | None,
    labels: Sequence[str] = (),
) -> ClarqScore:
    """Score a transcript against its response tree.

    `node_texts` starts with the root, in file order; `purposes` and `labels` are those of the nodes below the
    root, and may be missing. `utterances` alternate, provider at even positions; ``Jax:`` prefixes may stay.
    Without a judge, or where it answers None, a dialogue that needs one is undecided.
    """
    replies = scored_replies(utterances)
    seeker_turns = utterances[1::2]
    decision = _decide(required_nodes(node_texts, purposes, labels), replies, judge, heard=len(utterances))
    q_actual = queries_made(seeker_turns=len(seeker_turns), scored_replies=len(replies))
    return ClarqScore(
        success=decision.success,
        by=decision.by,
        aqd=q_actual - len(node_texts),
        q_actual=q_actual,
        a_provider=len(node_texts),
        aql=query_length(seeker_turns),
        words_per_turn=words_per_turn(seeker_turns),
        evidence=decision.evidence,
    )


def required_nodes(
    node_texts: Sequence[str], purposes: Sequence[str] = (), labels: Sequence[str] = ()
) -> tuple[RequiredNode, ...]:
    """The nodes below the root, which all have to be found."""
    return tuple(
        RequiredNode(
            index,
            without_speaker(text),
            purposes[index] if index < len(purposes) else "",
            labels[index] if index < len(labels) else "",
        )
        for index, text in enumerate(node_texts[1:])
    )


def scored_replies(utterances: Sequence[str]) -> tuple[ScoredReply, ...]:
    """Provider replies at positions 4, 6, 8 …: opener and root are passed over by position, whatever they say."""
    return tuple(
        ScoredReply(position, without_speaker(utterances[position]))
        for position in range(FIRST_SCORED_POSITION, len(utterances), 2)
    )


def queries_made(*, seeker_turns: int, scored_replies: int) -> int:
    """Scored replies and one more, for the question that the root answered (equation 2's Q_actual).

    The published rule counts that one even when the seeker left before the root came. It says nothing about a
    dialogue in which the seeker never spoke; that one has no question.
    """
    return scored_replies + 1 if seeker_turns else 0


def _decide(
    nodes: Sequence[RequiredNode], replies: Sequence[ScoredReply], judge: Judge | None, *, heard: int
) -> SuccessDecision:
    if not nodes:
        # Nothing to clarify, which the published rules never meet: hearing the root is then the whole task.
        return SuccessDecision(heard > ROOT_POSITION, "exact", ())
    return decide_success(nodes, replies, judge)
