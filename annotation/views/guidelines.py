"""What the people of a project agreed on, version by version."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from annotation import services
from annotation.clarq.words import text_language
from annotation.errors import NotAllowed
from annotation.forms import GuidelinesForm
from annotation.models.projects import MANAGE
from annotation.prose import blocks
from annotation.views.projects import project_on_page


@login_required
def guidelines(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest version, or the one that `?version=` names; managers write the next one."""
    project = project_on_page(request, slug)
    may_manage = project.allows(request.user, MANAGE)
    if request.method == "POST" and not may_manage:
        raise NotAllowed(_("Only managers write guidelines. Nothing was changed."), hint=_("Ask a manager."))
    versions = list(project.guidelines.select_related("created_by").defer("text"))
    asked = request.GET.get("version", "")
    shown = versions[0] if versions else None
    if asked:
        version = int(asked) if asked.isdecimal() and len(asked) < 10 else 0
        shown = get_object_or_404(project.guidelines, version=version)
    form = GuidelinesForm(request.POST or None, initial={"text": versions[0].text if versions else ""})
    if form.is_valid():
        made = services.add_guidelines(project=project, text=_plain_breaks(form.cleaned_data["text"]), by=request.user)
        messages.success(request, _("Version %(version)s is the current one.") % {"version": made.version})
        return redirect("guidelines", project.slug)
    context = {
        "project": project,
        "shown": shown,
        "blocks": blocks(shown.text) if shown else [],
        "language": text_language(shown.text) if shown else "",
        "versions": versions,
        "form": form,
        "may_manage": may_manage,
        "writing": form.is_bound or "write" in request.GET,
    }
    return render(request, "annotation/guidelines.html", context, status=422 if form.is_bound else 200)


def _plain_breaks(text: str) -> str:
    """Browsers send line breaks as two characters."""
    return text.replace("\r\n", "\n")
