"""Rows → plain values: the content of a task as it stands in the database."""

from __future__ import annotations

from annotation.clarq.content import Node, TaskContent, Utterance
from annotation.models import ClarqBackground, Task


def read_content(task: Task) -> TaskContent:
    """The task's current content. A task without a background yet has an empty one."""
    background = ClarqBackground.objects.filter(task=task).first() or ClarqBackground(task=task)
    rows = list(task.nodes.order_by("position"))
    uids = {row.pk: row.uid for row in rows}
    return TaskContent(
        language="zh" if task.language == "zh" else "en",
        role=background.role,
        goal=background.goal,
        items=split_lines(background.items),
        skills=split_lines(background.skills),
        scenes=split_lines(background.scenes),
        nodes=tuple(
            Node(row.uid, uids[row.parent_id] if row.parent_id else None, row.label, row.text, row.purpose)
            for row in rows
        ),
        sample_dialogue=tuple(
            Utterance(entry["speaker"], entry["text"], tuple(entry["nodes"])) for entry in background.sample_dialogue
        ),
    )


def split_lines(text: str) -> tuple[str, ...]:
    """One entry per line, kept to the character; the empty text is no entry."""
    return tuple(text.split("\n")) if text else ()
