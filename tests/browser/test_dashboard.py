"""The researcher's way: dashboard, the numbers behind the chart, a dialogue, a blind verdict, and what others say."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import assert_accessible, assert_fits

DASHBOARD = "/p/after-hours/dashboard/"
DIALOGUES = "/p/after-hours/dialogues/"


def test_from_a_number_to_a_judged_dialogue(page_as: Callable[..., Page]) -> None:
    page = page_as("researcher")
    page.goto(DASHBOARD)
    page.get_by_role("link", name="Depth").click()
    expect(page.get_by_role("heading", name="Success by depth of the tree")).to_be_visible()
    page.locator("summary", has_text="Numbers").click()
    numbers = page.get_by_role("region", name="Numbers behind the chart")
    link = numbers.get_by_role("row").nth(1).get_by_role("link").last
    counted = link.inner_text()
    link.click()
    expect(page.locator("footer", has_text=f"{counted} dialogue").first).to_be_visible()
    expect(page.locator("table.dialogues tbody tr")).to_have_count(int(counted))

    page.goto(f"{DIALOGUES}?run=first-afternoon")
    blind = page.locator("tr", has_text="hidden until your verdict").first
    blind.get_by_role("link").click()
    verdicts = page.locator("#verdicts")
    expect(verdicts).to_contain_text("Blind")
    expect(page.get_by_role("heading", name="Score")).to_have_count(0)
    assert_accessible(page)
    verdicts.get_by_text("Failure").click()
    page.get_by_label("Why").fill("Nothing was asked about the second point.")
    page.get_by_role("button", name="Store and show the others").click()
    expect(page.get_by_role("heading", name="Score")).to_be_visible()
    expect(verdicts).to_contain_text("Nothing was asked about the second point.")
    expect(verdicts).to_contain_text("blind")
    assert_accessible(page)
    page.locator(".tree").get_by_role("link", name=re.compile("turn 3")).click()
    expect(page).to_have_url(re.compile(r"#turn-3$"))


def test_looking_first_is_possible_and_remembered(page_as: Callable[..., Page]) -> None:
    page = page_as("validator")
    page.goto(DIALOGUES)
    page.locator("tr", has_text="hidden until your verdict").first.get_by_role("link").click()
    page.get_by_text("Show without a verdict").click()
    page.get_by_role("button", name="Show scores and verdicts").click()
    expect(page.get_by_role("heading", name="Score")).to_be_visible()
    expect(page.locator("#verdicts")).to_contain_text("Give a verdict (not blind)")


def test_filters_change_the_page_and_the_address_without_a_reload(page_as: Callable[..., Page]) -> None:
    page = page_as("researcher")
    page.goto(DASHBOARD)
    page.evaluate("window.stillHere = true")
    page.get_by_label("Language").select_option("zh")
    expect(page).to_have_url(re.compile("language=zh"))
    expect(page.locator("#h-runs")).to_be_visible()
    expect(page.locator("#export a").first).to_have_attribute("href", re.compile("language=zh"))
    assert page.evaluate("window.stillHere") is True
    page.reload()
    expect(page.get_by_label("Language")).to_have_value("zh")


def test_runs_are_chosen_in_their_table(page_as: Callable[..., Page]) -> None:
    page = page_as("researcher")
    page.goto(DASHBOARD)
    page.get_by_label("Choose first-afternoon").check()
    page.get_by_role("button", name="Show the chosen runs").click()
    expect(page).to_have_url(re.compile("run=first-afternoon"))
    expect(page.locator("#chart")).to_contain_text("first-afternoon · 16 dialogues")


@pytest.mark.parametrize("width", [375, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_accessible_and_fits(page_as: Callable[..., Page], width: int, scheme: str) -> None:
    page = page_as("researcher", viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.goto(DIALOGUES)
    chinese = page.locator("a[lang=zh-Hans]").first.get_attribute("href")
    for address in (f"{DASHBOARD}?by=type", "/p/after-hours/runs/cautious-script/", DIALOGUES, chinese or ""):
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert_accessible(page)
        assert_fits(page)
