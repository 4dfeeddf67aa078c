"""A copy of a library is kept before its migration, and a library that cannot be copied is not migrated."""

from __future__ import annotations

import errno
import logging
import os
import secrets
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import text

from facetry.store import writer
from facetry.store.engine import connect
from facetry.store.engines.sqlite import connections as sqlite
from facetry.store.engines.sqlite import database_copy, migration_copies
from facetry.store.engines.sqlite.database_copy import copy_database, damages, open_copy
from facetry.store.engines.sqlite.integrity.page_image import read_image
from facetry.store.engines.sqlite.integrity.row_salvage import damaged_pages_of
from facetry.store.engines.sqlite.migration_copies import FOLDER, keep_copy
from facetry.store.migrations import HEAD, current
from facetry.store.store import Store
from facetry.store.work import Work
from tests.crash.durability.old_libraries import make_old


def make_older(path: Path, revision: str = "0005") -> None:
    make_old(path, revision)
    connection = connect(path)
    connection.exec_driver_sql("INSERT INTO tag (value) VALUES ('before')")
    connection.close()
    connection.engine.dispose()


def revision_of(path: Path) -> str | None:
    with open_copy(path) as connection:
        return current(connection)


def test_the_library_as_it_was_is_kept_and_named_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "library.db"
    make_older(path)
    with caplog.at_level(logging.WARNING):
        Store(path).close()
    (copy,) = (tmp_path / FOLDER).iterdir()
    assert (revision_of(copy), revision_of(path), damages(copy)) == ("0005", HEAD, [])
    with open_copy(copy) as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM tag WHERE value = 'before'").scalar() == 1
    assert f"from 0005 to {HEAD}" in caplog.text
    assert str(copy) in caplog.text
    assert (stat.S_IMODE(copy.stat().st_mode), stat.S_IMODE(copy.parent.stat().st_mode)) == (0o600, 0o700)


def test_a_new_or_current_library_has_no_copy(tmp_path: Path) -> None:
    for _ in range(2):
        Store(tmp_path / "library.db").close()
    assert not (tmp_path / FOLDER).exists()


def test_the_newest_two_copies_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.db"
    make_older(path)
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "20250101T000000Z-0004.db.partial").write_bytes(b"of a crash")
    for day in (1, 2, 3):
        monkeypatch.setattr(time, "strftime", lambda *_, day=day: f"2026010{day}T000000Z")
        keep_copy(path, "0005", HEAD)
    found = sorted(entry.name for entry in (tmp_path / FOLDER).iterdir())
    assert found == ["20260102T000000Z-0005.db", "20260103T000000Z-0005.db"]


def test_copies_with_a_date_in_the_future_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.db"
    make_older(path)
    for date in ("20280101", "20280102", "20260101", "20260102", "20260103"):
        monkeypatch.setattr(time, "strftime", lambda *_, date=date: f"{date}T000000Z")
        keep_copy(path, "0005", HEAD)
    found = sorted(entry.name[:8] for entry in (tmp_path / FOLDER).iterdir())
    assert found == ["20260102", "20260103", "20280101", "20280102"]


def test_a_library_that_cannot_be_copied_is_not_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.db"
    make_older(path)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    with monkeypatch.context() as patch:
        patch.setattr(migration_copies, "copy_database", full)
        with pytest.raises(OSError, match="No space left"):
            Store(path)
    connection = connect(path)
    assert current(connection) == "0005"
    connection.close()
    assert list((tmp_path / FOLDER).iterdir()) == []
    Store(path).close()


def test_a_full_disk_is_an_error_of_the_operating_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(tmp_path / "library.db").close()
    plain = sqlite.driver()

    class SmallDisk:
        """The driver, whose new databases hold few pages."""

        def __getattr__(self, name: str) -> object:
            return getattr(plain, name)

        def connect(self, path: str, **options: object) -> object:
            connection = plain.connect(path, **options)
            connection.execute("PRAGMA max_page_count=3")
            return connection

    monkeypatch.setattr(database_copy, "driver", SmallDisk)
    with pytest.raises(OSError, match="No space left") as caught:
        copy_database(tmp_path / "library.db", tmp_path / "copy.db")
    assert caught.value.errno == errno.ENOSPC


@pytest.mark.parametrize("frames", [writer.CHECKPOINT_FRAMES, 10**6], ids=["in-both-files", "in-the-log"])
def test_copies_have_right_page_checksums_and_disturb_nobody(
    tmp_path: Path, frames: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "CHECKPOINT_FRAMES", frames)
    path = tmp_path / "library.db"
    copies = tmp_path / "same-process.db", tmp_path / "other-process.db"
    store = Store(path)
    try:
        for _ in range(2):  # the second batch is in the write-ahead log, whose pages have no checksums
            store.write_now(write_rows)
        copy_database(path, copies[0])
        program = (
            "import sys; from pathlib import Path;"
            "from facetry.store.engines.sqlite.database_copy import copy_database;"
            "copy_database(Path(sys.argv[1]), Path(sys.argv[2]))"
        )
        subprocess.run([sys.executable, "-c", program, str(path), str(copies[1])], check=True, timeout=60)
        store.write_now(write_rows)
        assert store.damage is None
    finally:
        store.close()
    for copy in copies:
        image = read_image(copy)
        assert (image.has_checksums, damaged_pages_of(image), damages(copy)) == (True, [], [])
        Store(copy).close()
    with copies[0].open("r+b") as file:
        file.seek(-1000, os.SEEK_END)
        file.write(b"damage")
    assert damages(copies[0]) != []
    Store(path).close()


def write_rows(work: Work) -> None:
    rows = [{"value": f"{number:05d}-" + secrets.token_hex(500)} for number in range(5_000)]
    work.connection.execute(text("INSERT INTO tag (value) VALUES (:value)"), rows)
