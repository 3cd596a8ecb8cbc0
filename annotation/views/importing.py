"""ClarQ folders by browser: upload, look at what would change, import exactly that; and the download."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET

from annotation import uploads
from annotation.clarq.exporting import ExportedFile, exported_files
from annotation.clarq.import_plan import Fate, ImportPlan
from annotation.clarq.importing import import_sources, preview_import
from annotation.clarq.sources import MAX_FILES, MAX_UPLOAD_BYTES, MEGABYTE
from annotation.import_messages import problem_json
from annotation.import_report import counts_of, plan_json
from annotation.models import Project
from annotation.models.projects import WRITE_TASKS
from annotation.views.projects import project_on_page

SHOWN = 200
"""Rows of each kind on the page; the downloaded report has all of them."""


@login_required
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose a zip of a folder, or files; what is sent is kept, and shown before anything is imported."""
    project = project_on_page(request, slug, WRITE_TASKS)
    if request.method == "POST":
        sources = uploads.read_uploads(request.FILES.getlist("files"))
        uploads.forget(request.session.get(_kept_under(project)))
        request.session[_kept_under(project)] = uploads.keep(sources)
        return redirect("import-check", project.slug)
    limits = {"files": MAX_FILES, "megabytes": MAX_UPLOAD_BYTES // MEGABYTE}
    return render(request, "annotation/import.html", {"project": project, "limits": limits})


@login_required
def check(request: HttpRequest, slug: str) -> HttpResponse:
    """What the kept upload would do; a POST does it, if it still would."""
    project = project_on_page(request, slug, WRITE_TASKS)
    kept = request.session.get(_kept_under(project))
    sources = uploads.fetch(kept)
    if request.method == "POST":
        plan = import_sources(
            project=project, sources=sources, by=request.user, as_shown=request.POST.get("as_shown") or "nothing"
        )
        uploads.forget(kept)
        del request.session[_kept_under(project)]
        messages.success(request, _told(plan))
        return redirect(project)
    plan = preview_import(project=project, sources=sources)
    if request.GET.get("format") == "json":
        report = JsonResponse(plan_json(plan, project=project.slug, written=False), json_dumps_params={"indent": 1})
        report["Content-Disposition"] = f'attachment; filename="{project.slug}-import.json"'
        return report
    return render(request, "annotation/import_check.html", {"project": project, **_report(plan)})


def _kept_under(project: Project) -> str:
    return f"import-{project.pk}"


def _told(plan: ImportPlan) -> str:
    counts = counts_of(plan)
    return _("Imported: %(new)s new, %(changed)s changed, %(unchanged)s unchanged, %(conflict)s set aside.") % counts


def _report(plan: ImportPlan) -> dict[str, Any]:
    counts = counts_of(plan)
    problems = [problem_json(problem) for problem in plan.problems]
    to_look_at = [e for e in plan.entries if e.fate in (Fate.CHANGED, Fate.CONFLICT) or e.duplicate_of]
    files = Counter(problem.file for problem in plan.problems)
    return {
        "counts": counts,
        "problems": problems[:SHOWN],
        "more_problems": len(problems) - len(problems[:SHOWN]),
        "problem_summary": _problem_summary(len(problems), len(files)),
        "entries": to_look_at[:SHOWN],
        "more_entries": len(to_look_at) - len(to_look_at[:SHOWN]),
        "missing": plan.missing[:SHOWN],
        "files": _files(plan),
        "writes": counts["new"] + counts["changed"] + counts["conflict"],
        "as_shown": plan.digest,
        "may_import": not problems,
    }


def _problem_summary(problems: int, files: int) -> str:
    first = ngettext("%(count)s problem", "%(count)s problems", problems) % {"count": problems}
    second = ngettext("%(count)s file", "%(count)s files", files) % {"count": files}
    return _("%(problems)s in %(files)s.") % {"problems": first, "files": second}


def _files(plan: ImportPlan) -> list[dict[str, Any]]:
    """One line per file: how many of its entries meet which fate."""
    fates: dict[str, Counter[str]] = {file.path: Counter() for file in plan.files}
    for entry in plan.entries:
        fates[entry.file.path][entry.fate.value] += 1
    return [
        {
            "path": file.path or file.name,
            "fates": fates[file.path],
            "placeholders": len(file.placeholders),
            "problems": len(file.problems),
        }
        for file in plan.files
    ]


@login_required
@require_GET
def export(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A zip of the project's ClarQ folder, made while it is sent."""
    project = project_on_page(request, slug)
    name = f"{project.slug}-{timezone.localdate():%Y-%m-%d}.zip"
    pieces = zip_pieces(exported_files(project))
    response = StreamingHttpResponse(
        _awaited(pieces) if isinstance(request, ASGIRequest) else pieces, content_type="application/zip"
    )
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def zip_pieces(files: Iterable[ExportedFile]) -> Iterator[bytes]:
    """An archive in pieces, one per file, so that no more than one file is ever held."""
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.writestr(file.path, file.data)
            yield pipe.taken()
    yield pipe.taken()


class _Pipe(io.RawIOBase):
    """Takes what a zip archive writes and hands it on; an archive that cannot seek writes straight through."""

    def __init__(self) -> None:
        self._waiting: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._waiting.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        waiting, self._waiting = self._waiting, []
        return b"".join(waiting)


async def _awaited(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """The same pieces for an asynchronous server, each made in a thread, where the database may be asked."""
    next_piece = sync_to_async(lambda: next(pieces, None))
    while (piece := await next_piece()) is not None:
        yield piece
