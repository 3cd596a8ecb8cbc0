"""What charts write: shares, and names cut to the room there is."""

from __future__ import annotations

import unicodedata

ELLIPSIS = "…"
FONT_SIZE = 12.0


def share_label(share: float, digits: int = 2) -> str:
    """A share as charts write it: ``.57``; the exact ends are ``0`` and ``1``."""
    if share in (0, 1):
        return str(int(share))
    return f"{share:.{digits}f}".removeprefix("0")


def text_width(text: str, size: float = FONT_SIZE) -> float:
    """Roughly how wide a text is set: East Asian characters are square, others 0.56 of that."""
    return sum(size if unicodedata.east_asian_width(character) in "WF" else 0.56 * size for character in text)


def shortened(text: str, width: float) -> str:
    """The text, cut with an ellipsis where it would be wider than `width`."""
    if text_width(text) <= width:
        return text
    kept = text
    while kept and text_width(kept + ELLIPSIS) > width:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS
