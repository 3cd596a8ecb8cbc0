"""Import and export by browser: looked at first, imported exactly as shown, and no way in for a hostile archive."""

from __future__ import annotations

import io
import json
import os
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import AsyncClient, Client
from django.urls import reverse

from annotation import uploads
from annotation.clarq import sources
from annotation.models import ClarqFile, Project, Task
from tests import factories
from tests.annotation.clarq_layout import BLANK, about, file_of, task_entry, zip_of

pytestmark = pytest.mark.django_db

TEA = "English/1._Tea_House.json"


@pytest.fixture
def project() -> Project:
    return factories.project("tea")


@pytest.fixture
def author(project: Project) -> Client:
    client = Client()
    client.force_login(factories.member(project, "author"))
    return client


@pytest.fixture(autouse=True)
def empty_folder(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


def send(client: Client, files: dict[str, bytes], project: str = "tea") -> HttpResponse:
    sent = [SimpleUploadedFile(name, data) for name, data in files.items()]
    return client.post(reverse("import", args=[project]), {"files": sent})


def look(client: Client) -> HttpResponse:
    return client.get(reverse("import-check", args=["tea"]))


def confirm(client: Client, shown: HttpResponse) -> HttpResponse:
    return client.post(reverse("import-check", args=["tea"]), {"as_shown": shown.context["as_shown"]})


def waiting() -> list[Path]:
    return list((Path(settings.DATA_DIR) / "uploads").glob("*"))


def test_a_zip_is_shown_first_and_imported_as_shown(project: Project, author: Client):
    folder = {"data/" + TEA: file_of(task_entry(), BLANK), "data/Chinese/1._Tea_House.json": file_of(about("沏茶"))}
    response = send(author, {"folder.zip": zip_of({**folder, "data/README.txt": b"hello"})})
    assert response["Location"] == "/p/tea/import/check/"
    shown = look(author)
    assert "Import 2 tasks" in shown.content.decode()
    assert not Task.objects.exists()
    assert confirm(author, shown)["Location"] == "/p/tea/"
    assert project.tasks.get(language="en").sisters.get().title == "沏茶"
    assert project.tasks.first().revisions.get().author == author.get("/projects/").context["user"]
    assert waiting() == []


def test_single_files_are_sorted_by_their_language(project: Project, author: Client):
    chinese = about("沏茶", all_response="沏一壶茶。\n用红茶。\n0\n1", all_response_exaplain=["哪种茶"])
    sent = [
        SimpleUploadedFile("1._A.json", file_of(task_entry())),
        SimpleUploadedFile("1._A.json", file_of(chinese)),
    ]
    author.post(reverse("import", args=["tea"]), {"files": sent})
    confirm(author, look(author))
    assert set(ClarqFile.objects.values_list("folder", flat=True)) == {"English", "Chinese"}


def test_a_malformed_entry_is_named_and_cannot_be_imported(project: Project, author: Client):
    broken = task_entry(all_response="A.\nB.\nC.\n0\n1\n2.1")
    send(author, {"folder.zip": zip_of({TEA: file_of(about("fine"), broken), "English/2._B.json": b"["})})
    shown = look(author)
    html = shown.content.decode()
    for words in ("2 problems in 2 files", TEA, "The label 2.1 has no parent 2", "Give label 2.1 its parent 2."):
        assert words in html
    assert 'name="as_shown"' not in html
    confirm(author, shown)
    assert not Task.objects.exists()


def test_the_report_can_be_downloaded(project: Project, author: Client):
    send(author, {"1._A.json": file_of(task_entry(), [])})
    report = author.get(reverse("import-check", args=["tea"]), {"format": "json"}).json()
    assert (report["new"], report["written"], report["malformed"][0]["entry"]) == (1, False, 1)


def test_importing_twice_has_nothing_to_do(project: Project, author: Client):
    for _ in range(2):
        send(author, {"1._A.json": file_of(task_entry())})
        shown = look(author)
        if shown.context["writes"]:
            confirm(author, shown)
    assert "Everything in these files is here already." in shown.content.decode()
    assert project.tasks.count() == 1


def test_a_change_after_the_look_stops_the_import(project: Project, author: Client):
    send(author, {"1._A.json": file_of(task_entry())})
    shown = look(author)
    factories.clarq_task(project)
    other = Client()
    other.force_login(factories.member(project, "author"))
    send(other, {"1._A.json": file_of(about("theirs"))})
    confirm(other, look(other))
    response = confirm(author, shown)
    assert response.status_code == 409
    assert "has changed since this import was shown" in response.content.decode()


def test_an_import_needs_to_have_been_looked_at(project: Project, author: Client):
    send(author, {"1._A.json": file_of(task_entry())})
    assert author.post(reverse("import-check", args=["tea"])).status_code == 409
    assert not Task.objects.exists()


def test_an_upload_that_is_gone_or_altered_is_not_imported(project: Project, author: Client):
    send(author, {"1._A.json": file_of(task_entry())})
    shown = look(author)
    waiting()[0].write_bytes(zip_of({TEA: file_of(about("forged"))}))
    assert confirm(author, shown).status_code == 422
    waiting()[0].unlink()
    assert "Choose the files again." in look(author).content.decode()
    assert not Task.objects.exists()


def test_an_upload_belongs_to_one_person_and_one_project(project: Project, author: Client):
    send(author, {"1._A.json": file_of(task_entry())})
    other = Client()
    other.force_login(factories.member(project, "author"))
    assert look(other).status_code == 422
    second = factories.project()
    user = author.get("/projects/").context["user"]
    second.memberships.create(user=user, role="author")
    assert author.get(reverse("import-check", args=[second.slug])).status_code == 422


def test_a_second_upload_replaces_the_first(author: Client):
    send(author, {"1._A.json": file_of(task_entry())})
    send(author, {"1._A.json": file_of(about("two"))})
    assert len(waiting()) == 1


def test_forgotten_uploads_are_swept_away(author: Client):
    send(author, {"1._A.json": file_of(task_entry())})
    old = waiting()[0]
    os.utime(old, (time.time() - uploads.KEPT_SECONDS - 60,) * 2)
    author.session.flush()
    other = Client()
    other.force_login(factories.member(Project.objects.get(), "author"))
    send(other, {"1._A.json": file_of(task_entry())})
    assert old not in waiting()


def test_names_in_a_file_are_shown_as_text(author: Client):
    send(author, {"<img src=x>.json": file_of(task_entry(all_response="A\n<script>alert(1)</script>"))})
    html = look(author).content.decode()
    assert "<script>alert" not in html
    assert "<img src=x>" not in html


def locked_zip() -> bytes:
    """An archive whose member claims to be encrypted."""
    data = bytearray(zip_of({TEA: b"[]"}))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


HOSTILE = [
    ("a.zip", zip_of({"../../etc/x.json": b"[]"}), 422, "names a file outside itself"),
    ("a.zip", zip_of({"/etc/x.json": b"[]"}), 422, "names a file outside itself"),
    ("a.zip", zip_of({"..\\x.json": b"[]"}), 422, "names a file outside itself"),
    ("a.zip", zip_of({"C:\\x.json": b"[]"}), 422, "names a file outside itself"),
    ("a.zip", zip_of({f"{i}.json": b"[]" for i in range(1_001)}), 413, "1001 files are too many"),
    ("a.zip", zip_of({f"{i}.txt": b"" for i in range(2_001)}), 413, "2001 files are too many"),
    ("a.zip", zip_of({f"{i}.json": b" " * 4_900_000 for i in range(13)}), 413, "unpacks to more than 60 MB"),
    ("a.zip", zip_of({"readme.txt": b"hello"}), 422, "no .json file"),
    ("a.zip", locked_zip(), 422, "cannot be read"),
    ("a.zip", zip_of({TEA: file_of(task_entry())})[:-30] + b"x" * 30, 422, "neither a zip archive nor a JSON"),
    ("a.zip", b"not a zip", 422, "neither a zip archive nor a JSON"),
    ("a.exe", b"MZ", 422, "neither a zip archive nor a JSON"),
]


@pytest.mark.parametrize(("name", "data", "status", "words"), HOSTILE, ids=[words for *_, words in HOSTILE])
def test_a_hostile_or_broken_archive_is_refused(author: Client, name: str, data: bytes, status: int, words: str):
    response = send(author, {name: data})
    assert response.status_code == status
    assert words in response.content.decode()
    assert "Nothing was imported." in response.content.decode()
    assert waiting() == []


def test_one_bomb_of_a_file_is_a_malformed_file(author: Client):
    send(author, {"a.zip": zip_of({TEA: b" " * 30_000_000})})
    assert "larger than 5 MB" in look(author).content.decode()


def test_a_huge_upload_is_refused(author: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(uploads, "MAX_UPLOAD_BYTES", 1_000_000)
    response = send(author, {"a.json": b" " * 1_000_001})
    assert response.status_code == 413
    assert "larger than 1 MB" in response.content.decode()


def test_no_file_is_refused(author: Client):
    response = author.post(reverse("import", args=["tea"]))
    assert (response.status_code, "No file was chosen" in response.content.decode()) == (422, True)


def test_what_is_packed_is_read_back():
    packed = io.BytesIO()
    kept = [sources.Source(TEA, b"[1]"), sources.Source(TEA, b"[2]"), sources.Source("中文/1._茶.json", b"[]")]
    with pytest.warns(UserWarning, match="Duplicate name"):
        sources.pack(kept, packed)
    assert sources.read_zip("", packed) == kept


# --- download ---


def test_an_export_is_a_zip_that_can_be_imported_again(project: Project, author: Client):
    send(author, {"a.zip": zip_of({TEA: file_of(BLANK, task_entry())})})
    confirm(author, look(author))
    response = author.get(reverse("export", args=["tea"]))
    assert response["Content-Type"] == "application/zip"
    assert response.streaming
    with zipfile.ZipFile(io.BytesIO(b"".join(response))) as archive:
        assert archive.testzip() is None
        assert {name: json.loads(archive.read(name)) for name in archive.namelist()} == {TEA: [BLANK, task_entry()]}


def test_an_empty_project_is_an_empty_archive(project: Project, author: Client):
    with zipfile.ZipFile(io.BytesIO(b"".join(author.get(reverse("export", args=["tea"]))))) as archive:
        assert archive.namelist() == []


@pytest.mark.django_db(transaction=True)
async def test_the_asynchronous_server_streams_it_too():
    from asgiref.sync import sync_to_async

    def prepare() -> Any:
        project = factories.project("tea")
        factories.clarq_task(project, type="Tea House")
        return factories.member(project, "researcher")

    client = AsyncClient()
    await client.aforce_login(await sync_to_async(prepare)())
    response = await client.get("/p/tea/export/")
    data = b"".join([piece async for piece in response])
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.namelist() == ["English/32._Tea_House.json"]
