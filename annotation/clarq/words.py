"""The words of a text that carry its content, in both languages. Pure, and simple: it runs at each keystroke.

English: lower-case words without the small ones, plural and possessive endings taken off. Chinese: pairs of
neighbouring characters, with Latin words and numbers kept whole.
"""

from __future__ import annotations

import re
from functools import lru_cache

from annotation.clarq.content import Language

CJK = r"\u3400-\u9fff\uf900-\ufaff"
_PARTS = re.compile(rf"[{CJK}]+|[^\W_{CJK}]+(?:['’][^\W_{CJK}]+)*")
_CJK = re.compile(rf"[{CJK}]")
_NOTES = re.compile(r"[(（][^)）]*(?:[)）]|$)")
_SMALL = """
    a about above after again all also always am an and another any are as at away back be because been before being
    between both but by can cannot could did do does doing done down each either else enough every few find first for
    from get give given go goes going got had has have having he her here hers him his how however i if in instead into
    is it its itself just keep know let like made make makes many may maybe me mean might more most much must my need
    needed needs neither never next no nor not now of off on once one ones only onto or other others our out over own
    please previous put rather really said same say see several shall she should since so some somewhere soon specific
    still such take taken than that the their them then there these they thing this those though through to too two
    under until up upon us use used using very want was way we were what when where whether which while who whom
    whose why will with within without would yet you your yours don't doesn't isn't won't can't it's that's you'll
    you're there's i'm we're they're
"""
SMALL_WORDS = frozenset(_SMALL.split())
# Characters that only tie Chinese words together: a pair made of two of them says nothing.
_SMALL_CHARACTERS = frozenset("的了是在有和与或也都就把被要你我他她它这那个们可以用去到从对于来着过得地不没只会能应该")


@lru_cache(maxsize=4096)
def content_words(text: str) -> tuple[str, ...]:
    """The content words in order, repeated ones included."""
    found: list[str] = []
    for part in _PARTS.findall(text):
        if _CJK.match(part):
            found += _pairs(part)
        elif (word := part.lower().replace("’", "'")) not in SMALL_WORDS:
            found.append(_stem(word))
    return tuple(found)


@lru_cache(maxsize=4096)
def word_set(text: str) -> frozenset[str]:
    return frozenset(content_words(text))


@lru_cache(maxsize=4096)
def squeezed(text: str) -> str:
    """The text without case, spaces and punctuation, as two texts are compared that say the same."""
    return "".join(_PARTS.findall(text)).casefold()


@lru_cache(maxsize=4096)
def without_notes(line: str) -> str:
    """A background line without what stands in parentheses: the name alone."""
    return _NOTES.sub("", line).strip() or line.strip()


@lru_cache(maxsize=4096)
def notes(line: str) -> str:
    return " ".join(_NOTES.findall(line))


@lru_cache(maxsize=4096)
def is_chinese(text: str) -> bool:
    return _CJK.search(text) is not None


def text_language(text: str) -> Language:
    """``zh`` when the text holds at least as many Chinese characters as Latin letters (and any at all)."""
    chinese = len(_CJK.findall(text))
    latin = sum(character.isascii() and character.isalpha() for character in text)
    return "zh" if chinese and chinese >= latin else "en"


def _pairs(run: str) -> list[str]:
    if len(run) == 1:
        return [] if run in _SMALL_CHARACTERS else [run]
    pairs = [run[i : i + 2] for i in range(len(run) - 1)]
    return [pair for pair in pairs if not set(pair) <= _SMALL_CHARACTERS]


def _stem(word: str) -> str:
    word = word.removesuffix("'s").replace("'", "")
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
