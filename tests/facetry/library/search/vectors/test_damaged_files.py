"""Vector files that are damaged, missing, outdated or of another library cause no wrong answer and no crash."""

from __future__ import annotations

import os
import random
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import orjson
import pytest
from sqlalchemy import text

from facetry.library.search.vectors.check import check
from facetry.library.search.vectors.vectors import IndexedSpaces
from facetry.store.store import Store
from facetry.store.work import Work
from tests.support.libraries.stores import temporary_store
from tests.support.libraries.vector_spaces import (
    EAGER,
    VectorLibrary,
    check_exact,
    check_nearest,
    clustered_vectors,
    maintained_spaces,
    wait_for_maintenance,
)

LENGTH = 16


@pytest.fixture
def vector_library() -> Iterator[VectorLibrary]:
    with temporary_store() as store:
        yield VectorLibrary(store, LENGTH)


def indexed_folder(vector_library: VectorLibrary, folder: Path, count: int = 150) -> Path:
    """The folder of a space with files and an index."""
    rng = np.random.default_rng(count)
    vector_library.add(clustered_vectors(rng, count, LENGTH))
    with maintained_spaces(vector_library.store, folder) as vectors:
        assert wait_for_maintenance(vector_library, vectors).indexed_count == count
    assert findings_of_check(vector_library, folder) == []
    return folder / str(vector_library.space_key)


def findings_of_check(vector_library: VectorLibrary, folder: Path) -> list[str]:
    """The descriptions of what the check finds."""
    return [
        each.description for each in vector_library.store.read_now(lambda connection: list(check(connection, folder)))
    ]


def check_answers(vector_library: VectorLibrary, folder: Path) -> None:
    """Check the answers after a start on the files as they are, and again after they were repaired."""
    rng = np.random.default_rng(5)
    with maintained_spaces(vector_library.store, folder) as vectors:
        for _ in range(2):
            space = vector_library.current_space(vectors)
            for query in clustered_vectors(rng, 5, LENGTH):
                true = vector_library.true_distances(query)
                assert check_nearest(space.nearest(query, 5), true, 5) >= 0.8
                check_exact(space.nearest(query, len(true)), true, len(true))
            wait_for_maintenance(vector_library, vectors)
    assert findings_of_check(vector_library, folder) == []


def flip(path: Path) -> None:
    """Change single bits at random places."""
    data = bytearray(path.read_bytes())
    rng = random.Random(1)
    for _ in range(3):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
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


def become_a_pipe(path: Path) -> None:
    """Whoever opens it as usual waits for ever."""
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize("kind", ["upper", "lower", "slots", "index", "manifest"])
@pytest.mark.parametrize("damage", [flip, cut, empty, grow, zero, Path.unlink, become_a_folder, become_a_pipe])
def test_damage_is_detected_and_repaired(
    vector_library: VectorLibrary, tmp_path: Path, kind: str, damage: Callable[[Path], None]
) -> None:
    folder = indexed_folder(vector_library, tmp_path / "vectors")
    (path,) = folder.glob(f"{kind}.*")
    damage(path)
    if not (kind == "manifest" and damage in (Path.unlink, flip, grow)):
        assert findings_of_check(vector_library, tmp_path / "vectors")
    check_answers(vector_library, tmp_path / "vectors")


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
def test_a_manifest_with_wrong_content_is_rejected(
    vector_library: VectorLibrary, tmp_path: Path, change: dict[str, object]
) -> None:
    folder = indexed_folder(vector_library, tmp_path / "vectors")
    path = folder / "manifest.json"
    path.write_bytes(orjson.dumps({**orjson.loads(path.read_bytes()), **change}))
    assert findings_of_check(vector_library, tmp_path / "vectors")
    check_answers(vector_library, tmp_path / "vectors")


def test_an_index_of_the_former_version_is_built_again_from_the_files(
    vector_library: VectorLibrary, tmp_path: Path
) -> None:
    folder = indexed_folder(vector_library, tmp_path / "vectors")
    path, (index,) = folder / "manifest.json", folder.glob("index.*")
    manifest = orjson.loads(path.read_bytes())
    path.write_bytes(orjson.dumps({**manifest, "version": 2}))
    index.write_bytes(b"an index that compares cosines")
    with maintained_spaces(vector_library.store, tmp_path / "vectors") as vectors:
        assert wait_for_maintenance(vector_library, vectors).state == "ready"
    rebuilt = orjson.loads(path.read_bytes())
    assert rebuilt["version"] == 3
    assert rebuilt["index"]["file"] != manifest["index"]["file"]
    assert [rebuilt[name] for name in ("upper", "lower", "slots")] == [
        manifest[name] for name in ("upper", "lower", "slots")
    ]
    assert not findings_of_check(vector_library, tmp_path / "vectors")
    check_answers(vector_library, tmp_path / "vectors")


@pytest.mark.parametrize("text", [b"", b"{}", b"[]", b"null", b"1", b"\xff", b"{" * 1000, b" " * 70_000])
def test_a_file_that_is_not_a_manifest_is_rejected(vector_library: VectorLibrary, tmp_path: Path, text: bytes) -> None:
    folder = indexed_folder(vector_library, tmp_path / "vectors")
    (folder / "manifest.json").write_bytes(text)
    check_answers(vector_library, tmp_path / "vectors")


def test_files_with_swapped_names_are_rejected(vector_library: VectorLibrary, tmp_path: Path) -> None:
    folder = indexed_folder(vector_library, tmp_path / "vectors")
    upper, lower = next(folder.glob("upper.*")), next(folder.glob("lower.*"))
    aside = upper.with_name("aside")
    upper.rename(aside)
    lower.rename(upper)
    aside.rename(lower)
    assert findings_of_check(vector_library, tmp_path / "vectors")
    check_answers(vector_library, tmp_path / "vectors")


def test_files_of_another_library_are_rejected(vector_library: VectorLibrary, tmp_path: Path) -> None:
    with temporary_store() as other:
        other_library = VectorLibrary(other, LENGTH)
        other_library.add(clustered_vectors(np.random.default_rng(99), 150, LENGTH))
        with maintained_spaces(other, tmp_path / "other") as vectors:
            wait_for_maintenance(other_library, vectors)
        indexed_folder(vector_library, tmp_path / "vectors")
        shutil.rmtree(tmp_path / "vectors")
        shutil.copytree(tmp_path / "other", tmp_path / "vectors")
        assert findings_of_check(vector_library, tmp_path / "vectors")
        check_answers(vector_library, tmp_path / "vectors")


def test_a_restored_database_takes_precedence_over_newer_files(tmp_path: Path) -> None:
    rng = np.random.default_rng(6)
    path = tmp_path / "library.db"
    store = Store(path)
    library = VectorLibrary(store, LENGTH)
    keys = library.add(clustered_vectors(rng, 100, LENGTH))
    store.close()
    shutil.copy(path, tmp_path / "backup.db")
    store = library.store = Store(path)
    with maintained_spaces(store, tmp_path / "vectors") as vectors:
        library.set_vectors(keys[:50], clustered_vectors(rng, 50, LENGTH))
        wait_for_maintenance(library, vectors)
    store.close()
    for end in ("", "-wal", "-shm", "-mark"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    shutil.copy(tmp_path / "backup.db", path)
    library.store = Store(path)
    try:
        assert findings_of_check(library, tmp_path / "vectors")
        check_answers(library, tmp_path / "vectors")
    finally:
        library.store.close()


def test_a_row_that_was_edited_by_hand_is_detected(vector_library: VectorLibrary, tmp_path: Path) -> None:
    indexed_folder(vector_library, tmp_path / "vectors")
    other = np.full(LENGTH, 3, "<f4").tobytes()

    def spoil(work: Work) -> None:
        work.connection.execute(text("UPDATE vector SET components = :other WHERE key = 7"), {"other": other})

    vector_library.store.write_now(spoil)
    assert findings_of_check(vector_library, tmp_path / "vectors") == [
        "1 vectors in the files differ from the database."
    ]


def test_files_without_a_space_are_detected(vector_library: VectorLibrary, tmp_path: Path) -> None:
    indexed_folder(vector_library, tmp_path / "vectors")
    (tmp_path / "vectors" / "77").mkdir()
    assert findings_of_check(vector_library, tmp_path / "vectors") == ["The files belong to no space."]


def test_partial_files_of_a_killed_process_are_removed(vector_library: VectorLibrary, tmp_path: Path) -> None:
    folder = indexed_folder(vector_library, tmp_path / "vectors")
    for name in ("upper.9.part", "upper.9", "index.12.usearch", "index.13.usearch.part", "manifest.json.part"):
        (folder / name).write_bytes(b"half")
    with maintained_spaces(vector_library.store, tmp_path / "vectors"):
        deadline = time.monotonic() + 20
        while len(remaining := sorted(path.name.split(".")[0] for path in folder.iterdir())) > 5:
            assert time.monotonic() < deadline, remaining
            time.sleep(0.02)
    assert remaining == ["index", "lower", "manifest", "slots", "upper"]
    check_answers(vector_library, tmp_path / "vectors")


def test_files_that_are_removed_during_use_do_not_affect_searches(
    vector_library: VectorLibrary, tmp_path: Path
) -> None:
    indexed_folder(vector_library, tmp_path / "vectors")
    vectors = IndexedSpaces(tmp_path / "vectors", vector_library.store, EAGER)
    space = vector_library.current_space(vectors)
    shutil.rmtree(tmp_path / "vectors")
    query = clustered_vectors(np.random.default_rng(7), 1, LENGTH)[0]
    assert check_nearest(space.nearest(query, 10), vector_library.true_distances(query), 10) > 0.8
    check_answers(vector_library, tmp_path / "vectors")


def test_searches_work_without_a_writable_folder(vector_library: VectorLibrary, tmp_path: Path) -> None:
    (tmp_path / "vectors").write_bytes(b"a file")
    vector_library.add(clustered_vectors(np.random.default_rng(8), 60, LENGTH))
    vectors = IndexedSpaces(tmp_path / "vectors", vector_library.store, EAGER)
    query = clustered_vectors(np.random.default_rng(9), 1, LENGTH)[0]
    check_exact(vector_library.current_space(vectors).nearest(query, 10), vector_library.true_distances(query), 10)
