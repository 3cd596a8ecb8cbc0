"""Files of the published ClarQ layout, read into tasks and written back without loss.

A file is a JSON array. An entry is a task (texts and labels in `all_response`, the background in five parts and
rendered as a prompt, optional purposes) or an empty placeholder. Whatever an entry holds beyond the task's content
is kept beside it (`Wrapper`), so that an unchanged task is written back as the same parsed JSON.

Pure: no Django. The words for the problems are in `annotation/import_messages.py`.
Source: ClarQ-LLM (paper 000), section III, and its published task files.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from annotation.clarq.content import (
    LIST_NAMES,
    ROOT,
    Language,
    TaskContent,
    nodes_from_labels,
    parent_label,
    split_lines,
)
from annotation.clarq.file_problems import (
    CONTENT_FIELDS,
    LABEL,
    MAX_ENTRIES,
    MAX_FILE_BYTES,
    MAX_NAME,
    MAX_NESTING,
    PURPOSES,
    Problem,
    halves,
    is_nested_beyond,
    is_placeholder,
    json_kind,
    problems_of,
)
from annotation.clarq.prompts import render_prompt
from annotation.clarq.words import text_language

FOLDERS: Mapping[Language, str] = {"en": "English", "zh": "Chinese"}
ENTRIES_PER_FILE = 20
SPEAKER = "Jax: "
"""How every text of a task begins, where the texts name their speaker at all."""
DEVELOPMENT_TYPES = range(27, 32)
BLANK_ENTRY: Mapping[str, Any] = {
    "all_response": "",
    "background_splitted": [],
    "background": "",
    "h2h": [],
    "h2h_check": 1,
    "h2l": [],
    "h2l_check": 1,
    "l2l": [],
    "l2l_check": 1,
}


_LANGUAGE_NAMES: Mapping[str, Language] = {"english": "en", "en": "en", "chinese": "zh", "zh": "zh", "中文": "zh"}
_NUMBERED_NAME = re.compile(r"(\d+)\._?(.+)")


@dataclass(frozen=True)
class Wrapper:
    """What an entry holds beside the task's content."""

    prompt: str = ""
    prompt_of: str = ""
    """Fingerprint of the background that `prompt` was rendered from; another background needs a new prompt."""
    has_prefix: bool = False
    has_purposes: bool = False
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class TaskEntry:
    index: int
    content: TaskContent
    wrapper: Wrapper
    fingerprint: str


@dataclass(frozen=True)
class ParsedFile:
    """One file. With any problem in it, `tasks` holds only the entries that have none."""

    folder: str
    name: str
    language: Language
    size: int = 0
    tasks: tuple[TaskEntry, ...] = ()
    placeholders: Mapping[int, Any] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()

    @property
    def path(self) -> str:
        return f"{self.folder}/{self.name}"


class FileName(NamedTuple):
    """What the name of a published file says: ``28._Archaeological_Excavation.json``."""

    number: int | None
    type: str

    @property
    def split(self) -> str:
        return "dev" if self.number in DEVELOPMENT_TYPES else "test"


def read_name(name: str) -> FileName:
    """The type number (None where the name has none) and the type's name in words."""
    stem = PurePosixPath(name).stem
    numbered = _NUMBERED_NAME.fullmatch(stem)
    number, words = (int(numbered[1]), numbered[2]) if numbered else (None, stem)
    return FileName(number, words.replace("_", " ").strip()[:80])


def make_name(number: int, type_name: str) -> str:
    """The inverse of `read_name`, safe as a file name."""
    words = re.sub(r"[^\w()-]+", "_", type_name).strip("_") or "Tasks"
    return f"{number}._{words}.json"


def folder_language(path: str) -> Language | None:
    """The language that the nearest folder of that name states (English, Chinese); None where none does."""
    for part in reversed(PurePosixPath(path).parent.parts):
        if part.casefold() in _LANGUAGE_NAMES:
            return _LANGUAGE_NAMES[part.casefold()]
    return None


def parse_file(path: str, data: bytes) -> ParsedFile:
    """Read one file; `path` is relative to what was imported and names it in problems.

    Never raises for what is in the file: every problem of every entry is in `problems`.
    """
    name = PurePosixPath(path).name
    language = folder_language(path)
    folder = FOLDERS[language] if language else ""
    shown = f"{folder}/{name}" if folder else path
    entries, problem = _entries(data)
    if problem is not None:
        return ParsedFile(folder, name, language or "en", problems=(replace(problem, file=shown),))
    if len(name) > MAX_NAME:
        problem = Problem(shown, None, "name_too_long", parameters={"limit": MAX_NAME})
        return ParsedFile(folder, name, language or "en", problems=(problem,))
    language = language or text_language("".join(_responses(entry) for entry in entries))
    return _parse_entries(ParsedFile(FOLDERS[language], name, language, size=len(entries)), entries)


def _entries(data: bytes) -> tuple[list[Any], Problem | None]:
    if len(data) > MAX_FILE_BYTES:
        return [], Problem("", None, "file_too_large", parameters={"limit": MAX_FILE_BYTES // 1_000_000})
    try:
        value = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_without_repeats, parse_constant=_refuse)
    except UnicodeDecodeError as error:
        return [], Problem("", None, "not_utf8", parameters={"byte": error.start})
    except json.JSONDecodeError as error:
        return [], Problem("", None, "not_json", parameters={"line": error.lineno, "column": error.colno})
    except _RepeatedFieldError as error:
        return [], Problem("", None, "repeated_field", parameters={"field": str(error)[:80]})
    except RecursionError:
        return [], Problem("", None, "nested_too_deep")
    except ValueError:
        return [], Problem("", None, "number_unusable")
    if not isinstance(value, list):
        return [], Problem("", None, "file_not_list", parameters={"found": json_kind(value)})
    if is_nested_beyond(MAX_NESTING, value):
        return [], Problem("", None, "nested_too_deep")
    if len(value) > MAX_ENTRIES:
        return [], Problem("", None, "too_many_entries", parameters={"limit": MAX_ENTRIES, "count": len(value)})
    return value, None


class _RepeatedFieldError(ValueError):
    """An object names a field twice; JSON readers silently keep the last, so one of them would be lost."""


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _RepeatedFieldError(key)
        found[key] = value
    return found


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _responses(entry: object) -> str:
    text = entry.get("all_response") if isinstance(entry, Mapping) else None
    return text.replace(SPEAKER, "") if isinstance(text, str) else ""


def _parse_entries(file: ParsedFile, entries: list[Any]) -> ParsedFile:
    tasks, placeholders, problems = [], {}, []
    for index, entry in enumerate(entries):
        found = [replace(problem, file=file.path, entry=index) for problem in problems_of(entry)]
        if found:
            problems.extend(found)
        elif is_placeholder(entry):
            placeholders[index] = entry
        else:
            tasks.append(_task_entry(index, entry, file.language))
    return replace(file, tasks=tuple(tasks), placeholders=placeholders, problems=tuple(problems))


def _task_entry(index: int, entry: Mapping[str, Any], language: Language) -> TaskEntry:
    texts, labels = halves(entry["all_response"])
    has_prefix = all(text.startswith(SPEAKER) for text in texts)
    if has_prefix:
        texts = [text.removeprefix(SPEAKER) for text in texts]
    role, goal, items, skills, scenes = entry["background_splitted"]
    purposes = entry.get(PURPOSES) or []
    content = TaskContent(
        language=language,
        role=role,
        goal=goal,
        items=split_lines(items),
        skills=split_lines(skills),
        scenes=split_lines(scenes),
        nodes=nodes_from_labels(labels, texts, purposes),
    )
    # An empty list of purposes is kept as it stands, among the other fields.
    kept = {key: value for key, value in entry.items() if key not in CONTENT_FIELDS or (key == PURPOSES and not value)}
    wrapper = Wrapper(entry["background"], background_fingerprint(content), has_prefix, bool(purposes), kept)
    return TaskEntry(index, content, wrapper, fingerprint(entry))


class Exportable(NamedTuple):
    """A content as the layout can hold it, and the codes of what had to be adapted for that."""

    content: TaskContent
    adapted: tuple[str, ...]


def exportable(content: TaskContent) -> Exportable:
    """The layout has one line per text and derives parents from labels: fit a content made elsewhere to it.

    An imported content that was not edited comes back as it is.
    """
    adapted = []
    if any("\n" in node.text for node in content.nodes):
        content = replace(content, nodes=tuple(replace(n, text=" ".join(n.text.split("\n"))) for n in content.nodes))
        adapted.append("line_breaks")
    if not _labels_tell_parents(content):
        content = content.relabelled()
        adapted.append("relabelled")
    if content.nodes and content.root.purpose:
        adapted.append("root_purpose")
    if content.sample_dialogue:
        adapted.append("sample_dialogue")
    return Exportable(content, tuple(adapted))


def _labels_tell_parents(content: TaskContent) -> bool:
    labels = {node.uid: node.label for node in content.nodes}
    return all(
        LABEL.fullmatch(node.label) and parent_label(node.label) == (labels[node.parent] if node.parent else None)
        for node in content.nodes
    )


def render_entry(content: TaskContent, wrapper: Wrapper, provider_name: str) -> dict[str, Any]:
    """An entry of the layout. `content` must come from `exportable`."""
    prefix = SPEAKER if wrapper.has_prefix else ""
    lines = [prefix + node.text for node in content.nodes] + [node.label for node in content.nodes]
    unchanged = wrapper.prompt_of == background_fingerprint(content)
    entry: dict[str, Any] = {
        "all_response": "\n".join(lines),
        "background_splitted": list(_background_parts(content)),
        "background": wrapper.prompt if unchanged else render_prompt(content, provider_name),
        **wrapper.extra,
    }
    purposes = [node.purpose for node in content.details]
    if any(purposes) or (wrapper.has_purposes and purposes):
        entry[PURPOSES] = purposes
    return entry


def new_wrapper() -> Wrapper:
    """What surrounds a task that never was in a file."""
    extra = {key: value for key, value in BLANK_ENTRY.items() if key not in CONTENT_FIELDS}
    return Wrapper(extra=extra)


def render_file(size: int, entries: Mapping[int, Any]) -> bytes:
    """The file of `size` places; places without an entry are blank."""
    rows = [entries.get(index, dict(BLANK_ENTRY)) for index in range(size)]
    return (json.dumps(rows, ensure_ascii=False, indent=1) + "\n").encode()


def file_words(content: TaskContent) -> tuple[Any, ...]:
    """What of a content a file can hold; two contents with the same words are the same to a file."""
    nodes = tuple((n.label, n.text, n.purpose if n.parent else "") for n in content.nodes)
    return (content.language, *_background_parts(content), nodes)


def with_uids_of(content: TaskContent, earlier: TaskContent) -> TaskContent:
    """`content` with the ids that `earlier` gives to the same labels, and with what a file cannot hold of it.

    A node stays the same node over an import, so that versions can be compared.
    """
    known = {node.label: node for node in earlier.nodes}
    uids = {node.uid: known[node.label].uid if node.label in known else node.uid for node in content.nodes}
    nodes = tuple(
        replace(
            node,
            uid=uids[node.uid],
            parent=uids[node.parent] if node.parent else None,
            purpose=known[ROOT].purpose if node.parent is None and ROOT in known else node.purpose,
        )
        for node in content.nodes
    )
    return replace(content, nodes=nodes, sample_dialogue=earlier.sample_dialogue)


def _background_parts(content: TaskContent) -> tuple[str, ...]:
    return (content.role, content.goal, *("\n".join(getattr(content, name)) for name in LIST_NAMES))


def background_fingerprint(content: TaskContent) -> str:
    return fingerprint(list(_background_parts(content)))


def fingerprint(value: object) -> str:
    """The same for equal JSON values, whatever the order of their fields."""
    canonical = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()
