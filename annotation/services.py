"""What can be done to projects and tasks. Every write goes through here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from annotation.clarq.build import read_content
from annotation.clarq.content import ROOT, Node, TaskContent, new_uid
from annotation.clarq.store import store_contents
from annotation.errors import DomainError, IllegalMove, InvalidInput
from annotation.models import Guidelines, Membership, Project, Role, Task, TaskRevision
from annotation.models.tasks import ALLOWED_MOVES, LanguageCode, TaskStatus

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from annotation.models.projects import Person


class VersionConflict(DomainError):
    """Somebody saved a newer version since the one that an edit started from. Both are kept.

    `current` is the newest revision, `base` the one the edit started from (None when it is unknown),
    `set_aside` the refused edit as it was stored.
    """

    code = "version_conflict"
    status = 409

    def __init__(self, *, current: TaskRevision, base: TaskRevision | None, set_aside: TaskRevision) -> None:
        super().__init__(
            _(
                "Somebody else saved version %(version)s meanwhile. "
                "Nothing was overwritten; your version is kept beside it."
            )
            % {"version": current.number},
            hint=_("Compare the two versions and choose."),
            detail={
                "current": revision_json(current),
                "base": revision_json(base) if base else None,
                "set_aside": revision_json(set_aside),
            },
        )
        self.current = current
        self.base = base
        self.set_aside = set_aside


def revision_line(revision: TaskRevision) -> dict[str, Any]:
    """A revision without its content, as plain JSON values; `version` is null for what was set aside."""
    return {
        "id": revision.pk,
        "version": revision.number,
        "base": revision.base,
        "title": revision.title,
        "author": revision.author.get_username() if revision.author else "",
        "note": revision.note,
        "saved_at": revision.created_at.isoformat(),
    }


def revision_json(revision: TaskRevision) -> dict[str, Any]:
    """The whole revision: ``{id, version, base, title, author, note, saved_at, content}``."""
    return {**revision_line(revision), "content": revision.content}


@transaction.atomic
def create_project(*, title: str, by: User | None, slug: str = "", description: str = "") -> Project:
    """A new project, whose founder becomes its manager and an author."""
    project = Project.objects.create(title=title, slug=slug or _free_slug(title), description=description)
    if by is not None:
        for role in (Role.MANAGER, Role.AUTHOR):
            Membership.objects.create(project=project, user_id=by.pk, role=role)
    return project


@transaction.atomic
def set_roles(*, project: Project, person: User, roles: Iterable[str]) -> None:
    """Give the person exactly these roles; none at all removes them from the project.

    Raises InvalidInput for a role that does not exist, and IllegalMove when nobody would be left to manage.
    """
    wanted = set(roles)
    if wanted - set(Role.values):
        raise InvalidInput(_("There is no such role. Nothing was changed."), where="roles")
    project = Project.objects.select_for_update().get(pk=project.pk)
    held = project.memberships.filter(user_id=person.pk)
    was_manager = held.filter(role=Role.MANAGER).exists()
    others = project.memberships.filter(role=Role.MANAGER).exclude(user_id=person.pk)
    if was_manager and Role.MANAGER not in wanted and not others.exists():
        raise IllegalMove(
            _("%(name)s is the only manager of “%(project)s”. Nothing was changed.")
            % {"name": person.get_username(), "project": project.title},
            hint=_("Make somebody else a manager first."),
        )
    held.exclude(role__in=wanted).delete()
    missing = wanted - set(held.values_list("role", flat=True))
    Membership.objects.bulk_create(Membership(project=project, user_id=person.pk, role=role) for role in missing)


@transaction.atomic
def add_guidelines(*, project: Project, text: str, by: Person | None) -> Guidelines:
    """A new version of the guidelines; saving what already stands is no new version."""
    project = Project.objects.select_for_update().get(pk=project.pk)
    current = project.guidelines.first()
    if current is not None and current.text == text:
        return current
    version = current.version + 1 if current else 1
    return Guidelines.objects.create(project=project, version=version, text=text, created_by_id=by.pk if by else None)


def _free_slug(title: str) -> str:
    base = slugify(title)[:50] or "project"
    slug, number = base, 1
    while Project.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{base}-{number}"
    return slug


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
        _revision(task, draft.content, number=1, base=0, by=by, note=draft.note)
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


def blank_content(language: str) -> TaskContent:
    """What a new task starts from: a root that waits for its text."""
    return TaskContent(language="zh" if language == "zh" else "en", nodes=(Node(new_uid(), None, ROOT, "", ""),))


def save_content(
    *, task: Task, content: TaskContent, base: int, by: Person | None, title: str | None = None, note: str = ""
) -> TaskRevision:
    """Store a new version of a task that was edited from version `base`.

    Saving what already stands is no new version. Raises VersionConflict when the task has moved on
    (the edit is stored beside it, set aside), and InvalidInput for another language.
    """
    revision = _save_or_set_aside(task, content, base, by, title, note)
    if revision.number is not None:
        return revision
    # Raised outside the transaction, which must commit what was set aside.
    task.refresh_from_db()
    raise VersionConflict(
        current=task.revisions.get(number=task.version),
        base=task.revisions.filter(number=base).first(),
        set_aside=revision,
    )


@transaction.atomic
def _save_or_set_aside(
    task: Task, content: TaskContent, base: int, by: Person | None, title: str | None, note: str
) -> TaskRevision:
    task = Task.objects.select_for_update().get(pk=task.pk)
    title = task.title if title is None else title
    if content.language != task.language:
        raise InvalidInput(
            _("A task keeps its language. Nothing was stored."),
            hint=_("Make a new task in the other language and link the two as translations."),
            where="language",
        )
    current = task.revisions.get(number=task.version)
    if content.to_json() == current.content and title == task.title:
        return current
    if base != task.version:
        return _set_aside(task, content, base, by, title, note)
    task.version += 1
    task.title = title
    task.save(update_fields=["version", "title", "updated_at"])
    store_contents({task: content})
    return _add_revision(task, content, number=task.version, base=base, by=by, note=note)


def _set_aside(task: Task, content: TaskContent, base: int, by: Person | None, title: str, note: str) -> TaskRevision:
    """Keep a refused edit beside the task; the same edit sent again is kept once."""
    same = task.revisions.filter(number=None, base=base, title=title, author_id=by.pk if by else None)
    for revision in same:
        if revision.content == content.to_json():
            return revision
    return _add_revision(task, content, number=None, base=base, by=by, note=note, title=title)


def restore_revision(*, task: Task, revision: TaskRevision, base: int, by: Person | None) -> TaskRevision:
    """Make an old or set-aside revision the newest version again; history stays as it is.

    `base` is the version the person was looking at. Raises what `save_content` raises.
    """
    note = _("Restored version %(version)s") % {"version": revision.number}
    return save_content(
        task=task,
        content=TaskContent.from_json(revision.content),
        base=base,
        by=by,
        title=revision.title or None,
        note=note if revision.number else _("Restored what had been set aside"),
    )


@transaction.atomic
def record_rows(*, task: Task, by: Person | None, note: str = "") -> TaskRevision:
    """Make what the rows say the task's next version, for the administration, which edits rows.

    Rows that say what the newest version says are no new version. Raises ContentError, before anything is
    stored, for rows that are no task.
    """
    task = Task.objects.select_for_update().get(pk=task.pk)
    content = read_content(task)
    content = TaskContent.from_json((content if content.nodes else blank_content(task.language)).to_json())
    current = task.revisions.filter(number=task.version).first()
    if current is not None and current.content == content.to_json() and current.title == task.title:
        return current
    task.version += 1
    task.save(update_fields=["version", "updated_at"])
    store_contents({task: content})
    return _add_revision(task, content, number=task.version, base=task.version - 1, by=by, note=note)


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


def _add_revision(task: Task, content: TaskContent, **facts: Any) -> TaskRevision:
    revision = _revision(task, content, **facts)
    revision.save()
    return revision


def _revision(
    task: Task,
    content: TaskContent,
    *,
    number: int | None,
    base: int,
    by: Person | None,
    note: str = "",
    title: str | None = None,
) -> TaskRevision:
    return TaskRevision(
        task=task,
        number=number,
        base=base,
        title=task.title if title is None else title,
        content=content.to_json(),
        author_id=by.pk if by else None,
        note=note,
    )
