"""The texts under which a node can be asked for: its purpose, taken apart, its own words, and its alternatives.

The alternatives are the lines of the background between which the node chooses: a text that names the North Mine
settles which of the mines (West Mine, North Mine) is meant, so a question about mines, or one that lists them,
asks for that node (paper 000, section III-A).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from annotation.clarq.content import Language, Node, TaskContent

from .wording import terms

_NOTE = re.compile(
    r"\bnote\s*[:：].*?\b(?:noticed|notices|realized|unsure)\b(?: (?:that|the (?:issue|lack|fact)(?: of|"
    r" that)?))?|注\s*[:：]\s*(?:只有|仅)?在?对方(?:已经)?注意到了?",
    re.IGNORECASE,
)
_ENGLISH_ANSWER = re.compile(
    r",?\s*(?:specifying|clarifying|stating|indicating|explaining|namely|i\.e\.)\b", re.IGNORECASE
)
_ENGLISH_ASKS = re.compile(
    r"\bthis (?:response|answer|reply)\b.*?\b(?:question|concern|issue|uncertainty|matter|problem)s?(?: about|"
    r" of| on| regarding)?\b|"
    r"\bthis (?:response|answer|reply) (?:\w+ly )?(?:addresses|explains|clarifies|answers|tells|covers|specifies)\b",
    re.IGNORECASE,
)
_CHINESE_ASKS = re.compile(r"这个回复(?:用于|是)?(?:回答|解答|解决|说明|介绍)?")
_CHINESE_TAIL = re.compile(r"(?:才|就)?(?:需要|能|会)?使用这个回复.*$|才需要这个回复.*$|的(?:疑问|提问|担忧|问题).*$")
_SPEAKER = re.compile(r"^\s*jax\s*[:：]\s*", re.IGNORECASE)
_BRACKETS = re.compile(r"[（(].*?[)）]")

HALF = 0.5
NAMED: dict[Language, float] = {"en": 0.99, "zh": 0.6}
"""The share of a background line's terms that a text must hold to name it; Chinese lines carry verbs."""


@dataclass(frozen=True)
class NodeViews:
    """The readings of one node. Empty when the node has no purpose: `purpose`, `gap`, `asks`, `note`."""

    label: str
    text: str
    purpose: str
    """The whole purpose, without its boilerplate."""
    gap: str
    """What the reply before left unsaid."""
    asks: str
    """The question the node answers, without the answer."""
    note: str
    """What the seeker must have noticed."""
    alternatives: tuple[str, ...]
    """Background lines between which the node chooses, the chosen ones included."""
    chosen: tuple[str, ...]
    """Those of them that the node names."""


@lru_cache(maxsize=4096)
def views_of(content: TaskContent, node: Node) -> NodeViews:
    gap, asks, note = _parts(node.purpose, content.language)
    alternatives, chosen = _alternatives(content, node)
    return NodeViews(
        node.label, _SPEAKER.sub("", node.text).strip(), _join(gap, asks, note), gap, asks, note, alternatives, chosen
    )


def background_names(content: TaskContent) -> tuple[str, ...]:
    """Items, skills and scenes without the remarks in brackets."""
    lines = (*content.items, *content.skills, *content.scenes)
    return tuple(name for name in (_BRACKETS.sub("", line).strip() for line in lines) if name)


def _parts(purpose: str, language: Language) -> tuple[str, str, str]:
    """Gap, question, note. A purpose in the author's own words is all question."""
    body, note = _split_note(purpose.strip())
    marker = (_CHINESE_ASKS if language == "zh" else _ENGLISH_ASKS).search(body)
    if marker is None:
        return "", _without_answer(body, language), note
    return body[: marker.start()].strip(), _without_answer(body[marker.end() :].strip(), language), note


def _split_note(purpose: str) -> tuple[str, str]:
    marker = _NOTE.search(purpose)
    if marker is None:
        return purpose, ""
    return purpose[: marker.start()].strip(), _CHINESE_TAIL.sub("", purpose[marker.end() :]).strip()


def _without_answer(text: str, language: Language) -> str:
    if language == "zh":
        return _CHINESE_TAIL.sub("", text).strip()
    return _ENGLISH_ANSWER.split(text, maxsplit=1)[0].strip()


def _join(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _alternatives(content: TaskContent, node: Node) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines that share a word with a line the node names, and the lines it names."""
    language = content.language
    said = terms(node.text, language)
    rows = [
        tuple(_BRACKETS.sub("", line).strip() for line in part)
        for part in (content.items, content.skills, content.scenes)
    ]
    chosen = [line for row in rows for line in row if _names(said, line, language)]
    if not chosen:
        near = [line for row in rows for line in row if _named_share(said, line, language) >= HALF]
        return tuple(near), ()
    related: dict[str, None] = dict.fromkeys(chosen)
    for row in rows:
        heads = [terms(line, language) for line in row if line in chosen]
        related.update((line, None) for line in row if any(terms(line, language) & head for head in heads))
    return tuple(related), tuple(chosen)


def _names(said: frozenset[str], line: str, language: Language) -> bool:
    return _named_share(said, line, language) >= NAMED[language]


def _named_share(said: frozenset[str], line: str, language: Language) -> float:
    own = terms(line, language)
    return len(own & said) / len(own) if own else 0.0
