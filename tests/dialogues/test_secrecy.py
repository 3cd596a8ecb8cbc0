"""A seeker's browser receives no more of the tree than what was said (design rule 4), on any way."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from annotation.clarq.content import TaskContent
from annotation.models import Role
from dialogues import services
from dialogues.models import Dialogue
from dialogues.seeker_view import news_since
from tests import factories
from tests.dialogues.conversations import let_provider_answer, say, seeker_with_dialogue

pytestmark = pytest.mark.django_db

QUESTIONS = ["该怎么做？", "有两种壶，用哪一种壶？", "烫壶用井水还是泉水？", "客人要绿茶还是红茶？", "还有别的吗？"]
# Words of the tree's bookkeeping; a seeker's answers must not even have a place for them.
BOOKKEEPING = (
    "nodes",
    "purpose",
    "trace",
    "kind",
    "statement_type",
    "snapshot",
    "score",
    "responses",
    "depth",
    "label",
)


def everything_a_seeker_can_fetch(browser: Client, dialogue: Dialogue) -> dict[str, str]:
    paths = [
        "/play/",
        f"/chat/{dialogue.pk}/",
        f"/chat/{dialogue.pk}/done/",
        "/api/tasks/open/",
        "/api/dialogues/",
        f"/api/dialogues/{dialogue.pk}/",
        f"/api/dialogues/{dialogue.pk}/turns/?since=0",
    ]
    fetched = {path: browser.get(path).content.decode() for path in paths}
    news = news_since(dialogue.pk, 0)
    fetched["socket"] = json.dumps([news.state, news.turns, news.waiting and news.waiting.to_json()])
    # JSON may write Chinese as \\u escapes, which would hide a leak from a plain search.
    return {
        path: _plain(text) if path.startswith("/api/") or path == "socket" else text for path, text in fetched.items()
    }


def _plain(text: str) -> str:
    return json.dumps(json.loads(text), ensure_ascii=False)


def hidden_texts(dialogue: Dialogue) -> list[str]:
    """Purposes always; texts until they were said."""
    content = TaskContent.from_json(dialogue.snapshot)
    said = "\n".join(dialogue.turns.values_list("text", flat=True))
    return [node.purpose for node in content.details] + [node.text for node in content.nodes if node.text not in said]


def test_nothing_unsaid_reaches_a_seeker_at_any_point_of_a_dialogue():
    seeker, dialogue = seeker_with_dialogue()
    browser = Client()
    browser.force_login(seeker)
    unsaid_at_first = len(hidden_texts(dialogue))
    for number, question in enumerate([None, *QUESTIONS]):
        if question:
            say(dialogue, question, f"m{number}")
            let_provider_answer(dialogue)
        for path, text in everything_a_seeker_can_fetch(browser, dialogue).items():
            for secret in hidden_texts(dialogue):
                assert secret not in text, (number, path, secret)
    assert len(hidden_texts(dialogue)) < unsaid_at_first, "no node was given: the test would prove nothing"


def test_answers_to_a_seeker_have_no_place_for_the_trees_bookkeeping():
    seeker, dialogue = seeker_with_dialogue()
    say(dialogue, QUESTIONS[0], "a")
    let_provider_answer(dialogue)
    browser = Client()
    browser.force_login(seeker)
    for path, text in everything_a_seeker_can_fetch(browser, dialogue).items():
        if path.startswith("/api/") or path == "socket":
            assert not [word for word in BOOKKEEPING if f'"{word}"' in text], path


def test_a_failed_answer_shows_nothing_of_its_error():
    seeker, dialogue = seeker_with_dialogue()
    say(dialogue, QUESTIONS[0], "a")
    dialogue.owed.__class__.objects.update(state="failed", error="KeyError: 用瓷壶来沏。")
    browser = Client()
    browser.force_login(seeker)
    for path, text in everything_a_seeker_can_fetch(browser, dialogue).items():
        assert "用瓷壶" not in text, path


def test_a_seeker_who_is_a_manager_too_sees_a_seekers_page():
    project = factories.project()
    manager = factories.member(project, Role.MANAGER, Role.SEEKER)
    task = factories.clarq_task(project, language="zh")
    dialogue = services.start_dialogue(task=task, seeker=manager)
    browser = Client()
    browser.force_login(manager)
    page = browser.get(f"/chat/{dialogue.pk}/").content.decode()
    assert not [secret for secret in hidden_texts(dialogue) if secret in page]
