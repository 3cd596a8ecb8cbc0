"""The administration of dialogues. Staff see what they may read; what was said is history and stays as it was said."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db import models
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from annotation.models import Task
from annotation.models.projects import READ_RESULTS
from annotation.scoped_admin import ReadOnly, ScopedAdmin
from dialogues.models import Agent, Dialogue, OwedReply, Run, Turn, WorkerBeat

OF_OWN_PROJECTS = admin.RelatedOnlyFieldListFilter


class TurnInline(ReadOnly, admin.TabularInline):
    model = Turn
    extra = 0
    can_delete = False
    fields = ("seq", "speaker", "text", "nodes", "kind", "statement_type", "created_at")
    readonly_fields = ("seq", "speaker", "text", "nodes", "kind", "statement_type", "created_at")


@admin.register(Agent)
class AgentAdmin(admin.ModelAdmin):
    list_display = ["name", "version", "speaker", "engine"]
    list_filter = ["speaker", "engine"]
    search_fields = ["name"]


@admin.register(Run)
class RunAdmin(ScopedAdmin):
    view_roles = READ_RESULTS
    list_display = ["name", "project", "source", "mode", "provider_agent", "seeker_agent", "created_at"]
    list_filter = ["source", "mode", ("project", OF_OWN_PROJECTS)]
    list_select_related = ["project", "provider_agent", "seeker_agent"]
    search_fields = ["name", "note"]
    raw_id_fields = ["created_by"]


@admin.register(Dialogue)
class DialogueAdmin(ScopedAdmin):
    view_roles = READ_RESULTS
    list_display = [
        "id",
        "title",
        "project",
        "language",
        "mode",
        "seeker",
        "status",
        "end_reason",
        "said",
        "started_at",
    ]
    list_filter = ["status", "end_reason", "mode", "language", ("project", OF_OWN_PROJECTS)]
    list_select_related = ["project", "seeker"]
    search_fields = ["title", "seeker__username"]
    date_hierarchy = "started_at"
    inlines = [TurnInline]
    # How a dialogue ended is decided by `dialogues.services`; only where it belongs may be corrected here.
    raw_id_fields = ["task", "run"]
    readonly_fields = [
        "snapshot",
        "task_version",
        "language",
        "responses",
        "depth",
        "mode",
        "seeker",
        "seeker_agent",
        "provider_agent",
        "status",
        "end_reason",
        "failure",
        "log_type",
        "log_index",
        "started_at",
        "ended_at",
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Dialogue]:
        return super().get_queryset(request).filter(pk__in=_readable(request)).annotate(turn_count=Count("turns"))

    def formfield_for_foreignkey(self, db_field: models.ForeignKey, request: HttpRequest, **kwargs: Any) -> Any:
        """A dialogue belongs to a task and a run that the person may know."""
        if db_field.related_model in (Task, Run):
            kwargs["queryset"] = db_field.related_model.objects.visible_to(request.user)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    @admin.display(description=_("turns"))
    def said(self, dialogue: Dialogue) -> int:
        return int(dialogue.turn_count)  # type: ignore[attr-defined]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


class OfReadableDialogues(ReadOnly, ScopedAdmin):
    """Rows of a dialogue, for those who may read it: never for its own seeker while it goes on."""

    project_path = "dialogue__project"
    view_roles = READ_RESULTS

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(dialogue__in=_readable(request))


@admin.register(Turn)
class TurnAdmin(OfReadableDialogues):
    list_display = ["dialogue", "seq", "speaker", "text", "kind", "created_at"]
    list_filter = ["speaker", "kind", "statement_type"]
    list_select_related = ["dialogue"]
    search_fields = ["text"]


@admin.register(OwedReply)
class OwedReplyAdmin(OfReadableDialogues):
    list_display = ["dialogue", "after_seq", "state", "attempts", "lease_until", "error", "created_at"]
    list_filter = ["state"]
    list_select_related = ["dialogue"]


@admin.register(WorkerBeat)
class WorkerBeatAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["name", "seen_at"]


def _readable(request: HttpRequest) -> QuerySet[Any, Any]:
    return Dialogue.objects.readable_by(request.user).values("pk")
