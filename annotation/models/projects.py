"""Projects and the people in them. Everything else is scoped by a project."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User

    Person = User | AnonymousUser


class Family(models.TextChoices):
    """The benchmark families; each has one name across the house (docs/adding-a-family.md)."""

    CLARQ = "clarq", "ClarQ"


class Role(models.TextChoices):
    MANAGER = "manager", _("Manager")
    AUTHOR = "author", _("Author")
    VALIDATOR = "validator", _("Validator")
    SEEKER = "seeker", _("Seeker")
    PROVIDER = "provider", _("Provider")
    RESEARCHER = "researcher", _("Researcher")


# A seeker must never see a tree; everybody else in a project works with them.
KNOW_TREES = (Role.MANAGER, Role.AUTHOR, Role.VALIDATOR, Role.PROVIDER, Role.RESEARCHER)
WRITE_TASKS = (Role.MANAGER, Role.AUTHOR)
READ_RESULTS = (Role.MANAGER, Role.RESEARCHER, Role.VALIDATOR)
GIVE_VERDICTS = (Role.MANAGER, Role.RESEARCHER, Role.VALIDATOR)
MANAGE = (Role.MANAGER,)


class ProjectQuerySet(models.QuerySet["Project"]):
    def visible_to(self, user: Person) -> ProjectQuerySet:
        """Projects in which the person has any role; all of them for a superuser."""
        if not user.is_authenticated:
            return self.none()
        if user.is_superuser:
            return self
        return self.filter(pk__in=Membership.objects.filter(user_id=user.pk).values("project_id"))

    def where_user_is(self, user: Person, roles: Iterable[str]) -> ProjectQuerySet:
        """Projects in which the person has one of these roles."""
        if not user.is_authenticated:
            return self.none()
        if user.is_superuser:
            return self
        held = Membership.objects.filter(user_id=user.pk, role__in=list(roles))
        return self.filter(pk__in=held.values("project_id"))


class Project(models.Model):
    slug = models.SlugField(_("short name"), max_length=60, unique=True)
    title = models.CharField(_("title"), max_length=120)
    description = models.TextField(_("description"), blank=True, max_length=2000)
    family = models.CharField(_("family"), max_length=20, choices=Family.choices, default=Family.CLARQ)
    max_seeker_turns = models.PositiveSmallIntegerField(
        _("most seeker turns"),
        default=12,
        validators=[MinValueValidator(2), MaxValueValidator(100)],
        help_text=_("A dialogue ends after this many messages of the seeker."),
    )
    is_sample = models.BooleanField(_("sample data"), default=False, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    objects = ProjectQuerySet.as_manager()

    class Meta:
        ordering = ["title"]
        verbose_name = _("project")
        verbose_name_plural = _("projects")

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("project", args=[self.slug])

    def roles_of(self, user: Person) -> frozenset[str]:
        """The person's roles here; a superuser has all of them."""
        if not user.is_authenticated:
            return frozenset()
        if user.is_superuser:
            return frozenset(Role.values)
        return frozenset(self.memberships.filter(user_id=user.pk).values_list("role", flat=True))

    def allows(self, user: Person, roles: Iterable[str]) -> bool:
        return bool(self.roles_of(user) & frozenset(roles))


class Membership(models.Model):
    """One role of one person in one project; a person may hold several."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="memberships", verbose_name=_("project"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships", verbose_name=_("person")
    )
    role = models.CharField(_("role"), max_length=20, choices=Role.choices)
    created_at = models.DateTimeField(_("since"), auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["project", "user", "role"], name="one_membership_per_role")]
        ordering = ["project", "user", "role"]
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"


def may_found_projects(user: Person) -> bool:
    """Whoever writes or manages somewhere may begin a project; seekers and newcomers wait to be added to one."""
    if not user.is_authenticated:
        return False
    return user.is_staff or Membership.objects.filter(user_id=user.pk, role__in=WRITE_TASKS).exists()


class Guidelines(models.Model):
    """What annotators of a project agreed on; a change is a new version."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="guidelines", verbose_name=_("project"))
    version = models.PositiveIntegerField(_("version"))
    text = models.TextField(_("text"), max_length=50_000)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, verbose_name=_("written by"))
    created_at = models.DateTimeField(_("written"), auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["project", "version"], name="one_guidelines_per_version")]
        ordering = ["project", "-version"]
        verbose_name = _("guidelines")
        verbose_name_plural = _("guidelines")

    def __str__(self) -> str:
        return f"{self.project} · {self.version}"
