"""`facetry check` finds damage and changes nothing; `facetry repair` keeps what is intact and lists the rest."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from unittest import mock
from uuid import UUID

import pytest

from facetry import cli
from facetry.library.credentials.ending_time import EndingTime
from facetry.library.facets import tags
from facetry.store.engine import raw_connection
from facetry.store.engines.sqlite.connections import PAGE_BYTES
from facetry.store.store import Store
from tests.support.libraries.small_library import EXTENSION, create_small


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[UUID]]:
    data = tmp_path_factory.mktemp("library") / "data"
    return data, create_small(data)


@pytest.fixture
def library(prepared: tuple[Path, list[UUID]], tmp_path: Path) -> Path:
    """The data folder of a library of 2,000 images."""
    data = tmp_path / "data"
    data.mkdir()
    for path in prepared[0].iterdir():
        (data / path.name).write_bytes(path.read_bytes())
    return data


def page_of(data: Path, text: bytes) -> int:
    """Damage the last page that has this text; returns its number."""
    database = data / "library.db"
    content = bytearray(database.read_bytes())
    at = content.rindex(text)
    content[at] ^= 1
    database.write_bytes(content)
    return at // PAGE_BYTES + 1


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    code = cli.main([*arguments, "--json"])
    return code, json.loads(capsys.readouterr().out)


def tags_of(data: Path, ids: list[UUID]) -> list[list[str]]:
    store = Store(data / "library.db")
    try:
        return store.read_now(lambda connection: [sorted(tags.of_extension(connection, id, EXTENSION)) for id in ids])
    finally:
        store.close()


def test_an_intact_library_has_no_findings(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, answer = run(capsys, "check", "--data-dir", str(library))
    areas = {finding["area"] for finding in answer["findings"]}
    assert areas <= {"originals"}  # the pictures of this library do not exist
    assert code == (1 if areas else 0)
    assert cli.main(["check", "--data-dir", str(library / "nothing")]) == 2


def test_a_damaged_page_is_found_and_nothing_is_changed(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = page_of(library, b"tag-0500")
    before = {path.name: path.read_bytes() for path in library.iterdir() if path.is_file()}
    code, answer = run(capsys, "check", "--data-dir", str(library))
    assert code == 1
    assert any(f"Page {page}, of" in finding["message"] for finding in answer["findings"])
    code, _ = run(capsys, "repair", "--dry-run", "--data-dir", str(library))
    after = {path.name: path.read_bytes() for path in library.iterdir() if path.is_file()}
    assert {name: after.get(name) for name in before} == before
    command = [sys.executable, "-m", "facetry", "serve", "--quiet", "--port", "0", "--data-dir", str(library)]
    served = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert served.returncode == 1
    assert "is damaged" in served.stderr
    assert "facetry repair" in served.stderr


def test_tags_are_put_together_from_indexes(
    library: Path, prepared: tuple[Path, list[UUID]], capsys: pytest.CaptureFixture[str]
) -> None:
    ids = prepared[1][::40]
    expected = tags_of(library, ids)
    page_of(library, b"tag-0500")
    code, answer = run(capsys, "repair", "--data-dir", str(library))
    assert (code, answer["damagedPages"], answer["lost"]) == (0, 1, [])
    assert tags_of(library, ids) == expected
    assert (Path(answer["keptFolder"]) / "library.db").exists()


def test_records_of_images_are_restored_and_named(
    library: Path, prepared: tuple[Path, list[UUID]], capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store(library / "library.db")

    def find(connection: Any) -> bytes:
        path: str = raw_connection(connection).execute("SELECT path FROM image WHERE key = 1000").fetchone()[0]
        return path.encode()

    try:
        path = store.read_now(find)
    finally:
        store.close()
    content = (library / "library.db").read_bytes()
    page = content.index(path + path[2:]) // PAGE_BYTES  # path and name stand together in the record only
    damaged = bytearray(content)
    damaged[page * PAGE_BYTES : (page + 1) * PAGE_BYTES] = bytes(PAGE_BYTES)
    (library / "library.db").write_bytes(damaged)
    code, answer = run(capsys, "repair", "--data-dir", str(library))
    assert code == 3
    assert answer["lost"] == []
    assert {item["facet"] for item in answer["completed"]} == {"record"}
    assert any(item["path"] == path.decode() for item in answer["completed"])
    assert tags_of(library, prepared[1][990:1010]) == tags_of(prepared[0], prepared[1][990:1010])


def test_leaps_of_the_clock_are_shown_and_are_no_damage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(tmp_path / "library.db")
    for days in (0, 400):
        with mock.patch("time.time_ns", return_value=time.time_ns() + days * 86_400 * 1_000_000_000):
            EndingTime().begin(store)
    store.close()
    assert cli.main(["check", "--data-dir", str(tmp_path)]) == 0
    assert "The clock of the service went from" in capsys.readouterr().err
