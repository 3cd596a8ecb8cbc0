"""A real server (web and worker), a real Chromium, and pages signed in as each sample account.

The server is a process of its own, as in life: Playwright's synchronous pages and the ORM do not mix.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.find_chromium import FLAGS, HOW_TO_GET, find_chromium
from tests.conftest import strict

ROOT = Path(__file__).resolve().parent.parent.parent
START_LIMIT = 60
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test of this folder drives a browser; all of one file share a worker, and so a server."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


@dataclass
class Served:
    """A running installation and where it keeps its data."""

    url: str
    data: Path
    process: subprocess.Popen[str]
    port: int

    def manage(self, *arguments: str) -> str:
        """Run a management command on the same installation."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=_environment(self.data),
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    data = tmp_path_factory.mktemp("installation")
    port = free_port()
    running = start_server(data, port)
    yield running
    stop_server(running)
    shutil.rmtree(data, ignore_errors=True)


def start_server(data: Path, port: int) -> Served:
    log = (data / "server.log").open("a")
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--demo", "--port", str(port)],
        cwd=ROOT,
        env=_environment(data),
        stdout=log,
        stderr=subprocess.STDOUT,
        text=True,
    )
    running = Served(f"http://127.0.0.1:{port}", data, process, port)
    wait_until_it_answers(running)
    return running


def stop_server(running: Served) -> None:
    running.process.send_signal(signal.SIGINT)
    try:
        running.process.wait(15)
    except subprocess.TimeoutExpired:
        running.process.kill()


def wait_until_it_answers(running: Served) -> None:
    deadline = time.monotonic() + START_LIMIT
    while time.monotonic() < deadline:
        if running.process.poll() is not None:
            break
        try:
            with urlopen(f"{running.url}/health/", timeout=2):
                return
        except (URLError, OSError):
            time.sleep(0.1)
    pytest.fail("The server did not come up:\n" + (running.data / "server.log").read_text())


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _environment(data: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CLARIFY_", "DJANGO_"))}
    return {**kept, "CLARIFY_DATA_DIR": str(data), "PYTHONUNBUFFERED": "1"}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find_chromium()
    if path is None:
        pytest.fail(HOW_TO_GET) if strict() else pytest.skip(HOW_TO_GET)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture
def open_context(browser: Browser, served: Served) -> Iterator[Callable[..., BrowserContext]]:
    """A browser context (a person's own browser); its pages fail the test on any script error."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def make(**options: object) -> BrowserContext:
        options.setdefault("viewport", {"width": 1440, "height": 900})
        options.setdefault("locale", "en-GB")
        context = browser.new_context(base_url=served.url, **options)  # type: ignore[arg-type]
        context.on("weberror", lambda error: problems.append(str(error.error)))
        context.set_default_timeout(15_000)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture
def page_as(open_context: Callable[..., BrowserContext]) -> Callable[..., Page]:
    """`page_as("author")`: a fresh browser, signed in with the sample account's button."""

    def sign_in(account: str, **options: object) -> Page:
        page = open_context(**options).new_page()
        page.goto("/sign-in/")
        page.locator(f"button[value={account}]").click()
        page.wait_for_url(re.compile(r"^(?!.*/sign-in/).*$"))
        return page

    return sign_in


def assert_accessible(page: Page) -> None:
    """Axe finds nothing at WCAG 2.2 A and AA or among the best practices."""
    found = Axe().run(page, options={"runOnly": WCAG}).response["violations"]
    told = [f"{v['id']}: {v['help']} ({v['nodes'][0]['html'][:160]})" for v in found]
    assert told == [], f"{page.url}\n" + "\n".join(told)


def assert_fits(page: Page) -> None:
    """Nothing sticks out sideways."""
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert over <= 0, f"{page.url} is {over} px too wide"
