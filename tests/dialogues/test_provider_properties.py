"""What holds for every task and every dialogue, whatever people write."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.clarq.content import TaskContent, Utterance, nodes_from_labels
from dialogues.agents.clarq import ProviderReply, leaks, provider_reply

WORDS = {
    "en": ["castle", "lantern", "river", "copper", "monk", "bread", "harbour", "violin", "winter", "ladder", "falcon"],
    "zh": ["城堡", "灯笼", "河流", "铜矿", "和尚", "面包", "港口", "提琴", "冬天", "梯子", "猎鹰"],
}
SHAPES = [
    ["0", "1"],
    ["0", "1", "2", "3"],
    ["0", "1", "1.1", "2"],
    ["0", "1", "1.1", "1.1.1"],
    ["0", "2", "2.1", "2.2", "4"],
]


@st.composite
def contents(draw: st.DrawFn, language: str | None = None) -> TaskContent:
    chosen = language or draw(st.sampled_from(["en", "zh"]))
    labels = draw(st.sampled_from(SHAPES))
    gap = " " if chosen == "en" else ""
    sentence = st.lists(st.sampled_from(WORDS[chosen]), min_size=2, max_size=5).map(gap.join)
    wild = st.text(min_size=1, max_size=40).filter(lambda text: bool(text.strip()))
    texts = [draw(st.one_of(sentence, sentence, wild)) + draw(st.sampled_from(["", ".", " "])) for _ in labels]
    purposes = [draw(sentence) for _ in labels[1:]] if draw(st.booleans()) else []
    names = tuple(draw(st.lists(sentence, max_size=3)))
    return TaskContent(chosen, "role", "goal", names, (), names, nodes_from_labels(labels, texts, purposes))


statements = st.one_of(
    st.text(max_size=80),
    st.sampled_from(
        ["How do I do it?", "Is that correct?", "goodbye", "怎么做？", "Which one, the copper or the bread?"]
    ),
    st.lists(st.sampled_from(WORDS["en"] + WORDS["zh"]), min_size=1, max_size=6).map(" ".join),
)


def played(content: TaskContent, said: list[str], mode: str) -> list[tuple[tuple[str, ...], ProviderReply]]:
    """Every reply of a whole dialogue with the labels given before it."""
    turns = [Utterance("provider", "Hello.")]
    given: tuple[str, ...] = ()
    found = []
    for line in said:
        turns.append(Utterance("seeker", line))
        reply = provider_reply(content, turns, mode=mode, embed=None)
        found.append((given, reply))
        turns.append(Utterance("provider", reply.text, reply.nodes))
        given += reply.nodes
    return found


dialogues = st.lists(statements, min_size=1, max_size=6)
modes = st.sampled_from(["single", "multi"])


@settings(max_examples=60, deadline=None)
@given(contents(), dialogues, modes)
def test_response_one_is_verbatim(content: TaskContent, said: list[str], mode: str) -> None:
    for _, reply in played(content, said, mode):
        assert all(content.node(label).text in reply.text for label in reply.nodes)
        if reply.kind == "root" or (reply.kind == "I" and mode == "single"):
            assert reply.text == content.node(reply.nodes[0]).text


@settings(max_examples=80, deadline=None)
@given(contents(), dialogues, modes)
def test_response_two_never_leaks(content: TaskContent, said: list[str], mode: str) -> None:
    for given_before, reply in played(content, said, mode):
        if reply.kind == "II":
            assert reply.nodes == ()
            assert leaks(reply.text, content, given_before) == ()


@settings(max_examples=60, deadline=None)
@given(contents(), dialogues, modes)
def test_parents_are_said_before_their_children_and_nothing_twice(
    content: TaskContent, said: list[str], mode: str
) -> None:
    for given_before, reply in played(content, said, mode):
        for label in reply.nodes:
            assert label not in given_before
            parent = content.parent_of(content.node(label))
            assert parent is None or parent.label in given_before
        assert len(reply.nodes) <= 1 or mode == "multi"


@settings(max_examples=30, deadline=None)
@given(contents(), dialogues, modes)
def test_the_same_dialogue_gets_the_same_reply(content: TaskContent, said: list[str], mode: str) -> None:
    assert played(content, said, mode) == played(content, said, mode)


@st.composite
def plain_contents(draw: st.DrawFn) -> TaskContent:
    """Every node about two things of its own."""
    language = draw(st.sampled_from(["en", "zh"]))
    labels = draw(st.sampled_from(SHAPES))
    words = draw(st.permutations(WORDS[language]))
    gap = " " if language == "en" else ""
    texts = [gap.join(words[2 * i : 2 * i + 2]) for i in range(len(labels))]
    return TaskContent(language, nodes=nodes_from_labels(labels, texts))


@settings(max_examples=40, deadline=None)
@given(plain_contents())
def test_every_open_node_is_reached_by_asking_for_what_it_says(content: TaskContent) -> None:
    question = "Which {}?" if content.language == "en" else "哪个{}？"
    asked = [question.format(node.text) for node in content.depth_first()]
    said = {label for _, reply in played(content, asked * 2, "single") for label in reply.nodes}
    assert said == {node.label for node in content.nodes}
