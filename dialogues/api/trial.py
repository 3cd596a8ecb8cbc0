"""Try it: the provider on a draft as it stands, with the decision behind each reply. Nothing is stored."""

from __future__ import annotations

import logging
from threading import Lock, Thread
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.api import BoundedJSONParser, read_untrusted, valid
from annotation.clarq.content import TaskContent, Utterance
from annotation.errors import InvalidInput, NotAllowed
from annotation.models import Project, Task
from annotation.models.projects import KNOW_TREES
from dialogues import embedding
from dialogues.api.conversations import ERRORS
from dialogues.api.shapes import TrialRequest, TrialShape, WarmShape
from dialogues.built_in import built_in_reply
from dialogues.utterances import MAX_TEXT

logger = logging.getLogger("clarify.trial")

MAX_TURNS = 200
_warming = Lock()


class Trial(APIView):
    parser_classes = [BoundedJSONParser]

    @extend_schema(request=TrialRequest, responses={200: TrialShape, **ERRORS})
    def post(self, request: Request, pk: int) -> Response:
        """The provider's next line on the content in the request. For people who may know the tree."""
        get_object_or_404(Task.objects.visible_to(request.user), pk=pk)
        asked = valid(TrialRequest, request.data)
        content = read_untrusted(asked["content"])
        if not content.nodes:
            raise InvalidInput(_("The tree has no root yet."), hint=_("Write the first answer."), where="nodes")
        turns = read_turns(asked.get("turns", []), content)
        answer = built_in_reply(content, turns, asked["mode"])
        return Response(
            {
                "text": answer.text,
                "nodes": list(answer.nodes),
                "kind": answer.kind,
                "statement_type": answer.statement_type,
                "trace": answer.trace.to_json(),
                "language_model": "not_needed" if content.language == "zh" else _model_state(),
            }
        )


class Warm(APIView):
    @extend_schema(responses={200: WarmShape, **ERRORS})
    def get(self, request: Request) -> Response:
        """Start loading the language model in this process, and say whether it is there."""
        if not Project.objects.where_user_is(request.user, KNOW_TREES).exists():
            raise NotAllowed(_("Trying drafts is for those who may know the tasks' trees."))
        warm_in_background()
        return Response({"warm": embedding.is_warm()})


def warm_in_background() -> None:
    """Load the model in a thread, once, however often this is called."""
    if embedding.is_warm() or not _warming.acquire(blocking=False):
        return
    Thread(target=_warm, name="warm-up", daemon=True).start()


def read_turns(value: object, content: TaskContent) -> tuple[Utterance, ...]:
    """The conversation so far, untrusted. Raises InvalidInput, naming the spot."""
    if not isinstance(value, list) or len(value) > MAX_TURNS:
        raise InvalidInput(_("A list of at most %(limit)s turns was expected.") % {"limit": MAX_TURNS}, where="turns")
    labels = {node.label for node in content.nodes}
    turns = tuple(_turn(entry, f"turns[{i}]", labels) for i, entry in enumerate(value))
    if turns and turns[-1].speaker != "seeker":
        raise InvalidInput(
            _("The last turn is the provider's: there is nothing to answer."), where=f"turns[{len(turns) - 1}].speaker"
        )
    return turns


def _turn(entry: Any, where: str, labels: set[str]) -> Utterance:
    if not isinstance(entry, dict):
        raise InvalidInput(_("An object was expected here."), where=where)
    speaker, text, nodes = entry.get("speaker"), entry.get("text"), entry.get("nodes", [])
    if speaker not in ("seeker", "provider"):
        raise InvalidInput(_("The speaker must be seeker or provider."), where=f"{where}.speaker")
    if not isinstance(text, str):
        raise InvalidInput(_("A text was expected here."), where=f"{where}.text")
    if len(text) > MAX_TEXT:
        raise InvalidInput(
            _("At most %(limit)s characters fit here.") % {"limit": f"{MAX_TEXT:,}"}, where=f"{where}.text"
        )
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise InvalidInput(_("The text holds half a character, which cannot be stored."), where=f"{where}.text")
    if not isinstance(nodes, list) or not all(isinstance(label, str) for label in nodes):
        raise InvalidInput(_("A list was expected here."), where=f"{where}.nodes")
    # Labels of nodes that were deleted since are no error: the author is editing while trying.
    return Utterance(speaker, text, tuple(label for label in nodes if label in labels))


def _model_state() -> str:
    return "warm" if embedding.is_warm() else "loading"


def _warm() -> None:
    try:
        embedding.warm_up()
    except Exception:
        logger.exception("The language model could not be loaded.")
    finally:
        _warming.release()
