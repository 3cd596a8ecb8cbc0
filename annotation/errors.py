"""The errors that people meet. Each is named once here and shown in three places: page, API, socket.

A message says what happened and what is kept; the hint says what to do next. Both are translated.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class DomainError(Exception):
    """Something a person asked for cannot be done as asked. Never used for bugs."""

    code = "refused"
    status = 400

    def __init__(self, message: Any, *, hint: Any = "", where: str = "", detail: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.where = where
        self.detail = detail or {}

    def to_json(self) -> dict[str, Any]:
        """``{"code", "message", "hint", "where", …}`` with plain values, in the active language."""
        return {
            "code": self.code,
            "message": str(self.message),
            "hint": str(self.hint),
            "where": self.where,
            **self.detail,
        }


class InvalidInput(DomainError):
    """The input itself cannot be used; `where` names the spot."""

    code = "invalid"
    status = 422


class NotAllowed(DomainError):
    """The person may see the thing but may not do this to it."""

    code = "not_allowed"
    status = 403


class IllegalMove(DomainError):
    """The thing's state does not allow this (a finished dialogue, a closed task)."""

    code = "illegal_move"
    status = 409


class TooLarge(DomainError):
    code = "too_large"
    status = 413


def request_too_large(limit: int) -> TooLarge:
    """For a request that is refused before anybody has looked into it; `limit` in bytes."""
    return TooLarge(
        gettext("At most %(limit)s characters fit here.") % {"limit": f"{limit:,}"}, hint=_("Shorten the text.")
    )


def not_found_message() -> str:
    return str(_("Nothing here under this address, or it is not shared with you."))
