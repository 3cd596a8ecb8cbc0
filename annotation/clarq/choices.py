"""Which nodes of the tree choose between which lines of the background. Pure.

Lines of one list compete when they name the same kind of thing: “West Mine” and “North Mine”, “绿茶” and “红茶”. A node
chooses among them when it names one by what sets it apart (“north”), or when its purpose asks about their kind.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from annotation.clarq.content import LIST_NAMES, ListName, Node, TaskContent
from annotation.clarq.words import content_words, is_chinese, squeezed, without_notes, word_set

UseState = Literal["chosen", "fixed", "loose"]
# What follows one of these describes an English noun phrase, whose last word before it is its kind.
_TAIL = re.compile(
    r",| (?:of|for|by|with|in|from|to|at|on|near|that|which|made|using|through|into|inside) ", re.IGNORECASE
)
_CHINESE_MEASURE = re.compile(r"^[一两三几]\w")


@dataclass(frozen=True)
class LineUse:
    """`chosen`: the labels decide about this line; `fixed`: nothing else could be meant; `loose`: nobody decides."""

    state: UseState
    labels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Group:
    """Lines of one list that compete with each other, and the words of their kind."""

    list_name: ListName
    indexes: tuple[int, ...]
    names: tuple[str, ...]
    kind: frozenset[str]

    def named_in(self, text: str) -> frozenset[int]:
        """Indexes of the lines that the text names by what sets them apart."""
        return frozenset(self.indexes[place] for place in _named(self.names, text))

    def spelled_out_in(self, text: str) -> frozenset[int]:
        """Indexes of the lines whose whole name stands in the text, its words side by side."""
        return frozenset(index for index, name in zip(self.indexes, self.names, strict=True) if _spells_out(text, name))

    def told_apart_in(self, text: str) -> frozenset[int]:
        """Indexes of the lines that the text names by all that sets them apart: stricter than `named_in`."""
        words = word_set(text)
        return frozenset(
            index
            for index, marks in zip(self.indexes, _marks(self.names), strict=True)
            if marks and all(mark in squeezed(text) if is_chinese(mark) else mark in words for mark in marks)
        )

    def asked_in(self, purpose: str) -> bool:
        """Whether the purpose asks about this kind of thing at all."""
        if is_chinese(purpose):
            return any(word in squeezed(purpose) for word in self.kind)
        return bool(self.kind & word_set(purpose))


def line_uses(content: TaskContent) -> Mapping[ListName, tuple[LineUse, ...]]:
    """For every line of items, skills and scenes, in order: what the tree does with it."""
    found: dict[ListName, list[LineUse]] = {
        name: [_use_of_single_line(content, line) for line in getattr(content, name)] for name in LIST_NAMES
    }
    for group in groups(content):
        use = _use_of_group(content, group)
        for index in group.indexes:
            found[group.list_name][index] = use
    return {name: tuple(uses) for name, uses in found.items()}


def groups(content: TaskContent) -> tuple[Group, ...]:
    """All groups of two or more competing lines."""
    return tuple(group for name in LIST_NAMES for group in _groups_of(name, getattr(content, name)))


def choosers(content: TaskContent, group: Group) -> tuple[Node, ...]:
    """The nodes below the root that choose within the group: by their words, else by what they are for."""
    by_text = tuple(node for node in content.details if group.named_in(node.text))
    if by_text:
        return by_text
    return tuple(node for node in content.details if group.named_in(node.purpose) or group.asked_in(node.purpose))


def settled_beforehand(content: TaskContent, group: Group) -> bool:
    """Whether goal or root already name one line of the group and no other."""
    said = f"{content.goal}\n{content.root.text if content.nodes else ''}"
    return len(group.named_in(said)) == 1


def _use_of_group(content: TaskContent, group: Group) -> LineUse:
    nodes = choosers(content, group)
    if nodes:
        return LineUse("chosen", tuple(node.label for node in nodes))
    return LineUse("fixed" if settled_beforehand(content, group) else "loose")


def _use_of_single_line(content: TaskContent, line: str) -> LineUse:
    """Nothing competes with it by its name: a node may still name it (how to get in: the air sucker; what binds the
    ends: tubing or thread), else it is simply there."""
    name = without_notes(line)
    labels = tuple(node.label for node in content.details if _names(f"{node.text}\n{node.purpose}", name))
    return LineUse("chosen", labels) if labels else LineUse("fixed")


def _names(text: str, name: str) -> bool:
    """Whether the text names the thing; of “a length of shrink tubing” or “一截热缩管” only the tubing counts."""
    if is_chinese(name):
        thing = squeezed(_CHINESE_MEASURE.sub("", name.strip()))
        return len(thing) > 1 and thing in squeezed(text)
    words = word_set(name.rpartition(" of ")[2])
    return bool(words) and words <= word_set(text)


@lru_cache(maxsize=1024)
def _groups_of(list_name: ListName, lines: tuple[str, ...]) -> tuple[Group, ...]:
    names = tuple(without_notes(line) for line in lines)
    kinds = [_kinds(name, list_name) for name in names]
    found: list[Group] = []
    taken: set[int] = set()
    for i in range(len(lines)):
        rivals = [i] if i not in taken else []
        shared: frozenset[str] = frozenset()
        for j in range(i + 1, len(lines)) if rivals else ():
            common = kinds[i] & kinds[j]
            if common and j not in taken and squeezed(names[i]) != squeezed(names[j]):
                rivals.append(j)
                shared |= common
        if len(rivals) > 1:
            taken.update(rivals)
            found.append(Group(list_name, tuple(rivals), tuple(names[k] for k in rivals), shared))
    return tuple(found)


def _kinds(name: str, list_name: ListName) -> frozenset[str]:
    """What kind of thing a line names: its last word, for a skill its verb as well; in Chinese its last characters."""
    if is_chinese(name):
        plain = squeezed(name)
        return frozenset({plain[-2:]} if len(plain) > 3 else {plain[-1:]})
    words = content_words(_TAIL.split(name, maxsplit=1)[0]) or content_words(name)
    if not words:
        return frozenset()
    return frozenset({words[-1], words[0]} if list_name == "skills" else {words[-1]})


@lru_cache(maxsize=1024)
def _marks(names: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    """What sets each line apart from its rivals: its own words, or its own run of Chinese characters."""
    if any(is_chinese(name) for name in names):
        return _own_runs([squeezed(name) for name in names])
    words = [word_set(name) for name in names]
    shared = frozenset.intersection(*words)
    return tuple(own - shared for own in words)


def _own_runs(names: Sequence[str]) -> tuple[frozenset[str], ...]:
    """What is left between the beginning and the end that all names share, two characters at least.

    One character alone (水 of 使用水魔法) stands in too many words, so it takes its neighbour along (水魔).
    """
    before = _shared_start(names)
    after = _shared_start([name[before:][::-1] for name in names])
    runs = []
    for name in names:
        run = name[before : len(name) - after]
        if len(run) == 1:
            run = name[before : before + 2] if after else name[max(0, before - 1) : before + 1]
        runs.append(frozenset({run} if len(run) > 1 else ()))
    return tuple(runs)


def _shared_start(names: Sequence[str]) -> int:
    """How many characters all names have in common at their beginning."""
    for i, characters in enumerate(zip(*names, strict=False)):
        if len(set(characters)) > 1:
            return i
    return min(map(len, names))


@lru_cache(maxsize=8192)
def _named(names: tuple[str, ...], text: str) -> tuple[int, ...]:
    """Places in `names` that the text names: at least half of what sets the name apart, or the Chinese name itself."""
    plain, words = squeezed(text), word_set(text)
    return tuple(
        place
        for place, (name, marks) in enumerate(zip(names, _marks(names), strict=True))
        if (
            squeezed(name) in plain or any(mark in plain for mark in marks)
            if is_chinese(name)
            else bool(marks) and 2 * len(marks & words) >= len(marks)
        )
    )


def _spells_out(text: str, name: str) -> bool:
    if is_chinese(name):
        return squeezed(name) in squeezed(text)
    words, said = content_words(name), content_words(text)
    starts = range(len(said) - len(words) + 1)
    return bool(words) and any(said[start : start + len(words)] == words for start in starts)
