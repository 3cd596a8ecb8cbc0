"""Start a task from a conversation (paper 000, III-D): write it, choose and arrange its nodes, go on in the editor.

No state is kept between the steps: each form carries the conversation along, so that Back and a second tab are safe.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from annotation import services
from annotation.api import require_author
from annotation.clarq.build import read_content
from annotation.clarq.content import ContentError, TaskContent, Utterance
from annotation.clarq.conversation import (
    Choice,
    ConversationDraft,
    Problem,
    Speaker,
    content_from,
    parse_conversation,
    suggested_purpose,
    suggestions,
)
from annotation.clarq.words import text_language
from annotation.content_messages import told
from annotation.errors import IllegalMove, InvalidInput, NotAllowed
from annotation.models import Project, Task
from annotation.models.projects import KNOW_TREES, WRITE_TASKS
from annotation.views.editor import task_on_page

TEMPLATE = "annotation/from_conversation.html"
# Two hundred utterances of ordinary length; more is refused before it is read.
MAX_CONVERSATION = 200_000


@dataclass(frozen=True)
class ArrangedLine:
    """One utterance in step 2: who said what and, for the provider's, how it may become a node."""

    index: int
    utterance: Utterance
    chosen: bool = False
    parent: int | None = None
    purpose: str = ""
    parents: tuple[tuple[int, str], ...] = ()


@login_required
def from_conversation(request: HttpRequest, pk: int) -> HttpResponse:
    """Give an empty task its tree. A task that already has one keeps it."""
    task = task_on_page(request, pk)
    require_author(request.user, task)
    content = read_content(task)
    if any(node.text.strip() for node in content.nodes) or len(content.nodes) > 1:
        raise IllegalMove(
            _("“%(title)s” already has a tree. Nothing was changed.") % {"title": task.title},
            hint=_("Start a new task from the conversation instead, or empty this tree first."),
        )
    return _steps(request, project=task.project, task=task, content=content)


@login_required
def new_from_conversation(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a new task out of a conversation."""
    project = get_object_or_404(Project.objects.where_user_is(request.user, KNOW_TREES), slug=slug)
    request.project = project  # type: ignore[attr-defined]
    if not project.allows(request.user, WRITE_TASKS):
        raise NotAllowed(
            _("You do not write tasks in “%(project)s”.") % {"project": project.title},
            hint=_("A manager of the project can make you an author."),
        )
    return _steps(request, project=project, task=None, content=None)


def _steps(request: HttpRequest, *, project: Project, task: Task | None, content: TaskContent | None) -> HttpResponse:
    form = request.POST
    step = form.get("step", "write") if request.method == "POST" else "write"
    shown: dict[str, Any] = {
        "task": task,
        "project": project,
        "text": form.get("text", ""),
        "starts": _starts(form) or "",
        "title": form.get("title", ""),
        "base": form.get("base", str(task.version) if task else ""),
        "language": task.language if task else text_language(form.get("text", "")),
        "provider_name": task.provider_name if task else "Jax",
    }
    try:
        draft = _draft(form, shown["provider_name"]) if step != "write" else ConversationDraft((), ())
        shown |= {"draft": draft, "problems": _described(draft.problems)}
        if step == "preview":
            return render(request, "annotation/parts/conversation_preview.html", shown)
        if step == "create":
            return _create(request, project, task, content, draft)
        if step == "arrange":
            _require_answers(draft)
            return render(request, TEMPLATE, {**shown, "step": "arrange", "lines": _suggested(draft)})
    except InvalidInput as error:
        back_to = "arrange" if step == "create" and error.where != "text" else "write"
        lines = _asked(draft, form) if back_to == "arrange" else ()
        return render(
            request, TEMPLATE, {**shown, "step": back_to, "lines": lines, "error": error}, status=error.status
        )
    return render(request, TEMPLATE, {**shown, "step": "write"})


def _create(
    request: HttpRequest, project: Project, task: Task | None, content: TaskContent | None, draft: ConversationDraft
) -> HttpResponse:
    _require_answers(draft)
    form = request.POST
    start = content or services.blank_content(text_language(form.get("text", "")))
    try:
        built = content_from(start, draft, _choices(draft, form))
        built = TaskContent.from_json(built.to_json())
    except ContentError as error:
        raise InvalidInput(
            told(error), hint=_("Nothing was stored. Correct the line and try again."), where=error.where
        ) from None
    if not built.nodes:
        raise InvalidInput(
            _("No line was chosen."), hint=_("Choose at least the provider’s first answer."), where="nodes"
        )
    note = _("Built from a conversation")
    if task is not None:
        base = _number(form.get("base", ""), "base")
        services.save_content(task=task, content=built, base=base, by=request.user, note=note)
    else:
        title = form.get("title", "").replace("\x00", "").strip()[:200] or _("Task from a conversation")
        task = services.create_task(project=project, title=title, content=built, by=request.user, note=note)
    messages.success(
        request, _("The tree has %(nodes)s nodes. The conversation stays with the task.") % {"nodes": len(built.nodes)}
    )
    return redirect(task)


def _draft(form: Mapping[str, str], provider_name: str) -> ConversationDraft:
    text = form.get("text", "")
    if len(text) > MAX_CONVERSATION:
        raise InvalidInput(
            _("The conversation is longer than %(limit)s characters. Nothing was stored.")
            % {"limit": f"{MAX_CONVERSATION:,}"},
            hint=_("Paste a part of it."),
            where="text",
        )
    return parse_conversation(text, starts=_starts(form), provider_name=provider_name)


def _starts(form: Mapping[str, str]) -> Speaker | None:
    given = form.get("starts")
    return "seeker" if given == "seeker" else "provider" if given == "provider" else None


def _require_answers(draft: ConversationDraft) -> None:
    if not any(said.speaker == "provider" for said in draft.utterances):
        raise InvalidInput(
            _("There is no line of the provider in this conversation."),
            hint=_("Write who speaks before each line, as in “Seeker: …” and “Provider: …”."),
            where="text",
        )


def _suggested(draft: ConversationDraft) -> tuple[ArrangedLine, ...]:
    """The suggestions; a line that is not suggested would hang from the root, should somebody choose it."""
    chosen = {choice.index: choice for choice in suggestions(draft)}
    root = min(chosen, default=None)
    lines = []
    for i, said in enumerate(draft.utterances):
        after_root = root is not None and i > root
        choice = chosen.get(i) or Choice(i, root if after_root else None, suggested_purpose(draft, i))
        lines.append(_line(draft, i, said, i in chosen, choice.parent, choice.purpose))
    return tuple(lines)


def _asked(draft: ConversationDraft, form: Mapping[str, str]) -> tuple[ArrangedLine, ...]:
    """The lines as the person left them, for a form that has to be shown again."""
    return tuple(
        _line(draft, i, said, f"node-{i}" in form, _index(form.get(f"parent-{i}", "")), form.get(f"purpose-{i}", ""))
        for i, said in enumerate(draft.utterances)
    )


def _line(
    draft: ConversationDraft, index: int, said: Utterance, chosen: bool, parent: int | None, purpose: str
) -> ArrangedLine:
    if said.speaker == "seeker":
        return ArrangedLine(index, said)
    earlier = [(i, other.text) for i, other in enumerate(draft.utterances[:index]) if other.speaker == "provider"]
    return ArrangedLine(index, said, chosen, parent, purpose, tuple(earlier))


def _choices(draft: ConversationDraft, form: Mapping[str, str]) -> list[Choice]:
    """The ticked lines. The first is the root, whatever its form says; the others hang from the line they name."""
    found: list[Choice] = []
    for i, said in enumerate(draft.utterances):
        if said.speaker == "provider" and f"node-{i}" in form:
            parent = _number(form.get(f"parent-{i}", ""), f"utterances[{i}]") if found else None
            found.append(Choice(i, parent, form.get(f"purpose-{i}", "").strip()))
    return found


def _number(text: str, where: str) -> int:
    number = _index(text)
    if number is None:
        raise InvalidInput(_("Choose which node this line hangs from."), hint=_("Nothing was stored."), where=where)
    return number


def _index(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _described(problems: tuple[Problem, ...]) -> list[dict[str, Any]]:
    reasons = {
        "before_first_speaker": _("stands before the first speaker"),
        "third_speaker": _("a third speaker; a conversation has two"),
        "after_gap": _("stands alone, with nobody’s name before it"),
        "nothing_said": _("a name with nothing said"),
        "too_long": _("longer than one text may be"),
        "too_many": _("more lines than one task holds"),
    }
    return [{"line": each.line, "text": each.text, "reason": reasons[each.code]} for each in problems]
