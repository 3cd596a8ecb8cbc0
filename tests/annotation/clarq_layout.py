"""Small files of the published layout for tests, in words of our own."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

from annotation.clarq.files import BLANK_ENTRY

BLANK: dict[str, Any] = dict(BLANK_ENTRY)


def task_entry(**changes: Any) -> dict[str, Any]:
    """A task of three nodes, with odd spaces and a text that begins with a digit."""
    entry = {
        **BLANK,
        "all_response": "Brew a good pot.\n3 spoons of the black one. \nWith spring water.\n0\n1\n1.1",
        "background_splitted": [
            "apprentice",
            "serve some tea",
            "clay pot\nchina pot ",
            "",
            "front room\ncourtyard",
        ],
        "background": "You are an apprentice. Ask Jax.",
        "all_response_exaplain": ["which tea", "which water"],
    }
    return {**entry, **changes}


def about(goal: str, **changes: Any) -> dict[str, Any]:
    """A task that differs from others by its goal."""
    return task_entry(background_splitted=["apprentice", goal, "clay pot\nchina pot ", "", "courtyard"], **changes)


def file_of(*entries: Any) -> bytes:
    return json.dumps(list(entries)).encode()


def folder_of(root: Path, files: dict[str, bytes]) -> Path:
    for path, data in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return root


def zip_of(files: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    return target.getvalue()
