"""The doors through which a background worker enters. What is to be done stands in the database."""

from __future__ import annotations

import logging
import os
import socket
from threading import Thread
from typing import Any

from celery import shared_task
from celery.signals import worker_ready

from dialogues import embedding, services
from dialogues.bells import ring_worker

logger = logging.getLogger("clarify.worker")


@shared_task(name="dialogues.tasks.give_reply")
def give_reply(owed_id: int) -> None:
    """Give one owed reply. Ringing twice, or for a reply that was given, does nothing."""
    lease = services.take_owed_reply(owed_id=owed_id)
    if lease is not None:
        services.give_owed_reply(owed_id=lease.owed_id, token=lease.token)


@shared_task(name="dialogues.tasks.ring_for_overdue_replies")
def ring_for_overdue_replies() -> None:
    """The beat: this worker is alive, and what waits too long is rung for again."""
    services.note_worker_alive(name=f"{socket.gethostname()}-{os.getpid()}")
    for owed_id in services.overdue_replies():
        ring_worker(owed_id)


@worker_ready.connect
def take_up_the_work(**_: Any) -> None:
    """A worker that starts warms its model and looks what its predecessor left, before any bell."""
    Thread(target=embedding.warm_up, name="warm-up", daemon=True).start()
    services.note_worker_alive(name=f"{socket.gethostname()}-{os.getpid()}")
    for owed_id in services.owed_replies():
        ring_worker(owed_id)
