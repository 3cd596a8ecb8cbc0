"""Domain errors become pages here, once, so that views need not catch them."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotation.errors import DomainError

logger = logging.getLogger("clarify.web")


class Utf8BodiesMiddleware:
    """Bodies are read as UTF-8, whatever they say.

    Django refuses a form in another charset, and then fails because its page for refusals reads the form again.
    """

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.encoding is not None:
            request.encoding = "utf-8"
        return self.get_response(request)


class DomainErrorMiddleware:
    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, DomainError):
            return None
        logger.info("%s %s: %s", request.method, request.path, error.code)
        part = bool(getattr(request, "htmx", False))
        template = "parts/error_note.html" if part else "error.html"
        return render(request, template, {"error": error}, status=error.status)
