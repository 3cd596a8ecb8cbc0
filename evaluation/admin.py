"""Administration: scores and verdicts can be looked up; corrections are new rows, which only the services write."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from annotation.models.projects import READ_RESULTS
from annotation.scoped_admin import ReadOnly, ScopedAdmin
from evaluation.models import JudgeAnswer, Reveal, Score, Verdict
from evaluation.services import seen_by

OF_OWN_PROJECTS = admin.RelatedOnlyFieldListFilter


class HistoryAdmin(ReadOnly, ScopedAdmin):
    """Read-only rows of the person's projects; staff who judge see only dialogues that they are not blind to.

    A superuser sees everything: somebody has to be able to look after the data.
    """

    project_path = "dialogue__project"
    view_roles = READ_RESULTS
    raw_id_fields = ("dialogue",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        return rows if request.user.is_superuser else rows.filter(dialogue__in=seen_by(person=request.user))


@admin.register(Score)
class ScoreAdmin(HistoryAdmin):
    list_display = ["dialogue", "scorer", "version", "judge", "created_at", "replaces"]
    list_filter = ["scorer", "version", "judge", ("dialogue__project", OF_OWN_PROJECTS)]
    list_select_related = ("dialogue", "replaces")
    search_fields = ["dialogue__title"]


@admin.register(Verdict)
class VerdictAdmin(HistoryAdmin):
    list_display = ["dialogue", "person", "outcome", "blind", "created_at", "replaces"]
    list_filter = ["outcome", "blind", ("dialogue__project", OF_OWN_PROJECTS)]
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
