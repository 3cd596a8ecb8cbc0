"""The sample project keeps the rules that its own guidelines teach."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from datetime import UTC, datetime
from typing import Any

import pytest

from annotation.clarq.content import Node, TaskContent
from annotation.sample import SampleTask, dialogues, project, tasks

TASKS = tasks()
DIALOGUES = dialogues()
BY_KEY = {task.key: task for task in TASKS}

each_task = pytest.mark.parametrize("task", TASKS, ids=lambda task: task.key)
each_dialogue = pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda d: f"{d['run']}-{d['task']}")

STOPWORDS = re.findall(
    r"\w+",
    "a an and as at be by for from give has have i in into is it its of on one or out so take that the their then "
    "they this to was what which will with you your",
)


def words(text: str) -> set[str]:
    """What a text is about: content words, and for Chinese every pair of neighbouring characters."""
    latin = {word for word in re.findall(r"[a-z0-9']+", text.lower()) if word not in STOPWORDS}
    han = re.findall(r"[\u4e00-\u9fff]+", text)
    return latin | {run[i : i + 2] for run in han for i in range(len(run) - 1)}


def bare(text: str) -> str:
    return re.sub(r"[\s\W]+", "", text).lower()


def background(content: TaskContent) -> list[str]:
    return [content.role, content.goal, *content.items, *content.skills, *content.scenes]


def shape(content: TaskContent) -> list[str]:
    return [node.label for node in content.nodes]


def provider_turns(dialogue: dict[str, Any]) -> list[dict[str, Any]]:
    return [turn for turn in dialogue["turns"] if turn["speaker"] == "provider"]


def seeker_texts(dialogue: dict[str, Any]) -> list[str]:
    return [turn["text"] for turn in dialogue["turns"] if turn["speaker"] == "seeker"]


def given_labels(dialogue: dict[str, Any]) -> set[str]:
    return {label for turn in dialogue["turns"] for label in turn["nodes"]}


def is_complete(dialogue: dict[str, Any]) -> bool:
    return given_labels(dialogue) == {node.label for node in BY_KEY[dialogue["task"]].content.nodes}


def says_goodbye(text: str) -> bool:
    return bool(re.search(r"goodbye|再见", text, re.IGNORECASE))


# ------------------------------------------------------------------ the project


def test_project_says_plainly_that_it_is_sample_data() -> None:
    assert "sample data, written for demonstration" in project()["description"].lower()


def test_project_names_its_family_cap_and_guidelines() -> None:
    value = project()
    assert (value["family"], value["max_seeker_turns"]) == ("clarq", 12)
    assert re.fullmatch(r"[a-z0-9-]+", value["slug"])
    assert len(value["guidelines"]) > 500


# ------------------------------------------------------------------ the tasks


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_language_has_at_least_seven_tasks(language: str) -> None:
    assert sum(task.language == language for task in TASKS) >= 7


def test_keys_and_uids_are_unique_over_the_whole_sample() -> None:
    assert len(BY_KEY) == len(TASKS)
    uids = [node.uid for task in TASKS for node in task.content.nodes]
    assert len(set(uids)) == len(uids)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_trees_of_every_depth_from_one_to_four_are_there(language: str) -> None:
    assert {task.content.depth for task in TASKS if task.language == language} == {1, 2, 3, 4}


@each_task
def test_task_has_three_to_seven_nodes_in_reading_order(task: SampleTask) -> None:
    assert 3 <= len(task.content.nodes) <= 7
    assert task.content.relabelled() == task.content


@each_task
def test_every_node_says_its_purpose_in_one_line(task: SampleTask) -> None:
    for node in task.content.nodes:
        assert node.text.strip() == node.text != ""
        assert node.purpose.strip() == node.purpose != ""
        assert "\n" not in node.purpose


@each_task
def test_purposes_below_the_root_name_alternatives(task: SampleTask) -> None:
    mark = " or " if task.language == "en" else "还是"
    assert all(mark in node.purpose for node in task.content.details)


def test_sisters_share_shape_type_split_and_list_lengths() -> None:
    pairs: dict[str, list[SampleTask]] = defaultdict(list)
    for task in TASKS:
        pairs[task.pair].append(task)
    for english, chinese in pairs.values():
        assert (english.language, chinese.language) == ("en", "zh")
        assert (english.type, english.split) == (chinese.type, chinese.split)
        assert shape(english.content) == shape(chinese.content)
        for lines in ("items", "skills", "scenes"):
            assert len(getattr(english.content, lines)) == len(getattr(chinese.content, lines)), (english.pair, lines)


@each_task
def test_no_text_is_contained_in_another(task: SampleTask) -> None:
    texts = [bare(node.text) for node in task.content.nodes]
    for i, text in enumerate(texts):
        assert not any(text in other for k, other in enumerate(texts) if k != i)


@each_task
def test_neither_background_nor_ancestors_give_a_node_away(task: SampleTask) -> None:
    content = task.content
    for node in content.details:
        known = [*background(content), *(above.text for above in content.ancestors_of(node))]
        for line in known:
            assert bare(node.text) not in bare(line), node.label
            assert len(words(node.text) & words(line)) <= 0.5 * len(words(node.text)), (node.label, line)


@each_task
def test_every_node_tells_something_that_no_other_place_tells(task: SampleTask) -> None:
    content = task.content
    for node in content.details:
        elsewhere = [other.text for other in content.nodes if other is not node]
        known = set[str]().union(*(words(line) for line in [*background(content), *elsewhere]))
        assert len(words(node.text) - known) >= 3, node.label


@each_task
def test_every_item_and_scene_that_comes_in_kinds_is_chosen_by_a_node(task: SampleTask) -> None:
    content = task.content
    tree = set[str]().union(*(words(f"{node.text} {node.purpose}") for node in content.nodes))
    for line in [*content.items, *content.scenes]:
        assert words(line) & tree, line


@each_task
def test_chinese_is_punctuated_in_full_width(task: SampleTask) -> None:
    if task.language == "zh":
        said = [line.text for line in task.content.sample_dialogue]
        lines = [*background(task.content), *(f"{n.text}{n.purpose}" for n in task.content.nodes), *said]
        assert not any(re.search(r"[,.?!:;()]", line) for line in lines)


@each_task
def test_sample_dialogue_gives_every_node_in_an_order_the_tree_allows(task: SampleTask) -> None:
    content = task.content
    speakers = [line.speaker for line in content.sample_dialogue]
    assert speakers == ["provider", "seeker"] * (len(speakers) // 2)
    given: list[str] = []
    for line in content.sample_dialogue:
        for label in line.nodes:
            assert line.text == content.node(label).text
            assert label == "0" or content.node(label) in content.open_nodes(given)
            given.append(label)
    assert sorted(given) == sorted(shape(content))
    assert says_goodbye(content.sample_dialogue[-1].text)


# ------------------------------------------------------------------ the dialogues


def test_about_thirty_dialogues_fill_two_runs_of_people_and_of_a_script() -> None:
    runs = Counter((d["run"], d["seeker_kind"], d["mode"]) for d in DIALOGUES)
    assert set(runs) == {("first-afternoon", "human", "H2L"), ("cautious-script", "model", "L2L")}
    assert 28 <= runs.total() <= 32


def test_runs_are_told_oldest_first() -> None:
    for run in ("first-afternoon", "cautious-script"):
        started = [d["started_at"] for d in DIALOGUES if d["run"] == run]
        assert started == sorted(started)


@each_dialogue
def test_dialogue_was_held_in_november_2026(dialogue: dict[str, Any]) -> None:
    started = datetime.fromisoformat(dialogue["started_at"])
    assert datetime(2026, 11, 1, tzinfo=UTC) <= started < datetime(2026, 11, 20, tzinfo=UTC)


@each_dialogue
def test_speakers_alternate_from_the_opener_to_the_seekers_last_word(dialogue: dict[str, Any]) -> None:
    turns = dialogue["turns"]
    assert [turn["speaker"] for turn in turns] == ["provider", "seeker"] * (len(turns) // 2)
    assert [turn["kind"] for turn in provider_turns(dialogue)][:2] == ["opener", "root"]
    assert {turn["kind"] for turn in provider_turns(dialogue)[2:]} <= {"I", "II"}


@each_dialogue
def test_replies_carry_node_texts_to_the_letter_and_only_open_ones(dialogue: dict[str, Any]) -> None:
    content = BY_KEY[dialogue["task"]].content
    given: list[str] = []
    for turn in provider_turns(dialogue):
        assert bool(turn["nodes"]) == (turn["kind"] in ("root", "I"))
        for label in turn["nodes"]:
            node: Node = content.node(label)
            assert turn["text"] == node.text
            assert node is content.root or node in content.open_nodes(given)
            given.append(label)


@each_dialogue
def test_replies_without_a_node_leak_none(dialogue: dict[str, Any]) -> None:
    content = BY_KEY[dialogue["task"]].content
    given: set[str] = set()
    for turn in provider_turns(dialogue):
        given |= set(turn["nodes"])
        if turn["kind"] != "II":
            continue
        for node in content.details:
            if node.label not in given:
                assert len(words(node.text) & words(turn["text"])) <= 0.25 * len(words(node.text)), turn["text"]


@each_dialogue
def test_replies_answer_one_of_the_six_types_of_statement(dialogue: dict[str, Any]) -> None:
    allowed = {"opener": {None}, "root": {1}, "I": {2}, "II": {1, 3, 4, 5, 6}}
    assert all(turn["statement"] in allowed[turn["kind"]] for turn in provider_turns(dialogue))


@each_dialogue
def test_dialogue_ends_with_goodbye_or_at_the_cap(dialogue: dict[str, Any]) -> None:
    said = seeker_texts(dialogue)
    cap = project()["max_seeker_turns"]
    assert not any(says_goodbye(text) for text in said[:-1])
    assert len(said) <= cap
    if dialogue["ended_by"] == "goodbye":
        assert says_goodbye(said[-1])
    else:
        assert dialogue["ended_by"] == "cap"
        assert len(said) == cap


def test_about_three_in_five_dialogues_are_complete() -> None:
    share = sum(map(is_complete, DIALOGUES)) / len(DIALOGUES)
    assert 0.55 <= share <= 0.7


def test_people_judged_about_two_thirds_and_disagree_with_the_count_now_and_then() -> None:
    judged = [d for d in DIALOGUES if d["verdicts"]]
    apart = [d for d in judged if any(v["success"] != is_complete(d) for v in d["verdicts"])]
    assert 0.55 <= len(judged) / len(DIALOGUES) <= 0.75
    assert 2 <= len(apart) <= 3


def test_every_verdict_says_who_why_and_that_it_was_blind() -> None:
    for verdict in (v for d in DIALOGUES for v in d["verdicts"]):
        assert verdict["by"] in ("validator", "researcher")
        assert isinstance(verdict["success"], bool)
        assert verdict["reason"]
        assert verdict["blind"] is True


def test_people_are_terse_and_the_script_is_wordy() -> None:
    lengths: dict[str, list[int]] = defaultdict(list)
    for dialogue in DIALOGUES:
        if BY_KEY[dialogue["task"]].language == "en":
            lengths[dialogue["seeker_kind"]] += [len(text.split()) for text in seeker_texts(dialogue)]
    assert max(lengths["human"]) <= 14
    assert min(lengths["model"]) >= 25
    assert max(lengths["model"]) <= 40
