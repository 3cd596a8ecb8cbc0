"""A project's tasks as files of the published layout, for people and programs that know that layout.

An imported task goes back to its place; a task written here gets the next free place in a file of its type. An
unchanged import is given back as the same parsed JSON. Nothing is stored by an export.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from annotation.clarq.build import read_contents, read_wrapper
from annotation.clarq.files import (
    ENTRIES_PER_FILE,
    FOLDERS,
    Wrapper,
    exportable,
    make_name,
    new_wrapper,
    read_name,
    render_entry,
    render_file,
)
from annotation.errors import IllegalMove, InvalidInput
from annotation.models import ClarqEntry, ClarqFile, Project, Task

FIRST_OWN_NUMBER = 32
"""Types 1 to 31 are the published ones; a new type takes the next number after them."""


@dataclass(frozen=True)
class ExportedFile:
    path: str
    data: bytes
    tasks: int
    adapted: Counter[str] = field(default_factory=Counter)
    """What did not fit into the layout, by the codes of `files.exportable`."""


def exported_files(project: Project) -> Iterator[ExportedFile]:
    """The files in order of folder and number, rendered one at a time."""
    for shelf in _filled_shelves(project):
        yield _render(shelf)


def write_folder(*, project: Project, folder: Path, overwrite: bool = False) -> list[ExportedFile]:
    """Write the files below `folder`. Raises IllegalMove, before anything is written, where other files stand."""
    if folder.exists() and not folder.is_dir():
        raise InvalidInput(_("“%(path)s” is a file. Nothing was written.") % {"path": folder}, hint=_("Name a folder."))
    files = list(exported_files(project))
    in_the_way = [file.path for file in files if _differs(folder / file.path, file.data)]
    if in_the_way and not overwrite:
        raise IllegalMove(
            _("Other files stand in “%(folder)s” (%(first)s and %(more)s more). Nothing was written.")
            % {"folder": folder, "first": in_the_way[0], "more": len(in_the_way) - 1},
            hint=_("Name an empty folder, or add --overwrite."),
        )
    for file in files:
        _write(folder / file.path, file.data)
    return files


def _differs(path: Path, data: bytes) -> bool:
    return path.exists() and path.read_bytes() != data


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all: a full disk leaves no half file under the name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, prefix=".", suffix=".part", delete=False) as stream:
        stream.write(data)
    Path(stream.name).chmod(0o644)
    Path(stream.name).replace(path)


@dataclass
class _Shelf:
    """One file that is being filled."""

    folder: str
    name: str
    size: int = ENTRIES_PER_FILE
    tasks: dict[int, int] = field(default_factory=dict)
    """Primary keys of tasks by index."""
    placeholders: dict[int, Any] = field(default_factory=dict)

    def put(self, task: int, index: int) -> None:
        self.tasks[index] = task
        self.size = max(self.size, index + 1)


class _Shelves:
    """All files of a project; tasks without a place are given one."""

    def __init__(self, shelves: Sequence[_Shelf]) -> None:
        self._shelves = {(shelf.folder, shelf.name): shelf for shelf in shelves}
        self._places: dict[UUID, tuple[str, int]] = {}
        """File name and index by translation group: sisters stand at the same place of their folders."""

    def __iter__(self) -> Iterator[_Shelf]:
        return iter(sorted(self._shelves.values(), key=_order))

    def keep(self, task: Task, folder: str, name: str, index: int) -> None:
        self._shelves[folder, name].put(task.pk, index)
        self._places.setdefault(task.translation_group, (name, index))

    def place(self, task: Task) -> None:
        folder = FOLDERS["zh" if task.language == "zh" else "en"]
        name, index = self._beside_sister(task, folder) or self._next_place(task, folder)
        self._shelf(folder, name).put(task.pk, index)
        self._places.setdefault(task.translation_group, (name, index))

    def _beside_sister(self, task: Task, folder: str) -> tuple[str, int] | None:
        place = self._places.get(task.translation_group)
        if place is None or place[1] in self._shelf(folder, place[0]).tasks:
            return None
        return place

    def _next_place(self, task: Task, folder: str) -> tuple[str, int]:
        """A place that is free in both folders, so that a sister fits beside it later."""
        for name in self._names_of_type(task.type):
            shelves = [self._shelves.get((other, name)) or _Shelf(other, name) for other in FOLDERS.values()]
            index = next(i for i in count() if all(i not in shelf.tasks for shelf in shelves))
            if index < max(ENTRIES_PER_FILE, self._shelf(folder, name).size):
                return name, index
        return make_name(self._next_number(), task.type), 0

    def _names_of_type(self, type_name: str) -> list[str]:
        wanted = read_name(make_name(1, type_name)).type.casefold()
        names = {name for _, name in self._shelves}
        return sorted((n for n in names if read_name(n).type.casefold() == wanted), key=lambda n: _number(n))

    def _next_number(self) -> int:
        return max([FIRST_OWN_NUMBER - 1, *(_number(name) for _, name in self._shelves)]) + 1

    def _shelf(self, folder: str, name: str) -> _Shelf:
        return self._shelves.setdefault((folder, name), _Shelf(folder, name))


def _number(name: str) -> int:
    return read_name(name).number or 0


def _order(shelf: _Shelf) -> tuple[str, int, str]:
    return (shelf.folder, _number(shelf.name), shelf.name)


def _filled_shelves(project: Project) -> Iterator[_Shelf]:
    shelves = _Shelves(
        [
            _Shelf(row.folder, row.name, row.size, placeholders={int(i): e for i, e in row.placeholders.items()})
            for row in ClarqFile.objects.filter(project=project)
        ]
    )
    rows = ClarqEntry.objects.filter(file__project=project).select_related("task", "file")
    for row in rows.defer("prompt", "extra", "file__placeholders"):
        shelves.keep(row.task, row.file.folder, row.file.name, row.index)
    for task in Task.objects.filter(project=project, clarq_entry=None).order_by("pk"):
        shelves.place(task)
    return iter(shelves)


def _render(shelf: _Shelf) -> ExportedFile:
    tasks = Task.objects.select_related("clarq_entry").in_bulk(list(shelf.tasks.values()))
    contents = read_contents(tasks.values())
    entries, adapted = dict(shelf.placeholders), Counter[str]()
    for index, pk in shelf.tasks.items():
        content, changes = exportable(contents[pk])
        entries[index] = render_entry(content, _wrapper(tasks[pk]), tasks[pk].provider_name)
        adapted.update(changes)
    return ExportedFile(f"{shelf.folder}/{shelf.name}", render_file(shelf.size, entries), len(shelf.tasks), adapted)


def _wrapper(task: Task) -> Wrapper:
    row = getattr(task, "clarq_entry", None)
    return read_wrapper(row) if row else new_wrapper()
