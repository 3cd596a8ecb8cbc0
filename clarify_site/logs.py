"""How the log reads: what a client did wrong is one line; a traceback is for faults of ours."""

from __future__ import annotations

import logging


class OneLine(logging.Filter):
    """Drops the traceback of a record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = None
        record.exc_text = None
        return True
