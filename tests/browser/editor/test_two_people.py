"""Two people at one task: both versions are kept, and chosen from."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import assert_accessible
from tests.browser.editor.pages import card, expect_saved, labels_and_texts, rewrite, saved_version

OpenEditor = Callable[..., Page]


def two_browsers(work_as: Callable[..., Page], address: str) -> tuple[Page, Page]:
    pages = (work_as("author"), work_as("author"))
    for page in pages:
        page.goto(address)
        expect(page.get_by_role("treeitem").first).to_be_visible()
    return pages


def test_two_versions_are_both_kept_and_chosen_from_by_field(
    work_as: Callable[..., Page], new_task: Callable[..., str]
) -> None:
    ours, theirs = two_browsers(work_as, new_task())
    rewrite(theirs, "1", "Take the tall one made of china.", "which of the pots")
    version = saved_version(theirs)
    rewrite(ours, "1", "Take the one made of thin china.", "which pot it shall be")
    dialog = ours.get_by_role("dialog")
    expect(dialog).to_contain_text("Node 1: two versions, both kept")
    expect(dialog.locator("ins").first).to_have_text(re.compile("thin|tall"))
    assert_accessible(ours)
    dialog.get_by_role("group", name="Purpose").get_by_role("radio").last.check()
    dialog.get_by_role("button", name=f"Save as version {version + 1}").click()
    assert saved_version(ours) == version + 1
    ours.reload()
    expect(card(ours, "1")).to_contain_text("Take the one made of thin china.")
    expect(card(ours, "1")).to_contain_text("which of the pots")


def test_both_versions_of_a_node_can_stay_as_siblings(
    work_as: Callable[..., Page], new_task: Callable[..., str]
) -> None:
    ours, theirs = two_browsers(work_as, new_task())
    rewrite(theirs, "2", "The guest asked for green leaves.")
    saved_version(theirs)
    rewrite(ours, "2", "The guest asked for oolong.")
    ours.get_by_role("button", name="Keep both as siblings").click()
    expect_saved(ours)
    ours.reload()
    assert labels_and_texts(ours)[-2:] == [
        ("2", "The guest asked for oolong."),
        ("3", "The guest asked for green leaves."),
    ]


def test_changes_that_do_not_touch_are_joined_and_told(
    work_as: Callable[..., Page], new_task: Callable[..., str]
) -> None:
    ours, theirs = two_browsers(work_as, new_task())
    theirs.get_by_label("Goal").fill("serve a guest the best pot of tea")
    saved_version(theirs)
    rewrite(ours, "2", "The guest asked for white leaves.")
    expect(ours.locator(".toast")).to_contain_text("One change was taken in.")
    expect(ours.get_by_label("Goal")).to_have_value("serve a guest the best pot of tea")
    expect(card(ours, "2").locator("#edit-text")).to_have_value("The guest asked for white leaves.")
    expect_saved(ours)


def test_deciding_later_keeps_both_and_sends_nothing(
    work_as: Callable[..., Page], new_task: Callable[..., str]
) -> None:
    ours, theirs = two_browsers(work_as, new_task())
    rewrite(theirs, "1", "Take the tall one.")
    version = saved_version(theirs)
    rewrite(ours, "1", "Take the thin one.")
    ours.keyboard.press("Escape")
    expect(ours.locator("save-state")).to_contain_text("Two versions")
    ours.reload()
    expect(ours.get_by_role("dialog")).to_contain_text("Node 1: two versions, both kept")
    ours.get_by_role("button", name="Decide later").click()
    ours.get_by_role("button", name="Choose now").click()
    ours.get_by_role("button", name=f"Save as version {version + 1}").click()
    assert saved_version(ours) == version + 1
