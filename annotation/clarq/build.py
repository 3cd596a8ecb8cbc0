"""Rows → plain values: the content of a task as it stands in the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from annotation.clarq.content import Node, TaskContent, Utterance, split_lines
from annotation.clarq.files import Wrapper
from annotation.models import ClarqBackground, ClarqEntry, ResponseNode, Task


def read_content(task: Task) -> TaskContent:
    """The task's current content. A task without a background yet has an empty one."""
    return read_contents([task])[task.pk]


def read_contents(tasks: Iterable[Task]) -> dict[int, TaskContent]:
    """The contents of many tasks by primary key, in two queries whatever their number."""
    languages = {task.pk: task.language for task in tasks}
    backgrounds = ClarqBackground.objects.in_bulk(list(languages), field_name="task_id")
    rows = ResponseNode.objects.filter(task__in=list(languages)).order_by("task_id", "position")
    nodes = {pk: list(group) for pk, group in groupby(rows, key=lambda row: row.task_id)}
    return {
        pk: _content(language, backgrounds.get(pk) or ClarqBackground(), nodes.get(pk, []))
        for pk, language in languages.items()
    }


def _content(language: str, background: ClarqBackground, rows: Sequence[ResponseNode]) -> TaskContent:
    uids = {row.pk: row.uid for row in rows}
    return TaskContent(
        language="zh" if language == "zh" else "en",
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


def read_wrapper(row: ClarqEntry) -> Wrapper:
    """What the task's entry held beside the content when it was imported."""
    return Wrapper(
        prompt=row.prompt,
        prompt_of=row.prompt_of,
        has_prefix=row.has_prefix,
        has_purposes=row.has_purposes,
        extra=row.extra,
    )
