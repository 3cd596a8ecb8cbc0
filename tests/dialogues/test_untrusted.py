"""Whatever arrives, the readers of untrusted input give a checked value or a named error, and nothing else."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.errors import DomainError
from dialogues.frames import KINDS, client_id_in, read_message
from dialogues.models import Turn
from dialogues.pace import Pace
from dialogues.utterances import MAX_TEXT, readable_text, usable_client_id
from tests.dialogues.conversations import seeker_with_dialogue

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
message_like = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(KINDS) | anything,
        "since": st.integers() | anything,
        "client_id": st.text(max_size=70) | anything,
        "text": st.text() | anything,
    },
)


@given(st.text() | message_like.map(json.dumps))
def test_a_frame_is_a_message_or_a_named_error(frame: str) -> None:
    assert len(client_id_in(frame)) <= 64
    try:
        message = read_message(frame)
    except DomainError:
        return
    assert message.kind in KINDS
    assert message.since >= 0


@given(st.text(alphabet=st.characters(codec=None), max_size=50) | anything)
def test_what_is_accepted_as_text_can_be_stored_and_read(text: object) -> None:
    try:
        stored = readable_text(text)
    except DomainError:
        return
    assert 0 < len(stored) <= MAX_TEXT
    assert stored == stored.strip()
    assert "\x00" not in stored
    stored.encode()
    assert readable_text(stored) == stored


@given(st.text(max_size=70) | anything)
def test_what_is_accepted_as_an_id_is_short_and_plain(client_id: object) -> None:
    try:
        assert usable_client_id(client_id) == client_id
    except DomainError:
        return
    assert str(client_id).isascii()
    assert 0 < len(str(client_id)) <= 64


@pytest.mark.django_db
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=message_like | anything)
def test_no_body_makes_the_api_fail_or_store_by_half(script: tuple[Client, str], body: object) -> None:
    client, address = script
    before = Turn.objects.count()
    answer = client.post(address, json.dumps(body), content_type="application/json")
    if answer.status_code == 201:
        assert Turn.objects.count() == before + 1
    else:
        assert 400 <= answer.status_code < 500 or answer.status_code == 200
        assert Turn.objects.count() == before


@pytest.fixture
def script() -> tuple[Client, str]:
    seeker, dialogue = seeker_with_dialogue()
    client = Client()
    client.force_login(seeker)
    return client, f"/api/dialogues/{dialogue.pk}/turns/"


def test_a_person_is_never_slowed_down_and_a_flood_is() -> None:
    now = 0.0
    pace = Pace(burst=3, per_second=2, clock=lambda: now)
    assert [pace.allows_another() for _ in range(5)] == [True, True, True, False, False]
    now = 0.5
    assert [pace.allows_another() for _ in range(2)] == [True, False]
    now = 100.0
    assert [pace.allows_another() for _ in range(4)] == [True, True, True, False]
