"""The process that builds an index: `python -m facetry.library.search.vectors.building.build_process`.

The server starts it, and `build.py` reads its messages. A separate process uses no memory of the server. It also spares
the server contention for the interpreter lock, which usearch acquires and releases for each vector that is added. A
crash of usearch does not affect the server. The process reads its request as one line of JSON, writes its progress and
its result as lines of JSON, and exits when its input is closed.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import orjson
from numpy.typing import NDArray

from facetry.library.search.vectors.base import BaseSegment, map_base
from facetry.library.search.vectors.building.recall import combined_recall, held_out_slots, measure_recall
from facetry.library.search.vectors.files.atomic_files import PARTIAL_SUFFIX, StoredFile, describe_file
from facetry.library.search.vectors.files.manifest import IndexFile, Manifest, Recall, manifest_of
from facetry.library.search.vectors.graph import CONNECTIVITY, DTYPE, EXPANSION_ADD, METRIC
from facetry.library.search.vectors.unit_vectors import unit_vectors

if TYPE_CHECKING:
    from usearch.index import Index

NICENESS: Final = 10
_BATCH_SIZE: Final = 512
_MEASUREMENT_SHARE: Final = 0.05
"""The share of the work that the measurement of recall takes."""


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """A request for an index file named `file_name` over the vectors of the manifest in `folder`.

    With `is_full_rebuild`, the existing index is ignored instead of extended.
    """

    folder: str
    manifest: dict[str, Any]
    file_name: str
    is_full_rebuild: bool
    threads: int


def build_index(request: BuildRequest, on_progress: Callable[[float], None]) -> IndexFile:
    """Build the index and write its file.

    `on_progress` is called with the share that is done (0 to 1), for the first time when all input files are open.
    """
    folder, manifest = Path(request.folder), manifest_of(request.manifest)
    base = map_base(folder, manifest, None)
    index, old, first_new = None, None if request.is_full_rebuild else manifest.index, 0
    if old is not None:
        first_new = int(np.searchsorted(base.keys, old.newest, "right"))
        index = _load_index(folder / old.file.name, old, base)
    if index is None or old is None or len(index) != first_new:  # there is no usable index to extend
        index, old, first_new = _new_index(manifest), None, 0
    on_progress(0.0)
    if first_new == len(base) and old is not None:
        recall = old.recall
    else:
        recall = _extend_index(index, base, first_new, request.threads, on_progress)
        if old is not None:
            recall = combined_recall(old.recall, recall, first_new / len(base))
    made = len(base) if old is None else old.made
    churn = 0 if old is None else old.churn + (old.count - first_new) + (len(base) - first_new)
    file = _save_index(index, folder / request.file_name)
    return IndexFile(file, int(base.keys[-1]), len(base), made, churn, recall)


def _extend_index(
    index: Index, base: BaseSegment, begin: int, threads: int, on_progress: Callable[[float], None]
) -> Recall:
    """Add the slots from `begin` on, and measure the recall before the held-out slots are added."""
    held_out = held_out_slots(begin, len(base))
    remaining = np.setdiff1d(np.arange(begin, len(base)), held_out, assume_unique=True)
    for start in range(0, len(remaining), _BATCH_SIZE):
        _add(index, base, remaining[start : start + _BATCH_SIZE], threads)
        on_progress((1.0 - _MEASUREMENT_SHARE) * (start + _BATCH_SIZE) / (len(remaining) + _BATCH_SIZE))

    # Recall is measured over old and new vectors together, because the new ones may all be alike.
    def search(query: NDArray[np.float32], count: int, ef: int) -> NDArray[np.int64]:
        index.expansion_search = ef  # type: ignore[misc]  # mypy does not recognise the setter
        return index.search(query, count, threads=threads).keys.astype(np.int64)

    recall = measure_recall(search, base, held_out, len(base))
    _add(index, base, held_out, threads)
    return recall


def _add(index: Index, base: BaseSegment, slots: NDArray[np.intp], threads: int) -> None:
    index.add(base.keys[slots].astype(np.uint64), unit_vectors(base.vectors, slots), dtype=DTYPE, threads=threads)


def _new_index(manifest: Manifest) -> Index:
    from usearch.index import Index

    return Index(
        ndim=manifest.length,
        metric=METRIC,
        dtype=DTYPE,
        connectivity=CONNECTIVITY,
        expansion_add=EXPANSION_ADD,
    )


def _load_index(path: Path, file: IndexFile, base: BaseSegment) -> Index | None:
    """The index in the file, without removed vectors; None when the file does not match its description."""
    from usearch.index import Index

    index = Index(ndim=base.manifest.length, metric=METRIC, dtype=DTYPE, expansion_add=EXPANSION_ADD)
    try:
        index.load(str(path))
    except (OSError, RuntimeError, ValueError):
        return None
    index.expansion_add = EXPANSION_ADD  # type: ignore[misc]  # mypy does not recognise the setter
    keys = np.asarray(index.keys)
    if len(index) != file.count or index.ndim != base.manifest.length or index.connectivity != CONNECTIVITY:
        return None
    removed_keys = np.setdiff1d(keys, base.keys.astype(np.uint64))
    if len(removed_keys):
        index.remove(removed_keys)
    return index


def _save_index(index: Index, path: Path) -> StoredFile:
    partial_path = path.with_name(path.name + PARTIAL_SUFFIX)
    try:
        index.save(str(partial_path))
        with partial_path.open("rb") as file:
            os.fsync(file.fileno())
        stored_file = describe_file(partial_path)
        stored_count = _count_stored_vectors(partial_path, index.ndim)
        if stored_count != len(index):
            raise OSError(f"{partial_path} is incomplete: it has {stored_count} of {len(index)} vectors")
        partial_path.rename(path)
    except BaseException:
        with contextlib.suppress(OSError):
            partial_path.unlink()
        raise
    return StoredFile(path.name, stored_file.size, stored_file.checksum)


def _count_stored_vectors(path: Path, length: int) -> int:
    from usearch.index import Index

    index = Index(ndim=length, metric=METRIC, dtype=DTYPE, enable_key_lookups=False)
    index.view(str(path))
    return len(index)


def _send(message: dict[str, Any]) -> None:
    sys.stdout.buffer.write(orjson.dumps(message) + b"\n")
    sys.stdout.buffer.flush()


def _exit_at_end_of_input() -> None:
    while sys.stdin.buffer.read(4096):
        pass
    os._exit(1)  # the server has ended or has cancelled the build


def main() -> int:
    """Read the request, build the index, and write its description; returns the exit code."""
    os.nice(NICENESS)
    request = BuildRequest(**orjson.loads(sys.stdin.buffer.readline()))
    threading.Thread(target=_exit_at_end_of_input, daemon=True).start()
    last_share = -1.0

    def report_progress(share: float) -> None:
        nonlocal last_share
        if share == 0.0 or share >= last_share + 0.01:
            last_share = share
            _send({"share": share})

    try:
        index_file = build_index(request, report_progress)
    except (OSError, RuntimeError, ValueError, MemoryError) as error:
        _send({"failure": f"{type(error).__name__}: {error}"})
        return 1
    _send({"made": asdict(index_file)})
    return 0


if __name__ == "__main__":
    # `os._exit`, because a regular exit would wait for the thread that reads the input.
    code = main()
    sys.stdout.flush()
    os._exit(code)
