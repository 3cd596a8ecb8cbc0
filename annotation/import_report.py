"""An import's plan as plain values, for the command's JSON, its words, and the page."""

from __future__ import annotations

from collections import Counter
from typing import Any

from annotation.clarq.import_plan import Fate, ImportPlan, PlannedEntry
from annotation.import_messages import problem_json


def counts_of(plan: ImportPlan) -> dict[str, int]:
    """Entries by fate, and how many of them repeat another; a malformed plan counts its good entries."""
    fates = Counter(entry.fate for entry in plan.entries)
    return {
        **{fate.value: fates[fate] for fate in Fate},
        "duplicate": sum(bool(entry.duplicate_of) for entry in plan.entries),
        "missing": len(plan.missing),
    }


def plan_json(plan: ImportPlan, *, project: str, written: bool) -> dict[str, Any]:
    """``{project, written, files, new, changed, unchanged, conflict, duplicate, missing, malformed, entries}``.

    `malformed` and `entries` are lists; an entry's number counts from 0, as in the file.
    """
    return {
        "project": project,
        "written": written,
        "files": len(plan.files),
        **counts_of(plan),
        "malformed": [problem_json(problem) for problem in plan.problems],
        "entries": [entry_json(entry) for entry in plan.entries],
    }


def entry_json(entry: PlannedEntry) -> dict[str, Any]:
    return {
        "file": entry.file.path,
        "entry": entry.entry.index,
        "status": entry.fate.value,
        "title": entry.title,
        "language": entry.file.language,
        "duplicate_of": entry.duplicate_of or None,
    }
