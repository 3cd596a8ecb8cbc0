"""The background as a prompt for a seeker, for tasks whose background has no prompt of its own (any more).

The layout of the published files carries such a text beside the five parts. The words here are ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from annotation.clarq.content import Language, TaskContent


class _Words(NamedTuple):
    opening: str
    items: str
    skills: str
    scenes: str
    request: str


_WORDS: Mapping[Language, _Words] = {
    "en": _Words(
        opening="Your role: {role}. Your goal: {goal}. {name} knows how it is done; talk with {name} to find out.",
        items="What you have with you:",
        skills="What you are able to do:",
        scenes="Where you can go, unless a place says otherwise:",
        request=(
            "Everything you need is listed above, but {name}'s answers may leave open which of it to use. Ask about "
            'every point that is unclear, one at a time. When you know all the steps, say "goodbye" to {name}.'
        ),
    ),
    "zh": _Words(
        opening="你的身份：{role}。你的目标：{goal}。{name}知道该怎么做，请通过与{name}对话弄清楚。",
        items="你手头有：",
        skills="你会做：",
        scenes="除非另有说明，你可以去：",
        request=(
            "上面列出的东西足够完成目标，但{name}的回答可能没有说清该用哪一个。"
            "凡是不清楚的地方，请逐个追问。弄清全部步骤之后，对{name}说“再见”。"
        ),
    ),
}


def render_prompt(content: TaskContent, provider_name: str) -> str:
    """Paragraphs: who and what for, each list that is not empty, what to do."""
    words = _WORDS[content.language]
    facts = {"role": content.role, "goal": content.goal, "name": provider_name}
    paragraphs = [words.opening.format(**facts)]
    paragraphs += _lists(words, content)
    paragraphs.append(words.request.format(**facts))
    return "\n\n".join(paragraphs)


def _lists(words: _Words, content: TaskContent) -> list[str]:
    lists: tuple[tuple[str, Sequence[str]], ...] = (
        (words.items, content.items),
        (words.skills, content.skills),
        (words.scenes, content.scenes),
    )
    return ["\n".join((heading, *lines)) for heading, lines in lists if lines]
