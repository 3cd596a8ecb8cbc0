"""Whether a Response II gives away what the seeker has not earned (paper 000, section IV-B).

A reply leaks a node that was not yet said when it contains the node's text, when the node's text contains the
reply, or when it holds most of the words that only that node says. Texts already said are taken out of the reply
first: saying them again gives nothing away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from annotation.clarq.content import TaskContent

from .wording import terms

SIMILAR = 0.6
"""The share of a node's own terms that a reply may not reach."""
FEWEST_OWN_TERMS = 2
"""Below this many own terms a share says nothing; containment still guards the node."""
SHORTEST_QUOTE = 12
"""A reply of fewer characters that happens to stand inside a node's text is no quotation."""

_SPEAKER = re.compile(r"^\s*jax\s*[:：]\s*", re.IGNORECASE)
_SPACES = re.compile(r"\s+")
_MARKS = "，。？！；：、,.?!;:…\"'“”‘’ "


@dataclass(frozen=True)
class Leak:
    """One node that a reply gives away, and how."""

    label: str
    how: Literal["contains", "contained", "similar"]
    share: float
    """Of the node's own terms found in the reply; 1 for containment."""


def leaks(reply: str, content: TaskContent, given: Iterable[str]) -> tuple[Leak, ...]:
    """The nodes outside `given` that `reply` gives away, in tree order; () for a safe reply."""
    said = set(given)
    rest = _without_said(_plain(reply), [_plain(node.text) for node in content.nodes if node.label in said])
    known = _known_terms(content, said)
    found = (
        _leak(rest, node.label, node.text, content, known) for node in content.depth_first() if node.label not in said
    )
    return tuple(leak for leak in found if leak is not None)


def _leak(rest: str, label: str, text: str, content: TaskContent, known: frozenset[str]) -> Leak | None:
    plain = _plain(text)
    if not plain or not rest:
        return None
    if plain in rest:
        return Leak(label, "contains", 1.0)
    if len(rest) >= SHORTEST_QUOTE and rest in plain:
        return Leak(label, "contained", 1.0)
    own = terms(plain, content.language) - known
    share = len(own & terms(rest, content.language)) / len(own) if own else 0.0
    if len(own) >= FEWEST_OWN_TERMS and share >= SIMILAR:
        return Leak(label, "similar", share)
    return None


def _known_terms(content: TaskContent, said: set[str]) -> frozenset[str]:
    """Terms that the seeker has from the texts said so far and from the goal: they give nothing away."""
    texts = [content.role, content.goal, *(node.text for node in content.nodes if node.label in said)]
    return frozenset().union(*(terms(_plain(text), content.language) for text in texts))


def _without_said(reply: str, texts: list[str]) -> str:
    for text in sorted(filter(None, texts), key=len, reverse=True):
        reply = reply.replace(text, " … ")
    return reply.strip(_MARKS)


def _plain(text: str) -> str:
    return _SPACES.sub(" ", _SPEAKER.sub("", text)).strip().casefold().strip(_MARKS)
