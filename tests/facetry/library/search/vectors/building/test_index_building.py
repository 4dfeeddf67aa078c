"""Index builds: complete ones, extensions of the last index, and the fallback for an unusable one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from facetry.library.search.vectors.base import BaseSegment, write_base
from facetry.library.search.vectors.building.build import IndexBuild
from facetry.library.search.vectors.building.build_process import BuildRequest, build_index
from facetry.library.search.vectors.files.manifest import IndexFile
from facetry.library.search.vectors.maintenance import BuildError
from facetry.library.search.vectors.rows import split_vectors
from tests.support.libraries.vector_spaces import Matrix, clustered_vectors

LENGTH = 16


@pytest.fixture
def vectors() -> Matrix:
    return clustered_vectors(np.random.default_rng(1), 300, LENGTH)


def base_of(folder: Path, vectors: Matrix, keys: np.ndarray) -> BaseSegment:
    """A base segment of the vectors with these keys, whose images have the same keys."""
    base = write_base(folder, 1, LENGTH, [(keys, keys.astype(np.uint32), split_vectors(vectors[keys - 1]))], None)
    assert base is not None
    return base


def extended_base_of(folder: Path, vectors: Matrix, keys: np.ndarray, file: IndexFile) -> BaseSegment:
    """A base segment in another folder, with a copy of an existing index."""
    base = base_of(folder / "grown", vectors, keys)
    shutil.copy(folder / file.file.name, folder / "grown")
    return replace(base, manifest=replace(base.manifest, index=file))


def index_of(folder: Path, base: BaseSegment, *, is_full_rebuild: bool = False) -> tuple[IndexFile, list[float]]:
    """The index file that is built over the base segment, and the progress that was reported."""
    shares: list[float] = []
    request = BuildRequest(
        str(folder), asdict(base.manifest), f"index.{base.manifest.number + 100}.usearch", is_full_rebuild, 1
    )
    return build_index(request, shares.append), shares


def test_a_full_build_reports_increasing_progress(tmp_path: Path, vectors: Matrix) -> None:
    base = base_of(tmp_path, vectors, np.arange(1, 301))
    file, shares = index_of(tmp_path, base)
    assert (file.count, file.made, file.churn, file.newest) == (300, 300, 0, 300)
    assert shares[0] == 0.0
    assert shares == sorted(shares)
    assert shares[-1] < 1
    assert file.recall.efs.ten is not None
    assert (tmp_path / file.file.name).stat().st_size == file.file.size


def test_an_existing_index_is_extended_unless_a_full_rebuild_is_requested(tmp_path: Path, vectors: Matrix) -> None:
    file, _ = index_of(tmp_path, base_of(tmp_path, vectors, np.arange(1, 201)))
    extended_base = extended_base_of(tmp_path, vectors, np.setdiff1d(np.arange(1, 301), np.arange(10, 30)), file)
    extended_file, _ = index_of(tmp_path / "grown", extended_base)
    assert (extended_file.count, extended_file.made, extended_file.churn, extended_file.newest) == (280, 200, 120, 300)
    rebuilt_file, _ = index_of(tmp_path / "grown", extended_base, is_full_rebuild=True)
    assert (rebuilt_file.count, rebuilt_file.made, rebuilt_file.churn) == (280, 280, 0)


@pytest.mark.parametrize("wrong_fields", [{"count": 199}, {"newest": 150}, {"newest": 250}])
def test_an_index_that_does_not_match_its_manifest_is_not_extended(
    tmp_path: Path, vectors: Matrix, wrong_fields: dict[str, int]
) -> None:
    file, _ = index_of(tmp_path, base_of(tmp_path, vectors, np.arange(1, 201)))
    extended_base = extended_base_of(tmp_path, vectors, np.arange(1, 301), replace(file, **wrong_fields))  # type: ignore[arg-type]
    rebuilt_file, _ = index_of(tmp_path / "grown", extended_base)
    assert (rebuilt_file.count, rebuilt_file.made, rebuilt_file.churn) == (300, 300, 0)


def wait_for_build(build: IndexBuild) -> None:
    while build.poll() is None:
        pass


@pytest.fixture
def build(tmp_path: Path, vectors: Matrix) -> Iterator[IndexBuild]:
    base = base_of(tmp_path, vectors, np.arange(1, 301))
    build_process = IndexBuild(tmp_path, base.manifest, 2, is_full_rebuild=False, threads=1)
    yield build_process
    build_process.kill()


def test_a_build_process_reports_its_progress_and_its_result(build: IndexBuild) -> None:
    while (index_file := build.poll()) is None:
        assert 0 <= build.progress <= 1
    assert build.has_opened_files
    assert (index_file.count, index_file.file.name) == (300, "index.2.usearch")


def test_a_build_process_that_cannot_read_its_files_reports_the_error(tmp_path: Path, vectors: Matrix) -> None:
    base = base_of(tmp_path, vectors, np.arange(1, 301))
    (tmp_path / base.manifest.upper.name).unlink()
    build = IndexBuild(tmp_path, base.manifest, 2, is_full_rebuild=False, threads=1)
    with pytest.raises(BuildError, match="FileNotFoundError"):
        wait_for_build(build)


def test_a_killed_build_process_is_reported(build: IndexBuild) -> None:
    build._process.kill()
    with pytest.raises(BuildError, match="ended with -9"):
        wait_for_build(build)


def test_a_missing_index_is_rebuilt_completely(tmp_path: Path, vectors: Matrix) -> None:
    file, _ = index_of(tmp_path, base_of(tmp_path, vectors, np.arange(1, 201)))
    extended_base = extended_base_of(tmp_path, vectors, np.arange(1, 301), file)
    (tmp_path / "grown" / file.file.name).unlink()
    rebuilt_file, _ = index_of(tmp_path / "grown", extended_base)
    assert (rebuilt_file.count, rebuilt_file.made, rebuilt_file.churn) == (300, 300, 0)
