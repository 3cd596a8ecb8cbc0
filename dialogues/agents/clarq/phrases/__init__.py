"""The provider's canned lines (`en.json`, `zh.json`): per rule, variants that say the same.

They may speak of the task and of what was already said, never of what is still open: `{said}` stands for a text that
was given before.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from annotation.clarq.content import Language

SILENCE = "…"
"""Said when every variant would give something away: it holds no word at all."""


@cache
def phrases(language: Language) -> Mapping[str, tuple[str, ...]]:
    """The variants of each rule: opener, confirm, no_match, repeat, irrelevant, vague, complete, goodbye."""
    stored = json.loads(Path(__file__).with_name(f"{language}.json").read_text(encoding="utf-8"))
    return {rule: tuple(variants) for rule, variants in stored.items()}
