"""A page of the list of dialogues: readings, with what the reader may be shown of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import Count

from annotation.models import Project
from dialogues.models import Dialogue, Turn
from evaluation.models import Score
from evaluation.reading import Reading, newest_first, read, readable
from evaluation.scoring import SCORER_NAME
from evaluation.selection import Selection
from evaluation.services import remember_told, seen_by

PER_PAGE = 50
LIST_COLUMNS = ("title", "language", "type", "mode", "status", "started_at", "responses", "depth", "run__name")


@dataclass(frozen=True)
class DialogueRow:
    """One line of the list. Where `seen` is false, nothing of scores and verdicts may be shown."""

    dialogue: Dialogue
    reading: Reading
    turns: int
    seen: bool
    missing: tuple[dict[str, Any], ...]
    """Evidence of the nodes that did not arrive; only where `seen`."""

    @property
    def for_success(self) -> int:
        return sum(self.reading.ballots)

    @property
    def for_failure(self) -> int:
        return len(self.reading.ballots) - self.for_success


@dataclass(frozen=True)
class DialoguePage:
    page: Page[Reading]
    rows: list[DialogueRow]
    total: int
    hidden: int
    """Dialogues of the whole list whose scores are hidden from the reader, though there are some."""


def dialogue_page(
    *,
    person: User,
    project: Project,
    selection: Selection,
    number: str | None = None,
    readings: Sequence[Reading] | None = None,
) -> DialoguePage:
    """The selected dialogues, newest first, a page at a time.

    With `readings` the caller has read them already, and shows only rows whose scores the person may see.
    """
    listed = readings is None
    if readings is None:
        readings = newest_first(read(readable(person, project), selection))
    page = Paginator(readings, PER_PAGE).get_page(number)
    if listed and selection.shows_outcomes:
        remember_told(dialogues=[reading.pk for reading in page.object_list], person=person)
    seen = seen_by(person=person, project=project.pk)
    return DialoguePage(
        page=page,
        rows=dialogue_rows(list(page.object_list), seen),
        total=len(readings),
        hidden=sum(r.pk not in seen and (r.scored is not None or r.people > 0) for r in readings),
    )


def dialogue_rows(readings: Sequence[Reading], seen: frozenset[int]) -> list[DialogueRow]:
    """The rows of these dialogues, in their order, without transcripts and snapshots."""
    keys = [reading.pk for reading in readings]
    dialogues = Dialogue.objects.select_related("run").only(*LIST_COLUMNS).in_bulk(keys)
    counted = Turn.objects.filter(dialogue__in=keys).order_by().values_list("dialogue_id").annotate(Count("pk"))
    turns = dict(counted)
    missing = _missing(readings, seen)
    return [
        DialogueRow(dialogues[r.pk], r, turns.get(r.pk, 0), r.pk in seen, missing.get(r.pk, ()))
        for r in readings
        if r.pk in dialogues
    ]


def _missing(readings: Sequence[Reading], seen: frozenset[int]) -> dict[int, tuple[dict[str, Any], ...]]:
    """Which nodes did not arrive, for the dialogues of which the reader may know it."""
    judges = {reading.pk: reading.judge for reading in readings if reading.pk in seen and reading.missing}
    scores = Score.objects.current().filter(dialogue__in=list(judges), scorer=SCORER_NAME)
    return {
        score.dialogue_id: tuple(e for e in score.explanation["evidence"] if e["found"] in ("missing", "undecided"))
        for score in scores.only("dialogue", "judge", "explanation")
        if score.judge == judges[score.dialogue_id]
    }
