"""A task's history: every saved version, and what was set aside; comparing and restoring them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from annotation import services
from annotation.api import require_author
from annotation.clarq.changes import Changes, changes_between
from annotation.clarq.content import TaskContent
from annotation.clarq.picture import rows
from annotation.errors import InvalidInput
from annotation.models import Task, TaskRevision
from annotation.views.editor import task_on_page

PER_PAGE = 40


@dataclass(frozen=True)
class HistoryLine:
    revision: TaskRevision
    summary: str


@login_required
def history(request: HttpRequest, pk: int) -> HttpResponse:
    """All revisions, newest first, each with what it changed."""
    task = task_on_page(request, pk)
    page = Paginator(task.revisions.select_related("author"), PER_PAGE).get_page(request.GET.get("page"))
    bases = _contents(task, {_number_before(revision) for revision in page})
    lines = [HistoryLine(revision, _summary(revision, bases.get(_number_before(revision)))) for revision in page]
    editable = task.is_editable_by(request.user)
    return render(
        request, "annotation/history.html", {"task": task, "lines": lines, "page": page, "editable": editable}
    )


@login_required
def revision(request: HttpRequest, pk: int, revision: int) -> HttpResponse:
    """One revision beside the one it started from, or beside the current one (``?with=current``).

    Where there is none to compare it with, as for the first version, it is shown whole.
    """
    task = task_on_page(request, pk)
    shown = get_object_or_404(task.revisions.select_related("author"), pk=revision)
    content = TaskContent.from_json(shown.content)
    against_current = request.GET.get("with") == "current" and shown.number != task.version
    number = task.version if against_current else _number_before(shown)
    other = task.revisions.select_related("author").filter(number=number).first()
    older, newer = (shown, other) if against_current else (other, shown)
    return render(
        request,
        "annotation/revision.html",
        {
            "task": task,
            "background": content,
            "rows": rows(content),
            "revision": shown,
            "other": other,
            "against_current": against_current,
            "changes": _changes(older, newer),
            "older": older,
            "newer": newer,
            "field_names": _field_names(),
            "editable": task.is_editable_by(request.user),
        },
    )


@login_required
@require_POST
def restore(request: HttpRequest, pk: int, revision: int) -> HttpResponse:
    """Make a revision the newest version; the versions in between stay in the history."""
    task = task_on_page(request, pk)
    require_author(request.user, task)
    found = get_object_or_404(task.revisions, pk=revision)
    base = request.POST.get("base", "")
    if not (base.isascii() and base.isdigit() and len(base) < 10):
        raise InvalidInput(
            _("The form does not say which version was on the screen. Nothing was changed."),
            hint=_("Open the history again and restore from there."),
            where="base",
        )
    restored = services.restore_revision(task=task, revision=found, base=int(base), by=request.user)
    messages.success(request, _("Restored. The task is now at version %(version)s.") % {"version": restored.number})
    return redirect("task-history", pk=task.pk)


def _number_before(revision: TaskRevision) -> int:
    """The version that this one is compared with: the one before, or where a set-aside edit began."""
    return revision.base if revision.number is None else revision.number - 1


def _contents(task: Task, numbers: set[int]) -> dict[int, Any]:
    found = task.revisions.filter(number__in=numbers)
    return {revision.number: revision.content for revision in found if revision.number is not None}


def _changes(older: TaskRevision | None, newer: TaskRevision | None) -> Changes | None:
    if older is None or newer is None:
        return None
    return changes_between(TaskContent.from_json(older.content), TaskContent.from_json(newer.content))


def _summary(revision: TaskRevision, base: Any) -> str:
    """“2 nodes changed, 1 added; goal, items”: what a line of the history says."""
    if base is None:
        return _("First version") if revision.number == 1 else _("What it started from is not known")
    changes = changes_between(TaskContent.from_json(base), TaskContent.from_json(revision.content))
    names = _field_names()
    parts = _node_counts(changes) + [names[change.name] for change in changes.fields]
    return ", ".join(parts) if parts else _("The title, or nothing but labels")


def _node_counts(changes: Changes) -> list[str]:
    words = {
        "added": lambda n: ngettext("%(n)s node added", "%(n)s nodes added", n),
        "removed": lambda n: ngettext("%(n)s node removed", "%(n)s nodes removed", n),
        "changed": lambda n: ngettext("%(n)s node changed", "%(n)s nodes changed", n),
        "moved": lambda n: ngettext("%(n)s node moved", "%(n)s nodes moved", n),
    }
    counts = {kind: changes.count(kind) for kind in words}
    return [words[kind](n) % {"n": n} for kind, n in counts.items() if n]


def _field_names() -> dict[str, str]:
    return {
        "role": _("role"),
        "goal": _("goal"),
        "items": _("items"),
        "skills": _("skills"),
        "scenes": _("scenes"),
        "sample_dialogue": _("sample dialogue"),
    }
