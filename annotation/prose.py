"""Guidelines as people type them, read as headings, lists and paragraphs.

A small part of Markdown, the part that people write by themselves: ``#`` before a heading, ``*``, ``-`` or ``1.``
before a point, ``**`` around what is strong. Everything else is a paragraph, as it stands; nothing is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

Kind = Literal["heading", "subheading", "points", "numbered", "paragraph"]

_STARTS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("heading", re.compile(r"#\s+(?=\S)")),
    ("subheading", re.compile(r"#{2,6}\s+(?=\S)")),
    ("points", re.compile(r"[*\-•]\s+(?=\S)")),
    ("numbered", re.compile(r"\d{1,3}[.)]\s+(?=\S)|\d{1,3}[、．]\s*(?=\S)")),
)
_STRONG = re.compile(r"\*\*(\S(?:[^*]*\S)?)\*\*")


@dataclass(frozen=True)
class Span:
    """A stretch of one line."""

    text: str
    strong: bool = False


@dataclass(frozen=True)
class Block:
    """What stands together. ``lines`` are a list's points, or the lines of a paragraph; a heading has one."""

    kind: Kind
    lines: tuple[tuple[Span, ...], ...]
    first: int = 1
    """The number that a numbered list begins with."""


def blocks(text: str) -> list[Block]:
    """The text in order, a blank line or another kind of line beginning a new block."""
    found: list[Block] = []
    for run, lines in groupby(_read(text), key=lambda line: line.run):
        together = list(lines)
        if run is not None:
            spans = tuple(_spans(line.text) for line in together)
            found.append(Block(together[0].kind, spans, together[0].number))
    return found


@dataclass(frozen=True)
class _Line:
    kind: Kind
    text: str
    run: tuple[int, Kind, int] | None
    """What it shares with the lines of its block; None for a blank line."""
    number: int = 1


def _read(text: str) -> Iterator[_Line]:
    gaps = 0
    for position, raw in enumerate(text.splitlines()):
        line = raw.strip()
        if not line:
            gaps += 1
            yield _Line("paragraph", "", None)
            continue
        kind, said, number = _kind(line)
        alone = position if kind in ("heading", "subheading") else 0
        yield _Line(kind, said, (gaps, kind, alone), number)


def _kind(line: str) -> tuple[Kind, str, int]:
    for kind, start in _STARTS:
        if match := start.match(line):
            number = int(re.sub(r"\D", "", match[0])) if kind == "numbered" else 1
            return kind, line[match.end() :], number
    return "paragraph", line, 1


def _spans(line: str) -> tuple[Span, ...]:
    # re.split with one group alternates: what stands between, what is strong, what stands between, ...
    pieces = _STRONG.split(line)
    return tuple(Span(piece, strong=index % 2 == 1) for index, piece in enumerate(pieces) if piece)
