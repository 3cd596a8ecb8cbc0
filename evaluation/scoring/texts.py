"""How the published scorer reads a line: language, speaker prefix, letter case, closing marks.

The rules are those of the ClarQ-LLM evaluation (paper 000, section V), to the character. `docs/scoring.md` says
where they surprise; they stay as they are, because a figure is comparable only when it is counted alike.
"""

from __future__ import annotations

from annotation.clarq.content import Language

SPEAKER_PREFIX = "jax:"
CLOSING_MARKS = "，。？！,.?!"
_FIRST_CJK, _LAST_CJK = "\u4e00", "\u9fa5"


def language_of(text: str) -> Language:
    """English when ASCII letters outnumber CJK characters (U+4E00 to U+9FA5); a tie, even of none, is Chinese."""
    latin = sum(character.isascii() and character.isalpha() for character in text)
    chinese = sum(_FIRST_CJK <= character <= _LAST_CJK for character in text)
    return "en" if latin > chinese else "zh"


def without_speaker(line: str) -> str:
    """The line without a leading ``Jax:`` in any case and without spaces around it.

    A prefix after a space does not count: the published rule looks at the very first character.
    """
    prefixed = line[: len(SPEAKER_PREFIX)].lower() == SPEAKER_PREFIX
    return (line[len(SPEAKER_PREFIX) :] if prefixed else line).strip()


def without_closing_marks(text: str) -> str:
    """The text without closing marks, as many as there are; marks at the front and inside stay."""
    return text.rstrip(CLOSING_MARKS)
