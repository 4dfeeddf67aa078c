"""Copies of files in memory: they have the content of the file, or are refused; a graph works with and without one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from facetry.library.search.vectors.files import memory_copies
from facetry.library.search.vectors.files.atomic_files import StoredFile, describe_file
from facetry.library.search.vectors.files.manifest import DamagedError
from facetry.library.search.vectors.files.memory_copies import memory_copy
from facetry.library.search.vectors.graph import Graph
from facetry.library.search.vectors.space_view import SpaceView
from tests.support.libraries.stores import temporary_store
from tests.support.libraries.vector_spaces import (
    VectorLibrary,
    check_nearest,
    clustered_vectors,
    maintained_spaces,
    wait_for_maintenance,
)

LENGTH = 32
CONTENT = bytes(range(256)) * 9_000


@pytest.fixture
def stored(tmp_path: Path) -> StoredFile:
    (tmp_path / "index.1").write_bytes(CONTENT)
    return describe_file(tmp_path / "index.1")


def test_a_copy_has_the_content_and_outlives_the_file(tmp_path: Path, stored: StoredFile) -> None:
    copy = memory_copy(tmp_path, stored)
    (tmp_path / stored.name).write_bytes(b"")
    assert copy is not None
    assert bytes(copy) == CONTENT


@pytest.mark.parametrize("content", [CONTENT[:-1], CONTENT + b"x", b"x" + CONTENT[1:], b""])
def test_a_damaged_file_is_refused(content: bytes, tmp_path: Path, stored: StoredFile) -> None:
    (tmp_path / stored.name).write_bytes(content)
    with pytest.raises(DamagedError):
        memory_copy(tmp_path, stored)


def test_there_is_no_copy_of_a_file_that_is_too_large(
    tmp_path: Path, stored: StoredFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_copies, "available_bytes", lambda: 8 * len(CONTENT))
    assert memory_copy(tmp_path, stored) is not None
    monkeypatch.setattr(memory_copies, "available_bytes", lambda: 8 * len(CONTENT) - 1)
    assert memory_copy(tmp_path, stored) is None


@pytest.mark.parametrize("has_memory", [True, False])
def test_a_graph_is_searched_in_memory_or_in_its_file(
    has_memory: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies: list[object] = []

    def record_copy(folder: Path, expected: StoredFile) -> object:
        copies.append(memory_copy(folder, expected) if has_memory else None)
        return copies[-1]

    monkeypatch.setattr("facetry.library.search.vectors.graph.memory_copy", record_copy)
    rng = np.random.default_rng(1)
    with temporary_store() as store:
        library = VectorLibrary(store, LENGTH)
        library.add(clustered_vectors(rng, 200, LENGTH))
        with maintained_spaces(store, tmp_path) as vectors:
            wait_for_maintenance(library, vectors)
            space = library.current_space(vectors)
            assert isinstance(space, SpaceView)
            assert space.snapshot.base is not None
            assert isinstance(space.snapshot.base.graph, Graph)
            for query in clustered_vectors(rng, 10, LENGTH):
                true = library.true_distances(query)
                assert check_nearest(space.nearest(query, 10), true, 10) >= 0.9
    assert [copy is not None for copy in copies] == [has_memory] * len(copies)
    assert copies
