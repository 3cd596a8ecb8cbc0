"""From a written conversation to a response tree (paper 000, III-D, steps 1 and 2). Pure.

People paste dialogues in many shapes: with roles (“Seeker:”, “提供者：”), initials, names, as lists, as blocks between
blank lines, or as lines that simply take turns. What cannot be placed is named with its line, never dropped in silence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from annotation.clarq.content import (
    MAX_LINES,
    MAX_TEXT,
    ContentError,
    Node,
    TaskContent,
    Utterance,
    new_uid,
)
from annotation.clarq.words import is_chinese, word_set

Speaker = Literal["seeker", "provider"]
ProblemCode = Literal["before_first_speaker", "third_speaker", "after_gap", "nothing_said", "too_long", "too_many"]

ROLES: dict[str, Speaker] = {
    **dict.fromkeys(("seeker", "s", "q", "question", "user", "寻求者", "求助者", "提问者", "问", "用户"), "seeker"),
    **dict.fromkeys(
        ("provider", "p", "answer", "assistant", "system", "jax", "提供者", "回答者", "答", "助手", "杰克斯"),
        "provider",
    ),
}
_BULLET = re.compile(r"^(?:[-*•–—]|\d{1,3}[.)、])\s+")
_MARK = re.compile(r"^([^\s:：\[\]()（）\"“”,，.。!！?？][^:：\[\]()（）\"“”,，。!！?？]{0,28}?)\s*[:：]\s*(?!//)(.*)$")
_QUESTION = re.compile(r"[^.!?。！？]*[?？]")
_FAREWELL = re.compile(r"\b(good ?bye|bye|see you|good luck|you're welcome)\b|再见|拜拜|祝你好运|不客气", re.IGNORECASE)
_WORDS_OF_A_NAME = 3


@dataclass(frozen=True)
class Problem:
    """A line (counted from 1) that has no place in the conversation."""

    line: int
    code: ProblemCode
    text: str


@dataclass(frozen=True)
class ConversationDraft:
    utterances: tuple[Utterance, ...]
    problems: tuple[Problem, ...]

    @property
    def starts(self) -> Speaker | None:
        return self.utterances[0].speaker if self.utterances else None


@dataclass(frozen=True)
class Choice:
    """A provider's utterance that becomes a node. `parent` is the index of an earlier one; None makes it the root."""

    index: int
    parent: int | None
    purpose: str = ""


@dataclass(frozen=True)
class _Line:
    number: int
    text: str
    after_gap: bool


@dataclass(frozen=True)
class _Piece:
    """A line of somebody: `name` is the mark before it, None where there is none."""

    line: _Line
    name: str | None
    text: str


def parse_conversation(text: str, *, starts: Speaker | None = None, provider_name: str = "") -> ConversationDraft:
    """Read a pasted dialogue, its provider perhaps called `provider_name`.

    `starts` says who speaks first where the marks do not tell; the seeker, if it is not given.
    """
    lines = _lines(text)
    names = _speaker_names(lines)
    if names:
        spoken, problems = _by_marks(lines, names, starts, provider_name)
    else:
        spoken, problems = _by_turns(lines, starts or "seeker")
    kept = [utterance for _, utterance in spoken if len(utterance.text) <= MAX_TEXT][:MAX_LINES]
    problems += [Problem(number, "too_long", said.text[:80]) for number, said in spoken if len(said.text) > MAX_TEXT]
    rest = [(number, said) for number, said in spoken if len(said.text) <= MAX_TEXT][MAX_LINES:]
    problems += [Problem(number, "too_many", said.text[:80]) for number, said in rest]
    return ConversationDraft(tuple(kept), tuple(sorted(problems, key=lambda problem: problem.line)))


def suggestions(draft: ConversationDraft) -> tuple[Choice, ...]:
    """Which of the provider's utterances look like nodes, and where they could hang.

    The opener before the seeker's first word and a farewell at the end are left out; the first answer is the root. A
    later one hangs from the latest answer that its question takes words from, else from the root.
    """
    found: list[Choice] = []
    heard_seeker = False
    for i, said in enumerate(draft.utterances):
        if said.speaker == "seeker":
            heard_seeker = True
        elif heard_seeker and not (_is_last_word(draft, i) and _FAREWELL.search(said.text)):
            found.append(Choice(i, _suggested_parent(draft, i, found), suggested_purpose(draft, i) if found else ""))
    return tuple(found)


def suggested_purpose(draft: ConversationDraft, index: int) -> str:
    """What the seeker asked just before this utterance: the questions in it, or all of it."""
    for said in reversed(draft.utterances[:index]):
        if said.speaker == "seeker":
            questions = [question.strip() for question in _QUESTION.findall(said.text)]
            return " ".join(questions)[:MAX_TEXT] or said.text
    return ""


def content_from(content: TaskContent, draft: ConversationDraft, choices: Sequence[Choice]) -> TaskContent:
    """The content with the tree that was chosen, and the dialogue as its sample, labels beside the lines.

    Raises ContentError (`where` is ``utterances[i]``) unless the first choice is the one root and every other
    hangs from an earlier choice.
    """
    nodes: dict[int, Node] = {}
    for choice in choices:
        where = f"utterances[{choice.index}]"
        if not 0 <= choice.index < len(draft.utterances) or draft.utterances[choice.index].speaker != "provider":
            raise ContentError("Only what the provider said can become a node.", where)
        if choice.index in nodes:
            raise ContentError("One utterance is one node.", where)
        if (choice.parent is None) != (not nodes):
            raise ContentError("The first node is the root; every other needs a node to hang from.", where)
        if choice.parent is not None and choice.parent not in nodes:
            raise ContentError("This node hangs from a line that is not an earlier node.", where)
        above = nodes[choice.parent].uid if choice.parent is not None else None
        said = draft.utterances[choice.index]
        nodes[choice.index] = Node(new_uid(), above, str(len(nodes)), said.text, choice.purpose)
    built = replace(content, nodes=tuple(nodes.values())).relabelled()
    labels = {node.uid: node.label for node in built.nodes}
    spoken = tuple(
        replace(said, nodes=(labels[nodes[i].uid],) if i in nodes else ()) for i, said in enumerate(draft.utterances)
    )
    return replace(built, sample_dialogue=spoken)


def _lines(text: str) -> list[_Line]:
    found: list[_Line] = []
    gap = False
    for number, raw in enumerate(text.replace("\x00", "").splitlines(), start=1):
        line = _BULLET.sub("", raw.strip())
        if line:
            found.append(_Line(number, line, gap and bool(found)))
        gap = not line
    return found


def _speaker_names(lines: Sequence[_Line]) -> frozenset[str]:
    """What stands before colons and names somebody: a role, or a name that comes back, or one on nearly every line."""
    marks = [match.group(1).strip().casefold() for line in lines if (match := _MARK.match(line.text))]
    short = [mark for mark in marks if len(mark.split()) <= _WORDS_OF_A_NAME]
    counts = Counter(short)
    if len(short) >= 0.8 * len(lines) and len(counts) <= 3:
        return frozenset(counts)
    return frozenset(mark for mark, count in counts.items() if mark in ROLES or count > 1)


def _by_marks(
    lines: Sequence[_Line], names: frozenset[str], starts: Speaker | None, provider_name: str
) -> tuple[list[tuple[int, Utterance]], list[Problem]]:
    pieces = [_piece(line, names) for line in lines]
    order = list(dict.fromkeys(piece.name for piece in pieces if piece.name))
    speakers = _speakers(order, starts, provider_name)
    spoken: list[tuple[int, Utterance]] = []
    problems: list[Problem] = []
    placed = False
    for piece in pieces:
        speaker = speakers.get(piece.name) if piece.name else None
        if piece.name and speaker is None:
            problems.append(Problem(piece.line.number, "third_speaker", piece.line.text[:80]))
        elif speaker and not piece.text:
            problems.append(Problem(piece.line.number, "nothing_said", piece.line.text[:80]))
        elif speaker:
            spoken.append((piece.line.number, Utterance(speaker, piece.text)))
        elif placed and not piece.line.after_gap:
            number, said = spoken[-1]
            spoken[-1] = (number, replace(said, text=_joined(said.text, piece.text)))
        else:
            code: ProblemCode = "after_gap" if spoken else "before_first_speaker"
            problems.append(Problem(piece.line.number, code, piece.line.text[:80]))
        placed = bool(spoken) and (
            bool(speaker and piece.text) or (placed and not piece.name and not piece.line.after_gap)
        )
    return spoken, problems


def _piece(line: _Line, names: frozenset[str]) -> _Piece:
    match = _MARK.match(line.text)
    if match and (name := match.group(1).strip().casefold()) in names:
        return _Piece(line, name, match.group(2).strip())
    return _Piece(line, None, line.text)


def _speakers(order: Sequence[str], starts: Speaker | None, provider_name: str) -> dict[str, Speaker]:
    """Roles by their word, the task's provider by name; of the rest the first to speak is who starts."""
    known = {name: ROLES[name] for name in order if name in ROLES}
    if provider_name and provider_name.casefold() in order:
        known[provider_name.casefold()] = "provider"
    free = [speaker for speaker in _both(starts or "seeker") if speaker not in known.values()]
    unknown = [name for name in order if name not in known]
    return {**known, **dict(zip(unknown, free, strict=False))}


def _by_turns(lines: Sequence[_Line], starts: Speaker) -> tuple[list[tuple[int, Utterance]], list[Problem]]:
    """Blocks between blank lines take turns; without blank lines, the lines do."""
    blocks: list[tuple[int, str]] = []
    in_blocks = any(line.after_gap for line in lines)
    for line in lines:
        if in_blocks and blocks and not line.after_gap:
            number, text = blocks[-1]
            blocks[-1] = (number, _joined(text, line.text))
        else:
            blocks.append((line.number, line.text))
    turns = _alternating(starts)
    return [(number, Utterance(next(turns), text)) for number, text in blocks], []


def _alternating(starts: Speaker) -> Iterator[Speaker]:
    while True:
        yield from _both(starts)


def _both(first: Speaker) -> tuple[Speaker, Speaker]:
    return ("seeker", "provider") if first == "seeker" else ("provider", "seeker")


def _joined(text: str, more: str) -> str:
    return text + more if is_chinese(text[-1:]) or text[-1:] in "，。！？；：、" else f"{text} {more}"


def _is_last_word(draft: ConversationDraft, index: int) -> bool:
    return not any(said.speaker == "provider" for said in draft.utterances[index + 1 :])


def _suggested_parent(draft: ConversationDraft, index: int, earlier: Sequence[Choice]) -> int | None:
    if not earlier:
        return None
    root = earlier[0].index
    asked = word_set(suggested_purpose(draft, index)) - word_set(draft.utterances[root].text)
    for choice in reversed(earlier[1:]):
        if len(asked & word_set(draft.utterances[choice.index].text)) >= 2:
            return choice.index
    return root
