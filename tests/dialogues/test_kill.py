"""Killing web server and worker between prompt and reply loses nothing and doubles nothing.

Real processes, real sockets, `kill -9`. The tasks are Chinese, so that no language model has to be loaded.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.browser.conftest import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
LEASE_SECONDS = 1
PATIENCE = 30

SEED = """
import json
from django.core.management import call_command
call_command("migrate", verbosity=0)
from rest_framework.authtoken.models import Token
from annotation.models import Role
from dialogues import services
from tests import factories
project = factories.project("kill")
seeker = factories.member(project, Role.SEEKER, name="kim")
task = factories.clarq_task(project, language="zh", content=factories.content("zh"))
dialogue = services.start_dialogue(task=task, seeker=seeker)
print(json.dumps({"dialogue": dialogue.pk, "token": Token.objects.create(user=seeker).key}))
"""
# A worker that claims the reply and dies: its lease has to run out.
CLAIM = """
from dialogues import services
from dialogues.models import OwedReply
assert services.take_owed_reply(owed_id=OwedReply.objects.get().pk) is not None
"""
STORED = """
import json
from dialogues.models import OwedReply, Turn
print(json.dumps({"turns": list(Turn.objects.order_by("seq").values_list("seq", "speaker", "text", "client_id")),
                  "owed": OwedReply.objects.count()}))
"""


class Installation:
    """One installation whose processes can be killed."""

    def __init__(self, data: Path) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("CLARIFY_", "DJANGO_"))}
        self.data = data
        self.environment = {
            **kept,
            "CLARIFY_DATA_DIR": str(data),
            "CLARIFY_REPLY_LEASE_SECONDS": str(LEASE_SECONDS),
            "DJANGO_SETTINGS_MODULE": "clarify_site.settings",
        }
        self.port = free_port()
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.sockets = ExitStack()
        self.log = (data / "log.txt").open("ab")
        seeded = self.run_script(SEED)
        self.dialogue, self.token = seeded["dialogue"], seeded["token"]

    def manage(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments], cwd=ROOT, env=self.environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def run_script(self, script: str) -> Any:
        return json.loads(self.manage("shell", "-v", "0", "-c", script) or "null")

    def start(self, *names: str) -> None:
        commands = {
            "web": ["daphne", "-b", "127.0.0.1", "-p", str(self.port), "-v", "0", "clarify_site.asgi:application"],
            "worker": [
                *("celery", "-A", "clarify_site", "--quiet", "worker", "--beat"),
                *("--pool", "threads", "--concurrency", "4", "--loglevel", "WARNING"),
            ],
        }
        for name in names:
            self.processes[name] = subprocess.Popen(
                [sys.executable, "-m", *commands[name]],
                cwd=ROOT,
                env=self.environment,
                stdout=self.log,
                stderr=self.log,
                start_new_session=True,
            )

    def kill(self, *names: str) -> None:
        for name in names:
            process = self.processes.pop(name)
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def wait_for_web(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                urlopen(f"http://127.0.0.1:{self.port}/health/", timeout=2).close()
            except OSError:
                time.sleep(0.1)
            else:
                return
        pytest.fail("The web server did not come up:\n" + (self.data / "log.txt").read_text())

    def socket(self, since: int) -> ClientConnection:
        self.wait_for_web()
        socket = self.sockets.enter_context(
            connect(
                f"ws://127.0.0.1:{self.port}/ws/dialogues/{self.dialogue}/",
                additional_headers={"Authorization": f"Token {self.token}"},
                origin=f"http://127.0.0.1:{self.port}",  # type: ignore[arg-type]
            )
        )
        tell(socket, type="hello", since=since)
        return socket


def tell(socket: ClientConnection, **message: Any) -> None:
    socket.send(json.dumps(message))


def hear(socket: ClientConnection, **wanted: Any) -> dict[str, Any]:
    """The next frame that holds these values."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        frame: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
        if wanted.items() <= frame.items():
            return frame
    raise AssertionError(f"nothing like {wanted} was heard")


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    running = Installation(tmp_path)
    yield running
    running.sockets.close()
    running.kill(*list(running.processes))
    running.log.close()


def test_no_turn_is_lost_or_doubled_by_kill_minus_nine(installation: Installation) -> None:
    """Four rounds: killed while no worker runs, with a claimed reply, right after the send, before the confirmation."""
    installation.start("web")

    # 1. The message is confirmed, nobody has answered yet, the web server dies.
    socket = installation.socket(since=1)
    tell(socket, type="say", client_id="m1", text="这件事该怎么做？")
    assert hear(socket, type="ack")["seq"] == 2
    installation.kill("web")
    # 2. And a worker that has just claimed the reply dies as well.
    installation.run_script(CLAIM)
    installation.start("web", "worker")
    socket = installation.socket(since=2)
    assert hear(socket, type="turn", seq=3)["speaker"] == "provider"

    # 3. Everything dies right after the send; the client repeats it under its id.
    tell(socket, type="say", client_id="m2", text="有两种壶，该用哪一种壶？")
    hear(socket, type="ack", seq=4)
    installation.kill("worker", "web")
    installation.start("web", "worker")
    socket = installation.socket(since=3)
    tell(socket, type="say", client_id="m2", text="有两种壶，该用哪一种壶？")
    assert hear(socket, type="ack", client_id="m2")["seq"] == 4
    socket.close()
    socket = installation.socket(since=4)
    assert hear(socket, type="turn", seq=5)["speaker"] == "provider"

    # 4. The server dies before the client hears anything: stored or not, repeating the send settles it.
    tell(socket, type="say", client_id="m3", text="烫壶用井水还是泉水？")
    installation.kill("web")
    installation.start("web")
    socket = installation.socket(since=5)
    tell(socket, type="say", client_id="m3", text="烫壶用井水还是泉水？")
    assert hear(socket, type="ack", client_id="m3")["seq"] == 6
    socket.close()
    socket = installation.socket(since=6)
    assert hear(socket, type="turn", seq=7)["speaker"] == "provider"
    socket.close()

    stored = installation.run_script(STORED)
    assert [seq for seq, *_ in stored["turns"]] == [1, 2, 3, 4, 5, 6, 7]
    assert [client_id for *_, client_id in stored["turns"]] == [None, "m1", None, "m2", None, "m3", None]
    assert stored["owed"] == 0
