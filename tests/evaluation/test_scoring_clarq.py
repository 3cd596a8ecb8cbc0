"""Success, AQD and AQL of single dialogues, worked by hand."""

import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.scoring import ClarqScore, JudgeQuestion, score_dialogue

TREE = ["Go to the mine.", "Take the north mine.", "Dig with the spade."]
OPENER, ROOT = "Jax: What is it?", "Jax: Go to the mine."


class Judge:
    """Answers by node index and remembers what it was asked."""

    def __init__(self, **answers: bool | None) -> None:
        self.answers = {int(name.removeprefix("node")): answer for name, answer in answers.items()}
        self.asked: list[JudgeQuestion] = []

    def __call__(self, question: JudgeQuestion) -> bool | None:
        self.asked.append(question)
        return self.answers[question.node_index]


def transcript(*replies: str, first: str = "How do I start?", asks: str = "And then?") -> list[str]:
    """Opener, first question, root; then a question before each reply; goodbye."""
    lines = [OPENER, first, ROOT]
    for reply in replies:
        lines += [asks, reply]
    return [*lines, "Goodbye"]


def score(*replies: str, judge: Judge | None = None, tree: list[str] = TREE) -> ClarqScore:
    return score_dialogue(tree, ["which mine", "which tool"], transcript(*replies), judge=judge)


def found(result: ClarqScore) -> list[tuple[str, int | None]]:
    return [(node.found, node.reply_position) for node in result.evidence]


def test_every_node_as_an_exact_reply_is_success() -> None:
    result = score("Jax: Take the north mine.", "JAX: dig with the SPADE. ")
    assert (result.success, result.by) == (True, "exact")
    assert found(result) == [("exact", 4), ("exact", 6)]


def test_nodes_inside_one_longer_reply_are_success() -> None:
    result = score("Sure: take the north mine, and dig with the spade!")
    assert (result.success, result.by) == (True, "containment")
    assert found(result) == [("contained", 4), ("contained", 4)]


def test_closing_marks_differ_at_the_end_only() -> None:
    assert score("Take the north mine!?", "Dig with the spade").success is True
    assert score("Take the, north mine.", "Dig with the spade.").success is None


def test_node_split_over_two_replies_is_not_found() -> None:
    result = score("Take the north", "mine.", "Dig with the spade.", judge=Judge(node0=False))
    assert result.success is False


def test_the_position_is_that_of_the_first_reply_with_the_text() -> None:
    result = score("Well, take the north mine, as I say.", "Take the north mine.", "Dig with the spade.")
    assert found(result) == [("exact", 4), ("exact", 8)]


def test_root_position_is_never_searched() -> None:
    lines = [OPENER, "How?", "Take the north mine. Dig with the spade.", "Goodbye"]
    result = score_dialogue(TREE, [], lines, judge=None)
    assert (result.success, result.by) == (False, "containment")


def test_missing_node_fails_without_a_judge_when_every_reply_has_some_node() -> None:
    judge = Judge()
    result = score("Take the north mine.", "Take the north mine.", judge=judge)
    assert (result.success, result.by, judge.asked) == (False, "containment", [])
    assert found(result) == [("exact", 4), ("missing", None)]


def test_judge_sees_the_node_its_purpose_and_the_replies_without_any_node() -> None:
    judge = Judge(node1=True)
    result = score("Take the north mine.", "Jax: A shovel will do.", "Anything else?", judge=judge)
    assert judge.asked == [
        JudgeQuestion(1, "Dig with the spade.", "which tool", ("A shovel will do.", "Anything else?"))
    ]
    assert (result.success, result.by) == (True, "judge")
    assert found(result) == [("exact", 4), ("judged", None)]


def test_judge_is_asked_in_order_and_no_further_than_the_first_no() -> None:
    judge = Judge(node0=False, node1=True)
    result = score("Hm.", judge=judge)
    assert [question.node_index for question in judge.asked] == [0]
    assert (result.success, result.by) == (False, "judge")
    assert [node.found for node in result.evidence] == ["missing", "missing"]


def test_one_yes_is_not_enough() -> None:
    result = score("Hm.", judge=Judge(node0=True, node1=False))
    assert result.success is False
    assert [node.found for node in result.evidence] == ["judged", "missing"]


@pytest.mark.parametrize("judge", [None, Judge(node0=None)])
def test_dialogue_stays_undecided_where_the_judge_is_absent(judge: Judge | None) -> None:
    result = score("Hm.", judge=judge)
    assert (result.success, result.by) == (None, "undecided")
    assert [node.found for node in result.evidence] == ["undecided", "undecided"]


def test_judge_that_gives_up_later_leaves_the_rest_undecided() -> None:
    result = score("Hm.", judge=Judge(node0=True, node1=None))
    assert result.success is None
    assert [node.found for node in result.missing] == ["undecided"]


def test_case_matters_where_the_first_node_is_not_english() -> None:
    tree = ["Go to the mine.", "你应该去 Tao 矿山。"]
    assert score("你应该去 Tao 矿山！", tree=tree).success is True
    assert score("你应该去 tao 矿山！", tree=tree).success is None


def test_queries_are_scored_replies_and_one_for_the_root() -> None:
    result = score("Take the north mine.", "Dig with the spade.", "You have it all.")
    assert (result.q_actual, result.a_provider, result.aqd) == (4, 3, 1)


def test_lengths_count_every_seeker_turn() -> None:
    result = score("Take the north mine.")
    assert result.aql == (3 + 1 + 0) / 3  # How do I start? / And then? / Goodbye
    assert result.words_per_turn == (4 + 2 + 1) / 3


def test_dialogue_nobody_began_has_no_question_and_no_length() -> None:
    for lines in ([], [OPENER]):
        result = score_dialogue(TREE, [], lines, judge=None)
        assert (result.success, result.by) == (False, "containment")
        assert (result.q_actual, result.aqd, result.aql, result.words_per_turn) == (0, -3, None, None)


def test_seeker_who_leaves_at_once_made_one_query_by_the_published_count() -> None:
    result = score_dialogue(TREE, [], [OPENER, "Goodbye"], judge=None)
    assert (result.success, result.q_actual, result.aqd, result.aql) == (False, 1, -2, 0)


def test_tree_of_a_root_alone_is_won_by_hearing_the_root() -> None:
    assert score_dialogue(["Go."], [], [OPENER, "How?", "Go."], judge=None).success is True
    assert score_dialogue(["Go."], [], [OPENER, "How?"], judge=None).success is False


def test_labels_and_missing_purposes_are_taken_as_they_come() -> None:
    judge = Judge(node0=True, node1=True)
    result = score_dialogue(TREE, [], transcript("Hm."), judge=judge, labels=["1", "2.1"])
    assert [node.label for node in result.evidence] == ["1", "2.1"]
    assert [question.purpose for question in judge.asked] == ["", ""]


replies = st.lists(st.sampled_from([*TREE[1:], "Take the north mine, then dig with the spade", "Hm.", ""]), max_size=6)


@given(replies)
def test_saying_more_never_loses_a_node(said: list[str]) -> None:
    before = score(*said)
    after = score(*said, "Dig with the spade.")
    assert {n.index for n in after.missing} <= {n.index for n in before.missing} - {1}


@given(replies, st.booleans())
def test_speaker_prefixes_change_no_score(said: list[str], yes: bool) -> None:
    plain = score(*said, judge=Judge(node0=yes, node1=yes))
    prefixed = score(*(f"jAx:  {reply} " for reply in said), judge=Judge(node0=yes, node1=yes))
    assert replace(plain, evidence=()) == replace(prefixed, evidence=())


@given(replies)
def test_judge_decides_only_what_is_undecided_without_one(said: list[str]) -> None:
    alone = score(*said)
    agreed = score(*said, judge=Judge(node0=True, node1=True))
    assert agreed.success is (True if alone.success is None else alone.success)


def test_scoring_core_needs_no_django() -> None:
    code = (
        "import sys, evaluation.scoring, evaluation.scoring.aggregate, evaluation.scoring.agreement, evaluation.charts;"
        "heavy = {'django', 'numpy', 'scipy', 'sklearn', 'jieba', 'torch'} & set(sys.modules);"
        "sys.exit(f'imported: {heavy}' if heavy else 0)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
