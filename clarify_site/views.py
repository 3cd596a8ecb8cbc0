"""Sign-in, the way home, and the pages that tell what went wrong."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, LogoutView
from django.core.exceptions import RequestDataTooBig
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views import defaults
from django.views.decorators.csrf import requires_csrf_token
from django.views.decorators.http import require_POST
from rest_framework.authtoken.models import Token

from annotation.errors import request_too_large
from annotation.models import Project, Role
from annotation.models.projects import KNOW_TREES
from clarify_site.demo import DEMO_ACCOUNTS, offers_demo


class SignedInRequest(HttpRequest):
    """The request as a view behind `login_required` gets it."""

    user: User


class SignIn(LoginView):
    template_name = "sign_in.html"
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        accounts = DEMO_ACCOUNTS if offers_demo(self.request) else ()
        return super().get_context_data(demo_accounts=accounts, **kwargs)


class SignOut(LogoutView):
    pass


@require_POST
def demo_sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in as a sample account; only in demo mode, only from this machine."""
    name = request.POST.get("account", "")
    if not offers_demo(request) or name not in {account.name for account in DEMO_ACCOUNTS}:
        raise Http404
    user = User.objects.filter(username=name, is_active=True, is_superuser=False).first()
    if user is None:
        raise Http404
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return redirect(_asked_for(request))


def _asked_for(request: HttpRequest) -> str:
    """The page that sent the person to the sign-in, if it is one of ours."""
    target = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    return target if ours else reverse("home")


@login_required
def home(request: HttpRequest) -> HttpResponse:
    """Each person's first page: the work that their roles lead to."""
    projects = Project.objects.visible_to(request.user)
    workplaces = Project.objects.where_user_is(request.user, KNOW_TREES)
    if not workplaces.exists() and Project.objects.where_user_is(request.user, [Role.SEEKER]).exists():
        return redirect("play")
    if projects.count() == 1 and workplaces.exists():
        return redirect(projects.get())
    return redirect("projects")


@login_required
def account(request: SignedInRequest) -> HttpResponse:
    token = Token.objects.filter(user=request.user).first()
    return render(request, "account.html", {"has_token": token is not None})


@login_required
@require_POST
def make_token(request: SignedInRequest) -> HttpResponse:
    """A fresh API token, shown once; the one before stops working."""
    Token.objects.filter(user=request.user).delete()
    token = Token.objects.create(user=request.user)
    messages.success(request, _("A new token was made. The one before no longer works."))
    return render(request, "account.html", {"has_token": True, "new_token": token.key})


def health(request: HttpRequest) -> JsonResponse:
    """For supervisors: answers as soon as requests and the database work."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return JsonResponse({"ok": True})


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "csrf_failure.html", status=403)


@requires_csrf_token
def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that was refused before any view saw it: its host, its path, its form, its size."""
    if not isinstance(exception, RequestDataTooBig):
        return defaults.bad_request(request, exception)
    error = request_too_large(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    return render(request, "error.html", {"error": error}, status=error.status)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    return render(request, "500.html", status=500)
