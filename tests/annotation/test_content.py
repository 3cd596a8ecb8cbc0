"""The one shape of a task: what goes in comes out, and nothing malformed gets in."""

from __future__ import annotations

import inspect
import json
import re
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from annotation import content_messages
from annotation.clarq import content as content_module
from annotation.clarq import conversation
from annotation.clarq.content import ContentError, Node, TaskContent, Utterance
from tests import factories

texts = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=40)
lines = st.lists(texts.map(lambda text: text.replace("\n", " ")), max_size=5).map(tuple)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@st.composite
def trees(draw: st.DrawFn) -> tuple[Node, ...]:
    """Any tree: each node hangs from one that came before it."""
    nodes: list[Node] = []
    for i in range(draw(st.integers(0, 8))):
        parent = nodes[draw(st.integers(0, i - 1))].uid if i else None
        nodes.append(Node(f"uid{i}", parent, str(i), draw(texts), draw(texts)))
    return tuple(nodes)


contents = st.builds(
    TaskContent,
    language=st.sampled_from(["en", "zh"]),
    role=texts,
    goal=texts,
    items=lines,
    skills=lines,
    scenes=lines,
    nodes=trees(),
    sample_dialogue=st.lists(
        st.builds(
            Utterance,
            speaker=st.sampled_from(["seeker", "provider"]),
            text=texts,
            nodes=st.lists(st.sampled_from(["0", "1", "1.1"]), max_size=2).map(tuple),
        ),
        max_size=4,
    ).map(tuple),
)


@given(contents)
def test_content_survives_json(content: TaskContent) -> None:
    assert TaskContent.from_json(json.loads(json.dumps(content.to_json()))) == content


@given(contents)
def test_relabelling_keeps_the_tree_and_is_stable(content: TaskContent) -> None:
    again = content.relabelled()
    assert {node.uid: node.parent for node in again.nodes} == {node.uid: node.parent for node in content.nodes}
    assert again.relabelled() == again
    assert TaskContent.from_json(again.to_json()) == again


@given(json_values)
def test_garbage_is_refused_by_name(value: Any) -> None:
    with pytest.raises(ContentError):
        TaskContent.from_json(value)


@given(contents, st.data())
def test_content_with_one_value_replaced_is_read_or_refused(content: TaskContent, data: st.DataObject) -> None:
    """Walk to a random place in good JSON and put garbage there."""
    whole = json.loads(json.dumps(content.to_json()))
    inside: Any = whole
    while True:
        keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        key = data.draw(st.sampled_from(keys))
        if not (isinstance(inside[key], dict | list) and inside[key] and data.draw(st.booleans())):
            inside[key] = data.draw(json_values)
            break
        inside = inside[key]
    try:
        read = TaskContent.from_json(whole)
    except ContentError:
        return
    assert TaskContent.from_json(read.to_json()) == read


def test_every_refusal_has_its_words_for_the_translators() -> None:
    sources = inspect.getsource(content_module) + inspect.getsource(conversation)
    raised = set(re.findall(r'ContentError\(\s*f?"([^"]+)"', sources))
    assert raised == set(content_messages.TEMPLATES)


def test_refusal_is_told_with_its_details() -> None:
    broken = factories.content().to_json()
    broken["nodes"][2]["label"] = "1"
    with pytest.raises(ContentError) as refused:
        TaskContent.from_json(broken)
    with translation.override("en"):
        assert content_messages.told(refused.value) == "The label 1 stands twice."


def test_a_label_with_braces_is_told_as_it_is() -> None:
    broken = factories.content().to_json()
    broken["nodes"][1]["label"] = broken["nodes"][2]["label"] = "{0}%s"
    with pytest.raises(ContentError) as refused:
        TaskContent.from_json(broken)
    assert content_messages.told(refused.value) == "The label {0}%s stands twice."
