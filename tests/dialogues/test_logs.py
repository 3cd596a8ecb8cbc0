"""Published result files become dialogues over task contents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dialogues.clarq.logs import (
    LogError,
    LoggedDialogue,
    parse_log,
    provider_kind,
    provider_nodes,
    provider_turns,
    read_log,
)

TEXTS = [
    "Jax: Bake the bread. ",
    "Jax: Use rye flour.",
    "Jax: The mill by the river sells it.",
    "Jax: Bake it at dawn!",
]


def task(**changes: object) -> dict[str, object]:
    value: dict[str, object] = {
        "all_response": "\n".join(TEXTS),
        "gold_structure": ["1", "1.1", "2"],
        "background_splitted": ["baker", "baking bread", "Rye flour\nWheat flour ", "", "Mill"],
        "background": "You are a baker.",
        "all_response_exaplain": ["Which flour.", "Where to buy it.", "When to bake."],
        "l2l": [
            ["Jax: what can help you?", "How do I bake?", "Jax: Bake the bread.", "Which flour?", "jax: Use rye flour."]
        ],
    }
    return value | changes


def only(**changes: object) -> LoggedDialogue:
    return parse_log([[task(**changes)]], file="log.json")[0]


def test_texts_lose_the_speaker_but_keep_their_spaces() -> None:
    assert [node.text for node in only().content.nodes] == [
        "Bake the bread. ",
        "Use rye flour.",
        "The mill by the river sells it.",
        "Bake it at dawn!",
    ]


def test_labels_without_the_root_hang_from_it() -> None:
    content = only().content
    assert [node.label for node in content.nodes] == ["0", "1", "1.1", "2"]
    assert content.parent_of(content.node("1.1")) == content.node("1")


def test_labels_with_the_root_are_taken_as_they_are() -> None:
    assert only(gold_structure=["0", "1", "1.1", "2"]).content.nodes[0].label == "0"


def test_task_files_carry_their_labels_behind_the_texts() -> None:
    entry = task(all_response="\n".join([*TEXTS, "0", "1", "1.1", "2"]))
    del entry["gold_structure"]
    content = parse_log([[entry]], file="1._Task.json")[0].content
    assert [node.label for node in content.nodes] == ["0", "1", "1.1", "2"]


def test_background_lines_are_kept_to_the_character_and_may_be_empty() -> None:
    content = only().content
    assert content.items == ("Rye flour", "Wheat flour ")
    assert content.skills == ()


def test_purposes_belong_to_the_nodes_below_the_root() -> None:
    content = only().content
    assert [node.purpose for node in content.nodes] == ["", "Which flour.", "Where to buy it.", "When to bake."]


def test_missing_purposes_are_empty() -> None:
    entry = task()
    del entry["all_response_exaplain"]
    assert all(node.purpose == "" for node in parse_log([[entry]], file="log.json")[0].content.nodes)


def test_raw_lines_stay_beside_the_cleaned_ones() -> None:
    dialogue = only()
    assert dialogue.raw[4] == "jax: Use rye flour."
    assert dialogue.utterances[4].text == "Use rye flour."


def test_replies_name_the_nodes_they_carry() -> None:
    assert [utterance.nodes for utterance in only().utterances] == [(), (), ("0",), (), ("1",)]


def test_a_joined_reply_names_every_node_in_tree_order() -> None:
    content = only().content
    reply = "Jax: Bake it at dawn, and use rye flour."
    assert provider_nodes(content, ["0"], reply) == ("1", "2")


def test_a_text_that_was_said_before_is_not_new() -> None:
    assert provider_nodes(only().content, ["0", "1"], "As I said, use rye flour.") == ()


def test_a_locked_text_is_not_found_before_its_parent() -> None:
    assert provider_nodes(only().content, ["0"], "The mill by the river sells it.") == ()


def test_turns_say_what_was_open_when_the_provider_chose() -> None:
    lines = ["what can help you?", "How?", "Bake the bread.", "Which?", "Use rye flour.", "Where?", "Anywhere."]
    turns = list(provider_turns(only(l2l=[lines])))
    assert [(turn.position, turn.open_nodes, turn.used_nodes) for turn in turns] == [
        (4, ("1", "2"), ("1",)),
        (6, ("1.1", "2"), ()),
    ]


@pytest.mark.parametrize(
    ("reply", "kind"),
    [("Use rye flour.", "single_info"), ("Use rye flour, and bake it at dawn!", "multi_info")],
)
def test_one_joined_reply_makes_a_provider_multi_info(reply: str, kind: str) -> None:
    assert provider_kind([only(l2l=[["Hello?", "How?", "Bake the bread.", "Which?", reply]])]) == kind


def test_a_task_that_was_not_played_has_no_utterances() -> None:
    assert only(l2l=[[], []]).utterances == ()


def test_another_transcript_field_is_read_when_l2l_is_empty() -> None:
    assert len(only(l2l=[], h2l=[["Jax: what can help you?", "How?"]]).utterances) == 2


def test_language_comes_from_the_tree() -> None:
    texts = ["你可以到矿山去。", "去 North 矿山。"]
    dialogue = only(all_response="\n".join(texts), gold_structure=["1"], all_response_exaplain=[])
    assert dialogue.language == dialogue.content.language == "zh"


def test_placeholders_are_passed_over_but_counted() -> None:
    dialogues = parse_log([[], [{"all_response": ""}, task()]], file="log.json")
    assert [(dialogue.type_index, dialogue.task_index) for dialogue in dialogues] == [(2, 1)]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"gold_structure": ["1", "2"]}, "4 texts stand against 3 labels"),
        ({"gold_structure": ["1.1", "1", "2"]}, "needs its parent 1 before it"),
        ({"gold_structure": ["1", "1", "2"]}, "stands twice"),
        ({"background_splitted": ["baker"]}, "has 1 parts instead of 5"),
        ({"background_splitted": None}, "background_splitted is not an array of texts"),
        ({"all_response_exaplain": ["one"]}, "1 purposes"),
        ({"all_response": 7}, "all_response is not a text"),
        ({"l2l": [["Hello", None]]}, "l2l is not an array of texts"),
        ({"l2l": "Hello"}, "l2l is not an array"),
    ],
)
def test_a_malformed_task_is_named(changes: dict[str, object], reason: str) -> None:
    with pytest.raises(LogError) as caught:
        parse_log([[], [task(), task(**changes)]], file="log.json")
    assert (caught.value.file, caught.value.entry) == ("log.json", "type 2, task 1")
    assert reason in caught.value.reason


@pytest.mark.parametrize(
    ("value", "entry"), [({}, ""), ([{}], "type 1"), ([[7]], "type 1, task 0"), ([["x"]], "type 1, task 0")]
)
def test_a_file_of_another_shape_is_refused(value: object, entry: str) -> None:
    with pytest.raises(LogError) as caught:
        parse_log(value, file="log.json")
    assert caught.value.entry == entry


def test_broken_json_and_missing_files_are_named(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("[[")
    with pytest.raises(LogError, match=r"broken\.json: it is not UTF-8 JSON"):
        read_log(broken)
    with pytest.raises(LogError, match=r"absent\.json: it cannot be read"):
        read_log(tmp_path / "absent.json")


@pytest.mark.shared_data
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("l2l_GPT-4o_seeker_vs_GPT-4o_provider.Comp.En", "single_info"),
        ("l2l_GPT-4o_seeker_vs_GPT-4o_provider.Comp.Ch", "single_info"),
        ("l2l_GPT-4o_seeker_vs_GPT-4o_multi_info_provider.Comp.En", "multi_info"),
    ],
)
def test_derived_nodes_equal_the_published_ones(shared_data: Path, name: str, kind: str) -> None:
    dialogues = read_log(shared_data / "clarq" / "results" / f"{name}.json")
    derived = {
        (d.type_index, d.task_index, turn.position): (list(turn.open_nodes), list(turn.used_nodes))
        for d in dialogues
        for turn in provider_turns(d)
    }
    lines = (shared_data / "clarq" / "provider_turns" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    published = {
        (row["type_index"], row["task_index"], row["turn_index"]): (row["open_nodes"], row["used_nodes"])
        for row in map(json.loads, lines)
        if row["response_kind"] != "root"
    }
    assert derived == published
    assert provider_kind(dialogues) == kind
    assert len(dialogues) == 310
