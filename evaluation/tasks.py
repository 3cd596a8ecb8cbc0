"""Doors from the dialogues' ending and from the clock into `evaluation.services`."""

from __future__ import annotations

import logging

from celery import shared_task

from dialogues.models import Dialogue, DialogueStatus
from evaluation.scoring import SCORER_NAME
from evaluation.services import score_dialogue, score_dialogues

logger = logging.getLogger("clarify.evaluation")

MOST_AT_ONCE = 200


def score_ended(dialogue_id: int) -> None:
    """Score a dialogue that has just ended. One that failed has no score, and is left alone."""
    dialogue = Dialogue.objects.filter(pk=dialogue_id, status=DialogueStatus.ENDED).first()
    if dialogue is not None:
        score_dialogue(dialogue=dialogue)


@shared_task
def score_unscored() -> int:
    """Score ended dialogues that have no score, because the process died in between; how many there were."""
    waiting = Dialogue.objects.filter(status=DialogueStatus.ENDED).exclude(scores__scorer=SCORER_NAME)
    dialogues = list(waiting.order_by("pk")[:MOST_AT_ONCE])
    if dialogues:
        score_dialogues(dialogues=dialogues)
        logger.info("Scored %s dialogues that had ended unscored.", len(dialogues))
    return len(dialogues)
