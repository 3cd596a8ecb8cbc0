"""Every width, light and dark, long, hostile, empty and read-only tasks."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import assert_accessible, assert_fits
from tests.browser.editor.pages import card, expect_saved, labels_and_texts, node

OpenEditor = Callable[..., Page]
SCREENS = [
    {"viewport": {"width": width, "height": 860}, "color_scheme": scheme}
    for width in (375, 1440)
    for scheme in ("light", "dark")
]


@pytest.mark.parametrize("options", SCREENS, ids=lambda o: f"{o['viewport']['width']}-{o['color_scheme']}")
def test_every_pane_is_accessible_and_fits(editor: OpenEditor, options: dict[str, object]) -> None:
    page = editor("zh", **options)
    tabs = page.get_by_role("tab")
    for name in ("Background", "Try it", "Tree"):
        if tabs.filter(has_text=name).is_visible():
            tabs.filter(has_text=name).click()
        assert_accessible(page)
        assert_fits(page)
    card(page, "1").locator(".text").click()
    assert_accessible(page)
    assert_fits(page)


@pytest.mark.parametrize("width", [375, 1100])
def test_fifty_nodes_on_six_levels_stay_usable(editor: OpenEditor, width: int) -> None:
    page = editor("fifty", viewport={"width": width, "height": 860})
    expect(page.get_by_role("treeitem")).to_have_count(50)
    assert_fits(page)
    page.get_by_role("button", name="Collapse all").click()
    expect(page.locator("[role=treeitem]:visible")).to_have_count(10)
    page.get_by_role("button", name="Open all").click()
    expect(page.locator("[role=treeitem]:visible")).to_have_count(50)


def test_script_in_any_text_is_shown_as_text(editor: OpenEditor) -> None:
    page = editor("hostile")
    expect(card(page, "1")).to_contain_text("<script>document.title='taken over'</script>")
    expect(page.get_by_label("Item 1")).to_have_value(re.compile("^<script>"))
    page.get_by_role("button", name=re.compile("hint")).click()
    assert page.locator("task-editor script, task-editor img").count() == 0
    assert "taken over" not in page.title()


def test_an_empty_task_starts_with_the_root(editor: OpenEditor) -> None:
    page = editor("empty")
    assert_accessible(page)
    page.get_by_role("button", name="Write the root").click()
    page.keyboard.type("Brew a good pot.")
    page.keyboard.press("Control+Shift+Enter")
    page.keyboard.type("The china one.")
    assert [label for label, _ in labels_and_texts(page)] == ["0", "1"]
    expect_saved(page)


def test_a_reader_may_try_but_not_write(editor: OpenEditor) -> None:
    page = editor("zh", account="validator")
    expect(page.get_by_text("You may read this task, but not change it.")).to_be_visible()
    expect(page.get_by_role("button", name="Add node")).to_have_count(0)
    expect(page.get_by_label("Goal")).not_to_be_editable()
    node(page, "1").focus()
    page.keyboard.press("Delete")
    page.keyboard.press("n")
    expect(page.get_by_role("treeitem")).to_have_count(4)
    expect(page.get_by_label("Ask as the seeker would")).to_be_editable()
    assert_accessible(page)
