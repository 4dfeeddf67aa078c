"""`facetry vectors`: the files are compared with the library, removed, and rebuilt by the next start."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from facetry.service.data_folder import VECTORS
from facetry.store.store import Store
from tests.support.engines.databases import only_sqlite
from tests.support.libraries.vector_spaces import (
    VectorLibrary,
    clustered_vectors,
    maintained_spaces,
    wait_for_maintenance,
)
from tests.support.services.servers import running_server
from tests.support.services.service_commands import run_facetry

LENGTH = 8


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with 60 vectors, in files and in an index."""
    folder = tmp_path / "data"
    folder.mkdir()
    store = Store(folder / "library.db")
    try:
        library = VectorLibrary(store, LENGTH)
        library.add(clustered_vectors(np.random.default_rng(1), 60, LENGTH))
        with maintained_spaces(store, folder / VECTORS) as vectors:
            wait_for_maintenance(library, vectors)
    finally:
        store.close()
    return folder


def test_intact_files_pass_the_check(data: Path) -> None:
    done = run_facetry("vectors", "check", "--data-dir", str(data))
    assert (done.returncode, done.stdout) == (0, "")
    assert "match the library" in done.stderr


def test_damage_is_reported_and_repaired(data: Path) -> None:
    (lower,) = (data / VECTORS / "1").glob("lower.*")
    lower.write_bytes(bytes(lower.stat().st_size))
    done = run_facetry("vectors", "check", "--data-dir", str(data))
    assert done.returncode == 1
    assert f"{data / VECTORS / '1'}: The files are damaged" in done.stdout
    assert "facetry vectors rebuild" in done.stderr

    done = run_facetry("vectors", "rebuild", "--data-dir", str(data))
    assert done.returncode == 0
    assert not (data / VECTORS).exists()
    done = run_facetry("vectors", "rebuild", "--data-dir", str(data))
    assert (done.returncode, done.stdout) == (0, "")
    assert "no vector files" in done.stderr

    store = Store(data / "library.db")
    try:
        with maintained_spaces(store, data / VECTORS) as vectors:
            wait_for_maintenance(VectorLibrary(store, LENGTH), vectors)
    finally:
        store.close()
    assert run_facetry("vectors", "check", "--data-dir", str(data)).returncode == 0


@only_sqlite
@pytest.mark.parametrize("verb", ["check", "rebuild"])
def test_nothing_is_done_while_a_server_runs(verb: str, tmp_path: Path) -> None:
    with running_server(tmp_path, []) as server:
        done = run_facetry("vectors", verb, "--data-dir", str(server.data_dir))
    assert (done.returncode, done.stdout) == (1, "")
    assert "a server runs on the library" in done.stderr
    assert "stop it first" in done.stderr


@pytest.mark.parametrize("verb", ["check", "rebuild"])
def test_a_folder_without_a_library_is_left_alone(verb: str, tmp_path: Path) -> None:
    done = run_facetry("vectors", verb, "--data-dir", str(tmp_path / "data"))
    assert done.returncode == 1
    assert "there is no library" in done.stderr
    assert not (tmp_path / "data").exists()


def test_a_verb_is_needed() -> None:
    assert run_facetry("vectors").returncode == 2
