"""``manage.py export_tasks clarq --project SLUG OUT``: docs/import-export.md."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.clarq.exporting import write_folder
from annotation.errors import DomainError
from annotation.import_messages import ADAPTED
from annotation.models import Project


class Command(BaseCommand):
    help = "Export a project's tasks as a folder of ClarQ files (English, Chinese)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("family", choices=["clarq"])
        parser.add_argument("out", type=Path)
        parser.add_argument("--project", required=True, metavar="SLUG")
        parser.add_argument("--overwrite", action="store_true", help="replace files of the same names")

    def handle(self, **options: Any) -> None:
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            known = ", ".join(Project.objects.values_list("slug", flat=True)) or "none yet"
            raise CommandError(f"There is no project “{options['project']}”. Projects: {known}.")
        try:
            files = write_folder(project=project, folder=options["out"], overwrite=options["overwrite"])
        except DomainError as error:
            raise CommandError(f"{error.message} {error.hint}") from error
        except OSError as error:
            raise CommandError(f"Writing stopped: {error}. Choose another folder and export again.") from error
        tasks = sum(file.tasks for file in files)
        self.stdout.write(f"{project.slug}: {tasks} tasks in {len(files)} files in {options['out']}")
        for code, number in sum((file.adapted for file in files), Counter[str]()).items():
            self.stdout.write(f"  {number} × {ADAPTED[code]}")
