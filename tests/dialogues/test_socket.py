"""The socket of a conversation: what it tells, what it refuses, and that a refusal never ends it."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils.translation import get_language
from rest_framework.authtoken.models import Token

from annotation.models import Role
from clarify_site.asgi import application
from dialogues import services
from dialogues.models import Dialogue, OwedReply
from dialogues.presence import language_at
from tests import factories
from tests.dialogues.conversations import (
    ScriptedProvider,
    let_provider_answer,
    numbers_of,
    say,
    seeker_with_dialogue,
)

# Each look at the database happens in another thread, with a transaction of its own.
pytestmark = pytest.mark.django_db(transaction=True)

in_database = database_sync_to_async


class Socket:
    """A browser's end of the socket."""

    def __init__(self, dialogue_id: int, headers: list[tuple[bytes, bytes]]) -> None:
        websocket = application.application_mapping["websocket"]
        headers = [(b"origin", b"http://testserver"), *headers]
        self.wire = WebsocketCommunicator(websocket, f"/ws/dialogues/{dialogue_id}/", headers=headers)

    async def open(self) -> Socket:
        accepted, _ = await self.wire.connect()
        assert accepted
        return self

    async def tell(self, **message: Any) -> None:
        await self.wire.send_to(text_data=json.dumps(message))

    async def hear(self, kind: str) -> dict[str, Any]:
        """The next frame, which must be of this type."""
        frame = json.loads(await self.wire.receive_from(timeout=3))
        assert frame["type"] == kind, frame
        return frame

    async def hears_nothing(self) -> bool:
        return bool(await self.wire.receive_nothing(timeout=0.3))

    async def close_code(self) -> int:
        output = await self.wire.receive_output(timeout=3)
        assert output["type"] == "websocket.close"
        return int(output["code"])


def cookies_of(user: User, **more: str) -> list[tuple[bytes, bytes]]:
    browser = Client()
    browser.force_login(user)
    cookies = {"sessionid": browser.cookies["sessionid"].value, **more}
    return [(b"cookie", "; ".join(f"{name}={value}" for name, value in cookies.items()).encode())]


@pytest.fixture
async def talk() -> AsyncIterator[tuple[Socket, Dialogue]]:
    """An open socket of a seeker on their dialogue, before any hello."""
    seeker, dialogue = await in_database(seeker_with_dialogue)()
    socket = await Socket(dialogue.pk, await in_database(cookies_of)(seeker)).open()
    yield socket, dialogue
    await socket.wire.disconnect()


async def test_hello_is_answered_with_the_state_and_all_turns(talk):
    socket, dialogue = talk
    await socket.tell(type="hello", since=0)
    state = (await socket.hear("state"))["dialogue"]
    assert (state["id"], state["status"], state["last_seq"], state["your_turn"]) == (dialogue.pk, "active", 1, True)
    assert (await socket.hear("turn"))["seq"] == 1
    assert await socket.hears_nothing()


async def test_words_are_confirmed_once_stored_and_then_shown_and_waited_for(talk):
    socket, dialogue = talk
    await socket.tell(type="hello", since=1)
    await socket.hear("state")
    await socket.tell(type="say", client_id="a", text="该怎么做？")
    assert await socket.hear("ack") == {"type": "ack", "client_id": "a", "seq": 2}
    assert await in_database(numbers_of)(dialogue) == [1, 2]
    assert (await socket.hear("turn"))["client_id"] == "a"
    waiting = await socket.hear("waiting")
    assert (waiting["reason"], waiting["after_seq"]) == ("queued", 2)


async def test_an_answer_stored_by_another_process_arrives(talk):
    socket, dialogue = talk
    await socket.tell(type="hello", since=1)
    await socket.hear("state")
    await socket.tell(type="say", client_id="a", text="该怎么做？")
    for kind in ("ack", "turn", "waiting"):
        await socket.hear(kind)
    await in_database(let_provider_answer)(dialogue)
    frame = json.loads(await socket.wire.receive_from(timeout=3))
    while frame["type"] == "waiting":
        frame = json.loads(await socket.wire.receive_from(timeout=3))
    assert (frame["type"], frame["seq"], frame["speaker"]) == ("turn", 3, "provider")


async def test_the_same_send_twice_is_confirmed_twice_and_stored_once(talk):
    socket, dialogue = talk
    for _ in range(2):
        await socket.tell(type="say", client_id="a", text="该怎么做？")
        assert (await socket.hear("ack"))["seq"] == 2
    assert await in_database(numbers_of)(dialogue) == [1, 2]


async def test_after_a_reconnect_only_what_was_missed_is_sent(talk):
    _, dialogue = talk
    await in_database(say)(dialogue, "该怎么做？", "a")
    await in_database(let_provider_answer)(dialogue)
    again = await Socket(dialogue.pk, await in_database(cookies_of)(dialogue.seeker)).open()
    await again.tell(type="hello", since=2)
    await again.hear("state")
    assert (await again.hear("turn"))["seq"] == 3
    assert await again.hears_nothing()
    await again.wire.disconnect()


async def test_a_second_tab_shows_the_same_conversation(talk):
    first, dialogue = talk
    second = await Socket(dialogue.pk, await in_database(cookies_of)(dialogue.seeker)).open()
    for socket in (first, second):
        await socket.tell(type="hello", since=1)
        await socket.hear("state")
    await first.tell(type="say", client_id="a", text="该怎么做？")
    assert (await second.hear("turn"))["text"] == "该怎么做？"
    await second.wire.disconnect()


async def test_goodbye_ends_the_conversation(talk):
    socket, _ = talk
    await socket.tell(type="hello", since=1)
    await socket.hear("state")
    await socket.tell(type="goodbye", client_id="bye")
    await socket.hear("ack")
    assert (await socket.hear("turn"))["text"] == "再见，Jax。"
    assert (await socket.hear("ended"))["reason"] == "goodbye"
    await socket.tell(type="say", client_id="b", text="还有")
    error = await socket.hear("error")
    assert (error["code"], error["client_id"]) == ("dialogue_over", "b")


async def test_a_failed_answer_is_shown_and_can_be_asked_for_again(talk):
    socket, dialogue = talk
    await in_database(say)(dialogue, "该怎么做？", "a")
    for _ in range(services.MAX_ATTEMPTS):
        await in_database(let_provider_answer)(dialogue, reply=ScriptedProvider(RuntimeError("boom")))
    await socket.tell(type="hello", since=2)
    await socket.hear("state")
    failed = await socket.hear("waiting")
    assert failed["reason"] == "failed"
    assert "boom" not in json.dumps(failed)
    await socket.tell(type="retry")
    assert (await socket.hear("waiting"))["reason"] == "queued"
    assert (await in_database(OwedReply.objects.get)()).attempts == 0


BAD_FRAMES = [
    ("{", "malformed"),
    (" ", "malformed"),
    ("[]", "malformed"),
    ("[" * 50_000, "malformed"),
    ('"say"', "malformed"),
    ("null", "malformed"),
    ("{}", "unknown_type"),
    ('{"type": "shout"}', "unknown_type"),
    ('{"type": 7}', "unknown_type"),
    ('{"type": ["say"]}', "unknown_type"),
    ('{"type": "hello", "since": "1"}', "invalid"),
    ('{"type": "hello", "since": -1}', "invalid"),
    ('{"type": "hello", "since": 1e400}', "invalid"),
    ('{"type": "hello", "since": true}', "invalid"),
    ('{"type": "say", "client_id": "a"}', "invalid"),
    ('{"type": "say", "text": "壶"}', "invalid"),
    ('{"type": "say", "client_id": {}, "text": "壶"}', "invalid"),
    ('{"type": "say", "client_id": "a", "text": []}', "invalid"),
    ('{"type": "say", "client_id": "a", "text": "  "}', "empty"),
    ('{"type": "say", "client_id": "a", "text": "\\u0000"}', "invalid"),
    ('{"type": "say", "client_id": "a", "text": "\\ud800"}', "invalid"),
    (json.dumps({"type": "say", "client_id": "a", "text": "x" * 100_000}), "too_large"),
    ("x" * 1_000_001, "too_large"),
    ('{"type": "retry"}', "illegal_move"),
]


@pytest.mark.parametrize(("frame", "code"), BAD_FRAMES, ids=range(len(BAD_FRAMES)))
async def test_a_bad_frame_is_refused_in_words_and_the_connection_stays(talk, frame, code, caplog):
    socket, dialogue = talk
    caplog.set_level(logging.INFO, "clarify.socket")
    await socket.wire.send_to(text_data=frame)
    error = await socket.hear("error")
    assert error["code"] == code
    assert error["message"]
    assert len([record for record in caplog.records if record.name == "clarify.socket"]) == 1
    await socket.tell(type="ping")
    await socket.hear("pong")
    assert await in_database(numbers_of)(dialogue) == [1]


async def test_a_binary_frame_is_refused_and_the_connection_stays(talk):
    socket, _ = talk
    await socket.wire.send_to(bytes_data=b"\x00\x01")
    assert (await socket.hear("error"))["code"] == "malformed"
    await socket.tell(type="ping")
    await socket.hear("pong")


async def test_a_refusal_names_the_send_it_refuses(talk):
    socket, _ = talk
    await socket.tell(type="say", client_id="mine", text="x" * 100_000)
    assert (await socket.hear("error"))["client_id"] == "mine"


async def test_a_message_before_the_answer_is_refused_and_may_be_sent_again_later(talk):
    socket, dialogue = talk
    await socket.tell(type="say", client_id="a", text="该怎么做？")
    await socket.hear("ack")
    await socket.tell(type="say", client_id="b", text="用哪一种壶？")
    assert (await socket.hear("error"))["code"] == "reply_owed"
    await in_database(let_provider_answer)(dialogue)
    await socket.tell(type="say", client_id="b", text="用哪一种壶？")
    assert (await socket.hear("ack"))["seq"] == 4


async def test_a_flood_is_slowed_down_without_losing_the_connection(talk):
    socket, _ = talk
    for _ in range(40):
        await socket.tell(type="ping")
    heard = [json.loads(await socket.wire.receive_from(timeout=3)) for _ in range(40)]
    codes = {frame.get("code") for frame in heard if frame["type"] == "error"}
    assert codes == {"slow_down"}
    assert sum(frame["type"] == "pong" for frame in heard) >= 20


async def test_a_fault_of_ours_is_told_without_its_details(talk, monkeypatch):
    socket, _ = talk

    def fault(**_: Any) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("dialogues.services.add_turn", fault)
    await socket.tell(type="say", client_id="a", text="该怎么做？")
    error = await socket.hear("error")
    assert (error["code"], error["client_id"]) == ("internal", "a")
    assert "secret" not in json.dumps(error)
    await socket.tell(type="ping")
    await socket.hear("pong")


async def test_errors_come_in_the_language_of_the_page(monkeypatch):
    monkeypatch.setattr("dialogues.consumers.language_at", lambda scope: "zh-hans")
    monkeypatch.setattr("dialogues.utterances._", lambda text: f"{get_language()}: {text}")
    seeker, dialogue = await in_database(seeker_with_dialogue)()
    socket = await Socket(dialogue.pk, await in_database(cookies_of)(seeker)).open()
    await socket.tell(type="say", client_id="a", text="")
    assert (await socket.hear("error"))["message"].startswith("zh-hans: ")
    await socket.wire.disconnect()


def test_the_cookie_of_the_language_switch_counts_before_the_header():
    scope = {"cookies": {"django_language": "zh-hans"}, "headers": [(b"accept-language", b"en")]}
    assert language_at(scope) == "zh-hans"


@pytest.mark.parametrize("header", [b"", b"fr, zh-Hans;q=0.9", b"*", b";;;"])
def test_any_accept_language_header_leads_to_a_language_we_have(header):
    language = language_at({"headers": [(b"accept-language", header)]})
    assert language == ("zh-hans" if b"zh" in header else "en")


async def refused_socket(dialogue_id: int, headers: list[tuple[bytes, bytes]]) -> tuple[str, int]:
    """(error code, close code) of a socket that is not let in."""
    socket = await Socket(dialogue_id, headers).open()
    error = await socket.hear("error")
    return error["code"], await socket.close_code()


async def test_nobody_signed_in_is_told_so_and_let_go():
    _, dialogue = await in_database(seeker_with_dialogue)()
    assert await refused_socket(dialogue.pk, []) == ("signed_out", 4401)


@pytest.mark.parametrize("role", Role.values)
async def test_somebody_elses_dialogue_looks_like_none(role):
    _, dialogue = await in_database(seeker_with_dialogue)()
    other = await in_database(factories.member)(dialogue.project, role)
    cookies = await in_database(cookies_of)(other)
    assert await refused_socket(dialogue.pk, cookies) == ("not_found", 4404)
    assert await refused_socket(dialogue.pk + 1000, cookies) == ("not_found", 4404)
    assert await refused_socket(10**30, cookies) == ("not_found", 4404)


async def test_a_script_may_come_with_its_token():
    seeker, dialogue = await in_database(seeker_with_dialogue)()
    token = await in_database(Token.objects.create)(user=seeker)
    socket = await Socket(dialogue.pk, [(b"authorization", f"Token {token.key}".encode())]).open()
    await socket.tell(type="ping")
    await socket.hear("pong")
    await socket.wire.disconnect()


@pytest.mark.parametrize("header", [b"Token wrong", b"Basic abc", b"Token", b"\xff\xfe"])
async def test_a_wrong_token_is_nobody(header):
    _, dialogue = await in_database(seeker_with_dialogue)()
    assert await refused_socket(dialogue.pk, [(b"authorization", header)]) == ("signed_out", 4401)


def end_session(user: User) -> None:
    Session.objects.all().delete()


def deactivate(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def change_password(user: User) -> None:
    user.set_password("another long password")
    user.save()


@pytest.mark.parametrize("how", [end_session, deactivate, change_password])
async def test_a_session_that_ends_under_way_stores_nothing_more(talk, how):
    socket, dialogue = talk
    await in_database(how)(dialogue.seeker)
    await socket.tell(type="say", client_id="a", text="该怎么做？")
    error = await socket.hear("error")
    assert (error["code"], error["client_id"]) == ("signed_out", "a")
    assert await socket.close_code() == 4401
    assert await in_database(numbers_of)(dialogue) == [1]


async def test_a_signed_out_tab_is_not_told_what_is_said_later(talk):
    socket, dialogue = talk
    await socket.tell(type="hello", since=1)
    await socket.hear("state")
    await in_database(end_session)(dialogue.seeker)
    await in_database(say)(dialogue, "该怎么做？", "a")
    assert (await socket.hear("error"))["code"] == "signed_out"
    assert await socket.close_code() == 4401


@pytest.mark.parametrize("path", ["/", "/ws/", "/ws/dialogues/x/", "/ws/dialogues/1", "/elsewhere"])
async def test_other_socket_addresses_are_turned_away_without_a_fault(path):
    wire = WebsocketCommunicator(
        application.application_mapping["websocket"], path, headers=[(b"origin", b"http://testserver")]
    )
    await wire.connect()
    assert json.loads(await wire.receive_from())["code"] == "not_found"
    assert (await wire.receive_output())["code"] == 4404


async def test_a_page_of_another_site_opens_no_socket():
    seeker, dialogue = await in_database(seeker_with_dialogue)()
    headers = [(b"origin", b"https://elsewhere.example"), *await in_database(cookies_of)(seeker)]
    wire = WebsocketCommunicator(
        application.application_mapping["websocket"], f"/ws/dialogues/{dialogue.pk}/", headers=headers
    )
    accepted, _ = await wire.connect()
    assert not accepted
