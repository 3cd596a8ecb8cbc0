"""`manage.py reproduce clarq DIR`: published tables, recomputed from their logs."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dialogues.clarq.logs import LogError
from evaluation.clarq.reproduce import (
    Reproduction,
    VerdictFileError,
    as_json,
    as_text,
    reproduce,
    result_files,
)
from evaluation.terminal import INTERVALS


class Command(BaseCommand):
    help = "Recompute the published tables straight from result files; no database rows are read or written."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("family", choices=["clarq"])
        parser.add_argument("path", type=Path, metavar="DIR", help="a folder of result files, or one file")
        parser.add_argument("--verdicts", type=Path, help="a folder of recorded verdicts (same base names, .jsonl)")
        parser.add_argument("--json", action="store_true", help="print JSON, unrounded")

    def handle(self, *, path: Path, verdicts: Path | None, **options: Any) -> None:
        if verdicts is not None and not verdicts.exists():
            raise CommandError(f"{verdicts}: there is no such folder or file of verdicts.")
        try:
            files = result_files(path)
        except FileNotFoundError as error:
            raise CommandError(str(error)) from error
        if verdicts is not None and verdicts.is_file() and len(files) > 1:
            raise CommandError(f"{verdicts}: one verdict file cannot serve {len(files)} result files; name its folder.")
        done, malformed = _reproduce_all(files, verdicts)
        self.stdout.write(_json(done) if options["json"] else "\n\n".join([*map(as_text, done), INTERVALS]))
        if malformed:
            # An unreadable file must not hide the others, nor pass as success.
            raise CommandError("\n".join(malformed))


def _reproduce_all(files: tuple[Path, ...], verdicts: Path | None) -> tuple[list[Reproduction], list[str]]:
    done: list[Reproduction] = []
    malformed: list[str] = []
    for file in files:
        try:
            done.append(reproduce(file, verdicts))
        except LogError as error:
            malformed.append(str(error))
        except VerdictFileError as error:
            malformed.append(f"{file.name} was left out: {error}")
    return done, malformed


def _json(done: list[Reproduction]) -> str:
    return json.dumps([as_json(reproduction) for reproduction in done], ensure_ascii=False, indent=2)
