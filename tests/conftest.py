"""Fixtures that every app's tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SHARED_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"


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
