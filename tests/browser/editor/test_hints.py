"""Hints lead to their spots."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import assert_accessible
from tests.browser.editor.pages import card, node, rewrite

OpenEditor = Callable[..., Page]


def test_a_hint_leads_to_its_spot(editor: OpenEditor) -> None:
    page = editor()
    rewrite(page, "1.1", purpose=" ")
    page.keyboard.press("Escape")
    button = page.get_by_role("button", name=re.compile("hint"))
    expect(button).to_have_text(re.compile("1 hint"))
    expect(card(page, "1.1")).to_contain_text("Node 1.1 has no purpose.")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("link").first).to_be_focused()
    assert_accessible(page)
    page.keyboard.press("Enter")
    expect(page.locator("#edit-purpose")).to_be_focused()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_an_address_with_a_label_opens_at_the_node(editor: OpenEditor) -> None:
    page = editor()
    page.goto(f"{page.url}#node-1.1")
    expect(node(page, "1.1")).to_be_focused()


def test_a_line_says_which_node_chooses_it(editor: OpenEditor) -> None:
    page = editor()
    line = page.locator("[data-list=items] li").first
    line.get_by_role("link", name=re.compile("chosen by node 1")).click()
    expect(node(page, "1")).to_be_focused()


def test_links_from_the_task_list_lead_to_the_trial_and_to_the_hints(editor: OpenEditor) -> None:
    page = editor("zh")
    address = page.url.partition("#")[0]
    page.goto("/projects/")
    page.goto(f"{address}#try")
    expect(page.locator(".pane[data-name=try] textarea")).to_be_focused()
    page.goto("/projects/")
    page.goto(f"{address}#hints")
    expect(page.get_by_role("dialog")).to_be_visible()
