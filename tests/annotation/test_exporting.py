"""Exports: what came in goes out the same; what was written here finds a place."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotation import services
from annotation.clarq.build import read_content
from annotation.clarq.exporting import exported_files
from annotation.clarq.files import is_placeholder
from annotation.clarq.importing import import_sources
from annotation.clarq.sources import Source
from annotation.models import Project
from tests import factories
from tests.annotation.clarq_layout import BLANK, about, file_of, task_entry

pytestmark = pytest.mark.django_db

TEA = "English/1._Tea_House.json"


def bring(project: Project, path: str, *entries: Any) -> None:
    import_sources(project=project, sources=[Source(path, file_of(*entries))], by=None)


def exported(project: Project) -> dict[str, list[Any]]:
    return {file.path: json.loads(file.data) for file in exported_files(project)}


def export_to(folder: Path, project: Project, **options: Any) -> str:
    out = StringIO()
    call_command("export_tasks", "clarq", str(folder), project=project.slug, stdout=out, **options)
    return out.getvalue()


def filled(entries: list[Any]) -> list[int]:
    return [index for index, entry in enumerate(entries) if not is_placeholder(entry)]


@pytest.mark.shared_data
def test_all_published_files_come_back_as_the_same_json(shared_data: Path, tmp_path: Path):
    original = shared_data / "clarq" / "tasks"
    call_command("import_tasks", "clarq", str(original), project="published", stdout=StringIO())
    call_command("export_tasks", "clarq", str(tmp_path / "out"), project="published", stdout=StringIO())
    paths = sorted(path.relative_to(original) for path in original.glob("*/*.json"))
    assert paths == sorted(path.relative_to(tmp_path / "out") for path in (tmp_path / "out").glob("*/*"))
    assert len(paths) == 62
    for path in paths:
        assert json.loads((tmp_path / "out" / path).read_bytes()) == json.loads((original / path).read_bytes())


def test_an_import_comes_back_with_its_empty_places():
    project = factories.project()
    entries = [{**BLANK, "note": 1}, task_entry(), BLANK, about("two", h2h=[1])]
    bring(project, TEA, *entries)
    assert exported(project) == {TEA: entries}


def test_an_edit_changes_only_what_was_edited():
    project = factories.project()
    bring(project, TEA, task_entry())
    task = project.tasks.get()
    content = read_content(task)
    nodes = (content.nodes[0], replace(content.nodes[1], text="Black."), content.nodes[2])
    services.save_content(task=task, content=replace(content, nodes=nodes), base=1, by=None)
    responses = "Brew a good pot.\nBlack.\nWith spring water.\n0\n1\n1.1"
    assert exported(project) == {TEA: [task_entry(all_response=responses)]}


def test_an_edited_background_gets_a_new_prompt():
    project = factories.project()
    bring(project, TEA, task_entry())
    task = project.tasks.get()
    content = replace(read_content(task), goal="serve cake")
    services.save_content(task=task, content=content, base=1, by=None)
    entry = exported(project)[TEA][0]
    assert entry["background_splitted"][1] == "serve cake"
    assert "serve cake" in entry["background"]


def test_a_deleted_task_leaves_its_place_empty():
    project = factories.project()
    bring(project, TEA, task_entry(), about("two"))
    project.tasks.first().delete()
    assert exported(project) == {TEA: [BLANK, about("two")]}


def test_a_task_written_here_takes_the_next_free_place_of_its_type():
    project = factories.project()
    bring(project, TEA, task_entry(), BLANK)
    factories.clarq_task(project, type="Tea House")
    entries = exported(project)[TEA]
    assert filled(entries) == [0, 1]
    assert entries[1]["background_splitted"][0] == "apprentice in a tea house"


def test_a_new_type_gets_a_file_of_twenty_places_after_the_published_ones():
    project = factories.project()
    factories.clarq_task(project, type="Night Train")
    files = exported(project)
    assert list(files) == ["English/32._Night_Train.json"]
    assert (len(files["English/32._Night_Train.json"]), filled(files["English/32._Night_Train.json"])) == (20, [0])


def test_sisters_stand_at_the_same_place_of_their_folders():
    project = factories.project()
    factories.clarq_task(project, type="Tea House")
    english = factories.clarq_task(project, type="Tea House")
    factories.clarq_task(project, type="Other name", language="zh", translation_group=english.translation_group)
    files = exported(project)
    assert filled(files["English/32._Tea_House.json"]) == [0, 1]
    assert filled(files["Chinese/32._Tea_House.json"]) == [1]


def test_a_full_file_is_followed_by_another_of_its_type():
    project = factories.project()
    for _ in range(21):
        factories.clarq_task(project, type="Tea House")
    files = exported(project)
    assert {path: len(filled(entries)) for path, entries in files.items()} == {
        "English/32._Tea_House.json": 20,
        "English/33._Tea_House.json": 1,
    }


def test_an_export_into_another_project_is_the_same_study():
    project, other = factories.project(), factories.project()
    english = factories.clarq_task(project, type="Tea House")
    factories.clarq_task(project, type="Tea House", language="zh", translation_group=english.translation_group)
    import_sources(project=other, sources=[Source(f.path, f.data) for f in exported_files(project)], by=None)
    assert exported(other) == exported(project)
    assert other.tasks.get(language="en").sisters.get().language == "zh"


def test_an_empty_project_exports_nothing():
    assert exported(factories.project()) == {}


def test_the_command_says_what_the_layout_could_not_hold(tmp_path: Path):
    project = factories.project()
    content = factories.content()
    root = replace(content.root, purpose="opens", text="Two\nlines.")
    factories.clarq_task(project, content=replace(content, nodes=(root, *content.nodes[1:])))
    said = export_to(tmp_path / "out", project)
    assert "1 tasks in 1 files" in said
    assert "1 × line breaks inside a text became spaces" in said
    assert "1 × the purpose of the root was left out" in said


def test_other_files_are_never_overwritten_silently(tmp_path: Path):
    project = factories.project()
    bring(project, TEA, task_entry())
    (tmp_path / "English").mkdir()
    (tmp_path / TEA).write_text("mine")
    with pytest.raises(CommandError, match="Nothing was written"):
        export_to(tmp_path, project)
    assert (tmp_path / TEA).read_text() == "mine"
    export_to(tmp_path, project, overwrite=True)
    export_to(tmp_path, project)
    assert json.loads((tmp_path / TEA).read_bytes()) == [task_entry()]


def test_the_command_refuses_an_unknown_project_and_a_file_as_folder(tmp_path: Path):
    with pytest.raises(CommandError, match="There is no project “nowhere”"):
        call_command("export_tasks", "clarq", str(tmp_path), project="nowhere")
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match="is a file"):
        export_to(tmp_path / "file", factories.project())
