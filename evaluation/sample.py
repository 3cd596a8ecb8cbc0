"""The sample project, from its files to rows: tasks, two runs of dialogues, people's verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from django.contrib.auth.models import User
from django.db import transaction

from annotation import sample
from annotation.clarq.content import TaskContent
from annotation.models import Project, Task
from annotation.models.tasks import TaskStatus
from annotation.services import add_guidelines, create_task
from dialogues.models import Dialogue, EndReason, Mode, Run, Speaker
from dialogues.recording import Heading, RecordedTurn, create_run, record_dialogue, recorded_agent
from evaluation.models import Outcome, Verdict
from evaluation.services import score_dialogue

SAMPLE_NOTE = "Written for demonstration; it measures nothing."


@transaction.atomic
def load_sample_project(*, people: Mapping[str, User]) -> Project:
    """Make the sample project. `people` are the accounts that its records name (author, seeker, validator …).

    Raises IntegrityError when a project of that name is there already.
    """
    about = sample.project()
    project = Project.objects.create(
        slug=about["slug"],
        title=about["title"],
        description=about["description"],
        family=about["family"],
        max_seeker_turns=about["max_seeker_turns"],
        is_sample=True,
    )
    add_guidelines(project=project, text=about["guidelines"], by=people.get("author"))
    entries = {entry.key: entry for entry in sample.tasks()}
    tasks = {key: _task(project, entry, people.get("author")) for key, entry in entries.items()}
    runs: dict[str, Run] = {}
    for record in sample.dialogues():
        run = runs.get(record["run"]) or _run(project, record)
        runs[run.name] = run
        dialogue = _dialogue(run, tasks[record["task"]], entries[record["task"]].content, record)
        for verdict in record["verdicts"]:
            _verdict(dialogue, verdict, people)
        score_dialogue(dialogue=dialogue)
    return project


def _task(project: Project, entry: sample.SampleTask, author: User | None) -> Task:
    return create_task(
        project=project,
        title=entry.title,
        content=entry.content,
        by=author,
        type=entry.type,
        split=entry.split,
        status=TaskStatus.OPEN,
        provider_name=entry.provider_name,
        translation_group=uuid5(NAMESPACE_URL, f"clarify:sample:{entry.pair}"),
    )


def _run(project: Project, record: dict[str, Any]) -> Run:
    return create_run(
        project=project,
        name=record["run"],
        source=Run.Source.SAMPLE,
        mode=record["mode"],
        seeker_agent=None
        if record["mode"] == Mode.H2L
        else recorded_agent(name=record["run"], speaker=Speaker.SEEKER, version="sample"),
        provider_agent=recorded_agent(name="sample-provider", speaker=Speaker.PROVIDER, version="sample"),
        note=SAMPLE_NOTE,
    )


def _dialogue(run: Run, task: Task, content: TaskContent, record: dict[str, Any]) -> Dialogue:
    """Nobody's own: the sample seeker shall find every task fresh."""
    turns = [
        RecordedTurn(turn["speaker"], turn["text"], tuple(turn["nodes"]), turn["kind"], turn.get("statement"))
        for turn in record["turns"]
    ]
    return record_dialogue(
        project=task.project,
        run=run,
        content=content,
        turns=turns,
        heading=Heading(title=task.title, type=task.type, provider_name=task.provider_name, task=task),
        end_reason=EndReason.CAP if record["ended_by"] == "cap" else EndReason.GOODBYE,
        at=datetime.fromisoformat(record["started_at"]),
    )


def _verdict(dialogue: Dialogue, record: dict[str, Any], people: Mapping[str, User]) -> None:
    Verdict.objects.create(
        dialogue=dialogue,
        person=people.get(record["by"]),
        outcome=Outcome.SUCCESS if record["success"] else Outcome.FAILURE,
        reason=record["reason"],
        blind=record["blind"],
        created_at=dialogue.started_at,
    )
