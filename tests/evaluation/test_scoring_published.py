"""The published logs, dialogue by dialogue: every figure of the authors' own program, to the last digit."""

import json
from pathlib import Path

import pytest

from dialogues.clarq.logs import LoggedDialogue, read_log
from evaluation.scoring import (
    ClarqScore,
    JudgeQuestion,
    decide_success,
    parse_verdicts,
    recorded_judge,
    required_nodes,
    score_dialogue,
    scored_replies,
)

pytestmark = pytest.mark.shared_data

LOGS = (
    "l2l_GPT-4o_seeker_vs_GPT-4o_provider.Comp.En",
    "l2l_GPT-4o_seeker_vs_GPT-4o_provider.Comp.Ch",
    "l2l_GPT-4o_seeker_vs_GPT-4o_multi_info_provider.Comp.En",
)
Key = tuple[int, int]


@pytest.fixture(params=LOGS)
def log(request: pytest.FixtureRequest, shared_data: Path) -> dict[str, Path]:
    folder = shared_data / "clarq"
    return {
        "result": folder / "results" / f"{request.param}.json",
        "verdicts": folder / "judge_verdicts" / f"{request.param}.jsonl",
        "expected": folder / "expected" / f"{request.param}.jsonl",
    }


def score(dialogue: LoggedDialogue, judge) -> ClarqScore:
    nodes = dialogue.content.nodes
    return score_dialogue([n.text for n in nodes], [n.purpose for n in nodes[1:]], dialogue.raw, judge=judge)


def rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_every_dialogue_gets_the_reference_figures(log: dict[str, Path]) -> None:
    verdicts = parse_verdicts(log["verdicts"].read_text(encoding="utf-8").splitlines())
    played = {(d.type_index, d.task_index): d for d in read_log(log["result"]) if d.raw}
    expected = rows(log["expected"])
    assert len(expected) == len(played) == 260
    for row in expected:
        key = row["type_index"], row["task_index"]
        result = score(played[key], recorded_judge(verdicts, *key))
        assert (result.success, result.q_actual, result.a_provider, result.aqd, result.aql) == (
            bool(row["success"]),
            row["q_actual"],
            row["a_provider"],
            row["aqd"],
            row["aql"],
        ), key
        assert (result.success is True and result.by != "judge") is row["success_by_containment_only"], key


def test_judge_is_asked_exactly_what_was_recorded(log: dict[str, Path]) -> None:
    """No recorded verdict goes unused, and none is wanting."""
    verdicts = parse_verdicts(log["verdicts"].read_text(encoding="utf-8").splitlines())
    asked = set()
    for dialogue in read_log(log["result"]):
        key = dialogue.type_index, dialogue.task_index
        answer = recorded_judge(verdicts, *key)

        def ask(question: JudgeQuestion, key: Key = key, answer=answer) -> bool | None:
            asked.add((*key, question.node_index))
            return answer(question)

        if dialogue.raw:
            nodes = required_nodes([node.text for node in dialogue.content.nodes])
            decide_success(nodes, scored_replies(dialogue.raw), ask)
    assert asked == set(verdicts)
