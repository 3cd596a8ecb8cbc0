"""The 2×2 table and kappa, on good and on known-bad verdicts."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from evaluation.scoring.agreement import Agreement, VerdictPair, compare_verdicts


def compare(both_success: int, human_only: int, automated_only: int, both_failure: int) -> Agreement:
    cells = [(True, True)] * both_success + [(True, False)] * human_only
    cells += [(False, True)] * automated_only + [(False, False)] * both_failure
    return compare_verdicts([VerdictPair(human, automated, task) for task, (human, automated) in enumerate(cells)])


def test_table_counts_each_cell() -> None:
    result = compare(20, 5, 10, 15)
    cells = (result.both_success, result.human_only, result.automated_only, result.both_failure)
    assert (cells, result.n) == ((20, 5, 10, 15), 50)


def test_kappa_is_agreement_beyond_chance() -> None:
    # Observed 35/50 = .7; expected .5·.6 + .5·.4 = .5; kappa (.7 - .5) / (1 - .5) = .4.
    result = compare(20, 5, 10, 15)
    assert result.agreement.value == pytest.approx(0.7)
    assert result.kappa.value == pytest.approx(0.4)
    assert -0.1 < result.kappa.low < 0.25 < 0.55 < result.kappa.high < 0.8


def test_chance_agreement_is_no_agreement() -> None:
    assert compare(81, 9, 9, 1).kappa.value == pytest.approx(0)
    assert compare(81, 9, 9, 1).agreement.value == pytest.approx(0.82)


def test_total_disagreement_is_minus_one() -> None:
    result = compare(0, 10, 10, 0)
    assert (result.agreement.value, result.kappa.value) == (0, -1)
    assert (result.kappa.low, result.kappa.high) == pytest.approx((-1, -1), abs=0.5)
    assert result.kappa.high < -0.5


def test_total_agreement_on_both_verdicts_is_one() -> None:
    assert compare(6, 0, 0, 4).kappa.value == 1


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ((0, 0, 0, 0), "no_pairs"),
        ((9, 0, 0, 0), "human_constant"),
        ((0, 0, 0, 9), "human_constant"),
        ((0, 9, 0, 0), "human_constant"),
        ((6, 3, 0, 0), "human_constant"),
        ((6, 0, 3, 0), "automated_constant"),
        ((0, 4, 0, 4), "automated_constant"),
    ],
)
def test_kappa_of_constant_verdicts_is_undefined_and_says_why(cells: tuple[int, ...], reason: str) -> None:
    result = compare(*cells)
    assert (result.kappa.value, result.kappa.low, result.kappa.high) == (None, None, None)
    assert result.kappa_undefined == reason
    assert result.kappa.n == sum(cells)


def test_agreement_of_constant_verdicts_is_still_a_share() -> None:
    assert compare(9, 0, 0, 0).agreement.value == 1
    assert compare(0, 0, 0, 0).agreement.value is None


def test_undecided_pairs_are_left_out_and_counted() -> None:
    result = compare_verdicts([VerdictPair(True, True, 1), VerdictPair(False, False, 2), VerdictPair(True, None, 3)])
    assert (result.n, result.undecided, result.kappa.value) == (2, 1, 1)


def test_pairs_on_one_task_have_a_kappa_without_an_interval() -> None:
    result = compare_verdicts([VerdictPair(True, True, "t"), VerdictPair(False, False, "t")])
    assert (result.kappa.value, result.kappa.low) == (1, None)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=2, max_size=20))
def test_kappa_is_that_of_scikit_learn(verdicts: list[tuple[bool, bool]]) -> None:
    human, automated = zip(*verdicts, strict=True)
    assume(len(set(human)) == len(set(automated)) == 2)
    result = compare_verdicts([VerdictPair(h, a, i) for i, (h, a) in enumerate(verdicts)])
    assert result.kappa.value == pytest.approx(cohen_kappa_score(human, automated))
    assert -1 <= result.kappa.low <= result.kappa.high <= 1
