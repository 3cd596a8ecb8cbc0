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
    "line_empty": (_("This line is empty."), _("Write something here, or drop the line.")),
    "line_twice": (_("“%(line)s” is listed twice."), _("Drop one of the two, or say how they differ.")),
    "choice_open": (
        _("Nothing in the tree chooses between %(lines)s."),
        _("Add a node that says which one it is, or leave only one of them."),
    ),
    "list_differs": (
        _("%(here)s lines here, %(there)s in the translation."),
        _("Add what is missing, or drop what the other language does not have."),
    ),
    "nodes_differ": (
        _("%(here)s nodes here, %(there)s in the translation."),
        _("Both languages need the same tree to be compared."),
    ),
    "tree_empty": (
        _("The tree is empty."),
        _("Write what the provider says first: true, but not enough to finish the task."),
    ),
    "no_uncertainty": (
        _("There is nothing to ask: the root is the whole tree."),
        _("Add one node for each thing that the root leaves open."),
    ),
    "very_deep": (
        _("The tree is %(depth)s levels deep."),
        _("A seeker has to ask that many questions in a row. Check whether some could hang higher."),
    ),
    "purposes_empty": (
        _("No node has a purpose."),
        _("Name the uncertainty that each text settles; the provider finds a node by it."),
    ),
    "root_empty": (
        _("The root has no text."),
        _("Write what the provider says first: true, but not enough to finish the task."),
    ),
    "text_empty": (_("Node %(label)s has no text."), _("Write what the provider says, or delete the node.")),
    "purpose_empty": (
        _("Node %(label)s has no purpose."),
        _("Name the uncertainty that its text settles; the provider finds the node by it."),
    ),
    "text_twice": (
        _("Nodes %(other)s and %(label)s say the same."),
        _("Whoever hears one has heard both. Reword one of them, or delete it."),
    ),
    "text_contained": (
        _("Node %(other)s contains the whole text of node %(label)s."),
        _("Whoever hears node %(other)s has the answer of node %(label)s as well. Reword one of them."),
    ),
    "given_by_goal": (
        _("Role and goal already name “%(line)s”."),
        _("Does node %(label)s leave anything to ask? Take the name out of the background, or drop the node."),
    ),
    "told_by_line": (
        _("The background already says why: “%(line)s”."),
        _("Does node %(label)s leave anything to ask? Shorten the line, or drop the node."),
    ),
    "said_by_node": (
        _("Node %(other)s already says nearly all of this."),
        _("Does a question remain that node %(label)s answers?"),
    ),
    "given_by_node": (
        _("Node %(other)s already names “%(line)s”."),
        _("Does a question remain that node %(label)s answers?"),
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
