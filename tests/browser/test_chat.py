"""A seeker's conversation in a real browser: from the list of tasks to the closing words, also on a bad line."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from tests.browser.conftest import assert_accessible, assert_fits

expect.set_options(timeout=15_000)  # as patient as the pages themselves: the machine may be busy

PHONE = {"width": 375, "height": 812}
DESK = {"width": 1440, "height": 900}


class Line:
    """The line between a page and the server, which can be cut."""

    def __init__(self, page: Page) -> None:
        self.cut = False
        self.open: list[WebSocketRoute] = []
        page.route_web_socket("**/ws/**", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if self.cut:
            socket.close(code=3001)
            return
        server = socket.connect_to_server()
        server.on_message(socket.send)
        socket.on_message(server.send)
        self.open.append(socket)

    def breaks(self) -> None:
        self.cut = True
        for socket in self.open:
            socket.close(code=3001)
        self.open.clear()

    def is_back(self) -> None:
        self.cut = False


def start_a_task(page: Page, language: str = "zh", number: int = 0) -> None:
    """Chinese tasks answer without the language model, which takes seconds to load."""
    page.goto(f"/play/?language={language}")
    if unfinished := [link.get_attribute("href") for link in page.locator(".letter > a.btn").all()]:
        for address in unfinished:
            end_quietly(page, str(address))
        page.reload()
    page.locator("form[action*='/play/'] button").nth(number).click()
    page.wait_for_url("**/chat/*/")


def end_quietly(page: Page, address: str) -> None:
    """End what another test left unfinished, as a browser without scripts would."""
    token = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "csrftoken")
    page.request.post(address, form={"do": "goodbye", "client_id": "end", "csrfmiddlewaretoken": token})


def connected(page: Page) -> None:
    expect(page.locator("#connection")).to_contain_text("Connected")


def write(page: Page, text: str) -> None:
    page.locator("#say").fill(text)
    page.locator("#say").press("Enter")


def shows_turns(page: Page, number: int) -> None:
    expect(page.locator("#messages .turn")).to_have_count(number)


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_a_seeker_chats_from_the_list_to_the_closing_words(
    page_as: Callable[..., Page], viewport: dict[str, int]
) -> None:
    page = page_as("seeker", viewport=viewport)
    start_a_task(page)
    connected(page)
    shows_turns(page, 1)
    write(page, "你好，这件事该怎么做？")
    shows_turns(page, 3)
    expect(page.locator("#say")).to_be_focused()
    expect(page.locator("#used")).to_have_text("Message 2 of at most 12")
    page.get_by_role("button", name="Say goodbye").click()
    page.get_by_role("dialog").get_by_role("button", name="Say goodbye").click()
    expect(page.get_by_role("heading", name="That is the end of this conversation")).to_be_focused()
    expect(page.locator("#composer")).to_be_hidden()
    assert_accessible(page)
    page.get_by_role("link", name="Back to your tasks").click()
    expect(page.get_by_role("heading", name="Finished")).to_be_visible()


def test_staying_in_the_conversation_is_the_harmless_way(page_as: Callable[..., Page]) -> None:
    page = page_as("seeker")
    start_a_task(page)
    connected(page)
    page.get_by_role("button", name="Say goodbye").click()
    page.keyboard.press("Escape")
    shows_turns(page, 1)
    expect(page.locator("#composer")).to_be_visible()


def test_words_written_on_a_broken_line_are_kept_and_sent_in_order(page_as: Callable[..., Page]) -> None:
    page = page_as("seeker")
    line = Line(page)
    start_a_task(page)
    connected(page)
    line.breaks()
    expect(page.locator("#connection")).to_contain_text("Reconnecting")
    for text in ("第一个问题？", "第二个问题？"):
        write(page, text)
    expect(page.locator("#kept .turn")).to_have_count(2)
    expect(page.get_by_role("alert")).to_contain_text("The connection dropped")
    page.reload()
    expect(page.locator("#kept .turn")).to_have_count(2)
    line.is_back()
    shows_turns(page, 5)
    said = page.locator("#messages .turn.me [data-text]").all_inner_texts()
    assert said == ["第一个问题？", "第二个问题？"]
    expect(page.locator("#kept .turn")).to_have_count(0)
    expect(page.get_by_role("alert")).to_be_empty()


def test_a_half_written_message_survives_a_reload(page_as: Callable[..., Page]) -> None:
    page = page_as("seeker")
    start_a_task(page)
    page.locator("#say").press_sequentially("还没写完")
    page.reload()
    expect(page.locator("#say")).to_have_value("还没写完")


def test_a_second_tab_shows_the_same_conversation(page_as: Callable[..., Page]) -> None:
    page = page_as("seeker")
    start_a_task(page)
    connected(page)
    other = page.context.new_page()
    other.goto(page.url)
    connected(other)
    write(page, "这件事该怎么做？")
    shows_turns(other, 3)
    page.get_by_role("button", name="Say goodbye").click()
    page.get_by_role("dialog").get_by_role("button", name="Say goodbye").click()
    expect(other.locator("#closing")).to_be_visible()


def test_enter_sends_shift_enter_breaks_the_line_and_composing_does_neither(page_as: Callable[..., Page]) -> None:
    page = page_as("seeker")
    start_a_task(page)
    connected(page)
    field = page.locator("#say")
    field.fill("nihao")
    field.dispatch_event("keydown", {"key": "Enter", "isComposing": True})
    field.dispatch_event("keydown", {"key": "Enter", "keyCode": 229})
    expect(field).to_have_value("nihao")
    field.fill("一")
    field.press("Shift+Enter")
    field.press_sequentially("二")
    field.press("Enter")
    expect(page.locator("#messages .turn.me [data-text]")).to_have_text("一\n二")


def test_a_text_that_is_too_long_stays_in_the_field(page_as: Callable[..., Page]) -> None:
    page = page_as("seeker")
    start_a_task(page)
    connected(page)
    write(page, "字" * 4001)
    expect(page.locator("#too-long")).to_contain_text("of at most 4000")
    expect(page.get_by_role("alert")).to_contain_text("Your text is still here")
    expect(page.locator("#say")).to_have_value("字" * 4001)


def test_a_session_that_ended_is_told_and_the_words_are_kept(page_as: Callable[..., Page]) -> None:
    page = page_as("seeker")
    start_a_task(page)
    connected(page)
    elsewhere = page.context.new_page()
    elsewhere.goto("/play/")
    elsewhere.evaluate("document.querySelector('form[action*=sign-out]').submit()")
    elsewhere.wait_for_url("**/sign-in/**")
    write(page, "还在吗？")
    expect(page.get_by_role("alert")).to_contain_text("Your session has ended")
    expect(page.locator("#kept .turn")).to_have_count(1)
    conversation = page.url
    page.get_by_role("link", name="Sign in and go on here").click()
    page.locator("button[value=seeker]").click()
    page.wait_for_url(conversation)
    shows_turns(page, 3)


def test_markup_is_shown_as_text(page_as: Callable[..., Page]) -> None:
    page = page_as("seeker")
    start_a_task(page)
    connected(page)
    write(page, "<img src=x onerror=alert(1)><b>壶</b>")
    expect(page.locator("#messages .turn.me [data-text]")).to_have_text("<img src=x onerror=alert(1)><b>壶</b>")
    assert page.locator("#messages img").count() == 0


def test_the_conversation_works_without_scripts(
    page_as: Callable[..., Page], open_context: Callable[..., BrowserContext]
) -> None:
    signed_in = page_as("seeker")
    page = open_context(java_script_enabled=False, storage_state=signed_in.context.storage_state()).new_page()
    start_a_task(page)
    page.locator("#say").fill("这件事该怎么做？")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#messages .turn.me")).to_have_count(1)
    look_again = page.get_by_role("link", name="Look for the answer")
    for _ in range(100):
        if look_again.count() == 0 or not look_again.is_visible():
            break
        page.wait_for_timeout(100)  # a person's pace: a hundred quick looks may end before a busy worker answers
        look_again.click()
    shows_turns(page, 3)
    page.get_by_role("button", name="Say goodbye").first.click()
    expect(page.get_by_role("heading", name="That is the end of this conversation")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_seekers_pages_are_accessible_and_fit(page_as: Callable[..., Page], language: str) -> None:
    page = page_as("seeker", reduced_motion="reduce")  # colours are measured at rest
    start_a_task(page, language)
    connected(page)
    for address in (page.url, f"/play/?language={language}"):
        page.goto(address)
        for viewport in (PHONE, DESK):
            page.set_viewport_size(viewport)  # type: ignore[arg-type]
            assert_fits(page)
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                assert_accessible(page)


def test_a_pasted_address_leaves_the_page_as_wide_as_the_phone(page_as: Callable[..., Page]) -> None:
    page = page_as("seeker", viewport=PHONE)
    start_a_task(page)
    page.locator("#say").fill("https://example.org/" + "a" * 300)
    assert_fits(page)
