"""Try it: the draft answers as it stands, and says why."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import assert_accessible, assert_fits
from tests.browser.editor.pages import ask, card, node, rewrite

OpenEditor = Callable[..., Page]
WHICH_POT = "有两种壶，该用哪一种壶？"


def test_the_reply_shows_which_node_it_used_and_why(editor: OpenEditor) -> None:
    page = editor("zh")
    ask(page, "怎么沏茶？")
    reply = ask(page, WHICH_POT)
    expect(reply.locator(".bubble")).to_have_text("用瓷壶来沏。")
    expect(reply.locator("summary .node.given")).to_contain_text("1")
    expect(reply.locator(".because q")).to_contain_text("壶")
    expect(reply.locator(".alts")).to_contain_text("opens after 1")
    expect(card(page, "1").locator("> .node")).to_have_class(re.compile("given"))
    expect(card(page, "1.1").locator("> .node")).to_have_class(re.compile("open"))
    assert_accessible(page)


def test_words_that_are_not_saved_yet_are_said_already(editor: OpenEditor) -> None:
    page = editor("zh")
    page.context.route("**/content/", lambda route: route.abort())
    rewrite(page, "1", "用那把白瓷壶。")
    ask(page, "怎么沏茶？")
    reply = ask(page, WHICH_POT)
    expect(reply.locator(".bubble")).to_have_text("用那把白瓷壶。")


def test_after_an_edit_the_same_questions_are_replayed(editor: OpenEditor) -> None:
    page = editor("zh")
    ask(page, "怎么沏茶？")
    ask(page, WHICH_POT)
    rewrite(page, "1", "用那把白瓷壶。")
    expect(page.get_by_text("You edited 1 after question 2.")).to_be_visible()
    page.get_by_role("button", name="Replay the same questions").click()
    changed = page.locator(".try .turn").filter(has_text="changed by your edit")
    expect(changed).to_have_count(1)
    expect(changed.locator(".bubble")).to_have_text("用那把白瓷壶。")
    expect(changed.locator("ins").first).to_be_visible()
    expect(page.get_by_text("You edited 1")).to_be_hidden()
    assert_accessible(page)


def test_an_edit_that_is_undone_needs_no_replay(editor: OpenEditor) -> None:
    page = editor("zh")
    ask(page, "怎么沏茶？")
    rewrite(page, "1", "用那把白瓷壶。")
    expect(page.get_by_text("You edited 1 after question 1.")).to_be_visible()
    page.get_by_role("button", name="Undo: edit of a node").click()
    expect(page.get_by_text("You edited 1")).to_be_hidden()


def test_no_node_is_told_with_the_nearest_one(editor: OpenEditor) -> None:
    page = editor("zh")
    ask(page, "怎么沏茶？")
    reply = ask(page, "怎么做？")
    expect(reply.locator("summary .node.none")).to_be_visible()
    expect(reply.locator("summary")).to_contain_text(re.compile(r"nearest.*0\.\d\d"))
    expect(reply.locator(".alts")).to_contain_text("no node answers it")


def test_goodbye_tells_the_author_what_was_never_given(editor: OpenEditor) -> None:
    page = editor("zh")
    ask(page, "怎么沏茶？")
    page.get_by_role("button", name="Say goodbye").click()
    expect(page.locator(".try .chat")).to_contain_text("3 nodes were never given:")
    expect(page.get_by_label("Ask as the seeker would")).not_to_be_editable()
    page.get_by_role("button", name="Restart").click()
    expect(page.get_by_label("Ask as the seeker would")).to_be_editable()


def test_every_node_is_asked_for_by_its_purpose(editor: OpenEditor) -> None:
    page = editor("zh")
    page.get_by_role("button", name="Ask for every node").click()
    expect(page.locator(".toast")).to_contain_text(re.compile(r"\d of 3 questions found their node"))
    expect(page.locator(".try .asked")).to_have_count(3)


def test_a_key_on_a_node_puts_its_question_into_the_composer(editor: OpenEditor) -> None:
    page = editor("zh")
    node(page, "1").focus()
    page.keyboard.press("t")
    expect(page.get_by_label("Ask as the seeker would")).to_be_focused()
    expect(page.get_by_label("Ask as the seeker would")).to_have_value("该用哪一种壶？")


def test_a_chip_in_the_decision_leads_to_its_node(editor: OpenEditor) -> None:
    page = editor("zh", viewport={"width": 375, "height": 812})
    page.get_by_role("tab", name="Try it").click()
    ask(page, "怎么沏茶？")
    reply = ask(page, WHICH_POT)
    assert_accessible(page)
    assert_fits(page)
    reply.get_by_role("button", name=re.compile("node 2")).click()
    expect(page.get_by_role("tab", name="Tree")).to_have_attribute("aria-selected", "true")
    expect(node(page, "2")).to_be_focused()


def test_a_decision_lights_up_its_node_in_tree_and_picture(editor: OpenEditor) -> None:
    page = editor("zh")
    ask(page, "怎么沏茶？")
    ask(page, WHICH_POT).locator(".bubble").hover()
    expect(card(page, "1")).to_have_class(re.compile("lit"))
    expect(page.locator(".treefig .lit")).to_have_text("1")
    page.get_by_label("Goal").hover()
    expect(page.locator(".lit")).to_have_count(0)


def test_a_question_before_the_greeting_waits_its_turn(editor: OpenEditor) -> None:
    page = editor("zh")
    page.get_by_role("button", name="Restart").click()
    page.get_by_label("Ask as the seeker would").fill("怎么沏茶？")
    page.keyboard.press("Enter")
    expect(page.locator(".try .turn").last.locator(".bubble")).to_have_text("沏一壶好茶端给客人就行。")


def test_an_enter_of_the_input_method_does_not_send(editor: OpenEditor) -> None:
    page = editor("zh")
    words = page.get_by_label("Ask as the seeker would")
    words.fill("怎么")
    words.dispatch_event("keydown", {"key": "Enter", "isComposing": True, "bubbles": True, "cancelable": True})
    expect(words).to_have_value("怎么")
    expect(page.locator(".try .me")).to_have_count(0)


def test_without_a_connection_the_question_is_kept(editor: OpenEditor) -> None:
    page = editor("zh")
    ask(page, "怎么沏茶？")
    page.context.set_offline(True)
    page.get_by_label("Ask as the seeker would").fill(WHICH_POT)
    page.keyboard.press("Enter")
    expect(page.locator(".try").get_by_role("alert")).to_contain_text("The connection is gone.")
    expect(page.get_by_label("Ask as the seeker would")).to_have_value(WHICH_POT)
    page.context.set_offline(False)
    page.locator(".try").get_by_role("button", name="Try again").click()
    expect(page.locator(".try .turn").last.locator(".bubble")).to_have_text("用瓷壶来沏。")


def test_several_answers_fit_into_one_turn(editor: OpenEditor) -> None:
    page = editor("zh")
    page.get_by_label("Provider", exact=True).select_option("multi")
    ask(page, "怎么沏茶？")
    reply = ask(page, "该用哪一种壶？客人要哪一种茶，绿茶还是红茶？")
    expect(reply.locator(".bubble")).to_contain_text("用瓷壶来沏。")
    expect(reply.locator(".bubble")).to_contain_text("客人点的是红茶。")


def test_an_english_draft_answers_too_and_says_what_one_waits_for(editor: OpenEditor) -> None:
    page = editor("en")
    ask(page, "How do I make the tea?")
    reply = ask(page, "There is a clay pot and a china pot. Which pot should I use?")
    expect(reply.locator(".bubble")).to_have_text("Take the one made of china.")
