"""What people do in a dialogue: speak, say goodbye; and how it ends."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.clarq.content import Language
from annotation.errors import NotAllowed
from dialogues.agents.clarq import is_goodbye
from dialogues.bells import ring_sockets, ring_worker
from dialogues.endings import announce_end
from dialogues.errors import ClientIdReused, DialogueOver, ReplyOwed
from dialogues.models import (
    ALLOWED_MOVES,
    Dialogue,
    DialogueStatus,
    EndReason,
    OwedReply,
    Speaker,
    Turn,
)
from dialogues.utterances import readable_text, usable_client_id

if TYPE_CHECKING:
    from annotation.models.projects import Person

# Said inside the dialogue, so in its language and not in that of the page around it.
GOODBYES: dict[Language, str] = {"en": "Goodbye, {name}.", "zh": "再见，{name}。"}


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
        raise _over()
    dialogue.status = DialogueStatus.ENDED
    dialogue.end_reason = reason
    dialogue.ended_at = timezone.now()
    dialogue.save(update_fields=["status", "end_reason", "ended_at"])
    OwedReply.objects.filter(dialogue=dialogue).delete()
    transaction.on_commit(partial(ring_sockets, dialogue.pk))
    announce_end(dialogue.pk)
    return dialogue


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
        raise _over()
    last = dialogue.turns.order_by("-seq").first()
    if last is not None and last.speaker == Speaker.SEEKER:
        raise ReplyOwed(
            _("Not stored yet: %(name)s has not answered your last message.") % {"name": dialogue.provider_name},
            hint=_("Send it again when the answer is there."),
        )


def _over() -> DialogueOver:
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
