"""What a dialogue was worth: scores by versioned scorers, verdicts by people and judges.

Nothing here is overwritten: a correction is a new row that names the old one and says why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from annotation.models import Project
from annotation.models.projects import READ_RESULTS
from dialogues.models import Dialogue, DialogueStatus

if TYPE_CHECKING:
    from annotation.models.projects import Person


def _of_readable_dialogues(user: Person) -> Q:
    own_and_going_on = Q(dialogue__seeker_id=user.pk, dialogue__status=DialogueStatus.ACTIVE)
    return Q(dialogue__project__in=Project.objects.where_user_is(user, READ_RESULTS)) & ~own_and_going_on


class ScoreQuerySet(models.QuerySet["Score"]):
    def visible_to(self, user: Person) -> ScoreQuerySet:
        """Scores of dialogues that the person may read. Blindness is `evaluation.services.may_see_scores`."""
        return self.filter(_of_readable_dialogues(user)) if user.is_authenticated else self.none()

    def current(self) -> ScoreQuerySet:
        """Scores that no later score replaces."""
        return self.filter(replaced_by__isnull=True)


class Score(models.Model):
    """What one scorer, of one version and with one judge, says of one dialogue."""

    dialogue = models.ForeignKey(Dialogue, models.CASCADE, related_name="scores", verbose_name=_("dialogue"))
    scorer = models.CharField(_("scorer"), max_length=40)
    version = models.CharField(_("version"), max_length=20)
    judge = models.CharField(_("judge"), max_length=80, blank=True, help_text=_("Empty: no judge was asked."))
    values = models.JSONField(_("values"))
    explanation = models.JSONField(_("explanation"), default=dict)
    replaces = models.OneToOneField(
        "self", models.CASCADE, null=True, blank=True, related_name="replaced_by", verbose_name=_("replaces")
    )
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    created_at = models.DateTimeField(_("scored"), auto_now_add=True)

    objects = ScoreQuerySet.as_manager()

    class Meta:
        constraints = [
            # One line of corrections per dialogue, scorer and judge: only its first row replaces nothing.
            models.UniqueConstraint(
                fields=["dialogue", "scorer", "judge"], condition=Q(replaces__isnull=True), name="one_first_score"
            )
        ]
        ordering = ["dialogue", "scorer", "-created_at", "-pk"]
        verbose_name = _("score")
        verbose_name_plural = _("scores")

    def __str__(self) -> str:
        return f"{self.scorer} {self.version} · {self.dialogue_id}"


class Outcome(models.TextChoices):
    SUCCESS = "success", _("Success")
    FAILURE = "failure", _("Failure")


class VerdictQuerySet(models.QuerySet["Verdict"]):
    def visible_to(self, user: Person) -> VerdictQuerySet:
        return self.filter(_of_readable_dialogues(user)) if user.is_authenticated else self.none()

    def current(self) -> VerdictQuerySet:
        return self.filter(replaced_by__isnull=True)


class Verdict(models.Model):
    """A person's judgment of a whole dialogue; `blind` says that no automated one had been shown."""

    dialogue = models.ForeignKey(Dialogue, models.CASCADE, related_name="verdicts", verbose_name=_("dialogue"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="verdicts", verbose_name=_("person")
    )
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome.choices)
    reason = models.TextField(_("reason"), blank=True, max_length=4000)
    blind = models.BooleanField(_("blind"))
    replaces = models.OneToOneField(
        "self", models.CASCADE, null=True, blank=True, related_name="replaced_by", verbose_name=_("replaces")
    )
    created_at = models.DateTimeField(_("given"), default=timezone.now, editable=False)

    objects = VerdictQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["dialogue", "person"], condition=Q(replaces__isnull=True), name="one_first_verdict"
            )
        ]
        ordering = ["dialogue", "-created_at", "-pk"]
        verbose_name = _("verdict")
        verbose_name_plural = _("verdicts")

    def __str__(self) -> str:
        return f"{self.get_outcome_display()} · {self.dialogue_id}"


class Reveal(models.Model):
    """When a person was first shown the automated score of a dialogue: later verdicts are not blind."""

    dialogue = models.ForeignKey(Dialogue, models.CASCADE, related_name="reveals", verbose_name=_("dialogue"))
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("person"))
    created_at = models.DateTimeField(_("shown"), auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["dialogue", "person"], name="one_reveal_per_person")]
        verbose_name = _("reveal")
        verbose_name_plural = _("reveals")

    def __str__(self) -> str:
        return f"{self.person} · {self.dialogue_id}"


class JudgeAnswer(models.Model):
    """A judge's answer on one missing node of one dialogue (paper 000, V-B), so that re-scoring asks nobody again."""

    dialogue = models.ForeignKey(Dialogue, models.CASCADE, related_name="judge_answers", verbose_name=_("dialogue"))
    judge = models.CharField(_("judge"), max_length=80)
    node_index = models.PositiveSmallIntegerField(
        _("node"), help_text=_("Place among the nodes below the root, from 0.")
    )
    match = models.BooleanField(_("match"))
    analysis = models.TextField(_("analysis"), blank=True)
    created_at = models.DateTimeField(_("given"), default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["dialogue", "judge", "node_index"], name="one_answer_per_judge_and_node")
        ]
        ordering = ["dialogue", "judge", "node_index"]
        verbose_name = _("judge's answer")
        verbose_name_plural = _("judge's answers")

    def __str__(self) -> str:
        return f"{self.judge} · {self.dialogue_id}[{self.node_index}]"
