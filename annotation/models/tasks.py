"""Tasks and their history: what every family has. The family's content hangs off it (models/clarq.py)."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from annotation.models.projects import KNOW_TREES, WRITE_TASKS, Project, Role

if TYPE_CHECKING:
    from annotation.models.projects import Person


class LanguageCode(models.TextChoices):
    ENGLISH = "en", "English"
    CHINESE = "zh", "中文"


class Split(models.TextChoices):
    TEST = "test", _("Test")
    DEVELOPMENT = "dev", _("Development")


class TaskStatus(models.TextChoices):
    DRAFT = "draft", _("Draft")
    OPEN = "open", _("Open to seekers")
    CLOSED = "closed", _("Closed")


# Declared in one place; `annotation.services.move_task` is the only way from one to the next.
ALLOWED_MOVES: dict[str, tuple[str, ...]] = {
    TaskStatus.DRAFT: (TaskStatus.OPEN, TaskStatus.CLOSED),
    TaskStatus.OPEN: (TaskStatus.DRAFT, TaskStatus.CLOSED),
    TaskStatus.CLOSED: (TaskStatus.DRAFT, TaskStatus.OPEN),
}


class TaskQuerySet(models.QuerySet["Task"]):
    def visible_to(self, user: Person) -> TaskQuerySet:
        """Tasks whose tree the person may know. A seeker sees none of them here: see `playable_by`."""
        return self.filter(project__in=Project.objects.where_user_is(user, KNOW_TREES))

    def editable_by(self, user: Person) -> TaskQuerySet:
        return self.filter(project__in=Project.objects.where_user_is(user, WRITE_TASKS))

    def playable_by(self, user: Person) -> TaskQuerySet:
        """Tasks that a seeker may start. Only their background may be shown."""
        return self.filter(
            status=TaskStatus.OPEN,
            project__in=Project.objects.where_user_is(user, (Role.SEEKER, Role.MANAGER)),
        )


class Task(models.Model):
    """One unit to author, review and play."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="tasks", verbose_name=_("project"))
    title = models.CharField(_("title"), max_length=200)
    type = models.CharField(_("type"), max_length=80, blank=True)
    language = models.CharField(_("language"), max_length=2, choices=LanguageCode.choices)
    split = models.CharField(_("split"), max_length=4, choices=Split.choices, default=Split.TEST)
    status = models.CharField(_("status"), max_length=10, choices=TaskStatus.choices, default=TaskStatus.DRAFT)
    provider_name = models.CharField(
        _("provider's name"), max_length=60, default="Jax", help_text=_("The person whom the seeker asks.")
    )
    version = models.PositiveIntegerField(_("version"), default=0, editable=False)
    translation_group = models.UUIDField(_("translation group"), default=uuid.uuid4, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("author")
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    updated_at = models.DateTimeField(_("changed"), auto_now=True)

    objects = TaskQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "translation_group", "language"], name="one_translation_per_language"
            )
        ]
        indexes = [models.Index(fields=["project", "status"]), models.Index(fields=["project", "-updated_at"])]
        ordering = ["project", "pk"]
        verbose_name = _("task")
        verbose_name_plural = _("tasks")

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("task", args=[self.pk])

    def is_editable_by(self, user: Person) -> bool:
        """Whether the person may write this task; the same rule as `TaskQuerySet.editable_by`."""
        return Task.objects.editable_by(user).filter(pk=self.pk).exists()

    @property
    def sisters(self) -> TaskQuerySet:
        """The same task in the other languages."""
        same = Task.objects.filter(project_id=self.project_id, translation_group=self.translation_group)
        return same.exclude(pk=self.pk)


class TaskRevision(models.Model):
    """One saved state of a task, never changed afterwards.

    A save that met a newer version is stored too, set aside (`number` is empty), so that neither
    of two people's words is lost; `base` is the version that it started from.
    """

    task = models.ForeignKey(Task, models.CASCADE, related_name="revisions", verbose_name=_("task"))
    number = models.PositiveIntegerField(_("version"), null=True, blank=True)
    base = models.PositiveIntegerField(_("started from"), default=0)
    title = models.CharField(_("title"), max_length=200, blank=True)
    content = models.JSONField(_("content"))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("author")
    )
    note = models.CharField(_("note"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("saved"), auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["task", "number"], name="one_revision_per_version")]
        ordering = ["task", "-created_at", "-pk"]
        verbose_name = _("revision")
        verbose_name_plural = _("revisions")

    def __str__(self) -> str:
        return f"{self.task} · {self.number or _('set aside')}"
