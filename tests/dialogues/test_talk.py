"""Starting, speaking, ending: the rules of a dialogue beside their refusals."""

from __future__ import annotations

import pytest

from annotation.clarq.content import Node, TaskContent
from annotation.errors import InvalidInput, NotAllowed, TooLarge
from annotation.models import Role
from dialogues import services
from dialogues.endings import ended_listeners
from dialogues.errors import ClientIdReused, DialogueOver, EmptyText, NotPlayable, ReplyOwed
from dialogues.models import Dialogue, EndReason, OwedReply, Run, Turn
from dialogues.utterances import MAX_TEXT
from tests import factories
from tests.dialogues.conversations import let_provider_answer, numbers_of, say, seeker_with_dialogue, texts_of

pytestmark = pytest.mark.django_db


def test_a_dialogue_opens_with_the_provider_on_a_frozen_copy_of_the_task():
    project = factories.project()
    task = factories.clarq_task(project, language="zh", title="沏茶", type="Tea", provider_name="老周")
    dialogue = services.start_dialogue(task=task, seeker=factories.member(project, Role.SEEKER))
    assert (dialogue.title, dialogue.type, dialogue.language, dialogue.provider_name) == ("沏茶", "Tea", "zh", "老周")
    assert (dialogue.responses, dialogue.depth, dialogue.task_version) == (4, 2, 1)
    assert TaskContent.from_json(dialogue.snapshot).details[0].text == factories.content("zh").details[0].text
    opener = dialogue.turns.get()
    assert (opener.seq, opener.speaker, opener.kind) == (1, "provider", "opener")
    assert opener.text


def test_people_chats_with_one_provider_are_read_together():
    project = factories.project()
    seeker = factories.member(project, Role.SEEKER)
    tasks = [factories.clarq_task(project, language="zh") for _ in range(2)]
    dialogues = [services.start_dialogue(task=task, seeker=seeker) for task in tasks]
    run = Run.objects.get()
    assert {dialogue.run for dialogue in dialogues} == {run}
    assert (run.name, run.source, run.mode, run.provider_agent) == (
        "people-builtin", "live", "H2L", dialogues[0].provider_agent,
    )  # fmt: skip


def test_another_version_of_the_provider_gets_a_run_of_its_own(monkeypatch):
    project = factories.project()
    task = factories.clarq_task(project, language="zh")
    first = services.start_dialogue(task=task, seeker=factories.member(project, Role.SEEKER))
    monkeypatch.setattr("dialogues.built_in.VERSION", "later")
    second = services.start_dialogue(task=task, seeker=factories.member(project, Role.SEEKER))
    assert first.run != second.run
    assert second.run.provider_agent.version == "later"


def test_two_clicks_on_start_open_one_dialogue():
    project = factories.project()
    seeker = factories.member(project, Role.SEEKER)
    task = factories.clarq_task(project, language="zh")
    assert services.start_dialogue(task=task, seeker=seeker) == services.start_dialogue(task=task, seeker=seeker)
    assert Dialogue.objects.count() == 1


def test_a_finished_task_may_be_started_again():
    seeker, dialogue = seeker_with_dialogue()
    services.say_goodbye(dialogue=dialogue, by=seeker, client_id="bye")
    again = services.start_dialogue(task=dialogue.task, seeker=seeker)
    assert again != dialogue
    assert again.repeat == 2


@pytest.mark.parametrize("status", ["draft", "closed"])
def test_a_task_that_is_not_open_cannot_be_started(status):
    project = factories.project()
    task = factories.clarq_task(project, language="zh", status=status)
    with pytest.raises(NotPlayable):
        services.start_dialogue(task=task, seeker=factories.member(project, Role.SEEKER))
    assert not Dialogue.objects.exists()


def test_a_task_without_a_first_answer_cannot_be_started():
    project = factories.project()
    empty = TaskContent(language="zh", nodes=(Node("u", None, "0", "  "),))
    task = factories.clarq_task(project, language="zh", content=empty)
    with pytest.raises(NotPlayable):
        services.start_dialogue(task=task, seeker=factories.member(project, Role.SEEKER))


def test_a_later_edit_does_not_change_what_is_played():
    _, dialogue = seeker_with_dialogue()
    dialogue.task.nodes.update(text="改了")
    say(dialogue, "请问该怎么做？", "a")
    assert let_provider_answer(dialogue).text == factories.content("zh").root.text


def test_what_the_seeker_says_is_stored_and_an_answer_is_owed():
    _, dialogue = seeker_with_dialogue()
    turn = say(dialogue, "  该怎么做？\r\n请告诉我。 ", "a")
    assert (turn.seq, turn.speaker, turn.text) == (2, "seeker", "该怎么做？\n请告诉我。")
    assert OwedReply.objects.get(dialogue=dialogue).after_seq == 2


def test_the_same_send_twice_is_stored_once():
    _, dialogue = seeker_with_dialogue()
    first = say(dialogue, "该怎么做？", "a")
    let_provider_answer(dialogue)
    assert say(dialogue, "该怎么做？", "a") == first
    assert numbers_of(dialogue) == [1, 2, 3]
    assert not OwedReply.objects.exists()


def test_the_same_id_with_other_words_is_refused():
    _, dialogue = seeker_with_dialogue()
    say(dialogue, "该怎么做？", "a")
    with pytest.raises(ClientIdReused):
        say(dialogue, "用哪一种壶？", "a")
    assert numbers_of(dialogue) == [1, 2]


def test_the_same_id_in_another_dialogue_is_another_message():
    for _ in range(2):
        _, dialogue = seeker_with_dialogue()
        assert say(dialogue, "该怎么做？", "a").seq == 2


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", EmptyText),
        (" \n\t　", EmptyText),
        ("\u200b\u200e", EmptyText),
        ("字" * (MAX_TEXT + 1), TooLarge),
        ("壶\x00", InvalidInput),
        ("壶\x1b[31m", InvalidInput),
        ("壶\ud800", InvalidInput),
        (None, InvalidInput),
        (7, InvalidInput),
        (["壶"], InvalidInput),
    ],
)
def test_a_text_that_cannot_be_a_message_is_refused_and_nothing_is_stored(text, error):
    _, dialogue = seeker_with_dialogue()
    with pytest.raises(error):
        say(dialogue, text, "a")
    assert numbers_of(dialogue) == [1]
    assert not OwedReply.objects.exists()


@pytest.mark.parametrize("text", ["字" * MAX_TEXT, "<script>alert(1)</script>", "👩‍👩‍👧 ok?", "a\tb\nc"])
def test_unusual_but_readable_text_is_kept_to_the_character(text):
    _, dialogue = seeker_with_dialogue()
    assert say(dialogue, text, "a").text == text


@pytest.mark.parametrize("client_id", ["", "x" * 65, "a b", "ä", None, 5, "a\n"])
def test_an_unusable_client_id_is_refused(client_id):
    _, dialogue = seeker_with_dialogue()
    with pytest.raises(InvalidInput) as refused:
        say(dialogue, "该怎么做？", client_id)
    assert refused.value.where == "client_id"


def test_nobody_else_speaks_for_the_seeker():
    _, dialogue = seeker_with_dialogue()
    with pytest.raises(NotAllowed):
        say(dialogue, "该怎么做？", "a", by=factories.member(dialogue.project, Role.MANAGER, Role.SEEKER))
    assert numbers_of(dialogue) == [1]


def test_the_seeker_waits_for_the_answer_before_the_next_message():
    _, dialogue = seeker_with_dialogue()
    say(dialogue, "该怎么做？", "a")
    with pytest.raises(ReplyOwed):
        say(dialogue, "用哪一种壶？", "b")
    let_provider_answer(dialogue)
    assert say(dialogue, "用哪一种壶？", "b").seq == 4


def test_a_goodbye_ends_the_dialogue_without_an_answer():
    _, dialogue = seeker_with_dialogue()
    say(dialogue, "都清楚了，再见！", "a")
    dialogue.refresh_from_db()
    assert (dialogue.status, dialogue.end_reason) == ("ended", EndReason.GOODBYE)
    assert dialogue.ended_at is not None
    assert not OwedReply.objects.exists()


@pytest.mark.parametrize(("language", "words"), [("zh", "再见，Jax。"), ("en", "Goodbye, Jax.")])
def test_the_goodbye_button_speaks_the_language_of_the_dialogue(language, words):
    seeker, dialogue = seeker_with_dialogue(language=language)
    services.say_goodbye(dialogue=dialogue, by=seeker, client_id="bye")
    dialogue.refresh_from_db()
    assert texts_of(dialogue)[-1] == words
    assert dialogue.end_reason == EndReason.GOODBYE


def test_the_last_allowed_message_ends_the_dialogue_without_an_answer():
    """As the longest published logs do: 24 utterances, the last of them the seeker's twelfth."""
    _, dialogue = seeker_with_dialogue(max_seeker_turns=3)
    for number in range(2):
        say(dialogue, "该怎么做？", f"m{number}")
        let_provider_answer(dialogue)
    say(dialogue, "用哪一种壶？", "last")
    dialogue.refresh_from_db()
    assert (dialogue.status, dialogue.end_reason) == ("ended", EndReason.CAP)
    assert numbers_of(dialogue) == [1, 2, 3, 4, 5, 6]
    assert not OwedReply.objects.exists()


@pytest.mark.shared_data
def test_the_published_logs_end_with_the_seeker_at_its_goodbye_or_twelfth_line(shared_data):
    from dialogues.clarq.logs import read_log

    for path in sorted((shared_data / "clarq" / "results").glob("*.json")):
        played = [dialogue for dialogue in read_log(path) if dialogue.raw]
        assert all(len(dialogue.raw) % 2 == 0 for dialogue in played)
        assert max(len(dialogue.raw) for dialogue in played) <= 24


def test_a_finished_dialogue_takes_no_more_words_but_confirms_those_it_has():
    _, dialogue = seeker_with_dialogue()
    last = say(dialogue, "再见", "a")
    with pytest.raises(DialogueOver):
        say(dialogue, "还有一件事", "b")
    assert say(dialogue, "再见", "a") == last
    with pytest.raises(DialogueOver):
        services.end_dialogue(dialogue=dialogue, reason=EndReason.ABANDONED)


def test_listeners_hear_of_an_ending_once_it_is_committed(django_capture_on_commit_callbacks, monkeypatch):
    heard: list[int] = []

    def broken(dialogue_id: int) -> None:
        raise RuntimeError("a scorer's fault")

    monkeypatch.setattr("dialogues.endings.ended_listeners", [broken, heard.append])
    seeker, dialogue = seeker_with_dialogue()
    with django_capture_on_commit_callbacks(execute=True):
        services.say_goodbye(dialogue=dialogue, by=seeker, client_id="bye")
        assert heard == []
    assert heard == [dialogue.pk]
    assert isinstance(ended_listeners, list)


def test_the_provider_keeps_node_and_reason_with_its_turn():
    _, dialogue = seeker_with_dialogue()
    say(dialogue, "该怎么做？", "a")
    let_provider_answer(dialogue)
    root = Turn.objects.get(dialogue=dialogue, seq=3)
    assert (root.nodes, root.kind) == (["0"], "root")
    assert root.trace["rule"]
