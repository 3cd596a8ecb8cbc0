"""The scoring core: plain values in, frozen dataclasses out. No Django, no database, no network.

from evaluation.scoring import score_dialogue
score_dialogue(["Go to the mine.", "Take the north one."], [], transcript, judge=None).success
"""

from evaluation.scoring.clarq import (
    SCORER_NAME,
    SCORER_VERSION,
    ClarqScore,
    required_nodes,
    score_dialogue,
    scored_replies,
)
from evaluation.scoring.judges import (
    Judge,
    JudgeQuestion,
    RecordedVerdict,
    VerdictError,
    VerdictKey,
    parse_verdicts,
    recorded_judge,
)
from evaluation.scoring.lengths import query_length, words_per_turn
from evaluation.scoring.success import NodeEvidence, SuccessDecision, decide_success

__all__ = [
    "SCORER_NAME",
    "SCORER_VERSION",
    "ClarqScore",
    "Judge",
    "JudgeQuestion",
    "NodeEvidence",
    "RecordedVerdict",
    "SuccessDecision",
    "VerdictError",
    "VerdictKey",
    "decide_success",
    "parse_verdicts",
    "query_length",
    "recorded_judge",
    "required_nodes",
    "score_dialogue",
    "scored_replies",
    "words_per_turn",
]
