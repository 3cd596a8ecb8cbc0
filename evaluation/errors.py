"""What can go wrong when a dialogue is judged, named once for page, API and command."""

from __future__ import annotations

from annotation.errors import IllegalMove, InvalidInput, NotAllowed


class NotScorable(IllegalMove):
    """The dialogue has no score to give: it goes on, or it died of a fault, which is not a score (rule 6)."""

    code = "not_scorable"


class NotJudgeable(IllegalMove):
    """The dialogue cannot take a verdict yet, or never will."""

    code = "not_judgeable"


class MayNotJudge(NotAllowed):
    """The person has no role that gives verdicts here."""

    code = "may_not_judge"


class StillBlind(NotAllowed):
    """The person has neither given a verdict nor chosen to see the scores without one."""

    code = "still_blind"


class ReasonMissing(InvalidInput):
    """A verdict that replaces an earlier one has to say why."""

    code = "reason_missing"
