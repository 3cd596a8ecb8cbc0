"""Guidelines are read as headings, lists and paragraphs, and lose no word."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.prose import Block, blocks


def said(block: Block) -> list[str]:
    return ["".join(span.text for span in line) for line in block.lines]


@pytest.mark.parametrize(
    ("line", "kind", "text"),
    [
        ("# Writing a task", "heading", "Writing a task"),
        ("### The root", "subheading", "The root"),
        ("* One node, one question", "points", "One node, one question"),
        ("- Play it", "points", "Play it"),
        ("2. Play it", "numbered", "Play it"),
        ("3、先写根节点", "numbered", "先写根节点"),
        ("#hashtag", "paragraph", "#hashtag"),
        ("-5 degrees", "paragraph", "-5 degrees"),
        ("1.5 litres", "paragraph", "1.5 litres"),
        ("#", "paragraph", "#"),
    ],
)
def test_a_lines_sign_tells_its_kind(line: str, kind: str, text: str) -> None:
    (block,) = blocks(line)
    assert (block.kind, said(block)) == (kind, [text])


def test_lines_of_one_kind_stand_together_until_a_gap() -> None:
    found = blocks("Ask.\nAsk well.\n\nThen:\n* one\n* two\n\n* three")
    assert [(block.kind, said(block)) for block in found] == [
        ("paragraph", ["Ask.", "Ask well."]),
        ("paragraph", ["Then:"]),
        ("points", ["one", "two"]),
        ("points", ["three"]),
    ]


def test_headings_below_each_other_stay_apart() -> None:
    assert [said(block) for block in blocks("# One\n# Two")] == [["One"], ["Two"]]


def test_a_numbered_list_begins_where_its_author_begins() -> None:
    (block,) = blocks("4. four\n5. five")
    assert block.first == 4


def test_two_stars_make_a_stretch_strong() -> None:
    ((line,),) = [block.lines for block in blocks("Say **who** and **what**, 2 ** 3")]
    assert [(span.text, span.strong) for span in line] == [
        ("Say ", False),
        ("who", True),
        (" and ", False),
        ("what", True),
        (", 2 ** 3", False),
    ]


@given(st.text(alphabet="ab# *-.1、\n我", max_size=80))
def test_no_letter_is_lost(text: str) -> None:
    letters = "".join(part for block in blocks(text) for part in said(block))
    assert re.sub(r"[^ab我]", "", letters) == re.sub(r"[^ab我]", "", text)
