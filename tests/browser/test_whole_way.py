"""The main job from end to end: a person writes a task, another talks about it, a third judges it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.test_chat import connected, shows_turns, write

CONVERSATION = """寻求者：你好，我要布置展厅。
提供者：把画挂好，再把灯打开。
寻求者：挂哪一幅画，山水还是花鸟？
提供者：挂那幅山水，客人从山里来。
寻求者：开哪一盏灯，顶灯还是壁灯？
提供者：开壁灯，顶灯晃眼。
寻求者：再见"""
TITLE = "布置展厅"


def test_a_task_is_written_talked_through_and_judged(page_as: Callable[..., Page]) -> None:
    write_and_open_the_task(page_as("author"))
    talk_it_through(page_as("seeker"))
    judge_it(page_as("researcher"))


def write_and_open_the_task(page: Page) -> None:
    page.goto("/p/after-hours/tasks/from-conversation/")
    page.get_by_label("Title of the new task").fill(TITLE)
    page.get_by_label("Conversation").fill(CONVERSATION)
    page.get_by_role("button", name="Choose the nodes").click()
    page.get_by_role("button", name="Make the task").click()
    page.wait_for_url(re.compile(r"/tasks/\d+/"))
    expect(page.get_by_role("treeitem")).to_have_count(3)
    page.get_by_role("button", name=re.compile("Open to seekers")).click()
    expect(page.get_by_text("Open to seekers").first).to_be_visible()


def talk_it_through(page: Page) -> None:
    page.goto("/play/?language=zh")
    page.locator("li, article").filter(has_text=TITLE).last.get_by_role("button").click()
    page.wait_for_url("**/chat/*/")
    connected(page)
    write(page, "你好，我要布置展厅。")
    shows_turns(page, 3)
    write(page, "挂哪一幅画，山水还是花鸟？")
    shows_turns(page, 5)
    write(page, "开哪一盏灯，顶灯还是壁灯？")
    shows_turns(page, 7)
    write(page, "谢谢，再见！")
    expect(page.get_by_role("heading", name="That is the end of this conversation")).to_be_visible()


def judge_it(page: Page) -> None:
    page.goto("/p/after-hours/dialogues/?run=people-builtin")
    page.get_by_role("link", name=TITLE).first.click()
    verdicts = page.locator("#verdicts")
    verdicts.get_by_text("Success").first.click()
    page.get_by_label("Why").fill("两处都问到了。")
    page.get_by_role("button", name="Store and show the others").click()
    expect(page.get_by_role("heading", name="Score")).to_be_visible()
    expect(verdicts).to_contain_text("Every node's text is a reply by itself.")
