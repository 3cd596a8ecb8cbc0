"""Recorded judgments: what is read back, and what is refused with its line."""

import json

import pytest

from evaluation.scoring import JudgeQuestion, VerdictError, parse_verdicts, recorded_judge


def row(**changes: object) -> str:
    values = {"type_index": 1, "task_index": 0, "node_index": 2, "match": False, "judge": "j", "analysis": "a"}
    return json.dumps(values | changes)


def question(node_index: int) -> JudgeQuestion:
    return JudgeQuestion(node_index, "text", "", ("other",))


def test_recorded_judge_answers_for_its_own_dialogue_only() -> None:
    verdicts = parse_verdicts([row(), "", row(node_index=3, match=True)])
    judge = recorded_judge(verdicts, 1, 0)
    assert judge(question(2)) is False
    assert judge(question(3)) is True
    assert judge(question(0)) is None
    assert recorded_judge(verdicts, 1, 1)(question(2)) is None


def test_judge_and_analysis_are_kept() -> None:
    verdict = parse_verdicts([row()])[1, 0, 2]
    assert (verdict.judge, verdict.analysis) == ("j", "a")


def test_repeated_verdict_is_taken_once() -> None:
    assert len(parse_verdicts([row(), row()])) == 1


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "this is not JSON."),
        ("[" * 100_000, "this is not JSON."),
        ("[]", "an object was expected."),
        ("{}", "type_index must be a whole number from 1."),
        (row(type_index=0), "type_index must be a whole number from 1."),
        (row(task_index=-1), "task_index must be a whole number from 0."),
        (row(node_index=True), "node_index must be a whole number from 0."),
        (row(node_index="2"), "node_index must be a whole number from 0."),
        (row(match="yes"), "match must be true or false."),
        (row(match=1), "match must be true or false."),
        (row(analysis=None), "analysis must be a text."),
        (row(match=True), "this node already has the opposite verdict."),
    ],
)
def test_malformed_verdict_is_refused_with_its_line(line: str, reason: str) -> None:
    with pytest.raises(VerdictError) as caught:
        parse_verdicts([row(), "", line])
    assert (caught.value.line, caught.value.reason) == (3, reason)
