"""What the API reads and writes. A seeker's shapes say nothing that `dialogues.seeker_view` does not."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from dialogues.models import DialogueStatus, EndReason, Speaker


class BackgroundShape(serializers.Serializer[Any]):
    role = serializers.CharField()
    goal = serializers.CharField()
    items = serializers.ListField(child=serializers.CharField())
    skills = serializers.ListField(child=serializers.CharField())
    scenes = serializers.ListField(child=serializers.CharField())


class OpenTaskShape(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()
    language = serializers.CharField(help_text="en or zh")
    provider_name = serializers.CharField(help_text="The person whom the seeker asks.")
    background = BackgroundShape()


class PageShape(serializers.Serializer[Any]):
    count = serializers.IntegerField()
    page = serializers.IntegerField(help_text="Counted from 1.")
    pages = serializers.IntegerField()


class OpenTasksShape(PageShape):
    results = OpenTaskShape(many=True)


class WaitingShape(serializers.Serializer[Any]):
    reason = serializers.ChoiceField(choices=["queued", "thinking", "no_worker", "failed"])
    since = serializers.DateTimeField()
    after_seq = serializers.IntegerField(help_text="The turn that waits for its answer.")


class TurnShape(serializers.Serializer[Any]):
    seq = serializers.IntegerField(help_text="Counted from 1 without gaps; odd ones are the provider's.")
    speaker = serializers.ChoiceField(choices=Speaker.choices)
    text = serializers.CharField()
    at = serializers.DateTimeField()
    client_id = serializers.CharField(required=False, help_text="Of the seeker's own turns.")


class DialogueShape(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()
    language = serializers.CharField()
    provider_name = serializers.CharField()
    status = serializers.ChoiceField(choices=DialogueStatus.choices)
    end_reason = serializers.ChoiceField(choices=EndReason.choices, allow_blank=True)
    started_at = serializers.DateTimeField()
    last_seq = serializers.IntegerField()
    messages_used = serializers.IntegerField()
    messages_allowed = serializers.IntegerField()
    your_turn = serializers.BooleanField()


class DialoguesShape(PageShape):
    results = DialogueShape(many=True)


class DialogueDetailShape(DialogueShape):
    background = BackgroundShape()
    turns = TurnShape(many=True)
    waiting = WaitingShape(allow_null=True)


class TurnsShape(serializers.Serializer[Any]):
    dialogue = DialogueShape()
    turns = TurnShape(many=True)
    waiting = WaitingShape(allow_null=True)


class StoredTurnShape(serializers.Serializer[Any]):
    dialogue = DialogueShape()
    turn = TurnShape()


class StartRequest(serializers.Serializer[Any]):
    task = serializers.IntegerField(min_value=1, max_value=2**63 - 1)


class SayRequest(serializers.Serializer[Any]):
    # Judged by the service alone, so that page, socket and API refuse with the same words.
    client_id = serializers.JSONField(
        help_text="Made by the client, 1-64 of A-Z a-z 0-9 . _ : -; the same for a resend."
    )
    text = serializers.JSONField(help_text="1 to 4,000 characters.")


class GoodbyeRequest(serializers.Serializer[Any]):
    client_id = serializers.JSONField(help_text="As in a turn.")


class SinceRequest(serializers.Serializer[Any]):
    since = serializers.IntegerField(min_value=0, max_value=2**31, default=0, help_text="The last turn you know.")


class TrialRequest(serializers.Serializer[Any]):
    content = serializers.JSONField(help_text="TaskContent as it stands in the editor, saved or not.")
    turns = serializers.JSONField(
        required=False, help_text="[{speaker, text, nodes}] so far; none for the opener. The last one is the seeker's."
    )
    mode = serializers.ChoiceField(choices=["single", "multi"], default="single")


class TrialShape(serializers.Serializer[Any]):
    text = serializers.CharField()
    nodes = serializers.ListField(child=serializers.CharField())
    kind = serializers.CharField()
    statement_type = serializers.IntegerField(allow_null=True)
    trace = serializers.JSONField()
    language_model = serializers.ChoiceField(choices=["warm", "loading", "not_needed"])


class WarmShape(serializers.Serializer[Any]):
    warm = serializers.BooleanField()


class ErrorBody(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()
    hint = serializers.CharField(allow_blank=True)
    where = serializers.CharField(allow_blank=True)


class ErrorShape(serializers.Serializer[Any]):
    error = ErrorBody()
