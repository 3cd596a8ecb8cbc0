"""Nothing is lost: reloads, broken connections, ended sessions."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.editor.pages import card, expect_saved, focus_tree, labels_and_texts, saved_version

OpenEditor = Callable[..., Page]


def test_undo_and_redo_survive_a_reload(editor: OpenEditor) -> None:
    page = editor()
    before = labels_and_texts(page)
    focus_tree(page)
    page.keyboard.press("End")
    page.keyboard.press("Alt+Shift+ArrowRight")
    after = labels_and_texts(page)
    expect_saved(page)
    page.reload()
    page.keyboard.press("Control+z")
    assert labels_and_texts(page) == before
    page.keyboard.press("Control+Shift+z")
    assert labels_and_texts(page) == after
    expect_saved(page)


def test_saving_counts_versions_and_a_reload_shows_the_words(editor: OpenEditor) -> None:
    page = editor()
    page.get_by_label("Goal").fill("serve two guests a pot of tea")
    page.get_by_label("Title").fill("Two guests")
    assert saved_version(page) >= 2
    page.reload()
    expect(page.get_by_label("Goal")).to_have_value("serve two guests a pot of tea")
    expect(page.get_by_label("Title")).to_have_value("Two guests")


def test_words_written_offline_are_kept_and_sent_later(editor: OpenEditor) -> None:
    page = editor()
    page.context.set_offline(True)
    page.get_by_label("Goal").fill("serve tea in the dark")
    expect(page.locator("save-state")).to_contain_text("Offline: kept in this browser")
    expect(page.get_by_role("alert")).to_contain_text("The connection is gone.")
    page.context.set_offline(False)
    expect_saved(page)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_crash_before_saving_loses_nothing(editor: OpenEditor) -> None:
    page = editor()
    page.context.set_offline(True)
    page.get_by_label("Goal").fill("serve tea after the storm")
    expect(page.locator("save-state")).to_contain_text("Offline")
    address = page.url
    page.close()
    again = page.context.new_page()
    page.context.set_offline(False)
    again.goto(address)
    expect(again.get_by_label("Goal")).to_have_value("serve tea after the storm")
    expect(again.locator(".toast")).to_contain_text("were kept in this browser and are back")
    expect_saved(again)


def test_an_ended_session_keeps_the_words_and_says_what_to_do(editor: OpenEditor) -> None:
    page = editor()
    page.context.clear_cookies(name="sessionid")
    page.get_by_label("Goal").fill("serve tea to a stranger")
    expect(page.get_by_role("alert")).to_contain_text("session has ended")
    expect(page.get_by_role("alert").get_by_role("link", name="Sign in")).to_be_visible()
    expect(page.locator("save-state")).to_contain_text("Not saved")
    expect(page.get_by_label("Goal")).to_have_value("serve tea to a stranger")


def test_too_long_a_text_stays_in_sight_and_says_why(editor: OpenEditor) -> None:
    page = editor()
    card(page, "1").locator(".text").click()
    page.locator("#edit-text").fill("x" * 4001)
    expect(page.locator("#edit-text-problem")).to_contain_text("At most 4,000 characters")
    expect(page.locator("#edit-text")).to_have_attribute("aria-invalid", "true")
    page.locator("#edit-text").fill("x" * 4000)
    expect(page.locator("#edit-text-problem")).to_be_hidden()
