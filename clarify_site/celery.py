"""The queue. It only rings: what has to be done stands in the database."""

import os

from celery import Celery

from clarify_site import file_queue  # noqa: F401  makes the scheme "whole-files" known

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clarify_site.settings")

app = Celery("clarify")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
