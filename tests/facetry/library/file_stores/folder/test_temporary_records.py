"""Temporary files in folders of repositories are gone after the next start, and nothing else is."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import httpx
import pytest

from facetry.library.file_stores.folder import atomic_files
from facetry.library.file_stores.folder.temporary_records import TEMPORARY_NAME, Swept, TemporaryRecords
from facetry.system.files.chosen_folders import ChosenFolder
from facetry.system.files.file_versions import version_of
from tests.support.imaging.pictures import picture, write_pictures
from tests.support.services.servers import IS_CLUSTER, running_server

NAME = ".facetry-" + "0" * 16
OTHER = ".facetry-" + "f" * 16
HEADERS = {"Content-Type": "image/png"}


@pytest.fixture
def records(tmp_path: Path) -> TemporaryRecords:
    (tmp_path / "root/a/b").mkdir(parents=True)
    return TemporaryRecords(tmp_path / "records")


def record_names(tmp_path: Path) -> list[str]:
    return sorted(path.name for path in (tmp_path / "records").iterdir())


def test_recorded_files_are_removed_and_others_stay(records: TemporaryRecords, tmp_path: Path) -> None:
    assert records.sweep() == Swept()
    left, other = tmp_path / "root/a/b" / NAME, tmp_path / "root/a/b/.facetry-ffffffffffffffff"
    for path in (left, other, tmp_path / "root" / NAME):
        path.write_text("left")
    records.put(NAME, tmp_path / "root", ("a", "b"))
    assert records.sweep() == Swept(removed=[left])
    assert (left.exists(), other.exists(), (tmp_path / "root" / NAME).exists()) == (False, True, True)
    assert (record_names(tmp_path), records.sweep()) == ([], Swept())


def test_a_record_of_a_file_that_was_never_created_goes(records: TemporaryRecords, tmp_path: Path) -> None:
    records.put(NAME, tmp_path / "root", ())
    for name, text in (("1", ""), ("2", "{"), ("3", "[]"), ("4", '{"root": 1}')):
        (tmp_path / "records" / f".facetry-{name * 16}").write_text(text)
    os.mkfifo(tmp_path / "records" / f".facetry-{'5' * 16}")  # whoever opens it as usual waits for ever
    assert (records.sweep(), record_names(tmp_path)) == (Swept(), [])


def test_a_disk_that_is_not_connected_keeps_its_record(records: TemporaryRecords, tmp_path: Path) -> None:
    (tmp_path / "root" / NAME).write_text("left")
    records.put(NAME, tmp_path / "root", ())
    (tmp_path / "root").rename(tmp_path / "unplugged")
    assert (records.sweep(), record_names(tmp_path)) == (Swept(), [NAME])
    (tmp_path / "unplugged").rename(tmp_path / "root")
    assert records.sweep() == Swept(removed=[tmp_path / "root" / NAME])


def test_links_and_folders_are_left_alone(records: TemporaryRecords, tmp_path: Path) -> None:
    target = tmp_path / "root/a" / NAME
    target.write_text("not ours")
    (tmp_path / "root/link").symlink_to(tmp_path / "root/a")
    records.put(NAME, tmp_path / "root", ("link",))
    assert (records.sweep(), target.exists()) == (Swept(), True)
    records.remove(NAME)
    (tmp_path / "root" / NAME).symlink_to(target)
    records.put(NAME, tmp_path / "root", ())
    assert (records.sweep(), (tmp_path / "root" / NAME).is_symlink(), target.exists()) == (Swept(), True, True)


def test_names_that_are_no_temporary_names_are_passed_over(records: TemporaryRecords, tmp_path: Path) -> None:
    (tmp_path / "records").mkdir()
    (tmp_path / "root/picture.png").write_text("a picture")
    content = json.dumps({"root": str(tmp_path / "root"), "parts": []})
    (tmp_path / "records/picture.png").write_text(content)
    assert (records.sweep(), (tmp_path / "root/picture.png").exists()) == (Swept(), True)


def test_a_record_says_last_what_becomes_of_its_file(records: TemporaryRecords, tmp_path: Path) -> None:
    root, aside = tmp_path / "root", tmp_path / "root/a/b" / NAME
    aside.write_text("set aside")
    records.put(NAME, root, ("a", "b"))
    records.put(NAME, root, ("a", "b"), "a.png")
    assert records.has(NAME)
    assert records.sweep() == Swept(returned=[root / "a/b/a.png"])
    assert (root / "a/b/a.png").read_text() == "set aside"
    assert (record_names(tmp_path), records.has(NAME), aside.exists()) == ([], False, False)


def test_only_the_new_file_is_removed(records: TemporaryRecords, tmp_path: Path) -> None:
    root, new = tmp_path / "root", tmp_path / "root" / NAME
    new.write_text("new")
    version = version_of(new.stat(), root.as_posix())
    records.put(NAME, root, (), "a.png", version)
    assert records.sweep() == Swept(removed=[new])
    new.write_text("another one")
    records.put(NAME, root, (), "a.png", version)
    assert records.sweep() == Swept(returned=[root / "a.png"])


def test_a_new_file_that_nobody_has_confirmed_is_exchanged_back(records: TemporaryRecords, tmp_path: Path) -> None:
    root, old, new = tmp_path / "root", tmp_path / "root" / NAME, tmp_path / "root/a.png"
    old.write_text("old")
    new.write_text("the new one")
    records.put(NAME, root, (), "a.png", version_of(new.stat(), root.as_posix()))
    assert records.sweep() == Swept(returned=[new])
    assert (new.read_text(), old.exists()) == ("old", False)


def test_a_file_with_a_record_is_no_leftover_of_yesterday(
    records: TemporaryRecords, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was set aside on a disk that was not connected when the service started again."""
    root, source = tmp_path / "root", tmp_path / "source"
    source.write_text("new")
    for name in (NAME, OTHER):
        (root / name).write_text("left")
    records.put(NAME, root, (), "a.png")
    atomic_files._last_sweeps.clear()
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 90_000)
    with (
        atomic_files.open_subfolder(ChosenFolder(str(root)), ()) as folder,
        atomic_files.temporary_file(folder, source, records=records),
    ):
        assert ((root / NAME).exists(), (root / OTHER).exists()) == (True, False)


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
