"""What the provider measures about one open node when the seeker has spoken.

Every feature has a name and a plain meaning, so that a trace can be read and `model.json` inspected. Two kinds of
likeness are measured in the same way: `lex` (shared terms, weighted by how few nodes of the task use them) and,
for English, `emb` (cosine of sentence embeddings). Levels: a question part against a reading of the node.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from annotation.clarq.content import Language, Node, TaskContent

from .situation import Situation
from .views import NodeViews, views_of
from .wording import (
    asks_for_more,
    is_asking,
    is_confirming,
    is_goodbye,
    is_vague,
    question_parts,
    question_words,
    sentences,
    terms,
)

Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]
Grid = npt.NDArray[np.float64]
"""Rows are units of the statement, columns readings of nodes."""

READINGS = {"lex": ("purpose", "gap", "asks", "note", "text"), "emb": ("asks", "note", "text")}
"""Of a node, per kind of likeness. Embedding costs some 10 ms a text on one core, so only what helps is embedded."""
MOST_PARTS = 16


@dataclass(frozen=True)
class Units:
    """The seeker's line, cut up."""

    parts: tuple[str, ...]
    sentences: tuple[str, ...]
    whole: str


@dataclass(frozen=True)
class Evidence:
    """The features of one open node, and the part of the statement that speaks most for it."""

    label: str
    values: dict[str, float]
    question: str


def evidence_for(situation: Situation, embed: Embed | None) -> tuple[Evidence, ...]:
    """One entry per open node, in tree order; `embed` None leaves the embedding features out."""
    return _Measuring(situation, embed).run()


def texts_to_embed(content: TaskContent) -> tuple[str, ...]:
    """What every reply in this task embeds; embedding it when the dialogue opens makes the first reply quick."""
    if content.language != "en":
        return ()
    views = [views_of(content, node) for node in content.nodes]
    return tuple(dict.fromkeys(getattr(view, name) or view.text for view in views for name in READINGS["emb"]))


def units_of(text: str, language: Language) -> Units:
    """Cut a line up; of a line with very many questions only the first `MOST_PARTS` parts are read."""
    parts = question_parts(text, language)[:MOST_PARTS]
    every = sentences(text, language)
    return Units(parts or (text,), every or (text,), " ".join(every) or text)


@dataclass
class _Measuring:
    """One pass over the open nodes; holds what they share."""

    situation: Situation
    embed: Embed | None
    likeness: dict[str, Callable[[Sequence[str], Sequence[str]], Grid]] = field(default_factory=dict)

    def run(self) -> tuple[Evidence, ...]:
        s = self.situation
        self.language = s.content.language
        self.views = {node.label: views_of(s.content, node) for node in s.content.nodes}
        self.units = units_of(s.statement, self.language)
        self.earlier = [units_of(text, self.language) for text in s.earlier]
        self.before = self.earlier[-1:]
        self.refusals = s.refusals
        self.likeness["lex"] = self._lexical()
        if self.embed is not None:
            self.likeness["emb"] = self._embedded(self.embed)
        self.weights = self.weights_of_terms
        shared = self._statement_features()
        blocks = [self._likeness_block(kind) for kind in self.likeness]
        found = []
        for index, node in enumerate(s.open_nodes):
            values = dict(shared)
            values.update(self._place_features(index, node))
            values.update(self._name_features(self.views[node.label], node))
            for block, best in blocks:
                values.update(block[node.label])
                question = best[node.label]
            values.update(self._question_features(self.views[node.label], question))
            values["refused"] = float(len(self.refusals.get(node.label, ())))
            values["refused_last"] = float(len(s.earlier) - 1 in self.refusals.get(node.label, ()))
            found.append(Evidence(node.label, values, question))
        return tuple(found)

    # likeness

    def _lexical(self) -> Callable[[Sequence[str], Sequence[str]], Grid]:
        readings = [self._all_terms(view) for view in self.views.values()]
        counts: dict[str, int] = {}
        for reading in readings:
            for term in reading:
                counts[term] = counts.get(term, 0) + 1
        total = len(readings)
        unseen = math.log(1 + total / 0.5)
        self.weights_of_terms = {term: math.log(1 + total / count) for term, count in counts.items()}
        weight = self.weights_of_terms

        def mass(found: frozenset[str]) -> float:
            return sum(weight.get(term, unseen * 0.5) for term in found)

        def grid(rows: Sequence[str], columns: Sequence[str]) -> Grid:
            row_terms = [terms(row, self.language) for row in rows]
            column_terms = [terms(column, self.language) for column in columns]
            row_mass = [mass(t) for t in row_terms]
            column_mass = [mass(t) for t in column_terms]
            out = np.zeros((len(rows), len(columns)))
            for i, own in enumerate(row_terms):
                for j, other in enumerate(column_terms):
                    both = own & other
                    if both:
                        out[i, j] = mass(both) / math.sqrt(row_mass[i] * column_mass[j])
            return out

        return grid

    def _all_terms(self, view: NodeViews) -> frozenset[str]:
        return terms(view.text, self.language) | terms(view.purpose, self.language)

    def _embedded(self, embed: Embed) -> Callable[[Sequence[str], Sequence[str]], Grid]:
        wanted: dict[str, int] = {}
        for text in (part for units in (self.units, *self.before) for part in units.parts):
            wanted.setdefault(text, len(wanted))
        for view in self.views.values():
            for reading in READINGS["emb"]:
                wanted.setdefault(getattr(view, reading) or view.text, len(wanted))
        vectors = np.asarray(embed(list(wanted)), dtype=np.float64)

        def grid(rows: Sequence[str], columns: Sequence[str]) -> Grid:
            left = vectors[[wanted[row] for row in rows]]
            right = vectors[[wanted[column] for column in columns]]
            out: Grid = left @ right.T
            return out

        return grid

    def _likeness_block(self, kind: str) -> tuple[dict[str, dict[str, float]], dict[str, str]]:
        s, grid = self.situation, self.likeness[kind]
        labels = [node.label for node in s.content.nodes]
        column = {label: i for i, label in enumerate(labels)}
        opened = [node.label for node in s.open_nodes]
        names = READINGS[kind]
        readings = {r: [getattr(self.views[label], r) or self.views[label].text for label in labels] for r in names}
        parts = {r: grid(self.units.parts, readings[r]) for r in names}
        wide = self._wider_likeness(grid, readings) if kind == "lex" else {}
        combined = _combined(parts)
        earlier = [_combined({r: grid(u.parts, readings[r]) for r in names}).max(axis=0) for u in self.before]
        given = [column[node.label] for node in s.given_nodes]
        locked = [column[node.label] for node in s.locked_nodes]
        out: dict[str, dict[str, float]] = {}
        best: dict[str, str] = {}
        for label in opened:
            j = column[label]
            rivals = [column[o] for o in opened if o != label]
            values = {f"part_{r}": float(parts[r][:, j].max()) for r in names}
            values["part_combined"] = float(combined[:, j].max())
            values["part_mean"] = float(combined[:, j].mean())
            values["last_part"] = float(combined[-1, j])
            values["first_part"] = float(combined[0, j])
            values |= {name: float(row[j]) for name, row in wide.items()}
            values["margin_open"] = _margin(combined, j, rivals)
            values["margin_given"] = _margin(combined, j, given)
            values["margin_locked"] = _margin(combined, j, locked)
            values["margin_root"] = _margin(parts["text"], j, [0])
            values["rank_open"] = float(sum(combined[:, o].max() > combined[:, j].max() for o in rivals))
            values["best_rival"] = float(max((combined[:, o].max() for o in rivals), default=0.0))
            values["before"] = float(earlier[-1][j]) if earlier else 0.0
            values["gain"] = values["part_combined"] - values["before"] if earlier else 0.0
            fresh = self._fresh_parts(label)
            values["part_fresh"] = float(combined[fresh, j].max()) if fresh else 0.0
            values["part_stale"] = values["part_combined"] - values["part_fresh"]
            out[label] = {f"{kind}_{name}": value for name, value in values.items()}
            best[label] = self.units.parts[int(combined[:, j].argmax())]
            if kind == "lex" and combined[:, j].max() == 0:
                best[label] = ""
        return out, best

    def _fresh_parts(self, label: str) -> list[int]:
        """Parts of the statement that were not in one which the provider already refused for this node."""
        stale = {
            terms(part, self.language) for place in self.refusals.get(label, ()) for part in self.earlier[place].parts
        }
        return [
            i
            for i, part in enumerate(self.units.parts)
            if not any(_same(terms(part, self.language), other) for other in stale)
        ]

    def _question_features(self, view: NodeViews, question: str) -> dict[str, float]:
        """How the part that speaks most for the node is put."""
        lang = self.language
        part = terms(question, lang)
        known = {t for label in self.situation.given for t in terms(self.views[label].text, lang)}
        last = {t for label in self.situation.just_given for t in terms(self.views[label].text, lang)}
        answer = terms(view.text, lang) - known
        asks, asked = question_words(view.asks or view.note, lang), question_words(question, lang)
        return {
            "best_answer": len(answer & part) / max(1, len(answer)),
            "best_known": len(part & known) / max(1, len(part)),
            "best_last": len(part & last) / max(1, len(part)),
            "best_terms": math.log1p(len(part)),
            "best_mark": float("?" in question or "？" in question),
            "best_confirming": float(is_confirming(question, lang)),
            "best_more": float(asks_for_more(question, lang)),
            "best_place": self.units.parts.index(question) / len(self.units.parts)
            if question in self.units.parts
            else 1.0,
            "word_shared": float(bool(asks & asked)),
            "word_differs": float(bool(asks and asked and not asks & asked)),
            "yes_no": float(not asked),
        }

    def _wider_likeness(
        self, grid: Callable[[Sequence[str], Sequence[str]], Grid], readings: dict[str, list[str]]
    ) -> dict[str, npt.NDArray[np.float64]]:
        """Of whole sentences, questions or not, and of the whole statement."""
        said = {f"said_{r}": grid(self.units.sentences, readings[r]).max(axis=0) for r in ("purpose", "text", "note")}
        return said | {f"whole_{r}": grid([self.units.whole], readings[r])[0] for r in ("purpose", "text")}

    # the rest

    def _statement_features(self) -> dict[str, float]:
        s, text = self.situation, self.situation.statement
        lang = s.content.language
        asking = [sentence for sentence in self.units.sentences if is_asking(sentence, lang)]
        marks = [x for x in self.units.sentences if "?" in x or "？" in x]
        repeated = 0.0
        if self.before:
            mine, theirs = terms(self.units.whole, lang), terms(self.before[-1].whole, lang)
            repeated = len(mine & theirs) / max(1, len(mine | theirs))
        replies = s.replies
        return {
            "sentences": float(len(self.units.sentences)),
            "asking": float(len(asking)),
            "question_marks": float(len(marks)),
            "asks_nothing": float(not asking),
            "length": math.log1p(len(terms(text, lang))),
            "confirming": float(is_confirming(text, lang)),
            "more": float(asks_for_more(text, lang)),
            "goodbye": float(is_goodbye(text, lang)),
            "vague": float(is_vague(text, lang)),
            "open": float(len(s.open_nodes)),
            "locked": float(len(s.locked_nodes)),
            "given": float(len(s.given_nodes)),
            "given_share": len(s.given_nodes) / max(1, len(s.content.details)),
            "turn": float(len(replies)),
            "empty_replies": float(sum(not nodes for nodes in replies)),
            "last_reply_empty": float(bool(replies) and not replies[-1]),
            "repeated": repeated,
        }

    def _place_features(self, index: int, node: Node) -> dict[str, float]:
        s = self.situation
        parent = s.content.parent_of(node)
        above = parent.label if parent else ""
        return {
            "index": float(index),
            "first": float(index == 0),
            "last": float(index == len(s.open_nodes) - 1),
            "depth": float(s.content.level(node)),
            "parent_just_given": float(above in s.just_given and bool(s.replies)),
            "after_just_given": float(self._follows_last(node)),
            "has_purpose": float(bool(node.purpose)),
            "children": float(len(s.content.children_of(node))),
        }

    def _follows_last(self, node: Node) -> bool:
        order = [n.label for n in self.situation.content.depth_first()]
        places = [order.index(label) for label in self.situation.just_given]
        return bool(places) and order.index(node.label) == max(places) + 1

    def _name_features(self, view: NodeViews, node: Node) -> dict[str, float]:
        lang = self.situation.content.language
        known = {t for label in self.situation.given for t in terms(self.views[label].text, lang)}
        answer = terms(view.text, lang) - known
        asked = [terms(part, lang) for part in self.units.parts]
        said = terms(self.units.whole, lang)
        asked_all = frozenset().union(*asked) if asked else frozenset()
        lines = [terms(line, lang) for line in view.alternatives]
        shared = frozenset.intersection(*lines) if len(lines) > 1 else frozenset()
        own = self._own_terms(view, node)
        return {
            "alternatives": float(len(lines)),
            "alternatives_asked": max((sum(_covers(part, line) for line in lines) for part in asked), default=0)
            / max(1, len(lines)),
            "alternatives_count": float(max((sum(_covers(part, line) for line in lines) for part in asked), default=0)),
            "alternatives_said": sum(_covers(said, line) for line in lines) / max(1, len(lines)),
            "head_asked": float(bool(shared & asked_all)),
            "chosen_said": float(any(_covers(said, terms(line, lang)) for line in view.chosen)),
            "chosen_asked": float(any(_covers(asked_all, terms(line, lang)) for line in view.chosen)),
            "answer_said": len(answer & said) / max(1, len(answer)),
            "answer_asked": len(answer & asked_all) / max(1, len(answer)),
            "own_asked": max((self._share(own, part) for part in asked), default=0.0),
            "own_said": self._share(own, said),
            "part_covered": max(
                (len(part & self._all_terms(view)) / max(1, len(part)) for part in asked if part), default=0.0
            ),
        }

    def _own_terms(self, view: NodeViews, node: Node) -> frozenset[str]:
        """Terms of this node that no other open node has."""
        others = [self._all_terms(self.views[o.label]) for o in self.situation.open_nodes if o.label != node.label]
        return self._all_terms(view).difference(*others)

    @staticmethod
    def _share(own: frozenset[str], found: frozenset[str]) -> float:
        return len(own & found) / max(1.0, math.sqrt(len(own)))


def _combined(parts: dict[str, Grid]) -> Grid:
    """The best of the readings that name the question, the text a little behind."""
    named = [grid for reading, grid in parts.items() if reading in ("purpose", "asks", "note")]
    out: Grid = np.maximum.reduce([*named, 0.9 * parts["text"]])
    return out


def _same(a: frozenset[str], b: frozenset[str]) -> bool:
    return bool(a) and len(a & b) / len(a | b) >= 0.8


def _covers(said: frozenset[str], line: frozenset[str]) -> bool:
    return bool(line) and len(line & said) / len(line) >= 0.6


def _margin(combined: Grid, column: int, rivals: Sequence[int]) -> float:
    """By how much the node wins its best question part against the given rivals (its own score without any)."""
    if not len(rivals):
        return float(combined[:, column].max())
    return float((combined[:, column] - combined[:, list(rivals)].max(axis=1)).max())
