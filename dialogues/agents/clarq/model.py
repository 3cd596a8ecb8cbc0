"""The trained part: how likely an open node answers the statement. Plain Python over `model.json`.

A scorer is a logistic regression over named features. It learnt the provider's walk through the open nodes (Algorithm 1
of paper 000): the probability that the provider stops at a node, having passed over those before it. `model.json` holds
one scorer per variant: ``en``, ``en_lexical`` (no embeddings) and ``zh``; `manage.py train_provider clarq` writes it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

MODEL_FILE = Path(__file__).with_name("model.json")
EXTREME = 4.0
"""Standardised features are held within this many deviations: statements unlike the training's stay sane."""

Mode = Literal["single", "multi"]


@dataclass(frozen=True)
class Scorer:
    """Named feature values to a probability."""

    features: tuple[str, ...]
    centre: tuple[float, ...]
    scale: tuple[float, ...]
    weights: tuple[float, ...]
    intercept: float
    multi_threshold: float
    """From which a multi-info provider says a node."""

    def probability(self, values: Mapping[str, float]) -> float:
        """That the provider stops at this node, between 0 and 1. Missing features count as 0."""
        log_odds = self.intercept
        for name, centre, scale, weight in zip(self.features, self.centre, self.scale, self.weights, strict=True):
            deviation = (values.get(name, 0.0) - centre) / scale
            log_odds += weight * max(-EXTREME, min(EXTREME, deviation))
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, log_odds))))


@dataclass(frozen=True)
class Decision:
    """What a walk through the open nodes comes to."""

    chosen: tuple[int, ...]
    """Places of the nodes to say, in tree order; () for none."""
    scores: tuple[float, ...]
    threshold: float


def decide(stops: Sequence[float], mode: Mode, multi_threshold: float) -> Decision:
    """The most likely end of the walk; `stops` are the stopping probabilities in tree order.

    Single-info: the node at which the walk most likely ends, or none when it more likely ends nowhere. Multi-info:
    every node over its threshold.
    """
    if mode == "multi":
        over = tuple(i for i, stop in enumerate(stops) if stop >= multi_threshold)
        return Decision(over, tuple(stops), multi_threshold)
    ends: list[float] = []
    walking = 1.0
    for stop in stops:
        ends.append(walking * stop)
        walking *= 1 - stop
    best = max(range(len(ends)), key=lambda i: ends[i], default=None)
    chosen = () if best is None or ends[best] < walking else (best,)
    return Decision(chosen, tuple(ends), walking)


def scorer_from_json(value: Mapping[str, Any]) -> Scorer:
    """Read one variant of `model.json`: per feature its weight, centre and scale."""
    features = value["features"]
    return Scorer(
        features=tuple(features),
        centre=tuple(f["centre"] for f in features.values()),
        scale=tuple(f["scale"] for f in features.values()),
        weights=tuple(f["weight"] for f in features.values()),
        intercept=value["intercept"],
        multi_threshold=value["multi_threshold"],
    )


@cache
def model_card() -> Mapping[str, Any]:
    """Everything in `model.json` but the parameters: version, training files with their sha256, figures."""
    return {key: value for key, value in _stored().items() if key != "variants"}


@cache
def scorer(variant: str) -> Scorer:
    """The shipped scorer of a variant: ``en``, ``en_lexical`` or ``zh``. Raises KeyError for another."""
    return scorer_from_json(_stored()["variants"][variant])


@cache
def _stored() -> Mapping[str, Any]:
    stored: Mapping[str, Any] = json.loads(MODEL_FILE.read_text(encoding="utf-8"))
    return stored
