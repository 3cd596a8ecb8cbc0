"""What an author may want to look at again, as codes with parameters and the spot each belongs to.

Pure. The words for the codes are in `annotation/lint_messages.py`. A hint never keeps anyone from saving: an "error"
is something a finished task cannot have (an empty text), a "hint" something that is usually a slip. Few false alarms
count for more than finding everything: `tests/annotation/test_lint.py` holds the published tasks to a low share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from annotation.clarq.choices import Group, choosers, groups, settled_beforehand
from annotation.clarq.content import LIST_NAMES, Language, Node, TaskContent
from annotation.clarq.words import content_words, notes, squeezed, without_notes, word_set

Severity = Literal["error", "hint"]
SpotKind = Literal["node", "field", "line", "tree"]

# A goal needs few questions below one answer; the published tasks have four levels at most.
VERY_DEEP = 6
# From this share of its words on, an ancestor has said a node already. One new word in seven is often the answer.
SAID_BEFORE = 0.95
# A node that repeats an ancestor's choice and adds more than this has something of its own to say.
MOST_NEWS = {"en": 12, "zh": 24}
# Texts shorter than this are contained in others by accident ("Yes").
SHORTEST_CONTAINED = {"en": 10, "zh": 5}


@dataclass(frozen=True)
class Spot:
    """Where a hint belongs.

    node: `uid` and, where only one half of it is meant, `field` (text or purpose); field: `field` (role, goal, items,
    skills or scenes); line: `field` (items, skills or scenes) and `index`; tree: the tree as a whole.
    """

    kind: SpotKind
    uid: str | None = None
    field: str | None = None
    index: int | None = None


@dataclass(frozen=True)
class Hint:
    code: str
    severity: Severity
    spot: Spot
    parameters: Mapping[str, str | int] = field(default_factory=dict)


def lint(content: TaskContent, sister: TaskContent | None = None) -> tuple[Hint, ...]:
    """All hints on a task: the background's, the tree's, then the nodes' in tree order.

    `sister` is the same task in the other language, where there is one.
    """
    return (
        *_empty_fields(content),
        *_slips_in_lists(content),
        *_loose_lines(content),
        *(_differences_from(sister, content) if sister else ()),
        *_shape_of_tree(content),
        *_empty_nodes(content),
        *_same_words(content),
        *_answers_given_away(content),
    )


def _empty_fields(content: TaskContent) -> Iterator[Hint]:
    if not content.role.strip():
        yield Hint("role_empty", "error", Spot("field", field="role"))
    if not content.goal.strip():
        yield Hint("goal_empty", "error", Spot("field", field="goal"))


def _slips_in_lists(content: TaskContent) -> Iterator[Hint]:
    for name in LIST_NAMES:
        seen: dict[str, int] = {}
        for i, line in enumerate(getattr(content, name)):
            if not line.strip():
                yield Hint("line_empty", "hint", Spot("line", field=name, index=i))
                continue
            first = seen.setdefault(squeezed(line), i)
            if first != i:
                yield Hint("line_twice", "hint", Spot("line", field=name, index=i), {"line": line.strip()})


def _loose_lines(content: TaskContent) -> Iterator[Hint]:
    """Lines that look like a choice and that no node decides. Nothing to say while there is no tree."""
    if not content.details:
        return
    for group in groups(content):
        if not choosers(content, group) and not settled_beforehand(content, group):
            names = _quoted(group.names, content.language)
            yield Hint(
                "choice_open", "hint", Spot("line", field=group.list_name, index=group.indexes[0]), {"lines": names}
            )


def _differences_from(sister: TaskContent, content: TaskContent) -> Iterator[Hint]:
    for name in LIST_NAMES:
        here, there = len(getattr(content, name)), len(getattr(sister, name))
        if here != there:
            yield Hint("list_differs", "hint", Spot("field", field=name), {"list": name, "here": here, "there": there})
    if len(content.nodes) != len(sister.nodes):
        parameters = {"here": len(content.nodes), "there": len(sister.nodes)}
        yield Hint("nodes_differ", "hint", Spot("tree"), parameters)


def _shape_of_tree(content: TaskContent) -> Iterator[Hint]:
    if not content.nodes:
        yield Hint("tree_empty", "error", Spot("tree"))
    elif not content.details:
        yield Hint("no_uncertainty", "error", Spot("tree"))
    if content.depth > VERY_DEEP:
        yield Hint("very_deep", "hint", Spot("tree"), {"depth": content.depth})
    if len(content.details) > 1 and not any(node.purpose.strip() for node in content.details):
        yield Hint("purposes_empty", "hint", Spot("tree"))


def _empty_nodes(content: TaskContent) -> Iterator[Hint]:
    some_purpose = len(content.details) == 1 or any(node.purpose.strip() for node in content.details)
    for node in content.depth_first():
        if not node.text.strip():
            code = "root_empty" if node.parent is None else "text_empty"
            yield Hint(code, "error", _half(node, "text"), {"label": node.label})
        if node.parent is not None and some_purpose and not node.purpose.strip():
            yield Hint("purpose_empty", "hint", _half(node, "purpose"), {"label": node.label})


def _same_words(content: TaskContent) -> Iterator[Hint]:
    """Texts that stand twice, or inside another: who has heard one has heard both, and scores count by containment."""
    order = content.depth_first()
    plain = [squeezed(node.text) for node in order]
    for i, node in enumerate(order):
        if not plain[i]:
            continue
        for j, other in enumerate(order):
            if i == j or plain[i] not in plain[j]:
                continue
            if plain[i] == plain[j]:
                if j < i:
                    yield Hint("text_twice", "error", _half(node, "text"), {"label": node.label, "other": other.label})
            elif len(plain[i]) >= SHORTEST_CONTAINED[content.language]:
                yield Hint("text_contained", "hint", _half(node, "text"), {"label": node.label, "other": other.label})
            else:
                continue
            break


def _answers_given_away(content: TaskContent) -> Iterator[Hint]:
    """At most one hint per node: the background's, else the nearest ancestor's."""
    rivals = groups(content)
    for node in content.depth_first():
        if node.parent is None or not node.text.strip():
            continue
        yield from [
            hint
            for hint in (
                _chosen_by_goal(content, node, rivals),
                _told_by_a_note(content, node),
                _said_by_ancestor(content, node),
                _chosen_by_ancestor(content, node, rivals),
            )
            if hint
        ][:1]


def _chosen_by_goal(content: TaskContent, node: Node, rivals: tuple[Group, ...]) -> Hint | None:
    """Role or goal already name the one line that the node chooses."""
    line = _only_choice(node, rivals, f"{content.role}\n{content.goal}", content.language)
    if line is None:
        return None
    return Hint("given_by_goal", "hint", _half(node, "text"), {"label": node.label, "line": line})


def _chosen_by_ancestor(content: TaskContent, node: Node, rivals: tuple[Group, ...]) -> Hint | None:
    """An ancestor already names the one line that the node chooses, and the node is there for that choice."""
    for above in content.ancestors_of(node):
        line = _only_choice(node, rivals, above.text, content.language)
        if line is not None:
            parameters = {"label": node.label, "other": above.label, "line": line}
            return Hint("given_by_node", "hint", _half(node, "text"), parameters)
    return None


def _only_choice(node: Node, rivals: tuple[Group, ...], said: str, language: Language) -> str | None:
    """The line that both the node and `said` choose, if the node is there for this choice and adds little else."""
    touched = [group for group in rivals if group.named_in(node.text)]
    if len(touched) != 1:
        return None
    group = touched[0]
    already = group.spelled_out_in(said)
    if len(already) != 1 or not already <= group.told_apart_in(node.text) or not group.asked_in(node.purpose):
        return None
    line = group.names[group.indexes.index(next(iter(already)))]
    news = word_set(node.text) - word_set(said) - word_set(line)
    return line if len(news) <= MOST_NEWS[language] else None


def _said_by_ancestor(content: TaskContent, node: Node) -> Hint | None:
    """Nearly all of the node's words stand in one ancestor."""
    words = word_set(node.text)
    if len(content_words(node.text)) < 3:
        return None
    for above in content.ancestors_of(node):
        if len(words & word_set(above.text)) >= SAID_BEFORE * len(words):
            return Hint("said_by_node", "hint", _half(node, "text"), {"label": node.label, "other": above.label})
    return None


def _told_by_a_note(content: TaskContent, node: Node) -> Hint | None:
    """The note on one line (“North Mine (has rubies)”) already says why the node chooses it."""
    for name in LIST_NAMES:
        lines: tuple[str, ...] = getattr(content, name)
        for line, own in zip(lines, _told_by_notes(lines), strict=True):
            if not own:
                continue
            news = word_set(node.text) - word_set(without_notes(line))
            if len(own & news) >= 3 and len(own & news) >= 0.6 * len(news):
                return Hint("told_by_line", "hint", _half(node, "text"), {"label": node.label, "line": line.strip()})
    return None


@lru_cache(maxsize=256)
def _told_by_notes(lines: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    """Of each line the words of its note that no other line's note has: those alone can speak for it."""
    told = [word_set(notes(line)) for line in lines]
    counts = Counter(word for words in told for word in words)
    return tuple(frozenset(word for word in words if counts[word] == 1) for words in told)


def _half(node: Node, half: Literal["text", "purpose"]) -> Spot:
    return Spot("node", uid=node.uid, field=half)


def _quoted(names: tuple[str, ...], language: str) -> str:
    return "、".join(f"“{name}”" for name in names) if language == "zh" else ", ".join(f"“{name}”" for name in names)
