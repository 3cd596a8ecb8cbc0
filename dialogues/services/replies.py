"""How an owed reply is claimed, computed and stored: once, whoever dies on the way.

A worker claims the row in a short transaction and gets a token. It computes outside any
transaction. It stores the turn and removes the row in one transaction, only while the row still
carries its token. A lease that ran out may be taken over: the slower worker's result is dropped.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from secrets import token_hex
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.clarq.content import TaskContent, Utterance
from annotation.errors import IllegalMove, NotAllowed
from dialogues.agents.clarq import ProviderReply
from dialogues.bells import ring_sockets, ring_worker
from dialogues.built_in import ReplyFunction, built_in_reply, mode_of
from dialogues.models import Dialogue, DialogueStatus, OwedReply, Speaker, Turn

if TYPE_CHECKING:
    from annotation.models.projects import Person

logger = logging.getLogger("clarify.replies")

MAX_ATTEMPTS = 3
RING_AGAIN_AFTER = timedelta(seconds=2)


@dataclass(frozen=True)
class Lease:
    """The right to give one owed reply, until somebody takes it over."""

    owed_id: int
    token: str


def take_owed_reply(*, owed_id: int) -> Lease | None:
    """Claim the reply. None when it was given, is being computed by another, or has failed for good."""
    now = timezone.now()
    token = token_hex(16)
    expired = Q(state=OwedReply.State.THINKING, lease_until__lt=now)
    # The conditional updates are the locks: of two workers one changes the row and the other none.
    taken = OwedReply.objects.filter(
        Q(state=OwedReply.State.QUEUED) | expired, pk=owed_id, attempts__lt=MAX_ATTEMPTS
    ).update(
        state=OwedReply.State.THINKING,
        lease_token=token,
        lease_until=now + timedelta(seconds=settings.REPLY_LEASE_SECONDS),
        attempts=F("attempts") + 1,
    )
    if taken:
        return Lease(owed_id, token)
    # A reply that killed its worker every time must not be tried for ever.
    OwedReply.objects.filter(expired, pk=owed_id).update(
        state=OwedReply.State.FAILED, lease_token="", lease_until=None, error="no answer within the lease"
    )
    return None


def give_owed_reply(*, owed_id: int, token: str, reply: ReplyFunction = built_in_reply) -> Turn | None:
    """Compute and store the reply. None when the lease is no longer ours, or the computation failed.

    A failure is written to the row: it is tried again, and shown to the person after MAX_ATTEMPTS.
    """
    owed = OwedReply.objects.select_related("dialogue__provider_agent").filter(pk=owed_id, lease_token=token).first()
    if owed is None:
        return None
    try:
        answer = _compute(owed.dialogue, owed.after_seq, reply)
    except Exception as error:
        logger.exception("Dialogue %s: no reply after turn %s", owed.dialogue_id, owed.after_seq)
        _note_failure(owed_id, token, error)
        return None
    return _store_while_ours(owed, answer)


@transaction.atomic
def retry_reply(*, dialogue: Dialogue, by: Person) -> OwedReply:
    """The person's “try again” after a failed reply; harmless while it is still being tried."""
    if dialogue.seeker_id is None or dialogue.seeker_id != by.pk:
        raise NotAllowed(_("Only the person who started this conversation can ask for the answer again."))
    owed = OwedReply.objects.select_for_update().filter(dialogue=dialogue).first()
    if owed is None:
        raise IllegalMove(_("No answer is owed here."), hint=_("Write your next message."))
    if owed.state == OwedReply.State.FAILED:
        owed.state = OwedReply.State.QUEUED
        owed.attempts = 0
        owed.error = ""
        owed.created_at = timezone.now()
        owed.save(update_fields=["state", "attempts", "error", "created_at"])
    transaction.on_commit(partial(ring_worker, owed.pk))
    transaction.on_commit(partial(ring_sockets, dialogue.pk))
    return owed


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


def owed_replies() -> list[int]:
    """Everything that waits for a worker: what a starting one rings for."""
    return list(OwedReply.objects.filter(_waits()).values_list("pk", flat=True))


def overdue_replies() -> list[int]:
    """What waits although it was rung for: the bell was lost, an attempt failed, or its worker died."""
    long_ago = timezone.now() - RING_AGAIN_AFTER
    return list(
        OwedReply.objects.filter(_waits())
        .exclude(state=OwedReply.State.QUEUED, created_at__gt=long_ago)
        .values_list("pk", flat=True)
    )


def _waits() -> Q:
    return Q(state=OwedReply.State.QUEUED) | Q(state=OwedReply.State.THINKING, lease_until__lt=timezone.now())


def _compute(dialogue: Dialogue, after_seq: int, reply: ReplyFunction) -> ProviderReply:
    content = TaskContent.from_json(dialogue.snapshot)
    said = _utterances(dialogue.turns.filter(seq__lte=after_seq).order_by("seq"))
    return reply(content, said, mode_of(dialogue.provider_agent))


def _utterances(turns: Iterable[Turn]) -> tuple[Utterance, ...]:
    return tuple(
        Utterance("seeker" if turn.speaker == Speaker.SEEKER else "provider", turn.text, tuple(turn.nodes))
        for turn in turns
    )


@transaction.atomic
def _store_while_ours(owed: OwedReply, answer: ProviderReply) -> Turn | None:
    # Everybody locks the dialogue before its owed reply, so that nobody waits in a circle.
    dialogue = Dialogue.objects.select_for_update().get(pk=owed.dialogue_id)
    still_ours = OwedReply.objects.select_for_update().filter(pk=owed.pk, lease_token=owed.lease_token)
    if not still_ours.delete()[0]:
        logger.info("Owed reply %s was taken over; this result is dropped.", owed.pk)
        return None
    turn = None
    if dialogue.status == DialogueStatus.ACTIVE:
        turn = store_reply(dialogue, answer, seq=owed.after_seq + 1)
    transaction.on_commit(partial(ring_sockets, dialogue.pk))
    return turn


@transaction.atomic
def _note_failure(owed_id: int, token: str, error: Exception) -> None:
    owed = OwedReply.objects.select_for_update().filter(pk=owed_id, lease_token=token).first()
    if owed is None:
        return
    gone = owed.attempts >= MAX_ATTEMPTS
    owed.state = OwedReply.State.FAILED if gone else OwedReply.State.QUEUED
    owed.lease_token = ""
    owed.lease_until = None
    owed.error = f"{type(error).__name__}: {error}"[:300]
    owed.save(update_fields=["state", "lease_token", "lease_until", "error"])
    transaction.on_commit(partial(ring_sockets, owed.dialogue_id))
