"""What a set of tasks is made of: the figures of paper 000, section III-A. Pure.

Items, skills and scenes count once per language however many tasks name them; nodes exclude the root; depth counts
the levels below the root.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from annotation.clarq.content import LANGUAGES, Language


@dataclass(frozen=True)
class TaskFacts:
    """What the figures need of one task. The three lists are newline-separated, as a background stores them."""

    language: Language
    items: str
    skills: str
    scenes: str
    nodes: int
    """Below the root."""
    depth: int


@dataclass(frozen=True)
class LanguageStatistics:
    tasks: int = 0
    items: int = 0
    """Unique lines; likewise skills and scenes."""
    skills: int = 0
    scenes: int = 0
    nodes: Mapping[int, int] = field(default_factory=dict)
    """Tasks by number of nodes, ascending."""
    depths: Mapping[int, int] = field(default_factory=dict)
    """Tasks by depth, ascending."""


def statistics(facts: Iterable[TaskFacts]) -> dict[Language, LanguageStatistics]:
    """Figures per language, for both languages. No tasks: zero of everything, and empty histograms."""
    by_language: dict[Language, list[TaskFacts]] = {language: [] for language in LANGUAGES}
    for task in facts:
        by_language[task.language].append(task)
    return {language: _of_one_language(tasks) for language, tasks in by_language.items()}


def _of_one_language(tasks: list[TaskFacts]) -> LanguageStatistics:
    return LanguageStatistics(
        tasks=len(tasks),
        items=_unique(task.items for task in tasks),
        skills=_unique(task.skills for task in tasks),
        scenes=_unique(task.scenes for task in tasks),
        nodes=_histogram(task.nodes for task in tasks),
        depths=_histogram(task.depth for task in tasks),
    )


def _unique(lists: Iterable[str]) -> int:
    """Different lines, compared to the character; an empty list has none."""
    return len({line for text in lists if text for line in text.split("\n")})


def _histogram(values: Iterable[int]) -> dict[int, int]:
    return dict(sorted(Counter(values).items()))


def added(histograms: Iterable[Mapping[int, int]]) -> dict[int, int]:
    """One histogram of several."""
    total: Counter[int] = Counter()
    for histogram in histograms:
        total.update(histogram)
    return dict(sorted(total.items()))
