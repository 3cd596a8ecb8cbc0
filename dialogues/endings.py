"""Who wants to know that a dialogue has ended.

The arrow of imports points the other way (evaluation knows dialogues), so whoever scores adds a
function here, once, in its `AppConfig.ready`. Listeners run after the ending is committed; one that
fails is logged and neither undoes the ending nor keeps the others from running.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from django.db import transaction

logger = logging.getLogger("clarify.endings")

ended_listeners: list[Callable[[int], None]] = []
"""Each is called with the dialogue's id."""


def announce_end(dialogue_id: int) -> None:
    """Tell every listener once the running transaction is committed."""
    for listener in ended_listeners:
        transaction.on_commit(partial(_tell, listener, dialogue_id))


def _tell(listener: Callable[[int], None], dialogue_id: int) -> None:
    try:
        listener(dialogue_id)
    except Exception:
        logger.exception("A listener failed at the end of dialogue %s", dialogue_id)
