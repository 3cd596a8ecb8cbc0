"""Domain errors become pages here, once, so that views need not catch them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from http import HTTPStatus

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
    """Errors of the domain, and addresses that only take forms, answer with a page that leads on."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        return _wrong_door(request, response) if _is_bare_refusal(request, response) else response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, DomainError):
            return None
        logger.info("%s %s: %s", request.method, request.path, error.code)
        part = bool(getattr(request, "htmx", False))
        template = "parts/error_note.html" if part else "error.html"
        return render(request, template, {"error": error}, status=error.status)


def _is_bare_refusal(request: HttpRequest, response: HttpResponse) -> bool:
    """Somebody opened an address that forms are sent to, as after signing in again: Django's answer has no words."""
    return (
        response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and request.accepts("text/html") and not response.content
    )


def _wrong_door(request: HttpRequest, refusal: HttpResponse) -> HttpResponse:
    page = render(request, "404.html", status=HTTPStatus.METHOD_NOT_ALLOWED)
    page.headers["Allow"] = refusal.headers["Allow"]
    return page
