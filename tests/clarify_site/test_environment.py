"""Secrets are made at first start, kept to their owner, and never a known value."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from clarify_site.environment import secret_key


@pytest.fixture(autouse=True)
def no_key_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLARIFY_SECRET_KEY", raising=False)


def test_first_start_makes_a_key_and_the_next_start_keeps_it(tmp_path: Path) -> None:
    first = secret_key(tmp_path)
    assert len(first) > 60
    assert secret_key(tmp_path) == first


def test_two_installations_have_different_keys(tmp_path: Path) -> None:
    assert secret_key(tmp_path / "one") != secret_key(tmp_path / "two")


def test_only_the_owner_can_read_the_key(tmp_path: Path) -> None:
    secret_key(tmp_path)
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


@pytest.mark.parametrize("value", ["", "secret", "changeme", "django-insecure-" + "x" * 50, "short-but-own"])
def test_known_and_short_values_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("CLARIFY_SECRET_KEY", value)
    with pytest.raises(ImproperlyConfigured, match="CLARIFY_SECRET_KEY"):
        secret_key(tmp_path)


def test_a_good_key_from_the_environment_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLARIFY_SECRET_KEY", "k" * 50)
    assert secret_key(tmp_path) == "k" * 50
    assert list(tmp_path.iterdir()) == []
