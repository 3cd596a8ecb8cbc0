"""The figures of section III-A: by hand, and against the published ones."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from annotation.clarq.content import Language
from annotation.clarq.files import parse_file
from annotation.clarq.statistics import LanguageStatistics, TaskFacts, added, statistics
from annotation.models import Project
from annotation.task_list import project_statistics
from tests import factories


def facts(language: Language = "en", **changes: object) -> TaskFacts:
    values = {"items": "pot\ncup", "skills": "", "scenes": "hall", "nodes": 3, "depth": 1} | changes
    return TaskFacts(language, **values)  # type: ignore[arg-type]


def test_lines_count_once_per_language():
    figures = statistics([facts(), facts(items="cup\njug", skills="pour"), facts("zh", items="pot")])
    assert (figures["en"].items, figures["en"].skills, figures["en"].scenes) == (3, 1, 1)
    assert figures["zh"].items == 1


def test_lines_are_compared_to_the_character():
    assert statistics([facts(items="cup\ncup \nCup")])["en"].items == 3


def test_histograms_ascend():
    figures = statistics([facts(nodes=5, depth=2), facts(nodes=2), facts(nodes=5)])["en"]
    assert list(figures.nodes.items()) == [(2, 1), (5, 2)]
    assert list(figures.depths.items()) == [(1, 2), (2, 1)]


def test_no_tasks_are_zero_of_everything():
    assert statistics([]) == {"en": LanguageStatistics(), "zh": LanguageStatistics()}


def test_histograms_add_up():
    assert added([{2: 1, 4: 1}, {3: 5, 4: 2}, {}]) == {2: 1, 3: 5, 4: 3}


PUBLISHED = LanguageStatistics(
    tasks=310,
    items=392,
    skills=341,
    scenes=736,
    nodes={2: 1, 3: 56, 4: 123, 5: 95, 6: 35},
    depths={1: 166, 2: 124, 3: 18, 4: 2},
)


@pytest.mark.shared_data
def test_the_published_files_give_the_published_figures(shared_data: Path):
    found = []
    for path in (shared_data / "clarq" / "tasks" / "Chinese").iterdir():
        for task in parse_file(f"Chinese/{path.name}", path.read_bytes()).tasks:
            content = task.content
            lists = ("\n".join(lines) for lines in (content.items, content.skills, content.scenes))
            found.append(TaskFacts("zh", *lists, nodes=len(content.details), depth=content.depth))
    assert statistics(found)["zh"] == PUBLISHED


@pytest.mark.shared_data
@pytest.mark.django_db
def test_an_imported_project_has_the_published_figures(shared_data: Path):
    folder = shared_data / "clarq" / "tasks"
    call_command("import_tasks", "clarq", str(folder), project="published", stdout=StringIO())
    assert project_statistics(Project.objects.get(slug="published"))["zh"] == PUBLISHED


@pytest.mark.django_db
def test_figures_follow_every_change_of_the_project():
    project = factories.project()
    assert project_statistics(project)["en"].tasks == 0
    task = factories.clarq_task(project)
    assert project_statistics(project)["en"].items == 4
    task.delete()
    assert project_statistics(project)["en"] == LanguageStatistics()
