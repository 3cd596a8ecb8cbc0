"""Results over REST: runs with their figures, and scores and verdicts of one dialogue, with the pages' blindness."""

from __future__ import annotations

from typing import Any, cast

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.api import BoundedJSONParser, valid
from dialogues.models import Dialogue, DialogueStatus, Run
from evaluation.exports import judgments_json, verdict_json
from evaluation.figures import RunFigures, by_run, figures_of
from evaluation.models import Outcome
from evaluation.reading import read
from evaluation.reports import run_json
from evaluation.selection import Selection
from evaluation.services import LONGEST_REASON, record_verdict, refuse_while_blind

PROJECT = OpenApiParameter("project", str, description="Short name of a project; all of yours when it is left out.")
FIGURES = inline_serializer(
    "RunFigures",
    {
        "id": serializers.IntegerField(),
        "run": serializers.CharField(),
        "project": serializers.CharField(),
        "source": serializers.CharField(),
        "mode": serializers.CharField(),
        "seeker": serializers.CharField(allow_null=True),
        "provider": serializers.CharField(allow_null=True),
        "n": serializers.IntegerField(help_text="Dialogues with a score."),
        "successes": serializers.IntegerField(),
        "undecided": serializers.IntegerField(help_text="Counted as not successful."),
        "success_rate": serializers.FloatField(allow_null=True),
        "aqd": serializers.FloatField(allow_null=True),
        "aql": serializers.FloatField(allow_null=True),
        "words_per_turn": serializers.FloatField(allow_null=True),
        "intervals": serializers.DictField(help_text="95%, [low, high] or null, by measure."),
        "aql_by_language": serializers.DictField(),
        "failed": serializers.IntegerField(help_text="Outside n."),
        "active": serializers.IntegerField(),
        "unscored": serializers.IntegerField(),
        "scorer": serializers.CharField(allow_null=True),
        "judge": serializers.CharField(allow_null=True),
    },
)
RUN_LIST = inline_serializer(
    "RunList", {"count": serializers.IntegerField(), "results": serializers.ListField(child=serializers.DictField())}
)


class VerdictRequest(serializers.Serializer[Any]):
    outcome = serializers.ChoiceField(choices=Outcome.choices)
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=LONGEST_REASON)


class ResultsView(APIView):
    parser_classes = [BoundedJSONParser]

    def runs(self, request: Request) -> QuerySet[Run]:
        runs = Run.objects.visible_to(request.user).select_related("project", "seeker_agent", "provider_agent")
        return runs.order_by("project", "-created_at", "name")

    def dialogue(self, request: Request, pk: int) -> Dialogue:
        return get_object_or_404(Dialogue.objects.readable_by(request.user).select_related("project", "run"), pk=pk)

    def figures(self, request: Request, runs: list[Run]) -> list[RunFigures]:
        """Figures of these runs; a run without a dialogue has undefined ones."""
        dialogues = Dialogue.objects.readable_by(request.user).filter(run__in=runs)
        found = {of.run.pk: of for of in by_run(read(dialogues, Selection()), runs)}
        return [found.get(run.pk) or RunFigures(run, figures_of([])) for run in runs]


class Runs(ResultsView):
    @extend_schema(operation_id="runs_list", parameters=[PROJECT], responses=RUN_LIST)
    def get(self, request: Request) -> Response:
        """Runs that you may read, newest first inside each project, each with n, S, AQD, AQL and intervals."""
        runs = self.runs(request)
        if slug := request.query_params.get("project", "").replace("\x00", "?"):
            runs = runs.filter(project__slug=slug)
        figures = self.figures(request, list(runs))
        return Response({"count": len(figures), "results": [run_json(of) for of in figures]})


class OneRun(ResultsView):
    @extend_schema(responses=FIGURES)
    def get(self, request: Request, pk: int) -> Response:
        """One run and its dialogues' keys, in the order in which they were stored."""
        run = get_object_or_404(self.runs(request), pk=pk)
        keys = Dialogue.objects.readable_by(request.user).filter(run=run).order_by("pk").values_list("pk", flat=True)
        return Response({**run_json(self.figures(request, [run])[0]), "dialogues": list(keys)})


class Scores(ResultsView):
    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, pk: int) -> Response:
        """Scores, judge's answers and verdicts of a dialogue; refused (still_blind) until you have judged it."""
        dialogue = self.dialogue(request, pk)
        refuse_while_blind(dialogue=dialogue, person=_person(request))
        ended = dialogue.status == DialogueStatus.ENDED
        return Response({"dialogue": dialogue.pk, "ended": ended, **judgments_json(dialogue, request.user.pk)})


class Verdicts(ResultsView):
    @extend_schema(request=VerdictRequest, responses={201: OpenApiTypes.OBJECT})
    def post(self, request: Request, pk: int) -> Response:
        """Record your verdict on a dialogue; a second one replaces the first and needs a reason."""
        dialogue = self.dialogue(request, pk)
        asked = valid(VerdictRequest, request.data)
        verdict = record_verdict(dialogue=dialogue, person=_person(request), **asked)
        return Response(verdict_json(verdict, request.user.pk), status=201)


def _person(request: Request) -> User:
    return cast(User, request.user)
