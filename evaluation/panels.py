"""The parts of the dashboard, ready to be drawn: figures with the links that lead down from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import Project
from evaluation.charts import (
    SMALL_N,
    RateBars,
    RateChart,
    RatePoint,
    Whisker,
    rate_bars,
    rate_chart,
    share_label,
    whisker,
)
from evaluation.figures import Figures, RunFigures, agreement_of, agreement_of_people, groups_of
from evaluation.reading import Reading
from evaluation.scoring.aggregate import Estimate, Group, Summary
from evaluation.scoring.agreement import Agreement
from evaluation.selection import NO_TYPE, Selection
from evaluation.wording import GROUPINGS, KAPPA_UNDEFINED

MOST_COLUMNS = 9
"""More groups than this, or groups with long names, are drawn as rows."""


@dataclass(frozen=True)
class Links:
    """Down from a number to exactly the dialogues that were counted."""

    project: Project
    selection: Selection

    def to(self, **changes: Any) -> str:
        return reverse("dialogues", args=[self.project.slug]) + self.selection.but(**changes).query


@dataclass(frozen=True)
class FiguresRow:
    """Figures of a run, or of several together, with the ways down."""

    figures: Figures
    whisker: Whisker
    scored_url: str
    successes_url: str
    undecided_url: str
    failed_url: str
    unscored_url: str


@dataclass(frozen=True)
class RunRow:
    of: RunFigures
    row: FiguresRow
    chosen: bool


@dataclass(frozen=True)
class GroupRow:
    label: str
    summary: Summary
    whisker: Whisker
    scored_url: str
    successes_url: str


@dataclass(frozen=True)
class ChartPanel:
    grouping: str
    title: str
    axis: str
    finding: str
    columns: RateChart | None
    bars: RateBars | None
    rows: tuple[GroupRow, ...]
    links: dict[str, str]
    """From a point's key to its dialogues."""


@dataclass(frozen=True)
class Cell:
    """Verdicts in one place of the table, and the dialogues on which they were given."""

    count: int
    dialogues: int
    url: str


@dataclass(frozen=True)
class AgreementPanel:
    agreement: Agreement
    people: Agreement
    """The first two people's verdicts against each other."""
    both_success: Cell
    human_only: Cell
    automated_only: Cell
    both_failure: Cell
    compared: Cell
    undecided: Cell
    divided: Cell
    several_url: str
    unjudged_url: str
    why_undefined: str
    ballot: str


def figures_row(figures: Figures, links: Links, **own: Any) -> FiguresRow:
    return FiguresRow(
        figures=figures,
        whisker=whisker(figures.summary.success),
        scored_url=links.to(**own, outcome="scored"),
        successes_url=links.to(**own, outcome="success"),
        undecided_url=links.to(**own, outcome="undecided"),
        failed_url=links.to(**own, status="failed"),
        unscored_url=links.to(**own, status="ended", outcome="unscored"),
    )


def run_rows(runs: Sequence[RunFigures], links: Links, chosen: Sequence[str]) -> list[RunRow]:
    return [RunRow(of, figures_row(of.figures, links, run=(of.run.name,)), of.run.name in chosen) for of in runs]


def chart_panel(readings: Sequence[Reading], overall: Estimate, grouping: str, links: Links) -> ChartPanel:
    """Success by group. The groups' figures are those of the pure aggregation, the chart only places them."""
    title, axis = (str(words) for words in GROUPINGS[grouping])
    groups = groups_of(readings, grouping)
    urls = {str(group.key): links.to(**_only(grouping, group), outcome="scored") for group in groups}
    points = [RatePoint(_name(group), group.summary.success, str(group.key)) for group in groups]
    as_rows = grouping == "type" or len(points) > MOST_COLUMNS
    return ChartPanel(
        grouping=grouping,
        title=title,
        axis=axis,
        finding=finding(groups, overall, axis),
        columns=None if as_rows else rate_chart(points, overall),
        bars=rate_bars(points, overall) if as_rows else None,
        rows=tuple(
            GroupRow(
                label=_name(group),
                summary=group.summary,
                whisker=whisker(group.summary.success),
                scored_url=urls[str(group.key)],
                successes_url=links.to(**_only(grouping, group), outcome="success"),
            )
            for group in groups
        ),
        links=urls,
    )


def _only(grouping: str, group: Group[Any]) -> dict[str, str]:
    """The filter that keeps exactly this group."""
    return {grouping: NO_TYPE if group.key == "" else str(group.key)}


def _name(group: Group[Any]) -> str:
    return str(group.key) or _("no type")


def finding(groups: Sequence[Group[Any]], overall: Estimate, axis: str) -> str:
    """The chart in a sentence: what a reader should take from it, small groups named as such."""
    if overall.value is None:
        return _("No dialogue here has been scored.")
    whole = _("Success is %(share)s over all %(n)s dialogues") % {"share": share_label(overall.value), "n": overall.n}
    enough = [group for group in groups if group.summary.n >= SMALL_N]
    if len(enough) < 2:
        return whole + ngettext(
            "; only one group has %(limit)s dialogues or more, so the groups cannot be compared yet.",
            "; too few groups have %(limit)s dialogues or more to be compared yet.",
            len(enough),
        ) % {"limit": SMALL_N}
    ordered = sorted(enough, key=lambda group: group.summary.success.value or 0)
    low, high = ordered[0], ordered[-1]
    return whole + _(
        "; by %(axis)s it goes from %(low)s (%(low_key)s, n %(low_n)s) to %(high)s (%(high_key)s, n %(high_n)s), "
        "counting groups of %(limit)s or more."
    ) % {
        "axis": axis,
        "low": share_label(low.summary.success.value or 0),
        "low_key": _name(low),
        "low_n": low.summary.n,
        "high": share_label(high.summary.success.value or 0),
        "high_key": _name(high),
        "high_n": high.summary.n,
        "limit": SMALL_N,
    }


def agreement_panel(readings: Sequence[Reading], links: Links) -> AgreementPanel:
    agreement = agreement_of(readings)

    def cell(count: int, **changes: str) -> Cell:
        selection = Selection().but(**changes)
        return Cell(count, sum(selection.keeps(reading) for reading in readings), links.to(**changes))

    return AgreementPanel(
        agreement=agreement,
        people=agreement_of_people(readings),
        both_success=cell(agreement.both_success, human="success", outcome="success"),
        human_only=cell(agreement.human_only, human="success", outcome="failure"),
        automated_only=cell(agreement.automated_only, human="failure", outcome="success"),
        both_failure=cell(agreement.both_failure, human="failure", outcome="failure"),
        compared=cell(agreement.n, human="judged", outcome="decided"),
        undecided=cell(agreement.undecided, human="judged", outcome="undecided"),
        divided=cell(sum(reading.human == "split" for reading in readings), human="split"),
        several_url=links.to(people="2"),
        unjudged_url=links.to(status="ended", human="none", verdicts="all"),
        why_undefined=str(KAPPA_UNDEFINED[agreement.kappa_undefined]) if agreement.kappa_undefined else "",
        ballot=links.selection.ballot,
    )
