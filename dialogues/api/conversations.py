"""A seeker's conversations over REST: the same services as behind the socket, so that a script can play."""

from __future__ import annotations

from typing import Any

from django.db.models import Count
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.api import BoundedJSONParser, valid
from annotation.models import Task
from dialogues import services
from dialogues.api.shapes import (
    DialogueDetailShape,
    DialoguesShape,
    ErrorShape,
    GoodbyeRequest,
    OpenTasksShape,
    SayRequest,
    SinceRequest,
    StartRequest,
    StoredTurnShape,
    TurnsShape,
    WaitingShape,
)
from dialogues.models import Dialogue, Turn
from dialogues.paging import page_of
from dialogues.seeker_view import (
    brief_of_dialogue,
    brief_of_task,
    last_seq_of,
    news_since,
    state_for_seeker,
    turn_for_seeker,
)

ERRORS = dict.fromkeys((400, 401, 403, 404, 409, 413, 422), ErrorShape)
PAGE = OpenApiParameter("page", int, description="Counted from 1; 100 entries to a page.")


class SeekerView(APIView):
    parser_classes = [BoundedJSONParser]

    def dialogue(self, request: Request, pk: int) -> Dialogue:
        """Only one's own: researchers read dialogues elsewhere, with other shapes."""
        return get_object_or_404(Dialogue.objects.played_by(request.user), pk=pk)


class OpenTasks(SeekerView):
    @extend_schema(parameters=[PAGE], responses={200: OpenTasksShape, **ERRORS})
    def get(self, request: Request) -> Response:
        """The tasks that the person may start, with what a seeker is told of them."""
        tasks = Task.objects.playable_by(request.user).select_related("background").order_by("project", "pk")
        return Response(page_of(tasks, request, brief_of_task))


class Dialogues(SeekerView):
    @extend_schema(operation_id="dialogues_list", parameters=[PAGE], responses={200: DialoguesShape, **ERRORS})
    def get(self, request: Request) -> Response:
        """One's own dialogues, newest first."""
        own = Dialogue.objects.played_by(request.user).defer("snapshot")
        own = own.annotate(said=Count("turns")).order_by("-started_at", "-pk")
        return Response(page_of(own, request, lambda dialogue: state_for_seeker(dialogue, dialogue.said)))

    @extend_schema(request=StartRequest, responses={201: DialogueDetailShape, 200: DialogueDetailShape, **ERRORS})
    def post(self, request: Request) -> Response:
        """Start a task. 201 for a new dialogue, 200 for the one that the person has not finished yet."""
        asked = valid(StartRequest, request.data)
        task = get_object_or_404(Task.objects.playable_by(request.user), pk=asked["task"])
        unfinished = services.unfinished_dialogue(task=task, seeker=request.user)
        dialogue = unfinished or services.start_dialogue(task=task, seeker=request.user)
        return Response(detail(dialogue), status=200 if unfinished else 201)


class OneDialogue(SeekerView):
    @extend_schema(responses={200: DialogueDetailShape, **ERRORS})
    def get(self, request: Request, pk: int) -> Response:
        """Background, all turns so far, and why one waits."""
        return Response(detail(self.dialogue(request, pk)))


class Turns(SeekerView):
    @extend_schema(parameters=[SinceRequest], responses={200: TurnsShape, **ERRORS})
    def get(self, request: Request, pk: int) -> Response:
        """What was said after turn `since`: the same question that a socket asks after a reconnect."""
        since = valid(SinceRequest, request.query_params)["since"]
        news = news_since(self.dialogue(request, pk).pk, since)
        waiting = news.waiting.to_json() if news.waiting else None
        return Response({"dialogue": news.state, "turns": news.turns, "waiting": waiting})

    @extend_schema(request=SayRequest, responses={201: StoredTurnShape, 200: StoredTurnShape, **ERRORS})
    def post(self, request: Request, pk: int) -> Response:
        """Say something. 201 when it was stored now, 200 when the same send had been stored before."""
        dialogue = self.dialogue(request, pk)
        asked = valid(SayRequest, request.data)
        before = last_seq_of(dialogue)
        turn = services.add_turn(dialogue=dialogue, by=request.user, text=asked["text"], client_id=asked["client_id"])
        return stored(dialogue, turn, before)


class Goodbye(SeekerView):
    @extend_schema(request=GoodbyeRequest, responses={201: StoredTurnShape, 200: StoredTurnShape, **ERRORS})
    def post(self, request: Request, pk: int) -> Response:
        """End the dialogue with a goodbye in its language."""
        dialogue = self.dialogue(request, pk)
        asked = valid(GoodbyeRequest, request.data)
        before = last_seq_of(dialogue)
        turn = services.say_goodbye(dialogue=dialogue, by=request.user, client_id=asked["client_id"])
        return stored(dialogue, turn, before)


class Retry(SeekerView):
    @extend_schema(request=None, responses={202: WaitingShape, **ERRORS})
    def post(self, request: Request, pk: int) -> Response:
        """Ask once more for an answer that failed."""
        dialogue = self.dialogue(request, pk)
        services.retry_reply(dialogue=dialogue, by=request.user)
        waiting = services.waiting_for(dialogue_id=dialogue.pk)
        return Response(waiting.to_json() if waiting else None, status=202)


def detail(dialogue: Dialogue) -> dict[str, Any]:
    news = news_since(dialogue.pk, 0)
    return {
        **news.state,
        "background": brief_of_dialogue(dialogue),
        "turns": news.turns,
        "waiting": news.waiting.to_json() if news.waiting else None,
    }


def stored(dialogue: Dialogue, turn: Turn, before: int) -> Response:
    dialogue.refresh_from_db(fields=["status", "end_reason"])
    state = state_for_seeker(dialogue, last_seq_of(dialogue))
    body = {"dialogue": state, "turn": turn_for_seeker(turn)}
    return Response(body, status=201 if turn.seq > before else 200)
