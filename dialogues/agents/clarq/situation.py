"""Where a dialogue stands when the provider has to answer: what is given, open and locked, and what was just asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.clarq.content import ROOT, Node, TaskContent, Utterance


@dataclass(frozen=True)
class Situation:
    """The state of Algorithm 1 (paper 000, section IV-C) before one provider reply."""

    content: TaskContent
    statement: str
    """The seeker's last line; empty when nobody has spoken."""
    earlier: tuple[str, ...]
    """The seeker's lines between the root and `statement`, oldest first."""
    given: tuple[str, ...]
    """Labels said so far, the root included once it was said."""
    just_given: tuple[str, ...]
    """Labels that the provider's last reply said."""
    replies: tuple[tuple[str, ...], ...]
    """Per provider reply after the root: the labels it said."""

    @property
    def refusals(self) -> dict[str, tuple[int, ...]]:
        """Per open node, the places in `earlier` of statements that the provider heard and did not answer with it.

        The provider goes through the open nodes in tree order and stops at the one it says: those before it were
        refused, those behind it were never looked at.
        """
        found: dict[str, list[int]] = {}
        given = [ROOT]
        for place, said in enumerate(self.replies[: len(self.earlier)]):
            labels = [node.label for node in self.content.open_nodes(given)]
            looked_at = labels[: max((labels.index(label) for label in said if label in labels), default=len(labels))]
            for label in looked_at:
                if label not in said:
                    found.setdefault(label, []).append(place)
            given.extend(said)
        return {label: tuple(places) for label, places in found.items()}

    @property
    def open_nodes(self) -> tuple[Node, ...]:
        return self.content.open_nodes(self.given)

    @property
    def given_nodes(self) -> tuple[Node, ...]:
        """In tree order, without the root."""
        return tuple(node for node in self.content.depth_first() if node.label in self.given and node.label != ROOT)

    @property
    def locked_nodes(self) -> tuple[Node, ...]:
        """Nodes whose parent has not been said."""
        reachable = {*self.given, *(node.label for node in self.open_nodes)}
        return tuple(node for node in self.content.depth_first() if node.label not in reachable)


def situation_of(content: TaskContent, turns: Sequence[Utterance]) -> Situation:
    """Read the situation off the dialogue so far; labels the task does not have are ignored."""
    known = {node.label for node in content.nodes}
    replies = [tuple(n for n in turn.nodes if n in known) for turn in turns if turn.speaker == "provider"]
    given = tuple(dict.fromkeys(label for nodes in replies for label in nodes))
    root_turn = next(
        (i for i, turn in enumerate(turns) if turn.speaker == "provider" and ROOT in turn.nodes), len(turns)
    )
    said = [turn.text for turn in turns[root_turn + 1 :] if turn.speaker == "seeker"]
    last = next((turn.text for turn in reversed(turns) if turn.speaker == "seeker"), "")
    after_root = [nodes for turn, nodes in _numbered_replies(turns, replies) if turn > root_turn]
    return Situation(
        content=content,
        statement=last,
        earlier=tuple(said[:-1]),
        given=given,
        just_given=replies[-1] if replies else (),
        replies=tuple(after_root),
    )


def _numbered_replies(
    turns: Sequence[Utterance], replies: Sequence[tuple[str, ...]]
) -> list[tuple[int, tuple[str, ...]]]:
    places = [i for i, turn in enumerate(turns) if turn.speaker == "provider"]
    return list(zip(places, replies, strict=True))
