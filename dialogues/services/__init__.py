"""What can be done to dialogues. Every write goes through here; page, socket and API only call.

`starting` begins a dialogue, `talk` is what people do in it, `replies` is how an owed answer is claimed, computed and
stored, `waiting` says why one waits.
"""

from dialogues.services.replies import (
    MAX_ATTEMPTS,
    Lease,
    give_owed_reply,
    overdue_replies,
    owed_replies,
    retry_reply,
    take_owed_reply,
)
from dialogues.services.starting import start_dialogue, unfinished_dialogue
from dialogues.services.talk import add_turn, end_dialogue, goodbye_words, say_goodbye
from dialogues.services.waiting import Waiting, note_worker_alive, waiting_for

__all__ = [
    "MAX_ATTEMPTS",
    "Lease",
    "Waiting",
    "add_turn",
    "end_dialogue",
    "give_owed_reply",
    "goodbye_words",
    "note_worker_alive",
    "overdue_replies",
    "owed_replies",
    "retry_reply",
    "say_goodbye",
    "start_dialogue",
    "take_owed_reply",
    "unfinished_dialogue",
    "waiting_for",
]
