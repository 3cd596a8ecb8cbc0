"""What codes are called on pages: rules, findings, statement types, outcomes."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

STATEMENT_TYPES = {
    1: _("asks or confirms about the whole task"),
    2: _("asks for a detail that a node settles"),
    3: _("asks for a detail that no node settles"),
    4: _("repeats what was settled"),
    5: _("is beside the point"),
    6: _("is vague"),
}
"""The six types of a seeker's statement (paper 000, section IV-C)."""

RULES = {
    "opener": _("opens the conversation"),
    "root": _("gives the root, whatever was asked"),
    "match": _("the first open node over the threshold"),
    "match_several": _("all open nodes over the threshold"),
    "repeat": _("asked for something given before"),
    "vague": _("too vague to settle anything"),
    "irrelevant": _("beside the task"),
    "complete": _("everything has been given"),
    "confirm": _("wanted a confirmation, not an answer"),
    "no_match": _("no open node answers this"),
    "goodbye": _("said goodbye"),
}

SIGNS = {
    "parent_just_given": _("its parent was just given"),
    "confirming": _("the statement confirms"),
    "head_asked": _("the thing itself is asked for"),
    "vague": _("the statement is vague"),
    "answer_already_said": _("the statement already says the answer"),
}
"""What else spoke for or against a candidate."""

FOUND = {
    "exact": _("word for word"),
    "contained": _("inside a longer reply"),
    "judged": _("in other words, says the judge"),
    "missing": _("did not reach the seeker"),
    "undecided": _("not found; no judge to ask"),
}

DECIDED_BY = {
    "exact": _("Every node's text is a reply by itself."),
    "containment": _("Decided by the texts alone."),
    "judge": _("Decided by the judge."),
    "undecided": _("A judge is needed and none has answered. It counts as not successful."),
}

OUTCOMES = {
    "success": _("Success"),
    "failure": _("Failure"),
    "undecided": _("Undecided"),
    "unscored": _("Not scored"),
}

GROUPINGS = {
    "responses": (_("Success by number of provider responses"), _("provider responses in the tree")),
    "type": (_("Success by task type"), _("task type")),
    "depth": (_("Success by depth of the tree"), _("levels below the root")),
}
"""Title of the chart, and what its axis counts."""

SHORT_GROUPINGS = {"responses": _("Responses"), "type": _("Task type"), "depth": _("Depth")}

KAPPA_UNDEFINED = {
    "no_pairs": _("no dialogue has both verdicts"),
    "human_constant": _("people gave the same verdict every time"),
    "automated_constant": _("the automated verdict is the same every time"),
}
