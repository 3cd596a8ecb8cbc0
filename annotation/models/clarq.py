"""The content of a ClarQ task: background, response tree, and where it was imported from."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models.projects import Project
from annotation.models.tasks import Task


class ClarqBackground(models.Model):
    """What the seeker is told. `items`, `skills` and `scenes` hold one entry per line, kept to the character."""

    task = models.OneToOneField(Task, models.CASCADE, related_name="background", verbose_name=_("task"))
    role = models.TextField(_("role"), blank=True)
    goal = models.TextField(_("goal"), blank=True)
    items = models.TextField(_("items"), blank=True)
    skills = models.TextField(_("skills"), blank=True)
    scenes = models.TextField(_("scenes"), blank=True)
    sample_dialogue = models.JSONField(_("sample dialogue"), default=list, blank=True)
    # Kept beside the tree by `annotation.services`, so that lists need not read every node.
    depth = models.PositiveSmallIntegerField(_("depth"), default=0, editable=False)
    uncertainties = models.PositiveSmallIntegerField(_("uncertainties"), default=0, editable=False)
    hints = models.PositiveSmallIntegerField(_("hints"), default=0, editable=False)

    class Meta:
        verbose_name = _("background")
        verbose_name_plural = _("backgrounds")

    def __str__(self) -> str:
        return self.goal


class ResponseNode(models.Model):
    """One provider response of the tree (paper 000, III-C)."""

    task = models.ForeignKey(Task, models.CASCADE, related_name="nodes", verbose_name=_("task"))
    uid = models.CharField(_("id"), max_length=64)
    parent = models.ForeignKey(
        "self", models.CASCADE, null=True, blank=True, related_name="children", verbose_name=_("parent")
    )
    position = models.PositiveSmallIntegerField(_("position"), help_text=_("Place in the whole tree, root 0."))
    label = models.CharField(_("label"), max_length=64)
    text = models.TextField(_("text"), blank=True)
    purpose = models.TextField(_("purpose"), blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["task", "uid"], name="one_node_per_uid"),
            models.UniqueConstraint(fields=["task", "position"], name="one_node_per_position"),
            models.UniqueConstraint(fields=["task", "label"], name="one_node_per_label"),
        ]
        ordering = ["task", "position"]
        verbose_name = _("response node")
        verbose_name_plural = _("response nodes")

    def __str__(self) -> str:
        return f"[{self.label}] {self.text}"


class ClarqFile(models.Model):
    """A file of the published layout that tasks of this project came from, with its empty places."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="clarq_files", verbose_name=_("project"))
    folder = models.CharField(_("folder"), max_length=60)
    name = models.CharField(_("file"), max_length=200)
    size = models.PositiveIntegerField(_("entries"))
    placeholders = models.JSONField(
        _("placeholders"), default=dict, help_text=_("Entries that are not tasks, by index.")
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["project", "folder", "name"], name="one_clarq_file_per_name")]
        ordering = ["project", "folder", "name"]
        verbose_name = _("ClarQ file")
        verbose_name_plural = _("ClarQ files")

    def __str__(self) -> str:
        return f"{self.folder}/{self.name}"


class ClarqEntry(models.Model):
    """What an imported entry held beside the content, so that an export gives it back unchanged."""

    task = models.OneToOneField(Task, models.CASCADE, related_name="clarq_entry", verbose_name=_("task"))
    file = models.ForeignKey(ClarqFile, models.CASCADE, related_name="entries", verbose_name=_("file"))
    index = models.PositiveIntegerField(_("entry"))
    version = models.PositiveIntegerField(
        _("version of the task"), default=1, help_text=_("The version that last agreed with the file.")
    )
    prompt = models.TextField(_("rendered background"), blank=True)
    prompt_of = models.CharField(_("fingerprint of the background that was rendered"), max_length=64, blank=True)
    has_prefix = models.BooleanField(_("texts start with the provider's name"), default=False)
    has_purposes = models.BooleanField(_("purposes are given"), default=False)
    extra = models.JSONField(_("other fields"), default=dict)
    fingerprint = models.CharField(_("fingerprint of the entry"), max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["file", "index"], name="one_task_per_clarq_entry")]
        ordering = ["file", "index"]
        verbose_name = _("ClarQ entry")
        verbose_name_plural = _("ClarQ entries")

    def __str__(self) -> str:
        return f"{self.file}[{self.index}]"
