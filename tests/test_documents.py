"""Documents that make claims about the code are checked against it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/README.md")]


def test_every_environment_variable_is_documented() -> None:
    read = set()
    for source in ("clarify_site/settings.py", "clarify_site/environment.py"):
        read |= set(re.findall(r'"(CLARIFY_[A-Z_]+|DATABASE_URL|REDIS_URL)"', (ROOT / source).read_text()))
    documented = set(re.findall(r"`([A-Z_]+)`", (ROOT / "docs/settings.md").read_text()))
    assert read, "the settings read no variable at all?"
    assert read <= documented


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    optional = project["optional-dependencies"]
    wanted = [*project["dependencies"], *optional["server"], *optional["dev"]]
    names = [re.match(r"[A-Za-z0-9_-]+", line)[0].lower() for line in wanted]  # type: ignore[index]
    reasons = (ROOT / "docs/dependencies.md").read_text().lower()
    assert [name for name in names if name.removesuffix("-stubs") not in reasons] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\((?!https?:|#|mailto:)([^)#]+)", document.read_text())
    missing = [target for target in targets if not (document.parent / target).exists()]
    assert missing == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_that_documents_name_exist(document: Path) -> None:
    folders = "annotation|dialogues|evaluation|clarify_site|tests|docs|static"
    named = re.findall(rf"`((?:{folders})/[\w./-]+\.\w+)`", document.read_text())
    missing = [name for name in named if not (ROOT / name).exists()]
    assert missing == []
