"""What is said: dialogues, their turns, the agents that speak, and the replies that are owed.

The database is the truth: a turn is stored before anybody is told about it, and an owed reply is a
row with a lease, so that a killed process costs nothing but time (design rules 1 and 2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from annotation.models import Project, Task
from annotation.models.projects import READ_RESULTS
from annotation.models.tasks import LanguageCode

if TYPE_CHECKING:
    from annotation.models.projects import Person


class Mode(models.TextChoices):
    """Who speaks: the first letter is the seeker (H human, L model)."""

    H2L = "H2L", "H2L"
    L2H = "L2H", "L2H"
    L2L = "L2L", "L2L"
    H2H = "H2H", "H2H"


class Speaker(models.TextChoices):
    SEEKER = "seeker", _("Seeker")
    PROVIDER = "provider", _("Provider")


class Agent(models.Model):
    """A named, versioned configuration of something that speaks. Old versions stay."""

    class Engine(models.TextChoices):
        BUILTIN = "builtin", _("Built in")
        RECORDED = "recorded", _("Recorded elsewhere")

    name = models.SlugField(_("name"), max_length=80)
    version = models.CharField(_("version"), max_length=20)
    speaker = models.CharField(_("speaks as"), max_length=10, choices=Speaker.choices)
    engine = models.CharField(_("engine"), max_length=20, choices=Engine.choices)
    parameters = models.JSONField(_("parameters"), default=dict, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["name", "version"], name="one_agent_per_version")]
        ordering = ["name", "version"]
        verbose_name = _("agent")
        verbose_name_plural = _("agents")

    def __str__(self) -> str:
        return f"{self.name} {self.version}".strip()


class RunQuerySet(models.QuerySet["Run"]):
    def visible_to(self, user: Person) -> RunQuerySet:
        return self.filter(project__in=Project.objects.where_user_is(user, READ_RESULTS))


class Run(models.Model):
    """A set of dialogues that are read together: tasks × agents × repeats, a log, or people's live chats."""

    class Source(models.TextChoices):
        LIVE = "live", _("Live")
        IMPORT = "import", _("Imported log")
        SAMPLE = "sample", _("Sample data")

    project = models.ForeignKey(Project, models.CASCADE, related_name="runs", verbose_name=_("project"))
    name = models.SlugField(_("name"), max_length=100)
    source = models.CharField(_("source"), max_length=10, choices=Source.choices)
    mode = models.CharField(_("mode"), max_length=3, choices=Mode.choices)
    seeker_agent = models.ForeignKey(
        Agent, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("seeker")
    )
    provider_agent = models.ForeignKey(
        Agent, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("provider")
    )
    note = models.CharField(_("note"), max_length=300, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("started by")
    )
    created_at = models.DateTimeField(_("started"), auto_now_add=True)

    objects = RunQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["project", "name"], name="one_run_per_name")]
        ordering = ["project", "-created_at", "name"]
        verbose_name = _("run")
        verbose_name_plural = _("runs")

    def __str__(self) -> str:
        return self.name


class DialogueStatus(models.TextChoices):
    ACTIVE = "active", _("In progress")
    ENDED = "ended", _("Ended")
    FAILED = "failed", _("Failed")


# Nothing leads out of ended; a failed dialogue is an infrastructure failure, outside every score (rule 6).
ALLOWED_MOVES: dict[str, tuple[str, ...]] = {
    DialogueStatus.ACTIVE: (DialogueStatus.ENDED, DialogueStatus.FAILED),
    DialogueStatus.ENDED: (),
    DialogueStatus.FAILED: (),
}


class EndReason(models.TextChoices):
    GOODBYE = "goodbye", _("The seeker said goodbye")
    CAP = "cap", _("The seeker used all messages")
    LOG = "log", _("The log ends here")
    ABANDONED = "abandoned", _("Left by the seeker")


class DialogueQuerySet(models.QuerySet["Dialogue"]):
    def visible_to(self, user: Person) -> DialogueQuerySet:
        """Dialogues that the person takes part in, or may read with tree and scores.

        Being in this set shows that a dialogue exists; what of it may be shown is `viewpoint_of`.
        """
        if not user.is_authenticated:
            return self.none()
        return self.filter(
            models.Q(seeker_id=user.pk) | models.Q(project__in=Project.objects.where_user_is(user, READ_RESULTS))
        )

    def played_by(self, user: Person) -> DialogueQuerySet:
        """Dialogues that the person speaks in as the seeker."""
        return self.filter(seeker_id=user.pk) if user.is_authenticated else self.none()

    def readable_by(self, user: Person) -> DialogueQuerySet:
        """Dialogues that the person may read with tree, trace and scores: never one's own while it goes on."""
        if not user.is_authenticated:
            return self.none()
        own_and_going_on = models.Q(seeker_id=user.pk, status=DialogueStatus.ACTIVE)
        return self.filter(project__in=Project.objects.where_user_is(user, READ_RESULTS)).exclude(own_and_going_on)


class Dialogue(models.Model):
    """One conversation on a frozen snapshot of a task, so that later edits never change what was played."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="dialogues", verbose_name=_("project"))
    task = models.ForeignKey(
        Task, models.SET_NULL, null=True, blank=True, related_name="dialogues", verbose_name=_("task")
    )
    run = models.ForeignKey(Run, models.CASCADE, null=True, blank=True, related_name="dialogues", verbose_name=_("run"))
    repeat = models.PositiveSmallIntegerField(_("repeat"), default=1)
    title = models.CharField(_("title"), max_length=200)
    type = models.CharField(_("type"), max_length=80, blank=True)
    language = models.CharField(_("language"), max_length=2, choices=LanguageCode.choices)
    provider_name = models.CharField(_("provider's name"), max_length=60, default="Jax")
    task_version = models.PositiveIntegerField(_("task version"), default=0)
    snapshot = models.JSONField(_("snapshot of the task"))
    # Facts of the snapshot that lists and charts group by without reading the snapshot.
    responses = models.PositiveSmallIntegerField(_("provider responses"), default=0)
    depth = models.PositiveSmallIntegerField(_("depth"), default=0)

    mode = models.CharField(_("mode"), max_length=3, choices=Mode.choices, default=Mode.H2L)
    seeker = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="dialogues_as_seeker",
        verbose_name=_("seeker"),
    )
    seeker_agent = models.ForeignKey(
        Agent, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("seeker agent")
    )
    provider_agent = models.ForeignKey(
        Agent, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("provider agent")
    )
    max_seeker_turns = models.PositiveSmallIntegerField(_("most seeker turns"), default=12)
    status = models.CharField(_("status"), max_length=10, choices=DialogueStatus.choices, default=DialogueStatus.ACTIVE)
    end_reason = models.CharField(_("ended because"), max_length=10, choices=EndReason.choices, blank=True)
    failure = models.CharField(_("failure"), max_length=300, blank=True)
    log_type = models.PositiveSmallIntegerField(_("type number in the log"), null=True, blank=True)
    log_index = models.PositiveSmallIntegerField(_("task number in the log"), null=True, blank=True)
    started_at = models.DateTimeField(_("started"), default=timezone.now, editable=False)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    objects = DialogueQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["project", "-started_at"]),
            models.Index(fields=["run", "status"]),
            models.Index(fields=["seeker", "status"]),
        ]
        ordering = ["-started_at", "-pk"]
        verbose_name = _("dialogue")
        verbose_name_plural = _("dialogues")

    def __str__(self) -> str:
        return f"{self.title} · {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("dialogue", args=[self.pk])


class Turn(models.Model):
    """One utterance. `seq` counts from 1 without gaps; odd turns are the provider's, even ones the seeker's."""

    class Kind(models.TextChoices):
        OPENER = "opener", _("Opener")
        ROOT = "root", _("Root answer")
        CARRIES_NODE = "I", _("Response I: carries a node's text")
        OWN_WORDS = "II", _("Response II: own words")

    dialogue = models.ForeignKey(Dialogue, models.CASCADE, related_name="turns", verbose_name=_("dialogue"))
    seq = models.PositiveIntegerField(_("number"))
    speaker = models.CharField(_("speaker"), max_length=10, choices=Speaker.choices)
    text = models.TextField(_("text"))
    client_id = models.CharField(_("id given by the client"), max_length=64, null=True, blank=True)  # noqa: DJ001
    nodes = models.JSONField(_("nodes used"), default=list, blank=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices, blank=True)
    statement_type = models.PositiveSmallIntegerField(
        _("type of the seeker's statement"), null=True, blank=True, help_text=_("1 to 6, paper 000, IV-C.")
    )
    trace = models.JSONField(_("decision trace"), null=True, blank=True)
    created_at = models.DateTimeField(_("said"), auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["dialogue", "seq"], name="one_turn_per_number"),
            models.UniqueConstraint(fields=["dialogue", "client_id"], name="one_turn_per_client_id"),
        ]
        ordering = ["dialogue", "seq"]
        verbose_name = _("turn")
        verbose_name_plural = _("turns")

    def __str__(self) -> str:
        return f"{self.seq}. {self.text}"


class OwedReply(models.Model):
    """An agent's reply that somebody waits for: a row with a lease, never a task in memory.

    The row is made in the transaction that stores the seeker's turn and removed in the one that
    stores the reply. Whoever holds the lease computes; a lease that ran out may be taken over.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("Queued")
        THINKING = "thinking", _("Thinking")
        FAILED = "failed", _("Failed")

    dialogue = models.OneToOneField(Dialogue, models.CASCADE, related_name="owed", verbose_name=_("dialogue"))
    after_seq = models.PositiveIntegerField(_("after turn"))
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.QUEUED)
    lease_token = models.CharField(_("lease"), max_length=64, blank=True)
    lease_until = models.DateTimeField(_("lease until"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    error = models.CharField(_("error"), max_length=300, blank=True)
    created_at = models.DateTimeField(_("owed since"), auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["state", "lease_until"])]
        verbose_name = _("owed reply")
        verbose_name_plural = _("owed replies")

    def __str__(self) -> str:
        return f"{self.dialogue_id} · {self.after_seq}"


class WorkerBeat(models.Model):
    """The last sign of life of a background worker, so that a page can say when none is running."""

    name = models.CharField(_("worker"), max_length=100, unique=True)
    seen_at = models.DateTimeField(_("last seen"))

    class Meta:
        verbose_name = _("worker")
        verbose_name_plural = _("workers")

    def __str__(self) -> str:
        return self.name
