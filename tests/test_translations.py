"""The Chinese catalogues are whole: nothing missing, no placeholder lost, compiled as they stand."""

from __future__ import annotations

import re
import shutil
import string
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from tests.conftest import strict

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path("locale/zh_Hans/LC_MESSAGES")
SOURCES = ("annotation", "dialogues", "evaluation", "clarify_site", "templates", "static", "locale", "manage.py")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]")


def catalogue(domain: str, root: Path = ROOT) -> polib.POFile:
    return polib.pofile(str(root / FOLDER / f"{domain}.po"))


def translations(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) or [entry.msgstr]


def placeholders(text: str) -> set[str]:
    named = (
        {name for _text, name, _format, _conversion in string.Formatter().parse(text) if name} if "{" in text else set()
    )
    return set(PLACEHOLDER.findall(text.replace("%%", ""))) | named


@pytest.mark.parametrize("domain", ["django", "djangojs"])
def test_every_text_has_its_chinese(domain: str) -> None:
    waiting = [e.msgid for e in catalogue(domain) if not e.obsolete and (e.fuzzy or not all(translations(e)))]
    assert waiting == []


@pytest.mark.parametrize("domain", ["django", "djangojs"])
def test_no_placeholder_is_lost_or_invented(domain: str) -> None:
    wrong = []
    for entry in catalogue(domain).translated_entries():
        wanted = placeholders(entry.msgid_plural or entry.msgid)
        if any(placeholders(text) != wanted for text in translations(entry)):
            wrong.append(entry.msgid)
    assert wrong == []


@pytest.mark.parametrize("domain", ["django", "djangojs"])
def test_the_compiled_catalogue_is_the_one_that_is_read(domain: str) -> None:
    compiled = polib.mofile(str(ROOT / FOLDER / f"{domain}.mo"))
    written = {(e.msgctxt, e.msgid): translations(e) for e in catalogue(domain).translated_entries()}
    assert {(e.msgctxt, e.msgid): translations(e) for e in compiled} == written


def test_the_catalogues_know_every_text_in_the_code(tmp_path: Path) -> None:
    if shutil.which("xgettext") is None:
        reason = "GNU gettext is not installed (Debian: apt-get install gettext)."
        pytest.fail(reason) if strict() else pytest.skip(reason)
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
        else:
            shutil.copy(source, tmp_path / name)
    for domain in ("django", "djangojs"):
        command = ["makemessages", "--locale", "zh_Hans", "--domain", domain, "--no-location", "--verbosity", "0"]
        subprocess.run([sys.executable, "manage.py", *command], cwd=tmp_path, check=True, capture_output=True)
        collected = {e.msgid for e in catalogue(domain, tmp_path) if not e.obsolete}
        assert collected == {e.msgid for e in catalogue(domain) if not e.obsolete}, f"run `make messages` ({domain})"
