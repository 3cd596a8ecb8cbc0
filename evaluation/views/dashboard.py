"""The researcher's pages: the dashboard, and one run with its dialogues."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from annotation.models import Project
from dialogues.models import Run
from evaluation.exports import csv_response, dashboard_json, dashboard_rows, download
from evaluation.figures import GROUPINGS, by_run, figures_of
from evaluation.lists import dialogue_page
from evaluation.panels import Links, agreement_panel, chart_panel, figures_row, run_rows
from evaluation.reading import Reading, newest_first, of_runs, read, readable
from evaluation.selection import Selection
from evaluation.views.shared import filter_context, person_of, results_project
from evaluation.wording import SHORT_GROUPINGS

MOST_DISAGREEMENTS = 8


@login_required
def dashboard(request: HttpRequest, slug: str) -> HttpResponse:
    """Runs, success by group, and people against the machine, for the dialogues chosen in the address."""
    project = results_project(request, slug)
    selection = _selection(request)
    everything = read(readable(request.user, project), selection.but(run=()))
    runs = _runs(project)
    figures = by_run(everything, runs)
    chosen = _chosen(everything, runs, selection)
    links = Links(project, selection)
    return render(
        request,
        "evaluation/dashboard.html",
        {
            "project": project,
            **filter_context(request, project, selection, "language", "split", "type", "mode", "source"),
            "differ_query": selection.but(differ="any").query,
            "runs": run_rows(figures, links, selection.run),
            "anything": bool(everything) or readable(request.user, project).exists(),
            **_panels(request, chosen, links),
            **_disagreements(request, project, chosen, links),
        },
    )


@login_required
def run(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """One run: the same figures, and its dialogues."""
    project = results_project(request, slug)
    shown = get_object_or_404(_runs(project), name=name)
    selection = _selection(request).but(run=(shown.name,))
    readings = read(readable(request.user, project), selection)
    links = Links(project, selection)
    listed = selection.but(verdicts="")
    return render(
        request,
        "evaluation/run.html",
        {
            "project": project,
            "run": shown,
            **filter_context(request, project, selection, "language", "split", "type", given=("run",)),
            "list_query": listed.query,
            "page": dialogue_page(
                person=person_of(request), project=project, selection=listed, number=request.GET.get("page")
            ),
            **_panels(request, readings, links),
        },
    )


@login_required
def dashboard_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Every number of the dashboard, one per line."""
    project = results_project(request, slug)
    rows = dashboard_rows(_export(request, project))
    return csv_response(rows, f"{project.slug}-dashboard.csv")


@login_required
def dashboard_as_json(request: HttpRequest, slug: str) -> JsonResponse:
    project = results_project(request, slug)
    return download(_export(request, project), f"{project.slug}-dashboard.json")


def _export(request: HttpRequest, project: Project) -> dict[str, Any]:
    selection = _selection(request)
    everything = read(readable(request.user, project), selection.but(run=()))
    runs = _runs(project)
    chosen = _chosen(everything, runs, selection)
    return dashboard_json(project, selection, by_run(everything, runs), chosen)


def _selection(request: HttpRequest) -> Selection:
    """Numbers about agreement start from blind verdicts, lists from everybody's current ones; links say which."""
    selection = Selection.from_query(request.GET)
    return selection.but(verdicts=selection.ballot)


def _runs(project: Project) -> Any:
    return Run.objects.filter(project=project).select_related("project", "seeker_agent", "provider_agent")


def _chosen(readings: list[Reading], runs: Any, selection: Selection) -> list[Reading]:
    """The dialogues of the runs in the address; all of them where it names none."""
    if not selection.run:
        return readings
    return of_runs(readings, [run.pk for run in runs if run.name in selection.run])


def _panels(request: HttpRequest, readings: list[Reading], links: Links) -> dict[str, Any]:
    grouping = request.GET.get("by", "")
    grouping = grouping if grouping in GROUPINGS else "responses"
    figures = figures_of(readings)
    here = request.path
    return {
        "total": figures_row(figures, links),
        "chart": chart_panel(readings, figures.summary.success, grouping, links),
        "groupings": [
            {
                "key": key,
                "label": SHORT_GROUPINGS[key],
                "url": f"{here}{links.selection.query}&by={key}",
                "current": key == grouping,
            }
            for key in GROUPINGS
        ],
        "agreement": agreement_panel(readings, links),
        "ballots": [
            {
                "key": key,
                "label": label,
                "url": f"{here}{links.selection.but(verdicts=key).query}&by={grouping}",
                "current": key == links.selection.ballot,
            }
            for key, label in (("blind", _("Blind only")), ("all", _("All verdicts")))
        ],
    }


def _disagreements(request: HttpRequest, project: Project, readings: list[Reading], links: Links) -> dict[str, Any]:
    """Dialogues on which person and machine differ; only those that the reader may see the verdicts of."""
    differing = newest_first(reading for reading in readings if reading.difference_marks)
    page = dialogue_page(
        person=person_of(request), project=project, selection=links.selection.but(differ="any"), readings=differing
    )
    shown = [row for row in page.rows if row.seen]
    return {
        "disagreements": shown[:MOST_DISAGREEMENTS],
        "disagreements_in_all": len(differing),
        "disagreements_hidden": len(page.rows) - len(shown),
        "disagreements_url": links.to(differ="any"),
    }
