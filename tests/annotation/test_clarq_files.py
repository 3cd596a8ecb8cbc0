"""Files of the published layout: nothing is lost, and whatever is wrong is named."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from annotation.clarq import file_problems, files
from annotation.clarq.content import MAX_LINES, MAX_NODES, MAX_TEXT, TaskContent
from annotation.clarq.files import ParsedFile, exportable, parse_file, render_entry, render_file
from annotation.import_messages import WORDS
from tests import factories
from tests.annotation.clarq_layout import BLANK, file_of, task_entry


def written_back(parsed: ParsedFile) -> Any:
    rendered = {t.index: render_entry(exportable(t.content).content, t.wrapper, "Jax") for t in parsed.tasks}
    return json.loads(render_file(parsed.size, {**parsed.placeholders, **rendered}))


def only_task(entry: dict[str, Any], path: str = "English/1._Tea_House.json") -> files.TaskEntry:
    parsed = parse_file(path, file_of(entry))
    assert parsed.problems == ()
    return parsed.tasks[0]


@pytest.mark.shared_data
def test_all_published_files_come_back_as_the_same_json(shared_data: Path):
    paths = sorted((shared_data / "clarq" / "tasks").glob("*/*.json"))
    assert len(paths) == 62
    for path in paths:
        parsed = parse_file(f"{path.parent.name}/{path.name}", path.read_bytes())
        assert parsed.problems == ()
        assert written_back(parsed) == json.loads(path.read_bytes())


def test_an_entry_becomes_a_background_and_a_tree():
    content = only_task(task_entry()).content
    assert (content.role, content.goal) == ("apprentice", "serve some tea")
    assert content.items == ("clay pot", "china pot ")
    assert content.skills == ()
    assert [(n.label, n.text, n.purpose) for n in content.nodes] == [
        ("0", "Brew a good pot.", ""),
        ("1", "3 spoons of the black one. ", "which tea"),
        ("1.1", "With spring water.", "which water"),
    ]
    assert content.node("1.1").parent == content.node("1").uid


@pytest.mark.parametrize(
    "changes",
    [
        {"all_response": "A.\nB.\nC.\n0\n2\n2.7", "all_response_exaplain": ["b", "c"]},  # gaps in the labels
        {"all_response": "A.\nB.\nC.\nD.\n0\n2\n1\n2.1", "all_response_exaplain": ["b", "c", "d"]},  # not depth first
        {"all_response": "Jax: A.\nJax: B. \nJax: C.\n0\n1\n2"},
        {"all_response": "Jax: A.\nB.\nC.\n0\n1\n2"},  # a speaker in one text only is part of the text
        {"all_response": "Jax:A.\nJax:B.\nJax:C.\n0\n1\n2"},
        {"all_response_exaplain": []},
        {"all_response_exaplain": ["", ""]},
        {"all_response_exaplain": ["two\nlines", " "]},
        {"background_splitted": ["", "", "", "", ""]},
        {"background_splitted": ["r", "g", " a\n\nb ", "\n", "x"]},
        {"h2h": [{"by": "us", "at": 1.0}], "unknown": None},
    ],
)
def test_every_oddity_survives_the_round_trip(changes: dict[str, Any]):
    entry = task_entry(**changes)
    parsed = parse_file("English/1._Tea_House.json", file_of(entry, BLANK, {**BLANK, "h2l_check": 0}))
    assert parsed.problems == ()
    assert written_back(parsed) == [entry, BLANK, {**BLANK, "h2l_check": 0}]


def test_a_task_without_purposes_gets_none_when_written_back():
    entry = task_entry()
    del entry["all_response_exaplain"]
    parsed = parse_file("English/1._Tea_House.json", file_of(entry))
    assert written_back(parsed) == [entry]


def test_a_purpose_written_later_is_exported():
    entry = task_entry()
    del entry["all_response_exaplain"]
    task = only_task(entry)
    root, first, second = task.content.nodes
    edited = replace(task.content, nodes=(root, replace(first, purpose="which tea"), second))
    assert render_entry(edited, task.wrapper, "Jax")["all_response_exaplain"] == ["which tea", ""]


def test_the_prompt_is_kept_while_the_background_stands():
    task = only_task(task_entry())
    retold = replace(task.content, nodes=task.content.nodes[:1])
    assert render_entry(retold, task.wrapper, "Jax")["background"] == "You are an apprentice. Ask Jax."


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_changed_background_gets_a_prompt_that_says_it_all(language: Any):
    content = factories.content(language)
    prompt = render_entry(content, files.new_wrapper(), "Marta")["background"]
    for line in (content.role, content.goal, "Marta", *content.items, *content.skills, *content.scenes):
        assert line in prompt
    assert not any(node.text in prompt for node in content.nodes)


def test_empty_lists_are_left_out_of_the_prompt():
    bare = replace(factories.content(), items=(), skills=())
    prompt = render_entry(bare, files.new_wrapper(), "Jax")["background"]
    assert "have with you" not in prompt
    assert "courtyard" in prompt


def test_a_content_made_here_is_fitted_to_the_layout():
    content = factories.content()
    root, first, *others = content.nodes
    nodes = (root, replace(first, label="b", text="Two\nlines."), *others)
    fitted, adapted = exportable(replace(content, nodes=nodes))
    assert [(n.label, n.text) for n in fitted.nodes[:2]] == [("0", root.text), ("1", "Two lines.")]
    assert adapted == ("line_breaks", "relabelled")


def test_what_is_written_can_be_read_again():
    content = factories.content("zh")
    entry = render_entry(content, files.new_wrapper(), "Jax")
    again = only_task(entry, "Chinese/1._Tea_House.json").content
    assert files.file_words(again) == files.file_words(content)


def test_nodes_keep_their_identity_over_an_import():
    earlier = factories.content()
    entry = render_entry(earlier, files.new_wrapper(), "Jax")
    again = files.with_uids_of(only_task(entry).content, earlier)
    assert again == earlier


@pytest.mark.parametrize(
    ("name", "number", "type_name", "split"),
    [
        ("1._Gather_Resources.json", 1, "Gather Resources", "test"),
        ("26._Video_Production.json", 26, "Video Production", "test"),
        ("27._Animal_Care.json", 27, "Animal Care", "dev"),
        ("31._Magic_Task.json", 31, "Magic Task", "dev"),
        ("32._Tea_House.json", 32, "Tea House", "test"),
        ("tea house.json", None, "tea house", "test"),
    ],
)
def test_a_file_name_tells_type_and_split(name: str, number: int | None, type_name: str, split: str):
    read = files.read_name(name)
    assert (read.number, read.type, read.split) == (number, type_name, split)


@pytest.mark.parametrize("type_name", ["Gather Resources", "修理任务", "a/b\\..c", ""])
def test_a_made_name_is_one_safe_name(type_name: str):
    name = files.make_name(40, type_name)
    assert re.fullmatch(r"40\._[^/\\]+\.json", name)
    assert files.read_name(name).number == 40


@pytest.mark.parametrize(
    ("path", "text", "folder"),
    [
        ("English/1._A.json", "沏茶", "English"),
        ("data/chinese/1._A.json", "Brew tea", "Chinese"),
        ("1._A.json", "Brew tea", "English"),
        ("tea/1._A.json", "沏一壶茶给 Jax", "Chinese"),
    ],
)
def test_the_language_is_the_folders_or_else_the_texts(path: str, text: str, folder: str):
    entry = task_entry(all_response=f"{text}\n0")
    del entry["all_response_exaplain"]
    parsed = parse_file(path, file_of(entry))
    assert (parsed.problems, parsed.folder) == ((), folder)


MALFORMED_FILES = [
    (b"[{", "not_json"),
    (b"", "not_json"),
    (b'["\xff"]', "not_utf8"),
    ('["Grüße"]'.encode("latin-1"), "not_utf8"),
    (b"{}", "file_not_list"),
    (b'"text"', "file_not_list"),
    (b"null", "file_not_list"),
    (b"[" * 100_000, "nested_too_deep"),
    (b"[NaN]", "number_unusable"),
    (b"[" + b"9" * 5_000 + b"]", "number_unusable"),
    (b'[{"h2h": [], "h2h": [1]}]', "repeated_field"),
    (json.dumps([BLANK] * 1_001).encode(), "too_many_entries"),
    (b"[" + b" " * file_problems.MAX_FILE_BYTES + b"]", "file_too_large"),
]


@pytest.mark.parametrize(("data", "code"), MALFORMED_FILES, ids=[code for _, code in MALFORMED_FILES])
def test_a_malformed_file_is_named_with_its_reason(data: bytes, code: str):
    parsed = parse_file("English/1._A.json", data)
    assert [(p.file, p.entry, p.code) for p in parsed.problems] == [("English/1._A.json", None, code)]
    assert parsed.tasks == ()


MALFORMED_ENTRIES: list[tuple[Any, str, str]] = [
    ([], "entry_not_object", ""),
    ("task", "entry_not_object", ""),
    (None, "entry_not_object", ""),
    (task_entry(all_response=None), "not_a_text", "all_response"),
    (task_entry(all_response=["A.", "0"]), "not_a_text", "all_response"),
    (task_entry(all_response=7), "not_a_text", "all_response"),
    (task_entry(all_response=""), "no_responses", "all_response"),
    (task_entry(all_response="A.\nB.\n0"), "odd_lines", "all_response"),
    (task_entry(all_response="A.\nB.\nC.\n0\n1\n2\n"), "odd_lines", "all_response"),
    (task_entry(all_response="A.\nB.\nC.\n0\n1\n2.1"), "label_without_parent", "all_response[5]"),
    (task_entry(all_response="A.\nB.\nC.\n0\n1.1\n1"), "label_without_parent", "all_response[4]"),
    (task_entry(all_response="A.\nB.\nC.\n0\n1\n1"), "repeated_label", "all_response[5]"),
    (task_entry(all_response="A.\nB.\nC.\n0\n1\n0"), "repeated_label", "all_response[5]"),
    (task_entry(all_response="A.\nB.\nC.\n1\n2\n3"), "root_not_first", "all_response[3]"),
    (task_entry(all_response="A.\nB.\nC.\n0\n1\nx"), "not_a_label", "all_response[5]"),
    (task_entry(all_response="A.\nB.\nC.\n0\n1\n1."), "not_a_label", "all_response[5]"),
    (task_entry(all_response="A.\nB.\nC.\n0\n1\n1..1"), "not_a_label", "all_response[5]"),
    (task_entry(all_response="A.\nB.\nC.\n0\n1\n" + "1" * 65), "not_a_label", "all_response[5]"),
    (task_entry(all_response="A.\nB.\nC.\n0\n1\n"), "not_a_label", "all_response[5]"),
    (task_entry(all_response="A" * (MAX_TEXT + 1) + "\nB.\nC.\n0\n1\n2"), "text_too_long", "all_response[0]"),
    (
        task_entry(all_response="\n".join(["A."] * 201 + [str(i) for i in range(201)]), all_response_exaplain=[]),
        "too_many_nodes",
        "all_response",
    ),
    (task_entry(all_response="A\x00.\nB.\nC.\n0\n1\n2"), "zero_character", "all_response"),
    (task_entry(background="\ud83d"), "half_character", "background"),
    (task_entry(h2h=[{"said": "\x00"}]), "zero_character", "h2h[0].said"),
    ({**BLANK, "note": "\x00"}, "zero_character", "note"),
    (task_entry(background=None), "not_a_text", "background"),
    (task_entry(background="x" * 20_001), "text_too_long", "background"),
    (task_entry(background_splitted="role"), "not_a_list", "background_splitted"),
    (task_entry(background_splitted=["r", "g"]), "background_parts", "background_splitted"),
    (task_entry(background_splitted=["r", "g", [], "", ""]), "not_a_text", "background_splitted[2]"),
    (task_entry(background_splitted=["r", "g", "x\n" * MAX_LINES, "", ""]), "too_many_lines", "background_splitted[2]"),
    (task_entry(background_splitted=["r" * 4_001, "g", "", "", ""]), "text_too_long", "background_splitted[0]"),
    (task_entry(all_response_exaplain="why"), "not_a_list", "all_response_exaplain"),
    (task_entry(all_response_exaplain=None), "not_a_list", "all_response_exaplain"),
    (task_entry(all_response_exaplain=["one"]), "purposes_differ", "all_response_exaplain"),
    (task_entry(all_response_exaplain=["one", 2]), "not_a_text", "all_response_exaplain[1]"),
    (task_entry(all_response_exaplain=["one", "x" * 4_001]), "text_too_long", "all_response_exaplain[1]"),
    (task_entry(l2l=["x" * 200_001]), "other_fields_too_long", ""),
    ({**BLANK, "l2l": ["x" * 200_001]}, "other_fields_too_long", ""),
]


@pytest.mark.parametrize(("entry", "code", "where"), MALFORMED_ENTRIES, ids=[code for _, code, _w in MALFORMED_ENTRIES])
def test_a_malformed_entry_is_named_with_file_entry_and_reason(entry: Any, code: str, where: str):
    parsed = parse_file("English/1._A.json", file_of(BLANK, entry))
    assert [(p.file, p.entry, p.code, p.where) for p in parsed.problems] == [("English/1._A.json", 1, code, where)]
    assert parsed.tasks == ()


def test_an_infinite_number_is_refused():
    data = file_of(task_entry()).replace(b'"l2l_check": 1', b'"l2l_check": 1e999')
    assert [p.code for p in parse_file("English/1._A.json", data).problems] == ["infinite_number"]


def test_every_problem_is_reported_not_only_the_first():
    broken = task_entry(all_response="A.\nB.\nC.\n0\n2.1\n2.1", background=3, all_response_exaplain=["one"])
    parsed = parse_file("English/1._A.json", file_of(broken, task_entry(), [], BLANK))
    assert [(p.entry, p.code) for p in parsed.problems] == [
        (0, "label_without_parent"),
        (0, "repeated_label"),
        (0, "not_a_text"),
        (0, "purposes_differ"),
        (2, "entry_not_object"),
    ]
    assert [task.index for task in parsed.tasks] == [1]


def test_the_largest_allowed_task_is_accepted():
    labels = [str(i) for i in range(MAX_NODES)]
    entry = task_entry(all_response="\n".join(["A."] * MAX_NODES + labels), all_response_exaplain=[])
    content = only_task(entry).content
    assert TaskContent.from_json(content.to_json()) == content


def test_every_problem_has_its_words():
    source = Path(file_problems.__file__).read_text() + Path(files.__file__).read_text()
    codes = set(re.findall(r'_found\("(\w+)"', source)) | set(re.findall(r'Problem\([^,]+, None, "(\w+)"', source))
    assert codes <= set(WORDS)
    assert len(codes) > 20


def test_the_reader_knows_no_django():
    code = "import sys, annotation.clarq.files; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
