"""Rates, means and groups, worked by hand or against the libraries."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.scoring import score_dialogue
from evaluation.scoring.aggregate import (
    UNDEFINED,
    ScoredDialogue,
    by_depth,
    by_responses,
    by_task_type,
    mean,
    rate,
    scored_dialogue,
    summarise,
)


def dialogue(**changes: object) -> ScoredDialogue:
    values = {
        "task": "t",
        "task_type": "Rescue",
        "responses": 5,
        "depth": 2,
        "success": True,
        "aqd": 0,
        "aql": 10.0,
        "words_per_turn": 11.0,
    }
    return ScoredDialogue(**values | changes)


def test_rate_has_the_wilson_interval() -> None:
    # Centre (8 + z²/2) / (10 + z²) with z = 1.959964: (8 + 1.920729) / 13.841459 = .716740;
    # half width z/(10 + z²) · √(8·2/10 + z²/4) = .141601 · √(1.6 + .960365) = .226577.
    estimate = rate(8, 10)
    assert (estimate.value, estimate.n) == (0.8, 10)
    assert estimate.low == pytest.approx(0.490163, abs=1e-5)
    assert estimate.high == pytest.approx(0.943317, abs=1e-5)


@pytest.mark.parametrize("n", [1, 3, 500])
def test_rate_at_the_edges_keeps_an_interval_of_some_width(n: int) -> None:
    assert rate(0, n).low == 0
    assert 0 < rate(0, n).high < 1
    assert 0 < rate(n, n).low < 1
    assert rate(n, n).high == 1


def test_figures_of_nothing_are_undefined() -> None:
    summary = summarise([])
    assert (summary.n, summary.success, summary.aqd, summary.aql) == (0, UNDEFINED, UNDEFINED, UNDEFINED)


def test_mean_of_one_task_has_no_interval() -> None:
    assert mean([1.0, 4.0], ["a", "a"]).value == 2.5
    assert (mean([1.0, 4.0], ["a", "a"]).low, mean([3.0]).high) == (None, None)


def test_mean_of_equal_values_has_an_interval_of_no_width() -> None:
    estimate = mean([2.0, 2.0, 2.0])
    assert (estimate.low, estimate.value, estimate.high) == (2.0, 2.0, 2.0)


def test_bootstrap_is_close_to_the_normal_interval_where_that_one_is_right() -> None:
    values = [float(i % 10) for i in range(400)]
    error = math.sqrt(sum((v - 4.5) ** 2 for v in values) / 399 / 400)
    estimate = mean(values)
    assert estimate.low == pytest.approx(4.5 - 1.96 * error, abs=0.04)
    assert estimate.high == pytest.approx(4.5 + 1.96 * error, abs=0.04)


def test_repeats_of_a_task_do_not_narrow_the_interval() -> None:
    values = [0.0, 1.0, 5.0, 2.0, 8.0, 3.0]
    once = mean(values)
    ten_times = mean(values * 10, list(range(6)) * 10)
    assert (ten_times.low, ten_times.high) == pytest.approx((once.low, once.high))
    assert ten_times.n == 60


def test_the_same_dialogues_always_get_the_same_interval() -> None:
    values = [float(i**2 % 17) for i in range(50)]
    assert mean(values) == mean(values)


@given(st.lists(st.floats(-100, 100), min_size=2, max_size=8))
def test_interval_lies_inside_the_values_and_n_is_kept(values: list[float]) -> None:
    estimate = mean(values)
    assert min(values) - 1e-9 <= estimate.low <= estimate.high <= max(values) + 1e-9
    assert estimate.n == len(values)


def test_undecided_counts_as_not_successful_and_is_counted_beside() -> None:
    summary = summarise([dialogue(), dialogue(success=False), dialogue(success=None), dialogue(success=None)])
    assert (summary.n, summary.successes, summary.undecided, summary.success.value) == (4, 1, 2, 0.25)


def test_length_leaves_out_dialogues_in_which_nobody_asked() -> None:
    summary = summarise([dialogue(aql=4.0), dialogue(aql=None, words_per_turn=None, aqd=-5)])
    assert (summary.aql.value, summary.aql.n) == (4.0, 1)
    assert (summary.aqd.value, summary.aqd.n) == (-2.5, 2)


def test_groups_keep_every_dialogue_once() -> None:
    dialogues = [
        dialogue(responses=7, task_type="Siege", depth=3, success=False),
        dialogue(responses=4, task_type="Rescue", depth=1),
        dialogue(responses=7, task_type="Siege", depth=1),
    ]
    assert [(g.key, g.summary.n, g.summary.success.value) for g in by_responses(dialogues)] == [(4, 1, 1), (7, 2, 0.5)]
    assert [(g.key, g.summary.n) for g in by_task_type(dialogues)] == [("Siege", 2), ("Rescue", 1)]
    assert [(g.key, g.summary.n) for g in by_depth(dialogues)] == [(1, 2), (3, 1)]


def test_score_becomes_a_scored_dialogue() -> None:
    score = score_dialogue(["Go.", "North."], [], ["Yes?", "a b", "Go.", "c", "North."], judge=None)
    scored = scored_dialogue(score, task=3, task_type="Rescue", depth=1)
    assert scored == dialogue(task=3, responses=2, depth=1, aqd=0, aql=0.5, words_per_turn=1.5)
