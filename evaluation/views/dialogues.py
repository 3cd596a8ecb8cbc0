"""The list of dialogues, and one dialogue: transcript beside tree, judged blind first."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from annotation.clarq.content import TaskContent
from annotation.models.projects import GIVE_VERDICTS, Project
from dialogues.models import Dialogue, DialogueStatus
from evaluation.exports import csv_response, dialogue_json, dialogue_line, dialogue_table, download
from evaluation.judgment import judgment
from evaluation.lists import DialogueRow, dialogue_page, dialogue_rows
from evaluation.reading import newest_first, read, readable
from evaluation.selection import Selection
from evaluation.services import has_seen, may_see_scores, record_verdict, remember_told, reveal, reveal_all, seen_by
from evaluation.transcript import tree_lines, turn_lines
from evaluation.views.shared import filter_context, person_of, results_project
from evaluation.wording import DECIDED_BY, FOUND, RULES, SIGNS, STATEMENT_TYPES

LIST_FILTERS = ("run", "language", "type", "responses", "depth", "outcome", "human", "differ", "missing", "status")


@login_required
def dialogues(request: HttpRequest, slug: str) -> HttpResponse:
    """The selected dialogues, newest first."""
    project = results_project(request, slug)
    selection = Selection.from_query(request.GET)
    return render(
        request,
        "evaluation/dialogues.html",
        {
            "project": project,
            "list_query": selection.query,
            **filter_context(request, project, selection, *LIST_FILTERS),
            "page": dialogue_page(
                person=person_of(request), project=project, selection=selection, number=request.GET.get("page")
            ),
            "anything": readable(request.user, project).exists(),
        },
    )


@login_required
def dialogues_csv(request: HttpRequest, slug: str) -> HttpResponse:
    project = results_project(request, slug)
    return csv_response(dialogue_table(_all_rows(request, project)), f"{project.slug}-dialogues.csv")


@login_required
def dialogues_json(request: HttpRequest, slug: str) -> JsonResponse:
    project = results_project(request, slug)
    lines = [dialogue_line(row) for row in _all_rows(request, project)]
    return download({"project": project.slug, "dialogues": lines}, f"{project.slug}-dialogues.json")


def _all_rows(request: HttpRequest, project: Project) -> list[DialogueRow]:
    selection = Selection.from_query(request.GET)
    readings = newest_first(read(readable(request.user, project), selection))
    if selection.shows_outcomes:
        remember_told(dialogues=[reading.pk for reading in readings], person=person_of(request))
    return dialogue_rows(readings, seen_by(person=person_of(request), project=project.pk))


@login_required
@require_POST
def reveal_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the scores of a whole list without verdicts; later verdicts on these dialogues are not blind."""
    project = results_project(request, slug)
    selection = Selection.from_query(request.GET)
    keys = [reading.pk for reading in read(readable(request.user, project), selection)]
    wanted = Dialogue.objects.filter(pk__in=keys, status=DialogueStatus.ENDED).select_related("project")
    number = reveal_all(dialogues=wanted.defer("snapshot"), person=person_of(request))
    messages.success(
        request,
        ngettext(
            "Scores and verdicts of %(n)s dialogue are shown now. A verdict of yours on it will not count as blind.",
            "Scores and verdicts of %(n)s dialogues are shown now. Verdicts of yours on them will not count as blind.",
            number,
        )
        % {"n": number},
    )
    return redirect(reverse("dialogues", args=[project.slug]) + selection.query)


@login_required
def dialogue(request: HttpRequest, pk: int) -> HttpResponse:
    """Transcript beside tree; scores and others' verdicts once the reader has judged, or has asked for them."""
    shown = _dialogue(request, pk)
    selection = Selection.from_query(request.GET)
    judged = judgment(shown, person_of(request), selection)
    if selection.shows_outcomes:
        # The place in such a list, or having none there, tells the outcome: a later verdict is not blind.
        remember_told(dialogues=[shown.pk], person=person_of(request))
    content = TaskContent.from_json(shown.snapshot)
    turns = list(shown.turns.order_by("seq"))
    return render(
        request,
        "evaluation/dialogue.html",
        {
            "project": shown.project,
            "dialogue": shown,
            "content": content,
            "lines": turn_lines(content, turns),
            "tree": tree_lines(content, turns, judged.explanation),
            "given": sum(len(turn.nodes) for turn in turns if turn.kind not in ("opener", "root")),
            "judged": judged,
            "judgeable": shown.status == DialogueStatus.ENDED and shown.project.allows(request.user, GIVE_VERDICTS),
            "chosen_by_outcome": selection.shows_outcomes and not judged.seen,
            "list_query": selection.query,
            "words": {"statement": STATEMENT_TYPES, "rule": RULES, "sign": SIGNS, "found": FOUND, "by": DECIDED_BY},
            "way": _way(request, shown, selection),
        },
    )


@login_required
def dialogue_as_json(request: HttpRequest, pk: int) -> JsonResponse:
    """The whole dialogue in one file."""
    shown = _dialogue(request, pk)
    seen = may_see_scores(dialogue=shown, person=person_of(request))
    return download(dialogue_json(shown, seen=seen, own=request.user.pk), f"dialogue-{shown.pk}.json")


@login_required
@require_POST
def verdict(request: HttpRequest, pk: int) -> HttpResponse:
    """Store the reader's verdict; scores and others' verdicts appear with it."""
    shown = _dialogue(request, pk)
    person = person_of(request)
    selection = Selection.from_query(request.GET)
    if selection.shows_outcomes and not has_seen(dialogue=shown, person=person):
        # The list that led here told the outcome: a verdict from it is none that knew nothing.
        reveal(dialogue=shown, person=person)
    record_verdict(
        dialogue=shown,
        person=person,
        outcome=request.POST.get("outcome", ""),
        reason=request.POST.get("reason", ""),
    )
    messages.success(request, _("Your verdict is stored."))
    return redirect(reverse("dialogue", args=[pk]) + selection.query + "#verdicts")


@login_required
@require_POST
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Show scores and verdicts without a verdict of the reader's own."""
    shown = _dialogue(request, pk)
    reveal(dialogue=shown, person=person_of(request))
    return redirect(reverse("dialogue", args=[pk]) + Selection.from_query(request.GET).query + "#verdicts")


def _dialogue(request: HttpRequest, pk: int) -> Dialogue:
    known = Dialogue.objects.readable_by(request.user).select_related(
        "project", "run", "task", "seeker", "seeker_agent", "provider_agent"
    )
    shown = get_object_or_404(known, pk=pk)
    request.project = shown.project  # type: ignore[attr-defined]
    return shown


@dataclass(frozen=True)
class Way:
    """Where the dialogue stands in the list that led to it."""

    place: int
    total: int
    previous: str
    next: str


def _way(request: HttpRequest, shown: Dialogue, selection: Selection) -> Way | None:
    """None where the dialogue is not, or no longer, in the list."""
    keys = [r.pk for r in newest_first(read(readable(request.user, shown.project), selection))]
    if shown.pk not in keys:
        return None
    place = keys.index(shown.pk)

    def address(at: int) -> str:
        return reverse("dialogue", args=[keys[at]]) + selection.query if 0 <= at < len(keys) else ""

    return Way(place + 1, len(keys), address(place - 1), address(place + 1))
