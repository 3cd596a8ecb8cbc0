"""The seeker's pages. They work as plain forms; chat.js makes the conversation live."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.errors import DomainError
from annotation.models import Project, Role, Task
from annotation.models.tasks import LanguageCode
from dialogues import services
from dialogues.models import Dialogue, DialogueStatus
from dialogues.seeker_view import brief_of_dialogue, last_seq_of
from dialogues.utterances import MAX_TEXT

TASKS_ON_A_PAGE = 30
FINISHED_SHOWN = 20


@login_required
@require_GET
def play(request: HttpRequest) -> HttpResponse:
    """What one can go on with, what one can start, what one has finished."""
    own = Dialogue.objects.played_by(request.user).defer("snapshot").select_related("project")
    own = own.annotate(said=Count("turns")).order_by("-started_at", "-pk")
    playable = _playable(request)
    language = _chosen_language(request, playable)
    tasks = playable.filter(language=language) if language else playable
    context = {
        "unfinished": own.filter(status=DialogueStatus.ACTIVE),
        "finished": own.exclude(status=DialogueStatus.ACTIVE)[:FINISHED_SHOWN],
        "page": Paginator(tasks, TASKS_ON_A_PAGE).get_page(request.GET.get("page")),
        "language": language,
        "languages": _languages_of(playable),
        "several_projects": playable.values("project").distinct().count() > 1,
        "may_seek": Project.objects.where_user_is(request.user, (Role.SEEKER, Role.MANAGER)).exists(),
    }
    return render(request, "dialogues/play.html", context)


@login_required
@require_POST
def play_start(request: HttpRequest, pk: int) -> HttpResponse:
    task = get_object_or_404(Task.objects.playable_by(request.user), pk=pk)
    dialogue = services.start_dialogue(task=task, seeker=request.user)
    return redirect("chat", pk=dialogue.pk)


@login_required
@require_http_methods(["GET", "POST"])
def chat(request: HttpRequest, pk: int) -> HttpResponse:
    """The conversation. A POST says something, for browsers without scripts."""
    dialogue = get_object_or_404(Dialogue.objects.played_by(request.user).select_related("project"), pk=pk)
    request.project = dialogue.project  # type: ignore[attr-defined]
    if request.method == "GET":
        return render(request, "dialogues/chat.html", _chat_context(request, dialogue))
    try:
        _follow(request, dialogue)
    except DomainError as error:
        context = _chat_context(request, dialogue) | {"error": error, "draft": request.POST.get("text", "")}
        return render(request, "dialogues/chat.html", context, status=error.status)
    dialogue.refresh_from_db(fields=["status"])
    if dialogue.status != DialogueStatus.ACTIVE:
        return redirect("chat-done", pk=pk)
    return redirect(f"{reverse('chat', args=[pk])}#latest")


@login_required
@require_GET
def chat_done(request: HttpRequest, pk: int) -> HttpResponse:
    """The closing page: thanks, what happens next, the next task. Never a score."""
    dialogue = get_object_or_404(Dialogue.objects.played_by(request.user).select_related("project"), pk=pk)
    if dialogue.status == DialogueStatus.ACTIVE:
        return redirect("chat", pk=pk)
    request.project = dialogue.project  # type: ignore[attr-defined]
    context = {
        "dialogue": dialogue,
        "turns": dialogue.turns.defer("trace", "nodes"),
        "said": last_seq_of(dialogue),
        "next_task": _next_task(request, dialogue),
    }
    return render(request, "dialogues/chat_done.html", context)


def _follow(request: HttpRequest, dialogue: Dialogue) -> None:
    """What the form's pressed button asks for."""
    client_id = request.POST.get("client_id", "")
    asked = request.POST.get("do", "say")
    if asked == "goodbye":
        services.say_goodbye(dialogue=dialogue, by=request.user, client_id=client_id)
    elif asked == "retry":
        services.retry_reply(dialogue=dialogue, by=request.user)
    else:
        services.add_turn(dialogue=dialogue, by=request.user, text=request.POST.get("text", ""), client_id=client_id)


def _chat_context(request: HttpRequest, dialogue: Dialogue) -> dict[str, Any]:
    turns = list(dialogue.turns.defer("trace", "nodes"))
    used = len(turns) // 2
    return {
        "dialogue": dialogue,
        "brief": brief_of_dialogue(dialogue),
        "turns": turns,
        "last_seq": len(turns),
        "waiting": services.waiting_for(dialogue_id=dialogue.pk),
        "over": dialogue.status != DialogueStatus.ACTIVE,
        "message_number": min(used + 1, dialogue.max_seeker_turns),
        "is_last_message": used + 1 == dialogue.max_seeker_turns,
        "client_id": uuid4().hex,
        "goodbye": services.goodbye_words(dialogue),
        "next_task": _next_task(request, dialogue),
        "max_text": MAX_TEXT,
    }


def _playable(request: HttpRequest) -> QuerySet[Task]:
    """Open tasks, those first that the person has never played; without those that are going on."""
    own = Dialogue.objects.played_by(request.user).filter(task=OuterRef("pk"))
    return (
        Task.objects.playable_by(request.user)
        .filter(~Exists(own.filter(status=DialogueStatus.ACTIVE)))
        .annotate(played=Exists(own))
        .select_related("background", "project")
        .order_by("played", "project", "pk")
    )


def _next_task(request: HttpRequest, dialogue: Dialogue) -> Task | None:
    """An open task that the person has not played, preferably of the same project, always of the same language."""
    played = Dialogue.objects.played_by(request.user).filter(task__isnull=False).values("task_id")
    fresh = _playable(request).filter(language=dialogue.language).exclude(pk__in=played)
    return fresh.filter(project_id=dialogue.project_id).first() or fresh.first()


def _chosen_language(request: HttpRequest, playable: QuerySet[Task]) -> str:
    """A language code, or "" for all: as the address says, else the reader's own where it has tasks."""
    asked = request.GET.get("language")
    if asked is not None:
        return asked if asked in LanguageCode.values else ""
    own = "zh" if (get_language() or "").startswith("zh") else "en"
    return own if playable.filter(language=own).exists() else ""


def _languages_of(playable: QuerySet[Task]) -> list[dict[str, Any]]:
    """The languages in which there is something to choose, each under its own name."""
    counts = dict(playable.order_by().values_list("language").annotate(Count("pk")))
    return [
        {"code": code, "name": name, "count": counts[code]} for code, name in LanguageCode.choices if code in counts
    ]
