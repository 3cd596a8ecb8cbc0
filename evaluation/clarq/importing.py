"""A published result file → a run of dialogues with its recorded verdicts and scores. All of it or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.clarq.build import read_contents
from annotation.clarq.content import ContentError, TaskContent
from annotation.clarq.files import read_name
from annotation.errors import IllegalMove
from annotation.models import ClarqEntry, Project, Task
from annotation.services import LONGEST_SLUG, project_named, require_short_name
from dialogues.clarq.logs import FIRST_REPLY, LogError, LoggedDialogue, provider_kind, read_log
from dialogues.models import Agent, Dialogue, Mode, Run, Speaker, Turn
from dialogues.recording import Heading, RecordedTurn, create_run, record_dialogue, recorded_agent
from evaluation.clarq.published import LAST_TEST_TYPE, setting_of, task_type_name
from evaluation.clarq.reproduce import UNNAMED_JUDGE, VerdictFileError, Verdicts, verdicts_for
from evaluation.models import JudgeAnswer
from evaluation.services import score_dialogues

LONGEST_NAME = 100
LONGEST_JUDGE = 80

TreeKey = tuple[str, tuple[tuple[str, str], ...]]
"""Language, and label and text of every node: what makes a project's task the one that was played."""


class RunExists(IllegalMove):
    """The project has a run of that name; a run is never added to afterwards."""

    code = "run_exists"


@dataclass(frozen=True)
class ImportedLog:
    """What an import stored, and what it left out."""

    run: Run
    dialogues: int
    linked: int
    """Dialogues whose task is in the project."""
    empty: int
    """Tasks of the file without a dialogue, of whatever split."""
    outside_test_split: int
    """Played tasks of types 27 to 31, which the published figures leave out."""
    answers: int
    judge: str


@dataclass(frozen=True)
class _Log:
    """A result file, read and checked whole before anything is stored."""

    file: str
    played: tuple[LoggedDialogue, ...]
    empty: int
    outside_test_split: int
    verdicts: Verdicts
    judge: str


def import_log(*, project: str, run: str, result: Path, verdicts: Path | None = None) -> ImportedLog:
    """Store the file's played test tasks as a new run of the project (made where it is missing), and score them.

    Raises LogError or VerdictFileError for a malformed file, RunExists, and InvalidInput for names that cannot be used;
    then nothing is stored.
    """
    require_short_name(name=project, longest=LONGEST_SLUG)
    require_short_name(name=run, longest=LONGEST_NAME)
    log = _read(result, verdicts)
    with transaction.atomic():
        return _store(log, project_named(slug=project, by=None), run)


def _read(result: Path, verdicts: Path | None) -> _Log:
    if verdicts is not None and not verdicts.exists():
        raise VerdictFileError(verdicts.name, "there is no such file.")
    recorded = verdicts_for(result, verdicts)
    tasks = read_log(result)
    played = tuple(one for one in tasks if one.raw and one.type_index <= LAST_TEST_TYPE)
    for dialogue in played:
        _refuse_unstorable(dialogue, result.name)
    return _Log(
        file=result.name,
        played=played,
        empty=sum(not one.raw for one in tasks),
        outside_test_split=sum(bool(one.raw) for one in tasks if one.type_index > LAST_TEST_TYPE),
        verdicts=recorded,
        judge=_judge_name(recorded, verdicts),
    )


def _refuse_unstorable(dialogue: LoggedDialogue, file: str) -> None:
    """What a log may hold and a row may not: texts beyond all measure, characters that no database takes."""
    entry = f"type {dialogue.type_index}, task {dialogue.task_index}"
    try:
        TaskContent.from_json(dialogue.content.to_json())
    except ContentError as error:
        raise LogError(file, f"{entry}, {error.where}", error.message) from error
    for position, line in enumerate(dialogue.raw):
        if not _storable(line):
            raise LogError(file, f"{entry}, utterance {position}", "it holds a character that cannot be stored.")


def _storable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\x00" not in text


def _judge_name(recorded: Verdicts, path: Path | None) -> str:
    """The judges of a verdict file as one name, since its answers are used together."""
    name = ", ".join(sorted({verdict.judge or UNNAMED_JUDGE for verdict in recorded.values()}))
    problem = "the names of its judges are too long." if len(name) > LONGEST_JUDGE else ""
    if not all(_storable(verdict.judge + verdict.analysis) for verdict in recorded.values()):
        problem = "it holds a character that cannot be stored."
    if problem and path is not None:
        raise VerdictFileError(path.name, problem)
    return name


def _store(log: _Log, project: Project, name: str) -> ImportedLog:
    if project.runs.filter(name=name).exists():
        raise RunExists(
            _("“%(project)s” has a run “%(run)s” already. Nothing was imported.")
            % {"project": project.slug, "run": name},
            hint=_("Choose another name for the run."),
        )
    run = _run(log, project, name)
    tasks = _tasks_by_tree(project)
    moment = timezone.now()
    stored = [
        record_dialogue(
            project=project,
            run=run,
            content=dialogue.content,
            turns=_turns(dialogue),
            heading=_heading(dialogue, tasks.get(_tree_key(dialogue.content), ())),
            at=moment,
        )
        for dialogue in log.played
    ]
    answers = _store_answers(log, stored)
    score_dialogues(dialogues=stored, judge=log.judge)
    return ImportedLog(
        run=run,
        dialogues=len(stored),
        linked=sum(dialogue.task_id is not None for dialogue in stored),
        empty=log.empty,
        outside_test_split=log.outside_test_split,
        answers=answers,
        judge=log.judge,
    )


def _run(log: _Log, project: Project, name: str) -> Run:
    """The run, with whom its file's name names; a file of another name leaves the agents open."""
    setting = setting_of(log.file)
    if setting is None:
        return create_run(project=project, name=name, source=Run.Source.IMPORT, note=log.file[:300])
    people = (setting.seeker == "human", setting.provider == "human")
    modes = {(True, False): Mode.H2L, (False, True): Mode.L2H, (False, False): Mode.L2L, (True, True): Mode.H2H}
    multi = setting.multi_info or provider_kind(log.played) == "multi_info"
    return create_run(
        project=project,
        name=name,
        source=Run.Source.IMPORT,
        mode=modes[people],
        seeker_agent=None if people[0] else _agent(setting.seeker, Speaker.SEEKER, setting.mode or ""),
        provider_agent=None if people[1] else _agent(setting.provider, Speaker.PROVIDER, "multi-info" if multi else ""),
        note=log.file[:300],
    )


def _agent(model: str, speaker: str, setting: str) -> Agent:
    return recorded_agent(name="-".join(filter(None, (model, speaker, setting)))[:80], speaker=speaker)


def _tasks_by_tree(project: Project) -> Mapping[TreeKey, Sequence[Task]]:
    tasks = {task.pk: task for task in project.tasks.select_related("clarq_entry__file").order_by("pk")}
    found: dict[TreeKey, list[Task]] = {}
    for key, content in read_contents(tasks.values()).items():
        found.setdefault(_tree_key(content), []).append(tasks[key])
    return found


def _tree_key(content: TaskContent) -> TreeKey:
    return content.language, tuple((node.label, node.text.strip()) for node in content.nodes)


def _heading(dialogue: LoggedDialogue, tasks: Sequence[Task]) -> Heading:
    """What the project's task says, where the log's task is in the project; else what the log itself says."""
    type_name = task_type_name(dialogue.type_index)
    task = max(tasks, key=lambda task: _closeness(task, dialogue), default=None)
    goal = dialogue.content.goal.strip().partition("\n")[0]
    return Heading(
        title=task.title if task else (goal[:1].upper() + goal[1:])[:200] or f"{type_name} {dialogue.task_index + 1}",
        type=task.type if task else type_name,
        task=task,
        log_type=dialogue.type_index,
        log_index=dialogue.task_index,
    )


def _closeness(task: Task, dialogue: LoggedDialogue) -> tuple[bool, bool]:
    """Of several tasks with the same tree (the published files repeat some), the one from the log's own place."""
    entry: ClarqEntry | None = getattr(task, "clarq_entry", None)
    number = read_name(entry.file.name).number if entry else None
    return number == dialogue.type_index, entry is not None and entry.index == dialogue.task_index


def _turns(dialogue: LoggedDialogue) -> list[RecordedTurn]:
    return [
        RecordedTurn(said.speaker, said.text, said.nodes, _kind(position, said.nodes))
        for position, said in enumerate(dialogue.utterances)
    ]


def _kind(position: int, nodes: Sequence[str]) -> str:
    if position % 2:
        return ""
    if position <= FIRST_REPLY:
        return Turn.Kind.ROOT if position == FIRST_REPLY else Turn.Kind.OPENER
    return Turn.Kind.CARRIES_NODE if nodes else Turn.Kind.OWN_WORDS


def _store_answers(log: _Log, stored: Sequence[Dialogue]) -> int:
    """The verdicts on nodes of these dialogues; answers on tasks that are not in the file have nothing to hang on."""
    answers = [
        JudgeAnswer(dialogue=row, judge=log.judge, node_index=index, match=verdict.match, analysis=verdict.analysis)
        for row, dialogue in zip(stored, log.played, strict=True)
        for index in range(len(dialogue.content.details))
        if (verdict := log.verdicts.get((dialogue.type_index, dialogue.task_index, index)))
    ]
    return len(JudgeAnswer.objects.bulk_create(answers))
