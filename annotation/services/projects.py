"""Projects, the people in them, and what they agreed on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from annotation.errors import IllegalMove, InvalidInput
from annotation.models import Guidelines, Membership, Project, Role

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from annotation.models.projects import Person

LONGEST_SLUG = 60


@transaction.atomic
def create_project(*, title: str, by: User | None, slug: str = "", description: str = "") -> Project:
    """A new project, whose founder becomes its manager and an author."""
    project = Project.objects.create(title=title, slug=slug or _free_slug(title), description=description)
    if by is not None:
        for role in (Role.MANAGER, Role.AUTHOR):
            Membership.objects.create(project=project, user_id=by.pk, role=role)
    return project


@transaction.atomic
def project_named(*, slug: str, by: User | None) -> Project:
    """The project of that short name, made where it is missing. Raises InvalidInput for what is no short name."""
    require_short_name(name=slug, longest=LONGEST_SLUG)
    found = Project.objects.filter(slug=slug).first()
    return found or create_project(title=slug.replace("-", " ").capitalize(), slug=slug, by=by)


def require_short_name(*, name: str, longest: int) -> None:
    """Raise InvalidInput unless addresses and commands can carry the name."""
    try:
        validate_slug(name)
    except ValidationError as error:
        raise InvalidInput(
            _("“%(name)s” is no short name. Nothing was imported.") % {"name": name[:100]},
            hint=_("Use letters, digits, - and _."),
        ) from error
    if len(name) > longest:
        raise InvalidInput(
            _("“%(name)s” is longer than %(limit)s characters. Nothing was imported.")
            % {"name": name[:100], "limit": longest},
            hint=_("Choose a shorter name."),
        )


@transaction.atomic
def set_roles(*, project: Project, person: User, roles: Iterable[str]) -> None:
    """Give the person exactly these roles; none at all removes them from the project.

    Raises InvalidInput for a role that does not exist, and IllegalMove when nobody would be left to manage.
    """
    wanted = set(roles)
    if wanted - set(Role.values):
        raise InvalidInput(_("There is no such role. Nothing was changed."), where="roles")
    project = Project.objects.select_for_update().get(pk=project.pk)
    held = project.memberships.filter(user_id=person.pk)
    was_manager = held.filter(role=Role.MANAGER).exists()
    others = project.memberships.filter(role=Role.MANAGER).exclude(user_id=person.pk)
    if was_manager and Role.MANAGER not in wanted and not others.exists():
        raise IllegalMove(
            _("%(name)s is the only manager of “%(project)s”. Nothing was changed.")
            % {"name": person.get_username(), "project": project.title},
            hint=_("Make somebody else a manager first."),
        )
    held.exclude(role__in=wanted).delete()
    missing = wanted - set(held.values_list("role", flat=True))
    Membership.objects.bulk_create(Membership(project=project, user_id=person.pk, role=role) for role in missing)


@transaction.atomic
def add_guidelines(*, project: Project, text: str, by: Person | None) -> Guidelines:
    """A new version of the guidelines; saving what already stands is no new version."""
    project = Project.objects.select_for_update().get(pk=project.pk)
    current = project.guidelines.first()
    if current is not None and current.text == text:
        return current
    version = current.version + 1 if current else 1
    return Guidelines.objects.create(project=project, version=version, text=text, created_by_id=by.pk if by else None)


def _free_slug(title: str) -> str:
    base = slugify(title)[:50] or "project"
    slug, number = base, 1
    while Project.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{base}-{number}"
    return slug
