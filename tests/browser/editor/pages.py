"""The editor's page as a person meets it, and what the tasks of its tests say."""

from __future__ import annotations

import re
from dataclasses import replace

from playwright.sync_api import Locator, Page, expect

from annotation.clarq.content import TaskContent, nodes_from_labels


def contents() -> dict[str, tuple[TaskContent, int]]:
    """Contents by name, and how many tasks of each the tests may use up."""
    # Reached only inside Django's shell: the factories need its models.
    from tests import factories

    small = factories.content()
    labels = ["0", *fifty_labels()]
    texts = [f"Answer of step {label}, unlike any other." for label in labels]
    many = nodes_from_labels(labels, texts, [f"what step {label} is about" for label in labels[1:]])
    script = "<script>document.title='taken over'</script><img src=x onerror=\"document.title='taken over'\">"
    hostile = nodes_from_labels(["0", "1"], [script, f"One {script}"], [f"which {script}"])
    return {
        "en": (small, 48),
        "zh": (factories.content("zh"), 36),
        "fifty": (replace(small, nodes=many), 6),
        "hostile": (replace(small, role=script, goal=script, items=(script, "cup"), nodes=hostile), 1),
        "empty": (replace(small, nodes=()), 2),
    }


def fifty_labels() -> list[str]:
    """Forty-nine nodes below a root, six levels deep."""
    chains = [[".".join([str(top), *["1"] * depth]) for depth in range(6)] for top in range(1, 9)]
    return [label for chain in chains for label in chain] + ["9"]


def node(page: Page, label: str) -> Locator:
    """The tree item with this label."""
    chip = page.locator(".ncard > .node").filter(has=page.get_by_text(label, exact=True))
    return page.get_by_role("treeitem").filter(has=chip).last


def card(page: Page, label: str) -> Locator:
    """The card of the node with this label, without its children."""
    return page.locator(".ncard").filter(has=page.locator("> .node").filter(has=page.get_by_text(label, exact=True)))


def labels_and_texts(page: Page) -> list[tuple[str, str]]:
    cards = page.locator("[role=tree] .ncard").all()
    return [
        (c.locator("> .node > [aria-hidden]").last.inner_text(), c.locator(".text").text_content() or "") for c in cards
    ]


def expect_saved(page: Page) -> None:
    """Everything typed is on the server, said so by the server's own answer."""
    expect(page.locator("save-state")).to_contain_text("Saved", timeout=10_000)
    expect(page.locator("save-state")).not_to_have_class(re.compile("busy"))


def saved_version(page: Page) -> int:
    expect_saved(page)
    return int(re.sub(r"\D", "", page.locator("[data-version]").inner_text()))


def ask(page: Page, question: str) -> Locator:
    """Ask in Try it; the reply."""
    replies = page.locator(".try .turn:not(.me):not(.waits)")
    expect(replies.first).to_be_visible()  # the greeting
    count = replies.count()
    page.get_by_label("Ask as the seeker would").fill(question)
    page.keyboard.press("Enter")
    expect(replies).to_have_count(count + 1, timeout=60_000)
    return replies.last


def focus_tree(page: Page) -> None:
    page.locator("[role=treeitem][tabindex='0']").focus()


def rewrite(page: Page, label: str, text: str = "", purpose: str = "") -> None:
    card(page, label).locator(".said").click()
    if text:
        page.locator("#edit-text").fill(text)
    if purpose:
        page.locator("#edit-purpose").fill(purpose)
