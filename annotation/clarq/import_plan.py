"""What an import would do, entry by entry. Reads the database, writes nothing.

An entry's fate is decided by comparing three states of its task: the version that last agreed with the file
(`ClarqEntry.version`), the task as it stands here, and the file now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from django.db.models import F

from annotation.clarq.build import read_contents, read_wrapper
from annotation.clarq.content import TaskContent
from annotation.clarq.file_problems import Problem
from annotation.clarq.files import (
    ParsedFile,
    TaskEntry,
    exportable,
    file_words,
    fingerprint,
    parse_file,
    render_entry,
    with_uids_of,
)
from annotation.clarq.sources import Source
from annotation.models import ClarqEntry, Project, Task, TaskRevision

Place = tuple[str, str, int]
"""Folder, file name and index of an entry."""


class Fate(StrEnum):
    NEW = "new"
    """No task stands at this place."""
    CHANGED = "changed"
    """Only the file changed: its words become the task's next version."""
    UNCHANGED = "unchanged"
    """The file says what it said, or what the task says by now."""
    CONFLICT = "conflict"
    """Both changed: the task stays, the file's words are set aside in its history."""


@dataclass(frozen=True)
class PlannedEntry:
    file: ParsedFile
    entry: TaskEntry
    fate: Fate
    title: str
    known: ClarqEntry | None = None
    """What is known of this place so far."""
    task: Task | None = None
    content: TaskContent | None = None
    """What is to be stored or set aside, with the ids of the nodes that stay; None where nothing of it is new."""
    agrees: bool = False
    """Whether the task as it stands says what the file says."""
    duplicate_of: str = ""
    """The first entry of the import that says the same in the same language (``English/1._A.json, 3``)."""

    @property
    def place(self) -> Place:
        return (self.file.folder, self.file.name, self.entry.index)

    @property
    def name(self) -> str:
        return f"{self.file.path}, {self.entry.index}"


@dataclass(frozen=True)
class ImportPlan:
    project: Project | None
    files: tuple[ParsedFile, ...]
    entries: tuple[PlannedEntry, ...]
    problems: tuple[Problem, ...]
    missing: tuple[ClarqEntry, ...]
    """Entries whose place in an imported file is empty by now; their tasks stay."""

    @property
    def digest(self) -> str:
        """The same as long as neither the files nor what they meet in the project has changed."""
        facts = [
            [*e.place, e.fate, e.entry.fingerprint, e.task.pk if e.task else None, e.task.version if e.task else None]
            for e in self.entries
        ]
        kept = [[file.path, file.size, {str(k): v for k, v in file.placeholders.items()}] for file in self.files]
        return fingerprint([facts, kept, len(self.problems)])


def plan_import(project: Project | None, sources: Iterable[Source]) -> ImportPlan:
    """Read the sources against the project (None: one that is yet to be made)."""
    files = tuple(parse_file(source.path, source.data) for source in sources)
    known = _known(project, files)
    fates = _Fates(project, known)
    planned = _with_duplicates([entry for file in files for entry in _titled(file)])
    entries = tuple(fates.decide(planned))
    places = {entry.place for entry in entries}
    read = {file.path for file in files if not file.problems}
    missing = tuple(k for place, k in known.items() if place not in places and f"{place[0]}/{place[1]}" in read)
    problems = (*_same_names(files), *(problem for file in files for problem in file.problems))
    return ImportPlan(project, files, entries, problems, missing)


def _same_names(files: Sequence[ParsedFile]) -> Iterator[Problem]:
    counts = Counter(file.path for file in files if file.folder)
    return (Problem(path, None, "same_name_twice") for path, count in counts.items() if count > 1)


def _known(project: Project | None, files: Sequence[ParsedFile]) -> dict[Place, ClarqEntry]:
    """What the project knows of the files, in whatever language's folder."""
    if project is None:
        return {}
    rows = ClarqEntry.objects.filter(file__project=project, file__name__in={file.name for file in files})
    rows = rows.select_related("file", "task").defer("prompt", "extra", "file__placeholders")
    return {(row.file.folder, row.file.name, row.index): row for row in rows}


def _titled(file: ParsedFile) -> Iterator[PlannedEntry]:
    """Entries with the titles their tasks would get: the goal, numbered where a file repeats it."""
    goals = Counter(entry.content.goal.strip() for entry in file.tasks)
    for entry in file.tasks:
        repeated = goals[entry.content.goal.strip()] > 1
        yield PlannedEntry(file, entry, Fate.NEW, title_of(entry.content.goal, entry.index, repeated))


def title_of(goal: str, index: int, repeated: bool) -> str:
    goal = " ".join(goal.split())
    if not goal:
        return str(index + 1)
    title = goal[:1].upper() + goal[1:]
    return f"{title[:190]} · {index + 1}" if repeated else title[:200]


def _with_duplicates(entries: Sequence[PlannedEntry]) -> list[PlannedEntry]:
    first: dict[tuple[Any, ...], str] = {}
    found = []
    for entry in entries:
        words = file_words(entry.entry.content)
        found.append(replace(entry, duplicate_of=first.get(words, "")))
        first.setdefault(words, entry.name)
    return found


class _Fates:
    """Decides what becomes of each entry; reads contents only where fingerprints differ."""

    def __init__(self, project: Project | None, known: Mapping[Place, ClarqEntry]) -> None:
        self.project = project
        self.known = known

    def decide(self, entries: Sequence[PlannedEntry]) -> Iterator[PlannedEntry]:
        pairs = [(entry, self.known.get(entry.place)) for entry in entries]
        differing = [k for entry, k in pairs if k is not None and k.fingerprint != entry.entry.fingerprint]
        whole = ClarqEntry.objects.select_related("task", "file").in_bulk([k.pk for k in differing])
        here = read_contents(k.task for k in whole.values())
        bases = _bases(differing)
        unfiled = _unfiled(self.project) if any(k is None for _, k in pairs) else {}
        for entry, known in pairs:
            if known is None:
                yield _fate_of_unknown(entry, unfiled)
            elif known.fingerprint == entry.entry.fingerprint:
                yield replace(entry, fate=Fate.UNCHANGED, known=known, task=known.task, title=known.task.title)
            else:
                yield _fate_of_differing(entry, whole[known.pk], here[known.task_id], bases.get(known.task_id))


def _bases(entries: Sequence[ClarqEntry]) -> dict[int, TaskContent]:
    """By task: the version that last agreed with the file."""
    revisions = TaskRevision.objects.filter(
        task__in=[entry.task_id for entry in entries], number=F("task__clarq_entry__version")
    )
    return {revision.task_id: TaskContent.from_json(revision.content) for revision in revisions}


def _unfiled(project: Project | None) -> dict[tuple[Any, ...], list[Task]]:
    """Tasks written here that never had a place in a file, by what a file would hold of them."""
    if project is None:
        return {}
    tasks = {task.pk: task for task in project.tasks.filter(clarq_entry=None)}
    found: dict[tuple[Any, ...], list[Task]] = {}
    for pk, content in read_contents(tasks.values()).items():
        found.setdefault(file_words(exportable(content).content), []).append(tasks[pk])
    return found


def _fate_of_unknown(entry: PlannedEntry, unfiled: Mapping[tuple[Any, ...], list[Task]]) -> PlannedEntry:
    same = unfiled.get(file_words(entry.entry.content))
    if not same:
        return replace(entry, content=entry.entry.content)
    task = same.pop(0)
    return replace(entry, fate=Fate.UNCHANGED, task=task, title=task.title, agrees=True)


def _fate_of_differing(
    entry: PlannedEntry, known: ClarqEntry, here: TaskContent, base: TaskContent | None
) -> PlannedEntry:
    entry = replace(entry, known=known, task=known.task)
    words = file_words(entry.entry.content)
    words_here = file_words(exportable(here).content)
    words_agreed = file_words(exportable(base).content) if base else None
    kept = replace(entry, title=known.task.title)
    if words == words_here:
        written = render_entry(exportable(here).content, read_wrapper(known), known.task.provider_name)
        same = fingerprint(written) == entry.entry.fingerprint
        return replace(kept, fate=Fate.UNCHANGED if same else Fate.CHANGED, agrees=True)
    if words == words_agreed:  # only what surrounds the content is new
        return replace(kept, fate=Fate.CHANGED)
    content = with_uids_of(entry.entry.content, here)
    if words_here != words_agreed:
        return replace(kept, fate=Fate.CONFLICT, content=content)
    return replace(entry, fate=Fate.CHANGED, content=content, title=_new_title(entry, base))


def _new_title(entry: PlannedEntry, base: TaskContent | None) -> str:
    """A title that an import gave follows the goal; one that a person gave stays."""
    assert entry.task is not None
    index = entry.entry.index
    given = {title_of(base.goal, index, repeated) for repeated in (True, False)} if base else set()
    return entry.title if entry.task.title in given else entry.task.title
