"""Two doorbells. Both may go unheard without harm: the database is the truth, and both sides look there.

`ring_worker` tells a background worker of an owed reply; the beat rings again for what stays
unanswered. `ring_sockets` tells open pages that a dialogue has news; they also look by themselves.
"""

from __future__ import annotations

import logging

from asgiref.sync import async_to_sync
from celery import current_app
from channels.layers import get_channel_layer

logger = logging.getLogger("clarify.bells")

GIVE_REPLY = "dialogues.tasks.give_reply"


def group_of(dialogue_id: int) -> str:
    return f"dialogue-{dialogue_id}"


def ring_worker(owed_id: int) -> None:
    """Never raises: a queue that is away delays the reply until the next beat."""
    try:
        current_app.send_task(GIVE_REPLY, args=[owed_id], retry=False)
    except Exception as error:
        logger.warning("The queue did not take the bell for owed reply %s: %s", owed_id, error)


def ring_sockets(dialogue_id: int) -> None:
    """Never raises: without the bell a page hears the news a moment later."""
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        async_to_sync(layer.group_send)(group_of(dialogue_id), {"type": "news"})
    except Exception as error:
        logger.warning("The channel layer did not take the bell of dialogue %s: %s", dialogue_id, error)
