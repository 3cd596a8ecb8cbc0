"""A goodbye ends a live dialogue exactly where the authors' program ended the published ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from dialogues.agents.clarq import is_goodbye
from dialogues.clarq.logs import read_log

CAP = 12
LOGS = ("GPT-4o_provider.Comp.En", "GPT-4o_provider.Comp.Ch", "GPT-4o_multi_info_provider.Comp.En")


@pytest.mark.shared_data
@pytest.mark.parametrize("log", LOGS)
def test_every_published_dialogue_ends_at_its_first_goodbye_or_at_the_cap(shared_data: Path, log: str) -> None:
    played = read_log(shared_data / "clarq" / "results" / f"l2l_GPT-4o_seeker_vs_{log}.json")
    seeker_lines = [
        (dialogue.content.language, [said.text for said in dialogue.utterances if said.speaker == "seeker"])
        for dialogue in played
        if dialogue.utterances
    ]
    assert len(seeker_lines) == 260
    for language, lines in seeker_lines:
        assert not any(is_goodbye(line, language) for line in lines[:-1]), lines
        assert is_goodbye(lines[-1], language) or len(lines) == CAP, lines[-1]
