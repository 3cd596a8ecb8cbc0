"""Everything an installation needs, in one supervised command: web server, background worker, clock."""

from __future__ import annotations

import os
import socket
import sys
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command

from clarify_site.supervisor import Child, supervise


class Command(BaseCommand):
    help = "Start the web server and the background worker together. Ctrl-C stops both."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on")
        parser.add_argument("--demo", action="store_true", help="sample project, one-click sign-in on this machine")

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], options["port"]
        _refuse_taken_port(host, port)
        if options["demo"]:
            os.environ["CLARIFY_DEMO"] = "1"
            settings.DEMO = True
        call_command("first_start", sample=options["demo"], stdout=self.stdout)
        shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host  # noqa: S104
        children = [
            Child(
                "web",
                [
                    sys.executable,
                    "-m",
                    "daphne",
                    "-b",
                    host,
                    "-p",
                    str(port),
                    "-v",
                    "0",
                    "clarify_site.asgi:application",
                ],
                ready=f"Clarify is at http://{shown}:{port}/  (Ctrl-C stops it)",
                answers_at=(host, port),
            ),
            Child(
                "worker",
                [
                    *(sys.executable, "-m", "celery", "-A", "clarify_site", "--quiet", "worker", "--beat"),
                    *("--pool", "threads", "--concurrency", "4", "--loglevel", "WARNING"),
                    *("--without-gossip", "--without-mingle", "--without-heartbeat"),
                ],
            ),
        ]
        sys.exit(supervise(children))


def _refuse_taken_port(host: str, port: int) -> None:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} on {host} cannot be used ({error.strerror}). Is Clarify running already? "
                f"Stop it, or take another port: make run PORT={port + 1}"
            ) from error
