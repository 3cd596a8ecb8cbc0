"""What people do in a dialogue: start it, speak, end it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from annotation.clarq.build import read_content
from annotation.clarq.content import Language, TaskContent
from annotation.errors import NotAllowed
from annotation.models import Project, Task
from annotation.models.tasks import TaskStatus
from dialogues.agents.clarq import ProviderReply, is_goodbye
from dialogues.bells import ring_sockets, ring_worker
from dialogues.built_in import ProviderMode, ReplyFunction, built_in_agent, built_in_reply
from dialogues.endings import announce_end
from dialogues.errors import ClientIdReused, DialogueOver, NotPlayable, ReplyOwed
from dialogues.models import (
    ALLOWED_MOVES,
    Agent,
    Dialogue,
    DialogueStatus,
    EndReason,
    Mode,
    OwedReply,
    Run,
    Speaker,
    Turn,
)
from dialogues.utterances import readable_text, usable_client_id

if TYPE_CHECKING:
    from annotation.models.projects import Person

LIVE_RUN = "people-builtin"
# Said inside the dialogue, so in its language and not in that of the page around it.
GOODBYES: dict[Language, str] = {"en": "Goodbye, {name}.", "zh": "再见，{name}。"}


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


def add_turn(*, dialogue: Dialogue, by: Person, text: str, client_id: str) -> Turn:
    """Store what the seeker says, and what follows from it: an owed reply, or the end.

    The same id with the same words gives the turn that is already stored, whatever happened since.
    A goodbye ends the dialogue, and so does the last message that the project allows: as in the
    published logs, neither is answered (their longest dialogues stop at the seeker's twelfth line).
    Raises NotAllowed, InvalidInput, EmptyText, TooLarge, ClientIdReused, DialogueOver, ReplyOwed.
    """
    client_id = usable_client_id(client_id)
    text = readable_text(text)
    with transaction.atomic():
        dialogue = _locked(dialogue)
        _refuse_other_people(dialogue, by)
        stored = dialogue.turns.filter(client_id=client_id).first()
        if stored is not None:
            return _same_words(stored, text)
        _refuse_out_of_turn(dialogue)
        turn = _store_seeker_turn(dialogue, text, client_id)
        _go_on_or_end(dialogue, turn)
    return turn


def say_goodbye(*, dialogue: Dialogue, by: Person, client_id: str) -> Turn:
    """End by the button: a goodbye turn in the words of the dialogue's language."""
    return add_turn(dialogue=dialogue, by=by, text=goodbye_words(dialogue), client_id=client_id)


def goodbye_words(dialogue: Dialogue) -> str:
    """What the goodbye button says."""
    return GOODBYES[_language(dialogue)].format(name=dialogue.provider_name)


@transaction.atomic
def end_dialogue(*, dialogue: Dialogue, reason: str) -> Dialogue:
    """Close the dialogue; an owed reply is owed no more. Raises DialogueOver when it has ended before."""
    dialogue = _locked(dialogue)
    if DialogueStatus.ENDED not in ALLOWED_MOVES[dialogue.status]:
        raise _over(dialogue)
    dialogue.status = DialogueStatus.ENDED
    dialogue.end_reason = reason
    dialogue.ended_at = timezone.now()
    dialogue.save(update_fields=["status", "end_reason", "ended_at"])
    OwedReply.objects.filter(dialogue=dialogue).delete()
    transaction.on_commit(partial(ring_sockets, dialogue.pk))
    announce_end(dialogue.pk)
    return dialogue


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


def store_reply(dialogue: Dialogue, reply: ProviderReply, *, seq: int) -> Turn:
    """The provider's turn with the decision behind it. Part of the caller's transaction."""
    return Turn.objects.create(
        dialogue=dialogue,
        seq=seq,
        speaker=Speaker.PROVIDER,
        text=reply.text,
        nodes=list(reply.nodes),
        kind=reply.kind,
        statement_type=reply.statement_type,
        trace=reply.trace.to_json() if reply.trace is not None else None,
    )


def _language(dialogue: Dialogue) -> Language:
    return "zh" if dialogue.language == "zh" else "en"


def _locked(dialogue: Dialogue) -> Dialogue:
    return Dialogue.objects.select_for_update().get(pk=dialogue.pk)


def _refuse_other_people(dialogue: Dialogue, by: Person) -> None:
    if dialogue.seeker_id is None or dialogue.seeker_id != by.pk:
        raise NotAllowed(
            _("Not stored: only the person who started this conversation can write in it."),
            hint=_("Start a conversation of your own from the list of tasks."),
        )


def _same_words(stored: Turn, text: str) -> Turn:
    if stored.text != text:
        raise ClientIdReused(
            _("Not stored: this id already belongs to another message of the conversation."),
            hint=_("Make a fresh id for each message."),
            where="client_id",
        )
    return stored


def _refuse_out_of_turn(dialogue: Dialogue) -> None:
    if dialogue.status != DialogueStatus.ACTIVE:
        raise _over(dialogue)
    last = dialogue.turns.order_by("-seq").first()
    if last is not None and last.speaker == Speaker.SEEKER:
        raise ReplyOwed(
            _("Not stored yet: %(name)s has not answered your last message.") % {"name": dialogue.provider_name},
            hint=_("Send it again when the answer is there."),
        )


def _over(dialogue: Dialogue) -> DialogueOver:
    return DialogueOver(
        _("Not stored: this conversation has ended."),
        hint=_("Copy your words if you need them, and choose another task."),
    )


def _store_seeker_turn(dialogue: Dialogue, text: str, client_id: str) -> Turn:
    return Turn.objects.create(
        dialogue=dialogue,
        seq=dialogue.turns.count() + 1,
        speaker=Speaker.SEEKER,
        text=text,
        client_id=client_id,
    )


def _go_on_or_end(dialogue: Dialogue, turn: Turn) -> None:
    reason = _reason_to_end(dialogue, turn)
    if reason:
        end_dialogue(dialogue=dialogue, reason=reason)
        return
    owed = OwedReply.objects.create(dialogue=dialogue, after_seq=turn.seq)
    transaction.on_commit(partial(ring_worker, owed.pk))
    transaction.on_commit(partial(ring_sockets, dialogue.pk))


def _reason_to_end(dialogue: Dialogue, turn: Turn) -> str:
    """An EndReason, or "" while the dialogue goes on."""
    if is_goodbye(turn.text, _language(dialogue)):
        return EndReason.GOODBYE
    if turn.seq // 2 >= dialogue.max_seeker_turns:
        return EndReason.CAP
    return ""
