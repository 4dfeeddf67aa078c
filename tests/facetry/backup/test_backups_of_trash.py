"""A backup with pictures has those in the trash, and a restored library can restore them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import pytest

from facetry.backup import data_folder as data_folders
from facetry.library.trash.rows import FOLDER
from facetry.library.trash.trash import Trash
from facetry.store.store import Store
from facetry.system.files.file_times import modified_ns
from tests.crash.durability.old_libraries import make_old
from tests.support.libraries.backups import DATABASE, back_up, make_library, restored


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A library of three images, whose records have the versions of their files."""
    make_library(tmp_path / "data", tmp_path / "pictures")
    with_trash(tmp_path / "data", record_versions)
    return tmp_path / "data"


def with_trash(data: Path, change: Callable[[Store, Trash], None]) -> None:
    store = Store(data / DATABASE)
    try:
        change(store, Trash(store, 30, lambda _: None))
    finally:
        store.close()


def record_versions(store: Store, _: Trash) -> None:
    ((root,),) = store.read_now(lambda connection: connection.exec_driver_sql("SELECT path FROM repository").all())
    statuses = {path.name: path.stat() for path in Path(root).iterdir()}
    versions = [(status.st_size, modified_ns(status), name) for name, status in statuses.items()]
    statement = "UPDATE image SET size = ?, file_modified_ns = ? WHERE path = ?"
    store.write_now(lambda work: work.connection.exec_driver_sql(statement, versions).close())


def put(name: str) -> Callable[[Store, Trash], None]:
    def change(store: Store, trash: Trash) -> None:
        trash.put(id_of(store, name))

    return change


def restore(store: Store, trash: Trash) -> None:
    ((id,),) = store.read_now(lambda connection: connection.exec_driver_sql("SELECT id FROM trashed_image").all())
    trash.restore(UUID(bytes=id))


def id_of(store: Store, name: str) -> UUID:
    statement = "SELECT id FROM image WHERE path = ?"
    return store.read_now(lambda connection: UUID(bytes=connection.exec_driver_sql(statement, (name,)).scalar_one()))


def test_an_image_in_the_trash_is_restored_from_a_restored_backup(data: Path, tmp_path: Path) -> None:
    content = (tmp_path / "pictures" / "1.jpg").read_bytes()
    with_trash(data, put("1.jpg"))
    result = back_up(data, tmp_path / "backups", with_pictures=True)
    assert (result.missing, result.manifest.counts["trashed_image"], result.manifest.counts["image"]) == ((), 1, 2)
    again = back_up(data, tmp_path / "backups", with_pictures=True)
    assert again.manifest.new_bytes == 0
    restored(tmp_path / "backups", tmp_path / "new", pictures=tmp_path / "again")
    folder = tmp_path / "again" / "pictures"
    assert sorted(path.name for path in folder.iterdir()) == [FOLDER, "0.jpg", "2.jpg"]
    with_trash(tmp_path / "new", restore)
    assert (folder / "1.jpg").read_bytes() == content
    assert list((folder / FOLDER).iterdir()) == []
    with_trash(tmp_path / "new", lambda _, trash: trash.complete())


def test_without_pictures_the_trash_stays_where_it_is(data: Path, tmp_path: Path) -> None:
    with_trash(data, put("1.jpg"))
    result = back_up(data, tmp_path / "backups")
    assert {file.role for file in result.manifest.files} == {"database"}
    restored(tmp_path / "backups", tmp_path / "new")
    with_trash(tmp_path / "new", restore)
    assert (tmp_path / "pictures" / "1.jpg").exists()


def test_a_file_that_is_gone_from_the_trash_is_missing(data: Path, tmp_path: Path) -> None:
    with_trash(data, put("1.jpg"))
    (file,) = (tmp_path / "pictures" / FOLDER).iterdir()
    file.unlink()
    assert back_up(data, tmp_path / "backups", with_pictures=True).missing == (str(file),)


def test_an_image_without_a_file_is_in_the_trash_without_one(data: Path, tmp_path: Path) -> None:
    (tmp_path / "pictures" / "1.jpg").unlink()
    with_trash(data, put("1.jpg"))
    assert back_up(data, tmp_path / "backups", with_pictures=True).missing == ()


@pytest.mark.parametrize("was_in_trash", [False, True])
def test_a_picture_that_moves_during_the_backup_is_in_it(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, was_in_trash: bool
) -> None:
    """The copy of the database says that it is in the other place."""
    if was_in_trash:
        with_trash(data, put("1.jpg"))
    counts = data_folders.counts

    def move(*arguments: object) -> dict[str, int]:
        with_trash(data, restore if was_in_trash else put("1.jpg"))
        return counts(*arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(data_folders, "counts", move)
        result = back_up(data, tmp_path / "backups", with_pictures=True)
    assert result.missing == ()
    restored(tmp_path / "backups", tmp_path / "new", pictures=tmp_path / "again")
    folder = tmp_path / "again" / "pictures"
    with_trash(tmp_path / "new", lambda _, trash: trash.complete())
    if was_in_trash:
        with_trash(tmp_path / "new", restore)
    assert sorted(path.name for path in folder.iterdir() if path.is_file()) == ["0.jpg", "1.jpg", "2.jpg"]


@pytest.mark.parametrize("member", ["size", "file_modified_ns"])
def test_another_file_in_the_other_place_is_not_taken_for_the_picture(data: Path, tmp_path: Path, member: str) -> None:
    with_trash(data, put("1.jpg"))
    (file,) = (tmp_path / "pictures" / FOLDER).iterdir()
    status = file.stat()
    file.rename(tmp_path / "pictures" / "1.jpg")
    if member == "size":
        (tmp_path / "pictures" / "1.jpg").write_bytes(b"other")
        os.utime(tmp_path / "pictures" / "1.jpg", ns=(status.st_atime_ns, status.st_mtime_ns))
    else:
        os.utime(tmp_path / "pictures" / "1.jpg", ns=(5, 5))
    assert back_up(data, tmp_path / "backups", with_pictures=True).missing == (str(file),)


def test_files_of_buckets_stay_where_they_are(data: Path, tmp_path: Path) -> None:
    with_trash(data, put("1.jpg"))
    statement = "UPDATE repository SET path = 's3://bucket/prefix'"
    with_trash(data, lambda store, _: store.write_now(lambda work: work.connection.exec_driver_sql(statement).close()))
    result = back_up(data, tmp_path / "backups", with_pictures=True)
    assert (result.missing, [file.role for file in result.manifest.files]) == ((), ["database"])


def test_a_library_from_before_the_trash_is_backed_up(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    make_old(tmp_path / "data" / DATABASE, "0012")
    result = back_up(tmp_path / "data", tmp_path / "backups", with_pictures=True)
    assert "trashed_image" not in result.manifest.counts
    assert result.manifest.database_revision == "0012"
