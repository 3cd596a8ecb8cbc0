"""`import_dialogues` and `score`: a published log becomes a run whose figures are those of `reproduce`."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotation.models import Project
from dialogues.models import Dialogue, EndReason, Run, Turn
from evaluation.clarq.importing import import_log
from evaluation.clarq.reproduce import as_json, reproduce
from evaluation.models import JudgeAnswer, Score
from tests import factories
from tests.evaluation import judging

pytestmark = pytest.mark.django_db

SHARED = {
    "l2l_GPT-4o_seeker_vs_GPT-4o_provider.Comp.En": (0.4846, 0.4923, 70.4906),
    "l2l_GPT-4o_seeker_vs_GPT-4o_provider.Comp.Ch": (0.5077, 0.2154, 129.8562),
    "l2l_GPT-4o_seeker_vs_GPT-4o_multi_info_provider.Comp.En": (0.5423, -1.0385, 75.5587),
}

TEXTS = [
    "Jax: Brew a good pot and carry it over.",
    "Jax: Take the one made of china.",
    "Jax: Warm it through with spring water first.",
    "Jax: The guest asked for black leaves.",
]


def entry(**changes: Any) -> dict[str, Any]:
    """A played task in the published form; its second node is said in other words."""
    return {
        "all_response": "\n".join(TEXTS),
        "gold_structure": ["1", "1.1", "2"],
        "background_splitted": ["apprentice", "serve a guest a pot of tea", "clay pot\nchina pot", "", "front room"],
        "l2l": [
            [
                "Jax: Yes?",
                "How do I serve tea?",
                TEXTS[0],
                "Which pot?",
                TEXTS[1],
                "Which water?",
                "Jax: Water from the spring, of course.",
                "Which tea?",
                TEXTS[3],
                "Goodbye.",
            ]
        ],
        **changes,
    }


def log(folder: Path, *entries: dict[str, Any], name: str = "l2l_Ada_seeker_vs_Bob_provider.Comp.En.json") -> Path:
    path = folder / name
    path.write_text(json.dumps([list(entries)]), encoding="utf-8")
    return path


def verdicts(folder: Path, *rows: dict[str, Any]) -> Path:
    path = folder / "verdicts.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


def imported(path: Path, *more: str, run: str = "ada") -> dict[str, Any]:
    return output("import_dialogues", "clarq", str(path), "--project", "tea", "--run", run, "--json", *more)


def output(*arguments: str) -> dict[str, Any]:
    told = StringIO()
    call_command(*arguments, stdout=told)
    return json.loads(told.getvalue())


@pytest.mark.shared_data
@pytest.mark.parametrize("name", SHARED)
def test_the_figures_of_an_imported_log_are_those_of_reproduce_to_the_last_digit(shared_data: Path, name: str) -> None:
    result = shared_data / "clarq/results" / f"{name}.json"
    recorded = shared_data / "clarq/judge_verdicts" / f"{name}.jsonl"
    report = imported(result, "--verdicts", str(recorded))
    expected = as_json(reproduce(result, recorded))
    for figure in ("n", "success_rate", "aqd", "aql", "words_per_turn", "undecided", "intervals", "scorer"):
        assert report[figure] == expected[figure], figure
    assert tuple(round(report[figure], 4) for figure in ("success_rate", "aqd", "aql")) == SHARED[name]
    assert (report["dialogues"], report["empty"], report["judge"]) == (260, 50, "gpt-4o-2024-05-13")


@pytest.mark.shared_data
def test_every_single_dialogue_comes_out_as_the_authors_have_it(shared_data: Path) -> None:
    name = "l2l_GPT-4o_seeker_vs_GPT-4o_provider.Comp.En"
    imported(
        shared_data / f"clarq/results/{name}.json",
        "--verdicts",
        str(shared_data / f"clarq/judge_verdicts/{name}.jsonl"),
    )
    rows = [json.loads(line) for line in (shared_data / f"clarq/expected/{name}.jsonl").read_text().splitlines()]
    scores = {(s.dialogue.log_type, s.dialogue.log_index): s.values for s in Score.objects.select_related("dialogue")}
    assert len(rows) == len(scores) == 260
    for row in rows:
        values = scores[row["type_index"], row["task_index"]]
        assert (bool(values["success"]), values["aqd"], values["q_actual"], values["a_provider"]) == (
            bool(row["success"]),
            row["aqd"],
            row["q_actual"],
            row["a_provider"],
        )
        assert values["aql"] == pytest.approx(row["aql"])


def test_a_log_becomes_dialogues_with_turns_agents_and_kinds(tmp_path: Path) -> None:
    report = imported(log(tmp_path, entry()))
    dialogue = Dialogue.objects.get()
    assert (dialogue.title, dialogue.type, dialogue.end_reason) == (
        "Serve a guest a pot of tea",
        "Gather Resources",
        EndReason.LOG,
    )
    assert (dialogue.log_type, dialogue.log_index, dialogue.responses, dialogue.depth) == (1, 0, 4, 2)
    turns = list(dialogue.turns.order_by("seq"))
    assert [t.seq for t in turns] == list(range(1, 11))
    assert [t.kind for t in turns[::2]] == ["opener", "root", "I", "II", "I"]
    assert [t.nodes for t in turns[2::2]] == [["0"], ["1"], [], ["2"]]
    assert (report["mode"], report["seeker"], report["provider"]) == (
        "L2L",
        "ada-seeker-completion recorded",
        "bob-provider recorded",
    )


def test_recorded_verdicts_are_stored_and_decide(tmp_path: Path) -> None:
    answer = {"type_index": 1, "task_index": 0, "node_index": 1, "judge": "judge-1", "match": True, "analysis": "Yes."}
    elsewhere = {**answer, "task_index": 7}
    report = imported(log(tmp_path, entry()), "--verdicts", str(verdicts(tmp_path, answer, elsewhere)))
    assert (report["success_rate"], report["judge"], report["judge_answers"]) == (1.0, "judge-1", 1)
    assert JudgeAnswer.objects.get().analysis == "Yes."


def test_without_verdicts_the_dialogue_is_undecided(tmp_path: Path) -> None:
    report = imported(log(tmp_path, entry()))
    assert (report["success_rate"], report["undecided"], report["judge"]) == (0.0, 1, None)


def test_a_task_of_the_project_with_the_same_tree_is_linked(tmp_path: Path) -> None:
    project = factories.project("tea")
    factories.clarq_task(project, language="zh")
    task = factories.clarq_task(project, type="Gather Resources")
    assert imported(log(tmp_path, entry()))["linked"] == 1
    assert (Dialogue.objects.get().task, Dialogue.objects.get().title) == (task, task.title)


def test_empty_tasks_and_those_outside_the_test_split_are_left_out_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text(json.dumps([[entry(), entry(l2l=[[]])], *[[]] * 25, [entry()]]), encoding="utf-8")
    report = imported(path)
    assert (report["dialogues"], report["empty"], report["outside_test_split"]) == (1, 1, 1)


def test_a_run_of_that_name_is_never_added_to(tmp_path: Path) -> None:
    imported(log(tmp_path, entry()))
    with pytest.raises(CommandError, match="has a run “ada” already"):
        imported(log(tmp_path, entry()))
    assert Dialogue.objects.count() == 1


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (entry(gold_structure=["1", "1.1", "3.1"]), "type 1, task 1: The label 3.1 needs its parent 3"),
        (entry(l2l="nonsense"), "type 1, task 1: l2l is not an array"),
        (entry(all_response=7), "type 1, task 1: all_response is not a text"),
        (entry(l2l=[["Yes?", "a\x00b"]]), "type 1, task 1, utterance 1: it holds a character that cannot be stored"),
        (entry(l2l=[["Yes?", "\ud800"]]), "type 1, task 1, utterance 1"),
        (entry(background_splitted=["x" * 5000, "", "", "", ""]), "type 1, task 1, role: At most 4,000 characters"),
    ],
)
def test_a_malformed_entry_is_named_and_nothing_is_imported(
    tmp_path: Path, broken: dict[str, Any], message: str
) -> None:
    with pytest.raises(CommandError, match="Nothing was imported") as told:
        imported(log(tmp_path, entry(), broken))
    assert message in str(told.value)
    assert not Project.objects.exists()
    assert not Run.objects.exists()


@pytest.mark.parametrize("text", ["{", "[1]", '{"type_index": 1}'])
def test_a_malformed_verdict_file_stops_the_import(tmp_path: Path, text: str) -> None:
    path = tmp_path / "verdicts.jsonl"
    path.write_text(text)
    with pytest.raises(CommandError, match=r"verdicts\.jsonl, line 1"):
        imported(log(tmp_path, entry()), "--verdicts", str(path))
    assert not Dialogue.objects.exists()


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"nowhere\.json: it cannot be read"):
        imported(tmp_path / "nowhere.json")
    with pytest.raises(CommandError, match=r"gone\.jsonl"):
        imported(log(tmp_path, entry()), "--verdicts", str(tmp_path / "gone.jsonl"))


@pytest.mark.parametrize("name", ["two words", "", "x" * 101])
def test_a_name_that_no_address_can_hold_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(CommandError):
        imported(log(tmp_path, entry()), run=name)


def test_the_number_of_queries_grows_by_two_for_a_dialogue(tmp_path: Path, django_assert_max_num_queries) -> None:
    path = log(tmp_path, *[entry() for _ in range(20)])
    with django_assert_max_num_queries(2 * 2 * 20 + 30):
        import_log(project="tea", run="ada", result=path)
    assert Turn.objects.count() == 200


def test_scoring_a_run_again_says_the_same_and_adds_nothing(tmp_path: Path) -> None:
    answer = {"type_index": 1, "task_index": 0, "node_index": 1, "judge": "judge-1", "match": True}
    first = imported(log(tmp_path, entry()), "--verdicts", str(verdicts(tmp_path, answer)))
    again = output("score", "ada", "--json")
    assert again["new_scores"] == 0
    assert {key: again[key] for key in ("n", "success_rate", "aqd", "aql", "judge")} == {
        key: first[key] for key in ("n", "success_rate", "aqd", "aql", "judge")
    }


def test_a_run_can_be_scored_without_its_judge_as_well(tmp_path: Path) -> None:
    answer = {"type_index": 1, "task_index": 0, "node_index": 1, "judge": "judge-1", "match": True}
    imported(log(tmp_path, entry()), "--verdicts", str(verdicts(tmp_path, answer)))
    alone = output("score", "ada", "--judge", "none", "--json")
    assert (alone["success_rate"], alone["undecided"], alone["judge"], alone["new_scores"]) == (0.0, 1, None, 1)
    assert output("score", "ada", "--json")["success_rate"] == 1.0


def test_score_counts_failed_dialogues_beside(capsys: pytest.CaptureFixture[str]) -> None:
    project = factories.project()
    inside = judging.run(project, "evening")
    judging.dialogue(project, inside=inside)
    judging.failed_dialogue(project, inside)
    call_command("score", "evening")
    told = capsys.readouterr().out
    assert "n 1" in told
    assert "1 failed, outside n" in told
    assert "clarq 1.0 · no judge" in told


def test_score_names_what_is_missing_or_ambiguous() -> None:
    with pytest.raises(CommandError, match="no run “nowhere”"):
        call_command("score", "nowhere")
    for slug in ("one", "two"):
        judging.run(factories.project(slug), "same")
    with pytest.raises(CommandError, match="one, two"):
        call_command("score", "same")
    call_command("score", "same", "--project", "two")
    with pytest.raises(CommandError, match="No answers of a judge “x”"):
        call_command("score", "same", "--project", "two", "--judge", "x")
