"""Who is at the other end of a socket: asked anew for each message, because a session can end in between."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import User
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header
from rest_framework.authtoken.models import Token


def person_at(scope: Mapping[str, Any]) -> User | None:
    """The signed-in person of the socket's session cookie or API token; None when there is none any more."""
    token = _header(scope, b"authorization")
    person = _owner_of_token(token) if token else _owner_of_session(scope)
    return person if person is not None and person.is_active else None


def language_at(scope: Mapping[str, Any]) -> str:
    """The language that the page around the socket is shown in, by the rules of Django's own middleware."""
    wanted = [str(scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, ""))]
    wanted += [code for code, _weight in parse_accept_lang_header(_header(scope, b"accept-language"))]
    for code in wanted:
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return str(settings.LANGUAGE_CODE)


def _owner_of_session(scope: Mapping[str, Any]) -> User | None:
    session = scope.get("session")
    if session is None or not session.session_key:
        return None
    store = import_module(settings.SESSION_ENGINE).SessionStore
    # A fresh store: the one in the scope remembers what was true when the socket opened.
    person = get_user(SimpleNamespace(session=store(session.session_key)))  # type: ignore[arg-type]
    return person if isinstance(person, User) else None


def _owner_of_token(header: str) -> User | None:
    scheme, _space, key = header.partition(" ")
    if scheme.lower() != "token":
        return None
    token = Token.objects.select_related("user").filter(key=key.strip()).first()
    return token.user if token else None


def _header(scope: Mapping[str, Any], name: bytes) -> str:
    for key, value in scope.get("headers", []):
        if key.lower() == name:
            return bytes(value).decode("latin-1")
    return ""
