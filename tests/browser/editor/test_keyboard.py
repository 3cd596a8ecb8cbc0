"""A tree and its background, written by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import assert_accessible
from tests.browser.editor.pages import card, focus_tree, labels_and_texts, node

OpenEditor = Callable[..., Page]


def test_author_grows_a_tree_by_keyboard_alone(editor: OpenEditor) -> None:
    page = editor()
    focus_tree(page)
    for key in ("End", "n"):
        page.keyboard.press(key)
    page.keyboard.type("A small cup, never a mug.")
    page.keyboard.press("Tab")
    page.keyboard.type("which cup to take")
    page.keyboard.press("Control+Shift+Enter")
    page.keyboard.type("From the left shelf.")
    page.keyboard.press("Escape")
    assert labels_and_texts(page)[-2:] == [("3", "A small cup, never a mug."), ("3.1", "From the left shelf.")]
    expect(node(page, "3.1")).to_have_attribute("aria-level", "3")
    expect(node(page, "3.1")).to_be_focused()
    expect(page.locator("[role=treeitem][tabindex='0']")).to_have_count(1)


def test_moves_say_where_the_node_landed(editor: OpenEditor) -> None:
    page = editor()
    focus_tree(page)
    page.keyboard.press("End")
    page.keyboard.press("Alt+Shift+ArrowRight")
    expect(page.locator("[data-announce]")).to_have_text("2 is now 1.2, 2 of 2, level 2")
    page.keyboard.press("Alt+Shift+ArrowUp")
    expect(page.locator("[data-announce]")).to_have_text("1.2 is now 1.1, 1 of 2, level 2")
    page.keyboard.press("Alt+Shift+ArrowUp")
    expect(page.locator("[data-announce]")).to_contain_text("It is the first already.")
    page.keyboard.press("Alt+Shift+ArrowLeft")
    expect(page.locator("[data-announce]")).to_have_text("1.1 is now 2, 2 of 2, level 1")
    expect(node(page, "2")).to_be_focused()


def test_arrows_walk_open_and_close_the_tree(editor: OpenEditor) -> None:
    page = editor()
    focus_tree(page)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    expect(node(page, "1")).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowDown")
    expect(node(page, "2")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(node(page, "1.1")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(node(page, "1")).to_be_focused()


def test_deleting_a_branch_offers_undo(editor: OpenEditor) -> None:
    page = editor()
    before = labels_and_texts(page)
    focus_tree(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Delete")
    expect(page.locator(".toast")).to_contain_text("Deleted 2 nodes")
    assert [label for label, _ in labels_and_texts(page)] == ["0", "1"]
    page.locator(".toast").get_by_role("button", name="Undo").click()
    assert labels_and_texts(page) == before


def test_a_new_node_that_stays_empty_is_taken_back(editor: OpenEditor) -> None:
    page = editor()
    before = labels_and_texts(page)
    focus_tree(page)
    page.keyboard.press("End")
    page.keyboard.press("n")
    page.keyboard.press("Escape")
    assert labels_and_texts(page) == before
    expect(node(page, "2")).to_be_focused()


def test_every_action_of_a_node_is_in_its_menu(editor: OpenEditor) -> None:
    page = editor()
    focus_tree(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+F10")
    menu = page.get_by_role("menu")
    expect(menu.get_by_role("menuitem").first).to_be_focused()
    expect(menu.get_by_role("menuitem", name=re.compile("^Move up"))).to_have_attribute("aria-disabled", "true")
    expect(menu).to_contain_text("It is the first already.")
    assert_accessible(page)
    page.keyboard.press("ArrowUp")
    expect(menu.get_by_role("menuitem", name=re.compile("Delete 2 nodes"))).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)


def test_a_label_leads_to_its_node(editor: OpenEditor) -> None:
    page = editor("fifty")
    focus_tree(page)
    page.keyboard.press("g")
    page.keyboard.type("8.1.1.1.1")
    page.keyboard.press("Enter")
    expect(node(page, "8.1.1.1.1")).to_be_focused()
    expect(card(page, "8.1.1.1.1")).to_be_in_viewport()


def test_lines_are_added_moved_and_removed_by_keyboard(editor: OpenEditor) -> None:
    page = editor()
    line = page.get_by_label("Item 4")
    line.focus()
    page.keyboard.press("Enter")
    page.keyboard.type("white tea")
    page.keyboard.press("Alt+Shift+ArrowUp")
    expect(page.get_by_label("Item 4")).to_have_value("white tea")
    expect(page.get_by_label("Item 4")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    expect(page.locator("[data-list=items] textarea")).to_have_count(4)
    expect(page.get_by_label("Item 3")).to_be_focused()


def test_every_stop_of_the_keyboard_shows_a_ring(editor: OpenEditor) -> None:
    page = editor()
    page.get_by_label("Title").focus()
    ringless = []
    for _ in range(60):
        page.keyboard.press("Tab")
        stop = page.evaluate(RING)
        if stop["outside"]:
            break
        if not stop["ring"]:
            ringless.append(stop["html"])
    assert ringless == []


RING = """() => {
  const stop = document.activeElement;
  const own = getComputedStyle(stop);
  const around = stop.closest('.composer, label, [role=treeitem]');
  const inner = around?.matches('[role=treeitem]') ? around.querySelector('.ncard') : around;
  const ring = (style) => style && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  return {outside: stop === document.body, html: stop.outerHTML.slice(0, 120),
          ring: ring(own) || (inner && ring(getComputedStyle(inner)))};
}"""
