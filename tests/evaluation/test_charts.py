"""Chart geometry, worked by hand on the scale of the mockup (0 at y 218, 1 at y 14)."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.charts import RatePoint, rate_bars, rate_chart, share_label, shortened, text_width, whisker
from evaluation.scoring.aggregate import UNDEFINED, Estimate, rate

HALF = Estimate(0.5, 0.25, 0.75, 40)
NUMBER = re.compile(r"-?\d+(?:\.\d)?")


def test_share_is_placed_on_the_scale_with_its_whisker() -> None:
    [point] = rate_chart([RatePoint("5", HALF, key="responses=5")]).points
    assert (point.x, point.y, point.value, point.n, point.key) == ("312", "116", ".50", 40, "responses=5")
    assert point.whisker == "M312 167V65M308 167h8M308 65h8"
    assert (point.value_x, point.value_y) == ("321", "110")


def test_points_are_spread_from_side_to_side_and_joined() -> None:
    chart = rate_chart([RatePoint("4", HALF), RatePoint("5", Estimate(1, 0.8, 1, 20)), RatePoint("6", HALF)])
    assert [point.x for point in chart.points] == ["72", "312", "552"]
    assert chart.line == "M72 116L312 14L552 116"


def test_grid_and_overall_line_share_the_scale() -> None:
    chart = rate_chart([RatePoint("4", HALF)], Estimate(0.571, 0.5, 0.6, 240))
    lines = [(line.at, line.label) for line in chart.grid]
    assert lines == [("218", "0"), ("167", ".25"), ("116", ".50"), ("65", ".75"), ("14", "1")]
    assert (chart.overall.at, chart.overall.label) == ("101.5", ".571")


def test_few_dialogues_are_drawn_hollow() -> None:
    chart = rate_chart([RatePoint("4", rate(7, 14)), RatePoint("5", rate(7, 15))])
    assert [point.hollow for point in chart.points] == [True, False]


def test_undefined_share_is_a_gap_and_never_a_zero() -> None:
    chart = rate_chart([RatePoint(name, HALF) for name in "ab"] + [RatePoint("c", UNDEFINED), RatePoint("d", HALF)])
    assert chart.line == "M72 116L232 116M552 116"
    gap = chart.points[2]
    assert (gap.defined, gap.value, gap.whisker, gap.n) == (False, "", "", 0)
    assert rate_chart([], UNDEFINED).overall is None
    assert rate_chart([]).points == ()


def test_bars_give_each_category_a_row_and_their_names_the_room_they_need() -> None:
    bars = rate_bars([RatePoint("一二三四五", HALF), RatePoint("六", HALF)], HALF)
    # Five square characters are 60 wide, so the scale runs from 72 to 544 and its middle is 308.
    assert (bars.left, bars.right, bars.height) == ("72", "544", "86")
    assert [(point.x, point.y) for point in bars.points] == [("308", "40"), ("308", "64")]
    assert bars.points[0].whisker == "M190 40H426M190 36v8M426 36v8"
    assert (bars.overall.at, bars.label_x) == ("308", "60")


def test_long_names_are_cut_and_kept_whole_beside() -> None:
    name = "An expedition into the archaeology of the northern coast"
    [point] = rate_bars([RatePoint(name, HALF)]).points
    assert point.title == name
    assert point.label.endswith("…")
    assert name.startswith(point.label[:-1])


def test_small_whisker_keeps_its_dot_inside() -> None:
    assert whisker(rate(5, 5)).x == "108"
    assert whisker(rate(0, 5)).x == "4"
    drawn = whisker(HALF)
    assert (drawn.x, drawn.base, drawn.interval) == ("56", "M4 8H108", "M30 8H82")


def test_small_whisker_of_nothing_has_a_scale_only() -> None:
    drawn = whisker(UNDEFINED)
    assert (drawn.x, drawn.interval, drawn.base) == ("", "", "M4 8H108")


@pytest.mark.parametrize(("share", "label"), [(0, "0"), (1, "1"), (0.5714, ".57"), (0.001, ".00"), (0.999, "1.00")])
def test_share_labels(share: float, label: str) -> None:
    assert share_label(share) == label


@given(st.text(max_size=60), st.floats(20, 200))
def test_shortened_text_fits(text: str, width: float) -> None:
    assert text_width(shortened(text, width)) <= width


@given(st.lists(st.integers(0, 30).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), max_size=30))
def test_every_mark_stays_inside_its_frame(counts: list[tuple[int, int]]) -> None:
    points = [RatePoint(str(place), rate(*count)) for place, count in enumerate(counts)]
    chart, bars = rate_chart(points, HALF), rate_bars(points, HALF)
    for frame in (chart, bars):
        for point in frame.points:
            assert 0 <= float(point.x) <= float(frame.width)
            assert 0 <= float(point.y) <= float(frame.height)
            assert NUMBER.sub("", point.whisker) in ("", "M VM hM h", "M HM vM v")
    assert all(14 <= float(point.y) <= 218 for point in chart.points)
    assert all(float(bars.left) <= float(point.x) <= float(bars.right) for point in bars.points)
