"""Algorithm 1 of ClarQ-LLM (paper 000, section IV-C) with a trained scorer in place of the language models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from annotation.clarq.content import ROOT, Node, TaskContent, Utterance

from .features import Embed, Evidence, evidence_for
from .leak import leaks
from .model import Decision, Mode, decide, scorer
from .phrases import SILENCE, phrases
from .recall import Recall, recall
from .situation import Situation, situation_of
from .trace import Candidate, ProviderReply, Trace
from .wording import is_asking, is_confirming, is_goodbye, is_vague

STATEMENT_TYPES = {"confirm": 1, "no_match": 3, "repeat": 4, "irrelevant": 5, "vague": 6, "complete": 3}
"""Section IV-C: 1 the whole task, 2 a detail that a node settles, 3 one that none settles, 4 a repetition,
5 something irrelevant, 6 something vague."""


def provider_reply(
    content: TaskContent, turns: Sequence[Utterance], *, mode: Mode = "single", embed: Embed | None
) -> ProviderReply:
    """The provider's next line: the same one for the same task, dialogue, mode and embedding.

    `turns` is the dialogue so far, provider turns with the labels of their `nodes`. Without a seeker's line the
    reply is the opener; to the first one it is the root's text. `embed` gives unit vectors, one per text; without
    it English is matched by words alone, less well. Chinese never uses it.
    """
    situation = situation_of(content, turns)
    if not any(turn.speaker == "seeker" for turn in turns):
        return ProviderReply(phrases(content.language)["opener"][0], (), "opener", None, Trace("opener"))
    if ROOT not in situation.given:
        return ProviderReply(content.root.text, (ROOT,), "root", 1, Trace("root", question=situation.statement))
    return _Choice(situation, mode, embed).reply()


def variant_for(content: TaskContent, embed: Embed | None) -> str:
    """Which scorer of `model.json` fits: ``zh``, ``en``, or ``en_lexical`` without embeddings."""
    if content.language == "zh":
        return "zh"
    return "en" if embed is not None else "en_lexical"


@dataclass(frozen=True)
class _Choice:
    """One decision: what is measured once and read by several rules."""

    situation: Situation
    mode: Mode
    embed: Embed | None

    def reply(self) -> ProviderReply:
        s = self.situation
        embed = None if s.content.language == "zh" else self.embed
        found = evidence_for(s, embed)
        trained = scorer(variant_for(s.content, embed))
        stops = [trained.probability(evidence.values) for evidence in found]
        decision = decide(stops, self.mode, trained.multi_threshold)
        used = tuple(found[i].label for i in decision.chosen) if self._asks_something() else ()
        remembered = recall(s, embed)
        candidates = _candidates(s, found, decision, used, remembered)
        if used:
            return self._response_one(used, found, candidates)
        return self._response_two(remembered, candidates)

    def _asks_something(self) -> bool:
        """Vague lines and mere farewells name nothing that a node could settle."""
        s = self.situation
        return not (self._only_goodbye() or is_vague(s.statement, s.content.language))

    def _only_goodbye(self) -> bool:
        s = self.situation
        return is_goodbye(s.statement, s.content.language) and not is_asking(s.statement, s.content.language)

    def _response_one(
        self, used: tuple[str, ...], found: Sequence[Evidence], candidates: tuple[Candidate, ...]
    ) -> ProviderReply:
        content = self.situation.content
        gap = "" if content.language == "zh" else " "
        text = gap.join(content.node(label).text for label in used)
        question = next(evidence.question for evidence in found if evidence.label == used[0])
        rule = "match" if len(used) == 1 else "match_several"
        return ProviderReply(text, used, "I", 2, Trace(rule, candidates, question))

    def _response_two(self, remembered: Recall, candidates: tuple[Candidate, ...]) -> ProviderReply:
        rule = self._rule(remembered)
        question = remembered.question if rule == "repeat" else ""
        text = self._line(rule, remembered.label)
        return ProviderReply(text, (), "II", self._statement_type(rule), Trace(rule, candidates, question))

    def _statement_type(self, rule: str) -> int | None:
        """A line that sums the task up is about the whole of it, also when nothing is left to say."""
        whole = rule == "complete" and is_confirming(self.situation.statement, self.situation.content.language)
        return 1 if whole else STATEMENT_TYPES.get(rule)

    def _rule(self, remembered: Recall) -> str:
        s = self.situation
        language = s.content.language
        if self._only_goodbye():
            return "goodbye"
        if is_vague(s.statement, language) and s.open_nodes:
            return "vague"
        confirming = is_confirming(s.statement, language)
        if remembered.label and not confirming:
            return "repeat"
        if not s.open_nodes:
            return "complete"
        if confirming:
            return "confirm"
        return "no_match" if remembered.on_topic else "irrelevant"

    def _line(self, rule: str, label: str) -> str:
        """The next variant of the rule that gives nothing away, and is not what was said last."""
        s = self.situation
        variants = phrases(s.content.language)[rule]
        start = sum(not nodes for nodes in s.replies) % len(variants)
        said = s.content.node(label).text.strip() if label else ""
        for phrase in (*variants[start:], *variants[:start]):
            line = phrase.replace("{said}", said)
            if not leaks(line, s.content, s.given):
                return line
        return SILENCE


def _candidates(
    situation: Situation,
    found: Sequence[Evidence],
    decision: Decision,
    used: Sequence[str],
    remembered: Recall,
) -> tuple[Candidate, ...]:
    measured = {e.label: (e, score) for e, score in zip(found, decision.scores, strict=True)}
    threshold = round(decision.threshold, 4)
    return tuple(
        _candidate(node, situation, measured, threshold, used, remembered)
        for node in situation.content.depth_first()
        if node.label != ROOT
    )


def _candidate(
    node: Node,
    situation: Situation,
    measured: dict[str, tuple[Evidence, float]],
    threshold: float,
    used: Sequence[str],
    remembered: Recall,
) -> Candidate:
    if node.label in measured:
        evidence, score = measured[node.label]
        state: Literal["used", "open"] = "used" if node.label in used else "open"
        return Candidate(node.label, round(score, 4), threshold, state, _reasons(evidence))
    if node.label in situation.given:
        return Candidate(node.label, round(remembered.scores[node.label], 4), remembered.threshold, "given")
    return Candidate(node.label, 0.0, threshold, "locked")


def _reasons(evidence: Evidence) -> tuple[str, ...]:
    """The part of the statement nearest to the node, then what else spoke for or against it."""
    values = evidence.values
    kind = "emb" if "emb_part_combined" in values else "lex"
    reasons = [evidence.question, f"likeness={values[f'{kind}_part_combined']:.2f}"]
    if values["alternatives_count"]:
        reasons.append(f"alternatives_named={int(values['alternatives_count'])}/{int(values['alternatives'])}")
    reasons += [name for name in ("parent_just_given", "confirming", "head_asked", "vague") if values[name]]
    if values["answer_said"] >= 0.5:
        reasons.append("answer_already_said")
    return tuple(reason for reason in reasons if reason)
