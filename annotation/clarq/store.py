"""Plain values → rows: the inverse of `build`, for one task or for many at once. Called by `annotation.services`."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from annotation.clarq.build import read_contents
from annotation.clarq.content import Node, TaskContent
from annotation.clarq.lint import lint
from annotation.models import ClarqBackground, ResponseNode, Task

BACKGROUND_FIELDS = [
    "role",
    "goal",
    "items",
    "skills",
    "scenes",
    "sample_dialogue",
    "depth",
    "uncertainties",
    "hints",
]


def store_contents(contents: Mapping[Task, TaskContent]) -> None:
    """Make background and node rows say what the contents say, and count the hints on them and on their sisters.

    The number of queries grows with the depth of the trees, not with the number of tasks.
    """
    sisters = _sisters(contents)
    words = {**read_contents(set(sisters.values()) - set(contents)), **{t.pk: c for t, c in contents.items()}}
    ClarqBackground.objects.bulk_create(
        [
            _background(task, content, words[sisters[task].pk] if task in sisters else None)
            for task, content in contents.items()
        ],
        update_conflicts=True,
        unique_fields=["task"],
        update_fields=BACKGROUND_FIELDS,
    )
    for task, sister in sisters.items():
        if sister not in contents:
            hints = len(lint(words[sister.pk], words[task.pk]))
            ClarqBackground.objects.filter(task=sister).update(hints=hints)
    _store_nodes(contents)


def _sisters(contents: Mapping[Task, TaskContent]) -> dict[Task, Task]:
    """For each of the tasks that has one, the same task in the other language."""
    groups = {(task.project_id, task.translation_group) for task in contents}
    related = Task.objects.filter(
        project__in={project for project, _ in groups}, translation_group__in={group for _, group in groups}
    )
    by_group: dict[tuple[int, UUID], list[Task]] = {}
    for task in related:
        by_group.setdefault((task.project_id, task.translation_group), []).append(task)
    sisters = {}
    for task in contents:
        for other in by_group[task.project_id, task.translation_group]:
            if other != task:
                sisters[task] = other
    return sisters


def _background(task: Task, content: TaskContent, sister: TaskContent | None) -> ClarqBackground:
    return ClarqBackground(
        task=task,
        role=content.role,
        goal=content.goal,
        items="\n".join(content.items),
        skills="\n".join(content.skills),
        scenes="\n".join(content.scenes),
        sample_dialogue=content.to_json()["sample_dialogue"],
        depth=content.depth,
        uncertainties=len(content.details),
        hints=len(lint(content, sister)),
    )


def _store_nodes(contents: Mapping[Task, TaskContent]) -> None:
    """Level by level, because a row must know its parent's key."""
    ResponseNode.objects.filter(task__in=[task.pk for task in contents]).delete()
    levels: dict[int, list[tuple[Task, int, Node]]] = {}
    for task, content in contents.items():
        for position, node in enumerate(content.nodes):
            levels.setdefault(content.level(node), []).append((task, position, node))
    stored: dict[tuple[int, str | None], ResponseNode] = {}
    for level in sorted(levels):
        rows = [
            ResponseNode(
                task=task,
                uid=node.uid,
                parent=stored.get((task.pk, node.parent)),
                position=position,
                label=node.label,
                text=node.text,
                purpose=node.purpose,
            )
            for task, position, node in levels[level]
        ]
        stored.update({(row.task_id, row.uid): row for row in ResponseNode.objects.bulk_create(rows)})
