"""Bring an installation to the point where it can serve; change nothing where it already can."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import BaseCommand, call_command
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.migrations.executor import MigrationExecutor

from annotation.models import Membership, Project
from clarify_site.demo import DEMO_ACCOUNTS
from evaluation.sample import load_sample_project


class Command(BaseCommand):
    help = "Create or update the database; with --sample, load the sample project and its accounts into an empty one."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--sample", action="store_true", help="load the sample project if there is no project yet")

    def handle(self, *args: Any, **options: Any) -> None:
        if _has_waiting_migrations():
            self.stdout.write("Preparing the database ...")
            call_command("migrate", interactive=False, verbosity=0)
        if options["sample"] and not Project.objects.exists() and not User.objects.exists():
            self._load_sample()

    def _load_sample(self) -> None:
        self.stdout.write("Loading the sample project ...")
        with transaction.atomic():
            passwords, people = _make_demo_accounts()
            project = load_sample_project(people=people)
            _give_roles(project, people)
        self.stdout.write(f"\nSample accounts of “{project.title}”. Their passwords are shown only now:\n")
        for name, password in passwords.items():
            self.stdout.write(f"  {name:<11} {password}")
        if settings.DEMO:
            self.stdout.write("On this machine the sign-in page also offers them as buttons.")
        self.stdout.write("")


def _has_waiting_migrations() -> bool:
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _make_demo_accounts() -> tuple[dict[str, str], dict[str, User]]:
    """Accounts with random passwords, which are stored only as hashes."""
    passwords = {account.name: secrets.token_urlsafe(12) for account in DEMO_ACCOUNTS}
    people = {name: User.objects.create_user(name, password=password) for name, password in passwords.items()}
    return passwords, people


def _give_roles(project: Project, people: dict[str, User]) -> None:
    for account in DEMO_ACCOUNTS:
        for role in account.roles:
            Membership.objects.create(project=project, user=people[account.name], role=role)
