"""The editor's page and its printed form. What the page does with the content goes over `annotation/api.py`."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from annotation import services
from annotation.api import MAX_BODY, require_author, task_json
from annotation.clarq.build import read_content
from annotation.clarq.content import MAX_LINES, MAX_NODES, MAX_TEXT
from annotation.clarq.picture import draw, rows
from annotation.models import Task
from annotation.models.tasks import ALLOWED_MOVES, TaskStatus


@login_required
def editor(request: HttpRequest, pk: int) -> HttpResponse:
    """Background, tree and trial of one task; read-only for those who do not write tasks."""
    task = task_on_page(request, pk)
    return render(
        request,
        "annotation/editor.html",
        {
            "content": task_json(task, request.user),
            "config": _config(task),
            "editable": task.is_editable_by(request.user),
            "moves": [{"to": to, "label": TaskStatus(to).label} for to in ALLOWED_MOVES[task.status]],
            **page_content(task),
        },
    )


@login_required
def print_task(request: HttpRequest, pk: int) -> HttpResponse:
    """Background, picture and tree with purposes on paper."""
    task = task_on_page(request, pk)
    return render(request, "annotation/print.html", page_content(task))


@login_required
@require_POST
def change_status(request: HttpRequest, pk: int) -> HttpResponse:
    """Open a task to seekers, close it, or take it back to a draft."""
    task = task_on_page(request, pk)
    require_author(request.user, task)
    task = services.move_task(task=task, to=request.POST.get("to", ""))
    messages.success(
        request, _("“%(title)s”: %(status)s.") % {"title": task.title, "status": task.get_status_display()}
    )
    return redirect(task)


def task_on_page(request: HttpRequest, pk: int) -> Task:
    """The task, if its tree may be known to the person; the shell then shows its project."""
    tasks = Task.objects.visible_to(request.user).select_related("project", "background")
    task = get_object_or_404(tasks, pk=pk)
    request.project = task.project  # type: ignore[attr-defined]
    return task


def page_content(task: Task) -> dict[str, Any]:
    """What every page about one task shows of it."""
    content = read_content(task)
    return {
        "task": task,
        "sister": task.sisters.first(),
        "background": content,
        "rows": rows(content),
        "picture": draw(content),
    }


def _config(task: Task) -> dict[str, Any]:
    """Addresses and limits for the editor's scripts."""
    names = {
        "content": "api-task-content",
        "lint": "api-task-lint",
        "revisions": "api-task-revisions",
        "history": "task-history",
        "print": "task-print",
        "conversation": "task-from-conversation",
    }
    return {
        "urls": {key: reverse(name, args=[task.pk]) for key, name in names.items()},
        "limits": {"text": MAX_TEXT, "lines": MAX_LINES, "nodes": MAX_NODES, "title": 200, "body": MAX_BODY},
    }
