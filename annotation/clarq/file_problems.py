"""What can be wrong with an entry of a ClarQ file: every problem, each as a code, a spot and parameters.

Pure. The words for the codes are in `annotation/import_messages.py`.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from annotation.clarq.content import LIST_NAMES, MAX_LINES, MAX_NODES, MAX_TEXT, ROOT, parent_label

# Published files are under 100 kB with prompts of 2,200 characters; these limits only keep out what is no task file.
MAX_FILE_BYTES = 5_000_000
MAX_ENTRIES = 1_000
MAX_PROMPT = 20_000
MAX_OTHER_FIELDS = 200_000
MAX_NAME = 200
MAX_NESTING = 50

PURPOSES = "all_response_exaplain"  # spelled so in the published files
CONTENT_FIELDS = ("all_response", "background_splitted", "background", PURPOSES)
PARTS = ("role", "goal", *LIST_NAMES)
LABEL = re.compile(r"[0-9]+(\.[0-9]+)*")


@dataclass(frozen=True)
class Problem:
    """Why a file or one of its entries cannot be imported. `code` has its words in `annotation/import_messages.py`."""

    file: str
    entry: int | None
    """Index in the file, counted from 0; None for the file as a whole."""
    code: str
    where: str = ""
    """The field, as in ``all_response[3]``."""
    parameters: Mapping[str, str | int] = field(default_factory=dict)


def is_placeholder(entry: object) -> bool:
    """Whether an entry keeps a place free: no responses and no background."""
    if not isinstance(entry, Mapping) or entry.get("all_response") != "":
        return False
    return entry.get("background_splitted") in ([], [""] * len(PARTS))


def problems_of(entry: object) -> Iterator[Problem]:
    """Every problem of one entry; the caller knows the file and the index."""
    if not isinstance(entry, Mapping):
        yield _found("entry_not_object", found=json_kind(entry))
        return
    unusable = list(_unusable_values(entry, ""))
    if unusable:
        yield from unusable
        return
    if is_placeholder(entry):
        yield from _other_field_problems(entry)
        return
    yield from _response_problems(entry.get("all_response"))
    yield from _background_problems(entry)
    yield from _purpose_problems(entry)
    yield from _other_field_problems(entry)


def is_nested_beyond(limit: int, value: object) -> bool:
    """Whether brackets stand in brackets more than `limit` deep. Walks in levels: deep nesting must not exhaust it."""
    level = [value]
    for _depth in range(limit + 1):
        level = [inner for each in level for inner in _inside(each)]
        if not level:
            return False
    return True


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list) else ()


def _unusable_values(value: object, where: str) -> Iterator[Problem]:
    """Values that no database can store: zero characters, half characters, infinite numbers."""
    if isinstance(value, str):
        if "\x00" in value:
            yield _found("zero_character", where)
        elif not _is_whole(value):
            yield _found("half_character", where)
    elif isinstance(value, float) and not math.isfinite(value):
        yield _found("infinite_number", where)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _unusable_values(key, where)
            yield from _unusable_values(inner, f"{where}.{key}" if where else key)
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from _unusable_values(inner, f"{where}[{i}]")


def _is_whole(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _response_problems(value: object) -> Iterator[Problem]:
    where = "all_response"
    if not isinstance(value, str):
        yield _not_a_text(value, where)
        return
    if not value:
        yield _found("no_responses", where)
        return
    lines = value.split("\n")
    if len(lines) % 2:
        yield _found("odd_lines", where, count=len(lines))
        return
    texts, labels = halves(value)
    if len(labels) > MAX_NODES:
        yield _found("too_many_nodes", where, limit=MAX_NODES, count=len(labels))
        return
    for i, text in enumerate(texts):
        yield from _length_problems(text, f"{where}[{i}]")
    yield from _label_problems(labels)


def _label_problems(labels: Sequence[str]) -> Iterator[Problem]:
    # Everything hangs from the root; where it is missing, that alone is said.
    seen: set[str] = set() if labels[0] == ROOT else {ROOT}
    for i, label in enumerate(labels):
        where = f"all_response[{len(labels) + i}]"
        above = parent_label(label)
        if not LABEL.fullmatch(label) or len(label) > 64:
            yield _found("not_a_label", where, label=_shown(label))
        elif label in seen:
            yield _found("repeated_label", where, label=label)
        elif i == 0 and label != ROOT:
            yield _found("root_not_first", where, label=label)
        elif above is not None and above not in seen and i > 0:
            yield _found("label_without_parent", where, label=label, parent=above)
        seen.add(label)


def _background_problems(entry: Mapping[str, Any]) -> Iterator[Problem]:
    prompt = entry.get("background")
    if not isinstance(prompt, str):
        yield _not_a_text(prompt, "background")
    elif len(prompt) > MAX_PROMPT:
        yield _found("text_too_long", "background", limit=MAX_PROMPT, count=len(prompt))
    parts = entry.get("background_splitted")
    if not isinstance(parts, list):
        yield _not_a_list(parts, "background_splitted")
        return
    if len(parts) != len(PARTS):
        yield _found("background_parts", "background_splitted", count=len(parts))
        return
    for i, (name, part) in enumerate(zip(PARTS, parts, strict=True)):
        yield from _part_problems(name, part, f"background_splitted[{i}]")


def _part_problems(name: str, part: object, where: str) -> Iterator[Problem]:
    if not isinstance(part, str):
        yield _not_a_text(part, where)
        return
    lines = part.split("\n") if name in LIST_NAMES else (part,)
    if len(lines) > MAX_LINES:
        yield _found("too_many_lines", where, limit=MAX_LINES, count=len(lines))
        return
    for line in lines:
        yield from _length_problems(line, where)


def _purpose_problems(entry: Mapping[str, Any]) -> Iterator[Problem]:
    if PURPOSES not in entry:
        return
    purposes = entry[PURPOSES]
    if not isinstance(purposes, list):
        yield _not_a_list(purposes, PURPOSES)
        return
    for i, purpose in enumerate(purposes):
        if not isinstance(purpose, str):
            yield _not_a_text(purpose, f"{PURPOSES}[{i}]")
        else:
            yield from _length_problems(purpose, f"{PURPOSES}[{i}]")
    responses = entry.get("all_response")
    if not purposes or not isinstance(responses, str):
        return
    lines = responses.count("\n") + 1
    if lines % 2:  # reported already, and nobody can tell how many texts there are
        return
    texts = lines // 2
    if len(purposes) != texts - 1:
        yield _found("purposes_differ", PURPOSES, count=len(purposes), texts=texts - 1)


def _other_field_problems(entry: Mapping[str, Any]) -> Iterator[Problem]:
    other = {key: value for key, value in entry.items() if key not in CONTENT_FIELDS}
    size = len(json.dumps(other, ensure_ascii=False))
    if size > MAX_OTHER_FIELDS:
        yield _found("other_fields_too_long", "", limit=MAX_OTHER_FIELDS, count=size)


def _length_problems(text: str, where: str) -> Iterator[Problem]:
    if len(text) > MAX_TEXT:
        yield _found("text_too_long", where, limit=MAX_TEXT, count=len(text))


def _not_a_text(value: object, where: str) -> Problem:
    return _found("not_a_text", where, found=json_kind(value))


def _not_a_list(value: object, where: str) -> Problem:
    return _found("not_a_list", where, found=json_kind(value))


def _shown(text: str, limit: int = 40) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def json_kind(value: object) -> str:
    """JSON's own word for what a value is; nothing at all counts as null."""
    if value is None:
        return "null"
    kinds: tuple[tuple[type, str], ...] = (
        (bool, "true/false"),
        (str, "string"),
        (int, "number"),
        (float, "number"),
        (list, "array"),
    )
    return next((word for kind, word in kinds if isinstance(value, kind)), "object")


def halves(all_response: str) -> tuple[list[str], list[str]]:
    """Texts and labels: the lines are halved, for a text may begin with a digit as well."""
    lines = all_response.split("\n")
    half = len(lines) // 2
    return lines[:half], lines[half:]


def _found(code: str, where: str = "", **parameters: str | int) -> Problem:
    return Problem("", None, code, where, parameters)
