"""Whether the seeker asks again for something that was already said (section IV-C, type 4), and whether the
statement has anything to do with the task at all (type 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from annotation.clarq.content import ROOT

from .features import Embed, units_of
from .situation import Situation
from .views import background_names, views_of
from .wording import is_asking, terms

AGAIN = {"emb": 0.6, "lex": 0.34}
"""Likeness of a question to a given node's purpose or text from which it is asked for again. Set by hand on
invented questions: the logs do not say which Response II repeats."""
NEAR = 0.3
"""Cosine to any text of the task from which an English statement without a shared term is still on topic."""


@dataclass(frozen=True)
class Recall:
    """What the given nodes say about the statement."""

    label: str
    """The node asked for again; empty when none is."""
    question: str
    scores: Mapping[str, float]
    """Per given node, the root included."""
    threshold: float
    on_topic: bool


def recall(situation: Situation, embed: Embed | None) -> Recall:
    """Measure the statement against what was said before."""
    content = situation.content
    units = units_of(situation.statement, content.language)
    asking = tuple(part for part in units.parts if is_asking(part, content.language))
    threshold = AGAIN["lex" if embed is None else "emb"]
    given = [node for node in content.depth_first() if node.label in situation.given]
    scores: dict[str, float] = {}
    questions: dict[str, str] = {}
    for node in given:
        view = views_of(content, node)
        readings = [r for r in (view.asks, view.note, view.text) if r]
        grid = _likeness(situation, asking, readings, embed)
        scores[node.label] = float(grid.max(initial=0.0))
        questions[node.label] = asking[int(grid.max(axis=1).argmax())] if grid.size else ""
    detail = {label: score for label, score in scores.items() if label != ROOT}
    best = max(detail, key=lambda label: detail[label], default="")
    label = best if best and detail[best] >= threshold else ""
    return Recall(label, questions.get(label, ""), scores, threshold, _on_topic(situation, embed))


def _likeness(
    situation: Situation, rows: tuple[str, ...], columns: list[str], embed: Embed | None
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    if not rows or not columns:
        return np.zeros((len(rows), len(columns)))
    if embed is not None:
        vectors = np.asarray(embed([*rows, *columns]), dtype=np.float64)
        return np.asarray(vectors[: len(rows)] @ vectors[len(rows) :].T)
    language = situation.content.language
    own, other = [terms(row, language) for row in rows], [terms(column, language) for column in columns]
    return np.array([[_overlap(a, b) for b in other] for a in own], dtype=np.float64)


def _overlap(a: frozenset[str], b: frozenset[str]) -> float:
    return float(len(a & b) / (len(a) * len(b)) ** 0.5) if a and b else 0.0


def _on_topic(situation: Situation, embed: Embed | None) -> bool:
    """Whether the statement shares a term with the task, or (English) means something near to it."""
    content = situation.content
    said = terms(situation.statement, content.language)
    texts = [content.goal, content.role, *background_names(content), *(node.text for node in content.nodes)]
    if any(said & terms(text, content.language) for text in texts):
        return True
    if embed is None or not said:
        return not said
    known = [content.goal, content.root.text]
    grid = _likeness(situation, (situation.statement,), [text for text in known if text], embed)
    return bool(grid.max(initial=0.0) >= NEAR)
