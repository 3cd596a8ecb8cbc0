"""The administration of dialogues: staff see what they may read elsewhere, and nobody rewrites what was said."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from annotation.models import Project, Role
from dialogues.models import Dialogue
from dialogues.services import say_goodbye, start_dialogue
from tests import factories

pytestmark = pytest.mark.django_db

OF_A_DIALOGUE = ["dialogue", "turn", "run"]


@pytest.fixture
def study() -> Project:
    return factories.project("study")


def staff(project: Any, *roles: str) -> User:
    """Staff with every Django permission on this app, and these roles in the project."""
    user = factories.member(project, *roles)
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="dialogues"))
    return user


def page(user: User, address: str) -> str:
    browser = Client()
    browser.force_login(user)
    return browser.get(f"/admin/dialogues/{address}").content.decode()


def conversation(study: Project, seeker: User) -> Dialogue:
    task = factories.clarq_task(study, language="zh", title="The kettle")
    return start_dialogue(task=task, seeker=seeker)


@pytest.mark.parametrize("model", OF_A_DIALOGUE)
def test_staff_of_the_project_see_its_conversations(model: str, study: Project) -> None:
    conversation(study, factories.member(study, Role.SEEKER))
    assert f"1 {model}" in page(staff(study, Role.RESEARCHER), f"{model}/").partition('class="paginator"')[2]


@pytest.mark.parametrize("model", OF_A_DIALOGUE)
@pytest.mark.parametrize("roles", [(), (Role.AUTHOR, Role.SEEKER)], ids=["outsider", "no role that reads results"])
def test_other_staff_see_none_of_them(model: str, roles: tuple[str, ...], study: Project) -> None:
    conversation(study, factories.member(study, Role.SEEKER))
    home = study if roles else factories.project("elsewhere")
    shown = page(staff(home, *(roles or Role.values)), f"{model}/")
    assert "The kettle" not in shown
    assert "/p/study/" not in shown
    assert "people-builtin" not in shown


def test_no_filter_names_a_project_of_others(study: Project) -> None:
    conversation(study, factories.member(study, Role.SEEKER))
    stranger = staff(factories.project("elsewhere"), Role.RESEARCHER)
    assert study.title not in page(stranger, "dialogue/")


def test_a_seeker_on_the_staff_cannot_look_the_answers_up(study: Project) -> None:
    seeker = staff(study, Role.SEEKER, Role.RESEARCHER)
    dialogue = conversation(study, seeker)
    assert "The kettle" not in page(seeker, "dialogue/")
    assert "The kettle" not in page(seeker, "turn/")
    say_goodbye(dialogue=dialogue, by=seeker, client_id="bye")
    assert "The kettle" in page(seeker, "dialogue/")


def test_a_dialogue_cannot_be_moved_into_a_run_of_others(study: Project) -> None:
    manager = staff(study, Role.MANAGER)
    dialogue = conversation(study, factories.member(study, Role.SEEKER))
    foreign = conversation(factories.project("elsewhere"), factories.person()).run
    assert foreign is not None
    browser = Client()
    browser.force_login(manager)
    form = {"project": study.pk, "title": "The kettle", "repeat": 1, "provider_name": "Jax", "max_seeker_turns": 12}
    none = {"turns-TOTAL_FORMS": 0, "turns-INITIAL_FORMS": 0}
    address = f"/admin/dialogues/dialogue/{dialogue.pk}/change/"
    assert browser.post(address, {**form, **none, "run": foreign.pk}).status_code == 200
    dialogue.refresh_from_db()
    assert dialogue.run != foreign
    assert browser.post(address, {**form, **none, "run": dialogue.run_id}).status_code == 302
