"""How long a seeker's turns are: the published measure (AQL), and words, under their own name.

The published AQL (paper 000, equation 3) counts spaces in English and characters in Chinese, so its two
languages cannot be compared and "OK" has length 0. Words are the better measure; they never replace AQL.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from evaluation.scoring.texts import language_of

if TYPE_CHECKING:
    from jieba import Tokenizer

SPACE = " "
_ENGLISH_WORD = re.compile(r"[^\W_]+(?:['’.\-][^\W_]+)*")


def query_length(seeker_turns: Sequence[str]) -> float | None:
    """Mean published length of a turn, the goodbye included; None when the seeker never spoke.

    Counted on the stripped turn: U+0020 characters in English, all characters in Chinese. The first turn alone
    says which language the dialogue is in.
    """
    turns = [turn.strip() for turn in seeker_turns]
    return _mean_length(turns, english=lambda turn: turn.count(SPACE), chinese=len)


def words_per_turn(seeker_turns: Sequence[str]) -> float | None:
    """Mean number of words of a turn; None when the seeker never spoke. The language is found as for AQL.

    English: runs of letters and digits, joined by an apostrophe, a full stop or a hyphen inside ("don't", "3.5",
    "10-inch" are one word). Chinese: jieba's words, punctuation left out.
    """
    return _mean_length(seeker_turns, english=english_words, chinese=chinese_words)


def english_words(text: str) -> int:
    return len(_ENGLISH_WORD.findall(text))


@lru_cache(maxsize=4_096)
def chinese_words(text: str) -> int:
    """Counted once per text: cutting takes longer than all the rest, and each judge's score asks anew."""
    return sum(any(character.isalnum() for character in word) for word in _jieba().cut(text))


def _mean_length(turns: Sequence[str], *, english: Callable[[str], int], chinese: Callable[[str], int]) -> float | None:
    if not turns:
        return None
    length = english if language_of(turns[0]) == "en" else chinese
    return sum(map(length, turns)) / len(turns)


@cache
def _jieba() -> Tokenizer:
    """Jieba's own dictionary, loaded on first use (about a second).

    Filled by hand, because jieba would otherwise read and write a marshalled cache at a known path in the shared
    temporary directory, where another user of the machine could put a file of their own.
    """
    import jieba

    tokenizer = jieba.Tokenizer()
    tokenizer.FREQ, tokenizer.total = tokenizer.gen_pfdict(tokenizer.get_dict_file())
    tokenizer.initialized = True
    return tokenizer
