"""The judge: a plain callable that says whether other words settled what a missing node settles.

Success asks it only where containment does not decide (paper 000, section V-B). A judge that cannot answer
says None, and the dialogue stays undecided; it never guesses.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class JudgeQuestion:
    """May one of `replies` stand for the node? They are the replies that contain no node at all."""

    node_index: int
    """Counted from 0 among the nodes below the root, in file order."""
    node_text: str
    purpose: str
    """The uncertainty that the node settles; empty where the task does not say."""
    replies: tuple[str, ...]


Judge = Callable[[JudgeQuestion], bool | None]
"""True: some reply matches the node. False: none does. None: cannot decide."""

VerdictKey = tuple[int, int, int]
"""Type index (from 1), task index (from 0), node index (from 0, below the root)."""


@dataclass(frozen=True)
class RecordedVerdict:
    """One judgment read back from a file."""

    match: bool
    judge: str = ""
    analysis: str = ""


class VerdictError(ValueError):
    """A verdict file cannot be read; names the line (from 1) and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def recorded_judge(verdicts: Mapping[VerdictKey, RecordedVerdict], type_index: int, task_index: int) -> Judge:
    """A judge that answers from recorded verdicts, and None where nothing was recorded."""

    def answer(question: JudgeQuestion) -> bool | None:
        verdict = verdicts.get((type_index, task_index, question.node_index))
        return None if verdict is None else verdict.match

    return answer


def parse_verdicts(lines: Iterable[str]) -> dict[VerdictKey, RecordedVerdict]:
    """Recorded verdicts of JSON lines; blank lines are passed over.

    Raises VerdictError for a line that is not a verdict, or that contradicts an earlier one.
    """
    verdicts: dict[VerdictKey, RecordedVerdict] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        row = _row(number, line)
        key = (
            _index(number, row, "type_index", 1),
            _index(number, row, "task_index", 0),
            _index(number, row, "node_index", 0),
        )
        verdict = RecordedVerdict(_match(number, row), _text(number, row, "judge"), _text(number, row, "analysis"))
        if verdicts.setdefault(key, verdict).match != verdict.match:
            raise VerdictError(number, "this node already has the opposite verdict.")
    return verdicts


def _row(number: int, line: str) -> Mapping[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise VerdictError(number, "this is not JSON.") from error
    if not isinstance(row, dict):
        raise VerdictError(number, "an object was expected.")
    return row


def _index(number: int, row: Mapping[str, Any], name: str, lowest: int) -> int:
    value = row.get(name)
    # bool is an int to Python, but no index.
    if not isinstance(value, int) or isinstance(value, bool) or value < lowest:
        raise VerdictError(number, f"{name} must be a whole number from {lowest}.")
    return value


def _match(number: int, row: Mapping[str, Any]) -> bool:
    value = row.get("match")
    if not isinstance(value, bool):
        raise VerdictError(number, "match must be true or false.")
    return value


def _text(number: int, row: Mapping[str, Any], name: str) -> str:
    value = row.get(name, "")
    if not isinstance(value, str):
        raise VerdictError(number, f"{name} must be a text.")
    return value
