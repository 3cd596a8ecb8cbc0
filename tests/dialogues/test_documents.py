"""docs/protocol.md promises what the code does: every message, error code, reason and address stands in it."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import get_args

import pytest
from drf_spectacular.generators import SchemaGenerator

from annotation import errors as shared_errors
from annotation.errors import DomainError
from dialogues import consumers, errors
from dialogues.frames import KINDS
from dialogues.services.waiting import Reason
from dialogues.urls import urlpatterns

PROTOCOL = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")


def codes() -> set[str]:
    found = [*vars(errors).values(), shared_errors.InvalidInput, shared_errors.NotAllowed, shared_errors.TooLarge]
    return {kind.code for kind in found if inspect.isclass(kind) and issubclass(kind, DomainError)} - {"refused"}


@pytest.mark.parametrize("code", sorted(codes()))
def test_every_error_code_is_documented(code: str) -> None:
    assert f"| `{code}` |" in PROTOCOL


@pytest.mark.parametrize("kind", KINDS)
def test_every_message_of_a_client_is_documented(kind: str) -> None:
    assert f'| `{{"type": "{kind}"' in PROTOCOL


@pytest.mark.parametrize("kind", sorted(set(re.findall(r'"type": "(\w+)"', inspect.getsource(consumers)))))
def test_every_message_of_the_server_is_documented(kind: str) -> None:
    assert f'| `{{"type": "{kind}"' in PROTOCOL


@pytest.mark.parametrize("reason", get_args(Reason))
def test_every_reason_for_waiting_is_documented(reason: str) -> None:
    assert f"| `{reason}` |" in PROTOCOL


@pytest.mark.parametrize("code", [consumers.CLOSE_SIGNED_OUT, consumers.CLOSE_NOT_FOUND])
def test_every_close_code_is_documented(code: int) -> None:
    assert f"| {code} |" in PROTOCOL


@pytest.mark.parametrize("route", [str(p.pattern) for p in urlpatterns if str(p.pattern).startswith("api/")])
def test_every_address_is_documented_for_people_and_for_programs(route: str) -> None:
    assert "/" + route.replace("<int:pk>", "<id>") in PROTOCOL
    assert "/" + route.replace("<int:pk>", "{id}") in SchemaGenerator().get_schema(public=True)["paths"]
