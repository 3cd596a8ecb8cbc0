"""Keeps child processes running: starts them together, restarts one that dies, stops all on Ctrl-C."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field

TICK = 0.2
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0
CALM = 60.0
"""A child that lived this many seconds before it died is restarted without a longer pause."""
PATIENCE = 8.0
"""Seconds that children get to finish before they are killed."""


@dataclass
class Child:
    name: str
    command: list[str]
    ready: str = ""
    """Printed once the child answers at `answers_at`."""
    answers_at: tuple[str, int] | None = None
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    started: float = 0.0
    start_at: float = 0.0
    pause: float = FIRST_PAUSE
    announced: bool = False

    def start(self) -> None:
        self.process = subprocess.Popen(self.command, preexec_fn=_die_with_parent)  # noqa: S603
        self.started = time.monotonic()

    def watch(self) -> None:
        """One look: start what is due, notice what died, say when it answers."""
        now = time.monotonic()
        if self.process is None:
            if now >= self.start_at:
                self.start()
        elif (code := self.process.poll()) is not None:
            self._plan_restart(now, code)
        elif self.ready and not self.announced and self._answers():
            self.announced = True
            print(self.ready, flush=True)

    def _plan_restart(self, now: float, code: int) -> None:
        if now - self.started > CALM:
            self.pause = FIRST_PAUSE
        print(
            f"The {self.name} stopped (code {code}); starting it again in {self.pause:.1f} s.",
            file=sys.stderr,
            flush=True,
        )
        self.process = None
        self.start_at = now + self.pause
        self.pause = min(self.pause * 2, LONGEST_PAUSE)

    def _answers(self) -> bool:
        assert self.answers_at is not None
        try:
            with socket.create_connection(self.answers_at, timeout=TICK):
                return True
        except OSError:
            return False


def supervise(children: list[Child]) -> int:
    """Run until SIGINT or SIGTERM, then stop every child. Returns the exit code."""
    stopping = False

    def stop(_number: int, _frame: object) -> None:
        nonlocal stopping
        stopping = True

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    while not stopping:
        for child in children:
            child.watch()
        time.sleep(TICK)
    _stop_all(children)
    return 0


def _stop_all(children: list[Child]) -> None:
    running = [child.process for child in children if child.process is not None and child.process.poll() is None]
    for process in running:
        process.terminate()
    deadline = time.monotonic() + PATIENCE
    for process in running:
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _die_with_parent() -> None:
    """In the child, before it starts: a session of its own, and (on Linux) an end when the supervisor is killed.

    Without it a killed supervisor would leave a server behind that holds the port.
    """
    os.setsid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # 1 is PR_SET_PDEATHSIG
