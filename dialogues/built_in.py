"""The one place where the built-in provider is called: its pure core, joined with our embedding model.

Services take a `ReplyFunction` and default to `built_in_reply`; tests hand in a scripted one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from annotation.clarq.content import TaskContent, Utterance
from dialogues.agents.clarq import VERSION, ProviderReply, provider_reply
from dialogues.embedding import embed
from dialogues.models import Agent, Speaker

ProviderMode = Literal["single", "multi"]
ReplyFunction = Callable[[TaskContent, Sequence[Utterance], ProviderMode], ProviderReply]
"""(task, dialogue so far, mode) → the provider's next line; the opener when nothing was said yet."""

AGENT_NAMES: dict[ProviderMode, str] = {"single": "builtin-provider", "multi": "builtin-provider-multi"}


def built_in_reply(content: TaskContent, turns: Sequence[Utterance], mode: ProviderMode) -> ProviderReply:
    return provider_reply(content, turns, mode=mode, embed=embed)


def built_in_agent(mode: ProviderMode) -> Agent:
    """The provider as it is configured now; an older version keeps its own row."""
    agent, _ = Agent.objects.get_or_create(
        name=AGENT_NAMES[mode],
        version=str(VERSION),
        defaults={
            "speaker": Speaker.PROVIDER,
            "engine": Agent.Engine.BUILTIN,
            "parameters": {"mode": mode},
        },
    )
    return agent


def mode_of(agent: Agent | None) -> ProviderMode:
    return "multi" if agent is not None and agent.parameters.get("mode") == "multi" else "single"
