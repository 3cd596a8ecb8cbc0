"""What the editor's lint finds, and how rarely it is wrong. Tasks in here are our own, except where marked."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.clarq.choices import line_uses
from annotation.clarq.content import Language, Node, TaskContent, nodes_from_labels
from annotation.clarq.lint import Hint, lint
from annotation.lint_messages import WORDS, hint_json
from tests import factories

SAMPLE = Path(__file__).resolve().parents[2] / "annotation" / "sample" / "tasks.json"
Spoil = Callable[[TaskContent], TaskContent]


def node(index: int, **changes: str) -> Spoil:
    def spoil(content: TaskContent) -> TaskContent:
        nodes = list(content.nodes)
        nodes[index] = replace(nodes[index], **changes)
        return replace(content, nodes=tuple(nodes))

    return spoil


def fields(**changes: object) -> Spoil:
    return lambda content: replace(content, **changes)


def without_purposes(content: TaskContent) -> TaskContent:
    return replace(content, nodes=tuple(replace(each, purpose="") for each in content.nodes))


def chain(length: int) -> Spoil:
    def spoil(content: TaskContent) -> TaskContent:
        nodes = [content.root]
        for i in range(length):
            label = ".".join(["1"] * (i + 1))
            nodes.append(Node(f"n{i}", nodes[-1].uid, label, f"step{i} leads{i} on{i}", f"what{i}"))
        return replace(content, nodes=tuple(nodes), items=(), skills=(), scenes=())

    return spoil


def codes(content: TaskContent, sister: TaskContent | None = None) -> list[str]:
    return [hint.code for hint in lint(content, sister)]


def found(content: TaskContent, code: str) -> Hint:
    return next(hint for hint in lint(content) if hint.code == code)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_sound_task_has_only_its_distractors_named(language: str) -> None:
    # The sample's two places are there to distract: no node chooses between them.
    scenes = ("front room",) if language == "en" else ("前厅",)
    assert codes(replace(factories.content(language), scenes=scenes)) == []


ENGLISH: list[tuple[str, Spoil]] = [
    ("role_empty", fields(role=" ")),
    ("goal_empty", fields(goal="")),
    ("line_empty", fields(skills=("draw well water", "", "draw spring water"))),
    ("line_twice", fields(items=("clay pot", "china pot", "Clay pot."))),
    ("choice_open", fields(scenes=("north pier", "south pier"))),
    ("tree_empty", fields(nodes=())),
    ("no_uncertainty", lambda content: replace(content, nodes=content.nodes[:1])),
    ("very_deep", chain(7)),
    ("purposes_empty", without_purposes),
    ("root_empty", node(0, text="  ")),
    ("text_empty", node(1, text="")),
    ("purpose_empty", node(2, purpose="")),
    ("text_twice", node(3, text="take the one made of China")),
    ("text_contained", node(3, text="As I said: take the one made of china, always.")),
    ("given_by_goal", fields(goal="serve a guest tea from the china pot")),
    ("given_by_node", node(0, text="Brew it in the china pot and carry it over.")),
    ("said_by_node", node(3, text="A good pot: brew it, carry it over.")),
    (
        "told_by_line",
        fields(items=("clay pot", "china pot", "green tea", "black tea (asked for by guest, strong leaves)")),
    ),
]
CHINESE: list[tuple[str, Spoil]] = [
    ("role_empty", fields(role="")),
    ("line_twice", fields(items=("紫砂壶", "瓷壶", "瓷壶。"))),
    ("choice_open", fields(scenes=("东码头", "西码头"))),
    ("text_empty", node(1, text="　")),
    ("purpose_empty", node(1, purpose="")),
    ("text_twice", node(3, text="用瓷壶来沏！")),
    ("text_contained", node(3, text="我说过了，用瓷壶来沏，别忘了。")),
    ("given_by_goal", fields(goal="用瓷壶为客人沏一壶茶")),
    ("given_by_node", node(0, text="用瓷壶沏一壶好茶端给客人就行。")),
    ("said_by_node", node(2, text="用瓷壶来沏")),
]


@pytest.mark.parametrize(("code", "spoil"), ENGLISH, ids=[code for code, _spoil in ENGLISH])
def test_english_slip_is_found(code: str, spoil: Spoil) -> None:
    assert code not in codes(factories.content("en")) or code == "choice_open"
    assert code in codes(spoil(factories.content("en")))


@pytest.mark.parametrize(("code", "spoil"), CHINESE, ids=[code for code, _spoil in CHINESE])
def test_chinese_slip_is_found(code: str, spoil: Spoil) -> None:
    assert code not in codes(factories.content("zh")) or code == "choice_open"
    assert code in codes(spoil(factories.content("zh")))


def test_every_code_is_tried_and_has_its_words() -> None:
    tried = {code for code, _spoil in ENGLISH} | {"list_differs", "nodes_differ"}
    assert tried == set(WORDS)


def test_hint_leads_to_its_spot() -> None:
    content = node(1, text="")(factories.content())
    assert found(content, "text_empty").spot.uid == content.nodes[1].uid
    assert found(content, "text_empty").spot.field == "text"
    loose = found(fields(scenes=("hall", "north pier", "south pier"))(content), "choice_open")
    assert (loose.spot.kind, loose.spot.field, loose.spot.index) == ("line", "scenes", 1)


def test_hint_names_the_node_that_gave_the_answer_away() -> None:
    hint = found(node(0, text="Brew it in the china pot and carry it over.")(factories.content()), "given_by_node")
    assert (hint.parameters["label"], hint.parameters["other"], hint.parameters["line"]) == ("1", "0", "china pot")


def test_lists_and_trees_of_another_size_than_the_translation_are_named() -> None:
    sister = factories.content("zh")
    content = replace(factories.content(), items=("clay pot", "china pot"), nodes=factories.content().nodes[:3])
    hints = [hint for hint in lint(content, sister) if hint.code in ("list_differs", "nodes_differ")]
    assert [(hint.code, hint.parameters["here"], hint.parameters["there"]) for hint in hints] == [
        ("list_differs", 2, 4),
        ("nodes_differ", 3, 4),
    ]


def test_each_line_knows_the_nodes_that_choose_it() -> None:
    uses = line_uses(factories.content())
    assert [(use.state, use.labels) for use in uses["items"]] == [
        ("chosen", ("1",)),
        ("chosen", ("1",)),
        ("chosen", ("2",)),
        ("chosen", ("2",)),
    ]
    assert [use.labels for use in uses["skills"]] == [("1.1",), ("1.1",)]


def test_each_chinese_line_knows_the_nodes_that_choose_it() -> None:
    uses = line_uses(factories.content("zh"))
    assert [use.labels for use in uses["items"]] == [("1", "1.1"), ("1", "1.1"), ("2",), ("2",)]


def test_a_line_without_a_rival_is_fixed_and_a_rivalry_nobody_settles_is_loose() -> None:
    content = replace(factories.content(), items=("brass key",), scenes=("north pier", "south pier"))
    uses = line_uses(content)
    assert [use.state for use in uses["items"]] == ["fixed"]
    assert [use.state for use in uses["scenes"]] == ["loose", "loose"]


@pytest.mark.parametrize(
    ("language", "items", "purpose"),
    [
        (
            "en",
            ("A length of shrink tubing", "A reel of waxed thread"),
            "Bind the ends with shrink tubing or waxed thread?",
        ),
        ("zh", ("一截热缩管", "一卷蜡线"), "线头用热缩管还是蜡线来包。"),
    ],
)
def test_a_purpose_that_names_things_of_different_kinds_chooses_between_them(
    language: Language, items: tuple[str, ...], purpose: str
) -> None:
    nodes = nodes_from_labels(["0", "1"], ["Mend it.", "The first."], [purpose])
    uses = line_uses(TaskContent(language=language, items=items, nodes=nodes))
    assert [(use.state, use.labels) for use in uses["items"]] == [("chosen", ("1",)), ("chosen", ("1",))]


def test_a_rivalry_that_the_goal_settles_is_fixed() -> None:
    content = replace(factories.content(), goal="moor at the north pier", scenes=("north pier", "south pier"))
    assert [use.state for use in line_uses(content)["scenes"]] == ["fixed", "fixed"]
    assert "choice_open" not in codes(content)


def test_messages_take_braces_and_percent_signs_as_text() -> None:
    content = fields(items=("100% {wool}", "100% {wool}"))(factories.content())
    assert "100% {wool}" in hint_json(found(content, "line_twice"))["message"]


def test_sample_tasks_are_clean() -> None:
    tasks = json.loads(SAMPLE.read_text(encoding="utf-8"))
    assert {
        task["key"]: codes(TaskContent.from_json(task["content"]))
        for task in tasks
        if codes(TaskContent.from_json(task["content"]))
    } == {}


texts = st.text(st.characters(codec="utf-8", exclude_characters="\n\x00"), max_size=30) | st.sampled_from(
    ["(", "the", "北码头", "a (b", "'"]
)
trees = st.lists(st.tuples(texts, texts), max_size=6).map(
    lambda pairs: nodes_from_labels(
        [str(i) for i in range(len(pairs))], [text for text, _ in pairs], [purpose for _, purpose in pairs[1:]]
    )
)
contents = st.builds(
    TaskContent,
    language=st.sampled_from(["en", "zh"]),
    role=texts,
    goal=texts,
    items=st.lists(texts, max_size=4).map(tuple),
    skills=st.lists(texts, max_size=4).map(tuple),
    scenes=st.lists(texts, max_size=4).map(tuple),
    nodes=trees,
)


@settings(max_examples=150, deadline=None)
@given(contents)
def test_lint_takes_whatever_a_task_can_hold(content: TaskContent) -> None:
    for hint in lint(content):
        assert hint_json(hint)["message"]
    for name, uses in line_uses(content).items():
        assert len(uses) == len(getattr(content, name))


def published(shared_data: Path) -> list[TaskContent]:
    found = []
    languages: list[tuple[Language, str]] = [("en", "English"), ("zh", "Chinese")]
    for language, folder in languages:
        for path in sorted((shared_data / "clarq" / "tasks" / folder).glob("*.json")):
            for entry in json.loads(path.read_text(encoding="utf-8"))[:10]:
                lines = entry["all_response"].split("\n")
                half = len(lines) // 2
                nodes = nodes_from_labels(
                    lines[half:],
                    [text.removeprefix("Jax:").strip() for text in lines[:half]],
                    entry.get("all_response_exaplain") or [],
                )
                role, goal, *lists = entry["background_splitted"]
                items, skills, scenes = (tuple(text.split("\n")) if text else () for text in lists)
                found.append(TaskContent(language, role, goal, items, skills, scenes, nodes))
    return found


@pytest.mark.shared_data
def test_published_tasks_raise_few_alarms(shared_data: Path) -> None:
    """They were checked by several people, so what lint says about their answers is mostly a false alarm."""
    tasks = published(shared_data)
    counts = Counter(hint.code for task in tasks for hint in lint(task))
    assert len(tasks) == 620
    assert counts["purposes_empty"] == 100  # types 27 to 31 have none
    given_away = sum(counts[code] for code in ("given_by_goal", "given_by_node", "said_by_node", "told_by_line"))
    assert given_away <= 0.03 * len(tasks)
    assert counts["choice_open"] <= 0.10 * len(tasks)
    assert set(counts) <= {
        "purposes_empty",
        "choice_open",
        "given_by_goal",
        "given_by_node",
        "said_by_node",
        "told_by_line",
    }


@pytest.mark.shared_data
def test_an_answer_planted_in_the_goal_is_found_more_often_than_not(shared_data: Path) -> None:
    planted = found_again = 0
    for task in published(shared_data):
        for line in task.scenes:
            if any(line in node.text and node.purpose for node in task.details):
                planted += 1
                found_again += "given_by_goal" in codes(replace(task, goal=f"{task.goal}, {line}"))
    assert planted > 500
    assert found_again > 0.5 * planted


def test_speed_of_fifty_nodes(capsys: pytest.CaptureFixture[str]) -> None:
    """A figure to look at, not a limit: timings on shared machines are no proof."""
    names = [f"quay{i} number{i}" for i in range(50)]
    nodes = nodes_from_labels(
        [str(i) for i in range(51)],
        ["Bring the fleet in.", *[f"The boat called {name} goes to the {name} pier before dark." for name in names]],
        [f"At which pier the boat {name} is moored." for name in names],
    )
    content = TaskContent(
        "en", "harbour master", "moor the fleet", (), (), tuple(f"{name} pier" for name in names), nodes
    )
    lint(content)
    start = time.perf_counter()
    lint(replace(content, goal="moor all of it"))
    with capsys.disabled():
        print(f" [lint of 51 nodes and 50 scenes: {1000 * (time.perf_counter() - start):.1f} ms] ", end="")
