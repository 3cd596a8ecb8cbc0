"""Which dialogues a page is about: the filters that stand in its address.

One object serves the dashboard's numbers and the lists behind them, so that a link from a number leads to exactly the
dialogues that were counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, Protocol
from urllib.parse import urlencode

from django.db.models import Q
from django.utils.translation import gettext as _

from annotation.errors import InvalidInput
from evaluation.clarq.published import LAST_TEST_TYPE

NO_TYPE = "none"
"""In the address: dialogues on tasks that name no type."""

Ballot = Literal["blind", "all"]
"""Verdicts given before anything was shown, or everybody's current ones."""
OUTCOMES = {
    "success": {"success"},
    "failure": {"failure"},
    "undecided": {"undecided"},
    "unscored": {"unscored"},
    "scored": {"success", "failure", "undecided"},
    "decided": {"success", "failure"},
}
"""What each value in the address stands for; those of the other filters are the readings' own marks."""
WHOLE_NUMBERS = ("responses", "depth", "people")
LONGEST_NUMBER = 40
HARMLESS = {
    "outcome": {"", "scored", "unscored"},
    "human": {"", "none", "judged"},
    "differ": {""},
    "missing": {""},
}
"""All other values of these filters tell of each dialogue in the list what a blind judge must not know."""


class Facts(Protocol):
    """What the filters ask of a dialogue that no column holds."""

    @property
    def outcome(self) -> str: ...
    @property
    def human_marks(self) -> frozenset[str]: ...
    @property
    def difference_marks(self) -> frozenset[str]: ...
    @property
    def missing(self) -> int: ...
    @property
    def people(self) -> int: ...


@dataclass(frozen=True)
class Selection:
    """Empty means: this filter is not set. Unknown values select nothing; they never select everything."""

    run: tuple[str, ...] = ()
    language: str = ""
    split: str = ""
    type: str = ""
    mode: str = ""
    source: str = ""
    responses: str = ""
    depth: str = ""
    status: str = ""
    outcome: str = ""
    human: str = ""
    differ: str = ""
    missing: str = ""
    people: str = ""
    """At least so many people's verdicts."""
    judge: str = ""
    """A judge's name, or ``none`` for scores without one. Not set: each dialogue's best informed score."""
    verdicts: str = ""

    @classmethod
    def from_query(cls, query: Mapping[str, Any]) -> Selection:
        """Read a request's GET. Raises InvalidInput for a number that is none."""
        runs = query.getlist("run") if hasattr(query, "getlist") else query.get("run", ())
        values = {f.name: str(query.get(f.name, "")).strip() for f in fields(cls) if f.name != "run"}
        if any("\x00" in value for value in (*runs, *values.values())):
            raise InvalidInput(_("The address holds a zero character."), hint=_("Choose the filters on the page."))
        for name in WHOLE_NUMBERS:
            if values[name] and not (values[name].isdecimal() and len(values[name]) <= LONGEST_NUMBER):
                raise InvalidInput(
                    _("The address asks for %(name)s = “%(value)s”, which is no number.")
                    % {"name": name, "value": values[name][:LONGEST_NUMBER]},
                    hint=_("Take the filter out, or choose it again on the page."),
                    where=name,
                )
        return cls(run=tuple(dict.fromkeys(name for name in runs if name)), **values)

    def but(self, **changes: Any) -> Selection:
        """The same selection with some filters set otherwise; the value "" takes one away."""
        return replace(self, **changes)

    def without(self, name: str) -> Selection:
        """The same selection with that filter taken away."""
        return self.but(**{name: () if name == "run" else ""})

    @property
    def query(self) -> str:
        """The filters as they stand in an address, with ``?``; empty when none is set."""
        pairs: list[tuple[str, str]] = [("run", name) for name in self.run]
        pairs += [(f.name, getattr(self, f.name)) for f in fields(self) if f.name != "run" and getattr(self, f.name)]
        return f"?{urlencode(pairs)}" if pairs else ""

    @property
    def ballot(self) -> Ballot:
        return "all" if self.verdicts == "all" else "blind"

    @property
    def shows_outcomes(self) -> bool:
        """Does being in the list tell how a dialogue was scored or judged?"""
        return any(getattr(self, name) not in values for name, values in HARMLESS.items())

    @property
    def condition(self) -> Q:
        """What columns decide, as a condition on dialogues."""
        columns = {
            "language": self.language,
            "type": "" if self.type == NO_TYPE else self.type,
            "mode": self.mode,
            "run__source": self.source,
            "responses": self.responses,
            "depth": self.depth,
            "status": self.status,
        }
        condition = Q(**{column: value for column, value in columns.items() if value})
        if self.type == NO_TYPE:
            condition &= Q(type="")
        if self.run:
            condition &= Q(run__name__in=self.run)
        return condition & _of_split(self.split) if self.split else condition

    def keeps(self, facts: Facts) -> bool:
        """What columns cannot decide: scores and verdicts."""
        return (
            (not self.outcome or facts.outcome in OUTCOMES.get(self.outcome, ()))
            and (not self.human or self.human in facts.human_marks)
            and (not self.differ or self.differ in facts.difference_marks)
            and self.missing in ("", "some" if facts.missing else "none")
            and (not self.people or facts.people >= int(self.people))
        )


def _of_split(split: str) -> Q:
    """In a log whose tasks are not in the project, the type's number tells the split."""
    linked = Q(task__split=split)
    if split == "test":
        return linked | Q(task=None, log_type__lte=LAST_TEST_TYPE)
    if split == "dev":
        return linked | Q(task=None, log_type__gt=LAST_TEST_TYPE)
    return linked
