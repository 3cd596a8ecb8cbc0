"""CSV and JSON of what the pages show: the same readings, the same figures, the same blindness."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.http import HttpResponse, JsonResponse

from annotation.models import Project
from dialogues.models import Dialogue
from evaluation.figures import GROUPINGS, RunFigures, agreement_of, agreement_of_people, figures_of, groups_of
from evaluation.lists import DialogueRow
from evaluation.models import JudgeAnswer, Score, Verdict
from evaluation.reading import Reading
from evaluation.reports import agreement_json, figures_json, group_json, run_json
from evaluation.selection import Selection

MEASURES = ("success_rate", "aqd", "aql", "words_per_turn")
COUNTS = ("successes", "undecided", "failed", "active", "unscored")
# The wide forms are what spreadsheets in Chinese and Japanese take for the same signs.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
HIDDEN = "hidden until your verdict"

DASHBOARD_HEAD = ("table", "row", "measure", "value", "low", "high", "n", "scorer", "judge")
DIALOGUE_HEAD = (
    "dialogue",
    "title",
    "run",
    "mode",
    "language",
    "type",
    "responses",
    "depth",
    "status",
    "started",
    "turns",
    "shown",
    "automated",
    "aqd",
    "aql",
    "words_per_turn",
    "missing",
    "scorer",
    "judge",
    "people",
    "people_for_success",
    "people_for_failure",
)


def dashboard_json(
    project: Project, selection: Selection, runs: Sequence[RunFigures], readings: Sequence[Reading]
) -> dict[str, Any]:
    """All numbers of the dashboard, unrounded."""
    return {
        "project": project.slug,
        "filters": selection.query.removeprefix("?"),
        "verdicts": selection.ballot,
        "runs": [run_json(of) for of in runs],
        "total": figures_json(figures_of(readings)),
        **{f"by_{name}": [group_json(group) for group in groups_of(readings, name)] for name in GROUPINGS},
        "people_and_machine": agreement_json(agreement_of(readings)),
        "people_and_people": agreement_json(agreement_of_people(readings)),
    }


def dashboard_rows(exported: dict[str, Any]) -> Iterator[Sequence[Any]]:
    """The same, one number per line."""
    yield DASHBOARD_HEAD
    total = exported["total"]
    company = (total["scorer"], total["judge"])
    for run in exported["runs"]:
        yield from _figure_rows("runs", run["run"], run, (run["scorer"], run["judge"]))
    yield from _figure_rows("total", "", total, company)
    for name in GROUPINGS:
        for group in exported[f"by_{name}"]:
            yield from _figure_rows(f"by_{name}", group["key"], group, company)
    for name in ("people_and_machine", "people_and_people"):
        yield from _agreement_rows(name, exported[name], company)


def _figure_rows(table: str, row: Any, figures: dict[str, Any], company: tuple[Any, Any]) -> Iterator[Sequence[Any]]:
    for measure in MEASURES:
        low, high = figures["intervals"][measure] or (None, None)
        yield (table, row, measure, figures[measure], low, high, figures["n"], *company)
    for language, estimate in figures.get("aql_by_language", {}).items():
        values = (estimate["value"], estimate["low"], estimate["high"], estimate["n"])
        yield (table, row, f"aql_{language}", *values, *company)
    for count in COUNTS:
        if count in figures:
            yield (table, row, count, figures[count], None, None, figures["n"], *company)


def _agreement_rows(table: str, agreement: dict[str, Any], company: tuple[Any, Any]) -> Iterator[Sequence[Any]]:
    for name in ("both_success", "human_only", "automated_only", "both_failure", "undecided"):
        yield (table, name, "count", agreement[name], None, None, agreement["n"], *company)
    for name in ("agreement", "kappa"):
        estimate = agreement[name]
        yield (table, "", name, estimate["value"], estimate["low"], estimate["high"], estimate["n"], *company)


def dialogue_table(rows: Iterable[DialogueRow]) -> Iterator[Sequence[Any]]:
    """One line per dialogue; where the reader is still blind, `shown` says so and the rest is empty."""
    yield DIALOGUE_HEAD
    for row in rows:
        line = dialogue_line(row)
        yield [line[name] for name in DIALOGUE_HEAD]


def dialogue_line(row: DialogueRow) -> dict[str, Any]:
    dialogue, reading = row.dialogue, row.reading
    facts: dict[str, Any] = {
        "dialogue": dialogue.pk,
        "title": dialogue.title,
        "run": dialogue.run.name if dialogue.run else None,
        "mode": dialogue.mode,
        "language": dialogue.language,
        "type": dialogue.type,
        "responses": dialogue.responses,
        "depth": dialogue.depth,
        "status": dialogue.status,
        "started": dialogue.started_at.isoformat(),
        "turns": row.turns,
        "shown": "yes" if row.seen else HIDDEN,
    }
    return {**dict.fromkeys(DIALOGUE_HEAD), **facts, **(_judged(row, reading) if row.seen else {})}


def _judged(row: DialogueRow, reading: Reading) -> dict[str, Any]:
    score = reading.scored
    return {
        "automated": reading.outcome,
        "aqd": score.aqd if score else None,
        "aql": score.aql if score else None,
        "words_per_turn": score.words_per_turn if score else None,
        "missing": reading.missing if score else None,
        "scorer": reading.scorer or None,
        "judge": reading.judge or None,
        "people": reading.human,
        "people_for_success": row.for_success,
        "people_for_failure": row.for_failure,
    }


def dialogue_json(dialogue: Dialogue, *, seen: bool, own: int | None) -> dict[str, Any]:
    """A whole dialogue: task, transcript with nodes and traces, and, for who may see them, scores and verdicts."""
    turns = dialogue.turns.order_by("seq")
    return {
        "dialogue": dialogue.pk,
        "project": dialogue.project.slug,
        "run": dialogue.run.name if dialogue.run else None,
        "title": dialogue.title,
        "type": dialogue.type,
        "language": dialogue.language,
        "mode": dialogue.mode,
        "task_version": dialogue.task_version,
        "status": dialogue.status,
        "end_reason": dialogue.end_reason,
        "seeker": str(dialogue.seeker_agent) if dialogue.seeker_agent else None,
        "provider": str(dialogue.provider_agent) if dialogue.provider_agent else None,
        "started": dialogue.started_at.isoformat(),
        "ended": dialogue.ended_at.isoformat() if dialogue.ended_at else None,
        "task": dialogue.snapshot,
        "turns": [
            {
                "seq": turn.seq,
                "speaker": turn.speaker,
                "text": turn.text,
                "nodes": turn.nodes,
                "kind": turn.kind,
                "statement_type": turn.statement_type,
                "trace": turn.trace,
            }
            for turn in turns
        ],
        "shown": "yes" if seen else HIDDEN,
        **(judgments_json(dialogue, own) if seen else {}),
    }


def judgments_json(dialogue: Dialogue, own: int | None) -> dict[str, Any]:
    """Scores, the judge's answers and verdicts, with what they replaced. Other people are numbered, not named."""
    return {
        "scores": [score_json(score) for score in dialogue.scores.order_by("pk")],
        "judge_answers": [_answer_json(answer) for answer in dialogue.judge_answers.order_by("judge", "node_index")],
        "verdicts": [verdict_json(verdict, own) for verdict in dialogue.verdicts.order_by("pk")],
    }


def score_json(score: Score) -> dict[str, Any]:
    return {
        "id": score.pk,
        "scorer": score.scorer,
        "version": score.version,
        "judge": score.judge or None,
        "values": score.values,
        "explanation": score.explanation,
        "replaces": score.replaces_id,
        "reason": score.reason,
        "scored": score.created_at.isoformat(),
    }


def verdict_json(verdict: Verdict, own: int | None) -> dict[str, Any]:
    return {
        "id": verdict.pk,
        "person": verdict.person_id,
        "yours": verdict.person_id is not None and verdict.person_id == own,
        "outcome": verdict.outcome,
        "reason": verdict.reason,
        "blind": verdict.blind,
        "replaces": verdict.replaces_id,
        "given": verdict.created_at.isoformat(),
    }


def _answer_json(answer: JudgeAnswer) -> dict[str, Any]:
    return {
        "judge": answer.judge,
        "node_index": answer.node_index,
        "match": answer.match,
        "analysis": answer.analysis,
    }


def csv_response(rows: Iterable[Sequence[Any]], name: str) -> HttpResponse:
    """A CSV file for spreadsheets: UTF-8 with a mark that they know, and no cell that they would run as a formula."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response.write("\ufeff")
    writer = csv.writer(response)
    for row in rows:
        writer.writerow([safe_cell(value) for value in row])
    return response


def safe_cell(value: Any) -> Any:
    """A text that a spreadsheet would take for a formula gets a quote before it; numbers stay numbers."""
    if isinstance(value, str) and value.lstrip(" \n\u00a0\u3000\u200b\ufeff").startswith(FORMULA_STARTS):
        return f"'{value}"
    return value


def download(value: Any, name: str) -> JsonResponse:
    response = JsonResponse(value, safe=False, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
