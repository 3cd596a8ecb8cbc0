"""Dates are written as the language of the page writes them."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils import translation

from annotation import apps as annotation_app

AFTERNOON = datetime.datetime(2026, 11, 5, 14, 2, tzinfo=datetime.UTC)
TEMPLATES = Path(annotation_app.__file__).parents[1].glob("*/templates/**/*.html")


@pytest.mark.parametrize(
    ("name", "english", "chinese"),
    [
        ("DATE_FORMAT", "5 Nov 2026", "2026年11月5日"),
        ("DATETIME_FORMAT", "5 Nov 2026, 14:02", "2026年11月5日 14:02"),
        ("MONTH_DAY_FORMAT", "5 Nov", "11月5日"),
        ("SHORT_DATETIME_FORMAT", "5 Nov, 14:02", "11月5日 14:02"),
    ],
)
def test_each_language_has_its_own_order(name: str, english: str, chinese: str) -> None:
    template = Template(f'{{{{ at|date:"{name}" }}}}')
    for language, written in (("en", english), ("zh-hans", chinese)):
        with translation.override(language):
            assert template.render(Context({"at": AFTERNOON})) == written


def test_no_template_spells_a_date_by_itself() -> None:
    spelled = {
        (path.name, asked)
        for path in TEMPLATES
        for asked in re.findall(r"""\|date:["']([^"']+)""", path.read_text(encoding="utf-8"))
        if not asked.endswith("_FORMAT") and not re.fullmatch(r"c|[His:]+", asked)
    }
    assert spelled == set()
