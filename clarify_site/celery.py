"""The queue. It only rings: what has to be done stands in the database."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clarify_site.settings")

app = Celery("clarify")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
