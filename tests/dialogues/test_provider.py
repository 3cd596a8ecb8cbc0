"""The built-in provider walks the tree as Algorithm 1 does and says why."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace

import pytest

from annotation.clarq.content import TaskContent, Utterance
from dialogues import embedding
from dialogues.agents.clarq import Embed, ProviderReply, Trace, is_goodbye, leaks, provider_reply, texts_to_embed
from tests.dialogues.invented import QUESTIONS, TASKS, Asked

BICYCLE = TASKS["bicycle"]
MINE = TASKS["mine"]


def after(content: TaskContent, given: Sequence[str] = ()) -> list[Utterance]:
    """A dialogue in which the root and `given` were said."""
    turns = [
        Utterance("provider", "Hello."),
        Utterance("seeker", "Hello, what is there to do?"),
        Utterance("provider", content.root.text, ("0",)),
    ]
    for label in given:
        node = content.node(label)
        turns += [Utterance("seeker", node.purpose or node.text), Utterance("provider", node.text, (label,))]
    return turns


def ask(
    statement: str,
    content: TaskContent = BICYCLE,
    given: Sequence[str] = (),
    *,
    mode: str = "single",
    embed: Embed | None = None,
) -> ProviderReply:
    turns = [*after(content, given), Utterance("seeker", statement)]
    return provider_reply(content, turns, mode=mode, embed=embed)


@pytest.mark.parametrize("content", [BICYCLE, MINE])
def test_an_empty_dialogue_gets_the_opener(content: TaskContent) -> None:
    reply = provider_reply(content, [], embed=None)
    assert (reply.kind, reply.nodes, reply.statement_type) == ("opener", (), None)
    assert reply.text


def test_the_first_statement_gets_the_root_to_the_character() -> None:
    turns = [Utterance("provider", "Hello."), Utterance("seeker", "Which oil?")]
    reply = provider_reply(BICYCLE, turns, embed=None)
    assert (reply.kind, reply.nodes, reply.text) == ("root", ("0",), BICYCLE.root.text)


def test_a_matching_question_gets_the_text_of_its_node_and_nothing_else() -> None:
    reply = ask("Which oil should I use?")
    assert (reply.kind, reply.nodes, reply.statement_type) == ("I", ("2",), 2)
    assert reply.text == BICYCLE.node("2").text


def test_single_info_answers_one_question_and_multi_info_all() -> None:
    statement = "Which oil should I use? And should I weld or glue the frame?"
    assert ask(statement).nodes == ("2",)
    several = ask(statement, mode="multi")
    assert set(several.nodes) == {"2", "3"}
    assert all(BICYCLE.node(label).text in several.text for label in several.nodes)
    assert several.trace.rule == "match_several"


def test_a_locked_node_is_not_said() -> None:
    assert "2.1" not in ask("How many drops of oil on every link of the chain?").nodes
    assert ask("How much oil do I put on the chain?", given=["2"]).nodes == ("2.1",)


def test_a_repeated_question_gets_the_given_text_again_without_a_node() -> None:
    reply = ask("Which of the two workshops was it again?", given=["1", "2"])
    assert (reply.kind, reply.nodes, reply.statement_type) == ("II", (), 4)
    assert BICYCLE.node("1").text in reply.text


@pytest.mark.parametrize(
    ("content", "statement", "rule", "statement_type"),
    [
        (BICYCLE, "How do I do it?", "vague", 6),
        (BICYCLE, "what next?", "vague", 6),
        (BICYCLE, "Do you like pizza?", "irrelevant", 5),
        (MINE, "怎么做？", "vague", 6),
        (MINE, "你叫什么名字？", "irrelevant", 5),
    ],
)
def test_vague_and_irrelevant_lines_are_told_apart(
    content: TaskContent, statement: str, rule: str, statement_type: int
) -> None:
    reply = ask(statement, content, ["1"])
    assert (reply.kind, reply.trace.rule, reply.statement_type) == ("II", rule, statement_type)


def test_a_summary_while_something_is_open_is_about_the_whole_task() -> None:
    reply = ask("Just to confirm: my plan is to go to the South Workshop. Is that correct?", given=["1"])
    assert (reply.trace.rule, reply.statement_type) == ("confirm", 1)


def test_a_seeker_who_knows_everything_is_told_so() -> None:
    everything = [node.label for node in BICYCLE.details]
    reply = ask("To summarize, I have a plan now. Is that correct?", given=everything)
    assert (reply.kind, reply.trace.rule, reply.statement_type) == ("II", "complete", 1)


@pytest.mark.parametrize(("content", "line"), [(BICYCLE, "Thanks, goodbye."), (MINE, "谢谢，再见。")])
def test_a_mere_farewell_gives_nothing_away(content: TaskContent, line: str) -> None:
    assert ask(line, content).trace.rule == "goodbye"


def test_canned_lines_vary_with_the_dialogue() -> None:
    turns = [*after(BICYCLE), Utterance("seeker", "Can you sing?")]
    first = provider_reply(BICYCLE, turns, embed=None)
    turns += [Utterance("provider", first.text), Utterance("seeker", "Can you dance?")]
    assert provider_reply(BICYCLE, turns, embed=None).text != first.text


def test_the_trace_names_every_node_its_state_and_the_question() -> None:
    reply = ask("Thanks. Which oil should I use?", given=["1"])
    states = {candidate.label: candidate.state for candidate in reply.trace.candidates}
    assert states == {"1": "given", "2": "used", "2.1": "locked", "3": "open", "4": "open"}
    assert reply.trace.question == "Which oil should I use?"
    used = next(candidate for candidate in reply.trace.candidates if candidate.state == "used")
    assert used.score >= used.threshold
    assert used.evidence[0] == "Which oil should I use?"


def test_a_trace_survives_json() -> None:
    trace = ask("Which oil?", given=["1"]).trace
    assert Trace.from_json(trace.to_json()) == trace


def test_purposes_are_helpful_but_not_needed() -> None:
    bare = replace(BICYCLE, nodes=tuple(replace(node, purpose="") for node in BICYCLE.nodes))
    assert ask("Which oil should I use?", bare).nodes == ("2",)


def test_a_speaker_prefix_in_a_node_does_not_hinder_matching_and_stays_in_the_text() -> None:
    named = replace(BICYCLE, nodes=tuple(replace(node, text=f"Jax: {node.text}") for node in BICYCLE.nodes))
    assert ask("Which oil should I use?", named).text == "Jax: Take the chain oil, as the others gum up in the cold."


def test_unknown_labels_in_a_dialogue_are_ignored() -> None:
    turns = [*after(BICYCLE), Utterance("provider", "?", ("77",)), Utterance("seeker", "Which oil should I use?")]
    assert provider_reply(BICYCLE, turns, embed=None).nodes == ("2",)


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Goodbye, Jax!", "en", True),
        ("Thanks. Good bye", "en", True),
        ("ok bye", "en", True),
        ("Which way do I go by car?", "en", False),
        ("What do I buy, eh?", "en", False),
        ("Anything else? If not, goodbye.", "en", False),
        ("Which bench, before I say goodbye?", "en", False),
        ("Where will I see you?", "en", False),
        ("If it rains I take the tarpaulin. Goodbye!", "en", True),
        ("如果没有别的，我就说再见了", "zh", False),
        ("如果下雨我就带上雨布。再见！", "zh", True),
        ("谢谢，再见！", "zh", True),
        ("拜拜", "zh", True),
        ("我再看看见到谁", "zh", False),
    ],
)
def test_goodbye_is_recognised(text: str, language: str, expected: bool) -> None:
    assert is_goodbye(text, language) is expected


def test_a_leak_is_found_by_containment_both_ways_and_by_likeness() -> None:
    text = BICYCLE.node("2").text
    assert leaks(f"Well: {text.upper()}", BICYCLE, ["0"])[0].how == "contains"
    assert leaks("the others gum up in the cold", BICYCLE, ["0"])[0].how == "contained"
    assert leaks("In the cold most oils gum; the chain wants its own", BICYCLE, ["0"])[0].how == "similar"
    assert [leak.label for leak in leaks(text, BICYCLE, ["0"])] == ["2"]


def test_what_was_given_is_no_leak() -> None:
    assert leaks(f"As I said: {BICYCLE.node('2').text}", BICYCLE, ["0", "2"]) == ()
    assert leaks("You have a good plan.", BICYCLE, ["0"]) == ()


def test_the_agents_need_neither_django_nor_torch() -> None:
    code = (
        "import sys, dialogues.agents, dialogues.agents.clarq, dialogues.clarq.logs, dialogues.embedding;"
        "found = {'django', 'torch', 'sklearn', 'sentence_transformers'} & set(sys.modules);"
        "sys.exit(str(found) if found else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def _answered(question: Asked, embed: Embed | None) -> bool:
    reply = ask(question.statement, TASKS[question.task], question.given, embed=embed)
    return reply.nodes == ((question.answer,) if question.answer else ())


@pytest.mark.embeddings
def test_short_questions_of_people_are_understood() -> None:
    wrong = [question.statement for question in QUESTIONS if not _answered(question, embedding.embed)]
    assert len(wrong) <= 5, wrong


def test_short_questions_are_mostly_understood_by_words_alone() -> None:
    wrong = [question.statement for question in QUESTIONS if not _answered(question, None)]
    assert len(wrong) <= 9, wrong


@pytest.mark.embeddings
def test_embeddings_are_unit_vectors_and_kept() -> None:
    texts = [*texts_to_embed(BICYCLE), BICYCLE.root.text]
    first = embedding.embed(texts)
    assert embedding.is_warm()
    assert all(sum(x * x for x in vector) == pytest.approx(1, abs=1e-3) for vector in first)
    assert embedding.embed(texts) == first
