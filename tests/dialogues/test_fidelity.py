"""The built-in provider is measured against logs of other providers."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from dialogues import embedding
from dialogues.agents.clarq import model_card
from dialogues.agents.clarq.model import scorer
from dialogues.clarq.fidelity import compare, measure_fidelity
from dialogues.clarq.logs import LogError, provider_kind, read_log
from dialogues.clarq.training import agreement, cross_validated, logged_lessons, made_lessons, measure

CHINESE = "l2l_GPT-4o_seeker_vs_GPT-4o_provider.Comp.Ch.json"
ENGLISH = "l2l_GPT-4o_seeker_vs_GPT-4o_provider.Comp.En.json"

TASK = {
    "all_response": "去矿山开采绿宝石，先赶走蝙蝠。\n绿宝石只有西矿山才有。\n蝙蝠怕光，点火把就行。",
    "gold_structure": ["1", "2"],
    "background_splitted": ["矿工", "开采绿宝石", "铁镐", "点火把", "东矿山\n西矿山"],
    "l2l": [
        [
            "Jax: 有什么可以帮助你？",
            "怎么开采绿宝石？",
            "Jax: 去矿山开采绿宝石，先赶走蝙蝠。",
            "去哪个矿山？",
            "Jax: 绿宝石只有西矿山才有。",
            "蝙蝠怎么赶走？",
            "Jax: 你想多了。",
            "再见",
        ]
    ],
}


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.json"
    path.write_text(json.dumps([[TASK]]), encoding="utf-8")
    return path


def test_every_turn_is_replayed_from_the_log(log: Path) -> None:
    turns = list(compare(read_log(log), "single", None))
    assert [(turn.logged, turn.said) for turn in turns] == [({"1"}, {"1"}), (set(), {"2"})]


def test_agreement_counts_none_as_an_answer(log: Path) -> None:
    fidelity = measure_fidelity(log, None)
    assert (fidelity.language, fidelity.provider, fidelity.n, fidelity.accuracy) == ("zh", "single_info", 2, 0.5)
    assert "exact_set" not in fidelity.to_json()


def test_a_joined_reply_is_measured_by_sets(log: Path) -> None:
    joined = json.loads(json.dumps(TASK))
    joined["l2l"][0][3:] = ["去哪个矿山？蝙蝠怎么赶走？", "Jax: 绿宝石只有西矿山才有，蝙蝠怕光，点火把就行。", "再见"]
    log.write_text(json.dumps([[joined]]), encoding="utf-8")
    fidelity = measure_fidelity(log, None)
    assert (fidelity.provider, fidelity.exact_set, fidelity.f1) == ("multi_info", 1.0, 1.0)


def test_joined_replies_count_the_turns_at_which_nothing_was_left(log: Path) -> None:
    joined = json.loads(json.dumps(TASK))
    everything = "Jax: 绿宝石只有西矿山才有，蝙蝠怕光，点火把就行。"
    joined["l2l"][0][3:] = ["去哪个矿山？蝙蝠怎么赶走？", everything, "都清楚了，还有别的吗？", "Jax: 没有了。", "再见"]
    log.write_text(json.dumps([[joined]]), encoding="utf-8")
    fidelity = measure_fidelity(log, None)
    assert (fidelity.n, fidelity.n_open, fidelity.exact_set, fidelity.agreement_open) == (2, 1, 1.0, 1.0)


def test_a_log_without_dialogues_has_no_figures(log: Path) -> None:
    log.write_text(json.dumps([[TASK | {"l2l": [[]]}]]), encoding="utf-8")
    with pytest.raises(LogError, match="no task in it was played"):
        measure_fidelity(log, None)


def test_the_command_prints_one_object_per_file(log: Path) -> None:
    out = StringIO()
    call_command("provider_fidelity", "clarq", str(log), "--json", stdout=out)
    (entry,) = json.loads(out.getvalue())
    assert entry["file"] == "log.json"
    assert entry["accuracy"] == 0.5
    assert entry["training_log"] is False


def test_the_command_names_a_file_it_cannot_read(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"absent\.json"):
        call_command("provider_fidelity", "clarq", str(tmp_path / "absent.json"), stdout=StringIO())


def test_training_needs_result_files(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no result file"):
        call_command("train_provider", "clarq", str(tmp_path), stdout=StringIO())


def test_the_shipped_model_reaches_the_known_figures_on_task_types_it_never_saw() -> None:
    figures = {(f["variant"], f["provider"]): f["accuracy"] for f in model_card()["cross_validation"]}
    assert figures["en", "single_info"] >= 0.83
    assert figures["zh", "single_info"] >= 0.82
    assert figures["en_lexical", "single_info"] >= 0.798


@pytest.mark.shared_data
def test_chinese_training_gives_the_shipped_figure_again(shared_data: Path) -> None:
    dialogues = read_log(shared_data / "clarq" / "results" / CHINESE)
    lessons = logged_lessons(dialogues, provider_kind(dialogues))
    found = agreement(cross_validated(measure([*lessons, *made_lessons(lessons)], None), "zh"))
    shipped = next(f["accuracy"] for f in model_card()["cross_validation"] if f["variant"] == "zh")
    assert found == pytest.approx(shipped, abs=0.003)


@pytest.mark.shared_data
def test_a_training_log_is_called_one(shared_data: Path) -> None:
    out = StringIO()
    call_command("provider_fidelity", "clarq", str(shared_data / "clarq" / "results" / CHINESE), stdout=out)
    assert "trained on this log" in out.getvalue()
    assert "cross-validated by task type" in out.getvalue()


@pytest.mark.shared_data
@pytest.mark.embeddings
def test_english_agreement_on_a_sixth_of_the_log(shared_data: Path) -> None:
    played = [d for d in read_log(shared_data / "clarq" / "results" / ENGLISH) if d.type_index % 6 == 1]
    turns = [turn for turn in compare(played, "single", embedding.embed) if turn.opened]
    assert sum(turn.said == turn.logged for turn in turns) / len(turns) >= 0.8


def test_the_scorers_can_be_read() -> None:
    for variant in ("en", "en_lexical", "zh"):
        assert any(name.startswith("lex_") for name in scorer(variant).features)
        assert any(name.startswith("emb_") for name in scorer(variant).features) == (variant == "en")
