"""Teach the built-in provider from published logs, and say how well it learnt.

A logged provider reply teaches about the open nodes it looked at: single-info providers stop at the first that fits, so
the nodes behind the one said teach nothing; multi-info providers judge them all. Beside the logged statements the
scorer sees the same ones without purposes (drafts have none) and statements of other tasks (no node answers them).
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dialogues.agents.clarq.features import Embed, Evidence, evidence_for
from dialogues.agents.clarq.model import EXTREME, Mode, Scorer, decide, scorer_from_json
from dialogues.agents.clarq.situation import Situation, situation_of
from dialogues.agents.clarq.wording import question_parts

from .logs import LoggedDialogue, provider_kind, provider_turns, read_log

VARIANTS = ("en", "en_lexical", "zh")
FOLDS = 5
STRENGTHS = {"en": 0.03, "en_lexical": 0.01, "zh": 0.003}
"""Inverse regularisation per variant, strong throughout: the features overlap and the logs are few."""
MULTI_THRESHOLD = 0.5
BARE_WEIGHT = 0.7
FOREIGN_WEIGHTS = {"en": 0.03, "zh": 0.12}
"""Small: logs hold hardly a statement that is foreign to its task, people type them now and then. Without embeddings to
tell the foreign by, Chinese needs more of them."""
MODEL_VERSION = "1"


@dataclass(frozen=True)
class Lesson:
    """One statement with what a provider did; `used` may be empty."""

    group: int
    """The task type: folds never share one."""
    kind: str
    """single_info or multi_info."""
    situation: Situation
    used: tuple[str, ...]
    weight: float = 1.0
    logged: bool = True
    """False for lessons made from logged ones: they teach, but no figure counts them."""


@dataclass(frozen=True)
class Measured:
    """A lesson with the features of its open nodes."""

    lesson: Lesson
    evidence: tuple[Evidence, ...]


def logged_lessons(dialogues: Iterable[LoggedDialogue], kind: str) -> list[Lesson]:
    """Every provider turn of a log at which something was open."""
    lessons = []
    for dialogue in dialogues:
        for turn in provider_turns(dialogue):
            if turn.open_nodes:
                situation = situation_of(dialogue.content, dialogue.utterances[: turn.position])
                lessons.append(Lesson(dialogue.type_index, kind, situation, turn.used_nodes))
    return lessons


def made_lessons(lessons: Sequence[Lesson], seed: int = 7) -> list[Lesson]:
    """Two lessons derived from each logged one: without purposes, and with a statement that does not belong."""
    dice = random.Random(seed)  # noqa: S311 - reproducible, nothing secret
    made: list[Lesson] = []
    for lesson in lessons:
        bare = replace(lesson, situation=_without_purposes(lesson.situation), weight=BARE_WEIGHT, logged=False)
        stranger = dice.choice(lessons)
        made.append(bare)
        if stranger.group != lesson.group:
            made.append(_foreign(dice.choice((lesson, bare)), stranger.situation.statement, dice))
    return made


def measure(lessons: Sequence[Lesson], embed: Embed | None) -> list[Measured]:
    """The features of every lesson; texts are embedded all at once, which is several times faster than one by one."""
    if embed is None:
        return [Measured(lesson, evidence_for(lesson.situation, None)) for lesson in lessons]
    known = embedded_in_one_go((lesson.situation for lesson in lessons), embed)
    return [Measured(lesson, evidence_for(lesson.situation, known)) for lesson in lessons]


def embedded_in_one_go(situations: Iterable[Situation], embed: Embed) -> Embed:
    """An `Embed` that has embedded everything these situations will ask for."""
    recorder = _Recorder()
    for situation in situations:
        evidence_for(situation, recorder)
    texts = sorted(recorder.texts, key=len)
    vectors = dict(zip(texts, embed(texts), strict=True))
    return lambda wanted: [vectors[text] for text in wanted]


def fit(measured: Sequence[Measured], variant: str) -> dict[str, Any]:
    """One variant of `model.json` from lessons of one language. Features are those of the first lesson."""
    from sklearn.linear_model import LogisticRegression  # training only: the product runs without scikit-learn

    names = sorted(measured[0].evidence[0].values)
    rows, answers, weights = _table(measured, names)
    centre, scale = rows.mean(axis=0), rows.std(axis=0)
    scale[scale < 1e-9] = 1.0
    standard = np.clip((rows - centre) / scale, -EXTREME, EXTREME)
    model = LogisticRegression(C=STRENGTHS[variant], max_iter=2000).fit(standard, answers, sample_weight=weights)
    features = {
        name: {"weight": round(float(w), 5), "centre": round(float(c), 5), "scale": round(float(s), 5)}
        for name, w, c, s in zip(names, model.coef_[0], centre, scale, strict=True)
    }
    return {"intercept": round(float(model.intercept_[0]), 5), "multi_threshold": MULTI_THRESHOLD, "features": features}


@dataclass(frozen=True)
class Held:
    """A lesson with what a scorer that never saw its task type would say."""

    lesson: Lesson
    said: tuple[str, ...]


def cross_validated(measured: Sequence[Measured], variant: str) -> list[Held]:
    """For every logged lesson the answer of a scorer fitted without the task types of its fold."""
    held: list[Held] = []
    for types in folds({m.lesson.group for m in measured}):
        scorer = scorer_from_json(fit([m for m in measured if m.lesson.group not in types], variant))
        held += [answered(m, scorer) for m in measured if m.lesson.logged and m.lesson.group in types]
    return held


def folds(groups: Iterable[int]) -> list[frozenset[int]]:
    """The task types dealt out in turn, so that neighbours, which are alike, are apart."""
    ordered = sorted(groups)
    return [frozenset(ordered[i::FOLDS]) for i in range(FOLDS) if ordered[i::FOLDS]]


def answered(measured: Measured, scorer: Scorer) -> Held:
    """What the provider of the lesson's kind would say."""
    stops = [scorer.probability(evidence.values) for evidence in measured.evidence]
    mode: Mode = "multi" if measured.lesson.kind == "multi_info" else "single"
    chosen = decide(stops, mode, scorer.multi_threshold).chosen
    return Held(measured.lesson, tuple(measured.evidence[i].label for i in chosen))


def agreement(held: Sequence[Held]) -> float | None:
    """The share of turns at which exactly the same nodes (or none) were said; None without turns."""
    return sum(set(h.said) == set(h.lesson.used) for h in held) / len(held) if held else None


def train(paths: Sequence[Path], embed: Embed | None, tell: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """The whole of `model.json` from result files, with its cross-validated figures. Raises LogError."""
    lessons: dict[str, list[tuple[str, Lesson]]] = {"en": [], "zh": []}
    for path in paths:
        dialogues = read_log(path)
        language = dialogues[0].language if dialogues else "en"
        found = logged_lessons(dialogues, provider_kind(dialogues))
        lessons[language] += [(path.name, lesson) for lesson in found]
        tell(f"{path.name}: {len(found)} provider turns with something open")
    model: dict[str, Any] = {
        "version": MODEL_VERSION,
        "trained_on": [{"file": path.name, "sha256": sha256_of(path)} for path in paths],
        "cross_validation": [],
        "variants": {},
    }
    for variant in VARIANTS:
        embedding = embed if variant == "en" else None
        own = lessons[variant[:2]]
        if not own or (variant == "en" and embed is None):
            continue
        _add_variant(model, variant, own, embedding, tell)
    return model


def _add_variant(
    model: dict[str, Any],
    variant: str,
    own: Sequence[tuple[str, Lesson]],
    embed: Embed | None,
    tell: Callable[[str], None],
) -> None:
    logged = [lesson for _, lesson in own]
    measured = measure([*logged, *made_lessons(logged)], embed)
    model["variants"][variant] = fit(measured, variant)
    held = cross_validated(measured, variant)
    files = {id(lesson): name for name, lesson in own}
    for name in dict.fromkeys(files.values()):
        mine = [h for h in held if files[id(h.lesson)] == name]
        figure = {"variant": variant, "file": name, "provider": mine[0].lesson.kind, "n": len(mine)}
        figure["accuracy"] = round(agreement(mine) or 0.0, 4)
        model["cross_validation"].append(figure)
        tell(f"{variant:10} {name}: {figure['accuracy']:.4f} of {len(mine)} turns, {FOLDS} folds by task type")


def sha256_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


class _Recorder:
    """An `Embed` that only notes the texts it is asked for."""

    def __init__(self) -> None:
        self.texts: dict[str, None] = {}

    def __call__(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        self.texts.update(dict.fromkeys(texts))
        return np.zeros((len(texts), 1)).tolist()


def _table(
    measured: Sequence[Measured], names: Sequence[str]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.float64]]:
    """Feature rows, whether the provider stopped there, and weights: the nodes that it looked at."""
    rows, answers, weights = [], [], []
    for m in measured:
        for evidence in m.evidence:
            used = evidence.label in m.lesson.used
            rows.append([evidence.values[name] for name in names])
            answers.append(used)
            weights.append(m.lesson.weight)
            if used and m.lesson.kind == "single_info":
                break
    return np.array(rows), np.array(answers), np.array(weights)


def _without_purposes(situation: Situation) -> Situation:
    nodes = tuple(replace(node, purpose="") for node in situation.content.nodes)
    return replace(situation, content=replace(situation.content, nodes=nodes))


def _foreign(lesson: Lesson, statement: str, dice: random.Random) -> Lesson:
    """The same situation, in which the seeker says what belongs to another task."""
    language = lesson.situation.content.language
    said = dice.choice([statement, dice.choice(question_parts(statement, language) or (statement,))])
    situation = replace(lesson.situation, statement=said)
    return replace(lesson, situation=situation, used=(), weight=FOREIGN_WEIGHTS[language], logged=False)
