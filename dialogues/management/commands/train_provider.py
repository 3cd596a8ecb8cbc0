"""`manage.py train_provider clarq DIR`: teach the built-in provider from a folder of result files."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dialogues import embedding
from dialogues.agents.clarq.model import MODEL_FILE
from dialogues.clarq.logs import LogError
from dialogues.clarq.training import train


class Command(BaseCommand):
    help = "Train the built-in provider from published result files and print its cross-validated agreement."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("family", choices=["clarq"])
        parser.add_argument("directory", type=Path, help="a folder of result files (*.json)")
        parser.add_argument("--out", type=Path, default=MODEL_FILE, help="where to write the model")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        paths = sorted(options["directory"].glob("*.json"))
        if not paths:
            raise CommandError(f"{options['directory']} holds no result file (*.json).")
        tell = (lambda _: None) if options["json"] else self.stdout.write
        try:
            model = train(paths, embedding.embed, tell)
        except LogError as error:
            raise CommandError(str(error)) from error
        options["out"].write_text(json.dumps(model, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        if options["json"]:
            self.stdout.write(json.dumps(model["cross_validation"]))
