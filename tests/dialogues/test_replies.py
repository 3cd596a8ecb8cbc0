"""An owed reply is given once, whoever dies, fails or comes late."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.errors import IllegalMove, NotAllowed
from annotation.models import Role
from dialogues import services, tasks
from dialogues.models import OwedReply, WorkerBeat
from tests import factories
from tests.dialogues.conversations import (
    ScriptedProvider,
    let_provider_answer,
    numbers_of,
    say,
    seeker_with_dialogue,
    texts_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def owed() -> OwedReply:
    _, dialogue = seeker_with_dialogue()
    say(dialogue, "该怎么做？", "a")
    return OwedReply.objects.get(dialogue=dialogue)


@pytest.fixture
def rung(monkeypatch) -> list[int]:
    """What workers are rung for."""
    bells: list[int] = []
    monkeypatch.setattr("dialogues.tasks.ring_worker", bells.append)
    return bells


def expire(owed: OwedReply) -> None:
    OwedReply.objects.filter(pk=owed.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def test_a_reply_follows_the_turn_it_answers(owed):
    provider = ScriptedProvider("用瓷壶。")
    turn = let_provider_answer(owed.dialogue, reply=provider)
    assert (turn.seq, turn.text, turn.speaker) == (3, "用瓷壶。", "provider")
    assert [said.text for said in provider.asked[0]][-1] == "该怎么做？"
    assert not OwedReply.objects.exists()


def test_of_two_workers_one_gets_the_lease(owed):
    assert services.take_owed_reply(owed_id=owed.pk) is not None
    assert services.take_owed_reply(owed_id=owed.pk) is None


def test_a_reply_that_was_given_is_not_owed_any_more(owed):
    let_provider_answer(owed.dialogue)
    assert services.take_owed_reply(owed_id=owed.pk) is None


def test_a_lease_that_ran_out_is_taken_over_and_the_late_result_is_dropped(owed):
    slow = services.take_owed_reply(owed_id=owed.pk)
    expire(owed)
    quick = services.take_owed_reply(owed_id=owed.pk)
    assert services.give_owed_reply(owed_id=owed.pk, token=quick.token, reply=ScriptedProvider("quick")) is not None
    assert services.give_owed_reply(owed_id=owed.pk, token=slow.token, reply=ScriptedProvider("slow")) is None
    assert texts_of(owed.dialogue)[2:] == ["quick"]


def test_a_lease_lost_while_computing_stores_nothing(owed):
    lease = services.take_owed_reply(owed_id=owed.pk)

    def outlived(content, turns, mode):
        expire(owed)
        taken = services.take_owed_reply(owed_id=owed.pk)
        services.give_owed_reply(owed_id=owed.pk, token=taken.token, reply=ScriptedProvider("quick"))
        return ScriptedProvider("slow")(content, turns, mode)

    assert services.give_owed_reply(owed_id=owed.pk, token=lease.token, reply=outlived) is None
    assert texts_of(owed.dialogue)[2:] == ["quick"]


def test_a_failed_attempt_is_tried_again(owed):
    assert let_provider_answer(owed.dialogue, reply=ScriptedProvider(RuntimeError("no model"))) is None
    owed.refresh_from_db()
    assert (owed.state, owed.attempts, owed.error) == ("queued", 1, "RuntimeError: no model")
    assert let_provider_answer(owed.dialogue, reply=ScriptedProvider("now")).text == "now"


def test_after_three_failures_the_person_is_asked(owed):
    for _ in range(services.MAX_ATTEMPTS):
        let_provider_answer(owed.dialogue, reply=ScriptedProvider(RuntimeError("no model")))
    owed.refresh_from_db()
    assert owed.state == "failed"
    assert services.take_owed_reply(owed_id=owed.pk) is None
    assert services.waiting_for(dialogue_id=owed.dialogue_id).reason == "failed"


def test_a_reply_that_kills_its_workers_fails_in_the_end(owed):
    for _ in range(services.MAX_ATTEMPTS):
        assert services.take_owed_reply(owed_id=owed.pk) is not None
        expire(owed)
    assert services.take_owed_reply(owed_id=owed.pk) is None
    owed.refresh_from_db()
    assert owed.state == "failed"


def test_try_again_gives_a_failed_reply_three_new_attempts(owed):
    OwedReply.objects.update(state="failed", attempts=3, error="x")
    services.retry_reply(dialogue=owed.dialogue, by=owed.dialogue.seeker)
    assert let_provider_answer(owed.dialogue) is not None


def test_try_again_is_for_the_seeker_alone(owed):
    with pytest.raises(NotAllowed):
        services.retry_reply(dialogue=owed.dialogue, by=factories.member(owed.dialogue.project, Role.MANAGER))


def test_try_again_with_nothing_owed_is_refused(owed):
    let_provider_answer(owed.dialogue)
    with pytest.raises(IllegalMove):
        services.retry_reply(dialogue=owed.dialogue, by=owed.dialogue.seeker)


def test_a_stored_message_rings_a_worker_after_the_commit(django_capture_on_commit_callbacks, monkeypatch):
    bells: list[int] = []
    monkeypatch.setattr("dialogues.services.talk.ring_worker", bells.append)
    _, dialogue = seeker_with_dialogue()
    with django_capture_on_commit_callbacks(execute=True):
        say(dialogue, "该怎么做？", "a")
        assert bells == []
    assert bells == [OwedReply.objects.get().pk]


def test_a_queue_that_is_away_does_not_lose_the_message(django_capture_on_commit_callbacks, monkeypatch):
    def away(*args, **kwargs):
        raise OSError("no queue")

    monkeypatch.setattr("dialogues.bells.current_app.send_task", away)
    _, dialogue = seeker_with_dialogue()
    with django_capture_on_commit_callbacks(execute=True):
        say(dialogue, "该怎么做？", "a")
    assert OwedReply.objects.get().state == "queued"


def test_the_worker_answers_when_it_is_rung(owed):
    tasks.give_reply(owed.pk)
    assert numbers_of(owed.dialogue) == [1, 2, 3]


def test_ringing_twice_answers_once(owed):
    tasks.give_reply(owed.pk)
    tasks.give_reply(owed.pk)
    assert numbers_of(owed.dialogue) == [1, 2, 3]


def test_the_beat_leaves_a_fresh_reply_to_its_own_bell(owed, rung):
    tasks.ring_for_overdue_replies()
    assert rung == []
    assert WorkerBeat.objects.get().seen_at is not None


def test_the_beat_rings_again_for_a_lost_bell(owed, rung):
    OwedReply.objects.update(created_at=timezone.now() - timedelta(seconds=3))
    tasks.ring_for_overdue_replies()
    assert rung == [owed.pk]


def test_the_beat_rings_for_a_reply_whose_worker_died(owed, rung):
    services.take_owed_reply(owed_id=owed.pk)
    tasks.ring_for_overdue_replies()
    assert rung == []
    expire(owed)
    tasks.ring_for_overdue_replies()
    assert rung == [owed.pk]


def test_a_starting_worker_takes_up_what_waits(owed, rung, monkeypatch):
    monkeypatch.setattr("dialogues.tasks.embedding.warm_up", lambda: None)
    tasks.take_up_the_work()
    assert rung == [owed.pk]


def test_the_reason_for_waiting_follows_the_work(owed):
    def reason() -> str:
        return services.waiting_for(dialogue_id=owed.dialogue_id).reason

    assert reason() == "queued"
    OwedReply.objects.update(created_at=timezone.now() - timedelta(seconds=5))
    assert reason() == "no_worker"
    services.note_worker_alive(name="one")
    assert reason() == "queued"
    services.take_owed_reply(owed_id=owed.pk)
    assert reason() == "thinking"
    let_go = services.waiting_for(dialogue_id=owed.dialogue_id)
    assert let_go.after_seq == 2


def test_nobody_waits_when_nothing_is_owed(owed):
    let_provider_answer(owed.dialogue)
    assert services.waiting_for(dialogue_id=owed.dialogue_id) is None
