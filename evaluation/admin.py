"""Administration: scores and verdicts can be looked up; corrections are new rows, which only the services write."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from annotation.models import Project
from annotation.models.projects import READ_RESULTS
from evaluation.models import JudgeAnswer, Reveal, Score, Verdict
from evaluation.services import seen_by


class HistoryAdmin(admin.ModelAdmin):
    """Read-only rows of the person's projects; staff who judge see only dialogues that they are not blind to.

    A superuser sees everything: somebody has to be able to look after the data.
    """

    list_per_page = 50
    show_full_result_count = False
    raw_id_fields = ("dialogue",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = (
            super()
            .get_queryset(request)
            .filter(dialogue__project__in=Project.objects.where_user_is(request.user, READ_RESULTS))
        )
        return rows if request.user.is_superuser else rows.filter(dialogue__in=seen_by(person=request.user))


@admin.register(Score)
class ScoreAdmin(HistoryAdmin):
    list_display = ["dialogue", "scorer", "version", "judge", "created_at", "replaces"]
    list_filter = ["scorer", "version", "judge", "dialogue__project"]
    list_select_related = ("dialogue", "replaces")
    search_fields = ["dialogue__title"]


@admin.register(Verdict)
class VerdictAdmin(HistoryAdmin):
    list_display = ["dialogue", "person", "outcome", "blind", "created_at", "replaces"]
    list_filter = ["outcome", "blind", "dialogue__project"]
    list_select_related = ("dialogue", "person", "replaces")
    search_fields = ["dialogue__title", "person__username", "reason"]


@admin.register(Reveal)
class RevealAdmin(HistoryAdmin):
    list_display = ["dialogue", "person", "created_at"]
    list_select_related = ("dialogue", "person")


@admin.register(JudgeAnswer)
class JudgeAnswerAdmin(HistoryAdmin):
    list_display = ["dialogue", "judge", "node_index", "match", "created_at"]
    list_filter = ["judge", "match"]
    list_select_related = ("dialogue",)
    search_fields = ["dialogue__title", "analysis"]
