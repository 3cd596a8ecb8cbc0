"""The seeker's pages as plain forms: they work before and without any script."""

from __future__ import annotations

import pytest
from django.test import Client

from annotation.models import Role
from dialogues import services
from dialogues.models import Dialogue, DialogueStatus
from tests import factories
from tests.dialogues.conversations import let_provider_answer, numbers_of, say, seeker_with_dialogue, texts_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def seated() -> tuple[Client, Dialogue]:
    seeker, dialogue = seeker_with_dialogue()
    browser = Client()
    browser.force_login(seeker)
    return browser, dialogue


def html(answer) -> str:
    return answer.content.decode()


def test_the_list_shows_what_goes_on_what_can_start_and_what_is_finished(seated):
    browser, dialogue = seated
    done = factories.clarq_task(dialogue.project, language="zh", title="已经做完")
    finished = services.start_dialogue(task=done, seeker=dialogue.seeker)
    services.say_goodbye(dialogue=finished, by=dialogue.seeker, client_id="bye")
    factories.clarq_task(dialogue.project, language="zh", title="还没开始")
    page = html(browser.get("/play/?language=zh"))
    assert page.index(dialogue.title) < page.index("还没开始") < page.index(f"/chat/{finished.pk}/")


def test_a_task_that_goes_on_is_not_offered_again(seated):
    browser, dialogue = seated
    assert f"/play/{dialogue.task_id}/start/" not in html(browser.get("/play/?language=all"))


def test_the_list_starts_with_the_readers_own_language(seated):
    browser, dialogue = seated
    factories.clarq_task(dialogue.project, language="en", title="Serve the tea")
    factories.clarq_task(dialogue.project, language="zh", title="再沏一壶")
    assert "再沏一壶" not in html(browser.get("/play/"))
    assert "再沏一壶" in html(browser.get("/play/?language=zh"))
    assert "Serve the tea" in html(browser.get("/play/?language=nonsense"))


def test_a_seeker_without_tasks_is_told_why_the_list_is_empty():
    browser = Client()
    browser.force_login(factories.member(factories.project(), Role.SEEKER))
    assert "Nothing is open at the moment" in html(browser.get("/play/"))
    browser.force_login(factories.person())
    assert "You are not a seeker in any project" in html(browser.get("/play/"))


def test_starting_leads_to_the_conversation():
    project = factories.project()
    task = factories.clarq_task(project, language="zh")
    browser = Client()
    browser.force_login(factories.member(project, Role.SEEKER))
    answer = browser.post(f"/play/{task.pk}/start/")
    assert answer.url == f"/chat/{Dialogue.objects.get().pk}/"


def test_words_sent_as_a_plain_form_are_stored_and_shown(seated):
    browser, dialogue = seated
    answer = browser.post(f"/chat/{dialogue.pk}/", {"client_id": "a", "text": "该怎么\r\n做？"})
    assert answer.url == f"/chat/{dialogue.pk}/#latest"
    page = html(browser.get(answer.url))
    assert "该怎么\n做？" in page
    assert "Your message is stored" in page


def test_a_form_sent_twice_is_stored_once(seated):
    browser, dialogue = seated
    for _ in range(2):
        browser.post(f"/chat/{dialogue.pk}/", {"client_id": "a", "text": "该怎么做？"})
    assert numbers_of(dialogue) == [1, 2]


def test_refused_words_are_given_back_with_the_reason(seated):
    browser, dialogue = seated
    say(dialogue, "该怎么做？", "a")
    answer = browser.post(f"/chat/{dialogue.pk}/", {"client_id": "b", "text": "用哪一种壶？"})
    assert answer.status_code == 409
    assert "用哪一种壶？</textarea>" in html(answer)
    assert "has not answered your last message" in html(answer)
    assert numbers_of(dialogue) == [1, 2]


@pytest.mark.parametrize(("text", "status"), [("", 422), ("字" * 5000, 413), ("\x00", 422)])
def test_words_that_cannot_be_stored_are_refused_on_the_page(seated, text, status):
    browser, dialogue = seated
    assert browser.post(f"/chat/{dialogue.pk}/", {"client_id": "a", "text": text}).status_code == status
    assert numbers_of(dialogue) == [1]


def test_the_goodbye_button_leads_to_the_closing_page_without_any_score(seated):
    browser, dialogue = seated
    answer = browser.post(f"/chat/{dialogue.pk}/", {"do": "goodbye", "client_id": "bye"}, follow=True)
    assert answer.redirect_chain[-1][0] == f"/chat/{dialogue.pk}/done/"
    assert "Every message is stored" in html(answer)
    assert "score" not in html(answer).lower()


def test_the_closing_page_offers_the_next_task_of_the_same_language(seated):
    browser, dialogue = seated
    factories.clarq_task(dialogue.project, language="en", title="Not this one")
    fresh = factories.clarq_task(dialogue.project, language="zh")
    services.say_goodbye(dialogue=dialogue, by=dialogue.seeker, client_id="bye")
    page = html(browser.get(f"/chat/{dialogue.pk}/done/"))
    assert f"/play/{fresh.pk}/start/" in page
    assert "Not this one" not in page


def test_a_conversation_that_goes_on_has_no_closing_page(seated):
    browser, dialogue = seated
    assert browser.get(f"/chat/{dialogue.pk}/done/").url == f"/chat/{dialogue.pk}/"


def test_a_finished_conversation_can_be_read_but_not_written(seated):
    browser, dialogue = seated
    services.say_goodbye(dialogue=dialogue, by=dialogue.seeker, client_id="bye")
    page = html(browser.get(f"/chat/{dialogue.pk}/"))
    assert "再见，Jax。" in page
    assert 'id="composer"' not in page
    answer = browser.post(f"/chat/{dialogue.pk}/", {"client_id": "b", "text": "还有"})
    assert answer.status_code == 409


def test_a_failed_answer_can_be_asked_for_again_on_the_page(seated):
    browser, dialogue = seated
    say(dialogue, "该怎么做？", "a")
    dialogue.owed.__class__.objects.update(state="failed", attempts=3)
    assert "could not be made" in html(browser.get(f"/chat/{dialogue.pk}/"))
    browser.post(f"/chat/{dialogue.pk}/", {"do": "retry"})
    assert let_provider_answer(dialogue) is not None


def test_markup_in_a_message_is_shown_as_text(seated):
    browser, dialogue = seated
    say(dialogue, "<script>alert(1)</script>", "a")
    page = html(browser.get(f"/chat/{dialogue.pk}/"))
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert(1)" not in page


def test_the_last_allowed_message_is_announced_before_it_is_sent():
    seeker, dialogue = seeker_with_dialogue(max_seeker_turns=2)
    browser = Client()
    browser.force_login(seeker)
    assert "Message 1 of at most 2" in html(browser.get(f"/chat/{dialogue.pk}/"))
    say(dialogue, "该怎么做？", "a")
    let_provider_answer(dialogue)
    assert "Your last message" in html(browser.get(f"/chat/{dialogue.pk}/"))


@pytest.mark.parametrize("role", [*Role.values, None])
@pytest.mark.parametrize("page", ["/chat/{}/", "/chat/{}/done/"])
def test_somebody_elses_conversation_is_not_there(role, page):
    _, dialogue = seeker_with_dialogue()
    browser = Client()
    browser.force_login(factories.member(dialogue.project, role) if role else factories.person())
    assert browser.get(page.format(dialogue.pk)).status_code == 404
    assert browser.post(f"/chat/{dialogue.pk}/", {"client_id": "a", "text": "壶"}).status_code in (404, 405)
    assert texts_of(dialogue)[1:] == []


def test_nobody_is_led_to_sign_in_and_back(client):
    assert client.get("/chat/1/").url == "/sign-in/?next=/chat/1/"
    assert client.get("/play/").url == "/sign-in/?next=/play/"


@pytest.mark.parametrize("role", [Role.AUTHOR, Role.VALIDATOR, Role.PROVIDER, Role.RESEARCHER, None])
def test_only_a_seeker_or_manager_starts_a_task(role):
    project = factories.project()
    task = factories.clarq_task(project, language="zh")
    browser = Client()
    browser.force_login(factories.member(project, role) if role else factories.person())
    assert browser.post(f"/play/{task.pk}/start/").status_code == 404
    assert not Dialogue.objects.filter(status=DialogueStatus.ACTIVE).exists()


def test_the_administration_shows_dialogues_and_keeps_what_was_said(seated):
    _, dialogue = seated
    browser = Client()
    browser.force_login(factories.person(is_staff=True, is_superuser=True))
    for name in ("agent", "run", "dialogue", "turn", "owedreply", "workerbeat"):
        assert browser.get(f"/admin/dialogues/{name}/").status_code == 200
    assert browser.get(f"/admin/dialogues/dialogue/{dialogue.pk}/change/").status_code == 200
    turn = dialogue.turns.get()
    browser.post(f"/admin/dialogues/turn/{turn.pk}/change/", {"text": "changed"})
    assert texts_of(dialogue) == [turn.text]
