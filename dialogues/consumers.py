"""The live conversation of a seeker. A door: frames in, one service call, frames out (docs/protocol.md).

The database is the truth. The socket looks there: often while a reply is owed, now and then
otherwise, and at once when a bell rings. So it does not matter which process stores a turn.
"""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation
from django.utils.translation import gettext as _

from annotation.errors import DomainError, not_found_message
from dialogues import services
from dialogues.bells import group_of
from dialogues.errors import InternalError, MalformedFrame, NotFound, SignedOut, SlowDown
from dialogues.frames import Message, client_id_in, read_message
from dialogues.models import Dialogue
from dialogues.pace import Pace
from dialogues.presence import language_at, person_at
from dialogues.seeker_view import News, news_since

logger = logging.getLogger("clarify.socket")

CLOSE_SIGNED_OUT = 4401
CLOSE_NOT_FOUND = 4404

# Seconds between two looks at the database, by what the person waits for.
LOOKS = {"queued": 0.1, "thinking": 0.1, "no_worker": 1.0, "failed": 5.0}
LOOK_WHEN_IDLE = 5.0


class DialogueConsumer(AsyncWebsocketConsumer):
    """One socket of one person on one of their dialogues."""

    dialogue_id = 0
    person_id = 0
    language = "en"
    listening = False
    """Set by the first hello: nothing is pushed to a client that has not said what it knows."""
    told_seq = 0
    told_waiting: dict[str, Any] | None = None
    told_ended = False
    watch: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        # Accepted first: a browser cannot see why a handshake was refused, but it can read a close code.
        await self.accept()
        self.pace = Pace()
        self.bell = asyncio.Event()
        self.telling = asyncio.Lock()
        self.language = language_at(self.scope)
        self.dialogue_id = self.scope["url_route"]["kwargs"]["pk"]
        try:
            self.person_id = await self._admit()
        except DomainError as error:
            await self._refuse(error, "connect")
            return
        await self._join_group()
        self.watch = asyncio.create_task(self._watch())

    async def disconnect(self, code: int) -> None:
        if self.watch is not None:
            self.watch.cancel()
            with suppress(Exception):
                await self.channel_layer.group_discard(group_of(self.dialogue_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.watch is None:  # refused at the door; the close is on its way
            return
        kind = "frame"
        try:
            if not self.pace.allows_another():
                raise self._slow_down()
            if text_data is None:
                raise self._binary()
            with translation.override(self.language):
                message = read_message(text_data)
            kind = message.kind
            await self._answer(message)
        except DomainError as error:
            await self._refuse(error, kind, client_id_in(text_data))
        except Exception:
            logger.exception("dialogue %s person %s: %s failed", self.dialogue_id, self.person_id, kind)
            await self._refuse(self._fault(), kind, client_id_in(text_data))

    async def news(self, event: dict[str, Any]) -> None:
        """The group's bell: another socket, page or process changed the dialogue."""
        self.bell.set()

    async def _answer(self, message: Message) -> None:
        if message.kind == "ping":
            await self._check_presence()
            await self._send({"type": "pong"})
        elif message.kind == "hello":
            await self._greet(message.since)
        elif message.kind == "retry":
            await self._in_database(self._retry)
            await self._tell()
        else:
            ack = await self._in_database(self._store, message)
            await self._send({"type": "ack", **ack})
            await self._tell()

    async def _greet(self, since: int) -> None:
        """Answer with the state and everything said after `since`; push from now on."""
        async with self.telling:
            news = await self._in_database(self._news, 0)
            self.listening = True
            self.told_seq = min(since, news.state["last_seq"])
            self.told_waiting = None
            self.told_ended = False
            await self._send({"type": "state", "dialogue": news.state})
        await self._tell()

    async def _tell(self) -> None:
        """Send what is new since the last time: turns in order, then why one waits, or the end."""
        if not self.listening:
            return
        async with self.telling:
            news = await self._in_database(self._news, self.told_seq)
            for turn in news.turns:
                await self._send({"type": "turn", **turn})
                self.told_seq = turn["seq"]
            waiting = news.waiting.to_json() if news.waiting else None
            if waiting is not None and waiting != self.told_waiting:
                await self._send({"type": "waiting", **waiting})
            self.told_waiting = waiting
            if news.ended is not None and not self.told_ended:
                self.told_ended = True
                await self._send({"type": "ended", **news.ended})

    async def _watch(self) -> None:
        """Look at the database for as long as the socket is open."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.bell.wait(), self._seconds_to_next_look())
            self.bell.clear()
            try:
                await self._tell()
            except DomainError as error:
                await self._refuse(error, "watch")
            except Exception:
                # A busy database is no reason to drop the conversation: the next look may see it.
                logger.exception("dialogue %s person %s: looking failed", self.dialogue_id, self.person_id)
                await asyncio.sleep(LOOK_WHEN_IDLE)

    def _seconds_to_next_look(self) -> float | None:
        if self.told_ended:
            return None
        return LOOKS[self.told_waiting["reason"]] if self.told_waiting else LOOK_WHEN_IDLE

    async def _in_database(self, step: Any, *arguments: Any) -> Any:
        """Run a step with the person's language and a check that they are still signed in, off the event loop."""

        def run() -> Any:
            with translation.override(self.language):
                self._require_presence()
                return step(*arguments)

        return await database_sync_to_async(run)()

    async def _admit(self) -> int:
        def run() -> int:
            with translation.override(self.language):
                person = person_at(self.scope)
                if person is None:
                    raise _signed_out()
                if not Dialogue.objects.played_by(person).filter(pk=self.dialogue_id).exists():
                    raise NotFound(not_found_message(), hint=_("Choose a conversation from your list of tasks."))
                return int(person.pk)

        return await database_sync_to_async(run)()

    async def _check_presence(self) -> None:
        await self._in_database(lambda: None)

    def _require_presence(self) -> None:
        person = person_at(self.scope)
        if person is None or person.pk != self.person_id:
            raise _signed_out()
        self.person = person

    def _store(self, message: Message) -> dict[str, Any]:
        dialogue = self._dialogue()
        if message.kind == "goodbye":
            turn = services.say_goodbye(dialogue=dialogue, by=self.person, client_id=message.client_id)
        else:
            turn = services.add_turn(dialogue=dialogue, by=self.person, text=message.text, client_id=message.client_id)
        return {"client_id": turn.client_id, "seq": turn.seq}

    def _retry(self) -> None:
        services.retry_reply(dialogue=self._dialogue(), by=self.person)

    def _news(self, since: int) -> News:
        try:
            return news_since(self.dialogue_id, since)
        except Dialogue.DoesNotExist:
            raise NotFound(not_found_message()) from None

    def _dialogue(self) -> Dialogue:
        dialogue = Dialogue.objects.played_by(self.person).filter(pk=self.dialogue_id).first()
        if dialogue is None:
            raise NotFound(not_found_message())
        return dialogue

    async def _refuse(self, error: DomainError, what: str, client_id: str = "") -> None:
        """One frame to the client and one line in the log; the connection goes on unless the person is gone."""
        logger.info("dialogue %s person %s: %s refused, %s", self.dialogue_id, self.person_id, what, error.code)
        with translation.override(self.language):
            told = error.to_json()
        frame = {"type": "error", "code": told["code"], "message": told["message"], "hint": told["hint"]}
        await self._send(frame | ({"client_id": client_id} if client_id else {}))
        if isinstance(error, SignedOut):
            await self._leave(CLOSE_SIGNED_OUT)
        elif isinstance(error, NotFound):
            await self._leave(CLOSE_NOT_FOUND)

    async def _leave(self, code: int) -> None:
        if self.watch is not None and self.watch is not asyncio.current_task():
            self.watch.cancel()
        self.listening = False
        self.told_ended = True
        await self.close(code=code)

    async def _join_group(self) -> None:
        try:
            await self.channel_layer.group_add(group_of(self.dialogue_id), self.channel_name)
        except Exception as error:
            logger.warning("dialogue %s: no bell from the channel layer: %s", self.dialogue_id, error)

    async def _send(self, frame: dict[str, Any]) -> None:
        await self.send(text_data=json.dumps(frame, ensure_ascii=False))

    def _slow_down(self) -> SlowDown:
        with translation.override(self.language):
            return SlowDown(
                _("Not read: the messages come too fast."), hint=_("Wait a second and send this one again.")
            )

    def _binary(self) -> MalformedFrame:
        with translation.override(self.language):
            return MalformedFrame(
                _("Not read: this socket takes text frames, not binary ones."), hint=_("Send JSON as text.")
            )

    def _fault(self) -> InternalError:
        with translation.override(self.language):
            return InternalError(
                _("Something went wrong on our side. If your message was not confirmed, it was not stored."),
                hint=_("Send it again; the same message is never stored twice."),
            )


class NoSuchSocket(AsyncWebsocketConsumer):
    """Every other address: one clear answer instead of a fault in the log."""

    async def connect(self) -> None:
        await self.accept()
        logger.info("no socket at %s: connect refused, %s", self.scope["path"][:100], NotFound.code)
        with translation.override(language_at(self.scope)):
            message = not_found_message()
        await self.send(text_data=json.dumps({"type": "error", "code": NotFound.code, "message": message, "hint": ""}))
        await self.close(code=CLOSE_NOT_FOUND)


def _signed_out() -> SignedOut:
    return SignedOut(
        _("Your session has ended. What was confirmed is stored; what was not is still on your device."),
        hint=_("Sign in again, and the conversation goes on where it was."),
    )
