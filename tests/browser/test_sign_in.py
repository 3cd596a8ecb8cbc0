"""The first page, as a newcomer meets it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import assert_accessible, assert_fits


@pytest.mark.parametrize("width", [375, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_first_page_is_accessible_and_fits(
    open_context: Callable[..., BrowserContext], width: int, scheme: str
) -> None:
    page = open_context(viewport={"width": width, "height": 800}, color_scheme=scheme).new_page()
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert_accessible(page)
    assert_fits(page)


def test_a_sample_account_is_one_click_away(page_as: Callable[..., Page]) -> None:
    page = page_as("author")
    expect(page.get_by_role("heading", level=1)).to_contain_text("After Hours")


def test_a_wrong_password_says_what_to_do(open_context: Callable[..., BrowserContext]) -> None:
    page = open_context().new_page()
    page.goto("/sign-in/")
    page.get_by_label("Name").fill("author")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("try again")


def test_the_whole_page_speaks_chinese_when_asked(open_context: Callable[..., BrowserContext]) -> None:
    page = open_context().new_page()
    page.goto("/sign-in/")
    page.get_by_role("button", name="中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page.get_by_role("button", name="English")).to_be_visible()
