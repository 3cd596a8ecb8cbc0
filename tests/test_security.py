"""What an attacker sends: refused in words, showing nothing, storing nothing by half, and never a fault of ours."""

from __future__ import annotations

import io
import json
import logging
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from kombu import Connection
from kombu.transport.virtual import Empty
from rest_framework.authtoken.models import Token

from annotation.clarq.build import read_content
from annotation.clarq.files import parse_file
from annotation.clarq.sources import read_upload
from annotation.errors import DomainError, InvalidInput
from annotation.models import Project, Role, Task
from clarify_site import file_queue
from dialogues.frames import read_message
from dialogues.models import Dialogue
from dialogues.services import start_dialogue
from evaluation.exports import safe_cell
from evaluation.models import Verdict
from evaluation.services import score_dialogue
from tests import factories
from tests.evaluation import judging

ROOT = Path(__file__).resolve().parent.parent
HALF = "\ud800"
TOO_LARGE = ["99999999999999999999", "9" * 5000]


@pytest.fixture
def study(db: None) -> Project:
    return factories.project("study")


@pytest.fixture
def task(study: Project) -> Task:
    return factories.clarq_task(study, language="zh")


@pytest.fixture
def everybody(study: Project) -> Client:
    """Somebody with every role: what fails for them fails for all."""
    client = Client()
    client.force_login(factories.member(study, *Role.values, name="everybody"))
    return client


def send(client: Client, method: str, address: str, body: Any) -> Any:
    return client.generic(method, address, json.dumps(body), content_type="application/json")


# Numbers that no database holds


@pytest.mark.parametrize("number", TOO_LARGE, ids=["20 digits", "5000 digits"])
@pytest.mark.parametrize(
    "address",
    [
        "/p/study/guidelines/?version={}",
        "/p/study/dialogues/?responses={}",
        "/p/study/dialogues/?people={}",
        "/p/study/dashboard/?depth={}",
        "/p/study/?page={}",
        "/tasks/{}/",
        "/chat/{}/",
        "/api/dialogues/{}/",
    ],
)
def test_a_number_that_is_too_large_in_an_address_is_no_fault(everybody: Client, address: str, number: str) -> None:
    assert everybody.get(address.format(number)).status_code in (200, 404, 422)


@pytest.mark.parametrize("number", TOO_LARGE, ids=["20 digits", "5000 digits"])
def test_a_task_that_cannot_be_is_not_moved(everybody: Client, task: Task, number: str) -> None:
    assert everybody.post("/p/study/tasks/status/", {"task": number, "to": "closed"}).status_code == 422


@pytest.mark.parametrize("base", [2**31, 2**63, 10**30])
def test_a_version_that_cannot_be_stores_nothing(everybody: Client, task: Task, base: int) -> None:
    content = read_content(task).to_json() | {"goal": "other"}
    revision = task.revisions.get()
    for method, address in (("PUT", "content/"), ("POST", f"revisions/{revision.pk}/restore/")):
        answer = send(everybody, method, f"/api/tasks/{task.pk}/{address}", {"base": base, "content": content})
        assert answer.status_code == 400
    assert task.revisions.count() == 1


# Characters that cannot be stored or sent


@pytest.mark.parametrize(
    "body",
    [
        {"mode": HALF},
        {"turns": [{"speaker": "seeker", "text": f"哪{HALF}一种壶？"}]},
        {"turns": [{"speaker": HALF, "text": "?"}]},
    ],
)
def test_half_a_character_in_a_trial_is_refused(everybody: Client, task: Task, body: dict[str, Any]) -> None:
    content = read_content(task).to_json()
    answer = send(everybody, "POST", f"/api/tasks/{task.pk}/try/", {"content": content, **body})
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]["message"]


def test_an_answer_may_repeat_half_a_character(everybody: Client, study: Project) -> None:
    dialogue = judging.dialogue(study)
    answer = send(everybody, "POST", f"/api/dialogues/{dialogue.pk}/verdicts/", {"outcome": HALF})
    assert answer.status_code == 400
    assert HALF in answer.json()["error"]["message"]


def test_half_a_character_on_the_socket_is_answered_in_words() -> None:
    with pytest.raises(DomainError) as refused:
        read_message(json.dumps({"type": HALF}))
    json.dumps(refused.value.to_json(), ensure_ascii=False).encode()


def test_a_zero_character_does_not_reach_the_database(everybody: Client, study: Project) -> None:
    assert everybody.get("/api/runs/?project=%00").json()["results"] == []
    said = "Seeker: hi\nProvider: one\nSeeker: which?\nProvider: two"
    form = {"step": "create", "text": said, "title": "a\x00b", "node-1": "on", "node-3": "on", "parent-3": "1"}
    assert everybody.post("/p/study/tasks/from-conversation/", form).status_code == 302
    assert study.tasks.get().title == "ab"


@pytest.mark.parametrize("charset", ["hex", "utf-16", "undefined", "rot13", "no-such-thing"])
@pytest.mark.parametrize("address", ["/sign-in/", "/sign-in/demo/", "/language/setlang/", "/projects/new/"])
def test_a_body_in_a_strange_charset_is_no_fault(db: None, address: str, charset: str) -> None:
    kind = f"application/x-www-form-urlencoded; charset={charset}"
    client = Client(enforce_csrf_checks=True)
    client.get("/sign-in/")
    assert client.generic("POST", address, "username=%00&title=%ff", content_type=kind).status_code == 403


# Sizes


@pytest.mark.parametrize("address", ["/sign-in/", "/language/setlang/"])
def test_a_form_over_the_limit_gets_a_page_that_says_so(db: None, address: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/sign-in/")
    form = "username=" + "a" * 5_000_000
    answer = client.generic("POST", address, form, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 413
    assert "At most 4,194,304 characters fit here." in answer.content.decode()


def test_what_django_refuses_is_one_line_in_the_log(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    log = io.StringIO()
    # pytest puts handlers of its own beside the product's.
    handler = next(handler for handler in logging.getLogger("django.security").handlers if handler.filters)
    monkeypatch.setattr(handler, "stream", log)
    assert Client().get("/sign-in/", headers={"Host": "evil.example"}).status_code == 400
    assert "evil.example" in log.getvalue()
    assert log.getvalue().count("\n") == 1


def test_json_over_the_limit_gets_the_errors_of_the_api(everybody: Client) -> None:
    answer = send(everybody, "POST", "/api/dialogues/", {"task": "a" * 5_000_000})
    assert answer.status_code == 413
    assert answer.json()["error"]["code"] == "too_large"


# Files


@pytest.mark.parametrize("compression", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_damaged_archive_is_refused_in_words(compression: int) -> None:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", compression) as archive:
        archive.writestr("English/1._A.json", json.dumps(["some words"] * 200))
    start, refusals = 30 + len("English/1._A.json"), set()
    for place in range(start, start + 40):
        damaged = bytearray(whole.getvalue())
        damaged[place] ^= 0xFF
        try:
            read_upload("tasks.zip", io.BytesIO(bytes(damaged)))
        except InvalidInput as refused:
            refusals.add(str(refused.message))
    assert refusals == {"The archive “tasks.zip” cannot be read. Nothing was imported."}


@pytest.mark.parametrize("depth", [60, 500, *range(880, 1000, 10), 5_000, 100_000])
def test_brackets_in_brackets_in_a_file_are_a_problem_and_no_fault(depth: int) -> None:
    nested = "[" * depth + "]" * depth
    parsed = parse_file("English/1._A.json", f'[{{"all_response": "", "h2h": {nested}}}]'.encode())
    assert [problem.code for problem in parsed.problems] == ["nested_too_deep"]


@pytest.mark.parametrize("text", ["＝1+1", "＋1", "－1", "＠SUM(A1)", "\n=1+1", "\u00a0=1+1", "\u3000@a", "\ufeff=1"])
def test_no_disguised_formula_gets_into_a_spreadsheet(text: str) -> None:
    assert safe_cell(text) == f"'{text}"


# Blind first


@pytest.mark.parametrize("page", ["dialogues/", "dialogues.csv", "dialogues.json", "runs/{run}/"])
@pytest.mark.parametrize("query", ["outcome=success", "missing=none", "outcome=failure"])
def test_whom_a_list_told_the_outcome_is_blind_no_more(study: Project, page: str, query: str) -> None:
    dialogue = scored_dialogue(study)
    client, verdicts = judge_of(study, dialogue)
    client.get(f"/p/study/{page.format(run=dialogue.run)}?{query}")
    send(client, "POST", verdicts, {"outcome": "success"})
    told = query != "outcome=failure"
    assert Verdict.objects.get().blind is not told


def test_asking_whether_a_dialogue_is_in_such_a_list_ends_blindness(study: Project) -> None:
    dialogue = scored_dialogue(study)
    client, verdicts = judge_of(study, dialogue)
    client.get(f"/dialogues/{dialogue.pk}/?outcome=failure")
    send(client, "POST", verdicts, {"outcome": "success"})
    assert not Verdict.objects.get().blind


def scored_dialogue(study: Project) -> Dialogue:
    """One that succeeded, by the score."""
    dialogue = judging.dialogue(study)
    score = score_dialogue(dialogue=dialogue)
    assert score.values["success"] is True
    return dialogue


def judge_of(study: Project, dialogue: Dialogue) -> tuple[Client, str]:
    client = Client()
    client.force_login(factories.member(study, Role.VALIDATOR))
    return client, f"/api/dialogues/{dialogue.pk}/verdicts/"


# Seekers


def test_a_seeker_with_a_token_gets_no_further_than_with_a_browser(study: Project, task: Task) -> None:
    seeker = factories.member(study, Role.SEEKER)
    own = start_dialogue(task=task, seeker=seeker)
    client = Client(headers={"Authorization": f"Token {Token.objects.create(user=seeker).key}"})
    for address in (f"tasks/{task.pk}/content/", f"tasks/{task.pk}/revisions/", f"dialogues/{own.pk}/scores/"):
        answer = client.get(f"/api/{address}")
        assert answer.status_code == 404
    assert send(client, "POST", f"/api/tasks/{task.pk}/try/", {"content": {}}).status_code == 404
    assert client.get("/api/try/warm/").status_code == 403
    for node in read_content(task).nodes[1:]:
        assert node.text not in client.get(f"/api/dialogues/{own.pk}/").content.decode()


# The installation


def test_behind_tls_every_cookie_is_for_tls_only(tmp_path: Path) -> None:
    program = (
        "from clarify_site import settings as s;"
        "print(s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.LANGUAGE_COOKIE_SECURE, s.SECURE_SSL_REDIRECT)"
    )
    environment = {"CLARIFY_HTTPS": "1", "CLARIFY_DATA_DIR": str(tmp_path)}
    shown = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert shown.stdout.split() == ["True"] * 4


class LooksWhileWritten:
    """A part of a message that reads the queue at the moment in which it is being written."""

    def __init__(self, channel: Any) -> None:
        self.channel = channel
        self.found: object = None

    def __json__(self) -> str:
        try:
            self.found = self.channel._get("celery")
        except Empty:
            self.found = "nothing"
        return "whole"


def test_a_message_in_the_making_is_not_there_for_the_worker(tmp_path: Path) -> None:
    """kombu's own transport shows it half written, and the worker dies of it."""
    options = {"data_folder_in": str(tmp_path), "data_folder_out": str(tmp_path)}
    with Connection(f"{file_queue.SCHEME}://", transport_options=options) as connection:
        channel = connection.channel()
        part = LooksWhileWritten(channel)
        channel._put("celery", {"bell": part})
        assert part.found == "nothing"
        assert channel._get("celery") == {"bell": "whole"}
        with pytest.raises(Empty):
            channel._get("celery")
