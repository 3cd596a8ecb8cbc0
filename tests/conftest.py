"""Fixtures that every app's tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

SHARED_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"

# How long one example takes says more about the machine's other work than about the code.
settings.register_profile("clarify", deadline=None)
settings.load_profile("clarify")


def strict() -> bool:
    """In CI nothing may be skipped: what is missing there is a failure."""
    return bool(os.environ.get("CI") or os.environ.get("CLARIFY_STRICT"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The published research data beside the checkout; never part of the project."""
    if not SHARED_DATA.is_dir():
        reason = "The published data is not beside this checkout (../shared/data)."
        pytest.fail(reason) if strict() else pytest.skip(reason)
    return SHARED_DATA
