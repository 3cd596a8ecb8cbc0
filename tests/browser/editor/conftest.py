"""Fresh tasks for the editor's tests, open in somebody's browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Served

# Made in one go: each test gets a task that nobody else has touched.
_MAKE = """
import json
from annotation.models import Project
from tests.browser.editor.pages import contents
from tests.factories import clarq_task
project = Project.objects.order_by("pk").first()
made = {name: [clarq_task(project, status="draft", title=f"Serve the tea {name} {i}", content=content).pk
        for i in range(count)] for name, (content, count) in contents().items()}
print("MADE", json.dumps(made))
"""


@pytest.fixture(scope="session")
def spare_tasks(served: Served) -> dict[str, Iterator[int]]:
    told = served.manage("shell", "-c", _MAKE)
    made = json.loads(re.search(r"MADE (\{.*\})", told)[1])  # type: ignore[index]
    return {name: iter(pks) for name, pks in made.items()}


@pytest.fixture
def new_task(spare_tasks: dict[str, Iterator[int]]) -> Callable[..., str]:
    """`new_task("zh")`: the address of a fresh task's editor."""
    return lambda name="en": f"/tasks/{next(spare_tasks[name])}/"


@pytest.fixture(scope="session")
def sessions() -> dict[str, object]:
    """Cookies by account: signing in once per account is enough for tests that are about something else."""
    return {}


@pytest.fixture
def work_as(
    open_context: Callable[..., BrowserContext], page_as: Callable[..., Page], sessions: dict[str, object]
) -> Callable[..., Page]:
    """`work_as("author")`: a browser of their own, signed in."""

    def open_page(account: str, **options: object) -> Page:
        if account in sessions:
            return open_context(storage_state=sessions[account], **options).new_page()
        page = page_as(account, **options)
        sessions[account] = page.context.storage_state()
        return page

    return open_page


@pytest.fixture
def editor(work_as: Callable[..., Page], new_task: Callable[..., str]) -> Callable[..., Page]:
    """`editor("zh", viewport=…)`: a fresh task, open in an author's browser."""

    def open_editor(name: str = "en", account: str = "author", **options: object) -> Page:
        page = work_as(account, **options)
        page.goto(new_task(name))
        start = page.get_by_role("button", name="Write the root")
        expect(page.get_by_role("treeitem").or_(start).first).to_be_visible()
        return page

    return open_editor
