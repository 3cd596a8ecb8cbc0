"""Rows for the tests of this app: ended dialogues with a transcript that comes out as wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from annotation.clarq.content import TaskContent
from annotation.models import Project, Task
from dialogues.models import Dialogue, DialogueStatus, Mode, Run, Turn
from dialogues.recording import Heading, RecordedTurn, create_run, record_dialogue
from tests.factories import content as tea


def run(project: Project, name: str = "trial", **fields: Any) -> Run:
    fields.setdefault("source", Run.Source.LIVE)
    fields.setdefault("mode", Mode.H2L)
    return create_run(project=project, name=name, **fields)


def dialogue(
    project: Project,
    *,
    given: Sequence[str] = ("1", "1.1", "2"),
    inside: Run | None = None,
    content: TaskContent | None = None,
    own_words: str = "",
    task: Task | None = None,
    title: str = "Serve the tea",
    type: str = "Service",
) -> Dialogue:
    """An ended dialogue in which the provider gives these nodes, one per reply.

    With all three nodes it succeeds; with fewer it fails; with `own_words` added it takes a judge.
    """
    content = content or tea()
    turns = [RecordedTurn("provider", "Yes?", (), Turn.Kind.OPENER), RecordedTurn("seeker", "How do I serve the tea?")]
    turns.append(RecordedTurn("provider", content.root.text, ("0",), Turn.Kind.ROOT))
    for label in given:
        turns.append(RecordedTurn("seeker", "And what next, please tell me?"))
        turns.append(RecordedTurn("provider", content.node(label).text, (label,), Turn.Kind.CARRIES_NODE))
    if own_words:
        turns.append(RecordedTurn("seeker", "What else?"))
        turns.append(RecordedTurn("provider", own_words, (), Turn.Kind.OWN_WORDS))
    turns.append(RecordedTurn("seeker", "Thank you, goodbye."))
    return record_dialogue(
        project=project,
        run=inside or Run.objects.filter(project=project).first() or run(project),
        content=content,
        turns=turns,
        heading=Heading(title=title, type=type, task=task),
    )


def failed_dialogue(project: Project, inside: Run) -> Dialogue:
    """One that died of a fault."""
    one = dialogue(project, inside=inside)
    Dialogue.objects.filter(pk=one.pk).update(status=DialogueStatus.FAILED, end_reason="", failure="timeout")
    one.refresh_from_db()
    return one
