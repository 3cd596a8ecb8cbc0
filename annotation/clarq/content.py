"""What a ClarQ task says, as plain values: the one shape that every app passes on.

The editor saves it, a revision stores it, a dialogue freezes it as its snapshot, agents and scorers
read it. Pure: no Django, so that both cores can use it from a notebook.

Source: ClarQ-LLM (paper 000), sections III-A to III-C.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal
from uuid import uuid4

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")
ListName = Literal["items", "skills", "scenes"]
LIST_NAMES: tuple[ListName, ...] = ("items", "skills", "scenes")
ROOT = "0"

# Generous for people, small enough that one task can never fill a request or a page.
MAX_TEXT = 4_000
MAX_LINES = 200
MAX_NODES = 200


class ContentError(ValueError):
    """The content cannot be a task; `where` names the spot (``nodes[3].text``).

    `template` and `parameters` are the message before it is filled in, so that it can be translated.
    """

    def __init__(self, template: str, where: str = "", **parameters: str | int) -> None:
        self.message = template.format(**parameters) if parameters else template
        super().__init__(self.message)
        self.template = template
        self.where = where
        self.parameters = parameters


@dataclass(frozen=True)
class Node:
    """One provider response. The root is labelled ``0``; ``a.b`` is a child of ``a``.

    `uid` stays the same while the node is edited, moved and relabelled; it joins versions of a task.
    """

    uid: str
    parent: str | None
    """The parent's `uid`; None for the root."""
    label: str
    text: str
    purpose: str = ""
    """The uncertainty that the text settles; may be empty (types 27-31 of the published data)."""


@dataclass(frozen=True)
class Utterance:
    """One line of a conversation. `nodes` are the labels whose texts it carries (provider only)."""

    speaker: Literal["seeker", "provider"]
    text: str
    nodes: tuple[str, ...] = ()


@dataclass(frozen=True)
class TaskContent:
    """Background (what the seeker sees) and response tree (what only the provider knows).

    `items`, `skills` and `scenes` are lines, kept to the character. `nodes` are in file order: the
    root first and every parent before its children; siblings in the order in which they are offered.
    """

    language: Language
    role: str = ""
    goal: str = ""
    items: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    scenes: tuple[str, ...] = ()
    nodes: tuple[Node, ...] = ()
    sample_dialogue: tuple[Utterance, ...] = field(default=())

    @property
    def root(self) -> Node:
        return self.nodes[0]

    @property
    def details(self) -> tuple[Node, ...]:
        """All nodes but the root: the uncertainties that a seeker has to settle."""
        return self.nodes[1:]

    @property
    def depth(self) -> int:
        """Levels below the root (paper III-A); 0 for a tree of nothing but a root."""
        return max((self.level(node) for node in self.nodes), default=0)

    def node(self, label: str) -> Node:
        """The node of that label. Raises KeyError."""
        return self._by_label[label]

    def parent_of(self, node: Node) -> Node | None:
        return None if node.parent is None else self._by_uid[node.parent]

    def children_of(self, node: Node) -> tuple[Node, ...]:
        return tuple(other for other in self.nodes if other.parent == node.uid)

    def ancestors_of(self, node: Node) -> tuple[Node, ...]:
        """From the parent up to the root."""
        found: list[Node] = []
        above = self.parent_of(node)
        while above is not None:
            found.append(above)
            above = self.parent_of(above)
        return tuple(found)

    def level(self, node: Node) -> int:
        return len(self.ancestors_of(node))

    def open_nodes(self, given: Iterable[str]) -> tuple[Node, ...]:
        """Nodes that may be said next: not yet given, their parent given, in tree order.

        Algorithm 1's ``p_resp``: a used node is taken out and its children are put in its place.
        """
        said = set(given)
        return tuple(
            node
            for node in self.depth_first()
            if node.label not in said and node.parent is not None and self._by_uid[node.parent].label in said
        )

    def depth_first(self) -> tuple[Node, ...]:
        children: dict[str | None, list[Node]] = {}
        for node in self.nodes:
            children.setdefault(node.parent, []).append(node)
        order: list[Node] = []
        waiting = list(reversed(children.get(None, [])))
        while waiting:
            node = waiting.pop()
            order.append(node)
            waiting.extend(reversed(children.get(node.uid, [])))
        return tuple(order)

    def relabelled(self) -> TaskContent:
        """The same tree, in depth-first order, labelled 0, 1, 1.1, 1.2, 2 …"""
        labels: dict[str, str] = {}
        counts: dict[str, int] = {}
        nodes = []
        for node in self.depth_first():
            if node.parent is None:
                label = ROOT
            else:
                counts[node.parent] = counts.get(node.parent, 0) + 1
                above = labels[node.parent]
                label = str(counts[node.parent]) if above == ROOT else f"{above}.{counts[node.parent]}"
            labels[node.uid] = label
            nodes.append(replace(node, label=label))
        return replace(self, nodes=tuple(nodes))

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values; `from_json` gives an equal object back."""
        return {
            "language": self.language,
            "role": self.role,
            "goal": self.goal,
            "items": list(self.items),
            "skills": list(self.skills),
            "scenes": list(self.scenes),
            "nodes": [
                {"uid": n.uid, "parent": n.parent, "label": n.label, "text": n.text, "purpose": n.purpose}
                for n in self.nodes
            ],
            "sample_dialogue": [
                {"speaker": u.speaker, "text": u.text, "nodes": list(u.nodes)} for u in self.sample_dialogue
            ],
        }

    @classmethod
    def from_json(cls, value: object) -> TaskContent:
        """Read untrusted JSON values. Raises ContentError, naming the spot, for anything malformed."""
        data = _mapping(value, "")
        language = data.get("language")
        if language not in LANGUAGES:
            raise ContentError("The language must be en or zh.", "language")
        content = cls(
            language=language,
            role=_text(data.get("role", ""), "role"),
            goal=_text(data.get("goal", ""), "goal"),
            items=_lines(data.get("items", []), "items"),
            skills=_lines(data.get("skills", []), "skills"),
            scenes=_lines(data.get("scenes", []), "scenes"),
            nodes=tuple(
                _node(entry, f"nodes[{i}]") for i, entry in enumerate(_list(data.get("nodes", []), "nodes", MAX_NODES))
            ),
            sample_dialogue=tuple(
                _utterance(entry, f"sample_dialogue[{i}]")
                for i, entry in enumerate(_list(data.get("sample_dialogue", []), "sample_dialogue", MAX_LINES))
            ),
        )
        check_tree(content.nodes)
        return content

    # Kept once asked for: the value is frozen, and walking up a tree asks often.
    @cached_property
    def _by_uid(self) -> Mapping[str, Node]:
        return {node.uid: node for node in self.nodes}

    @cached_property
    def _by_label(self) -> Mapping[str, Node]:
        return {node.label: node for node in self.nodes}


def blank_content(language: str) -> TaskContent:
    """What a new task starts from: a root that waits for its text."""
    return TaskContent(language="zh" if language == "zh" else "en", nodes=(Node(new_uid(), None, ROOT, "", ""),))


def new_uid() -> str:
    return uuid4().hex


def split_lines(text: str) -> tuple[str, ...]:
    """One entry per line, kept to the character; the empty text is no entry."""
    return tuple(text.split("\n")) if text else ()


def parent_label(label: str) -> str | None:
    """``a.b.c`` → ``a.b``; an undotted label hangs from the root; the root has no parent."""
    if label == ROOT:
        return None
    return label.rpartition(".")[0] or ROOT


def nodes_from_labels(labels: Sequence[str], texts: Sequence[str], purposes: Sequence[str] = ()) -> tuple[Node, ...]:
    """Nodes of labelled texts (`purposes` for all but the root, or none at all), labels and order kept.

    Raises ContentError for a repeated label, or one whose parent does not come before it.
    """
    if len(labels) != len(texts):
        raise ContentError(
            "{texts} texts stand against {labels} labels.", "nodes", texts=len(texts), labels=len(labels)
        )
    if purposes and len(purposes) != len(texts) - 1:
        raise ContentError(
            "{purposes} purposes stand against {texts} texts below the root.",
            "nodes",
            purposes=len(purposes),
            texts=len(texts) - 1,
        )
    uids: dict[str, str] = {}
    nodes = []
    for i, (label, text) in enumerate(zip(labels, texts, strict=True)):
        above = parent_label(label)
        if label in uids:
            raise ContentError("The label {label} stands twice.", f"nodes[{i}]", label=label)
        if above is not None and above not in uids:
            raise ContentError(
                "The label {label} needs its parent {parent} before it.", f"nodes[{i}]", label=label, parent=above
            )
        uids[label] = new_uid()
        purpose = purposes[i - 1] if purposes and i else ""
        nodes.append(Node(uids[label], uids[above] if above is not None else None, label, text, purpose))
    check_tree(tuple(nodes))
    return tuple(nodes)


def check_tree(nodes: Sequence[Node]) -> None:
    """Raise ContentError unless the nodes are one tree, root first, parents before children.

    An order with every parent before its children cannot hold a cycle.
    """
    seen: set[str] = set()
    labels: set[str] = set()
    for i, node in enumerate(nodes):
        where = f"nodes[{i}]"
        if node.uid in seen:
            raise ContentError("Two nodes carry the id {uid}.", where, uid=node.uid)
        if node.label in labels:
            raise ContentError("The label {label} stands twice.", where, label=node.label)
        if i == 0 and (node.parent is not None or node.label != ROOT):
            raise ContentError("The first node must be the root, labelled 0.", where)
        if i > 0 and node.parent is None:
            raise ContentError("Node {label} is a second root; give it a parent.", where, label=node.label)
        if node.parent is not None and node.parent not in seen:
            raise ContentError("Node {label} hangs from a node that does not come before it.", where, label=node.label)
        seen.add(node.uid)
        labels.add(node.label)


def _mapping(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ContentError("An object was expected here.", where)
    return value


def _list(value: object, where: str, limit: int) -> list[Any]:
    if not isinstance(value, list):
        raise ContentError("A list was expected here.", where)
    if len(value) > limit:
        raise ContentError(
            "At most {limit} entries fit here; {count} were given.", where, limit=limit, count=len(value)
        )
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise ContentError("A text was expected here.", where)
    if len(value) > MAX_TEXT:
        raise ContentError(
            "At most {limit} characters fit here; {count} were given.",
            where,
            limit=f"{MAX_TEXT:,}",
            count=f"{len(value):,}",
        )
    if "\x00" in value:
        raise ContentError("The text holds a zero character, which no database can store.", where)
    try:
        value.encode()
    except UnicodeEncodeError:  # half of a surrogate pair, which JSON can spell and no database can store
        raise ContentError("The text holds half a character, which cannot be stored.", where) from None
    return value


def _lines(value: object, where: str) -> tuple[str, ...]:
    lines = tuple(_text(line, f"{where}[{i}]") for i, line in enumerate(_list(value, where, MAX_LINES)))
    for i, line in enumerate(lines):
        if "\n" in line:
            raise ContentError("One entry is one line; split it at its line break.", f"{where}[{i}]")
    return lines


def _node(value: object, where: str) -> Node:
    data = _mapping(value, where)
    parent = data.get("parent")
    return Node(
        uid=_short(data.get("uid"), f"{where}.uid"),
        parent=None if parent is None else _short(parent, f"{where}.parent"),
        label=_short(data.get("label"), f"{where}.label"),
        text=_text(data.get("text", ""), f"{where}.text"),
        purpose=_text(data.get("purpose", ""), f"{where}.purpose"),
    )


def _short(value: object, where: str) -> str:
    text = _text(value, where)
    if not 0 < len(text) <= 64:
        raise ContentError("Between 1 and 64 characters were expected here.", where)
    return text


def _utterance(value: object, where: str) -> Utterance:
    data = _mapping(value, where)
    speaker = data.get("speaker")
    if speaker not in ("seeker", "provider"):
        raise ContentError("The speaker must be seeker or provider.", f"{where}.speaker")
    nodes = tuple(
        _short(label, f"{where}.nodes") for label in _list(data.get("nodes", []), f"{where}.nodes", MAX_NODES)
    )
    return Utterance(speaker=speaker, text=_text(data.get("text", ""), f"{where}.text"), nodes=nodes)
