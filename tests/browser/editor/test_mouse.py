"""The same by mouse: dragging, clicking, the picture."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.editor.pages import card, labels_and_texts, node

OpenEditor = Callable[..., Page]


def drag(page: Page, label: str, onto: str, share: float) -> None:
    """Drag a node by its grip to `share` of the height of another card."""
    page.locator(f"#node-{uid_of(page, label)} > .ncard > .grip").hover()
    page.mouse.down()
    box = card(page, onto).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 90, box["y"] + box["height"] * share - 4, steps=4)
    page.mouse.move(box["x"] + 90, box["y"] + box["height"] * share, steps=2)


def uid_of(page: Page, label: str) -> str:
    return node(page, label).get_attribute("data-uid") or ""


def test_dragging_hangs_a_node_from_another_parent(editor: OpenEditor) -> None:
    page = editor()
    drag(page, "2", "1", 0.5)
    expect(page.locator(".drop-inside .landing")).to_have_text("becomes 1.2")
    page.mouse.up()
    assert [label for label, _ in labels_and_texts(page)] == ["0", "1", "1.1", "1.2"]
    expect(card(page, "1.2")).to_contain_text("The guest asked for black leaves.")
    expect(page.locator("[data-announce]")).to_have_text("2 is now 1.2, 2 of 2, level 2")


def test_dragging_above_a_node_changes_the_order(editor: OpenEditor) -> None:
    page = editor()
    drag(page, "2", "1", 0.1)
    page.mouse.up()
    expect(card(page, "1")).to_contain_text("The guest asked for black leaves.")


def test_a_node_cannot_be_dragged_below_itself(editor: OpenEditor) -> None:
    page = editor()
    before = labels_and_texts(page)
    drag(page, "1", "1.1", 0.5)
    expect(page.locator(".nodrop")).to_contain_text("A node cannot go below itself.")
    page.mouse.up()
    assert labels_and_texts(page) == before


def test_escape_lets_a_dragged_node_go(editor: OpenEditor) -> None:
    page = editor()
    before = labels_and_texts(page)
    drag(page, "2", "1", 0.5)
    page.keyboard.press("Escape")
    page.mouse.up()
    assert labels_and_texts(page) == before
    expect(page.locator(".dragging")).to_have_count(0)


def test_a_click_on_the_words_edits_them(editor: OpenEditor) -> None:
    page = editor()
    card(page, "1.1").locator(".why").click()
    expect(page.get_by_label("Purpose the uncertainty it settles")).to_be_focused()


def test_the_picture_selects(editor: OpenEditor) -> None:
    page = editor()
    page.locator(".treefig .mark").filter(has_text=re.compile(r"^1\.1$")).click()
    expect(node(page, "1.1")).to_be_focused()
    expect(page.locator(".treefig .sel")).to_have_text("1.1")
