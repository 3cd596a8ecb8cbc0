from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EvaluationConfig(AppConfig):
    name = "evaluation"
    verbose_name = _("Evaluation")

    def ready(self) -> None:
        """Each live dialogue is scored as it ends (`dialogues.endings`); `evaluation.tasks` sweeps up after crashes."""
        from dialogues.endings import ended_listeners
        from evaluation.tasks import score_ended

        if score_ended not in ended_listeners:
            ended_listeners.append(score_ended)
