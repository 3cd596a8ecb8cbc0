"""What a seeker may be told of a dialogue: the only shapes that leave for a seeker's browser or script.

Page, socket and API all take their values from here. There is no node, kind, trace, score or count
of nodes in any of them (design rule 4); tests/dialogues/test_secrecy.py plays dialogues to hold it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from annotation.clarq.content import LIST_NAMES, split_lines
from annotation.models import ClarqBackground, Task
from dialogues.models import Dialogue, DialogueStatus, Turn
from dialogues.services import Waiting, waiting_for


def brief_of_task(task: Task) -> dict[str, Any]:
    """The background card of an open task."""
    background = getattr(task, "background", None) or ClarqBackground()
    return {
        "id": task.pk,
        "title": task.title,
        "language": task.language,
        "provider_name": task.provider_name,
        "background": {
            "role": background.role,
            "goal": background.goal,
            **{name: _entries(split_lines(getattr(background, name))) for name in LIST_NAMES},
        },
    }


def brief_of_dialogue(dialogue: Dialogue) -> dict[str, Any]:
    """The background card as it stood when the dialogue began."""
    snapshot = dialogue.snapshot
    return {
        "role": snapshot.get("role", ""),
        "goal": snapshot.get("goal", ""),
        **{name: _entries(snapshot.get(name, ())) for name in LIST_NAMES},
    }


def turn_for_seeker(turn: Turn) -> dict[str, Any]:
    """``{"seq", "speaker", "text", "at"}``, and the seeker's own ``client_id``."""
    shown = {"seq": turn.seq, "speaker": turn.speaker, "text": turn.text, "at": turn.created_at.isoformat()}
    if turn.client_id is not None:
        shown["client_id"] = turn.client_id
    return shown


@dataclass(frozen=True)
class News:
    """Where a dialogue stands, and what was said after a given turn."""

    state: dict[str, Any]
    turns: tuple[dict[str, Any], ...]
    waiting: Waiting | None
    ended: dict[str, Any] | None


def news_since(dialogue_id: int, seq: int) -> News:
    """Raises Dialogue.DoesNotExist. `seq` is the last turn that the reader knows; 0 for none."""
    # The order matters: a turn stored between two of these reads must not be announced as “still owed”.
    waiting = waiting_for(dialogue_id=dialogue_id)
    dialogue = Dialogue.objects.defer("snapshot").get(pk=dialogue_id)
    turns = list(dialogue.turns.filter(seq__gt=seq).order_by("seq").defer("trace", "nodes"))
    if waiting is not None and any(turn.seq > waiting.after_seq for turn in turns):
        waiting = None
    last_seq = turns[-1].seq if turns else seq
    return News(
        state=state_for_seeker(dialogue, last_seq),
        turns=tuple(turn_for_seeker(turn) for turn in turns),
        waiting=waiting,
        ended=ended_for_seeker(dialogue),
    )


def state_for_seeker(dialogue: Dialogue, last_seq: int) -> dict[str, Any]:
    """The heading of a dialogue, and how many messages the seeker has used of those allowed."""
    return {
        "id": dialogue.pk,
        "title": dialogue.title,
        "language": dialogue.language,
        "provider_name": dialogue.provider_name,
        "status": dialogue.status,
        "end_reason": dialogue.end_reason,
        "started_at": dialogue.started_at.isoformat(),
        "last_seq": last_seq,
        "messages_used": last_seq // 2,
        "messages_allowed": dialogue.max_seeker_turns,
        "your_turn": dialogue.status == DialogueStatus.ACTIVE and last_seq % 2 == 1,
    }


def ended_for_seeker(dialogue: Dialogue) -> dict[str, Any] | None:
    """``{"reason", "at"}`` once it is over."""
    if dialogue.status == DialogueStatus.ACTIVE:
        return None
    at = dialogue.ended_at.isoformat() if dialogue.ended_at else None
    return {"reason": dialogue.end_reason or dialogue.status, "at": at}


def last_seq_of(dialogue: Dialogue) -> int:
    return dialogue.turns.count()


def _entries(lines: Iterable[str]) -> list[str]:
    """Blank lines of the published layout are not things that somebody has."""
    return [line.strip() for line in lines if line.strip()]
