"""Figures as plain values and as lines: one form for commands, exports and the API. Unrounded; undefined is null."""

from __future__ import annotations

from typing import Any

from evaluation.figures import Figures, RunFigures
from evaluation.scoring.aggregate import Estimate, Group, Summary
from evaluation.scoring.agreement import Agreement
from evaluation.terminal import figure_line


def figures_json(figures: Figures) -> dict[str, Any]:
    """n, S, AQD, AQL and their company. `scorer` and `judge` join several names with a comma; no judge is null."""
    return {
        **summary_json(figures.summary),
        "aql_by_language": {language: estimate_json(estimate) for language, estimate in figures.aql},
        "failed": figures.failed,
        "active": figures.active,
        "unscored": figures.unscored,
        "scorer": ", ".join(figures.scorers) or None,
        "judge": ", ".join(figures.judges) or None,
    }


def summary_json(summary: Summary) -> dict[str, Any]:
    measures = {
        "success_rate": summary.success,
        "aqd": summary.aqd,
        "aql": summary.aql,
        "words_per_turn": summary.words_per_turn,
    }
    return {
        "n": summary.n,
        "successes": summary.successes,
        "undecided": summary.undecided,
        **{name: estimate.value for name, estimate in measures.items()},
        "intervals": {name: estimate.bounds for name, estimate in measures.items()},
    }


def estimate_json(estimate: Estimate) -> dict[str, Any]:
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high, "n": estimate.n}


def run_json(of: RunFigures) -> dict[str, Any]:
    run = of.run
    return {
        "id": run.pk,
        "run": run.name,
        "project": run.project.slug,
        "source": run.source,
        "mode": run.mode,
        "seeker": str(run.seeker_agent) if run.seeker_agent else None,
        "provider": str(run.provider_agent) if run.provider_agent else None,
        **figures_json(of.figures),
    }


def group_json(group: Group[Any]) -> dict[str, Any]:
    return {"key": group.key, **summary_json(group.summary)}


def agreement_json(agreement: Agreement) -> dict[str, Any]:
    return {
        "n": agreement.n,
        "both_success": agreement.both_success,
        "human_only": agreement.human_only,
        "automated_only": agreement.automated_only,
        "both_failure": agreement.both_failure,
        "undecided": agreement.undecided,
        "agreement": estimate_json(agreement.agreement),
        "kappa": estimate_json(agreement.kappa),
        "kappa_undefined": agreement.kappa_undefined,
    }


def run_text(of: RunFigures) -> str:
    """A few lines for the terminal."""
    figures, summary = of.figures, of.figures.summary
    scorer = ", ".join(figures.scorers) or "not scored"
    judge = f"judge {', '.join(figures.judges)}" if figures.judges else "no judge"
    counted = ", counted as not successful" if summary.undecided else ""
    return "\n".join(
        (
            f"{of.run.name} · n {summary.n} · scorer {scorer} · {judge}",
            f"  {summary.undecided} undecided{counted} · {figures.failed} failed, outside n",
            *([f"  {figures.unscored} have ended and are not scored"] * bool(figures.unscored)),
            *([f"  {figures.active} still go on"] * bool(figures.active)),
            f"  {'':<15}{'value':>10}   95% interval",
            figure_line("S", summary.success),
            figure_line("AQD", summary.aqd),
            *_aql_lines(figures),
            figure_line("words per turn", summary.words_per_turn),
        )
    )


def _aql_lines(figures: Figures) -> list[str]:
    if len(figures.aql) < 2:
        return [figure_line("AQL", figures.summary.aql)]
    return [figure_line(f"AQL ({language})", estimate) for language, estimate in figures.aql]
