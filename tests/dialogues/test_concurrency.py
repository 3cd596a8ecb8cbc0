"""Several hands on one dialogue at the same moment: real threads, real transactions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connections

from annotation.errors import DomainError
from annotation.models import Role
from dialogues import services
from dialogues.models import Dialogue, OwedReply, Turn
from tests import factories
from tests.dialogues.conversations import numbers_of, say, seeker_with_dialogue

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def at_once() -> Iterator[Callable[..., list[Any]]]:
    """Run a step in several threads that start together; what each returned or raised."""
    with ThreadPoolExecutor(8) as pool:

        def run(step: Callable[[int], Any], times: int = 2) -> list[Any]:
            start = Barrier(times)

            def one(number: int) -> Any:
                start.wait()
                try:
                    return step(number)
                except DomainError as error:
                    return error.code
                finally:
                    connections.close_all()

            return list(pool.map(one, range(times)))

        yield run


def test_the_same_send_from_many_tabs_is_stored_once(at_once):
    seeker, dialogue = seeker_with_dialogue()
    turns = at_once(lambda _: say(dialogue, "该怎么做？", "a", by=seeker), times=6)
    assert {turn.pk for turn in turns} == {Turn.objects.get(client_id="a").pk}
    assert numbers_of(dialogue) == [1, 2]
    assert OwedReply.objects.count() == 1


def test_of_two_different_sends_at_once_one_waits_its_turn(at_once):
    seeker, dialogue = seeker_with_dialogue()
    results = at_once(lambda n: say(dialogue, f"第{n}个问题？", f"m{n}", by=seeker), times=6)
    assert sorted(str(result) for result in results)[1:] == ["reply_owed"] * 5
    assert numbers_of(dialogue) == [1, 2]


def test_of_many_workers_one_answers(at_once):
    seeker, dialogue = seeker_with_dialogue()
    say(dialogue, "该怎么做？", "a", by=seeker)
    owed_id = OwedReply.objects.get().pk

    def work(_: int) -> bool:
        lease = services.take_owed_reply(owed_id=owed_id)
        return lease is not None and services.give_owed_reply(owed_id=owed_id, token=lease.token) is not None

    assert sorted(at_once(work, times=6)) == [False] * 5 + [True]
    assert numbers_of(dialogue) == [1, 2, 3]


def test_many_clicks_on_start_open_one_dialogue(at_once):
    project = factories.project()
    seeker = factories.member(project, Role.SEEKER)
    task = factories.clarq_task(project, language="zh")
    dialogues = at_once(lambda _: services.start_dialogue(task=task, seeker=seeker), times=6)
    assert len({dialogue.pk for dialogue in dialogues}) == 1
    assert Dialogue.objects.count() == 1
    assert numbers_of(dialogues[0]) == [1]
