"""Why a person waits, in one word that a page can put into a sentence (design rule 2)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from django.utils import timezone

from dialogues.models import OwedReply, WorkerBeat

Reason = Literal["queued", "thinking", "no_worker", "failed"]

# The beat comes every two seconds; five missed ones are no coincidence.
WORKER_SILENT_AFTER = timedelta(seconds=10)
# Right after a start nobody has beaten yet; a bell normally brings the answer sooner than this.
NORMAL_QUEUE = timedelta(seconds=3)


@dataclass(frozen=True)
class Waiting:
    reason: Reason
    since: datetime
    after_seq: int

    def to_json(self) -> dict[str, Any]:
        return {"reason": self.reason, "since": self.since.isoformat(), "after_seq": self.after_seq}


def waiting_for(*, dialogue_id: int) -> Waiting | None:
    """Why the dialogue's next turn is not there yet; None when nothing is owed."""
    owed = OwedReply.objects.filter(dialogue_id=dialogue_id).first()
    return None if owed is None else Waiting(_reason(owed), owed.created_at, owed.after_seq)


def note_worker_alive(*, name: str) -> None:
    WorkerBeat.objects.update_or_create(name=name, defaults={"seen_at": timezone.now()})


def _reason(owed: OwedReply) -> Reason:
    if owed.state == OwedReply.State.FAILED:
        return "failed"
    if owed.state == OwedReply.State.THINKING and owed.lease_until is not None and owed.lease_until > timezone.now():
        return "thinking"
    waited_long = timezone.now() - owed.created_at > NORMAL_QUEUE
    return "no_worker" if waited_long and not _worker_alive() else "queued"


def _worker_alive() -> bool:
    return WorkerBeat.objects.filter(seen_at__gt=timezone.now() - WORKER_SILENT_AFTER).exists()
