"""The figures of ClarQ-LLM's Tables I to V, which of them a result file should give, and the names of its task types.

The published files carry their setting in their names alone, e.g. ``l2l_GPT-4o_seeker_vs_GPT-4o_provider.Comp.En``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from annotation.clarq.content import Language

Mode = Literal["chat", "completion"]
LAST_TEST_TYPE = 26
"""Of the published task types; the development split follows (paper 000, III-A)."""

_FILE_NAME = re.compile(
    r"^(?P<setup>[hl]2[hl])_(?P<seeker>.+)_seeker_vs_(?P<provider>.+?)(?P<multi>_multi_info)?_provider"
    r"(?:\.(?P<mode>Chat|Comp)\w*)?\.(?P<language>Ch|En|Zh)\w*\.json$",
    re.IGNORECASE,
)
_MODES: Mapping[str, Mode] = {"chat": "chat", "comp": "completion"}
_LANGUAGES: Mapping[str, Language] = {"ch": "zh", "zh": "zh", "en": "en"}


@dataclass(frozen=True)
class Setting:
    """Who talked to whom, and how. Model names are folded (see `_name`); people are all ``human``."""

    seeker: str
    provider: str
    multi_info: bool
    mode: Mode | None
    """None for a person, who has no mode."""
    language: Language


@dataclass(frozen=True)
class PublishedFigures:
    """One row of the tables. Figures are as printed, since their digits say how far they can be compared."""

    tables: tuple[str, ...]
    success_rate: str
    aqd: str
    aql: str


def published_figures(file_name: str) -> PublishedFigures | None:
    """The row that the file of that name should give; None where no table has one."""
    setting = setting_of(file_name)
    return None if setting is None else _rows().get(setting)


def setting_of(file_name: str) -> Setting | None:
    """What a file name says of its setting; None for a name of another form."""
    parts = _FILE_NAME.match(file_name)
    if not parts:
        return None
    seeker_is_human, provider_is_human = (letter.lower() == "h" for letter in parts["setup"].split("2"))
    return Setting(
        seeker="human" if seeker_is_human else _name(parts["seeker"]),
        provider="human" if provider_is_human else _name(parts["provider"]),
        multi_info=bool(parts["multi"]),
        mode=_MODES[parts["mode"].lower()] if parts["mode"] and not seeker_is_human else None,
        language=_LANGUAGES[parts["language"].lower()],
    )


def equals_as_printed(computed: float, published: str) -> bool:
    """Is the computed figure the published one, rounded to as many digits as were printed?"""
    digits = len(published.partition(".")[2])
    return float(f"{computed:.{digits}f}") == float(published)


def task_type_name(type_index: int) -> str:
    """The published name of a task type, counted from 1; ``Type 32`` beyond the published ones."""
    names = _data()["task_types"]
    return str(names[type_index - 1]) if type_index <= len(names) else f"Type {type_index}"


@cache
def _rows() -> Mapping[Setting, PublishedFigures]:
    return {
        Setting(_name(row["seeker"]), _name(row["provider"]), row["multi_info"], row["mode"], row["language"]): (
            PublishedFigures(tuple(row["tables"]), row["success_rate"], row["aqd"], row["aql"])
        )
        for row in _data()["rows"]
    }


def _name(model: str) -> str:
    """One name for all spellings of a model: letters and digits, small, known other names resolved."""
    folded = _folded(model)
    return _other_names().get(folded, folded)


@cache
def _other_names() -> Mapping[str, str]:
    return {_folded(other): _folded(name) for name, others in _data()["other_names"].items() for other in others}


def _folded(model: str) -> str:
    return re.sub(r"[\W_]", "", model).lower()


@cache
def _data() -> Mapping[str, Any]:
    data: Mapping[str, Any] = json.loads((Path(__file__).parent / "published.json").read_text(encoding="utf-8"))
    return data
