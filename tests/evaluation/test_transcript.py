"""Where a node's text stands in a reply."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.transcript import Part, split_at_nodes


@pytest.mark.parametrize(
    ("said", "texts", "parts"),
    [
        ("Take the key.", {"1": "Take the key."}, [("Take the key.", "1")]),
        (
            "Well. Take the key. Off you go!",
            {"1": "Take the key."},
            [("Well. ", ""), ("Take the key.", "1"), (" Off you go!", "")],
        ),
        ("take the key, and run", {"1": "Take the key."}, [("take the key", "1"), (", and run", "")]),
        ("One. Two.", {"2": "Two.", "1": "One."}, [("One.", "1"), (" ", ""), ("Two.", "2")]),
        ("用瓷壶来沏，再用泉水烫。", {"1": "用瓷壶来沏。"}, [("用瓷壶来沏", "1"), ("，再用泉水烫。", "")]),
        ("Something else.", {"1": "Take the key."}, [("Something else.", "")]),
        ("abcd", {"1": "abcd", "2": "bc"}, [("abcd", "1")]),
        ("Anything", {"1": ""}, [("Anything", "")]),
        ("", {"1": "Take the key."}, []),
    ],
)
def test_a_nodes_text_is_marked_and_nothing_else(
    said: str, texts: dict[str, str], parts: list[tuple[str, str]]
) -> None:
    assert split_at_nodes(said, texts) == tuple(Part(*part) for part in parts)


@given(st.text(), st.dictionaries(st.sampled_from(["1", "2", "2.1"]), st.text(max_size=6)))
def test_the_parts_always_add_up_to_what_was_said(said: str, texts: dict[str, str]) -> None:
    assert "".join(part.text for part in split_at_nodes(said, texts)) == said
