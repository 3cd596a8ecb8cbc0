"""`manage.py provider_fidelity clarq RESULT.json…`: the built-in provider against the provider of published logs."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dialogues import embedding
from dialogues.clarq.fidelity import Fidelity, measure_fidelity
from dialogues.clarq.logs import LogError


class Command(BaseCommand):
    help = "Measure how often the built-in provider says the same nodes as the provider of a published log."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("family", choices=["clarq"])
        parser.add_argument("results", nargs="+", type=Path, help="result files (*.json)")
        parser.add_argument("--json", action="store_true", help="print one list with an object per file")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            measured = [measure_fidelity(path, embedding.embed) for path in options["results"]]
        except LogError as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps([fidelity.to_json() for fidelity in measured], ensure_ascii=False))
            return
        for fidelity in measured:
            self.stdout.write(_line(fidelity))


def _line(fidelity: Fidelity) -> str:
    multi = fidelity.provider == "multi_info"
    figure = fidelity.exact_set if multi else fidelity.accuracy
    name = "exact set" if multi else "accuracy"
    line = f"{fidelity.file}: {fidelity.language}, {fidelity.provider}, {name} {_share(figure)} (n = {fidelity.n})"
    if multi:
        line += f", F1 {_share(fidelity.f1)}"
        line += f"; where a node was open {_share(fidelity.agreement_open)} (n = {fidelity.n_open})"
    if fidelity.training_log:
        held_out = _share(fidelity.cross_validated)
        line += f"\n  The provider was trained on this log; cross-validated by task type (a node open): {held_out}."
    return line


def _share(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.4f}"
