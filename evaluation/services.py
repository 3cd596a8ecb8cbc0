"""What can be done to scores and verdicts. Every write goes through here, and nothing is overwritten.

A correction is a new row that names the row it replaces and says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.clarq.content import TaskContent
from annotation.errors import InvalidInput, NotAllowed
from annotation.models.projects import GIVE_VERDICTS
from dialogues.models import Dialogue, DialogueStatus, Turn
from evaluation.errors import MayNotJudge, NotJudgeable, NotScorable, ReasonMissing, StillBlind
from evaluation.models import JudgeAnswer, Outcome, Reveal, Score, Verdict
from evaluation.scoring import SCORER_NAME, SCORER_VERSION, ClarqScore, Judge, JudgeQuestion
from evaluation.scoring import score_dialogue as clarq_score

if TYPE_CHECKING:
    from annotation.models.projects import Person

NO_JUDGE = ""
LONGEST_REASON = 4_000


def score_dialogue(*, dialogue: Dialogue, judge: str = NO_JUDGE) -> Score:
    """The dialogue's current score by this scorer and judge, made where it is missing or no longer true.

    `judge` names whose recorded answers to use (JudgeAnswer rows; nobody is asked); without one, a dialogue that
    needs a judge is undecided. Scoring again what stands already adds nothing; a new result is a new row that
    replaces the old one. Raises NotScorable for a dialogue that goes on or died of a fault.
    """
    return score_dialogues(dialogues=[dialogue], judge=judge)[0]


def score_dialogues(*, dialogues: Sequence[Dialogue], judge: str = NO_JUDGE) -> list[Score]:
    """`score_dialogue` for many, in their order and in a handful of queries. Raises before anything is stored."""
    for dialogue in dialogues:
        _refuse_unless_ended(dialogue)
    # Reckoned before the transaction: an ended dialogue never changes, and jieba takes a second to wake up.
    reckoned = _reckon(dialogues, judge)
    with transaction.atomic():
        return _store(reckoned, judge)


def _refuse_unless_ended(dialogue: Dialogue) -> None:
    if dialogue.status == DialogueStatus.FAILED:
        raise NotScorable(
            _("Dialogue %(number)s failed for a technical reason, which is not a score.") % {"number": dialogue.pk},
            hint=_("It is counted beside the scored ones as failed."),
        )
    if dialogue.status != DialogueStatus.ENDED:
        raise NotScorable(
            _("Dialogue %(number)s has not ended yet.") % {"number": dialogue.pk},
            hint=_("It is scored as soon as it ends."),
        )


def _reckon(dialogues: Sequence[Dialogue], judge: str) -> list[tuple[Dialogue, ClarqScore]]:
    keys = [dialogue.pk for dialogue in dialogues]
    utterances: dict[int, list[str]] = {key: [] for key in keys}
    for key, text in Turn.objects.filter(dialogue__in=keys).order_by("seq").values_list("dialogue_id", "text"):
        utterances[key].append(text)
    answers: dict[int, dict[int, bool]] = {key: {} for key in keys}
    for answer in JudgeAnswer.objects.filter(dialogue__in=keys, judge=judge) if judge else ():
        answers[answer.dialogue_id][answer.node_index] = answer.match
    return [(d, _clarq(d, utterances[d.pk], _answering(answers[d.pk]) if judge else None)) for d in dialogues]


def _answering(answers: dict[int, bool]) -> Judge:
    """A judge that only repeats what it said before."""

    def answer(question: JudgeQuestion) -> bool | None:
        return answers.get(question.node_index)

    return answer


def _clarq(dialogue: Dialogue, utterances: Sequence[str], judge: Judge | None) -> ClarqScore:
    content = TaskContent.from_json(dialogue.snapshot)
    return clarq_score(
        [node.text for node in content.nodes],
        [node.purpose for node in content.details],
        utterances,
        judge=judge,
        labels=[node.label for node in content.details],
    )


def _store(reckoned: Sequence[tuple[Dialogue, ClarqScore]], judge: str) -> list[Score]:
    keys = [dialogue.pk for dialogue, _score in reckoned]
    # Whoever scores the same dialogue at the same moment waits here, and then finds nothing left to do.
    list(Dialogue.objects.select_for_update().filter(pk__in=keys).order_by("pk").values_list("pk"))
    standing = {
        score.dialogue_id: score
        for score in Score.objects.current().filter(dialogue__in=keys, scorer=SCORER_NAME, judge=judge)
    }
    fresh = {}
    for dialogue, score in reckoned:
        row = _row(dialogue, score, judge, replaces=standing.get(dialogue.pk))
        if row.replaces is None or _says_something_new(row, row.replaces):
            fresh[dialogue.pk] = row
    Score.objects.bulk_create(fresh.values())
    return [fresh.get(key) or standing[key] for key in keys]


def _row(dialogue: Dialogue, score: ClarqScore, judge: str, *, replaces: Score | None) -> Score:
    row = Score(
        dialogue=dialogue,
        scorer=SCORER_NAME,
        version=SCORER_VERSION,
        judge=judge,
        values=score_values(score),
        explanation=score_explanation(score),
        replaces=replaces,
    )
    row.reason = _why_again(row, replaces) if replaces else ""
    return row


def _says_something_new(row: Score, standing: Score) -> bool:
    return (row.version, row.values, row.explanation) != (standing.version, standing.values, standing.explanation)


def _why_again(row: Score, standing: Score) -> str:
    """Stored as it is, in English, like every other word in the data."""
    if row.version != standing.version:
        return f"Scored again by version {row.version} (before: {standing.version})."
    return "Scored again: the judge's recorded answers, or the texts that were scored, are others now."


def score_values(score: ClarqScore) -> dict[str, Any]:
    """The figures of a score as plain JSON values; undefined ones are null."""
    return {
        "success": score.success,
        "undecided": score.success is None,
        "aqd": score.aqd,
        "q_actual": score.q_actual,
        "a_provider": score.a_provider,
        "aql": score.aql,
        "words_per_turn": score.words_per_turn,
        "missing": len(score.missing),
    }


def score_explanation(score: ClarqScore) -> dict[str, Any]:
    """What decided, and for each node below the root whether and in which turn (from 1) it reached the seeker."""
    return {
        "by": score.by,
        "evidence": [
            {
                "index": node.index,
                "label": node.label,
                "found": node.found,
                "turn": None if node.reply_position is None else node.reply_position + 1,
            }
            for node in score.evidence
        ],
    }


@transaction.atomic
def record_verdict(*, dialogue: Dialogue, person: Person, outcome: str, reason: str = "") -> Verdict:
    """A person's judgment of an ended dialogue; blind unless they had been shown others' before.

    The person's second verdict replaces the first, which stays, and has to say why (ReasonMissing). The same one sent
    twice is stored once. Raises MayNotJudge, NotJudgeable, InvalidInput.
    """
    reason = reason.strip()
    _refuse_verdict(dialogue, person, outcome, reason)
    Dialogue.objects.select_for_update().get(pk=dialogue.pk)
    standing = Verdict.objects.current().filter(dialogue=dialogue, person_id=person.pk).first()
    if standing is not None:
        if (standing.outcome, standing.reason) == (outcome, reason):
            return standing
        if not reason:
            raise ReasonMissing(
                _("Your earlier verdict stands. A new one needs a reason."),
                hint=_("Say in a few words why you changed your mind; both verdicts are kept."),
                where="reason",
            )
    return Verdict.objects.create(
        dialogue=dialogue,
        person_id=person.pk,
        outcome=outcome,
        reason=reason,
        blind=not has_seen(dialogue=dialogue, person=person),
        replaces=standing,
    )


def _refuse_verdict(dialogue: Dialogue, person: Person, outcome: str, reason: str) -> None:
    _refuse_unless_judge(dialogue, person)
    if dialogue.status != DialogueStatus.ENDED:
        raise NotJudgeable(
            _("A verdict needs an ended dialogue. Nothing was stored."),
            hint=_("This one goes on.") if dialogue.status == DialogueStatus.ACTIVE else _("This one failed."),
        )
    if outcome not in Outcome.values:
        raise InvalidInput(
            _("A verdict is success or failure. Nothing was stored."), hint=_("Choose one of the two."), where="outcome"
        )
    if len(reason) > LONGEST_REASON or "\x00" in reason:
        raise InvalidInput(
            _("At most %(limit)s characters fit into a reason. Nothing was stored.") % {"limit": LONGEST_REASON},
            hint=_("Shorten it and send it again."),
            where="reason",
        )


def _refuse_unless_judge(dialogue: Dialogue, person: Person) -> None:
    if not dialogue.project.allows(person, GIVE_VERDICTS):
        raise MayNotJudge(
            _("Your roles in this project do not include judging dialogues. Nothing was stored."),
            hint=_("Ask a manager of the project for the role of validator or researcher."),
        )


def reveal(*, dialogue: Dialogue, person: Person) -> None:
    """Show scores and others' verdicts to the person without a verdict of their own; later ones are not blind."""
    reveal_all(dialogues=[dialogue], person=person)


def reveal_all(*, dialogues: Iterable[Dialogue], person: Person) -> int:
    """`reveal` for a whole list of one project's dialogues; how many of them were hidden until now."""
    wanted = list(dialogues)
    for project in {dialogue.project_id: dialogue.project for dialogue in wanted}.values():
        if not project.allows(person, GIVE_VERDICTS):
            raise NotAllowed(
                _("Your roles in this project do not include its scores."), hint=_("Ask a manager of the project.")
            )
    if person.pk is None:  # nobody who is signed out has a role; said again for the types
        return 0
    seen = seen_by(person=person, dialogues=[dialogue.pk for dialogue in wanted])
    hidden = [dialogue for dialogue in wanted if dialogue.pk not in seen]
    Reveal.objects.bulk_create(
        (Reveal(dialogue=dialogue, person_id=person.pk) for dialogue in hidden), ignore_conflicts=True
    )
    return len(hidden)


def remember_told(*, dialogues: Iterable[int], person: Person) -> None:
    """The person saw a list chosen by outcome, which told the outcome of each dialogue in it: that counts as shown."""
    told = Dialogue.objects.filter(pk__in=list(dialogues), status=DialogueStatus.ENDED)
    reveal_all(dialogues=told.select_related("project").defer("snapshot"), person=person)


def has_seen(*, dialogue: Dialogue, person: Person) -> bool:
    """Has the person given a verdict on the dialogue, or chosen to see the scores without one?"""
    return dialogue.pk in seen_by(person=person, dialogues=[dialogue.pk])


def seen_by(*, person: Person, dialogues: Sequence[int] | None = None, project: int | None = None) -> frozenset[int]:
    """Keys of the dialogues whose scores and verdicts the person may see, among these or in this project."""
    verdicts = Verdict.objects.filter(person_id=person.pk)
    reveals = Reveal.objects.filter(person_id=person.pk)
    if dialogues is not None:
        verdicts, reveals = verdicts.filter(dialogue__in=dialogues), reveals.filter(dialogue__in=dialogues)
    if project is not None:
        verdicts = verdicts.filter(dialogue__project=project)
        reveals = reveals.filter(dialogue__project=project)
    return frozenset(verdicts.values_list("dialogue_id", flat=True)) | frozenset(
        reveals.values_list("dialogue_id", flat=True)
    )


def may_see_scores(*, dialogue: Dialogue, person: Person) -> bool:
    """May the dialogue's scores and other people's verdicts be shown to the person?

    Never without a role that reads results; and not before the person has judged the dialogue, or has said that they
    want to see them without a verdict of their own.
    """
    return dialogue.project.allows(person, GIVE_VERDICTS) and has_seen(dialogue=dialogue, person=person)


def refuse_while_blind(*, dialogue: Dialogue, person: Person) -> None:
    """Raises StillBlind where `may_see_scores` says no."""
    if not may_see_scores(dialogue=dialogue, person=person):
        raise StillBlind(
            _("Scores and verdicts of this dialogue are hidden from you until you have judged it."),
            hint=_("Record your verdict, or choose to see them without one."),
        )
