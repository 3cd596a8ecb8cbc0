"""Tasks: making them, alone or by the hundred, translating them, and opening them to seekers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.clarq.build import read_content
from annotation.clarq.content import Node, TaskContent, blank_content, new_uid
from annotation.clarq.store import store_contents
from annotation.errors import IllegalMove
from annotation.models import Project, Task, TaskRevision
from annotation.models.tasks import ALLOWED_MOVES, LanguageCode, TaskStatus
from annotation.services.revisions import new_revision

if TYPE_CHECKING:
    from annotation.models.projects import Person


@dataclass(frozen=True)
class TaskDraft:
    """A task that is about to be created."""

    title: str
    content: TaskContent
    type: str = ""
    split: str = "test"
    status: str = TaskStatus.DRAFT
    provider_name: str = "Jax"
    translation_group: UUID = field(default_factory=uuid4)
    note: str = ""


def create_task(
    *,
    project: Project,
    title: str,
    content: TaskContent,
    by: Person | None,
    type: str = "",
    split: str = "test",
    status: str = TaskStatus.DRAFT,
    provider_name: str = "Jax",
    translation_group: UUID | None = None,
    note: str = "",
) -> Task:
    """A new task with its first revision."""
    group = translation_group or uuid4()
    draft = TaskDraft(title, content, type, split, status, provider_name, group, note)
    return create_tasks(project=project, drafts=[draft], by=by)[0]


@transaction.atomic
def create_tasks(*, project: Project, drafts: Sequence[TaskDraft], by: Person | None) -> list[Task]:
    """New tasks with their first revisions, in the order of the drafts; a folder of hundreds in a few queries."""
    tasks = Task.objects.bulk_create(
        Task(
            project=project,
            title=draft.title,
            type=draft.type,
            language=draft.content.language,
            split=draft.split,
            status=draft.status,
            provider_name=draft.provider_name,
            version=1,
            translation_group=draft.translation_group,
            created_by_id=by.pk if by else None,
        )
        for draft in drafts
    )
    store_contents({task: draft.content for task, draft in zip(tasks, drafts, strict=True)})
    TaskRevision.objects.bulk_create(
        new_revision(task, draft.content, number=1, base=0, by=by, note=draft.note)
        for task, draft in zip(tasks, drafts, strict=True)
    )
    return tasks


@transaction.atomic
def start_translation(*, task: Task, by: Person | None) -> Task:
    """A draft in the other language: the same tree with its texts still to be written.

    Raises IllegalMove where the task has a translation already.
    """
    task = Task.objects.select_for_update().get(pk=task.pk)
    if task.sisters.exists():
        raise IllegalMove(
            _("“%(title)s” has its translation already. Nothing was made.") % {"title": task.title},
            hint=_("Open the translation from the list of tasks."),
        )
    content = read_content(task)
    language = LanguageCode.ENGLISH if task.language == LanguageCode.CHINESE else LanguageCode.CHINESE
    uids = {node.uid: new_uid() for node in content.nodes}
    nodes = tuple(Node(uids[n.uid], uids[n.parent] if n.parent else None, n.label, "", "") for n in content.nodes)
    return create_task(
        project=task.project,
        title=task.title,
        content=replace(blank_content(language), nodes=nodes or blank_content(language).nodes),
        by=by,
        type=task.type,
        split=task.split,
        provider_name=task.provider_name,
        translation_group=task.translation_group,
        note=_("Translation of version %(version)s") % {"version": task.version},
    )


@transaction.atomic
def move_task(*, task: Task, to: str) -> Task:
    """Change a task's status along the declared moves."""
    task = Task.objects.select_for_update().get(pk=task.pk)
    if to not in ALLOWED_MOVES.get(task.status, ()):
        raise IllegalMove(
            _("“%(title)s” is %(status)s and cannot go there.")
            % {"title": task.title, "status": task.get_status_display()}
        )
    if to == TaskStatus.OPEN:
        _require_playable(task)
    task.status = to
    task.save(update_fields=["status", "updated_at"])
    return task


def is_playable(content: TaskContent) -> bool:
    """Whether a seeker could finish the task: something to ask for, and no answer that is empty."""
    return len(content.nodes) > 1 and not _empty_labels(content)


def _empty_labels(content: TaskContent) -> list[str]:
    return [node.label for node in content.nodes if not node.text.strip()]


def _require_playable(task: Task) -> None:
    content = read_content(task)
    if is_playable(content):
        return
    empty = _empty_labels(content)
    if empty:
        raise IllegalMove(
            _("“%(title)s” stays as it is: a seeker could be given an empty answer (node %(labels)s).")
            % {"title": task.title, "labels": ", ".join(empty[:10])},
            hint=_("Write the missing texts, or delete their nodes, and open the task then."),
        )
    raise IllegalMove(
        _("“%(title)s” stays as it is: its tree has nothing that a seeker could ask for.") % {"title": task.title},
        hint=_("Add at least one node below the root, and open the task then."),
    )


def sister_content(task: Task) -> TaskContent | None:
    """What the task says in the other language, where it has a translation."""
    sister = task.sisters.first()
    return read_content(sister) if sister else None
