"""What every page of this app begins with: the project, and the choice of dialogues in the address."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, cast

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from annotation.models import Project
from annotation.models.projects import READ_RESULTS
from annotation.models.tasks import LanguageCode, Split
from dialogues.models import Run
from evaluation.reading import readable
from evaluation.selection import Selection


def person_of(request: HttpRequest) -> User:
    """The signed-in person; every view of this app requires one."""
    return cast(User, request.user)


def results_project(request: HttpRequest, slug: str) -> Project:
    """The project, for people who may read its results; a 404 for all others. The shell then shows it."""
    project = get_object_or_404(Project.objects.where_user_is(request.user, READ_RESULTS), slug=slug)
    request.project = project  # type: ignore[attr-defined]
    return project


@dataclass(frozen=True)
class Choice:
    value: str
    label: str
    selected: bool


@dataclass(frozen=True)
class Control:
    """One filter as a list to choose from; the first choice takes it away."""

    name: str
    label: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Chip:
    """A filter that no list shows, and the address without it."""

    label: str
    url: str


def filter_context(
    request: HttpRequest, project: Project, selection: Selection, *names: str, given: tuple[str, ...] = ()
) -> dict[str, Any]:
    """What the filter line needs: lists for these filters, the others as chips. `given` ones belong to the page."""
    # A list takes one value; several runs stand beside it as a chip.
    single = [name for name in names if name != "run" or len(selection.run) < 2]
    lists = controls(request, project, selection, *single)
    listed = {control.name for control in lists} | set(given)
    extra = [f.name for f in fields(selection) if f.name not in listed and getattr(selection, f.name)]
    kept = [
        {"name": name, "value": value}
        for name in extra
        for value in (selection.run if name == "run" else [getattr(selection, name)])
    ]
    if request.GET.get("by"):
        kept.append({"name": "by", "value": request.GET["by"]})
    chosen = [name for name in {*listed, *extra} - set(given) - {"verdicts"} if getattr(selection, name)]
    return {
        "selection": selection,
        "controls": lists,
        # The dashboard chooses its runs by the boxes in their table, which belong to the same form.
        "kept": [one for one in kept if one["name"] != "run" or "run" in names],
        "chips": [
            Chip(_chip_label(name, selection), request.path + selection.without(name).query)
            for name in extra
            if name != "verdicts"
        ],
        "clear_url": request.path if chosen else "",
    }


def _chip_label(name: str, selection: Selection) -> str:
    if name == "run":
        return ", ".join(selection.run)
    value = getattr(selection, name)
    if name == "people":
        return _("judged by %(n)s people or more") % {"n": value}
    if name == "judge":
        return _("no judge") if value == "none" else _("judge %(name)s") % {"name": value}
    control = _control(name, [], selection)
    words = {choice.value: choice.label for choice in control.choices}
    return words.get(value) or f"{control.label}: {value}"


def controls(request: HttpRequest, project: Project, selection: Selection, *names: str) -> list[Control]:
    """The filters that have something to choose, with the values that occur in the project."""
    columns = ("language", "task__split", "type", "mode", "run__source", "responses", "depth", "run__name")
    rows = list(readable(request.user, project).order_by().values_list(*columns).distinct())
    occurring = {
        name: [value for value in dict.fromkeys(values) if value not in (None, "")]
        for name, values in zip(
            ("language", "split", "type", "mode", "source", "responses", "depth", "run"),
            zip(*rows, strict=True) if rows else [()] * len(columns),
            strict=True,
        )
    }
    found = [_control(name, sorted(occurring.get(name, ())), selection) for name in names]
    return [control for control in found if len(control.choices) > 2 or any(c.selected for c in control.choices[1:])]


def _control(name: str, values: list[Any], selection: Selection) -> Control:
    wordings: dict[str, tuple[str, str, dict[Any, Any]]] = {
        "language": (_("Language"), _("Any language"), dict(LanguageCode.choices)),
        "split": (_("Split"), _("Any split"), dict(Split.choices)),
        "type": (_("Task type"), _("Any task type"), {}),
        "mode": (_("Mode"), _("Any mode"), {}),
        "source": (_("Source"), _("Any source"), dict(Run.Source.choices)),
        "responses": (_("Provider responses"), _("Any tree"), {n: _("%(n)s responses") % {"n": n} for n in values}),
        "depth": (_("Depth"), _("Any depth"), {n: _("depth %(n)s") % {"n": n} for n in values}),
        "run": (_("Run"), _("Any run"), {}),
        "outcome": (
            _("Automated verdict"),
            _("Any automated verdict"),
            {
                "success": _("Automated: success"),
                "failure": _("Automated: failure"),
                "undecided": _("Automated: undecided"),
                "decided": _("Automated: decided"),
                "scored": _("Scored"),
                "unscored": _("Not scored"),
            },
        ),
        "human": (
            _("People’s verdict"),
            _("Any people’s verdict"),
            {
                "none": _("Nobody has judged"),
                "judged": _("Somebody has judged"),
                "success": _("Somebody says success"),
                "failure": _("Somebody says failure"),
                "split": _("People are divided"),
            },
        ),
        "differ": (
            _("Difference"),
            _("Any agreement"),
            {
                "any": _("Person and machine differ"),
                "human_only": _("Person success, machine failure"),
                "automated_only": _("Person failure, machine success"),
            },
        ),
        "missing": (
            _("Nodes missing"),
            _("Any nodes"),
            {"some": _("Nodes missing"), "none": _("No node missing")},
        ),
        "status": (
            _("State"),
            _("Any state"),
            {"ended": _("Ended"), "active": _("In progress"), "failed": _("Failed")},
        ),
    }
    label, any_of_them, words = wordings[name]
    chosen = selection.run if name == "run" else (getattr(selection, name),)
    options = [(str(value), str(words.get(value, value))) for value in (values or words)]
    choices = (Choice("", any_of_them, not any(chosen)), *(Choice(v, w, v in chosen) for v, w in options))
    return Control(name, label, choices)
