"""The socket's messages as they arrive: untrusted text → a checked message (docs/protocol.md)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from annotation.errors import InvalidInput, TooLarge
from dialogues.errors import MalformedFrame, UnknownMessage

MAX_FRAME = 1_000_000
KINDS = ("hello", "say", "goodbye", "retry", "ping")


@dataclass(frozen=True)
class Message:
    """One message of a client. `client_id` and `text` are still to be judged by the service."""

    kind: str
    since: int = 0
    client_id: Any = None
    text: Any = None


def read_message(frame: str) -> Message:
    """Raises MalformedFrame, UnknownMessage, InvalidInput or TooLarge."""
    data = _object(frame)
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in KINDS:
        raise UnknownMessage(
            _("Not understood: “%(type)s” is no message type of this socket.") % {"type": _shortened(kind)},
            hint=_("Known types: %(types)s.") % {"types": ", ".join(KINDS)},
            where="type",
        )
    return Message(kind, _since(data.get("since", 0)), data.get("client_id"), data.get("text"))


def client_id_in(frame: str | None) -> str:
    """The client's id of a refused frame, so that the client knows which send was refused; "" for none."""
    try:
        data = _object(frame or "")
    except (MalformedFrame, TooLarge):
        return ""
    client_id = data.get("client_id")
    return client_id if isinstance(client_id, str) and len(client_id) <= 64 and client_id.isprintable() else ""


def _object(frame: str) -> dict[str, Any]:
    if len(frame) > MAX_FRAME:
        raise TooLarge(
            _("Not read: a frame holds at most %(limit)s characters.") % {"limit": f"{MAX_FRAME:,}"},
            hint=_("Send shorter messages, one at a time."),
        )
    try:
        data = json.loads(frame)
    except (ValueError, RecursionError):  # deeply nested brackets exhaust the parser
        data = None
    if not isinstance(data, dict):
        raise MalformedFrame(
            _("Not read: the frame is not a JSON object. Nothing was stored."),
            hint=_("Send one JSON object with a “type” in each text frame."),
        )
    return data


def _since(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**31:
        raise InvalidInput(
            _("Not understood: “since” is the number of the last turn that you know, or 0."),
            hint=_("Send a whole number."),
            where="since",
        )
    return value


def _shortened(value: Any) -> str:
    # Half a character, which JSON can spell, cannot be sent back.
    return str(value)[:40].encode(errors="replace").decode()
