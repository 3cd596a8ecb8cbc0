"""Where the browser for the browser tests is, or how to get one. `python -m tests.browser.find_chromium` tells."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
HOW_TO_GET = """\
No Chromium was found, so the browser tests will be skipped. To get one:
  Debian, Ubuntu:  sudo apt-get install chromium fonts-noto-cjk
  macOS:           brew install --cask chromium
  anywhere:        .venv/bin/python -m playwright install chromium
or name the one you have: CLARIFY_CHROMIUM=/path/to/chromium make test"""


def find_chromium() -> str | None:
    """The path of a Chromium, or None."""
    named = os.environ.get("CLARIFY_CHROMIUM")
    if named:
        return named
    for name in NAMES:
        if found := shutil.which(name):
            return found
    return _from_playwright()


def _from_playwright() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


if __name__ == "__main__":
    if find_chromium() is None:
        print(HOW_TO_GET)
        sys.exit(1 if os.environ.get("CI") or os.environ.get("CLARIFY_STRICT") else 0)
