"""Settings of the test suite: the product's own, with fast hashing and nothing outside a temporary folder."""

import os
import tempfile

os.environ.setdefault("CLARIFY_DATA_DIR", tempfile.mkdtemp(prefix="clarify-tests-"))

from clarify_site import settings as product
from clarify_site.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Ringing must never start work in a test by itself; tests call the service that a worker would call.
CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS = {}
AXES_ENABLED = False
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
# A file, as in the product: connections to SQLite's shared memory do not wait for each other's locks.
if product.DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    product.DATABASES["default"]["TEST"] = {"NAME": str(product.DATA_DIR / "tests.sqlite3")}
