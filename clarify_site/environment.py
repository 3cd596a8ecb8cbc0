"""Where this installation keeps its data, and the secrets that it makes for itself at first start."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

# Values that stand in documentation and examples all over the world; a signing key must not be one of them.
KNOWN_VALUES = frozenset({"", "secret", "changeme", "change-me", "django-insecure", "your-secret-key", "password"})
SHORTEST_KEY = 32


def secret_key(data_directory: Path) -> str:
    """The signing key: from CLARIFY_SECRET_KEY, else from a file that the first start makes.

    Raises ImproperlyConfigured for a known or short value.
    """
    given = os.environ.get("CLARIFY_SECRET_KEY")
    if given is not None:
        return _checked(given, "CLARIFY_SECRET_KEY")
    path = data_directory / "secret_key"
    try:
        return _checked(path.read_text(encoding="utf-8").strip(), str(path))
    except FileNotFoundError:
        return _make(path)


def _make(path: Path) -> str:
    """Write a fresh key that only the owner can read; if two processes start at once, the first one's is used."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"secret_key.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secrets.token_urlsafe(64))
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text(encoding="utf-8")


def _checked(value: str, source: str) -> str:
    if value.lower() in KNOWN_VALUES or value.startswith("django-insecure") or len(value) < SHORTEST_KEY:
        raise ImproperlyConfigured(
            f"{source} is a known or short value. Give at least {SHORTEST_KEY} random characters, "
            "or remove it and let Clarify make one."
        )
    return value
