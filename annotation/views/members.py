"""Who is in a project, and in which roles. For its managers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from annotation import services
from annotation.errors import InvalidInput
from annotation.forms import MemberForm
from annotation.models import Project, Role
from annotation.models.projects import MANAGE
from annotation.views.projects import project_on_page


@dataclass(frozen=True)
class Member:
    person: Any
    roles: frozenset[str]


@login_required
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """The list; a sent form adds an existing account."""
    project = project_on_page(request, slug, MANAGE)
    form = MemberForm(request.POST or None)
    if form.is_valid():
        held = project.memberships.filter(user=form.person).values_list("role", flat=True)
        services.set_roles(project=project, person=form.person, roles={*held, *form.cleaned_data["roles"]})
        messages.success(request, _("%(name)s is in the project.") % {"name": form.person.get_username()})
        return redirect("members", project.slug)
    context = {"project": project, "members": _members(project), "form": form, "meanings": _meanings()}
    return render(request, "annotation/members.html", context, status=422 if form.is_bound else 200)


def _meanings() -> list[tuple[str, str, str]]:
    """Role, its name, and what it may do, in the words of somebody who has to choose."""
    meanings = {
        Role.MANAGER: _("everything, and decides who is in the project"),
        Role.AUTHOR: _("writes tasks and their trees, imports"),
        Role.VALIDATOR: _("reads trees and dialogues, gives verdicts"),
        Role.SEEKER: _("talks to the provider; sees no tree"),
        Role.PROVIDER: _("answers from the trees"),
        Role.RESEARCHER: _("reads dialogues and the dashboard, gives verdicts"),
    }
    return [(role.value, str(role.label), meaning) for role, meaning in meanings.items()]


def _members(project: Project) -> list[Member]:
    people: dict[Any, set[str]] = {}
    for membership in project.memberships.select_related("user").order_by("user__username"):
        people.setdefault(membership.user, set()).add(membership.role)
    return [Member(person, frozenset(roles)) for person, roles in people.items()]


@login_required
@require_POST
def change_member(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Exactly the ticked roles; “remove” takes all of them away."""
    project = project_on_page(request, slug, MANAGE)
    person = get_object_or_404(get_user_model().objects.filter(memberships__project=project).distinct(), pk=pk)
    roles = [] if "remove" in request.POST else request.POST.getlist("roles")
    if not roles and "remove" not in request.POST:
        raise InvalidInput(
            _("No role was ticked. Nothing was changed."), hint=_("Tick at least one, or remove the person.")
        )
    services.set_roles(project=project, person=person, roles=roles)
    done = _("%(name)s has these roles now.") if roles else _("%(name)s is no longer in the project.")
    messages.success(request, done % {"name": person.get_username()})
    if not project.allows(request.user, MANAGE):
        return redirect("projects")
    return redirect("members", project.slug)
