"""Lines as the published scorer reads them, and their lengths, worked by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.scoring.lengths import chinese_words, english_words, query_length, words_per_turn
from evaluation.scoring.texts import CLOSING_MARKS, language_of, without_closing_marks, without_speaker


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Take the north mine", "en"),
        ("去北矿山", "zh"),
        ("Jax，你好", "en"),  # three letters against two characters
        ("ok 好的", "zh"),  # a tie
        ("", "zh"),
        ("12?!", "zh"),
        ("é 好", "zh"),  # an accented letter is no ASCII letter
        ("a龥", "zh"),  # U+9FA5 is the last that counts, so this is a tie
        ("a龦", "en"),  # U+9FA6 is beyond it
    ],
)
def test_language_goes_by_letters_against_characters(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("Jax: Go north. ", "Go north."),
        ("JAX:Go", "Go"),
        ("jax: jax: twice", "jax: twice"),
        (" Jax: late", "Jax: late"),
        ("Jaxon: no", "Jaxon: no"),
        ("", ""),
    ],
)
def test_speaker_prefix_goes_from_the_very_start_only(line: str, text: str) -> None:
    assert without_speaker(line) == text


def test_closing_marks_go_from_the_end_only() -> None:
    assert without_closing_marks("?Go, then rest.！？。") == "?Go, then rest"
    assert without_closing_marks("Go. ") == "Go. "


@given(st.text())
def test_nothing_but_closing_marks_is_taken_away(text: str) -> None:
    rest = without_closing_marks(text)
    assert text.startswith(rest)
    assert set(text[len(rest) :]) <= set(CLOSING_MARKS)


def test_english_length_counts_spaces_of_the_stripped_turn() -> None:
    # "Which mine is it" has 3 spaces, "Goodbye" none, two blanks count twice.
    assert query_length(["  Which mine is it\n", "Goodbye", "a  b"]) == (3 + 0 + 2) / 3


def test_other_blanks_are_not_spaces() -> None:
    assert query_length(["one\ttwo\u00a0three\nfour five"]) == 1


def test_chinese_length_counts_every_character() -> None:
    assert query_length(["哪个矿山？ ", "再见"]) == (5 + 2) / 2


def test_first_turn_alone_says_the_language() -> None:
    assert query_length(["你好", "Which mine is it"]) == (2 + 16) / 2


def test_length_is_undefined_when_the_seeker_never_spoke() -> None:
    assert query_length([]) is None
    assert words_per_turn([]) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("OK", 1),
        ("I don't want a 10-inch one, at 3.5 coins.", 9),
        ("wait -- what?!", 2),
        ("", 0),
        ("* 1. _first_", 2),
    ],
)
def test_english_words(text: str, words: int) -> None:
    assert english_words(text) == words


def test_chinese_words_leave_punctuation_out() -> None:
    # 我 / 应该 / 去 / 北京 / ，/ 再见 / ！
    assert chinese_words("我应该去北京，再见！") == 5


def test_words_are_averaged_over_turns() -> None:
    assert words_per_turn(["Which mine is it?", "Goodbye"]) == 2.5
