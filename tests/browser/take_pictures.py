"""Takes the README's pictures from a fresh installation: `make pictures`.

Nothing in them is staged but the clicks: the server, its sample project and the replies are real.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import ROOT, Served, free_port, start_server, stop_server
from tests.browser.editor.pages import ask
from tests.browser.find_chromium import FLAGS, find_chromium

PICTURES = ROOT / "docs" / "pictures"
DESK = {"width": 1440, "height": 900}
TALL = {"width": 1440, "height": 1250}
PHONE = {"width": 375, "height": 760}
LAMP_QUESTIONS = (
    "How do I get this lamp working again?",
    "Which cable shall I take, the cloth one or the plastic one?",
    "Is there anything good on the radio tonight?",
)
TRAIN_QUESTIONS = ("你好，我要带古筝坐夜车，该怎么做？", "我该睡哪一种铺位？", "古筝放在哪里好？")


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = start_server(Path(folder), free_port())
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        try:
            results(browser, served)
            editor(browser, served)
            phone(browser, served)
            chinese(browser, served)
        finally:
            browser.close()
            stop_server(served)


def editor(browser: Browser, served: Served) -> None:
    page = signed_in(browser, served, "author", viewport=DESK)
    page.get_by_role("link", name="Mr Okafor's reading lamp").first.click()
    for question in LAMP_QUESTIONS:
        ask(page, question)
    take(page, "editor")
    take(page, "editor-dark", dark=True)


def phone(browser: Browser, served: Served) -> None:
    page = signed_in(browser, served, "seeker", viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto("/play/?language=en")
    talk(page, "Mr Okafor", LAMP_QUESTIONS[:2])
    take(page, "chat-phone")


def chinese(browser: Browser, served: Served) -> None:
    page = signed_in(browser, served, "seeker", viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto("/play/?language=zh")
    page.get_by_role("button", name="中文").click()
    talk(page, "古筝", TRAIN_QUESTIONS)
    take(page, "chat-zh-dark", dark=True)


def results(browser: Browser, served: Served) -> None:
    page = signed_in(browser, served, "researcher", viewport=TALL)
    page.goto("/p/after-hours/dashboard/")
    take(page, "dashboard")
    page.goto("/p/after-hours/dialogues/?run=first-afternoon")
    page.locator("table.dialogues tbody a").first.click()
    page.get_by_label("Why").fill("Every point came across.")
    page.locator("#verdicts").get_by_text("Success").first.click()
    page.get_by_role("button", name="Store and show the others").click()
    page.locator("h2", has_text="Score").first.wait_for()
    take(page, "dialogue")


def signed_in(browser: Browser, served: Served, account: str, **options: object) -> Page:
    context = browser.new_context(base_url=served.url, locale="en-GB", device_scale_factor=1, **options)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto("/sign-in/")
    page.locator(f"button[value={account}]").click()
    page.wait_for_url(lambda url: "/sign-in/" not in url)
    return page


def talk(page: Page, title: str, sayings: tuple[str, ...]) -> None:
    page.locator("li, article").filter(has_text=title).last.get_by_role("button").click()
    page.wait_for_url("**/chat/*/")
    for number, saying in enumerate(sayings, start=1):
        page.locator("#say").fill(saying)
        page.locator("#say").press("Enter")
        page.locator("#messages .turn").nth(2 * number).wait_for(timeout=30_000)


def take(page: Page, name: str, *, dark: bool = False) -> None:
    page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
    page.wait_for_timeout(600)  # fonts and the last layout settle; nothing is asserted here
    page.evaluate("window.scrollTo(0, 0)") if not name.startswith("chat") else None
    page.screenshot(path=PICTURES / f"{name}.png")
    print(f"docs/pictures/{name}.png")


if __name__ == "__main__":
    main()
