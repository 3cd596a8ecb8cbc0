"""What counts as an utterance that can be stored, and as an id that a client may make."""

from __future__ import annotations

import re
import unicodedata

from django.utils.translation import gettext as _

from annotation.errors import InvalidInput, TooLarge
from dialogues.errors import EmptyText

MAX_TEXT = 4_000
MAX_CLIENT_ID = 64

_CLIENT_ID = re.compile(rf"[A-Za-z0-9._:\-]{{1,{MAX_CLIENT_ID}}}")
_LINE_ENDS = re.compile(r"\r\n?|\u2028|\u2029|\u0085")
_KEPT_CONTROLS = frozenset("\n\t")


def readable_text(text: object) -> str:
    """The text as it is stored: line ends as ``\\n``, no white space around it.

    Raises InvalidInput for what is no text or holds characters that no reader sees and a database
    may refuse (control characters, half surrogates), EmptyText, and TooLarge over 4,000 characters.
    """
    if not isinstance(text, str):
        raise InvalidInput(_("A text was expected here. Nothing was stored."), where="text")
    if len(text) > MAX_TEXT:
        raise TooLarge(
            _("Not stored: a message holds at most %(limit)s characters, and this one has %(length)s.")
            % {"limit": f"{MAX_TEXT:,}", "length": f"{len(text):,}"},
            hint=_("Shorten it, or send it in parts."),
            where="text",
        )
    tidy = _LINE_ENDS.sub("\n", text).strip()
    if any(not _storable(character) for character in tidy):
        raise InvalidInput(
            _("Not stored: the message holds control characters that cannot be shown."),
            hint=_("Write the words anew, or paste them as plain text."),
            where="text",
        )
    if not any(_visible(character) for character in tidy):
        raise EmptyText(_("An empty message was not sent."), hint=_("Write a few words first."), where="text")
    return tidy


def usable_client_id(client_id: object) -> str:
    """The id unchanged. Raises InvalidInput unless it is 1-64 letters, digits, dots, colons, dashes, underscores."""
    if not isinstance(client_id, str) or not _CLIENT_ID.fullmatch(client_id):
        raise InvalidInput(
            _("Not stored: each message needs an id of 1 to 64 letters, digits, dots, colons, dashes or underscores."),
            hint=_("Make a fresh id for each message, and keep it when you send the same message again."),
            where="client_id",
        )
    return client_id


def _storable(character: str) -> bool:
    return character in _KEPT_CONTROLS or unicodedata.category(character) not in ("Cc", "Cs")


def _visible(character: str) -> bool:
    """Neither white space nor a format character (zero-width space, direction mark)."""
    return not character.isspace() and unicodedata.category(character) != "Cf"
