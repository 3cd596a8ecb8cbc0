"""Published ClarQ result files, read as dialogues over task contents.

The format (paper 000, section V; the authors' result files): a JSON array with one array per task type, each
holding task objects. A task object carries the provider's texts (`all_response`), their labels
(`gold_structure`), the background in five parts (`background_splitted`), optional purposes
(`all_response_exaplain`, sic) and the transcripts (`l2l` and its siblings): a list whose first entry is the
dialogue, provider at even positions, seeker at odd ones.

Which nodes a provider reply used is not in the file; `provider_nodes` derives it from the text alone.
Pure: no Django, no network.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from annotation.clarq.content import (
    ROOT,
    ContentError,
    Language,
    Node,
    TaskContent,
    Utterance,
    nodes_from_labels,
    split_lines,
)
from annotation.clarq.words import text_language

TRANSCRIPT_FIELDS = ("l2l", "h2l", "l2h", "h2h")
FIRST_REPLY = 2
"""The position of the provider's first answer, which is the root; position 0 is the opener."""

_SPEAKER_PREFIX = re.compile(r"^\s*jax\s*[:：]\s*", re.IGNORECASE)
_SPACES = re.compile(r"\s+")
_FINAL_MARKS = "，。？！,.?! "


class LogError(ValueError):
    """A result file cannot be read; names the file, the entry (``type 3, task 0``) and the reason."""

    def __init__(self, file: str, entry: str, reason: str) -> None:
        super().__init__(f"{file}, {entry}: {reason}" if entry else f"{file}: {reason}")
        self.file = file
        self.entry = entry
        self.reason = reason


@dataclass(frozen=True)
class LoggedDialogue:
    """One task of a result file with its transcript (empty for the development types 27-31)."""

    type_index: int
    """Counted from 1, as the type files are."""
    task_index: int
    """Counted from 0 inside its type."""
    language: Language
    """The language of the tree's texts."""
    content: TaskContent
    utterances: tuple[Utterance, ...]
    """The transcript; provider texts without their ``Jax:`` and with the labels of the nodes they carry."""
    raw: tuple[str, ...]
    """The same lines exactly as the file has them."""


@dataclass(frozen=True)
class ProviderTurn:
    """One decision of a logged provider, with what it could have said."""

    position: int
    """Of the reply in the transcript; its seeker stands at ``position - 1``."""
    given: tuple[str, ...]
    open_nodes: tuple[str, ...]
    used_nodes: tuple[str, ...]


def read_log(path: Path) -> tuple[LoggedDialogue, ...]:
    """Every task of a result file, in file order. Raises LogError for anything malformed."""
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise LogError(path.name, "", f"it cannot be read ({error.strerror}).") from error
    except (ValueError, RecursionError) as error:  # not UTF-8, not JSON, absurdly long or deep
        raise LogError(path.name, "", f"it is not UTF-8 JSON ({error}).") from error
    return parse_log(data, file=path.name)


def parse_log(data: object, *, file: str) -> tuple[LoggedDialogue, ...]:
    """`read_log` for values already decoded; `file` only names them in errors."""
    if not isinstance(data, list):
        raise LogError(file, "", "an array of task types was expected.")
    dialogues = []
    for type_number, tasks in enumerate(data, start=1):
        if not isinstance(tasks, list):
            raise LogError(file, f"type {type_number}", "an array of tasks was expected.")
        for task_number, task in enumerate(tasks):
            entry = f"type {type_number}, task {task_number}"
            try:
                if not _is_placeholder(task):
                    dialogues.append(_dialogue(task, type_number, task_number))
            except (_MalformedTaskError, ContentError) as error:
                raise LogError(file, entry, str(error)) from error
    return tuple(dialogues)


def provider_turns(dialogue: LoggedDialogue) -> Iterator[ProviderTurn]:
    """The provider's decisions after its root answer, in order (Algorithm 1's choices)."""
    given: list[str] = [ROOT]
    for position in range(FIRST_REPLY + 2, len(dialogue.utterances), 2):
        used = dialogue.utterances[position].nodes
        still_open = tuple(node.label for node in dialogue.content.open_nodes(given))
        yield ProviderTurn(position, tuple(given), still_open, used)
        given.extend(used)


def provider_kind(dialogues: Sequence[LoggedDialogue]) -> Literal["single_info", "multi_info"]:
    """Multi-info as soon as one reply carries several nodes: a single-info provider never does that."""
    several = any(len(utterance.nodes) > 1 for dialogue in dialogues for utterance in dialogue.utterances)
    return "multi_info" if several else "single_info"


def provider_nodes(content: TaskContent, given: Sequence[str], reply: str) -> tuple[str, ...]:
    """Labels of the nodes that `reply` says for the first time, in tree order.

    A text counts as said when the reply contains it but for case, spacing and final punctuation: providers join
    several texts with a comma and a small letter. Children of a node found in the reply are looked for as well.
    """
    said = comparable(reply)
    found: list[str] = []
    while True:
        fresh = [n.label for n in content.open_nodes([*given, *found]) if _contains(said, n)]
        if not fresh:
            break
        found.extend(fresh)
    return tuple(node.label for node in content.depth_first() if node.label in found)


def without_speaker(text: str) -> str:
    """`text` without a leading ``Jax:`` in any case; everything else is kept to the character."""
    return _SPEAKER_PREFIX.sub("", text, count=1)


def comparable(text: str) -> str:
    """The form in which texts are compared: no speaker, one space for many, no case, no final marks."""
    return _SPACES.sub(" ", without_speaker(text)).strip().casefold().rstrip(_FINAL_MARKS)


class _MalformedTaskError(ValueError):
    """Why one task object cannot be read; becomes a LogError once the file and entry are known."""


def _is_placeholder(task: object) -> bool:
    return isinstance(task, Mapping) and not task.get("all_response")


def _dialogue(task: object, type_index: int, task_index: int) -> LoggedDialogue:
    if not isinstance(task, Mapping):
        raise _MalformedTaskError("an object was expected.")
    content = _content(task)
    raw = _transcript(task)
    return LoggedDialogue(type_index, task_index, content.language, content, _utterances(content, raw), raw)


def _content(task: Mapping[str, Any]) -> TaskContent:
    texts, labels = _texts_and_labels(task)
    purposes = _strings(task.get("all_response_exaplain") or [], "all_response_exaplain")
    background = _strings(task.get("background_splitted"), "background_splitted")
    if len(background) != 5:
        raise _MalformedTaskError(f"background_splitted has {len(background)} parts instead of 5.")
    role, goal, items, skills, scenes = background
    return TaskContent(
        language=text_language("".join(texts)),
        role=role,
        goal=goal,
        items=split_lines(items),
        skills=split_lines(skills),
        scenes=split_lines(scenes),
        nodes=nodes_from_labels(labels, texts, purposes),
    )


def _texts_and_labels(task: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Texts without speaker and their labels, the root included.

    Result files keep the labels apart (without the root's for types 1-26); task files append them to the texts.
    """
    if not isinstance(task.get("all_response"), str):
        raise _MalformedTaskError("all_response is not a text.")
    lines = task["all_response"].split("\n")
    if "gold_structure" in task:
        labels = [label.strip() for label in _strings(task["gold_structure"], "gold_structure")]
        labels = labels if labels[:1] == [ROOT] else [ROOT, *labels]
    else:
        lines, labels = lines[: len(lines) // 2], [label.strip() for label in lines[len(lines) // 2 :]]
    return [without_speaker(line) for line in lines], labels


def _transcript(task: Mapping[str, Any]) -> tuple[str, ...]:
    """The first non-empty transcript of the task; () when it was not played."""
    for name in TRANSCRIPT_FIELDS:
        transcripts = task.get(name) or []
        if not isinstance(transcripts, list):
            raise _MalformedTaskError(f"{name} is not an array.")
        lines = transcripts if transcripts and isinstance(transcripts[0], str) else (transcripts or [[]])[0]
        if lines:
            return tuple(_strings(lines, name))
    return ()


def _utterances(content: TaskContent, raw: Sequence[str]) -> tuple[Utterance, ...]:
    given: list[str] = []
    utterances = []
    for position, line in enumerate(raw):
        if position % 2:
            utterances.append(Utterance("seeker", line))
            continue
        nodes = _nodes_said_at(content, position, given, line)
        given.extend(nodes)
        utterances.append(Utterance("provider", without_speaker(line), nodes))
    return tuple(utterances)


def _nodes_said_at(content: TaskContent, position: int, given: Sequence[str], line: str) -> tuple[str, ...]:
    """Opener and root are known by their position, as the authors' scorer has it; the rest by text."""
    if position < FIRST_REPLY:
        return ()
    return (ROOT,) if position == FIRST_REPLY else provider_nodes(content, given, line)


def _contains(said: str, node: Node) -> bool:
    text = comparable(node.text)
    return bool(text) and text in said


def _strings(value: object, name: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise _MalformedTaskError(f"{name} is not an array of texts.")
    return value
