"""``manage.py import_tasks clarq PATH --project SLUG [--dry-run] [--json]``: docs/import-export.md."""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from annotation import services
from annotation.clarq.import_plan import ImportPlan
from annotation.clarq.importing import import_sources, preview_import
from annotation.clarq.sources import Source, read_folder
from annotation.errors import DomainError
from annotation.import_messages import reason_of, way_out_of
from annotation.import_report import counts_of, plan_json
from annotation.models import Project


class Command(BaseCommand):
    help = "Import a folder of ClarQ files (English, Chinese), or one file, into a project: all of it or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("family", choices=["clarq"])
        parser.add_argument("path", type=Path)
        parser.add_argument("--project", required=True, metavar="SLUG", help="made where it is missing")
        parser.add_argument("--manager", metavar="NAME", help="who manages the project, if it has to be made")
        parser.add_argument("--dry-run", action="store_true", help="say what would happen, write nothing")
        parser.add_argument("--json", action="store_true", help="report as JSON on standard output")

    def handle(self, **options: Any) -> None:
        started = perf_counter()
        slug = options["project"]
        manager = _person(options["manager"])
        try:
            services.require_short_name(name=slug, longest=services.LONGEST_SLUG)
            sources = read_folder(options["path"])
            plan = _run(slug, sources, manager, dry_run=options["dry_run"])
        except DomainError as error:
            raise CommandError(" ".join(filter(None, (str(error.message), str(error.hint))))) from error
        written = not (options["dry_run"] or plan.problems)
        if options["json"]:
            report = {**plan_json(plan, project=slug, written=written), "dry_run": options["dry_run"]}
            report["seconds"] = round(perf_counter() - started, 2)
            self.stdout.write(json.dumps(report, ensure_ascii=False, indent=1))
        else:
            self._tell(plan, slug, written=written, seconds=perf_counter() - started)
        if plan.problems:
            raise CommandError(f"{len(plan.problems)} problems. Nothing was imported. Correct them and import again.")

    def _tell(self, plan: ImportPlan, slug: str, *, written: bool, seconds: float) -> None:
        counts = ", ".join(f"{number} {name}" for name, number in counts_of(plan).items())
        self.stdout.write(
            f"{slug}: {len(plan.files)} files, {counts}, {len(plan.problems)} malformed ({seconds:.1f} s)"
        )
        for entry in plan.entries:
            if entry.duplicate_of:
                self.stdout.write(f"  duplicate  {entry.name}: says the same as {entry.duplicate_of}; imported as well")
            if entry.fate in ("changed", "conflict"):
                self.stdout.write(f"  {entry.fate:9}  {entry.name}: {entry.title}")
        for row in plan.missing:
            self.stdout.write(f"  missing    {row}: no longer in the file; its task stays")
        for problem in plan.problems:
            place = problem.file if problem.entry is None else f"{problem.file}, entry {problem.entry}"
            where = f" ({problem.where})" if problem.where else ""
            self.stdout.write(f"  malformed  {place}{where}: {reason_of(problem)} {way_out_of(problem)}")
        if not written:
            self.stdout.write("Nothing was written.")


def _run(slug: str, sources: list[Source], manager: Any, *, dry_run: bool) -> ImportPlan:
    if dry_run:
        return preview_import(project=Project.objects.filter(slug=slug).first(), sources=sources)
    with transaction.atomic():
        project = services.project_named(slug=slug, by=manager)
        plan = import_sources(project=project, sources=sources, by=manager)
        if plan.problems:
            transaction.set_rollback(True)  # a project made for nothing goes as well
    return plan


def _person(name: str | None) -> Any:
    if name is None:
        return None
    person = get_user_model().objects.filter(username=name).first()
    if person is None:
        raise CommandError(f"There is nobody called “{name}”. Nothing was imported. Name an account that exists.")
    return person
