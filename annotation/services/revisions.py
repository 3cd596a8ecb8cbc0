"""Saving what a task says: every save is a revision, and one that met a newer version is set aside, never lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.clarq.build import read_content
from annotation.clarq.content import TaskContent, blank_content
from annotation.clarq.store import store_contents
from annotation.errors import DomainError, InvalidInput
from annotation.models import Task, TaskRevision

if TYPE_CHECKING:
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


def _add_revision(task: Task, content: TaskContent, **facts: Any) -> TaskRevision:
    revision = new_revision(task, content, **facts)
    revision.save()
    return revision


def new_revision(
    task: Task,
    content: TaskContent,
    *,
    number: int | None,
    base: int,
    by: Person | None,
    note: str = "",
    title: str | None = None,
) -> TaskRevision:
    """The row of a revision, not stored yet; `number` is None for what is set aside."""
    return TaskRevision(
        task=task,
        number=number,
        base=base,
        title=task.title if title is None else title,
        content=content.to_json(),
        author_id=by.pk if by else None,
        note=note,
    )
