"""Dashboard, run, list and dialogue: numbers equal the pure functions, links lead to what was counted, and a blind
judge is told nothing."""

from __future__ import annotations

import csv
import io
import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from annotation.clarq.content import nodes_from_labels
from annotation.models import Project, Role
from dialogues.models import Dialogue, Turn
from evaluation.models import Reveal, Verdict
from evaluation.scoring.aggregate import summarise
from evaluation.scoring.agreement import VerdictPair, compare_verdicts
from evaluation.services import record_verdict, reveal, score_dialogue
from tests import factories
from tests.evaluation import judging

pytestmark = pytest.mark.django_db

READERS = [Role.RESEARCHER, Role.VALIDATOR, Role.MANAGER]
OTHERS = [Role.AUTHOR, Role.SEEKER, Role.PROVIDER]


@pytest.fixture
def project() -> Project:
    return factories.project("harbour")


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def reader(project: Project, role: str = Role.RESEARCHER) -> Client:
    return signed_in(factories.member(project, role))


def page(client: Client, name: str, *arguments: Any, query: str = "") -> str:
    response = client.get(reverse(name, args=arguments) + query)
    assert response.status_code == 200, response.content[:500]
    return response.content.decode()


def a_judged_study(project: Project) -> list[Dialogue]:
    """Two runs; people and machine agree on three verdicts and differ on two, over four judged dialogues."""
    evening, morning = judging.run(project, "evening"), judging.run(project, "morning")
    won = judging.dialogue(project, inside=evening, title="Won")
    lost = judging.dialogue(project, inside=evening, given=("1",), title="Lost")
    open_case = judging.dialogue(project, inside=evening, given=("1", "1.1"), own_words="Dark.", title="Open case")
    divided = judging.dialogue(project, inside=morning, title="Divided", type="Cellar")
    chinese = judging.dialogue(project, inside=morning, content=factories.content("zh"), title="沏茶")
    failed = judging.failed_dialogue(project, evening)
    for dialogue in (won, lost, open_case, divided, chinese):
        score_dialogue(dialogue=dialogue)
    ada, ben = factories.member(project, Role.VALIDATOR), factories.member(project, Role.VALIDATOR)
    for dialogue, person, outcome in (
        (won, ada, "success"),
        (lost, ada, "success"),
        (divided, ada, "success"),
        (divided, ben, "failure"),
        (open_case, ben, "failure"),
        (chinese, ben, "success"),
    ):
        record_verdict(dialogue=dialogue, person=person, outcome=outcome)
    return [won, lost, open_case, divided, chinese, failed]


def context(client: Client, name: str, *arguments: Any, query: str = "") -> dict[str, Any]:
    return client.get(reverse(name, args=arguments) + query).context


@pytest.mark.parametrize("name", ["dashboard", "dialogues", "dashboard-csv", "dashboard-json", "dialogues-csv"])
@pytest.mark.parametrize("role", [*READERS, *OTHERS, None])
def test_results_are_for_those_who_read_results(project: Project, name: str, role: str | None) -> None:
    a_judged_study(project)
    person = factories.member(project, role) if role else factories.member(factories.project("elsewhere"), *READERS)
    status = signed_in(person).get(reverse(name, args=[project.slug])).status_code
    assert status == (200 if role in READERS else 404)


@pytest.mark.parametrize("name", ["dialogue", "dialogue-json"])
@pytest.mark.parametrize("role", [*READERS, *OTHERS, None])
def test_a_dialogue_with_its_tree_is_for_those_who_read_results(project: Project, name: str, role: str | None) -> None:
    dialogue = judging.dialogue(project)
    person = factories.member(project, role) if role else factories.member(factories.project("elsewhere"), *READERS)
    status = signed_in(person).get(reverse(name, args=[dialogue.pk])).status_code
    assert status == (200 if role in READERS else 404)


def test_a_seeker_who_also_reads_results_does_not_see_the_tree_of_a_talk_that_goes_on(project: Project) -> None:
    person = factories.member(project, Role.MANAGER)
    dialogue = judging.dialogue(project)
    Dialogue.objects.filter(pk=dialogue.pk).update(seeker=person, status="active")
    assert signed_in(person).get(dialogue.get_absolute_url()).status_code == 404


@pytest.mark.parametrize("name", ["verdict", "reveal"])
def test_writing_takes_a_post_by_somebody_who_may(project: Project, name: str) -> None:
    dialogue = judging.dialogue(project)
    address = reverse(name, args=[dialogue.pk])
    assert reader(project).get(address).status_code == 405
    assert reader(project, Role.AUTHOR).post(address, {"outcome": "success"}).status_code == 404
    assert not Verdict.objects.exists()
    assert not Reveal.objects.exists()


def test_the_numbers_are_those_of_the_pure_functions(project: Project) -> None:
    a_judged_study(project)
    shown = context(reader(project), "dashboard", project.slug)
    figures = shown["total"].figures
    assert (figures.summary.n, figures.summary.successes, figures.summary.undecided, figures.failed) == (5, 3, 1, 1)
    plain = [
        reading.scored
        for run in shown["runs"]
        for reading in context(
            reader(project), "dialogues", project.slug, query=f"?run={run.of.run.name}&outcome=scored"
        )["page"].page.object_list
    ]
    assert figures.summary.success == summarise(plain).success
    assert figures.summary.aqd.value == summarise(plain).aqd.value
    assert {run.of.run.name: run.of.figures.summary.n for run in shown["runs"]} == {"evening": 3, "morning": 2}


def test_people_against_the_machine_counts_every_blind_verdict(project: Project) -> None:
    won, lost, _open, divided, chinese, _failed = a_judged_study(project)
    panel = context(reader(project), "dashboard", project.slug)["agreement"]
    pairs = [
        (True, True, won),
        (True, False, lost),
        (True, True, divided),
        (False, True, divided),
        (True, True, chinese),
    ]
    expected = compare_verdicts([VerdictPair(human, machine, dialogue.pk) for human, machine, dialogue in pairs])
    assert panel.agreement.kappa.value == expected.kappa.value
    assert panel.agreement.agreement == expected.agreement
    cells = (panel.both_success, panel.human_only, panel.automated_only, panel.both_failure)
    assert [(cell.count, cell.dialogues) for cell in cells] == [(3, 3), (1, 1), (1, 1), (0, 0)]
    assert (panel.undecided.count, panel.divided.count) == (1, 1)


def test_verdicts_given_after_a_look_count_only_when_asked_for(project: Project) -> None:
    dialogue = judging.dialogue(project)
    score_dialogue(dialogue=dialogue)
    late = factories.member(project, Role.VALIDATOR)
    reveal(dialogue=dialogue, person=late)
    record_verdict(dialogue=dialogue, person=late, outcome="failure", reason="I had looked.")
    client = reader(project)
    assert context(client, "dashboard", project.slug)["agreement"].agreement.n == 0
    assert context(client, "dashboard", project.slug, query="?verdicts=all")["agreement"].agreement.n == 1


def test_a_blind_verdict_still_counts_after_its_author_changed_it(project: Project) -> None:
    dialogue, judge = judging.dialogue(project), factories.member(project, Role.VALIDATOR)
    score_dialogue(dialogue=dialogue)
    record_verdict(dialogue=dialogue, person=judge, outcome="failure")
    record_verdict(dialogue=dialogue, person=judge, outcome="success", reason="The machine is right.")
    client = reader(project)
    assert context(client, "dashboard", project.slug)["agreement"].automated_only.count == 1
    assert context(client, "dashboard", project.slug, query="?verdicts=all")["agreement"].both_success.count == 1


def links_with_counts(shown: dict[str, Any]) -> list[tuple[str, int]]:
    """Every number that a dashboard links down from, with the number of dialogues it stands for."""
    found = []
    for row in [shown["total"], *[run.row for run in shown["runs"]]]:
        summary = row.figures.summary
        found += [
            (row.scored_url, summary.n),
            (row.successes_url, summary.successes),
            (row.undecided_url, summary.undecided),
            (row.failed_url, row.figures.failed),
            (row.unscored_url, row.figures.unscored),
        ]
    for row in shown["chart"].rows:
        found += [(row.scored_url, row.summary.n), (row.successes_url, row.summary.successes)]
    panel = shown["agreement"]
    cells = ("both_success", "human_only", "automated_only", "both_failure", "compared", "undecided", "divided")
    found += [(getattr(panel, name).url, getattr(panel, name).dialogues) for name in cells]
    found += [(panel.several_url, panel.people.n), (shown["disagreements_url"], shown["disagreements_in_all"])]
    return found


@pytest.mark.parametrize("by", ["responses", "type", "depth"])
@pytest.mark.parametrize("query", ["", "&run=evening", "&language=en", "&verdicts=all", "&run=nowhere"])
def test_every_number_leads_to_exactly_the_dialogues_that_were_counted(project: Project, by: str, query: str) -> None:
    a_judged_study(project)
    judging.dialogue(project, title="Not scored", type="")
    client = reader(project)
    for address, number in links_with_counts(context(client, "dashboard", project.slug, query=f"?by={by}{query}")):
        assert client.get(address).context["page"].total == number, address


def test_a_task_without_a_type_can_be_reached_too(project: Project) -> None:
    score_dialogue(dialogue=judging.dialogue(project, type=""))
    score_dialogue(dialogue=judging.dialogue(project, type="Cellar"))
    client = reader(project)
    rows = context(client, "dashboard", project.slug, query="?by=type")["chart"].rows
    assert [client.get(row.scored_url).context["page"].total for row in rows] == [1, 1]


def test_the_chart_states_its_finding_and_shows_its_numbers(project: Project) -> None:
    a_judged_study(project)
    text = page(reader(project), "dashboard", project.slug)
    assert re.search(r'<svg[^>]*role="img" aria-label="Success is \.60 over all 5 dialogues', text)
    assert "clarq 1.0" in text
    assert "no judge" in text


def test_what_is_undefined_is_called_so(project: Project) -> None:
    judging.dialogue(project)
    text = page(reader(project), "dashboard", project.slug)
    assert "undefined" in text
    assert "no dialogue has both verdicts" in text
    assert "1 not scored" in text


def test_an_empty_project_says_how_dialogues_come_in(project: Project) -> None:
    for name in ("dashboard", "dialogues"):
        assert "import_dialogues clarq RESULT.json --project harbour" in page(reader(project), name, project.slug)


def test_filters_that_fit_nothing_offer_the_way_back(project: Project) -> None:
    a_judged_study(project)
    text = page(reader(project), "dialogues", project.slug, query="?type=Nowhere")
    assert "No dialogue fits these filters" in text
    assert 'href="/p/harbour/dialogues/"' in text


@pytest.mark.parametrize("query", ["?depth=deep", "?responses=-1", "?people=%00", "?run=%00"])
def test_an_address_that_makes_no_sense_is_refused_in_words(project: Project, query: str) -> None:
    response = reader(project).get(reverse("dialogues", args=[project.slug]) + query)
    assert response.status_code == 422
    assert "The address" in response.content.decode()


def test_an_absurd_number_or_page_selects_nothing_and_breaks_nothing(project: Project) -> None:
    a_judged_study(project)
    assert context(reader(project), "dialogues", project.slug, query=f"?depth={'9' * 30}")["page"].total == 0
    assert page(reader(project), "dialogues", project.slug, query="?page=many")


def test_a_blind_judge_is_told_nothing_of_scores_and_other_verdicts(project: Project) -> None:
    dialogue = judging.dialogue(project, given=("1",), title="Lost")
    score_dialogue(dialogue=dialogue)
    other = factories.member(project, Role.VALIDATOR, name="otherjudge")
    record_verdict(dialogue=dialogue, person=other, outcome="failure", reason="The tea is missing.")
    client = reader(project)
    told = page(client, "dialogue", dialogue.pk)
    for secret in ("otherjudge", "The tea is missing", "did not reach", "AQD", "Decided by"):
        assert secret not in told, secret
    assert "Blind" in told
    listed = page(client, "dialogues", project.slug)
    assert "hidden until your verdict" in listed
    assert "badge fail" not in listed
    line = next(csv.DictReader(io.StringIO(client.get("/p/harbour/dialogues.csv").content.decode("utf-8-sig"))))
    assert (line["shown"], line["automated"], line["aqd"], line["people"]) == ("hidden until your verdict", "", "", "")
    exported = client.get(reverse("dialogue-json", args=[dialogue.pk])).json()
    assert "scores" not in exported
    assert "verdicts" not in exported


def test_a_verdict_shows_the_others(project: Project) -> None:
    dialogue = judging.dialogue(project, given=("1",))
    score_dialogue(dialogue=dialogue)
    client = reader(project)
    told = client.post(
        reverse("verdict", args=[dialogue.pk]), {"outcome": "success", "reason": "Good enough."}, follow=True
    ).content.decode()
    assert "did not reach the seeker" in told
    assert "They differ" in told
    assert Verdict.objects.get().blind


def test_a_verdict_from_a_list_that_told_the_outcome_is_not_blind(project: Project) -> None:
    dialogue = judging.dialogue(project)
    score_dialogue(dialogue=dialogue)
    client = reader(project)
    assert "marked as not blind" in page(client, "dialogue", dialogue.pk, query="?outcome=success")
    client.post(reverse("verdict", args=[dialogue.pk]) + "?outcome=success", {"outcome": "success"})
    assert not Verdict.objects.get().blind


def test_a_look_without_a_verdict_is_remembered(project: Project) -> None:
    dialogue = judging.dialogue(project)
    score_dialogue(dialogue=dialogue)
    client = reader(project)
    told = client.post(reverse("reveal", args=[dialogue.pk]), follow=True).content.decode()
    assert "AQD" in told
    client.post(reverse("verdict", args=[dialogue.pk]), {"outcome": "success"})
    assert not Verdict.objects.get().blind


def test_a_whole_list_can_be_shown_for_reading_and_export(project: Project) -> None:
    a_judged_study(project)
    client = reader(project)
    assert "Show the scores of 3 dialogues" in page(client, "dialogues", project.slug, query="?run=evening")
    client.post(reverse("reveal-list", args=[project.slug]) + "?run=evening")
    assert Reveal.objects.count() == 3, "the failed one has nothing to show"
    rows = list(csv.DictReader(io.StringIO(client.get("/p/harbour/dialogues.csv").content.decode("utf-8-sig"))))
    assert sorted({row["run"] for row in rows if row["shown"] == "yes"}) == ["evening"]


def test_a_verdict_without_an_outcome_is_refused_in_words(project: Project) -> None:
    dialogue = judging.dialogue(project)
    response = reader(project).post(reverse("verdict", args=[dialogue.pk]), {"outcome": ""})
    assert response.status_code == 422
    assert "success or failure" in response.content.decode()


def test_the_transcript_marks_the_words_of_a_node_and_the_tree_names_the_turn(project: Project) -> None:
    text = page(reader(project), "dialogue", judging.dialogue(project).pk)
    assert '<mark class="verb">Take the one made of china.</mark>' in text
    assert 'href="#turn-5">turn 5</a>' in re.sub(r"\s+", " ", text)


def test_the_decision_trace_is_readable(project: Project) -> None:
    dialogue = judging.dialogue(project, given=("1",))
    trace = {
        "rule": "match",
        "question": "Which pot?",
        "candidates": [
            {"label": "1", "score": 0.91, "threshold": 0.5, "state": "used", "evidence": ["Which pot?", "head_asked"]},
            {"label": "2", "score": 0.2, "threshold": 0.5, "state": "open", "evidence": []},
            {"label": "1.1", "score": 0.0, "threshold": 0.5, "state": "locked", "evidence": []},
        ],
    }
    Turn.objects.filter(dialogue=dialogue, seq=5).update(trace=trace, statement_type=2)
    text = page(reader(project), "dialogue", dialogue.pk)
    for words in (
        "the first open node over the threshold",
        "Which pot?",
        "0.91, needs 0.50",
        "the thing itself is asked",
    ):
        assert words in text, words


def test_a_trace_of_a_forgotten_shape_breaks_nothing(project: Project) -> None:
    dialogue = judging.dialogue(project)
    Turn.objects.filter(dialogue=dialogue, seq=5).update(trace={"from": "an older version"})
    assert "Take the one made of china" in page(reader(project), "dialogue", dialogue.pk)


def test_markup_in_any_text_is_shown_as_text(project: Project) -> None:
    attack = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    nodes = nodes_from_labels(["0", "1"], [f"Root {attack}", f"Node {attack}"], [f"Why {attack}"])
    content = factories.content().__class__(language="en", role=attack, goal=attack, items=(attack,), nodes=nodes)
    dialogue = judging.dialogue(project, content=content, given=("1",), title=attack, type=attack)
    score_dialogue(dialogue=dialogue)
    client = reader(project)
    client.post(reverse("verdict", args=[dialogue.pk]), {"outcome": "failure", "reason": attack})
    pages = [
        page(client, "dialogue", dialogue.pk),
        page(client, "dialogues", project.slug),
        page(client, "dashboard", project.slug, query="?by=type"),
        page(client, "run", project.slug, "trial"),
        page(client, "dashboard", project.slug, query="?mode=<script>alert(1)</script>&by=<script>"),
    ]
    for text in pages:
        assert "<script>alert" not in text
        assert "<img src=x" not in text
    assert attack in unescape(pages[0])


@pytest.mark.parametrize("start", ["=", "+", "-", "@", " =", "\t="])
def test_a_spreadsheet_runs_no_cell_as_a_formula(project: Project, start: str) -> None:
    judging.dialogue(project, title=f"{start}HYPERLINK(1)")
    rows = csv.DictReader(io.StringIO(reader(project).get("/p/harbour/dialogues.csv").content.decode("utf-8-sig")))
    assert next(rows)["title"] == f"'{start}HYPERLINK(1)"


def test_negative_figures_stay_numbers_in_the_csv(project: Project) -> None:
    dialogue = judging.dialogue(project, given=("1",))
    score_dialogue(dialogue=dialogue)
    rows = csv.DictReader(io.StringIO(reader(project).get("/p/harbour/dashboard.csv").content.decode("utf-8-sig")))
    aqd = next(row for row in rows if (row["table"], row["measure"]) == ("total", "aqd"))
    assert (aqd["value"], aqd["n"], aqd["scorer"], aqd["low"]) == ("-2.0", "1", "clarq 1.0", "")


def test_the_exports_say_what_the_page_says(project: Project) -> None:
    a_judged_study(project)
    client = reader(project)
    exported = client.get("/p/harbour/dashboard.json?run=evening").json()
    shown = context(client, "dashboard", project.slug, query="?run=evening")
    assert exported["total"]["success_rate"] == shown["total"].figures.summary.success.value
    assert exported["people_and_machine"]["human_only"] == shown["agreement"].human_only.count
    assert [run["run"] for run in exported["runs"]] == [run.of.run.name for run in shown["runs"]]
    assert [group["key"] for group in exported["by_responses"]] == [4]


def test_previous_and_next_stay_inside_the_list(project: Project) -> None:
    dialogues = a_judged_study(project)
    way = context(reader(project), "dialogue", dialogues[1].pk, query="?run=evening&language=en")["way"]
    assert way.total == 4
    assert all("run=evening" in address for address in (way.previous, way.next) if address)
    assert context(reader(project), "dialogue", dialogues[1].pk, query="?run=morning")["way"] is None


def test_several_chosen_runs_survive_another_filter(project: Project) -> None:
    a_judged_study(project)
    text = page(reader(project), "dialogues", project.slug, query="?run=evening&run=morning")
    for name in ("evening", "morning"):
        assert f'<input type="hidden" name="run" value="{name}">' in text


def test_a_run_shows_its_figures_and_its_dialogues_only(project: Project) -> None:
    a_judged_study(project)
    shown = context(reader(project), "run", project.slug, "evening")
    assert (shown["page"].total, shown["total"].figures.summary.n) == (4, 3)
    assert reader(project).get(reverse("run", args=[project.slug, "nowhere"])).status_code == 404


@pytest.mark.parametrize("name", ["dashboard", "dialogues"])
def test_more_dialogues_take_no_more_queries(project: Project, name: str, django_assert_num_queries) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    a_judged_study(project)
    client, address = reader(project), reverse(name, args=[project.slug])
    with CaptureQueriesContext(connection) as few:
        client.get(address)
    for _ in range(10):
        score_dialogue(dialogue=judging.dialogue(project))
    with django_assert_num_queries(len(few)):
        client.get(address)


def test_lists_read_neither_transcripts_nor_snapshots(project: Project) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    a_judged_study(project)
    client = reader(project)
    for name in ("dashboard", "dialogues"):
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse(name, args=[project.slug]))
        asked = " ".join(query["sql"] for query in queries)
        assert '"snapshot"' not in asked
        assert '"dialogues_turn"."text"' not in asked
