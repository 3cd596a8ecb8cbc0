"""How fast one connection may talk: far above any person, far below a flood."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


class Pace:
    """A bucket of `burst` messages that refills at `per_second`."""

    def __init__(self, *, burst: int = 20, per_second: float = 5, clock: Callable[[], float] = monotonic) -> None:
        self._burst = burst
        self._per_second = per_second
        self._clock = clock
        self._left = float(burst)
        self._at = clock()

    def allows_another(self) -> bool:
        """Count one message; False when it came too soon."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
