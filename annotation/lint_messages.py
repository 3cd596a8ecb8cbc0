"""Words for what `annotation.clarq.lint` finds: a message (what is the case) and advice (what to do), translated."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from annotation.clarq.choices import line_uses
from annotation.clarq.content import TaskContent
from annotation.clarq.lint import Hint, lint

# code → (message, advice); the parameters are those of the code's Hint.
WORDS: dict[str, tuple[str, str]] = {
    "role_empty": (_("The role is empty."), _("Say who the seeker is.")),
    "goal_empty": (_("The goal is empty."), _("Say what the seeker has to get done.")),
    "root_empty": (
        _("The root has no text."),
        _("Write what the provider says first: true, but not enough to finish the task."),
    ),
    "text_empty": (_("Node %(label)s has no text."), _("Write what the provider says, or delete the node.")),
    "purpose_empty": (
        _("Node %(label)s has no purpose."),
        _("Name the uncertainty that its text settles; the provider finds the node by it."),
    ),
}


def hints_of(content: TaskContent, sister: TaskContent | None = None) -> list[dict[str, Any]]:
    """The hints as plain JSON values, in the active language."""
    return [hint_json(hint) for hint in lint(content, sister)]


def hint_json(hint: Hint) -> dict[str, Any]:
    """``{code, severity, where: {kind, uid?, field?, index?}, message, detail}``."""
    message, advice = WORDS[hint.code]
    spot = {"kind": hint.spot.kind, "uid": hint.spot.uid, "field": hint.spot.field, "index": hint.spot.index}
    return {
        "code": hint.code,
        "severity": hint.severity,
        "where": {key: value for key, value in spot.items() if value is not None},
        "message": gettext(message) % hint.parameters,
        "detail": gettext(advice) % hint.parameters,
    }


def checked(content: TaskContent, sister: TaskContent | None = None) -> dict[str, Any]:
    """What the editor shows beside the content: ``{hints, uses, states}``.

    `uses` holds, for each line of items, skills and scenes, the labels of the nodes that choose it; `states` holds
    “chosen”, “fixed” or “loose” for the same lines.
    """
    uses = line_uses(content)
    return {
        "hints": hints_of(content, sister),
        "uses": {name: [list(use.labels) for use in lines] for name, lines in uses.items()},
        "states": {name: [use.state for use in lines] for name, lines in uses.items()},
    }
