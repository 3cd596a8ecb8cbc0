"""The editor's API: read, save, check and restore what a task says.

Errors are `annotation.errors.DomainError`; the site shapes them as ``{"error": {code, message, hint, where, …}}``.
"""

from __future__ import annotations

import logging
from io import BytesIO
from typing import IO, Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation import services
from annotation.clarq.build import read_content
from annotation.clarq.content import ContentError, TaskContent
from annotation.content_messages import told
from annotation.errors import InvalidInput, NotAllowed, TooLarge
from annotation.lint_messages import checked
from annotation.models import Task, TaskRevision

logger = logging.getLogger("clarify.tasks")

# What the database holds as a version; a larger number is nobody's.
MAX_VERSION = 2**31 - 1
# Fifty Chinese nodes at 400 characters with their purposes and a sample dialogue fit twice over.
MAX_BODY = 400_000


class BoundedJSONParser(JSONParser):
    """JSON of at most MAX_BODY bytes, whatever the request says about its length."""

    def parse(self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None) -> Any:
        body = stream.read(MAX_BODY + 1)
        if len(body) > MAX_BODY:
            raise TooLarge(
                _("The request is larger than %(limit)s kB. Nothing was stored.") % {"limit": MAX_BODY // 1000},
                hint=_("Shorten its longest texts and send it again."),
            )
        try:
            return super().parse(BytesIO(body), media_type, parser_context)
        except RecursionError:  # thousands of nested brackets
            raise ParseError from None


class SaveRequest(serializers.Serializer[Any]):
    base = serializers.IntegerField(
        min_value=0, max_value=MAX_VERSION, help_text="The version that the edit started from."
    )
    content = serializers.JSONField(help_text="TaskContent: language, role, goal, items, skills, scenes, nodes …")
    title = serializers.CharField(max_length=200, required=False)
    note = serializers.CharField(max_length=200, required=False, allow_blank=True)


class LintRequest(serializers.Serializer[Any]):
    content = serializers.JSONField(help_text="TaskContent, saved or not.")


class RestoreRequest(serializers.Serializer[Any]):
    base = serializers.IntegerField(min_value=0, max_value=MAX_VERSION, help_text="The version that was on the screen.")


class TaskView(APIView):
    """One task that the person may know, and may change only as an author."""

    parser_classes = [BoundedJSONParser]

    def task(self, request: Request, pk: int) -> Task:
        return get_object_or_404(Task.objects.visible_to(request.user), pk=pk)

    def task_to_edit(self, request: Request, pk: int) -> Task:
        task = self.task(request, pk)
        require_author(request.user, task)
        return task


class Content(TaskView):
    @extend_schema(responses=dict)
    def get(self, request: Request, pk: int) -> Response:
        return Response(task_json(self.task(request, pk), request.user))

    @extend_schema(request=SaveRequest, responses=dict)
    def put(self, request: Request, pk: int) -> Response:
        """Save an edit of version `base`. 409 when the task has moved on: both versions are kept and returned."""
        task = self.task_to_edit(request, pk)
        asked = valid(SaveRequest, request.data)
        revision = services.save_content(
            task=task,
            content=read_untrusted(asked["content"]),
            base=asked["base"],
            by=request.user,
            title=asked.get("title"),
            note=asked.get("note", ""),
        )
        return Response(saved_json(task, revision, request.user.pk))


class Lint(TaskView):
    @extend_schema(request=LintRequest, responses=dict)
    def post(self, request: Request, pk: int) -> Response:
        """Check content without saving it."""
        task = self.task(request, pk)
        content = read_untrusted(valid(LintRequest, request.data)["content"])
        return Response(checked(content, services.sister_content(task)))


class Revisions(TaskView):
    @extend_schema(operation_id="tasks_revisions_list", responses=dict)
    def get(self, request: Request, pk: int) -> Response:
        """All revisions, newest first, set-aside ones included; without their contents."""
        revisions = self.task(request, pk).revisions.select_related("author").defer("content")
        return Response({"revisions": [services.revision_line(revision) for revision in revisions]})


class Revision(TaskView):
    @extend_schema(responses=dict)
    def get(self, request: Request, pk: int, revision: int) -> Response:
        found = get_object_or_404(self.task(request, pk).revisions.select_related("author"), pk=revision)
        return Response(services.revision_json(found))


class Restore(TaskView):
    @extend_schema(request=RestoreRequest, responses=dict)
    def post(self, request: Request, pk: int, revision: int) -> Response:
        """Make this revision the newest version. History keeps every version in between."""
        task = self.task_to_edit(request, pk)
        base = valid(RestoreRequest, request.data)["base"]
        found = get_object_or_404(task.revisions, pk=revision)
        restored = services.restore_revision(task=task, revision=found, base=base, by=request.user)
        return Response(saved_json(task, restored, request.user.pk))


def require_author(user: Any, task: Task) -> None:
    """Raise NotAllowed for somebody who may read the task but not write it."""
    if not task.is_editable_by(user):
        raise NotAllowed(
            _("You may read “%(title)s”, but not change it. Nothing was stored.") % {"title": task.title},
            hint=_("A manager of the project can make you an author."),
        )


def task_json(task: Task, user: Any) -> dict[str, Any]:
    """What the editor starts from."""
    content = read_content(task)
    newest = task.revisions.select_related("author").defer("content").filter(number=task.version).first()
    return {
        "id": task.pk,
        "title": task.title,
        "version": task.version,
        "saved_at": (newest.created_at if newest else task.updated_at).isoformat(),
        "author": newest.author.get_username() if newest and newest.author else "",
        "content": content.to_json(),
        "editable": task.is_editable_by(user),
        "status": task.status,
        "language": task.language,
        "type": task.type,
        "provider_name": task.provider_name,
        **checked(content, services.sister_content(task)),
    }


def saved_json(task: Task, revision: TaskRevision, user_pk: int | None) -> dict[str, Any]:
    """The answer to a save: the content as it was stored, and what may be looked at again."""
    logger.info("task %s saved as version %s by user %s", task.pk, revision.number, user_pk)
    content = TaskContent.from_json(revision.content)
    return {
        "version": revision.number,
        "saved_at": revision.created_at.isoformat(),
        "title": revision.title,
        "content": revision.content,
        **checked(content, services.sister_content(task)),
    }


def read_untrusted(value: object) -> TaskContent:
    """The content that a browser or a script sent. Raises InvalidInput, naming the spot."""
    try:
        return TaskContent.from_json(value)
    except ContentError as error:
        raise InvalidInput(
            told(error), where=error.where, hint=_("Nothing was stored. Correct this spot and save again.")
        ) from None


def valid(kind: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    """What the request says, in the shape it must have. Raises DRF's ValidationError."""
    serializer = kind(data=data)
    serializer.is_valid(raise_exception=True)
    return serializer.validated_data
