"""The projects one is in, and a project's page: its figures and its tasks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from annotation import services
from annotation.clarq.statistics import added
from annotation.errors import DomainError, InvalidInput, NotAllowed
from annotation.forms import ProjectForm, TaskForm
from annotation.models import Membership, Project, Role, Task
from annotation.models.projects import KNOW_TREES, MANAGE, WRITE_TASKS, may_found_projects
from annotation.models.tasks import LanguageCode, Split, TaskStatus
from annotation.task_list import (
    PER_PAGE,
    TaskQuery,
    counts_by_status,
    page_of_tasks,
    project_statistics,
    types_of,
)

if TYPE_CHECKING:
    from annotation.models.projects import Person


def project_on_page(request: HttpRequest, slug: str, roles: tuple[Role, ...] = KNOW_TREES) -> Project:
    """The project, for a member with one of the roles; the shell then shows it.

    Somebody outside learns nothing (404); a member without the role is told so (NotAllowed).
    """
    project = get_object_or_404(Project.objects.visible_to(request.user), slug=slug)
    request.project = project  # type: ignore[attr-defined]
    if not project.allows(request.user, roles):
        raise NotAllowed(
            _("Your roles in “%(project)s” do not allow this. Nothing was changed.") % {"project": project.title},
            hint=_("Ask a manager of the project."),
        )
    return project


@dataclass(frozen=True)
class ProjectCard:
    project: Project
    roles: tuple[str, ...]
    knows_trees: bool
    tasks: int
    open_tasks: int
    people: int


@login_required
def projects(request: HttpRequest) -> HttpResponse:
    """All projects one is in, with one's roles there."""
    context = {"cards": _cards(request.user), "may_found": may_found_projects(request.user)}
    return render(request, "annotation/projects.html", context)


def _cards(user: Person) -> list[ProjectCard]:
    assert user.is_authenticated
    found = list(Project.objects.visible_to(user))
    ids = [project.pk for project in found]
    # Counted apart: joined in one query, tasks and people would multiply each other.
    tasks = _counts(Task.objects.filter(project__in=ids), "pk")
    still_open = _counts(Task.objects.filter(project__in=ids, status=TaskStatus.OPEN), "pk")
    people = _counts(Membership.objects.filter(project__in=ids), "user")
    roles: dict[int, set[str]] = {}
    for pk, role in Membership.objects.filter(user_id=user.pk).values_list("project_id", "role"):
        roles.setdefault(pk, set()).add(role)
    if user.is_superuser:
        roles = {pk: set(Role.values) for pk in ids}
    return [
        ProjectCard(
            project=project,
            roles=tuple(str(label) for role, label in Role.choices if role in roles[project.pk]),
            knows_trees=bool(roles[project.pk] & set(KNOW_TREES)),
            tasks=tasks.get(project.pk, 0),
            open_tasks=still_open.get(project.pk, 0),
            people=people.get(project.pk, 0),
        )
        for project in found
    ]


def _counts(rows: QuerySet[Any], what: str) -> dict[int, int]:
    """By project: how many different ones."""
    return dict(rows.order_by().values_list("project_id").annotate(Count(what, distinct=True)))


@login_required
def new_project(request: HttpRequest) -> HttpResponse:
    if not may_found_projects(request.user):
        raise NotAllowed(
            _("Projects are made by managers and authors of other projects. Nothing was made."),
            hint=_("Ask a manager to add you as a manager or author."),
        )
    form = ProjectForm(request.POST or None)
    if form.is_valid() and request.user.is_authenticated:
        project = services.create_project(by=request.user, **form.cleaned_data)
        messages.success(request, _("“%(title)s” is made. You manage it.") % {"title": project.title})
        return redirect(project)
    return render(request, "annotation/project_new.html", {"form": form}, status=422 if form.is_bound else 200)


@login_required
def project(request: HttpRequest, slug: str) -> HttpResponse:
    """Figures and tasks; over htmx, when the table alone is wanted, only the table."""
    found = get_object_or_404(Project.objects.visible_to(request.user), slug=slug)
    roles = found.roles_of(request.user)
    if not roles & set(KNOW_TREES):
        return redirect("play")  # a seeker's way into a project
    request.project = found  # type: ignore[attr-defined]
    context = _task_context(request, found, roles)
    if _wants_table_only(request):
        response = render(request, "annotation/parts/task_table.html", context)
    else:
        response = render(request, "annotation/project.html", {**context, **_overview(found)})
    patch_vary_headers(response, ("HX-Request", "HX-Target"))
    return response


def _wants_table_only(request: HttpRequest) -> bool:
    htmx = request.htmx  # type: ignore[attr-defined]
    return bool(htmx) and not htmx.history_restore_request and htmx.target == "tasks"


def _task_context(request: HttpRequest, project: Project, roles: frozenset[str]) -> dict[str, Any]:
    tasks = Task.objects.visible_to(request.user).filter(project=project)
    query = TaskQuery.read(request.GET)
    page, rows = page_of_tasks(tasks, query, request.GET.get("page"))
    return {
        "project": project,
        "may_write": bool(roles & set(WRITE_TASKS)),
        "may_manage": bool(roles & set(MANAGE)),
        "query": query,
        "page": page,
        "rows": rows,
        "heads": _heads(query),
        "older": query.address(page=page.next_page_number()) if page.has_next() else "",
        "newer": query.address(page=page.previous_page_number()) if page.has_previous() else "",
        "next_count": min(PER_PAGE, page.paginator.count - page.end_index()),
        "types": types_of(tasks),
        "statuses": TaskStatus.choices,
        "languages": LanguageCode.choices,
        "splits": Split.choices,
    }


def _overview(project: Project) -> dict[str, Any]:
    counts = counts_by_status(Task.objects.filter(project=project))
    figures = project_statistics(project)
    nodes = bars(added(part.nodes for part in figures.values()))
    depths = bars(added(part.depths for part in figures.values()))
    return {
        "total": sum(counts.values()),
        "steps": [
            {"status": status, "label": label, "count": counts[status], "address": TaskQuery(status=status).address()}
            for status, label in TaskStatus.choices
        ],
        "figures": figures,
        "node_bars": nodes,
        "node_width": 24 * len(nodes),
        "node_words": _in_words(_("Tasks by nodes below the root"), nodes),
        "depth_bars": depths,
        "depth_width": 24 * len(depths),
        "depth_words": _in_words(_("Tasks by depth"), depths),
        "guidelines": project.guidelines.first(),
    }


@dataclass(frozen=True)
class Head:
    """A column's head: where it leads, and how the table is sorted by it (as `aria-sort` says it)."""

    label: str
    address: str = ""
    sort: str = ""
    css: str = ""


def _heads(query: TaskQuery) -> list[Head]:
    return [
        _head(query, _("Task"), "title"),
        Head(_("Language"), css="roomy"),
        Head(_("Status")),
        _head(query, _("Depth"), "depth", "num"),
        _head(query, _("Nodes"), "nodes", "num"),
        _head(query, _("Hints"), "hints"),
        Head(_("Sister translation")),
        _head(query, _("Changed"), "changed"),
    ]


def _head(query: TaskQuery, label: str, column: str, css: str = "") -> Head:
    """A click sorts by the column, words upwards and figures downwards first; a second click turns it round."""
    first, second = (column, f"-{column}") if column == "title" else (f"-{column}", column)
    sorts = {column: "ascending", f"-{column}": "descending"}
    return Head(label, query.address(order=second if query.order == first else first), sorts.get(query.order, ""), css)


@dataclass(frozen=True)
class Bar:
    """One column of a tiny histogram, 28 units high."""

    value: int
    count: int
    x: int
    y: float
    height: float


def bars(histogram: Mapping[int, int]) -> list[Bar]:
    """Columns in proportion to the highest; even one task of a thousand is a visible line."""
    highest = max(histogram.values(), default=0)
    found = []
    for position, (value, count) in enumerate(histogram.items()):
        height = max(1.5, round(26 * count / highest, 1))
        found.append(Bar(value, count, 2 + 24 * position, round(28 - height, 1), height))
    return found


def _in_words(title: str, columns: list[Bar]) -> str:
    return f"{title}: " + ", ".join(f"{bar.value}: {bar.count}" for bar in columns)


@login_required
def new_task(request: HttpRequest, slug: str) -> HttpResponse:
    found = project_on_page(request, slug, WRITE_TASKS)
    form = TaskForm(request.POST or None)
    if form.is_valid():
        values = form.cleaned_data
        task = services.create_task(
            project=found,
            title=values["title"],
            content=services.blank_content(values["language"]),
            by=request.user,
            type=values["type"],
            provider_name=values["provider_name"],
        )
        return redirect("task-from-conversation" if values["start"] == TaskForm.CONVERSATION else "task", task.pk)
    context = {"form": form, "project": found, "types": types_of(Task.objects.filter(project=found))}
    return render(request, "annotation/task_new.html", context, status=422 if form.is_bound else 200)


@login_required
@require_POST
def start_translation(request: HttpRequest, pk: int) -> HttpResponse:
    """A draft in the other language with the same tree, opened in the editor."""
    task = get_object_or_404(Task.objects.visible_to(request.user).select_related("project"), pk=pk)
    project_on_page(request, task.project.slug, WRITE_TASKS)
    translation = services.start_translation(task=task, by=request.user)
    messages.success(request, _("The translation has the same tree. Write its texts; nothing is open to seekers yet."))
    return redirect(translation)


@login_required
@require_POST
def move_tasks(request: HttpRequest, slug: str) -> HttpResponse:
    """Open, close or take back the chosen tasks. Those that cannot be moved stay and are named."""
    found = project_on_page(request, slug, WRITE_TASKS)
    chosen = [int(pk) for pk in request.POST.getlist("task") if _is_key(pk)][:PER_PAGE]
    tasks = list(found.tasks.filter(pk__in=chosen))
    if not tasks:
        raise InvalidInput(_("No task was chosen. Nothing was changed."), hint=_("Tick the tasks in the list first."))
    moved, refused = _move_all(tasks, request.POST.get("to", ""))
    if moved:
        words = ngettext("%(count)s task: %(status)s.", "%(count)s tasks: %(status)s.", len(moved))
        messages.success(request, words % {"count": len(moved), "status": moved[0].get_status_display()})
    for error in refused:
        messages.error(request, f"{error.message} {error.hint}".strip())
    return redirect(f"{found.get_absolute_url()}?{TaskQuery.read(request.GET).address()}")


def _is_key(text: str) -> bool:
    """A whole number that fits into a database's key."""
    return text.isascii() and text.isdigit() and len(text) < 19


def _move_all(tasks: list[Task], to: str) -> tuple[list[Task], list[DomainError]]:
    moved, refused = [], []
    for task in tasks:
        if task.status == to:
            continue
        try:
            moved.append(services.move_task(task=task, to=to))
        except DomainError as error:
            refused.append(error)
    return moved, refused
