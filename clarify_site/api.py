"""The API's one door for errors: named domain errors, and everything else in the same shape."""

from __future__ import annotations

import logging
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import exception_handler

from annotation.errors import DomainError, not_found_message, request_too_large

logger = logging.getLogger("clarify.api")


class WholeJSONRenderer(JSONRenderer):
    """JSON in UTF-8; an answer that repeats half a character, which UTF-8 cannot hold, is spelled in ASCII."""

    def render(self, *arguments: Any, **options: Any) -> bytes:
        try:
            return super().render(*arguments, **options)
        except UnicodeEncodeError:
            return _AsciiJSONRenderer().render(*arguments, **options)


class _AsciiJSONRenderer(JSONRenderer):
    ensure_ascii = True


def error_response(error: Exception, context: dict[str, Any]) -> Response | None:
    """``{"error": {"code", "message", "hint", "where"}}`` with the fitting status; None lets bugs be bugs."""
    if isinstance(error, RequestDataTooBig):
        error = request_too_large(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    if isinstance(error, DomainError):
        logger.info("%s %s: %s", context["request"].method, context["request"].path, error.code)
        return Response({"error": error.to_json()}, status=error.status)
    response = exception_handler(error, context)
    if response is None:
        return None
    logger.info("%s %s: %s", context["request"].method, context["request"].path, response.status_code)
    response.data = {"error": _shape(error, response)}
    return response


def _shape(error: Exception, response: Response) -> dict[str, Any]:
    if isinstance(error, Http404) or response.status_code == 404:
        return {"code": "not_found", "message": not_found_message(), "hint": "", "where": ""}
    if isinstance(error, exceptions.ParseError):
        message, hint = _("The request is not valid JSON. Nothing was stored."), _("Send one JSON object in UTF-8.")
        return {"code": "malformed", "message": message, "hint": hint, "where": ""}
    if isinstance(error, exceptions.ValidationError):
        where, message = _first_problem(response.data)
        return {"code": "invalid", "message": message, "hint": _("Nothing was stored."), "where": where}
    if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        message = _("You are not signed in, or your session has ended.")
        return {"code": "signed_out", "message": message, "hint": _("Sign in and send it again."), "where": ""}
    code = getattr(error, "default_code", "error")
    return {"code": str(code), "message": str(getattr(error, "detail", error)), "hint": "", "where": ""}


def _first_problem(data: Any, where: str = "") -> tuple[str, str]:
    """The first field and message of DRF's nested error lists."""
    if isinstance(data, dict) and data:
        key, value = next(iter(data.items()))
        return _first_problem(value, f"{where}.{key}" if where else str(key))
    if isinstance(data, list) and data:
        return _first_problem(data[0], where)
    return where, str(data)
