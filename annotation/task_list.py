"""What the project page reads: one page of tasks as the address asks for them, and the project's figures.

Neither a tree nor a text is read for the list, and the number of queries does not depend on how many tasks there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.cache import cache
from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet
from django.http import QueryDict

from annotation.clarq.content import Language
from annotation.clarq.statistics import LanguageStatistics, TaskFacts, statistics
from annotation.models import ClarqBackground, Project, ResponseNode, Task
from annotation.models.tasks import LanguageCode, Split, TaskQuerySet, TaskStatus

PER_PAGE = 50
FIGURES_KEPT_SECONDS = 24 * 3600

# The orders that the table's heads offer; a leading minus turns one round.
ORDERS: Mapping[str, str] = {
    "title": "title",
    "depth": "background__depth",
    "nodes": "background__uncertainties",
    "hints": "background__hints",
    "changed": "updated_at",
}
DEFAULT_ORDER = "-changed"


@dataclass(frozen=True)
class TaskQuery:
    """What the address asks for. Unknown values are dropped, so that an old or mistyped link still shows tasks."""

    text: str = ""
    language: str = ""
    status: str = ""
    type: str = ""
    split: str = ""
    hints: bool = False
    order: str = DEFAULT_ORDER

    @classmethod
    def read(cls, address: QueryDict) -> TaskQuery:
        order = address.get("order", "")
        return cls(
            text=address.get("q", "").strip().replace("\x00", "")[:200],
            language=_one_of(address.get("language"), LanguageCode.values),
            status=_one_of(address.get("status"), TaskStatus.values),
            type=address.get("type", "").replace("\x00", "")[:80],
            split=_one_of(address.get("split"), Split.values),
            hints=address.get("hints") == "1",
            order=order if order.removeprefix("-") in ORDERS else DEFAULT_ORDER,
        )

    @property
    def narrows(self) -> bool:
        return any((self.text, self.language, self.status, self.type, self.split, self.hints))

    def address(self, **changes: Any) -> str:
        """The query string of this query with some of it changed; what is at its default is left out."""
        values = {
            "q": self.text,
            "language": self.language,
            "status": self.status,
            "type": self.type,
            "split": self.split,
            "hints": "1" if self.hints else "",
            "order": "" if self.order == DEFAULT_ORDER else self.order,
            **changes,
        }
        address = QueryDict(mutable=True)
        address.update({key: value for key, value in values.items() if value})
        return address.urlencode()

    def among(self, tasks: TaskQuerySet) -> TaskQuerySet:
        for name in ("language", "status", "type", "split"):
            if value := getattr(self, name):
                tasks = tasks.filter(**{name: value})
        if self.hints:
            tasks = tasks.filter(background__hints__gt=0)
        if self.text:
            words = ResponseNode.objects.filter(task=OuterRef("pk"))
            said = words.filter(Q(text__icontains=self.text) | Q(purpose__icontains=self.text))
            named = Q(title__icontains=self.text) | Q(background__goal__icontains=self.text)
            tasks = tasks.filter(named | Exists(said))
        sign, column = ("-", self.order[1:]) if self.order.startswith("-") else ("", self.order)
        return tasks.order_by(f"{sign}{ORDERS[column]}", "pk")


def _one_of(value: str | None, known: list[str]) -> str:
    return value if value in known else ""


@dataclass(frozen=True)
class TaskRow:
    task: Task
    sister: Task | None


def page_of_tasks(tasks: TaskQuerySet, query: TaskQuery, number: str | None) -> tuple[Page[Task], list[TaskRow]]:
    """The asked-for page with the sister of each task; a number out of range is the nearest page."""
    found = query.among(tasks).select_related("background").only(*LIST_COLUMNS)
    page = Paginator(found, PER_PAGE).get_page(number)
    rows = list(page.object_list)
    sisters = _sisters(tasks, rows)
    return page, [TaskRow(task, sisters.get((task.translation_group, task.language))) for task in rows]


LIST_COLUMNS = (
    "title",
    "type",
    "language",
    "status",
    "split",
    "version",
    "translation_group",
    "updated_at",
    "project_id",
    "background__task_id",
    "background__depth",
    "background__uncertainties",
    "background__hints",
)


def _sisters(tasks: TaskQuerySet, rows: list[Task]) -> dict[tuple[UUID, str], Task]:
    """By translation group and the language of the task whose sister it is."""
    groups = {task.translation_group for task in rows}
    related = tasks.filter(translation_group__in=groups).only("title", "language", "translation_group")
    other = {LanguageCode.ENGLISH: LanguageCode.CHINESE, LanguageCode.CHINESE: LanguageCode.ENGLISH}
    return {(task.translation_group, other[LanguageCode(task.language)].value): task for task in related}


def counts_by_status(tasks: TaskQuerySet) -> dict[str, int]:
    counted = dict(tasks.order_by().values_list("status").annotate(Count("pk")))
    return {status: counted.get(status, 0) for status in TaskStatus.values}


def types_of(tasks: TaskQuerySet) -> list[str]:
    return list(tasks.exclude(type="").order_by("type").values_list("type", flat=True).distinct())


def project_statistics(project: Project) -> dict[Language, LanguageStatistics]:
    """The project's figures (paper 000, III-A); computed again only after a change of its tasks."""
    tasks = project.tasks.order_by()
    state = tasks.aggregate(count=Count("pk"), changed=Max("updated_at"), last=Max("pk"))
    key = f"figures:{project.pk}:{state['count']}:{state['last']}:{state['changed']:%s%f}" if state["count"] else ""
    found = cache.get(key) if key else None
    if found is None:
        found = statistics(_facts(project))
        if key:
            cache.set(key, found, FIGURES_KEPT_SECONDS)
    return found


def _facts(project: Project) -> list[TaskFacts]:
    columns = ("task__language", "items", "skills", "scenes", "uncertainties", "depth")
    rows: QuerySet[ClarqBackground, Any] = ClarqBackground.objects.filter(task__project=project).values_list(*columns)
    return [TaskFacts(*row) for row in rows]
