"""Figures as lines for a terminal. Pure."""

from __future__ import annotations

from evaluation.scoring.aggregate import DRAWS, Estimate

INTERVALS = f"Intervals (95%): Wilson for S; bootstrap over tasks, {DRAWS:,} seeded draws, percentiles, for the rest."
INTERVAL_WIDTH = 22


def figure_line(name: str, estimate: Estimate, beside: str = "") -> str:
    """Name, value and interval in columns, to four decimals, and what stands beside them."""
    if estimate.value is None:
        return f"  {name:<15}{'undefined':>10}"
    interval = "none" if estimate.bounds is None else "{:.4f} to {:.4f}".format(*estimate.bounds)
    return f"  {name:<15}{estimate.value:>10.4f}   {interval:<{INTERVAL_WIDTH}}{beside}".rstrip()
