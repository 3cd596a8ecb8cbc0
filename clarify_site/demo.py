"""The sample accounts, and when a browser may sign in to them with one click."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from annotation.models import Role


@dataclass(frozen=True)
class DemoAccount:
    name: str
    roles: tuple[str, ...]
    does: Any
    """What this person came for, in a few translated words."""


DEMO_ACCOUNTS = (
    DemoAccount("author", (Role.AUTHOR,), _("writes tasks with response trees and tries them out")),
    DemoAccount("seeker", (Role.SEEKER,), _("talks with the provider to complete a task")),
    DemoAccount("researcher", (Role.RESEARCHER, Role.MANAGER), _("reads the dashboard and every dialogue")),
    DemoAccount("validator", (Role.VALIDATOR,), _("reads tasks and judges dialogues")),
    DemoAccount("provider", (Role.PROVIDER,), _("knows the answers: studies and tries the trees")),
)

FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_X_REAL_IP", "HTTP_FORWARDED", "HTTP_X_FORWARDED_HOST")


def offers_demo(request: HttpRequest) -> bool:
    """Demo mode, and the browser runs on this very machine: no proxy stands between (it would look local)."""
    if not settings.DEMO or any(name in request.META for name in FORWARDED):
        return False
    host = request.get_host().rpartition(":")[0] or request.get_host()
    return _is_loopback(request.META.get("REMOTE_ADDR", "")) and host.strip("[]") in {"localhost", "127.0.0.1", "::1"}


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
