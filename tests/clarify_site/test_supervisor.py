"""One command runs everything: what dies is started again, and stopping stops all of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
# Two children that write their process ids and wait.
PROGRAM = """
import sys
from clarify_site.supervisor import Child, supervise
wait = "import os, sys, time; open(sys.argv[1], 'a').write(f'{os.getpid()}\\\\n'); time.sleep(600)"
children = [Child(name, [sys.executable, "-c", wait, f"{sys.argv[1]}/{name}"]) for name in ("web", "worker")]
sys.exit(supervise(children))
"""
LIMIT = 15


@pytest.fixture
def supervisor(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, "-c", PROGRAM, str(tmp_path)], cwd=ROOT, stderr=subprocess.DEVNULL)
    yield process
    if process.poll() is None:
        process.kill()
        process.wait()


def eventually(true: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + LIMIT
    while time.monotonic() < deadline:
        if true():
            return True
        time.sleep(0.05)
    return False


def started(folder: Path, name: str) -> list[int]:
    """Process ids that the child of this name has had so far."""
    path = folder / name
    return [int(line) for line in path.read_text().splitlines()] if path.exists() else []


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_a_child_that_was_killed_is_started_again(tmp_path: Path, supervisor: subprocess.Popen[bytes]) -> None:
    assert eventually(lambda: len(started(tmp_path, "worker")) == 1)
    os.kill(started(tmp_path, "worker")[0], signal.SIGKILL)
    assert eventually(lambda: len(started(tmp_path, "worker")) == 2)
    assert len(started(tmp_path, "web")) == 1


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_stopping_the_command_stops_all_of_it(
    tmp_path: Path, supervisor: subprocess.Popen[bytes], stop: signal.Signals
) -> None:
    if stop == signal.SIGKILL and sys.platform != "linux":
        pytest.skip("Only Linux can tell a child that its parent was killed.")
    assert eventually(lambda: bool(started(tmp_path, "web") and started(tmp_path, "worker")))
    supervisor.send_signal(stop)
    supervisor.wait(LIMIT)
    children = started(tmp_path, "web") + started(tmp_path, "worker")
    assert eventually(lambda: not any(is_alive(pid) for pid in children))


def test_a_taken_port_is_said_with_a_way_out(tmp_path: Path) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "manage.py", "serve", "--port", str(port)],
            cwd=ROOT,
            env={**os.environ, "CLARIFY_DATA_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode != 0
    assert f"PORT={port + 1}" in done.stderr
