"""Where an import comes from: a folder, one file, or an upload, as named bytes. Nothing is unpacked to disk."""

from __future__ import annotations

import lzma
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from django.utils.translation import gettext as _

from annotation.clarq.file_problems import MAX_FILE_BYTES
from annotation.errors import InvalidInput, TooLarge

# The published folder is 62 files and 3 MB (0.6 MB zipped); ten times as much still passes.
MAX_FILES = 1_000
MAX_UPLOAD_BYTES = 20_000_000
MAX_UNPACKED_BYTES = 60_000_000

MEGABYTE = 1_000_000

# RuntimeError: the archive asks for a password; NotImplementedError: a rare compression; the others: damage.
UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    NotImplementedError,
    RuntimeError,
    OSError,
    EOFError,
    ValueError,
)


@dataclass(frozen=True)
class Source:
    """One file to import; `path` is relative, with slashes, and begins with the language's folder where it has one."""

    path: str
    data: bytes


def read_folder(path: Path) -> list[Source]:
    """The JSON files of a folder and its sub-folders, or one file. Raises InvalidInput where there are none."""
    if not path.exists():
        raise InvalidInput(
            _("There is no file or folder “%(path)s”. Nothing was imported.") % {"path": path},
            hint=_("Name a folder with English and Chinese in it, a folder of files, or one file."),
        )
    path = path.resolve()
    found = sorted(path.rglob("*.json")) if path.is_dir() else [path]
    # The name of the folder itself, or of the one that a single file lies in, may be what tells the language.
    base = path.parent if path.is_dir() else path.parent.parent
    return _checked([_read(f, base) for f in found if f.is_file() and not _is_hidden(f.relative_to(path.parent))])


def _read(file: Path, base: Path) -> Source:
    # One byte over the limit is enough to report the file as too large.
    with file.open("rb") as stream:
        return Source(file.relative_to(base).as_posix(), stream.read(MAX_FILE_BYTES + 1))


def _is_hidden(path: Path | PurePosixPath) -> bool:
    return any(part.startswith((".", "__MACOSX")) for part in path.parts)


def read_upload(name: str, stream: IO[bytes]) -> list[Source]:
    """The files of an uploaded zip archive, or the one JSON file. Raises InvalidInput or TooLarge, naming the file."""
    if zipfile.is_zipfile(stream):
        stream.seek(0)
        return _checked(read_zip(name, stream))
    stream.seek(0)
    if not name.casefold().endswith(".json"):
        raise InvalidInput(
            _("“%(name)s” is neither a zip archive nor a JSON file. Nothing was imported.") % {"name": name},
            hint=_("Choose a .zip of a ClarQ folder, or its .json files."),
        )
    return [Source(PurePosixPath(name).name, stream.read(MAX_FILE_BYTES + 1))]


def read_zip(name: str, stream: IO[bytes]) -> list[Source]:
    """The JSON files in an archive; other files in it are left out. The sizes it claims are not believed."""
    try:
        with zipfile.ZipFile(stream) as archive:
            return list(_members(name, archive))
    except UNREADABLE as error:
        raise InvalidInput(
            _("The archive “%(name)s” cannot be read. Nothing was imported.") % {"name": name},
            hint=_("Pack the folder again as a plain zip without a password."),
        ) from error


def _members(name: str, archive: zipfile.ZipFile) -> Iterator[Source]:
    members = archive.infolist()
    if len(members) > 2 * MAX_FILES:
        raise too_many_files(len(members))
    left = MAX_UNPACKED_BYTES
    for member in members:
        path = _safe_path(name, member.filename)
        if member.is_dir() or path.suffix.casefold() != ".json" or _is_hidden(path):
            continue
        with archive.open(member) as stream:
            data = stream.read(min(MAX_FILE_BYTES, left) + 1)
        left -= len(data)
        if left < 0:
            raise TooLarge(
                _("The archive “%(name)s” unpacks to more than %(limit)s MB. Nothing was imported.")
                % {"name": name, "limit": MAX_UNPACKED_BYTES // MEGABYTE},
                hint=_("Import fewer files at a time."),
            )
        yield Source(path.as_posix(), data)


def _safe_path(archive: str, member: str) -> PurePosixPath:
    path = PurePosixPath(member.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in member:
        raise InvalidInput(
            _("The archive “%(archive)s” names a file outside itself (“%(member)s”). Nothing was imported.")
            % {"archive": archive, "member": member[:100]},
            hint=_("Pack the folder again; do not import archives from a source you do not trust."),
        )
    return path


def _checked(sources: list[Source]) -> list[Source]:
    if not sources:
        raise InvalidInput(
            _("There is no .json file in it. Nothing was imported."),
            hint=_("Choose a ClarQ folder: English and Chinese, each with files like 1._Gather_Resources.json."),
        )
    if len(sources) > MAX_FILES:
        raise too_many_files(len(sources))
    return sources


def too_many_files(count: int) -> TooLarge:
    return TooLarge(
        _("%(count)s files are too many; at most %(limit)s can be imported at once. Nothing was imported.")
        % {"count": count, "limit": MAX_FILES},
        hint=_("Import fewer files at a time."),
    )


def pack(sources: Iterable[Source], stream: IO[bytes]) -> None:
    """One archive of the sources, from which `read_zip` gives them back."""
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for source in sources:
            archive.writestr(source.path, source.data)
