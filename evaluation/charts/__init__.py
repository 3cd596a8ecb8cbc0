"""Geometry of the dashboard's charts: shares in, numbers for inline SVG out.

Pure: templates draw what is counted here, CSS classes give it colour. Coordinates are SVG user units, rounded to a
tenth, and always given as text, because a template would write a number in the reader's locale.
"""

from evaluation.charts.bars import RateBars, rate_bars
from evaluation.charts.columns import RateChart, rate_chart
from evaluation.charts.labels import share_label, shortened, text_width
from evaluation.charts.marks import SMALL_N, GridLine, OverallLine, PlottedRate, RatePoint
from evaluation.charts.whiskers import Whisker, whisker

__all__ = [
    "SMALL_N",
    "GridLine",
    "OverallLine",
    "PlottedRate",
    "RateBars",
    "RateChart",
    "RatePoint",
    "Whisker",
    "rate_bars",
    "rate_chart",
    "share_label",
    "shortened",
    "text_width",
    "whisker",
]
