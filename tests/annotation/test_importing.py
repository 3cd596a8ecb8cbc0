"""Imports: planned first, all or nothing, and never over somebody's words."""

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
from annotation.clarq.content import TaskContent
from annotation.clarq.exporting import exported_files
from annotation.clarq.import_plan import ImportPlan
from annotation.clarq.importing import import_sources, preview_import
from annotation.clarq.sources import Source, read_folder
from annotation.errors import IllegalMove, InvalidInput
from annotation.import_report import counts_of
from annotation.models import ClarqEntry, ClarqFile, Project, ResponseNode, Task, TaskRevision
from tests import factories
from tests.annotation.clarq_layout import BLANK, about, file_of, folder_of, task_entry

pytestmark = pytest.mark.django_db

TEA = "English/1._Tea_House.json"


def bring(project: Project, *entries: Any, path: str = TEA, **options: Any) -> ImportPlan:
    return import_sources(project=project, sources=[Source(path, file_of(*entries))], by=None, **options)


def fates(plan: ImportPlan) -> list[str]:
    return [entry.fate.value for entry in plan.entries]


def edit(task: Task, **changes: Any) -> TaskContent:
    """An edit in the browser."""
    task.refresh_from_db()
    content = replace(read_content(task), **changes)
    services.save_content(task=task, content=content, base=task.version, by=None)
    return content


def imported(*arguments: Any, **options: Any) -> dict[str, Any]:
    """What the command reports as JSON."""
    out = StringIO()
    try:
        call_command("import_tasks", "clarq", *map(str, arguments), json=True, stdout=out, **options)
    except CommandError as error:
        return {**json.loads(out.getvalue()), "refused": str(error)}
    return json.loads(out.getvalue())


def rows_in_database() -> list[int]:
    return [model.objects.count() for model in (Project, Task, ResponseNode, TaskRevision, ClarqFile, ClarqEntry)]


# --- new entries ---


def test_an_entry_becomes_a_task_open_to_seekers():
    project = factories.project()
    bring(project, BLANK, task_entry(), path="English/27._Tea_House.json")
    task = project.tasks.get()
    assert (task.title, task.type, task.split, task.status) == ("Serve some tea", "Tea House", "dev", "open")
    assert (task.language, task.version, task.provider_name) == ("en", 1, "Jax")
    assert (task.background.uncertainties, task.background.depth) == (2, 2)
    assert task.revisions.get().note == "Imported from English/27._Tea_House.json, entry 1"


def test_goals_that_repeat_in_a_file_are_numbered():
    project = factories.project()
    bring(project, about("find tea"), about("boil water"), about("find tea"))
    assert list(project.tasks.values_list("title", flat=True)) == ["Find tea · 1", "Boil water", "Find tea · 3"]


@pytest.mark.parametrize("responses", ["Brew.\n0", "Brew.\n\n0\n1"])
def test_a_task_that_cannot_be_played_comes_as_a_draft(responses: str):
    project = factories.project()
    bring(project, task_entry(all_response=responses, all_response_exaplain=[]))
    assert project.tasks.get().status == "draft"


def test_the_same_entry_of_the_sister_folder_is_the_translation():
    project = factories.project()
    sources = [
        Source("English/1._A.json", file_of(about("one"), about("two"))),
        Source("Chinese/1._A.json", file_of(about("一"), about("二"))),
    ]
    import_sources(project=project, sources=sources, by=None)
    pairs = {(task.title, task.sisters.get().title) for task in project.tasks.filter(language="en")}
    assert pairs == {("One", "一"), ("Two", "二")}


def test_a_folder_that_comes_later_is_linked_to_what_is_there():
    project = factories.project()
    bring(project, about("one"), path="English/1._A.json")
    bring(project, BLANK, about("二"), path="Chinese/1._A.json")
    assert not project.tasks.get(language="zh").sisters.exists()
    bring(project, about("一"), about("二"), path="Chinese/1._A.json")
    assert project.tasks.get(title="One").sisters.get().title == "一"


def test_a_translation_started_here_is_not_displaced():
    project = factories.project()
    bring(project, about("one"), path="English/1._A.json")
    english = project.tasks.get()
    ours = factories.clarq_task(project, language="zh", translation_group=english.translation_group)
    bring(project, about("一"), path="Chinese/1._A.json")
    assert english.sisters.get() == ours
    assert project.tasks.count() == 3


def test_repeated_entries_are_reported_and_imported():
    project = factories.project()
    plan = bring(project, task_entry(), BLANK, task_entry())
    assert [entry.duplicate_of for entry in plan.entries] == ["", "English/1._Tea_House.json, 0"]
    assert project.tasks.count() == 2


# --- importing again ---


def test_importing_again_changes_nothing():
    project = factories.project()
    bring(project, task_entry(), about("two"), BLANK)
    before = rows_in_database()
    assert fates(bring(project, task_entry(), about("two"), BLANK)) == ["unchanged", "unchanged"]
    assert rows_in_database() == before


def test_a_changed_file_becomes_the_next_version():
    project = factories.project()
    bring(project, task_entry())
    task = project.tasks.get()
    uids = [node.uid for node in read_content(task).nodes]
    assert fates(bring(project, about("serve cake"))) == ["changed"]
    task.refresh_from_db()
    assert (task.version, task.title, read_content(task).goal) == (2, "Serve cake", "serve cake")
    assert [node.uid for node in read_content(task).nodes] == uids


def test_a_title_given_by_a_person_stays():
    project = factories.project()
    bring(project, task_entry())
    task = project.tasks.get()
    services.save_content(task=task, content=read_content(task), base=1, by=None, title="Ours")
    bring(project, about("serve cake"))
    task.refresh_from_db()
    assert (task.title, read_content(task).goal) == ("Ours", "serve cake")


def test_what_a_file_cannot_hold_survives_a_change_of_the_file():
    project = factories.project()
    bring(project, task_entry())
    task = project.tasks.get()
    content = read_content(task)
    edit(task, nodes=(replace(content.nodes[0], purpose="opens it"), *content.nodes[1:]))
    assert fates(bring(project, about("serve cake"))) == ["changed"]
    assert read_content(task).root.purpose == "opens it"


def test_edits_made_here_stay_while_the_file_is_the_same():
    project = factories.project()
    bring(project, task_entry())
    edit(project.tasks.get(), goal="ours")
    assert fates(bring(project, task_entry())) == ["unchanged"]
    assert read_content(project.tasks.get()).goal == "ours"


def test_when_both_changed_the_files_words_are_set_aside():
    project = factories.project()
    bring(project, task_entry())
    task = project.tasks.get()
    edit(task, goal="ours")
    assert fates(bring(project, about("theirs"))) == ["conflict"]
    task.refresh_from_db()
    assert (task.version, read_content(task).goal) == (2, "ours")
    aside = task.revisions.get(number=None)
    assert (aside.content["goal"], aside.base) == ("theirs", 1)


def test_a_conflict_is_set_aside_once():
    project = factories.project()
    bring(project, task_entry())
    edit(project.tasks.get(), goal="ours")
    bring(project, about("theirs"))
    assert fates(bring(project, about("theirs"))) == ["unchanged"]
    assert TaskRevision.objects.filter(number=None).count() == 1


def test_a_file_that_says_what_was_written_here_is_no_conflict():
    project = factories.project()
    bring(project, task_entry())
    task = project.tasks.get()
    edit(task, goal="serve cake")
    plan = bring(project, task_entry(background_splitted=[*about("serve cake")["background_splitted"][:4], "x"]))
    assert fates(plan) == ["conflict"]
    exported = next(iter(exported_files(project)))
    assert fates(bring(project, *json.loads(exported.data))) == ["unchanged"]
    later = [{**entry, "h2h_check": 0} if entry["all_response"] else entry for entry in json.loads(exported.data)]
    assert fates(bring(project, *later)) == ["changed"]
    assert task.revisions.filter(number__gt=2).count() == 0


def test_other_fields_that_change_are_kept_without_a_new_version():
    project = factories.project()
    bring(project, task_entry())
    assert fates(bring(project, task_entry(background="Another prompt.", h2h_check=0))) == ["changed"]
    assert project.tasks.get().version == 1
    entry = json.loads(next(iter(exported_files(project))).data)[0]
    assert entry == task_entry(background="Another prompt.", h2h_check=0)


def test_a_task_whose_entry_left_the_file_stays():
    project = factories.project()
    bring(project, task_entry(), about("two"))
    plan = bring(project, task_entry())
    assert counts_of(plan)["missing"] == 1
    assert project.tasks.count() == 2


def test_tasks_written_here_and_exported_are_recognised():
    project = factories.project()
    task = factories.clarq_task(project, type="Tea House")
    sources = [Source(file.path, file.data) for file in exported_files(project)]
    plan = import_sources(project=project, sources=sources, by=None)
    assert fates(plan) == ["unchanged"]
    assert project.tasks.get() == task
    assert fates(import_sources(project=project, sources=sources, by=None)) == ["unchanged"]


# --- all or nothing ---


def test_one_bad_entry_keeps_everything_out():
    project = factories.project()
    bring(project, task_entry())
    before = rows_in_database()
    plan = bring(project, about("changed"), about("new"), task_entry(all_response="A.\nB.\nC.\n0\n1\n2.1"))
    assert [(p.file, p.entry, p.code) for p in plan.problems] == [(TEA, 2, "label_without_parent")]
    assert rows_in_database() == before
    assert read_content(project.tasks.get()).goal == "serve some tea"


def test_two_files_that_would_be_one_are_refused():
    sources = [Source("a/English/1._A.json", file_of(task_entry())), Source("English/1._A.json", file_of(BLANK))]
    plan = import_sources(project=factories.project(), sources=sources, by=None)
    assert [(p.file, p.code) for p in plan.problems] == [("English/1._A.json", "same_name_twice")]
    assert not Task.objects.exists()


def test_a_preview_writes_nothing():
    project = factories.project()
    before = rows_in_database()
    plan = preview_import(project=project, sources=[Source(TEA, file_of(task_entry()))])
    assert (fates(plan), rows_in_database()) == (["new"], before)


def test_what_was_shown_is_what_is_imported():
    project = factories.project()
    sources = [Source(TEA, file_of(task_entry()))]
    shown = preview_import(project=project, sources=sources).digest
    bring(project, about("meanwhile"))
    with pytest.raises(IllegalMove, match="changed since"):
        import_sources(project=project, sources=sources, by=None, as_shown=shown)
    assert read_content(project.tasks.get()).goal == "meanwhile"


# --- the command ---


def test_the_command_makes_the_project_and_imports_a_folder(tmp_path: Path):
    folder_of(tmp_path, {TEA: file_of(task_entry(), BLANK), "Chinese/1._Tea_House.json": file_of(about("沏茶"))})
    report = imported(tmp_path, project="tea")
    assert report | {"entries": [], "seconds": 0} == {
        "project": "tea",
        "written": True,
        "dry_run": False,
        "files": 2,
        "new": 2,
        "changed": 0,
        "unchanged": 0,
        "conflict": 0,
        "duplicate": 0,
        "missing": 0,
        "malformed": [],
        "entries": [],
        "seconds": 0,
    }
    assert {(e["file"], e["entry"], e["status"]) for e in report["entries"]} == {
        ("Chinese/1._Tea_House.json", 0, "new"),
        ("English/1._Tea_House.json", 0, "new"),
    }
    assert Project.objects.get(slug="tea").tasks.count() == 2


def test_the_command_names_a_manager(tmp_path: Path):
    person = factories.person("mina")
    imported(folder_of(tmp_path, {TEA: file_of(task_entry())}), project="tea", manager="mina")
    assert Project.objects.get(slug="tea").roles_of(person) == {"manager", "author"}


@pytest.mark.parametrize("part", ["English", TEA])
def test_the_command_takes_a_folder_of_files_or_one_file(tmp_path: Path, part: str):
    folder_of(tmp_path, {TEA: file_of(task_entry())})
    assert imported(tmp_path / part, project="tea")["entries"][0]["file"] == TEA


def test_a_dry_run_writes_nothing_not_even_the_project(tmp_path: Path):
    folder_of(tmp_path, {TEA: file_of(task_entry())})
    report = imported(tmp_path, project="tea", dry_run=True)
    assert (report["new"], report["written"], Project.objects.exists()) == (1, False, False)


def test_malformed_entries_are_reported_with_file_entry_and_reason(tmp_path: Path):
    broken = task_entry(all_response="A.\nB.\nC.\n0\n1\n2.1", all_response_exaplain=[7, "c"])
    folder_of(tmp_path, {TEA: file_of(task_entry(), broken), "English/2._B.json": b"[", ".git/x.json": b"["})
    report = imported(tmp_path, project="tea")
    assert [(m["file"], m["entry"], m["reason"], m["way_out"]) for m in report["malformed"]] == [
        (TEA, 1, "The label 2.1 has no parent 2 before it.", "Give label 2.1 its parent 2."),
        (TEA, 1, "A text was expected here, not number.", "Put the value into quotes."),
        (
            "English/2._B.json",
            None,
            "It stops being JSON at line 1, column 2.",
            "Correct it there, or export the file again from where it came.",
        ),
    ]
    assert "Nothing was imported" in report["refused"]
    assert (report["written"], Project.objects.exists()) == (False, False)


def test_a_mixed_dry_run_tells_everything_at_once(tmp_path: Path):
    folder_of(tmp_path, {TEA: file_of(task_entry(), about("two"))})
    imported(tmp_path, project="tea")
    folder_of(tmp_path, {TEA: file_of(task_entry(), about("2"), about("new"), about("new"), [])})
    report = imported(tmp_path, project="tea", dry_run=True)
    assert [entry["status"] for entry in report["entries"]] == ["unchanged", "changed", "new", "new"]
    assert (report["duplicate"], len(report["malformed"])) == (1, 1)


@pytest.mark.parametrize(
    ("path", "options", "message"),
    [
        ("nowhere", {}, "There is no file or folder"),
        ("empty", {}, "no .json file"),
        ("full", {"project": "a b"}, "no short name"),
        ("full", {"project": "x" * 61}, "longer than 60 characters"),
        ("full", {"manager": "nobody"}, "nobody called"),
    ],
)
def test_the_command_refuses_what_it_cannot_use(tmp_path: Path, path: str, options: dict[str, str], message: str):
    (tmp_path / "empty").mkdir()
    folder_of(tmp_path / "full", {TEA: file_of(task_entry())})
    with pytest.raises(CommandError, match=message):
        call_command("import_tasks", "clarq", str(tmp_path / path), **{"project": "tea", **options})
    assert not Project.objects.exists()


def test_a_folder_is_read_in_order_with_its_languages(tmp_path: Path):
    folder_of(tmp_path, {TEA: b"[]", "Chinese/1._A.json": b"[]", "notes.txt": b"", ".hidden.json": b"["})
    assert [s.path.partition("/")[2] for s in read_folder(tmp_path)] == ["Chinese/1._A.json", TEA]
    with pytest.raises(InvalidInput):
        read_folder(tmp_path / "nowhere")


# --- the published data ---


@pytest.mark.shared_data
def test_the_published_folder_imports_once_and_links_its_translations(shared_data: Path):
    folder = shared_data / "clarq" / "tasks"
    first = imported(folder, project="published")
    assert (first["new"], first["files"], first["malformed"]) == (620, 62, [])
    assert Task.objects.filter(status="open").count() == 620
    assert Task.objects.filter(split="dev").count() == 100
    assert Task.objects.values("translation_group").distinct().count() == 310
    again = imported(folder, project="published")
    assert (again["new"], again["changed"], again["unchanged"]) == (0, 0, 620)


@pytest.mark.shared_data
def test_the_number_of_queries_does_not_grow_with_the_folder(shared_data: Path, django_assert_max_num_queries: Any):
    # SQLite takes a statement's rows in batches, so that a few dozen statements remain; one per task would be 620.
    with django_assert_max_num_queries(100):
        imported(shared_data / "clarq" / "tasks", project="published")
