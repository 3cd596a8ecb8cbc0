"""Started dialogues and a provider that says what a test tells it to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User

from annotation.clarq.content import TaskContent, Utterance
from annotation.models import Role
from dialogues import services
from dialogues.agents.clarq import ProviderReply, Trace
from dialogues.built_in import ProviderMode
from dialogues.models import Dialogue, OwedReply, Turn
from tests import factories

TRACE = Trace(rule="scripted", question="", candidates=())


class ScriptedProvider:
    """Says its lines in order and remembers what it was asked; an exception among them is raised."""

    def __init__(self, *lines: str | Exception) -> None:
        self.lines = list(lines)
        self.asked: list[tuple[Utterance, ...]] = []

    def __call__(self, content: TaskContent, turns: Sequence[Utterance], mode: ProviderMode) -> ProviderReply:
        self.asked.append(tuple(turns))
        line = self.lines.pop(0) if self.lines else f"Answer {len(turns)}."
        if isinstance(line, Exception):
            raise line
        return ProviderReply(
            text=line, nodes=(), kind="opener" if not turns else "II", statement_type=None, trace=TRACE
        )


def seeker_with_dialogue(*, language: str = "zh", max_seeker_turns: int = 12, **fields: Any) -> tuple[User, Dialogue]:
    """A new seeker and their new dialogue. Chinese by default: the provider needs no embedding model then."""
    project = factories.project(max_seeker_turns=max_seeker_turns)
    seeker = factories.member(project, Role.SEEKER)
    task = factories.clarq_task(project, language=language, content=factories.content(language), **fields)
    dialogue = services.start_dialogue(task=task, seeker=seeker)
    dialogue.seeker, dialogue.project = seeker, project  # spares asynchronous tests a query
    return seeker, dialogue


def say(dialogue: Dialogue, text: str, client_id: str, by: User | None = None) -> Turn:
    return services.add_turn(dialogue=dialogue, by=by or dialogue.seeker, text=text, client_id=client_id)


def let_provider_answer(dialogue: Dialogue, **fields: Any) -> Turn | None:
    """What a worker does when it is rung."""
    owed = OwedReply.objects.get(dialogue=dialogue)
    lease = services.take_owed_reply(owed_id=owed.pk)
    assert lease is not None
    return services.give_owed_reply(owed_id=lease.owed_id, token=lease.token, **fields)


def texts_of(dialogue: Dialogue) -> list[str]:
    return list(dialogue.turns.order_by("seq").values_list("text", flat=True))


def numbers_of(dialogue: Dialogue) -> list[int]:
    return list(dialogue.turns.order_by("seq").values_list("seq", flat=True))
