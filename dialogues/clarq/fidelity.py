"""How far the built-in provider agrees with the provider of a published log, turn by turn.

Teacher-forced: at every provider turn the dialogue stands as the log has it, so one disagreement does not spoil the
turns behind it. Turns at which nothing was open are counted apart: there is nothing to decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from annotation.clarq.content import Language, TaskContent, Utterance
from dialogues.agents.clarq import Embed, model_card, provider_reply
from dialogues.agents.clarq.model import Mode
from dialogues.agents.clarq.situation import situation_of

from .logs import LogError, LoggedDialogue, provider_kind, provider_turns, read_log
from .training import embedded_in_one_go, sha256_of


@dataclass(frozen=True)
class Fidelity:
    """Agreement over one file. Undefined figures are None, never 0."""

    file: str
    language: Language
    provider: str
    """single_info or multi_info, read off the log's replies."""
    n: int
    """Single-info: provider turns after the root at which a node was open, so that there was something to choose.
    Multi-info: all provider turns after the root; where nothing is open, the exact set is the empty one."""
    accuracy: float | None
    """Single-info: the same node, or none like the log."""
    exact_set: float | None
    """Multi-info: exactly the same nodes."""
    f1: float | None
    """Multi-info: of said nodes over all turns (micro)."""
    n_open: int
    """Turns at which a node was open, in either kind."""
    agreement_open: float | None
    """`accuracy` or `exact_set` over those alone: the stricter figure for multi-info."""
    training_log: bool
    """The shipped scorer learnt from this very file: its figures flatter; see `cross_validated`."""
    cross_validated: float | None
    """For a training log: `agreement_open` of scorers that never saw the task type, from the training itself."""

    def to_json(self) -> dict[str, Any]:
        """Plain values; a single-info file has no exact_set and f1, a multi-info file no accuracy."""
        unused = ("accuracy",) if self.provider == "multi_info" else ("exact_set", "f1")
        return {key: value for key, value in asdict(self).items() if key not in unused}


@dataclass(frozen=True)
class Compared:
    """One turn: what was open, what the log's provider said, what the built-in one says."""

    opened: int
    logged: frozenset[str]
    said: frozenset[str]


def measure_fidelity(path: Path, embed: Embed | None) -> Fidelity:
    """Replay a result file against the built-in provider. Raises LogError."""
    dialogues = read_log(path)
    if not any(dialogue.utterances for dialogue in dialogues):
        raise LogError(path.name, "", "no task in it was played.")
    kind = provider_kind(dialogues)
    compared = list(compare(dialogues, "multi" if kind == "multi_info" else "single", embed))
    return _fidelity(path, dialogues[0].language, kind, compared)


def compare(dialogues: Sequence[LoggedDialogue], mode: Mode, embed: Embed | None) -> Iterator[Compared]:
    """Every provider turn after the root, the log's choice beside ours."""
    turns = [(d, turn) for d in dialogues for turn in provider_turns(d)]
    known = None if embed is None else _embed_all([(d.content, d.utterances[: t.position]) for d, t in turns], embed)
    for dialogue, turn in turns:
        reply = provider_reply(dialogue.content, dialogue.utterances[: turn.position], mode=mode, embed=known)
        yield Compared(len(turn.open_nodes), frozenset(turn.used_nodes), frozenset(reply.nodes))


def _embed_all(stands: Sequence[tuple[TaskContent, Sequence[Utterance]]], embed: Embed) -> Embed:
    """Everything that matching needs, embedded at once; the rest (repetition, relevance) on demand."""
    english = [situation_of(content, before) for content, before in stands if content.language == "en"]
    prepared = embedded_in_one_go(english, embed)

    def known(texts: Sequence[str]) -> Sequence[Sequence[float]]:
        try:
            return prepared(texts)
        except KeyError:
            return embed(texts)

    return known


def _fidelity(path: Path, language: Language, kind: str, compared: Sequence[Compared]) -> Fidelity:
    deciding = [turn for turn in compared if turn.opened]
    multi = kind == "multi_info"
    counted = compared if multi else deciding
    card = model_card()
    names = [entry["file"] for entry in card["trained_on"] if entry["sha256"] == sha256_of(path)]
    figures = [f["accuracy"] for f in card["cross_validation"] if f["file"] in names and f["variant"] == language]
    return Fidelity(
        file=path.name,
        language=language,
        provider=kind,
        n=len(counted),
        accuracy=None if multi else _share(deciding),
        exact_set=_share(compared) if multi else None,
        f1=_f1(compared) if multi else None,
        n_open=len(deciding),
        agreement_open=_share(deciding),
        training_log=bool(names),
        cross_validated=figures[0] if figures else None,
    )


def _share(turns: Sequence[Compared]) -> float | None:
    return round(sum(turn.said == turn.logged for turn in turns) / len(turns), 4) if turns else None


def _f1(turns: Sequence[Compared]) -> float | None:
    """2·both / (said + logged); None when neither said anything."""
    both = sum(len(turn.said & turn.logged) for turn in turns)
    total = sum(len(turn.said) + len(turn.logged) for turn in turns)
    return round(2 * both / total, 4) if total else None
