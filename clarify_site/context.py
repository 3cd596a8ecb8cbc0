"""What the shell around every page needs."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from annotation.models import Project, Role
from annotation.models.projects import KNOW_TREES, READ_RESULTS


def shell(request: HttpRequest) -> dict[str, Any]:
    """Projects of the signed-in person, the one in the address, and the ways that lead on from it."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"demo": settings.DEMO}
    projects = list(Project.objects.visible_to(user))
    project = _project_of(request, projects)
    return {
        "demo": settings.DEMO,
        "shell_projects": projects,
        "shell_project": project,
        "shell_links": _links(request, project) if project else [],
        "section": _section(request),
    }


# Which way in the bar a page belongs to, by its URL name or the first part of it.
SECTIONS = {
    "project": "tasks",
    "task": "tasks",
    "import": "tasks",
    "members": "tasks",
    "guidelines": "tasks",
    "play": "play",
    "chat": "play",
    "dialogues": "dialogues",
    "dialogue": "dialogues",
    "dashboard": "dashboard",
    "run": "dashboard",
}


def _section(request: HttpRequest) -> str:
    name = (request.resolver_match.url_name or "") if request.resolver_match else ""
    return SECTIONS.get(name.partition("-")[0], "")


def _project_of(request: HttpRequest, projects: list[Project]) -> Project | None:
    """The project a view put on the request, the one named in the address, or the only one there is."""
    chosen = getattr(request, "project", None)
    if chosen is not None:
        return chosen
    slug = request.resolver_match.kwargs.get("slug") if request.resolver_match else None
    for project in projects:
        if project.slug == slug:
            return project
    return projects[0] if len(projects) == 1 else None


def _links(request: HttpRequest, project: Project) -> list[dict[str, Any]]:
    roles = project.roles_of(request.user)
    links = []
    if roles & set(KNOW_TREES):
        links.append({"key": "tasks", "label": _("Tasks"), "url": reverse("project", args=[project.slug])})
    if roles & {Role.SEEKER, Role.MANAGER}:
        links.append({"key": "play", "label": _("Talk"), "url": reverse("play")})
    if roles & set(READ_RESULTS):
        links.append({"key": "dialogues", "label": _("Dialogues"), "url": reverse("dialogues", args=[project.slug])})
        links.append({"key": "dashboard", "label": _("Dashboard"), "url": reverse("dashboard", args=[project.slug])})
    return links
