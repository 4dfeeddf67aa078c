"""`facetry check` looks at images in the trash as at others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from facetry import cli
from facetry.library.trash.rows import FOLDER
from facetry.store.engine import connect
from tests.crash.durability.old_libraries import make_old
from tests.facetry.backup.test_backups_of_trash import put, record_versions, with_trash
from tests.support.libraries.backups import DATABASE, make_library


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A library of three images, of which two are in the trash."""
    make_library(tmp_path / "data", tmp_path / "pictures")
    with_trash(tmp_path / "data", record_versions)
    for name in ("1.jpg", "2.jpg"):
        with_trash(tmp_path / "data", put(name))
    return tmp_path / "data"


def findings(data: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    cli.main(["check", "--data-dir", str(data), "--json"])
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["findings"]
    return [finding for finding in found if "checksums" not in finding["message"]]


def rows(data: Path, statement: str) -> list[Any]:
    connection = connect(data / DATABASE)
    try:
        return list(connection.exec_driver_sql(statement))
    finally:
        connection.commit()
        connection.close()


def test_files_that_are_in_the_trash_are_no_finding(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert findings(data, capsys) == []


def test_a_file_that_is_missing_in_the_trash_is_found_and_one_that_has_changed(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = sorted((tmp_path / "pictures" / FOLDER).iterdir())
    first.unlink()
    second.write_bytes(b"other")
    found = {finding["path"]: finding for finding in findings(data, capsys)}
    assert found.keys() == {str(first), str(second)}
    assert "is not in the trash" in found[str(first)]["message"]
    assert "has 5 bytes, and had " in found[str(second)]["message"]
    assert {finding["area"] for finding in found.values()} == {"originals"}
    assert found[str(first)]["image"] == first.stem
    assert not found[str(first)]["losesData"]


def test_an_image_that_was_deleted_without_its_file_lacks_none(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pictures" / "0.jpg").unlink()
    with_trash(data, put("0.jpg"))
    assert findings(data, capsys) == []


def test_the_trash_of_a_folder_that_is_not_there_is_one_finding_with_it(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pictures").rename(tmp_path / "elsewhere")
    assert [finding["path"] for finding in findings(data, capsys)] == [str(tmp_path / "pictures")]


def test_an_id_that_an_image_in_the_trash_shares_is_found(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows(data, "UPDATE image SET id = (SELECT id FROM trashed_image WHERE path = '1.jpg') RETURNING key")
    (finding,) = findings(data, capsys)
    assert (finding["area"], finding["path"]) == ("references", "1.jpg")
    with_trash(data, lambda _, trash: trash.complete())
    assert findings(data, capsys) == []


def test_a_library_from_before_the_trash_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data").mkdir()
    make_old(tmp_path / "data" / DATABASE, "0012")
    assert findings(tmp_path / "data", capsys) == []
