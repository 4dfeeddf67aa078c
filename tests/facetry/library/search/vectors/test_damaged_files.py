"""Files that are damaged, missing, of another library or of another time: never a wrong answer, never a crash."""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import orjson
import pytest

from facetry.library.search.vectors.check import check
from facetry.library.search.vectors.vectors import Vectors
from facetry.store.store import Store
from facetry.store.work import Work
from tests.support.stores import temporary_store
from tests.support.vector_spaces import EAGER, Shelf, check_exact, check_nearest, clustered, settled, tended

LENGTH = 16


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    with temporary_store() as store:
        yield Shelf(store, LENGTH)


def made(shelf: Shelf, folder: Path, count: int = 150) -> Path:
    """The folder of a space with files and an index."""
    chance = np.random.default_rng(count)
    shelf.add(clustered(chance, count, LENGTH))
    with tended(shelf.store, folder) as vectors:
        assert settled(shelf, vectors).indexed == count
    assert findings(shelf, folder) == []
    return folder / str(shelf.space)


def findings(shelf: Shelf, folder: Path) -> list[str]:
    """What the check finds."""
    return [each.what for each in shelf.store.read_now(lambda connection: list(check(connection, folder)))]


def compare(shelf: Shelf, folder: Path) -> None:
    """After a start on the files as they are, and after what is wrong with them was mended."""
    chance = np.random.default_rng(5)
    with tended(shelf.store, folder) as vectors:
        for _ in range(2):
            space = shelf.ask(vectors)
            for query in clustered(chance, 5, LENGTH):
                true = shelf.truth(query)
                assert check_nearest(space.nearest(query, 5), true, 5) >= 0.8
                check_exact(space.nearest(query, len(true)), true, len(true))
            settled(shelf, vectors)
    assert findings(shelf, folder) == []


def flip(path: Path) -> None:
    """Change single bits here and there."""
    data = bytearray(path.read_bytes())
    chance = random.Random(1)
    for _ in range(3):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def grow(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")


def zero(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def become_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("kind", ["upper", "lower", "slots", "index", "manifest"])
@pytest.mark.parametrize("damage", [flip, cut, empty, grow, zero, Path.unlink, become_a_folder])
def test_damage_is_found_and_mended(shelf: Shelf, tmp_path: Path, kind: str, damage: Callable[[Path], None]) -> None:
    folder = made(shelf, tmp_path / "vectors")
    (path,) = folder.glob(f"{kind}.*")
    damage(path)
    if not (kind == "manifest" and damage in (Path.unlink, flip, grow)):
        assert findings(shelf, tmp_path / "vectors")
    compare(shelf, tmp_path / "vectors")


@pytest.mark.parametrize(
    "change",
    [
        {"version": 1},
        {"version": None},
        {"space": 99},
        {"length": LENGTH + 1},
        {"length": -1},
        {"count": 0},
        {"count": 149},
        {"count": 10**18},
        {"number": "1"},
        {"upper": None},
        {"upper": {"name": "../../library.db", "size": 1, "checksum": ""}},
        {"slots": {"name": "manifest.json", "size": 1, "checksum": ""}},
        {"index": []},
        {"index": {"file": {}}},
        {"surplus": 1},
    ],
)
def test_a_manifest_that_is_not_right_is_not_believed(shelf: Shelf, tmp_path: Path, change: dict[str, object]) -> None:
    folder = made(shelf, tmp_path / "vectors")
    path = folder / "manifest.json"
    path.write_bytes(orjson.dumps({**orjson.loads(path.read_bytes()), **change}))
    assert findings(shelf, tmp_path / "vectors")
    compare(shelf, tmp_path / "vectors")


@pytest.mark.parametrize("text", [b"", b"{}", b"[]", b"null", b"1", b"\xff", b"{" * 1000, b" " * 70_000])
def test_a_manifest_that_is_none_is_not_believed(shelf: Shelf, tmp_path: Path, text: bytes) -> None:
    folder = made(shelf, tmp_path / "vectors")
    (folder / "manifest.json").write_bytes(text)
    compare(shelf, tmp_path / "vectors")


def test_files_that_change_places_are_not_believed(shelf: Shelf, tmp_path: Path) -> None:
    folder = made(shelf, tmp_path / "vectors")
    upper, lower = next(folder.glob("upper.*")), next(folder.glob("lower.*"))
    aside = upper.with_name("aside")
    upper.rename(aside)
    lower.rename(upper)
    aside.rename(lower)
    assert findings(shelf, tmp_path / "vectors")
    compare(shelf, tmp_path / "vectors")


def test_files_of_another_library_are_not_believed(shelf: Shelf, tmp_path: Path) -> None:
    with temporary_store() as other:
        twin = Shelf(other, LENGTH)
        twin.add(clustered(np.random.default_rng(99), 150, LENGTH))
        with tended(other, tmp_path / "other") as vectors:
            settled(twin, vectors)
        made(shelf, tmp_path / "vectors")
        shutil.rmtree(tmp_path / "vectors")
        shutil.copytree(tmp_path / "other", tmp_path / "vectors")
        assert findings(shelf, tmp_path / "vectors")
        compare(shelf, tmp_path / "vectors")


def test_a_database_that_was_put_back_is_believed_more_than_the_files(tmp_path: Path) -> None:
    chance = np.random.default_rng(6)
    path = tmp_path / "library.db"
    store = Store(path)
    shelf = Shelf(store, LENGTH)
    keys = shelf.add(clustered(chance, 100, LENGTH))
    store.close()
    shutil.copy(path, tmp_path / "backup.db")
    store = shelf.store = Store(path)
    with tended(store, tmp_path / "vectors") as vectors:
        shelf.set(keys[:50], clustered(chance, 50, LENGTH))
        settled(shelf, vectors)
    store.close()
    for end in ("", "-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    shutil.copy(tmp_path / "backup.db", path)
    shelf.store = Store(path)
    try:
        assert findings(shelf, tmp_path / "vectors")
        compare(shelf, tmp_path / "vectors")
    finally:
        shelf.store.close()


def test_a_row_that_somebody_changed_is_found(shelf: Shelf, tmp_path: Path) -> None:
    made(shelf, tmp_path / "vectors")
    other = np.full(LENGTH, 3, "<f4").tobytes()

    def spoil(work: Work) -> None:
        work.connection.exec_driver_sql("UPDATE vector SET components = ? WHERE key = 7", (other,))

    shelf.store.write_now(spoil)
    assert findings(shelf, tmp_path / "vectors") == ["1 vectors in the files are not those of the database."]


def test_files_without_a_space_are_found(shelf: Shelf, tmp_path: Path) -> None:
    made(shelf, tmp_path / "vectors")
    (tmp_path / "vectors" / "77").mkdir()
    assert findings(shelf, tmp_path / "vectors") == ["The files belong to no space."]


def test_what_a_killed_process_left_is_removed(shelf: Shelf, tmp_path: Path) -> None:
    folder = made(shelf, tmp_path / "vectors")
    for name in ("upper.9.part", "upper.9", "index.12.usearch", "index.13.usearch.part", "manifest.json.part"):
        (folder / name).write_bytes(b"half")
    with tended(shelf.store, tmp_path / "vectors"):
        deadline = time.monotonic() + 20
        while len(left := sorted(path.name.split(".")[0] for path in folder.iterdir())) > 5:
            assert time.monotonic() < deadline, left
            time.sleep(0.02)
    assert left == ["index", "lower", "manifest", "slots", "upper"]
    compare(shelf, tmp_path / "vectors")


def test_files_that_vanish_while_they_are_used_are_no_loss(shelf: Shelf, tmp_path: Path) -> None:
    made(shelf, tmp_path / "vectors")
    vectors = Vectors(tmp_path / "vectors", shelf.store, EAGER)
    space = shelf.ask(vectors)
    shutil.rmtree(tmp_path / "vectors")
    query = clustered(np.random.default_rng(7), 1, LENGTH)[0]
    assert check_nearest(space.nearest(query, 10), shelf.truth(query), 10) > 0.8
    compare(shelf, tmp_path / "vectors")


def test_a_folder_that_cannot_be_made_stops_no_search(shelf: Shelf, tmp_path: Path) -> None:
    (tmp_path / "vectors").write_bytes(b"a file")
    shelf.add(clustered(np.random.default_rng(8), 60, LENGTH))
    vectors = Vectors(tmp_path / "vectors", shelf.store, EAGER)
    query = clustered(np.random.default_rng(9), 1, LENGTH)[0]
    check_exact(shelf.ask(vectors).nearest(query, 10), shelf.truth(query), 10)
