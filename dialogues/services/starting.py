"""How a dialogue begins: a frozen copy of the task, the provider's opener, and the run that it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from annotation.clarq.build import read_content
from annotation.clarq.content import TaskContent
from annotation.models import Project, Task
from annotation.models.tasks import TaskStatus
from dialogues.agents.clarq import ProviderReply
from dialogues.built_in import ProviderMode, ReplyFunction, built_in_agent, built_in_reply
from dialogues.errors import NotPlayable
from dialogues.models import Agent, Dialogue, DialogueStatus, Mode, Run
from dialogues.services.replies import store_reply

if TYPE_CHECKING:
    from annotation.models.projects import Person

LIVE_RUN = "people-builtin"


def start_dialogue(
    *, task: Task, seeker: Person, mode: ProviderMode = "single", reply: ReplyFunction = built_in_reply
) -> Dialogue:
    """A new dialogue on the task as it stands, opened by the provider.

    An unfinished one of the same person on the same task is given back instead, so that two clicks
    start one. Raises NotPlayable for a task that is not open or has no first answer yet.
    """
    content = read_content(task)
    _refuse_unplayable(task, content)
    opener = reply(content, (), mode)
    return _store_dialogue(task, content, seeker, mode, opener)


def unfinished_dialogue(*, task: Task, seeker: Person) -> Dialogue | None:
    return Dialogue.objects.played_by(seeker).filter(task=task, status=DialogueStatus.ACTIVE).first()


def _refuse_unplayable(task: Task, content: TaskContent) -> None:
    if task.status != TaskStatus.OPEN:
        raise NotPlayable(
            _("“%(title)s” is not open for conversations at the moment.") % {"title": task.title},
            hint=_("Choose another task from the list."),
        )
    if not content.nodes or not content.root.text.strip():
        raise NotPlayable(
            _("“%(title)s” is not ready: it has no first answer yet.") % {"title": task.title},
            hint=_("Choose another task, and tell its author."),
        )


@transaction.atomic
def _store_dialogue(
    task: Task, content: TaskContent, seeker: Person, mode: ProviderMode, opener: ProviderReply
) -> Dialogue:
    Task.objects.select_for_update().get(pk=task.pk)
    unfinished = unfinished_dialogue(task=task, seeker=seeker)
    if unfinished is not None:
        return unfinished
    agent = built_in_agent(mode)
    dialogue = Dialogue.objects.create(
        project_id=task.project_id,
        task=task,
        run=_live_run(task.project, agent, mode),
        repeat=Dialogue.objects.played_by(seeker).filter(task=task).count() + 1,
        title=task.title,
        type=task.type,
        language=task.language,
        provider_name=task.provider_name,
        task_version=task.version,
        snapshot=content.to_json(),
        responses=len(content.nodes),
        depth=content.depth,
        mode=Mode.H2L,
        seeker_id=seeker.pk,
        provider_agent=agent,
        max_seeker_turns=task.project.max_seeker_turns,
    )
    store_reply(dialogue, opener, seq=1)
    return dialogue


def _live_run(project: Project, agent: Agent, mode: ProviderMode) -> Run:
    """The run that collects people's chats with this agent: one run never mixes two versions of it."""
    base = LIVE_RUN if mode == "single" else f"{LIVE_RUN}-multi"
    for name in (base, f"{base}-{slugify(agent.version) or agent.pk}"):
        run, _created = Run.objects.get_or_create(
            project=project,
            name=name,
            defaults={"source": Run.Source.LIVE, "mode": Mode.H2L, "provider_agent": agent},
        )
        if run.provider_agent_id == agent.pk and run.source == Run.Source.LIVE:
            return run
    return Run.objects.get_or_create(
        project=project,
        name=f"{base}-agent-{agent.pk}",
        defaults={"source": Run.Source.LIVE, "mode": Mode.H2L, "provider_agent": agent},
    )[0]
