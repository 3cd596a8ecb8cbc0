"""Uploaded files that wait for somebody's “import”: kept on the server, so that exactly what was shown is imported.

They lie in `DATA_DIR/uploads` (with several web servers, on a disk they share). The session holds the name and the
hash; whatever is a day old is swept away with the next upload.
"""

from __future__ import annotations

import hashlib
import io
import time
from collections.abc import Iterable
from pathlib import Path
from secrets import token_hex
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from annotation.clarq.sources import (
    MAX_FILES,
    MAX_UPLOAD_BYTES,
    MEGABYTE,
    Source,
    pack,
    read_upload,
    read_zip,
    too_many_files,
)
from annotation.errors import InvalidInput, TooLarge

KEPT_SECONDS = 24 * 3600


def read_uploads(files: Iterable[UploadedFile]) -> list[Source]:
    """The sources in what a browser sent. Raises InvalidInput or TooLarge, naming the file."""
    files = list(files)
    if not files:
        raise InvalidInput(
            _("No file was chosen. Nothing was imported."),
            hint=_("Choose a .zip of a ClarQ folder, or its .json files."),
        )
    if sum(file.size or 0 for file in files) > MAX_UPLOAD_BYTES:
        raise TooLarge(
            _("The upload is larger than %(limit)s MB. Nothing was imported.")
            % {"limit": MAX_UPLOAD_BYTES // MEGABYTE},
            hint=_("Send the folder as a zip, or fewer files at a time."),
        )
    sources = [source for file in files for source in read_upload(file.name or "", file)]
    if len(sources) > MAX_FILES:
        raise too_many_files(len(sources))
    return sources


def keep(sources: Iterable[Source]) -> dict[str, str]:
    """Store the sources until they are imported; what is returned goes into the session."""
    _sweep()
    packed = io.BytesIO()
    pack(sources, packed)
    token = token_hex(16)
    _path(token).write_bytes(packed.getvalue())
    return {"token": token, "sha256": hashlib.sha256(packed.getvalue()).hexdigest()}


def fetch(kept: dict[str, Any] | None) -> list[Source]:
    """What `keep` stored. Raises InvalidInput when it is gone or no longer the same."""
    path = _path(kept["token"]) if kept else None
    data = path.read_bytes() if path and path.is_file() else b""
    if not kept or hashlib.sha256(data).hexdigest() != kept["sha256"]:
        raise InvalidInput(
            _("The uploaded files are no longer here. Nothing was imported."), hint=_("Choose the files again.")
        )
    return read_zip("", io.BytesIO(data))


def forget(kept: dict[str, Any] | None) -> None:
    if kept:
        _path(kept["token"]).unlink(missing_ok=True)


def _path(token: str) -> Path:
    folder = Path(settings.DATA_DIR) / "uploads"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder / f"{token}.zip"


def _sweep() -> None:
    oldest = time.time() - KEPT_SECONDS
    for path in _path("any").parent.glob("*.zip"):
        if path.stat().st_mtime < oldest:
            path.unlink(missing_ok=True)
