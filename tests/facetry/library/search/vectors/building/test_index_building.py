"""Making an index: from nothing, from the last one, and from one that is not what it should be."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from facetry.library.search.vectors.base import Base, write_rows
from facetry.library.search.vectors.building.build import Build, BuildError
from facetry.library.search.vectors.building.build_process import Orders, make
from facetry.library.search.vectors.manifest import IndexFile
from facetry.library.search.vectors.rows import rows_of
from tests.support.vector_spaces import Matrix, clustered

LENGTH = 16


@pytest.fixture
def vectors() -> Matrix:
    return clustered(np.random.default_rng(1), 300, LENGTH)


def base_of(folder: Path, vectors: Matrix, keys: np.ndarray) -> Base:
    """A base of the vectors with these keys, of images that have the same."""
    made = write_rows(folder, 1, LENGTH, [(keys, keys.astype(np.uint32), rows_of(vectors[keys - 1]))], None)
    assert made is not None
    return made


def grown_of(folder: Path, vectors: Matrix, keys: np.ndarray, file: IndexFile) -> Base:
    """A base in another folder, with the index of the first one."""
    base = base_of(folder / "grown", vectors, keys)
    shutil.copy(folder / file.file.name, folder / "grown")
    return replace(base, manifest=replace(base.manifest, index=file))


def indexed(folder: Path, base: Base, *, is_anew: bool = False) -> tuple[IndexFile, list[float]]:
    """The index that is made of the base, and what was told of the way there."""
    told: list[float] = []
    orders = Orders(str(folder), asdict(base.manifest), f"index.{base.manifest.number + 100}.usearch", is_anew, 1)
    return make(orders, told.append), told


def test_an_index_from_nothing(tmp_path: Path, vectors: Matrix) -> None:
    base = base_of(tmp_path, vectors, np.arange(1, 301))
    file, told = indexed(tmp_path, base)
    assert (file.count, file.made, file.churn, file.newest) == (300, 300, 0, 300)
    assert told[0] == 0.0
    assert told == sorted(told)
    assert told[-1] < 1
    assert file.recall.efs.ten is not None
    assert (tmp_path / file.file.name).stat().st_size == file.file.size


def test_an_index_from_the_last_one(tmp_path: Path, vectors: Matrix) -> None:
    file, _ = indexed(tmp_path, base_of(tmp_path, vectors, np.arange(1, 201)))
    grown = grown_of(tmp_path, vectors, np.setdiff1d(np.arange(1, 301), np.arange(10, 30)), file)
    again, _ = indexed(tmp_path / "grown", grown)
    assert (again.count, again.made, again.churn, again.newest) == (280, 200, 120, 300)
    anew, _ = indexed(tmp_path / "grown", grown, is_anew=True)
    assert (anew.count, anew.made, anew.churn) == (280, 280, 0)


@pytest.mark.parametrize("lie", [{"count": 199}, {"newest": 150}, {"newest": 250}])
def test_an_index_that_is_not_what_it_should_be_is_not_gone_on_from(
    tmp_path: Path, vectors: Matrix, lie: dict[str, int]
) -> None:
    file, _ = indexed(tmp_path, base_of(tmp_path, vectors, np.arange(1, 201)))
    grown = grown_of(tmp_path, vectors, np.arange(1, 301), replace(file, **lie))  # type: ignore[arg-type]
    again, _ = indexed(tmp_path / "grown", grown)
    assert (again.count, again.made, again.churn) == (300, 300, 0)


def finish(build: Build) -> None:
    while build.poll() is None:
        pass


@pytest.fixture
def build(tmp_path: Path, vectors: Matrix) -> Iterator[Build]:
    base = base_of(tmp_path, vectors, np.arange(1, 301))
    made = Build(tmp_path, base.manifest, 2, is_anew=False, threads=1)
    yield made
    made.end()


def test_a_process_tells_how_far_it_is_and_what_it_made(build: Build) -> None:
    while (made := build.poll()) is None:
        assert 0 <= build.share <= 1
    assert build.has_begun
    assert (made.count, made.file.name) == (300, "index.2.usearch")


def test_a_process_that_cannot_read_its_files_says_so(tmp_path: Path, vectors: Matrix) -> None:
    base = base_of(tmp_path, vectors, np.arange(1, 301))
    (tmp_path / base.manifest.upper.name).unlink()
    build = Build(tmp_path, base.manifest, 2, is_anew=False, threads=1)
    with pytest.raises(BuildError, match="FileNotFoundError"):
        finish(build)


def test_a_process_that_is_killed_is_told_of(build: Build) -> None:
    build._process.kill()
    with pytest.raises(BuildError, match="ended with -9"):
        finish(build)


def test_an_index_that_is_not_there_is_made_from_nothing(tmp_path: Path, vectors: Matrix) -> None:
    file, _ = indexed(tmp_path, base_of(tmp_path, vectors, np.arange(1, 201)))
    grown = grown_of(tmp_path, vectors, np.arange(1, 301), file)
    (tmp_path / "grown" / file.file.name).unlink()
    again, _ = indexed(tmp_path / "grown", grown)
    assert (again.count, again.made, again.churn) == (300, 300, 0)
