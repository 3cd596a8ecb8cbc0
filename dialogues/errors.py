"""What can go wrong in a conversation, named once for page, API and socket (docs/protocol.md lists the codes)."""

from __future__ import annotations

from annotation.errors import DomainError, IllegalMove, InvalidInput


class EmptyText(InvalidInput):
    """Nothing that a reader could see was sent."""

    code = "empty"


class ClientIdReused(DomainError):
    """The same client-made id came with other words: one of the two sends would be lost silently."""

    code = "client_id_reused"
    status = 409


class DialogueOver(IllegalMove):
    """The dialogue takes no more words."""

    code = "dialogue_over"


class ReplyOwed(IllegalMove):
    """The other side has not answered the last message yet."""

    code = "reply_owed"


class NotPlayable(IllegalMove):
    """The task cannot be started as it stands."""

    code = "not_playable"


class MalformedFrame(InvalidInput):
    """A socket message that is not a JSON object in a text frame."""

    code = "malformed"


class UnknownMessage(InvalidInput):
    """A socket message of a type that the protocol does not have."""

    code = "unknown_type"


class SlowDown(DomainError):
    """More messages than a person can write."""

    code = "slow_down"
    status = 429


class SignedOut(DomainError):
    """The session ended while the page was open."""

    code = "signed_out"
    status = 401


class NotFound(DomainError):
    """No such dialogue, or somebody else's: the two look the same from outside."""

    code = "not_found"
    status = 404


class InternalError(DomainError):
    """A fault of ours. The details are in the log and never in the answer."""

    code = "internal"
    status = 500
