"""The administration of projects and tasks. Staff see what `visible_to` shows them; superusers see everything.

A task's background and nodes are edited on its page here; saving makes a version, as everywhere else.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation import services
from annotation.clarq.content import MAX_LINES, MAX_NODES, MAX_TEXT, new_uid
from annotation.errors import DomainError
from annotation.models import (
    ClarqBackground,
    ClarqEntry,
    ClarqFile,
    Guidelines,
    Membership,
    Project,
    ResponseNode,
    Task,
    TaskRevision,
)
from annotation.models.projects import MANAGE, WRITE_TASKS
from annotation.models.tasks import TaskStatus
from annotation.scoped_admin import ReadOnly, ScopedAdmin


class MembershipInline(admin.TabularInline):
    model = Membership
    extra = 0
    autocomplete_fields = ["user"]


@admin.register(Project)
class ProjectAdmin(ScopedAdmin):
    project_path = "pk"
    list_display = ["title", "slug", "family", "max_seeker_turns", "created_at"]
    search_fields = ["title", "slug"]
    inlines = [MembershipInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return admin.ModelAdmin.get_queryset(self, request) & Project.objects.visible_to(request.user)

    def _project_of(self, obj: Any) -> Project:
        return obj


@admin.register(Membership)
class MembershipAdmin(ScopedAdmin):
    view_roles = MANAGE
    list_display = ["user", "role", "project", "created_at"]
    list_filter = ["role"]
    list_select_related = ["user", "project"]
    search_fields = ["user__username", "project__title"]
    autocomplete_fields = ["user"]


@admin.register(Guidelines)
class GuidelinesAdmin(ReadOnly, ScopedAdmin):
    """Versions are written on the project's page and never changed."""

    list_display = ["project", "version", "created_by", "created_at"]
    list_select_related = ["project", "created_by"]


def _plain_breaks(text: str) -> str:
    """Browsers send line breaks as two characters; the content has one."""
    return text.replace("\r\n", "\n")


def _check_lengths(texts: list[str]) -> None:
    if any(len(text) > MAX_TEXT for text in texts):
        raise forms.ValidationError(gettext("At most %(limit)s characters fit into one text.") % {"limit": MAX_TEXT})


class BackgroundForm(forms.ModelForm):
    class Meta:
        model = ClarqBackground
        fields = ["role", "goal", "items", "skills", "scenes"]

    def clean(self) -> dict[str, Any]:
        values = {name: _plain_breaks(text) for name, text in (super().clean() or {}).items() if isinstance(text, str)}
        for name, text in values.items():
            lines = text.split("\n") if name in ("items", "skills", "scenes") else [text]
            _check_lengths(lines)
            if len(lines) > MAX_LINES:
                raise forms.ValidationError(gettext("At most %(limit)s lines fit here.") % {"limit": MAX_LINES})
        return {**self.cleaned_data, **values}


class NodeForm(forms.ModelForm):
    class Meta:
        model = ResponseNode
        fields = ["position", "label", "parent", "text", "purpose"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # A text is kept to the character: trailing spaces are part of the published data.
        for name in ("text", "purpose"):
            field: Any = self.fields[name]
            field.strip = False

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        for name in ("text", "purpose"):
            values[name] = _plain_breaks(values.get(name, ""))
            _check_lengths([values[name]])
        return values

    def save(self, commit: bool = True) -> ResponseNode:
        self.instance.uid = self.instance.uid or new_uid()
        return super().save(commit)


class NodeFormSet(forms.BaseInlineFormSet):
    """The rows must stay one tree. Parents before children is what keeps a cycle out."""

    def clean(self) -> None:
        super().clean()
        if any(self.errors):
            return
        kept = [form for form in self.forms if form.cleaned_data and not form.cleaned_data.get("DELETE")]
        deleted = {form.instance.pk for form in self.deleted_forms}
        positions = {form.instance.pk: form.cleaned_data["position"] for form in kept if form.instance.pk}
        if len(kept) > MAX_NODES:
            raise forms.ValidationError(gettext("At most %(limit)s nodes fit into a tree.") % {"limit": MAX_NODES})
        roots = [form for form in kept if form.cleaned_data.get("parent") is None]
        if kept and (len(roots) != 1 or roots[0].cleaned_data["label"] != "0"):
            raise forms.ValidationError(gettext("A tree has exactly one root, labelled 0; give all others a parent."))
        for form in kept:
            self._check_parent(form, positions, deleted)

    def _check_parent(self, form: Any, positions: dict[Any, int], deleted: set[Any]) -> None:
        parent, label = form.cleaned_data.get("parent"), form.cleaned_data["label"]
        if parent is None:
            return
        if parent.pk in deleted or parent.pk not in positions:
            raise forms.ValidationError(
                gettext("Node %(label)s needs a parent that stays in this tree.") % {"label": label}
            )
        if positions[parent.pk] >= form.cleaned_data["position"]:
            raise forms.ValidationError(
                gettext("Node %(label)s must come after its parent: give it a higher position.") % {"label": label}
            )


class TaskParts:
    """Inlines follow the task's own permission; the rows are versioned with it."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("annotation.change_task")

    has_change_permission = has_add_permission
    has_delete_permission = has_add_permission
    has_view_permission = has_add_permission


class BackgroundInline(TaskParts, admin.StackedInline):
    model = ClarqBackground
    form = BackgroundForm
    extra = 0


class NodeInline(TaskParts, admin.TabularInline):
    model = ResponseNode
    form = NodeForm
    formset = NodeFormSet
    extra = 0

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        """Parents are offered from the same task only."""
        formset = super().get_formset(request, obj, **kwargs)
        parent: Any = formset.form.base_fields["parent"]
        parent.queryset = ResponseNode.objects.filter(task=obj) if obj else ResponseNode.objects.none()
        return formset


@admin.register(Task)
class TaskAdmin(ScopedAdmin):
    change_roles = WRITE_TASKS
    list_display = ["title", "project", "language", "type", "status", "split", "version", "updated_at"]
    list_filter = ["status", "language", "split"]
    list_select_related = ["project"]
    search_fields = ["title", "type"]
    readonly_fields = ["status", "version", "created_by", "created_at", "updated_at"]
    inlines = [BackgroundInline, NodeInline]
    actions = ["open_to_seekers", "take_back", "close"]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """A task keeps its project and its language."""
        return [*self.readonly_fields, "project", "language"] if obj else list(self.readonly_fields)

    def save_model(self, request: HttpRequest, obj: Task, form: Any, change: bool) -> None:
        if not change:
            obj.created_by_id = request.user.pk
        super().save_model(request, obj, form, change)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        services.record_rows(task=form.instance, by=request.user, note=gettext("Edited in the administration"))

    @admin.action(description=_("Open the chosen tasks to seekers"), permissions=["change"])
    def open_to_seekers(self, request: HttpRequest, tasks: QuerySet[Task]) -> None:
        self._move(request, tasks, TaskStatus.OPEN)

    @admin.action(description=_("Take the chosen tasks back to drafts"), permissions=["change"])
    def take_back(self, request: HttpRequest, tasks: QuerySet[Task]) -> None:
        self._move(request, tasks, TaskStatus.DRAFT)

    @admin.action(description=_("Close the chosen tasks"), permissions=["change"])
    def close(self, request: HttpRequest, tasks: QuerySet[Task]) -> None:
        self._move(request, tasks, TaskStatus.CLOSED)

    def _move(self, request: HttpRequest, tasks: QuerySet[Task], to: str) -> None:
        for task in tasks:
            if not self.has_change_permission(request, task):
                continue
            try:
                services.move_task(task=task, to=to)
            except DomainError as error:
                self.message_user(request, f"{error.message} {error.hint}".strip(), messages.ERROR)


@admin.register(TaskRevision)
class TaskRevisionAdmin(ReadOnly, ScopedAdmin):
    project_path = "task__project"
    list_display = ["task", "number", "base", "author", "note", "created_at"]
    list_select_related = ["task", "author"]
    search_fields = ["task__title"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer("content")


@admin.register(ClarqBackground)
class ClarqBackgroundAdmin(ReadOnly, ScopedAdmin):
    """To be read and searched here; edited on the task's page."""

    project_path = "task__project"
    list_display = ["task", "goal", "uncertainties", "depth", "hints"]
    list_select_related = ["task"]
    search_fields = ["goal", "items", "skills", "scenes"]


@admin.register(ResponseNode)
class ResponseNodeAdmin(ReadOnly, ScopedAdmin):
    """To be read and searched here; edited on the task's page."""

    project_path = "task__project"
    list_display = ["task", "label", "text", "purpose"]
    list_select_related = ["task"]
    search_fields = ["text", "purpose"]


@admin.register(ClarqFile)
class ClarqFileAdmin(ReadOnly, ScopedAdmin):
    list_display = ["folder", "name", "project", "size"]
    list_select_related = ["project"]
    search_fields = ["name"]


@admin.register(ClarqEntry)
class ClarqEntryAdmin(ReadOnly, ScopedAdmin):
    project_path = "task__project"
    list_display = ["file", "index", "task", "version"]
    list_select_related = ["file", "task"]
    search_fields = ["file__name", "task__title"]
