"""Bring files of the published layout into a project: all of it or nothing. The rules are in `import_plan`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation import services
from annotation.clarq.content import TaskContent
from annotation.clarq.files import FOLDERS, read_name
from annotation.clarq.import_plan import Fate, ImportPlan, Place, PlannedEntry, plan_import
from annotation.clarq.sources import Source
from annotation.errors import IllegalMove, InvalidInput
from annotation.models import ClarqEntry, ClarqFile, Project, Task, TaskRevision
from annotation.models.projects import Family
from annotation.models.tasks import TaskStatus

if TYPE_CHECKING:
    from annotation.models.projects import Person

WRAPPER_FIELDS = ["version", "prompt", "prompt_of", "has_prefix", "has_purposes", "extra", "fingerprint"]


def preview_import(*, project: Project | None, sources: Iterable[Source]) -> ImportPlan:
    """What `import_sources` would do. Writes nothing."""
    _require_clarq(project)
    return plan_import(project, sources)


@transaction.atomic
def import_sources(*, project: Project, sources: Iterable[Source], by: Person | None, as_shown: str = "") -> ImportPlan:
    """Do what `preview_import` says, unless an entry is malformed: then nothing is written (`plan.problems`).

    `as_shown` is the digest of a plan that a person agreed to. Raises IllegalMove when it no longer holds.
    """
    project = Project.objects.select_for_update().get(pk=project.pk)
    plan = preview_import(project=project, sources=sources)
    if as_shown and plan.digest != as_shown:
        raise IllegalMove(
            _("The project has changed since this import was shown. Nothing was imported."),
            hint=_("Choose the files again to see what they would change now."),
        )
    if not plan.problems:
        _carry_out(plan, project, by)
    return plan


def _require_clarq(project: Project | None) -> None:
    if project is not None and project.family != Family.CLARQ:
        raise InvalidInput(
            _("“%(project)s” is not a ClarQ project. Nothing was imported.") % {"project": project.title},
            hint=_("Name a ClarQ project, or a new one."),
        )


def _carry_out(plan: ImportPlan, project: Project, by: Person | None) -> None:
    files = _store_files(plan, project)
    entries = [_entry_row(planned, files) for planned in plan.entries if planned.known is None and planned.task]
    fresh = [planned for planned in plan.entries if planned.fate == Fate.NEW]
    tasks = _create_tasks(fresh, _groups(plan.entries, project), project, by)
    entries += [_entry_row(planned, files, task) for planned, task in zip(fresh, tasks, strict=True)]
    ClarqEntry.objects.bulk_create(entries)
    differing = [p for p in plan.entries if p.known and p.known.fingerprint != p.entry.fingerprint]
    ClarqEntry.objects.bulk_update([_update(planned, by) for planned in differing], WRAPPER_FIELDS, batch_size=500)
    saved = [p.task.pk for p in differing if p.task and p.fate == Fate.CHANGED and p.content]
    # One import is one moment: lists by date then keep the order of the files.
    Task.objects.filter(pk__in=[*(task.pk for task in tasks), *saved]).update(updated_at=timezone.now())


def _store_files(plan: ImportPlan, project: Project) -> dict[tuple[str, str], ClarqFile]:
    """The files' rows. A file that became shorter keeps the places of the tasks that stay."""
    ends: dict[tuple[str, str], int] = {}
    for row in plan.missing:
        place = (row.file.folder, row.file.name)
        ends[place] = max(ends.get(place, 0), row.index + 1)
    ClarqFile.objects.bulk_create(
        [
            ClarqFile(
                project=project,
                folder=file.folder,
                name=file.name,
                size=max(file.size, ends.get((file.folder, file.name), 0)),
                placeholders={str(index): entry for index, entry in file.placeholders.items()},
            )
            for file in plan.files
        ],
        update_conflicts=True,
        unique_fields=["project", "folder", "name"],
        update_fields=["size", "placeholders"],
    )
    rows = ClarqFile.objects.filter(project=project, name__in={file.name for file in plan.files})
    return {(row.folder, row.name): row for row in rows.defer("placeholders")}


def _entry_row(
    planned: PlannedEntry, files: Mapping[tuple[str, str], ClarqFile], task: Task | None = None
) -> ClarqEntry:
    task = task or planned.task
    assert task is not None
    file = files[planned.file.folder, planned.file.name]
    return _wrapped(ClarqEntry(task=task, file=file, index=planned.entry.index, version=task.version), planned)


def _wrapped(row: ClarqEntry, planned: PlannedEntry) -> ClarqEntry:
    wrapper = planned.entry.wrapper
    row.prompt, row.prompt_of = wrapper.prompt, wrapper.prompt_of
    row.has_prefix, row.has_purposes = wrapper.has_prefix, wrapper.has_purposes
    row.extra = dict(wrapper.extra)
    row.fingerprint = planned.entry.fingerprint
    return row


def _create_tasks(
    planned: Sequence[PlannedEntry], groups: Mapping[Place, UUID], project: Project, by: Person | None
) -> list[Task]:
    return services.create_tasks(project=project, drafts=[_draft(p, groups) for p in planned], by=by)


def _draft(planned: PlannedEntry, groups: Mapping[Place, UUID]) -> services.TaskDraft:
    name = read_name(planned.file.name)
    content = planned.entry.content
    return services.TaskDraft(
        title=planned.title,
        content=content,
        type=name.type,
        split=name.split,
        status=TaskStatus.OPEN if services.is_playable(content) else TaskStatus.DRAFT,
        translation_group=groups[planned.place],
        note=_note(planned),
    )


def _groups(planned: Sequence[PlannedEntry], project: Project) -> dict[Place, UUID]:
    """The translation group of each new task: the same entry of the same file in the other folder is its sister."""
    groups = _standing_groups(planned, project)
    taken = set(
        Task.objects.filter(project=project, translation_group__in=set(groups.values())).values_list(
            "translation_group", "language"
        )
    )
    for entry in planned:
        if entry.fate == Fate.NEW:
            group = groups.get(_sister_place(entry)) or uuid4()
            groups[entry.place] = uuid4() if (group, entry.file.language) in taken else group
    return groups


def _standing_groups(planned: Sequence[PlannedEntry], project: Project) -> dict[Place, UUID]:
    """The groups of the tasks that stand already, by the place of their entries."""
    rows = ClarqEntry.objects.filter(file__project=project, file__name__in={p.file.name for p in planned})
    facts = rows.values_list("file__folder", "file__name", "index", "task__translation_group")
    groups = {(folder, name, index): group for folder, name, index, group in facts}
    return groups | {p.place: p.task.translation_group for p in planned if p.task}


def _sister_place(planned: PlannedEntry) -> Place:
    other = FOLDERS["zh"] if planned.file.language == "en" else FOLDERS["en"]
    return (other, planned.file.name, planned.entry.index)


def _update(planned: PlannedEntry, by: Person | None) -> ClarqEntry:
    """Store what a differing entry says, and what now surrounds it."""
    known, task = planned.known, planned.task
    assert known is not None
    assert task is not None
    if planned.agrees:
        known.version = task.version
    elif planned.content is not None:
        revision = _save(planned, task, known, planned.content, by)
        known.version = revision.number or known.version
    return _wrapped(known, planned)


def _save(
    planned: PlannedEntry, task: Task, known: ClarqEntry, content: TaskContent, by: Person | None
) -> TaskRevision:
    """The file's words as the next version or, where the task was edited here as well, set aside."""
    conflict = planned.fate == Fate.CONFLICT
    base = known.version if conflict else task.version
    try:
        return services.save_content(
            task=task, content=content, base=base, by=by, title=planned.title, note=_note(planned)
        )
    except services.VersionConflict as refused:
        return refused.set_aside


def _note(planned: PlannedEntry) -> str:
    facts = {"file": planned.file.path[:120], "entry": planned.entry.index}
    return _("Imported from %(file)s, entry %(entry)s") % facts
