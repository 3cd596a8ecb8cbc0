"""The REST API: a script plays a seeker by the same rules as a browser, and an author tries a draft."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.authtoken.models import Token

from annotation.models import Role
from dialogues import services
from dialogues.models import Dialogue, OwedReply
from tests import factories
from tests.dialogues.conversations import let_provider_answer, numbers_of, say, seeker_with_dialogue

pytestmark = pytest.mark.django_db


class Script:
    """A program with somebody's API token."""

    def __init__(self, user: User) -> None:
        self.client = Client(headers={"authorization": f"Token {Token.objects.create(user=user).key}"})

    def get(self, path: str, **query: Any) -> tuple[int, Any]:
        answer = self.client.get(path, query)
        return answer.status_code, answer.json()

    def post(self, path: str, body: Any) -> tuple[int, Any]:
        data = body if isinstance(body, bytes | str) else json.dumps(body)
        answer = self.client.post(path, data, content_type="application/json")
        return answer.status_code, answer.json()


@pytest.fixture
def script_and_dialogue() -> tuple[Script, Dialogue]:
    seeker, dialogue = seeker_with_dialogue()
    return Script(seeker), dialogue


def test_a_script_plays_a_dialogue_from_the_list_of_tasks_to_the_goodbye():
    project = factories.project()
    script = Script(factories.member(project, Role.SEEKER))
    factories.clarq_task(project, language="zh", title="沏茶")
    _, tasks = script.get("/api/tasks/open/")
    assert (tasks["count"], tasks["results"][0]["title"]) == (1, "沏茶")
    status, dialogue = script.post("/api/dialogues/", {"task": tasks["results"][0]["id"]})
    assert (status, dialogue["last_seq"], dialogue["your_turn"]) == (201, 1, True)
    address = f"/api/dialogues/{dialogue['id']}/"
    status, stored = script.post(f"{address}turns/", {"client_id": "a", "text": "该怎么做？"})
    assert (status, stored["turn"]["seq"], stored["dialogue"]["your_turn"]) == (201, 2, False)
    _, news = script.get(f"{address}turns/", since=2)
    assert (news["turns"], news["waiting"]["reason"]) == ([], "queued")
    let_provider_answer(Dialogue.objects.get())
    _, news = script.get(f"{address}turns/", since=2)
    assert (news["turns"][0]["text"], news["waiting"]) == (factories.content("zh").root.text, None)
    status, stored = script.post(f"{address}goodbye/", {"client_id": "b"})
    assert (status, stored["dialogue"]["status"], stored["dialogue"]["end_reason"]) == (201, "ended", "goodbye")
    assert script.get("/api/dialogues/")[1]["results"][0]["status"] == "ended"


def test_the_same_send_twice_is_stored_once_and_says_so(script_and_dialogue):
    script, dialogue = script_and_dialogue
    said = {"client_id": "a", "text": "该怎么做？"}
    answers = [script.post(f"/api/dialogues/{dialogue.pk}/turns/", said) for _ in range(2)]
    assert [status for status, _ in answers] == [201, 200]
    assert answers[0][1]["turn"] == answers[1][1]["turn"]
    assert numbers_of(dialogue) == [1, 2]


def test_starting_a_task_twice_gives_the_unfinished_dialogue(script_and_dialogue):
    script, dialogue = script_and_dialogue
    status, again = script.post("/api/dialogues/", {"task": dialogue.task_id})
    assert (status, again["id"]) == (200, dialogue.pk)


def test_a_failed_answer_can_be_asked_for_again(script_and_dialogue):
    script, dialogue = script_and_dialogue
    say(dialogue, "该怎么做？", "a")
    OwedReply.objects.update(state="failed", attempts=3)
    status, waiting = script.post(f"/api/dialogues/{dialogue.pk}/retry/", {})
    assert (status, waiting["reason"]) == (202, "queued")


REFUSED = [
    ({"client_id": "a", "text": ""}, 422, "empty"),
    ({"client_id": "a", "text": "x" * 100_000}, 413, "too_large"),
    ({"client_id": "a", "text": "\x00"}, 422, "invalid"),
    ({"client_id": "a", "text": {"a": 1}}, 422, "invalid"),
    ({"client_id": "", "text": "壶"}, 422, "invalid"),
    ({"client_id": ["a"], "text": "壶"}, 422, "invalid"),
    ({"text": "壶"}, 400, "invalid"),
    ({"client_id": "a"}, 400, "invalid"),
    ({"client_id": None, "text": None}, 400, "invalid"),
    ([], 400, "invalid"),
    ("text", 400, "invalid"),
    (b"{", 400, "malformed"),
    (b"\xff\xfe", 400, "malformed"),
    (b"[" * 100_000, 400, "malformed"),
    (b'{"client_id": "a", "text": "\\ud800"}', 422, "invalid"),
    (b'{"client_id": "a", "text": "' + b"x" * 500_000 + b'"}', 413, "too_large"),
]


@pytest.mark.parametrize(("body", "status", "code"), REFUSED, ids=range(len(REFUSED)))
def test_bad_input_is_refused_in_the_one_shape_of_errors(script_and_dialogue, body, status, code):
    script, dialogue = script_and_dialogue
    body = json.dumps(body) if isinstance(body, str) else body
    answered, told = script.post(f"/api/dialogues/{dialogue.pk}/turns/", body)
    assert (answered, told["error"]["code"]) == (status, code)
    assert told["error"]["message"]
    assert numbers_of(dialogue) == [1]


@pytest.mark.parametrize("since", ["x", "-1", "1.5", "99999999999999999999", "\x00"])
def test_a_since_that_is_no_number_is_refused(script_and_dialogue, since):
    script, dialogue = script_and_dialogue
    status, told = script.get(f"/api/dialogues/{dialogue.pk}/turns/", since=since)
    assert (status, told["error"]["code"]) == (400, "invalid")


@pytest.mark.parametrize("task", ["x", -1, 0, 1.5, 2**80, None, [], {"id": 1}])
def test_a_task_that_is_no_number_is_refused(script_and_dialogue, task):
    script, _ = script_and_dialogue
    status, told = script.post("/api/dialogues/", {"task": task})
    assert (status, told["error"]["code"]) == (400, "invalid")


@pytest.mark.parametrize("status", ["draft", "closed"])
def test_a_task_that_is_not_open_is_not_there(script_and_dialogue, status):
    script, dialogue = script_and_dialogue
    hidden = factories.clarq_task(dialogue.project, language="zh", status=status)
    assert script.post("/api/dialogues/", {"task": hidden.pk})[0] == 404


@pytest.mark.parametrize("role", [*Role.values, None])
@pytest.mark.parametrize("path", ["", "turns/"])
def test_somebody_elses_dialogue_is_not_there(role, path):
    _, dialogue = seeker_with_dialogue()
    other = factories.member(dialogue.project, role) if role else factories.person()
    script = Script(other)
    assert script.get(f"/api/dialogues/{dialogue.pk}/{path}")[0] == 404
    status, _ = script.post(f"/api/dialogues/{dialogue.pk}/turns/", {"client_id": "a", "text": "壶"})
    assert status == 404
    assert script.get("/api/dialogues/")[1]["count"] == 0


@pytest.mark.parametrize(
    "path", ["/api/dialogues/", "/api/dialogues/1/", "/api/dialogues/1/turns/", "/api/tasks/open/"]
)
def test_nobody_is_asked_to_sign_in(client, path):
    answer = client.get(path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "signed_out")


def test_a_finished_dialogue_takes_no_more_words(script_and_dialogue):
    script, dialogue = script_and_dialogue
    services.say_goodbye(dialogue=dialogue, by=dialogue.seeker, client_id="bye")
    status, told = script.post(f"/api/dialogues/{dialogue.pk}/turns/", {"client_id": "b", "text": "还有"})
    assert (status, told["error"]["code"]) == (409, "dialogue_over")


# Try it


@pytest.fixture
def author_and_task() -> tuple[Script, str]:
    project = factories.project()
    task = factories.clarq_task(project, language="zh", status="draft")
    return Script(factories.member(project, Role.AUTHOR)), f"/api/tasks/{task.pk}/try/"


def trial(*said: str, **fields: Any) -> dict[str, Any]:
    turns = [{"speaker": "seeker" if i % 2 else "provider", "text": text} for i, text in enumerate(said)]
    return {"content": factories.content("zh").to_json(), "turns": turns, **fields}


def test_an_author_tries_a_draft_and_sees_why(author_and_task):
    script, address = author_and_task
    status, opener = script.post(address, trial())
    assert (status, opener["kind"], opener["nodes"]) == (200, "opener", [])
    status, root = script.post(address, trial(opener["text"], "该怎么做？"))
    assert (root["text"], root["nodes"], root["kind"]) == (factories.content("zh").root.text, ["0"], "root")
    turns = [
        {"speaker": "provider", "text": opener["text"], "nodes": []},
        {"speaker": "seeker", "text": "该怎么做？"},
        {"speaker": "provider", "text": root["text"], "nodes": root["nodes"]},
        {"speaker": "seeker", "text": "有两种壶，用哪一种壶？"},
    ]
    _, answer = script.post(address, trial() | {"turns": turns})
    assert (answer["nodes"], answer["kind"]) == (["1"], "I")
    assert {candidate["label"] for candidate in answer["trace"]["candidates"]} == {"1", "1.1", "2"}
    assert answer["trace"]["rule"]
    assert answer["language_model"] == "not_needed"


def test_trying_stores_nothing(author_and_task):
    script, address = author_and_task
    script.post(address, trial("你好", "该怎么做？"))
    assert not Dialogue.objects.exists()


def test_unsaved_words_are_what_is_tried(author_and_task):
    script, address = author_and_task
    body = trial("你好", "该怎么做？")
    body["content"]["nodes"][0]["text"] = "还没有保存的回答。"
    assert script.post(address, body)[1]["text"] == "还没有保存的回答。"


@pytest.mark.parametrize("role", [Role.SEEKER, None])
def test_trying_is_for_those_who_may_know_the_tree(author_and_task, role):
    _, address = author_and_task
    pk = int(address.split("/")[3])
    from annotation.models import Task

    project = Task.objects.get(pk=pk).project
    other = Script(factories.member(project, role) if role else factories.person())
    assert other.post(address, trial())[0] == 404
    assert other.get("/api/try/warm/")[0] == 403


BAD_TRIALS = [
    ({"content": 1}, "content"),
    ({"content": {"language": "fr"}}, "language"),
    ({"content": {"language": "zh"}}, "nodes"),
    ({"turns": {}}, "turns"),
    ({"turns": [1]}, "turns[0]"),
    ({"turns": [{"speaker": "tool", "text": ""}]}, "turns[0].speaker"),
    ({"turns": [{"speaker": "seeker", "text": 1}]}, "turns[0].text"),
    ({"turns": [{"speaker": "seeker", "text": "x" * 5000}]}, "turns[0].text"),
    ({"turns": [{"speaker": "seeker", "text": "", "nodes": "0"}]}, "turns[0].nodes"),
    ({"turns": [{"speaker": "provider", "text": "你好", "nodes": ["9"]}]}, "turns[0].speaker"),
    ({"turns": [{"speaker": "seeker", "text": "x"}] * 201}, "turns"),
    ({"mode": "both"}, "mode"),
]


@pytest.mark.parametrize(("bad", "where"), BAD_TRIALS, ids=range(len(BAD_TRIALS)))
def test_a_malformed_trial_is_refused_at_its_spot(author_and_task, bad, where):
    script, address = author_and_task
    status, told = script.post(address, trial() | bad)
    assert status in (400, 422)
    assert told["error"]["where"] in (where, "")
    assert told["error"]["message"]


def test_warming_starts_in_the_background_and_is_reported(author_and_task, monkeypatch):
    started: list[str] = []
    monkeypatch.setattr("dialogues.api.trial.embedding.is_warm", lambda: False)
    monkeypatch.setattr("dialogues.api.trial.embedding.warm_up", lambda: started.append("once"))
    script, _ = author_and_task
    assert script.get("/api/try/warm/") == (200, {"warm": False})
    assert started == ["once"]
