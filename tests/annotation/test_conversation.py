"""Turning a pasted conversation into a tree. The dialogues are our own."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation import services
from annotation.clarq.build import read_content
from annotation.clarq.content import ContentError, TaskContent
from annotation.clarq.conversation import Choice, content_from, parse_conversation, suggestions
from annotation.clarq.words import text_language
from annotation.models import Project, Task
from tests import factories

SAID = [
    ("seeker", "How do I get the boat across?"),
    ("provider", "Take it over the weir at the right gate."),
    ("seeker", "Which gate?"),
    ("provider", "The left one."),
]
SHAPES = {
    "roles": "Seeker: {}\nProvider: {}\nSeeker: {}\nProvider: {}",
    "roles in capitals, blank lines between": "SEEKER: {}\n\nPROVIDER: {}\n\nSEEKER: {}\n\nPROVIDER: {}",
    "initials": "S: {}\nP: {}\nS: {}\nP: {}",
    "questions and answers": "Q: {}\nA: {}\nQ: {}\nA: {}",
    "names": "Mina: {}\nOld Tom: {}\nMina: {}\nOld Tom: {}",
    "provider known by name": "Adventurer: {}\nJax: {}\nAdventurer: {}\nJax: {}",
    "Chinese roles": "寻求者：{}\n提供者：{}\n寻求者：{}\n提供者：{}",
    "Chinese stems": "甲：{}\n乙：{}\n甲：{}\n乙：{}",
    "bullets with roles": "- Seeker: {}\n- Provider: {}\n- Seeker: {}\n- Provider: {}",
    "bullets": "- {}\n- {}\n- {}\n- {}",
    "numbers": "1. {}\n2. {}\n3. {}\n4. {}",
    "alternating lines": "{}\n{}\n{}\n{}",
    "blocks between blank lines": "{}\n\n{}\n\n\n{}\n\n{}\n",
    "line ends of another system": "Seeker: {}\r\nProvider: {}\r\nSeeker: {}\r\nProvider: {}\r\n",
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES.keys())
def test_pasted_dialogue_is_read_in_every_shape(shape: str) -> None:
    draft = parse_conversation(shape.format(*(text for _, text in SAID)))
    assert [(said.speaker, said.text) for said in draft.utterances] == SAID
    assert draft.problems == ()


def test_who_starts_can_be_switched_where_marks_do_not_tell() -> None:
    draft = parse_conversation("What can I do for you?\nHow do I get across?", starts="provider")
    assert [said.speaker for said in draft.utterances] == ["provider", "seeker"]
    named = parse_conversation("Tom: Hello.\nMina: Hello, Tom.", starts="provider")
    assert [said.speaker for said in named.utterances] == ["provider", "seeker"]


def test_roles_are_not_switched() -> None:
    draft = parse_conversation("Seeker: Hello.\nProvider: Hello.", starts="provider")
    assert [said.speaker for said in draft.utterances] == ["seeker", "provider"]


def test_the_tasks_provider_is_known_by_name() -> None:
    draft = parse_conversation("Marta: What have you got there?\nMina: A lamp.", provider_name="Marta")
    assert [said.speaker for said in draft.utterances] == ["provider", "seeker"]


def test_a_line_without_a_mark_goes_on_with_the_one_above() -> None:
    draft = parse_conversation("Seeker: Which gate,\nleft or right?\nProvider: 左边的门，\n靠近磨坊。")
    assert [said.text for said in draft.utterances] == ["Which gate, left or right?", "左边的门，靠近磨坊。"]


def test_a_colon_inside_a_sentence_is_no_speaker() -> None:
    draft = parse_conversation("How do I pay?\nTwo ways: cash or card.\nWhere?\nSee http://example.org: it says so.")
    assert [said.speaker for said in draft.utterances] == ["seeker", "provider", "seeker", "provider"]
    assert draft.utterances[1].text == "Two ways: cash or card."


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("A dialogue by the river\nSeeker: Hello.\nProvider: Hello.\nSeeker: Bye.", 1, "before_first_speaker"),
        ("Seeker: Hello.\nProvider: Hello.\nWarden: Stop.\nSeeker: Why?\nWarden: Because.", 3, "third_speaker"),
        ("Seeker: Hello.\nProvider: Hello.\n\nThe two walk on.\n\nSeeker: Bye.", 4, "after_gap"),
        ("Seeker: Hello.\nProvider:\nSeeker: Anyone?", 2, "nothing_said"),
        ("Seeker: Hello.\nProvider: " + "x" * 5000, 2, "too_long"),
    ],
)
def test_a_line_without_a_place_is_named(text: str, line: int, code: str) -> None:
    problems = parse_conversation(text).problems
    assert (problems[0].line, problems[0].code) == (line, code)


def test_more_lines_than_a_task_holds_are_named() -> None:
    draft = parse_conversation("\n".join(f"line {i}" for i in range(203)))
    assert len(draft.utterances) == 200
    assert [(problem.line, problem.code) for problem in draft.problems] == [
        (201, "too_many"),
        (202, "too_many"),
        (203, "too_many"),
    ]


def test_nothing_is_an_empty_conversation() -> None:
    assert parse_conversation(" \n\n ").utterances == ()


DIALOGUE = """Provider: What brings you here?
Seeker: How do I get the boat across?
Provider: Take it over the weir at the right gate, with a rope.
Seeker: Hello again. Which gate is right?
Provider: The left one, by the mill. Ask the miller for his hook.
Seeker: Where do I find the miller with his hook?
Provider: In the loft.
Seeker: Thanks, goodbye.
Provider: Goodbye."""


def test_opener_and_farewell_are_not_suggested_as_nodes() -> None:
    assert [choice.index for choice in suggestions(parse_conversation(DIALOGUE))] == [2, 4, 6]


def test_a_question_about_an_answer_suggests_that_answer_as_parent() -> None:
    assert [choice.parent for choice in suggestions(parse_conversation(DIALOGUE))] == [None, 2, 4]


def test_the_question_before_an_answer_is_its_suggested_purpose() -> None:
    assert [choice.purpose for choice in suggestions(parse_conversation(DIALOGUE))] == [
        "",
        "Which gate is right?",
        "Where do I find the miller with his hook?",
    ]


def test_chosen_lines_become_a_tree_and_the_dialogue_stays_beside_it() -> None:
    draft = parse_conversation(DIALOGUE)
    built = content_from(services.blank_content("en"), draft, suggestions(draft))
    assert [(node.label, node.text[:12]) for node in built.nodes] == [
        ("0", "Take it over"),
        ("1", "The left one"),
        ("1.1", "In the loft."),
    ]
    assert [said.nodes for said in built.sample_dialogue] == [(), (), ("0",), (), ("1",), (), ("1.1",), (), ()]
    assert TaskContent.from_json(built.to_json()) == built


@pytest.mark.parametrize(
    "choices",
    [
        [Choice(1, None)],
        [Choice(2, None), Choice(4, None)],
        [Choice(2, 4), Choice(4, 2)],
        [Choice(2, None), Choice(4, 6)],
        [Choice(2, None), Choice(2, 2)],
        [Choice(99, None)],
        [Choice(-1, None)],
    ],
)
def test_choices_that_are_no_tree_are_refused(choices: list[Choice]) -> None:
    with pytest.raises(ContentError):
        content_from(services.blank_content("en"), parse_conversation(DIALOGUE), choices)


def test_language_is_that_of_most_letters() -> None:
    assert text_language("甲：在 ABC 超市买到鸡肉和香料") == "zh"
    assert text_language("Ask for the 茶 at the counter") == "en"


marks = st.sampled_from(["", "", "Seeker: ", "P：", "甲：", "乙: ", "Warden: ", "- ", "1. ", "Note: ", "\n", "\n\n"])


@given(st.lists(marks, max_size=12))
def test_every_line_is_either_placed_or_named(marks: list[str]) -> None:
    text = "\n".join(f"{mark}word{i}." for i, mark in enumerate(marks))
    draft = parse_conversation(text)
    heard = [said.text for said in draft.utterances] + [problem.text for problem in draft.problems]
    assert all(sum(f"word{i}." in text for text in heard) == 1 for i in range(len(marks)))


@settings(deadline=None)
@given(st.text(max_size=80))
def test_any_text_gives_a_conversation_that_a_task_can_hold(text: str) -> None:
    draft = parse_conversation(text.encode(errors="ignore").decode())
    content = content_from(services.blank_content("en"), draft, suggestions(draft))
    assert TaskContent.from_json(json.loads(json.dumps(content.to_json()))) == content


# The page


@pytest.fixture
def project() -> Project:
    return factories.project()


@pytest.fixture
def author(project: Project) -> User:
    return factories.member(project, "author")


@pytest.fixture
def empty_task(project: Project, author: User) -> Task:
    return services.create_task(
        project=project, title="Across the weir", content=services.blank_content("en"), by=author
    )


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(task: Task) -> str:
    return reverse("task-from-conversation", args=[task.pk])


def arranged(**changes: str) -> dict[str, str]:
    """What the form of step 2 sends when its suggestions are taken."""
    form = {"step": "create", "text": DIALOGUE, "starts": "", "base": "1"}
    for index, parent, purpose in ((2, "", ""), (4, "2", "which gate"), (6, "4", "where the miller is")):
        form |= {f"node-{index}": "on", f"parent-{index}": parent, f"purpose-{index}": purpose}
    return {**form, **changes}


@pytest.mark.django_db
def test_author_writes_arranges_and_gets_a_tree(author: User, empty_task: Task) -> None:
    client = signed_in(author)
    assert client.get(page(empty_task)).status_code == 200
    second = client.post(page(empty_task), {"step": "arrange", "text": DIALOGUE, "starts": ""})
    assert "Which gate is right?" in second.content.decode()
    answer = client.post(page(empty_task), arranged())
    assert answer.url == reverse("task", args=[empty_task.pk])
    content = read_content(empty_task)
    assert [(node.label, node.purpose) for node in content.nodes] == [
        ("0", ""),
        ("1", "which gate"),
        ("1.1", "where the miller is"),
    ]
    assert len(content.sample_dialogue) == 9
    assert empty_task.revisions.count() == 2


@pytest.mark.django_db
def test_unticked_lines_are_left_out(author: User, empty_task: Task) -> None:
    form = arranged()
    del form["node-6"]
    signed_in(author).post(page(empty_task), form)
    assert [node.label for node in read_content(empty_task).nodes] == ["0", "1"]


@pytest.mark.django_db
def test_a_node_whose_parent_was_unticked_is_refused_with_everything_kept(author: User, empty_task: Task) -> None:
    form = arranged()
    del form["node-4"]
    answer = signed_in(author).post(page(empty_task), form)
    assert answer.status_code == 422
    assert "where the miller is" in answer.content.decode()
    assert empty_task.revisions.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("changes", [{"parent-4": "x"}, {"base": "x"}, {"text": ""}, {"parent-4": "9" * 5000}])
def test_a_bent_form_is_refused(author: User, empty_task: Task, changes: dict[str, str]) -> None:
    assert signed_in(author).post(page(empty_task), arranged(**changes)).status_code == 422
    assert empty_task.revisions.count() == 1


@pytest.mark.django_db
def test_a_task_with_a_tree_keeps_it(project: Project, author: User) -> None:
    task = factories.clarq_task(project)
    answer = signed_in(author).post(page(task), arranged())
    assert answer.status_code == 409
    assert task.revisions.count() == 1


@pytest.mark.django_db
def test_somebody_elses_save_meanwhile_is_not_overwritten(author: User, empty_task: Task) -> None:
    blank = read_content(empty_task).to_json() | {"goal": "cross the river"}
    services.save_content(task=empty_task, content=TaskContent.from_json(blank), base=1, by=None)
    assert signed_in(author).post(page(empty_task), arranged()).status_code == 409
    assert read_content(empty_task).goal == "cross the river"


@pytest.mark.django_db
def test_preview_shows_who_says_what_and_what_has_no_place(author: User, empty_task: Task) -> None:
    answer = signed_in(author).post(
        page(empty_task),
        {"step": "preview", "text": "A title\nSeeker: Hello.\nProvider: <b>Hi</b>.\nSeeker: Bye."},
        headers={"HX-Request": "true"},
    )
    shown = answer.content.decode()
    assert "<html" not in shown
    assert "&lt;b&gt;Hi&lt;/b&gt;" in shown
    assert "A title" in shown


@pytest.mark.django_db
def test_a_conversation_makes_a_new_task(project: Project, author: User) -> None:
    url = reverse("task-new-from-conversation", args=[project.slug])
    form = arranged(title="Across the weir") | {"base": ""}
    answer = signed_in(author).post(url, form)
    task = Task.objects.get(title="Across the weir")
    assert answer.url == reverse("task", args=[task.pk])
    assert (task.language, task.status, task.version) == ("en", "draft", 1)
    assert len(read_content(task).nodes) == 3


@pytest.mark.django_db
@pytest.mark.parametrize("role", ["validator", "provider", "researcher"])
def test_readers_may_not_build_a_tree(project: Project, empty_task: Task, role: str) -> None:
    reader = factories.member(project, role)
    assert signed_in(reader).get(page(empty_task)).status_code == 403
    assert signed_in(reader).get(reverse("task-new-from-conversation", args=[project.slug])).status_code == 403


@pytest.mark.django_db
@pytest.mark.parametrize("role", ["seeker", None])
def test_seeker_and_outsider_find_no_page(project: Project, empty_task: Task, role: str | None) -> None:
    other = factories.member(project, role) if role else factories.person()
    assert signed_in(other).get(page(empty_task)).status_code == 404
    assert signed_in(other).get(reverse("task-new-from-conversation", args=[project.slug])).status_code in (403, 404)
