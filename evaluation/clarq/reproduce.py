"""Published tables recomputed straight from result files: no database row is read or written.

Only the test split counts (task types 1 to 26). A task that was not played has no score: it is out of n and
counted beside, as any infrastructure failure is. The published logs have no such task, hence n = 260 there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dialogues.clarq.logs import LoggedDialogue, read_log
from evaluation.clarq.published import LAST_TEST_TYPE, PublishedFigures, equals_as_printed, published_figures
from evaluation.scoring import (
    SCORER_NAME,
    SCORER_VERSION,
    RecordedVerdict,
    VerdictError,
    VerdictKey,
    parse_verdicts,
    recorded_judge,
    score_dialogue,
)
from evaluation.scoring.aggregate import Estimate, ScoredDialogue, Summary, scored_dialogue, summarise
from evaluation.terminal import INTERVAL_WIDTH, figure_line

UNNAMED_JUDGE = "unnamed"

Verdicts = Mapping[VerdictKey, RecordedVerdict]


class VerdictFileError(ValueError):
    """A verdict file cannot be read; names the file, the line where there is one, and the reason."""

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(f"{file}, {reason}")
        self.file = file
        self.reason = reason


@dataclass(frozen=True)
class Reproduction:
    """What one result file gives, beside what was published for it."""

    file: str
    summary: Summary
    not_played: int
    """Test tasks of the file without a dialogue; outside n."""
    judges: tuple[str, ...]
    """Whose recorded verdicts were at hand; empty: no judge."""
    published: PublishedFigures | None


def result_files(path: Path) -> tuple[Path, ...]:
    """The file itself, or the JSON files of a folder by name. Raises FileNotFoundError where there is none."""
    files = (path,) if path.is_file() else tuple(sorted(path.glob("*.json")))
    if not files:
        raise FileNotFoundError(f"{path} is no result file and no folder with one.")
    return files


def verdicts_for(result: Path, verdicts: Path | None) -> Verdicts:
    """Recorded verdicts of a result file: `verdicts` itself, or the file of the same base name in that folder.

    Empty when there are none. Raises VerdictFileError for a malformed file.
    """
    if verdicts is None:
        return {}
    path = verdicts / f"{result.stem}.jsonl" if verdicts.is_dir() else verdicts
    if not path.exists():
        return {}
    try:
        return parse_verdicts(path.read_text(encoding="utf-8-sig").split("\n"))
    except VerdictError as error:
        raise VerdictFileError(path.name, str(error)) from error
    except OSError as error:
        raise VerdictFileError(path.name, f"it cannot be read ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        raise VerdictFileError(path.name, "it is not UTF-8.") from error


def reproduce(result: Path, verdicts: Path | None = None) -> Reproduction:
    """Score a result file. Raises LogError or VerdictFileError for a malformed one."""
    recorded = verdicts_for(result, verdicts)
    test_split = [dialogue for dialogue in read_log(result) if dialogue.type_index <= LAST_TEST_TYPE]
    played = [dialogue for dialogue in test_split if dialogue.raw]
    return Reproduction(
        file=result.name,
        summary=summarise([scored(dialogue, recorded) for dialogue in played]),
        not_played=len(test_split) - len(played),
        judges=tuple(sorted({verdict.judge or UNNAMED_JUDGE for verdict in recorded.values()})),
        published=published_figures(result.name),
    )


def scored(dialogue: LoggedDialogue, recorded: Verdicts) -> ScoredDialogue:
    """A logged dialogue's score, by the verdicts recorded for it."""
    below_root = dialogue.content.details
    score = score_dialogue(
        [node.text for node in dialogue.content.nodes],
        [node.purpose for node in below_root],
        dialogue.raw,
        judge=recorded_judge(recorded, dialogue.type_index, dialogue.task_index),
        labels=[node.label for node in below_root],
    )
    return scored_dialogue(
        score,
        task=(dialogue.type_index, dialogue.task_index),
        task_type=str(dialogue.type_index),
        depth=dialogue.content.depth,
    )


def as_json(reproduction: Reproduction) -> dict[str, Any]:
    """Plain values, unrounded; undefined figures are null."""
    summary = reproduction.summary
    return {
        "file": reproduction.file,
        "n": summary.n,
        "success_rate": summary.success.value,
        "aqd": summary.aqd.value,
        "aql": summary.aql.value,
        "undecided": summary.undecided,
        "not_played": reproduction.not_played,
        "words_per_turn": summary.words_per_turn.value,
        "intervals": {
            "success_rate": summary.success.bounds,
            "aqd": summary.aqd.bounds,
            "aql": summary.aql.bounds,
            "words_per_turn": summary.words_per_turn.bounds,
        },
        "scorer": f"{SCORER_NAME} {SCORER_VERSION}",
        "judges": list(reproduction.judges),
        "published": _published_json(reproduction.published),
    }


def as_text(reproduction: Reproduction) -> str:
    """A few lines for the terminal: computed beside published."""
    summary, published = reproduction.summary, reproduction.published
    where = f"published (Table {', '.join(published.tables)})" if published else "not published"
    return "\n".join(
        (
            reproduction.file,
            f"  n {summary.n} · scorer {SCORER_NAME} {SCORER_VERSION} · {_judge_line(reproduction)}",
            *([f"  {reproduction.not_played} test tasks were not played: outside n"] * bool(reproduction.not_played)),
            f"  {'':<15}{'computed':>10}   {'95% interval':<{INTERVAL_WIDTH}}{where}",
            _figure_line("S", summary.success, published.success_rate if published else None),
            _figure_line("AQD", summary.aqd, published.aqd if published else None),
            _figure_line("AQL", summary.aql, published.aql if published else None),
            figure_line("words per turn", summary.words_per_turn),
        )
    )


def _judge_line(reproduction: Reproduction) -> str:
    undecided = reproduction.summary.undecided
    judge = f"judge recorded {', '.join(reproduction.judges)}" if reproduction.judges else "no judge"
    counted = ", counted as not successful" if undecided else ""
    return f"{judge} · {undecided} undecided{counted}"


def _figure_line(name: str, estimate: Estimate, published: str | None) -> str:
    if estimate.value is None or published is None:
        return figure_line(name, estimate)
    verdict = "equal" if equals_as_printed(estimate.value, published) else "differs"
    return figure_line(name, estimate, f"{published:<10}{verdict}")


def _published_json(published: PublishedFigures | None) -> dict[str, Any] | None:
    if published is None:
        return None
    return {
        "tables": list(published.tables),
        "success_rate": published.success_rate,
        "aqd": published.aqd,
        "aql": published.aql,
    }
