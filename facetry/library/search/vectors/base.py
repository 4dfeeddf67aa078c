"""The base of a space: the vectors that lie in files, mapped into memory, and the index over them.

A base never changes. What comes and goes after it was written is kept beside it in memory (`table.py`), until a new
base takes its place.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from facetry.library.search.vectors import manifest as manifests
from facetry.library.search.vectors.files import Stored, Writing, is_whole, tidy
from facetry.library.search.vectors.graph import Graph
from facetry.library.search.vectors.manifest import DamagedError, IndexFile, Manifest
from facetry.library.search.vectors.rows import LOWER, UPPER, Rows

KEY: Final = np.dtype("<i8")
SQUARE: Final = np.dtype("<f8")
IMAGE: Final = np.dtype("<u4")
_SLOT_BYTES: Final = KEY.itemsize + SQUARE.itemsize + IMAGE.itemsize

_log = logging.getLogger(__name__)

Piece = tuple[NDArray[np.int64], NDArray[np.uint32], Rows]
"""The keys of vectors, their images, and the vectors themselves."""


@dataclass(frozen=True, slots=True, eq=False)
class Base:
    """Vectors in files. A slot is the place of a vector in them."""

    manifest: Manifest
    keys: NDArray[np.int64]
    """Of the vectors, by slot, ascending."""
    images: NDArray[np.uint32]
    """That they are of, by slot, each once."""
    rows: Rows
    graph: Graph | None
    covered: int
    """The slots before this one are in the index."""

    def __len__(self) -> int:
        return len(self.keys)


def open_base(folder: Path, space: int, length: int) -> Base | None:
    """The base in the folder, after a look at every byte of it; None when there is none. Raises `DamagedError`."""
    manifest = manifests.read(folder)
    if manifest is None:
        return None
    if (manifest.space, manifest.length) != (space, length):
        raise DamagedError("it is of another space")
    count = manifest.count
    sizes = {
        manifest.upper: count * length * UPPER.itemsize,
        manifest.lower: count * length * LOWER.itemsize,
        manifest.slots: count * _SLOT_BYTES,
    }
    for file, size in sizes.items():
        if not count or file.size != size or not is_whole(folder, file):
            raise DamagedError(f"{file.name} is damaged")
    graph = None
    if manifest.index is not None:
        graph = _graph(folder, manifest.index, length)
        if graph is None:
            manifest = replace(manifest, index=None)  # nor may another one go on from it
    try:
        return map_base(folder, manifest, graph)
    except (OSError, ValueError) as error:
        raise DamagedError(f"the files cannot be mapped: {error}") from None


def _graph(folder: Path, index: IndexFile, length: int) -> Graph | None:
    """The index, or None when it is damaged, or was written by a version that this one cannot read."""
    # Damage is found here or never: to read a damaged index can end the process.
    if is_whole(folder, index.file):
        try:
            return Graph(folder / index.file.name, index, length)
        except OSError as error:
            _log.warning("the vector index %s in %s cannot be read: %s", index.file.name, folder, error)
    _log.warning("the vector index %s in %s is of no use; it is made anew", index.file.name, folder)
    return None


def map_base(folder: Path, manifest: Manifest, graph: Graph | None) -> Base:
    """The base of the manifest, whose files are known to be whole. Raises `OSError` and `ValueError`."""
    count, length = manifest.count, manifest.length
    slots = folder / manifest.slots.name
    keys = _map(slots, KEY, (count,))
    squares = _map(slots, SQUARE, (count,), count * KEY.itemsize)
    images = _map(slots, IMAGE, (count,), count * (KEY.itemsize + SQUARE.itemsize))
    upper = _map(folder / manifest.upper.name, UPPER, (count, length))
    lower = _map(folder / manifest.lower.name, LOWER, (count, length))
    covered = 0 if graph is None else int(np.searchsorted(keys, graph.file.newest, "right"))
    return Base(manifest, keys, images, Rows(upper, lower, squares), graph, covered)


def with_index(base: Base, folder: Path, manifest: Manifest) -> Base:
    """The base with the index of the manifest, which this process has just made, over the same rows."""
    assert manifest.index is not None  # noqa: S101  # what it is called for
    graph = Graph(folder / manifest.index.file.name, manifest.index, manifest.length)
    covered = int(np.searchsorted(base.keys, manifest.index.newest, "right"))
    return Base(manifest, base.keys, base.images, base.rows, graph, covered)


def write_rows(folder: Path, space: int, length: int, pieces: Iterable[Piece], index: Base | None) -> Base | None:
    """Write a base of these vectors, in ascending order of their keys, and open it; None when there are none.

    The index of the other base, if one is given, goes on to serve: it must cover all vectors up to its newest.
    Raises `OSError`.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if index is None:
        tidy(folder, ())  # whatever there is is of no use, and may be in the way
    number = next_number(folder)
    writings = [Writing(folder / f"{kind}.{number}") for kind in ("upper", "lower", "slots")]
    try:
        columns: list[tuple[NDArray[Any], ...]] = []
        for keys, images, rows in pieces:
            writings[0].write(rows.upper.astype(UPPER, copy=False))
            writings[1].write(rows.lower.astype(LOWER, copy=False))
            columns.append((keys.astype(KEY), rows.squares.astype(SQUARE), images.astype(IMAGE)))
        for column in zip(*columns, strict=True):
            writings[2].write(np.concatenate(column))
        count = sum(len(keys) for keys, _, _ in columns)
        if count == 0:
            raise EmptyError
        files: list[Stored] = [writing.done() for writing in writings]
    except BaseException as error:
        for writing in writings:
            writing.abandon()
        if isinstance(error, EmptyError):
            return None
        raise
    graph = None if index is None else index.graph
    upper, lower, slots = files
    manifest = Manifest(space, length, count, number, upper, lower, slots, None if graph is None else graph.file)
    manifests.write(folder, manifest)
    return map_base(folder, manifest, graph)


class EmptyError(Exception):
    """There is nothing to write."""


def next_number(folder: Path) -> int:
    """A number that no file of the folder has."""
    found = (re.search(r"\.(\d+)", path.name) for path in folder.iterdir())
    return max((int(match[1]) for match in found if match is not None), default=0) + 1


def _map(path: Path, dtype: np.dtype[Any], shape: tuple[int, ...], offset: int = 0) -> NDArray[Any]:
    # As a plain array: the subclass that a map is costs time in every operation.
    return np.asarray(np.memmap(path, dtype, "r", offset, shape))
