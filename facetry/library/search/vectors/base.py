"""The base segment of a space: the vectors in memory-mapped files, and the HNSW index over them.

A base segment is immutable. Vectors that are added or removed after it was written are recorded in memory (`table.py`),
until a new base segment replaces it.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from io import FileIO
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from facetry.library.search.vectors.files import manifest as manifests
from facetry.library.search.vectors.files.atomic_files import FileWriter, StoredFile, remove_other_files
from facetry.library.search.vectors.files.manifest import DamagedError, IndexFile, Manifest
from facetry.library.search.vectors.files.private_copies import private_copy
from facetry.library.search.vectors.graph import Graph
from facetry.library.search.vectors.neighbour_index import NeighbourIndex
from facetry.library.search.vectors.rows import HALF_BYTES, LOWER_DTYPE, UPPER_DTYPE, SplitVectors

KEY_DTYPE: Final = "<i8"
SQUARED_NORM_DTYPE: Final = "<f8"
IMAGE_DTYPE: Final = "<u4"
_KEY_BYTES, _SQUARED_NORM_BYTES, _IMAGE_BYTES = 8, 8, 4
_SLOT_BYTES: Final = _KEY_BYTES + _SQUARED_NORM_BYTES + _IMAGE_BYTES

_log = logging.getLogger(__name__)

VectorBatch = tuple[NDArray[np.int64], NDArray[np.uint32], SplitVectors]
"""Keys of vectors [count], the keys of their images [count], and the vectors themselves."""


@dataclass(frozen=True, slots=True, eq=False)
class BaseSegment:
    """Vectors in files. A slot is the position of a vector in these files."""

    manifest: Manifest
    keys: NDArray[np.int64]
    """Keys of the vectors by slot, ascending."""
    images: NDArray[np.uint32]
    """Keys of the images by slot; no image occurs twice."""
    vectors: SplitVectors
    graph: NeighbourIndex | None
    indexed_end: int
    """The index covers the slots before this one."""

    def __len__(self) -> int:
        return len(self.keys)


def open_base(
    folder: Path, space: int, length: int, *, is_shared: bool = False, has_graph: bool = True
) -> BaseSegment | None:
    """Open private copies of the base segment in the folder, or with `is_shared` the files themselves, and verify their
    checksums. Without `has_graph`, its index is left out, because another engine has one.

    Returns None when there is none. Raises `DamagedError` for files that are damaged or belong to another space.
    """
    manifest = manifests.read(folder)
    if manifest is None:
        return None
    if (manifest.space, manifest.length) != (space, length):
        raise DamagedError("the manifest belongs to another space")
    count = manifest.count
    sizes = {
        manifest.upper: count * length * HALF_BYTES,
        manifest.lower: count * length * HALF_BYTES,
        manifest.slots: count * _SLOT_BYTES,
    }
    for file, size in sizes.items():
        if not count or file.size != size:
            raise DamagedError(f"{file.name} is damaged")
    graph = None
    if not has_graph:
        manifest = replace(manifest, index=None)
    if manifest.index is not None:
        graph = _open_graph(folder, manifest.index, length, is_shared=is_shared)
        if graph is None:
            manifest = replace(manifest, index=None)  # so that no index is extended from the damaged one
    try:
        return map_base(folder, manifest, graph, is_shared=is_shared)
    except (OSError, ValueError) as error:
        raise DamagedError(f"the files cannot be mapped: {error}") from None


def _open_graph(folder: Path, index: IndexFile, length: int, *, is_shared: bool) -> Graph | None:
    """The index; None when it is damaged or was written by an incompatible version of usearch."""
    try:
        return Graph(folder, index, length, is_shared=is_shared)
    except (OSError, DamagedError) as error:
        _log.warning("the vector index in %s is unusable and will be rebuilt: %s", folder, error)
    return None


def map_base(folder: Path, manifest: Manifest, graph: NeighbourIndex | None, *, is_shared: bool = False) -> BaseSegment:
    """Map private copies of the files of a manifest into memory, or the files themselves.

    Raises `DamagedError` for a wrong checksum, `OSError` and `ValueError`.
    """
    count, length = manifest.count, manifest.length
    with private_copy(folder, manifest.slots, is_shared=is_shared) as slots:
        keys = _map_array(slots, KEY_DTYPE, (count,))
        squared_norms = _map_array(slots, SQUARED_NORM_DTYPE, (count,), count * _KEY_BYTES)
        images = _map_array(slots, IMAGE_DTYPE, (count,), count * (_KEY_BYTES + _SQUARED_NORM_BYTES))
    with private_copy(folder, manifest.upper, is_shared=is_shared) as file:
        upper = _map_array(file, UPPER_DTYPE, (count, length))
    with private_copy(folder, manifest.lower, is_shared=is_shared) as file:
        lower = _map_array(file, LOWER_DTYPE, (count, length))
    indexed_end = 0 if graph is None else int(np.searchsorted(keys, graph.newest, "right"))
    return BaseSegment(manifest, keys, images, SplitVectors(upper, lower, squared_norms), graph, indexed_end)


def with_index(base: BaseSegment, folder: Path, manifest: Manifest, *, is_shared: bool = False) -> BaseSegment:
    """The same base segment with the index of the manifest, which was just built.

    Raises `OSError` and `DamagedError`.
    """
    assert manifest.index is not None  # noqa: S101  # the caller sets it
    graph = Graph(folder, manifest.index, manifest.length, is_shared=is_shared)
    indexed_end = int(np.searchsorted(base.keys, manifest.index.newest, "right"))
    return BaseSegment(manifest, base.keys, base.images, base.vectors, graph, indexed_end)


def with_outside_index(base: BaseSegment, index: NeighbourIndex | None) -> BaseSegment:
    """The same base segment with the index of another engine, or without an index."""
    indexed_end = 0 if index is None else int(np.searchsorted(base.keys, index.newest, "right"))
    return replace(base, graph=index, indexed_end=indexed_end)


def write_base(
    folder: Path, space: int, length: int, batches: Iterable[VectorBatch], previous: BaseSegment | None
) -> BaseSegment | None:
    """Write a base segment of these vectors, in ascending order of their keys, and open it; None for no vectors.

    The new base segment takes over the index of `previous`, which must cover all vectors up to its newest key. Raises
    `OSError`, also when the files were damaged as soon as they were written.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if previous is None:
        remove_other_files(folder, ())  # remains of former files are useless and may have the same names
    number = next_file_number(folder)
    writers = [FileWriter(folder / f"{kind}.{number}") for kind in ("upper", "lower", "slots")]
    try:
        columns: list[tuple[NDArray[Any], ...]] = []
        for keys, images, rows in batches:
            writers[0].write(rows.upper.astype(UPPER_DTYPE, copy=False))
            writers[1].write(rows.lower.astype(LOWER_DTYPE, copy=False))
            columns.append(
                (keys.astype(KEY_DTYPE), rows.squared_norms.astype(SQUARED_NORM_DTYPE), images.astype(IMAGE_DTYPE))
            )
        for column in zip(*columns, strict=True):
            writers[2].write(np.concatenate(column))
        count = sum(len(keys) for keys, _, _ in columns)
        if count == 0:
            raise EmptyError
        files: list[StoredFile] = [writer.commit() for writer in writers]
    except BaseException as error:
        for writer in writers:
            writer.discard()
        if isinstance(error, EmptyError):
            return None
        raise
    graph = None if previous is None else previous.graph
    upper, lower, slots = files
    manifest = Manifest(space, length, count, number, upper, lower, slots, None if graph is None else graph.index_file)
    manifests.write(folder, manifest)
    try:
        return map_base(folder, manifest, graph)
    except DamagedError as error:
        raise OSError(f"what was written cannot be read: {error}") from None


class EmptyError(Exception):
    """There are no vectors to write."""


def next_file_number(folder: Path) -> int:
    """A number greater than that of any file in the folder."""
    matches = (re.search(r"\.(\d+)", path.name) for path in folder.iterdir())
    return max((int(match[1]) for match in matches if match is not None), default=0) + 1


def _map_array(file: FileIO, dtype: str, shape: tuple[int, ...], offset: int = 0) -> NDArray[Any]:
    # As a plain array, because operations on the subclass `np.memmap` are slower.
    return np.asarray(np.memmap(file, dtype, "r", offset, shape))
