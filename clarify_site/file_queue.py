"""The queue in a folder, for an installation without Redis: kombu's file transport, with messages that appear whole.

kombu opens a message's file under its final name and writes afterwards; a worker that looks in between reads an empty
message, and dies of it.
"""

from __future__ import annotations

from pathlib import Path
from time import monotonic_ns
from typing import Any
from uuid import uuid4

from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps

SCHEME = "whole-files"


class Channel(filesystem.Channel):
    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]  # so in kombu, too
        """Write beside the queue, then rename: a reader finds the whole message or none."""
        # The names sort by age, as kombu's do.
        name = f"{monotonic_ns() // 1_000_000}_{uuid4()}"
        folder = Path(self.data_folder_out)
        draft = folder / f"{name}.writing"
        try:
            draft.write_text(dumps(payload), encoding="utf-8")
            draft.replace(folder / f"{name}.{queue}.msg")
        except OSError as error:
            raise ChannelError(f"Cannot add the message {name} to {folder}") from error


class Transport(filesystem.Transport):
    Channel = Channel


TRANSPORT_ALIASES[SCHEME] = f"{__name__}:Transport"
