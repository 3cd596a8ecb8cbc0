"""The first start makes an installation; the second one changes nothing."""

from __future__ import annotations

import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from annotation.models import Membership, Project, Task
from dialogues.models import Dialogue
from evaluation.models import Score, Verdict

ROOT = Path(__file__).resolve().parent.parent.parent


def counts() -> dict[str, int]:
    models = (User, Project, Membership, Task, Dialogue, Score, Verdict)
    return {model.__name__: model._default_manager.count() for model in models}


@pytest.mark.django_db
def test_the_sample_is_loaded_once_with_random_passwords() -> None:
    said = StringIO()
    call_command("first_start", sample=True, stdout=said)
    before = counts()
    passwords = dict(re.findall(r"^  (\w+) +(\S+)$", said.getvalue(), re.MULTILINE))
    assert set(passwords) == {"author", "seeker", "researcher", "validator", "provider"}
    assert len(set(passwords.values())) == 5
    assert all(User.objects.get(username=name).check_password(word) for name, word in passwords.items())
    assert before["Task"] >= 12
    assert before["Score"] == before["Dialogue"] > 0

    again = StringIO()
    call_command("first_start", sample=True, stdout=again)
    assert counts() == before
    assert again.getvalue() == ""


@pytest.mark.django_db
def test_no_sample_is_put_beside_somebodys_own_project() -> None:
    Project.objects.create(slug="mine", title="Mine")
    call_command("first_start", sample=True, stdout=StringIO())
    assert counts()["Project"] == 1
    assert counts()["User"] == 0


def test_the_first_page_answers_before_torch_is_imported() -> None:
    program = """
import sys, django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django.test import Client
import clarify_site.asgi
assert Client().get("/sign-in/").status_code == 200
heavy = {"torch", "sentence_transformers", "transformers", "sklearn", "scipy", "jieba"} & set(sys.modules)
sys.exit(f"imported: {sorted(heavy)}" if heavy else 0)
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={"DJANGO_SETTINGS_MODULE": "clarify_site.settings_test", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
