"""Storing a conversation that already took place: an imported log, or sample data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from annotation.clarq.content import TaskContent
from annotation.models import Project, Task
from dialogues.models import Agent, Dialogue, DialogueStatus, EndReason, Mode, Run, Turn

if TYPE_CHECKING:
    from annotation.models.projects import Person


@dataclass(frozen=True)
class RecordedTurn:
    """One utterance of the record; `nodes` and `kind` are known for the provider's."""

    speaker: str
    text: str
    nodes: tuple[str, ...] = ()
    kind: str = ""
    statement_type: int | None = None


@dataclass(frozen=True)
class Heading:
    """What a dialogue is called and where it stands in its record."""

    title: str
    type: str = ""
    provider_name: str = "Jax"
    task: Task | None = None
    log_type: int | None = None
    log_index: int | None = None
    repeat: int = 1


@transaction.atomic
def record_dialogue(
    *,
    project: Project,
    run: Run,
    content: TaskContent,
    turns: Sequence[RecordedTurn],
    heading: Heading,
    seeker: Person | None = None,
    end_reason: str = EndReason.LOG,
    at: datetime | None = None,
) -> Dialogue:
    """Store an ended dialogue with all its turns, in the order given, numbered from 1."""
    moment = at or timezone.now()
    dialogue = Dialogue.objects.create(
        project=project,
        run=run,
        task=heading.task,
        repeat=heading.repeat,
        title=heading.title,
        type=heading.type,
        language=content.language,
        provider_name=heading.provider_name,
        task_version=heading.task.version if heading.task else 0,
        snapshot=content.to_json(),
        responses=len(content.nodes),
        depth=content.depth,
        mode=run.mode,
        seeker_id=seeker.pk if seeker else None,
        seeker_agent=run.seeker_agent,
        provider_agent=run.provider_agent,
        max_seeker_turns=project.max_seeker_turns,
        status=DialogueStatus.ENDED,
        end_reason=end_reason,
        log_type=heading.log_type,
        log_index=heading.log_index,
        started_at=moment,
        ended_at=moment,
    )
    Turn.objects.bulk_create(
        Turn(
            dialogue=dialogue,
            seq=seq,
            speaker=turn.speaker,
            text=turn.text,
            nodes=list(turn.nodes),
            kind=turn.kind,
            statement_type=turn.statement_type,
        )
        for seq, turn in enumerate(turns, start=1)
    )
    return dialogue


def recorded_agent(*, name: str, speaker: str, version: str = "recorded") -> Agent:
    """The agent of that name that spoke elsewhere; made when it is first heard of."""
    agent, _made = Agent.objects.get_or_create(
        name=name, version=version, defaults={"speaker": speaker, "engine": Agent.Engine.RECORDED}
    )
    return agent


def create_run(
    *,
    project: Project,
    name: str,
    source: str,
    mode: str = Mode.L2L,
    seeker_agent: Agent | None = None,
    provider_agent: Agent | None = None,
    note: str = "",
    by: Person | None = None,
) -> Run:
    """A new, empty run of the project. Raises IntegrityError when the name is taken."""
    return Run.objects.create(
        project=project,
        name=name,
        source=source,
        mode=mode,
        seeker_agent=seeker_agent,
        provider_agent=provider_agent,
        note=note,
        created_by_id=by.pk if by else None,
    )
