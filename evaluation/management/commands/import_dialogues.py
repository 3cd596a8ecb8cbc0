"""`manage.py import_dialogues clarq RESULT.json --project SLUG --run NAME`: a published log as scored dialogues."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotation.errors import DomainError
from dialogues.clarq.logs import LogError
from evaluation.clarq.importing import ImportedLog, import_log
from evaluation.clarq.reproduce import VerdictFileError
from evaluation.figures import RunFigures, of_run
from evaluation.reports import run_json, run_text
from evaluation.terminal import INTERVALS


class Command(BaseCommand):
    help = "Import the dialogues of a result file as a new run, with recorded verdicts, and score them: all or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("family", choices=["clarq"])
        parser.add_argument("result", type=Path, metavar="RESULT.json")
        parser.add_argument("--project", required=True, metavar="SLUG", help="made where it is missing")
        parser.add_argument("--run", required=True, metavar="NAME", help="a new name inside the project")
        parser.add_argument("--verdicts", type=Path, metavar="FILE.jsonl", help="a judge's recorded answers")
        parser.add_argument("--json", action="store_true", help="report as JSON, unrounded")

    def handle(self, *, result: Path, project: str, run: str, verdicts: Path | None, **options: Any) -> None:
        started = perf_counter()
        try:
            imported = import_log(project=project, run=run, result=result, verdicts=verdicts)
        except (LogError, VerdictFileError) as error:
            raise CommandError(f"{error} Nothing was imported.") from error
        except DomainError as error:
            raise CommandError(f"{error.message} {error.hint}") from error
        figures = of_run(imported.run)
        seconds = perf_counter() - started
        self.stdout.write(_json(imported, figures, seconds) if options["json"] else _text(imported, figures, seconds))


def _json(imported: ImportedLog, figures: RunFigures, seconds: float) -> str:
    report = {
        **run_json(figures),
        "file": imported.run.note,
        "dialogues": imported.dialogues,
        "linked": imported.linked,
        "empty": imported.empty,
        "outside_test_split": imported.outside_test_split,
        "judge_answers": imported.answers,
        "seconds": round(seconds, 2),
    }
    return json.dumps(report, ensure_ascii=False, indent=2)


def _text(imported: ImportedLog, figures: RunFigures, seconds: float) -> str:
    left_out = f"{imported.empty} tasks without a dialogue, {imported.outside_test_split} played outside the test split"
    return "\n".join(
        (
            f"Imported {imported.dialogues} dialogues, {imported.linked} on tasks of the project ({seconds:.1f} s).",
            f"Left out: {left_out}. Recorded answers of the judge: {imported.answers}.",
            run_text(figures),
            INTERVALS,
        )
    )
