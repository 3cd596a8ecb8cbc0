"""The sample project that a newcomer meets first, read from the JSON files beside this module.

Everything in it was written for this project and for demonstration: 16 tasks in 8 translation pairs, and finished
dialogues over them, so that no list and no chart is empty on the first day. Pure: no Django, no database.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from annotation.clarq.content import TaskContent


@dataclass(frozen=True)
class SampleTask:
    """One task of the sample. Tasks that share a `pair` are translations of each other."""

    key: str
    pair: str
    title: str
    type: str
    """The task type's short name, the same in both languages, so that charts can group by it."""
    split: str
    """``test`` or ``dev``."""
    provider_name: str
    content: TaskContent

    @property
    def language(self) -> str:
        return self.content.language


def project() -> dict[str, Any]:
    """The project's own fields: slug, titles, description, family, cap of seeker turns, guidelines."""
    value: dict[str, Any] = _read("project.json")
    return value


def tasks() -> list[SampleTask]:
    """All sample tasks, sister translations next to each other, the English one first.

    Raises ContentError when a task's content is malformed.
    """
    return [_task(entry) for entry in _read("tasks.json")]


def dialogues() -> list[dict[str, Any]]:
    """The finished sample dialogues, oldest first within each run.

    Each: run, mode, task (a task's `key`), seeker, seeker_kind (``human`` or ``model``), started_at (ISO 8601, UTC),
    ended_by (``goodbye`` or ``cap``), turns and verdicts. A turn: speaker, text, nodes (labels), kind (``opener``,
    ``root``, ``I``, ``II``; empty for the seeker) and, for the provider, the type 1-6 of the statement it answers
    (paper 000, section IV-C; None for the opener). A verdict: by (``validator`` or ``researcher``), success, reason,
    blind.
    """
    value: list[dict[str, Any]] = _read("dialogues.json")
    return value


def _read(name: str) -> Any:
    return json.loads(files(__name__).joinpath(name).read_text(encoding="utf-8"))


def _task(entry: dict[str, Any]) -> SampleTask:
    return SampleTask(
        key=entry["key"],
        pair=entry["pair"],
        title=entry["title"],
        type=entry["type"],
        split=entry["split"],
        provider_name=entry["provider_name"],
        content=TaskContent.from_json(entry["content"]),
    )
