"""Temporary files in folders of repositories are gone after the next start, and nothing else is."""

from __future__ import annotations

import json
import os
from pathlib import Path

import httpx
import pytest

from facetry.library.file_stores.folder.temporary_records import TEMPORARY_NAME, TemporaryRecords
from tests.support.imaging.pictures import picture, write_pictures
from tests.support.services.servers import IS_CLUSTER, running_server

NAME = ".facetry-" + "0" * 16
HEADERS = {"Content-Type": "image/png"}


@pytest.fixture
def records(tmp_path: Path) -> TemporaryRecords:
    (tmp_path / "root/a/b").mkdir(parents=True)
    return TemporaryRecords(tmp_path / "records")


def record_names(tmp_path: Path) -> list[str]:
    return sorted(path.name for path in (tmp_path / "records").iterdir())


def test_recorded_files_are_removed_and_others_stay(records: TemporaryRecords, tmp_path: Path) -> None:
    assert records.sweep() == []
    left, other = tmp_path / "root/a/b" / NAME, tmp_path / "root/a/b/.facetry-ffffffffffffffff"
    for path in (left, other, tmp_path / "root" / NAME):
        path.write_text("left")
    records.add(NAME, tmp_path / "root", ("a", "b"))
    assert records.sweep() == [left]
    assert (left.exists(), other.exists(), (tmp_path / "root" / NAME).exists()) == (False, True, True)
    assert (record_names(tmp_path), records.sweep()) == ([], [])


def test_a_record_of_a_file_that_was_never_created_goes(records: TemporaryRecords, tmp_path: Path) -> None:
    records.add(NAME, tmp_path / "root", ())
    for name, text in (("1", ""), ("2", "{"), ("3", "[]"), ("4", '{"root": 1}')):
        (tmp_path / "records" / f".facetry-{name * 16}").write_text(text)
    os.mkfifo(tmp_path / "records" / f".facetry-{'5' * 16}")  # whoever opens it as usual waits for ever
    assert (records.sweep(), record_names(tmp_path)) == ([], [])


def test_a_disk_that_is_not_connected_keeps_its_record(records: TemporaryRecords, tmp_path: Path) -> None:
    (tmp_path / "root" / NAME).write_text("left")
    records.add(NAME, tmp_path / "root", ())
    (tmp_path / "root").rename(tmp_path / "unplugged")
    assert (records.sweep(), record_names(tmp_path)) == ([], [NAME])
    (tmp_path / "unplugged").rename(tmp_path / "root")
    assert records.sweep() == [tmp_path / "root" / NAME]


def test_links_and_folders_are_left_alone(records: TemporaryRecords, tmp_path: Path) -> None:
    target = tmp_path / "root/a" / NAME
    target.write_text("not ours")
    (tmp_path / "root/link").symlink_to(tmp_path / "root/a")
    records.add(NAME, tmp_path / "root", ("link",))
    assert (records.sweep(), target.exists()) == ([], True)
    records.remove(NAME)
    (tmp_path / "root" / NAME).symlink_to(target)
    records.add(NAME, tmp_path / "root", ())
    assert (records.sweep(), (tmp_path / "root" / NAME).is_symlink(), target.exists()) == ([], True, True)


def test_names_that_are_no_temporary_names_are_passed_over(records: TemporaryRecords, tmp_path: Path) -> None:
    (tmp_path / "records").mkdir()
    (tmp_path / "root/picture.png").write_text("a picture")
    content = json.dumps({"root": str(tmp_path / "root"), "parts": []})
    (tmp_path / "records/picture.png").write_text(content)
    assert (records.sweep(), (tmp_path / "root/picture.png").exists()) == ([], True)


def temporary_files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob(".*") if TEMPORARY_NAME.fullmatch(path.name)]


@pytest.mark.skipif(IS_CLUSTER, reason="the host that leads writes the files")
@pytest.mark.parametrize("operation", ["store", "modify"])
def test_the_start_after_a_kill_removes_what_it_left(operation: str, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    write_pictures(folder, 1)
    (only,) = (path for path in folder.rglob("*") if path.is_file())
    before = only.read_bytes()
    foreign = folder / ".facetry-ffffffffffffffff"
    foreign.write_text("of another library")
    with (
        running_server(tmp_path, [folder], program="tests.support.services.dying_server") as server,
        server.client() as client,
    ):
        (repository,) = client.get("/repository/list").json()
        image = client.post("/image/search/ids", json={}).json()["items"][0]
        other = picture(only.suffix.lstrip(".").upper().replace("JPG", "JPEG"), seed=7)
        method, url, query = {
            "store": ("POST", f"/repository/{repository['id']}/storeImage", {"relativeDirectoryPath": "new/folder"}),
            "modify": ("PUT", f"/image/{image}/modify", {}),
        }[operation]
        with pytest.raises(httpx.TransportError):
            client.request(method, url, params=query, content=other, headers=HEADERS)
        assert server.process.wait(10) == -9
    (left,) = set(temporary_files(folder)) - {foreign}
    with running_server(tmp_path, [folder]) as server, server.client() as client:
        assert temporary_files(folder) == [foreign]
        assert f"removed temporary files that a crash had left: {left}" in server.output()
        assert client.post("/image/search/ids", json={}).json()["totalCount"] == 1
    assert only.read_bytes() == before
    assert list((tmp_path / "data/temporary").iterdir()) == []
