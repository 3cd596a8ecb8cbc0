"""Real rows for tests, made the way the product makes them. Sample words are our own."""

from __future__ import annotations

from itertools import count
from typing import Any

from django.contrib.auth.models import User

from annotation import services
from annotation.clarq.content import Language, TaskContent, nodes_from_labels
from annotation.models import Membership, Project, Task

_numbers = count(1)


def person(name: str = "", **flags: Any) -> User:
    return User.objects.create_user(name or f"person{next(_numbers)}", password="a long password", **flags)


def member(project: Project, *roles: str, name: str = "") -> User:
    """A new person with these roles in the project."""
    user = person(name)
    for role in roles:
        Membership.objects.create(project=project, user=user, role=role)
    return user


def project(slug: str = "", **fields: Any) -> Project:
    slug = slug or f"study-{next(_numbers)}"
    return Project.objects.create(slug=slug, title=fields.pop("title", slug.title()), **fields)


def content(language: Language = "en") -> TaskContent:
    """A small tree of depth 2: root 0, with 1 (opens 1.1) and 2."""
    if language == "zh":
        return TaskContent(
            language="zh",
            role="茶馆学徒",
            goal="为客人沏一壶茶",
            items=("紫砂壶", "瓷壶", "绿茶", "红茶"),
            skills=("用井水", "用泉水"),
            scenes=("前厅", "后院"),
            nodes=nodes_from_labels(
                ["0", "1", "1.1", "2"],
                ["沏一壶好茶端给客人就行。", "用瓷壶来沏。", "瓷壶要先用泉水烫一遍。", "客人点的是红茶。"],
                [
                    "有两种壶，不清楚该用哪一种壶。",
                    "不清楚烫壶用井水还是泉水。",
                    "有绿茶和红茶，不清楚客人要哪一种茶。",
                ],
            ),
        )
    return TaskContent(
        language="en",
        role="apprentice in a tea house",
        goal="serve a guest a pot of tea",
        items=("clay pot", "china pot", "green tea", "black tea"),
        skills=("draw well water", "draw spring water"),
        scenes=("front room", "courtyard"),
        nodes=nodes_from_labels(
            ["0", "1", "1.1", "2"],
            [
                "Brew a good pot and carry it over.",
                "Take the one made of china.",
                "Warm it through with spring water first.",
                "The guest asked for black leaves.",
            ],
            [
                "There are two pots, and it is unclear which pot to use.",
                "It is unclear which water warms the pot, well water or spring water.",
                "There is green and black tea, and it is unclear which tea the guest wants.",
            ],
        ),
    )


def clarq_task(project: Project, *, language: Language = "en", status: str = "open", **fields: Any) -> Task:
    fields.setdefault("title", f"Serve the tea {next(_numbers)}")
    fields.setdefault("content", content(language))
    return services.create_task(project=project, status=status, by=fields.pop("by", None), **fields)
