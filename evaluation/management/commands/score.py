"""`manage.py score RUN`: score a run again with the scorer as it is now, and say what it comes to."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dialogues.models import DialogueStatus, Run
from evaluation.figures import of_run
from evaluation.models import JudgeAnswer, Score
from evaluation.reports import run_json, run_text
from evaluation.services import NO_JUDGE, score_dialogues
from evaluation.terminal import INTERVALS


class Command(BaseCommand):
    help = "Score a run's dialogues again; results that changed are new rows beside the old ones."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("run", metavar="RUN")
        parser.add_argument("--project", metavar="SLUG", help="needed where several projects have a run of that name")
        parser.add_argument("--judge", metavar="NAME", help="whose recorded answers to use; “none” for nobody's")
        parser.add_argument("--json", action="store_true", help="print JSON, unrounded")

    def handle(self, *, run: str, project: str | None, judge: str | None, **options: Any) -> None:
        found = _run(run, project)
        chosen = _judge(found, judge)
        before = Score.objects.count()
        score_dialogues(
            dialogues=list(found.dialogues.filter(status=DialogueStatus.ENDED).order_by("pk")), judge=chosen
        )
        added = Score.objects.count() - before
        figures = of_run(found, judge=chosen)
        if options["json"]:
            self.stdout.write(json.dumps({**run_json(figures), "new_scores": added}, ensure_ascii=False, indent=2))
        else:
            self.stdout.write("\n".join((run_text(figures), f"  {added} scores are new", INTERVALS)))


def _run(name: str, project: str | None) -> Run:
    runs = Run.objects.filter(name=name).select_related("project", "seeker_agent", "provider_agent")
    found = list(runs.filter(project__slug=project) if project else runs)
    if not found:
        where = f" in “{project}”" if project else ""
        raise CommandError(f"There is no run “{name}”{where}. Nothing was scored.")
    if len(found) > 1:
        slugs = ", ".join(sorted(run.project.slug for run in found))
        raise CommandError(f"Several projects have a run “{name}” ({slugs}). Name one with --project.")
    return found[0]


def _judge(run: Run, wanted: str | None) -> str:
    """The judge to use: the one that was named, else the only one that has answered in this run, else none."""
    answered = sorted(set(JudgeAnswer.objects.filter(dialogue__run=run).values_list("judge", flat=True)))
    if wanted is None:
        if len(answered) > 1:
            raise CommandError(f"Several judges have answered ({'; '.join(answered)}). Name one with --judge.")
        return answered[0] if answered else NO_JUDGE
    if wanted == "none":
        return NO_JUDGE
    if wanted not in answered:
        raise CommandError(f"No answers of a judge “{wanted}” are stored in this run. Nothing was scored.")
    return wanted
