"""The picture of a tree: every node stands somewhere, none on another, threads join parent and child."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from annotation.clarq.content import TaskContent
from annotation.clarq.picture import HALF_HEIGHT, draw, rows
from tests import factories
from tests.annotation.test_content import contents


def test_levels_are_columns_and_leaves_are_rows() -> None:
    marks = {mark.node.label: mark for mark in draw(factories.content()).marks}
    assert marks["0"].x < marks["1"].x < marks["1.1"].x
    assert marks["1"].x == marks["2"].x
    assert marks["1"].y == marks["1.1"].y < marks["2"].y
    assert marks["1"].y < marks["0"].y < marks["2"].y


def test_a_thread_runs_from_parent_to_child() -> None:
    picture = draw(factories.content())
    marks = {mark.node.label: mark for mark in picture.marks}
    assert picture.threads[1].startswith(f"M{marks['1'].right:g} {marks['1'].y:g}")
    assert picture.threads[1].endswith(f"{marks['1.1'].left:g} {marks['1.1'].y:g}")


def test_a_task_without_nodes_has_an_empty_picture() -> None:
    empty = replace(factories.content(), nodes=())
    assert draw(empty).marks == draw(empty).threads == draw(empty).levels == rows(empty) == ()


@given(contents)
def test_nodes_stand_apart_and_inside_the_frame(content: TaskContent) -> None:
    picture = draw(content)
    assert len(picture.marks) == len(content.nodes)
    assert len(picture.threads) == max(0, len(content.nodes) - 1)
    for i, mark in enumerate(picture.marks):
        assert mark.left >= 0
        assert mark.right <= picture.width
        assert mark.top >= 0
        assert mark.y + HALF_HEIGHT <= picture.height
        for other in picture.marks[:i]:
            assert mark.level != other.level or abs(mark.y - other.y) >= 2 * HALF_HEIGHT


@given(contents)
def test_lists_that_open_are_closed(content: TaskContent) -> None:
    lines = rows(content)
    assert sum(line.has_children for line in lines) == sum(len(line.closes) for line in lines)
    assert [line.node for line in lines] == list(content.depth_first())
