"""Administration: dialogues can be looked up; what was said is history and stays as it was said."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from dialogues.models import Agent, Dialogue, OwedReply, Run, Turn, WorkerBeat


class ReadOnly:
    """Rows that only the services write."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


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
class RunAdmin(admin.ModelAdmin):
    list_display = ["name", "project", "source", "mode", "provider_agent", "seeker_agent", "created_at"]
    list_filter = ["source", "mode", "project"]
    list_select_related = ["project", "provider_agent", "seeker_agent"]
    search_fields = ["name", "note"]
    raw_id_fields = ["created_by"]


@admin.register(Dialogue)
class DialogueAdmin(admin.ModelAdmin):
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
    list_filter = ["status", "end_reason", "mode", "language", "project"]
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
        return super().get_queryset(request).annotate(turn_count=Count("turns"))

    @admin.display(description=_("turns"))
    def said(self, dialogue: Dialogue) -> int:
        return int(dialogue.turn_count)  # type: ignore[attr-defined]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(Turn)
class TurnAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["dialogue", "seq", "speaker", "text", "kind", "created_at"]
    list_filter = ["speaker", "kind", "statement_type"]
    list_select_related = ["dialogue"]
    search_fields = ["text"]


@admin.register(OwedReply)
class OwedReplyAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["dialogue", "after_seq", "state", "attempts", "lease_until", "error", "created_at"]
    list_filter = ["state"]
    list_select_related = ["dialogue"]


@admin.register(WorkerBeat)
class WorkerBeatAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["name", "seen_at"]
