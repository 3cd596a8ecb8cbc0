"""`manage.py reproduce`: published figures from log files, and what it says of logs it cannot read."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from dialogues.clarq.logs import LoggedDialogue, read_log
from evaluation.clarq.published import equals_as_printed, published_figures, setting_of
from evaluation.scoring import decide_success, required_nodes, scored_replies

TEXTS = "Jax: Go to the mine.\nJax: Take the north mine."
WON = ["Jax: Yes?", "Where do I go", "Jax: Go to the mine.", "Which one", "Jax: Take the north mine.", "Goodbye"]
LOST = ["Jax: Yes?", "Where do I go", "Jax: Go to the mine.", "Goodbye"]
UNCLEAR = ["Jax: Yes?", "Where do I go", "Jax: Go to the mine.", "Which one", "Jax: Up the hill.", "Goodbye"]


def task(dialogue: list[str], **changes: Any) -> dict[str, Any]:
    values = {
        "all_response": TEXTS,
        "gold_structure": ["1"],
        "background_splitted": ["miner", "dig", "", "", "North mine\nSouth mine"],
        "all_response_exaplain": ["Which mine it is."],
        "l2l": [dialogue, []],
    }
    return values | changes


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "logs").mkdir()
    (tmp_path / "verdicts").mkdir()
    return tmp_path / "logs"


def write(folder: Path, *types: list[Any], name: str = "own.json") -> None:
    (folder / name).write_text(json.dumps(list(types)), encoding="utf-8")


def write_verdict(folder: Path, name: str = "own.jsonl", **changes: Any) -> Path:
    row = {"type_index": 1, "task_index": 0, "node_index": 0, "match": True, "judge": "someone"} | changes
    path = folder.parent / "verdicts" / name
    path.write_text(json.dumps(row), encoding="utf-8")
    return path


def reproduce(folder: Path, *options: Any) -> str:
    out = StringIO()
    call_command("reproduce", "clarq", str(folder), *map(str, options), stdout=out)
    return out.getvalue()


def reproduce_json(folder: Path, *options: Any) -> list[dict[str, Any]]:
    return json.loads(reproduce(folder, "--json", *options))


def test_figures_of_a_small_log(folder: Path) -> None:
    write(folder, [task(WON), task(LOST)], [task(WON)])
    [figures] = reproduce_json(folder)
    assert (figures["file"], figures["n"], figures["undecided"]) == ("own.json", 3, 0)
    assert figures["success_rate"] == 2 / 3
    assert figures["aqd"] == (0 - 1 + 0) / 3
    assert figures["aql"] == pytest.approx(((3 + 1 + 0) / 3 + 3 / 2 + (3 + 1 + 0) / 3) / 3)
    assert figures["intervals"]["success_rate"][0] < 2 / 3 < figures["intervals"]["success_rate"][1]


def test_undecided_dialogue_is_not_successful_and_counted(folder: Path) -> None:
    write(folder, [task(UNCLEAR), task(WON)])
    [figures] = reproduce_json(folder)
    assert (figures["success_rate"], figures["undecided"], figures["judges"]) == (0.5, 1, [])
    assert "no judge · 1 undecided, counted as not successful" in reproduce(folder)


def test_recorded_verdict_of_the_same_base_name_decides(folder: Path) -> None:
    write(folder, [task(UNCLEAR), task(WON)])
    verdicts = write_verdict(folder)
    for option in (verdicts, verdicts.parent):
        [figures] = reproduce_json(folder, "--verdicts", option)
        assert (figures["success_rate"], figures["undecided"], figures["judges"]) == (1, 0, ["someone"])


def test_development_types_are_out(folder: Path) -> None:
    write(folder, *([[task(WON)]] * 26), [task(LOST)])
    [figures] = reproduce_json(folder)
    assert (figures["n"], figures["success_rate"]) == (26, 1)


def test_test_task_that_was_not_played_is_out_of_n_and_counted(folder: Path) -> None:
    write(folder, [task(WON), task([])])
    [figures] = reproduce_json(folder)
    assert (figures["n"], figures["not_played"], figures["success_rate"]) == (1, 1, 1)
    assert "1 test tasks were not played: outside n" in reproduce(folder)


def test_log_without_any_dialogue_is_undefined_not_zero(folder: Path) -> None:
    write(folder, [task([])])
    [figures] = reproduce_json(folder)
    assert (figures["n"], figures["success_rate"], figures["aqd"], figures["aql"]) == (0, None, None, None)
    assert "undefined" in reproduce(folder)


def test_unpublished_log_says_so(folder: Path) -> None:
    write(folder, [task(WON)])
    assert "not published" in reproduce(folder)
    assert reproduce_json(folder)[0]["published"] is None


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"{", "bad.json: it is not UTF-8 JSON"),
        (b"\xff\xfe\x00", "bad.json: it is not UTF-8 JSON"),
        (b"[" * 100_000, "bad.json: it is not UTF-8 JSON"),
        (b"[[[1%s]]]" % (b"0" * 5_000), "bad.json: it is not UTF-8 JSON"),
        (b"{}", "bad.json: an array of task types was expected"),
        (json.dumps([[task(WON)], 3]).encode(), "bad.json, type 2: an array of tasks was expected"),
        (json.dumps([[task(WON), task(WON, gold_structure=["2.1"])]]).encode(), "bad.json, type 1, task 1: "),
        (json.dumps([[task(WON, l2l=[["Yes?", 7]])]]).encode(), "bad.json, type 1, task 0: l2l"),
    ],
)
def test_malformed_log_is_named_and_the_others_are_still_reported(folder: Path, content: bytes, reason: str) -> None:
    write(folder, [task(WON)])
    (folder / "bad.json").write_bytes(content)
    out = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("reproduce", "clarq", str(folder), "--json", stdout=out)
    assert reason in str(caught.value)
    assert [figures["file"] for figures in json.loads(out.getvalue())] == ["own.json"]


def test_malformed_verdicts_name_their_line_and_leave_no_figure(folder: Path) -> None:
    write(folder, [task(UNCLEAR)])
    write_verdict(folder, match="yes")
    out = StringIO()
    with pytest.raises(CommandError, match=r"own\.json was left out: own\.jsonl, line 1: match must be true or false"):
        call_command("reproduce", "clarq", str(folder), "--verdicts", str(folder.parent / "verdicts"), stdout=out)
    assert "computed" not in out.getvalue()


def test_folder_without_logs_is_refused(folder: Path) -> None:
    with pytest.raises(CommandError, match="no result file"):
        reproduce(folder)
    with pytest.raises(CommandError, match="no such folder or file of verdicts"):
        reproduce(folder, "--verdicts", folder / "nowhere")


def test_one_verdict_file_cannot_serve_two_logs(folder: Path) -> None:
    write(folder, [task(WON)])
    write(folder, [task(WON)], name="other.json")
    with pytest.raises(CommandError, match="cannot serve 2 result files"):
        reproduce(folder, "--verdicts", write_verdict(folder))


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("l2l_GPT-4o_seeker_vs_GPT-4o_provider.Comp.En.json", ("III V", "0.485", "0.492", "70.5")),
        ("l2l_gpt_4o_seeker_vs_gpt-4o-2024-05-13_provider.comp.zh.json", ("III", "0.508", "0.215", "129.9")),
        ("l2l_GPT-4o_seeker_vs_GPT-4o_multi_info_provider.Comp.Ch.json", ("IV", "0.554", "-1.33", "139.1")),
        ("l2l_GPT-4o_seeker_vs_GPT-4o_provider.Chat.En.json", ("III", "0.135", "-1.19", "50.0")),
        ("l2l_GPT-4_seeker_vs_GPT-4o_provider.Comp.En.json", ("III", "0.296", "-0.56", "76.4")),
        ("l2l_GPT-4o_seeker_vs_llama3.1-405b_provider.Comp.En.json", ("V", "0.488", "0.584", "70.9")),
        ("l2h_GPT-4_seeker_vs_student_provider.Chat.Ch.json", ("I", "0.273", "-1.31", "80.1")),
        ("h2l_student_seeker_vs_GPT-4o_provider.En.json", ("II", "0.85", "-0.09", "8.1")),
    ],
)
def test_file_name_leads_to_its_row(name: str, figures: tuple[str, ...]) -> None:
    row = published_figures(name)
    assert (" ".join(row.tables), row.success_rate, row.aqd, row.aql) == figures


@pytest.mark.parametrize(
    "name",
    [
        "own.json",
        "l2l_GPT-4o_seeker_vs_GPT-4o_provider.json",
        "l2l_GPT-4o_seeker_vs_GPT-4o_multi_info_provider.Chat.En.json",
        "l2l_GPT-4_seeker_vs_GPT-4o_provider.Chat.En.json",
    ],
)
def test_setting_without_a_row_is_not_published(name: str) -> None:
    assert published_figures(name) is None


def test_setting_is_read_from_the_name() -> None:
    setting = setting_of("l2l_My_Model_seeker_vs_GPT-4o_multi_info_provider.Chat.Ch.json")
    assert (setting.seeker, setting.provider, setting.multi_info) == ("mymodel", "gpt4o", True)
    assert (setting.mode, setting.language) == ("chat", "zh")


@pytest.mark.parametrize(
    ("computed", "published", "equal"),
    [(0.48461, "0.485", True), (0.4844, "0.485", False), (117.6, "118", True), (-1.03846, "-1.04", True)],
)
def test_figures_are_compared_to_the_printed_digits(computed: float, published: str, equal: bool) -> None:
    assert equals_as_printed(computed, published) is equal


@pytest.mark.shared_data
def test_published_logs_give_the_published_totals(shared_data: Path) -> None:
    found = reproduce_json(shared_data / "clarq/results", "--verdicts", shared_data / "clarq/judge_verdicts")
    totals = {
        figures["file"].removeprefix("l2l_GPT-4o_seeker_vs_GPT-4o_"): [
            round(figures[name], 4) for name in ("success_rate", "aqd", "aql")
        ]
        for figures in found
    }
    assert totals == {
        "provider.Comp.En.json": [0.4846, 0.4923, 70.4906],
        "provider.Comp.Ch.json": [0.5077, 0.2154, 129.8562],
        "multi_info_provider.Comp.En.json": [0.5423, -1.0385, 75.5587],
    }
    assert {(figures["n"], figures["undecided"], figures["not_played"]) for figures in found} == {(260, 0, 0)}
    for figures in found:
        for name in ("success_rate", "aqd", "aql"):
            assert equals_as_printed(figures[name], figures["published"][name]), (figures["file"], name)


@pytest.mark.shared_data
def test_a_published_log_equals_its_tables_as_printed(shared_data: Path) -> None:
    log = shared_data / "clarq/results/l2l_GPT-4o_seeker_vs_GPT-4o_provider.Comp.En.json"
    text = reproduce(log, "--verdicts", shared_data / "clarq/judge_verdicts")
    assert (text.count("  equal"), text.count("differs")) == (3, 0)


@pytest.mark.shared_data
def test_without_a_judge_exactly_the_judged_dialogues_are_undecided(shared_data: Path) -> None:
    for log in (shared_data / "clarq/results").glob("*.json"):
        verdicts = (shared_data / "clarq/judge_verdicts" / log.name).with_suffix(".jsonl")
        rows = map(json.loads, verdicts.read_text(encoding="utf-8").splitlines())
        assert undecided(log) == {(row["type_index"], row["task_index"]) for row in rows}


def undecided(log: Path) -> set[tuple[int, int]]:
    """Type and task of the dialogues that a judge has to decide."""
    return {
        (dialogue.type_index, dialogue.task_index)
        for dialogue in read_log(log)
        if dialogue.raw and success_of(dialogue) is None
    }


def success_of(dialogue: LoggedDialogue) -> bool | None:
    nodes = required_nodes([node.text for node in dialogue.content.nodes])
    return decide_success(nodes, scored_replies(dialogue.raw), judge=None).success
