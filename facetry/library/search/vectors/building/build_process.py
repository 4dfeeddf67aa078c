"""A process that makes an index: `python -m facetry.library.search.vectors.building.build_process`, which the server
starts and `builder.py` talks to.

In a process of its own an index costs the server neither memory nor the interpreter's lock, which adding takes and
gives for each vector; and when the library that makes it crashes, the server does not. It reads one line of JSON, tells
in lines how far it is, and ends when its input does.
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

from facetry.library.search.vectors.base import Base, map_base
from facetry.library.search.vectors.building.recall import held_out, measured
from facetry.library.search.vectors.files import UNFINISHED, Stored, stored
from facetry.library.search.vectors.graph import CONNECTIVITY, EXPANSION_ADD, METRIC, NUMBERS
from facetry.library.search.vectors.manifest import Efs, IndexFile, Manifest, Recall, manifest_of

if TYPE_CHECKING:
    from usearch.index import Index

NICENESS: Final = 10
_AT_ONCE: Final = 512
_MEASURING: Final = 0.05
"""The share of the work that measuring is."""


@dataclass(frozen=True, slots=True)
class Orders:
    """What to make: an index named `name` over the vectors of the manifest in `folder`; `is_anew`: from nothing."""

    folder: str
    manifest: dict[str, Any]
    name: str
    is_anew: bool
    threads: int


def make(orders: Orders, tell: Callable[[float], None]) -> IndexFile:
    """Make the index and write its file; `tell` hears which share is done, first when all files are open."""
    folder, manifest = Path(orders.folder), manifest_of(orders.manifest)
    base = map_base(folder, manifest, None)
    index, old, begin = None, None if orders.is_anew else manifest.index, 0
    if old is not None:
        begin = int(np.searchsorted(base.keys, old.newest, "right"))
        index = _continued(folder / old.file.name, old, base)
    if index is None or old is None or len(index) != begin:  # there is none, or not what it should be
        index, old, begin = _new(manifest), None, 0
    tell(0.0)
    if begin == len(base) and old is not None:
        recall = old.recall
    else:
        recall = _grown(index, base, begin, orders.threads, tell)
        if old is not None:
            recall = _both(old.recall, recall, begin / len(base))
    made = len(base) if old is None else old.made
    churn = 0 if old is None else old.churn + (old.count - begin) + (len(base) - begin)
    file = _saved(index, folder / orders.name)
    return IndexFile(file, int(base.keys[-1]), len(base), made, churn, recall)


def _grown(index: Index, base: Base, begin: int, threads: int, tell: Callable[[float], None]) -> Recall:
    """Add the slots from `begin` on, and measure on the way."""
    outside = held_out(begin, len(base))
    others = np.setdiff1d(np.arange(begin, len(base)), outside, assume_unique=True)
    for start in range(0, len(others), _AT_ONCE):
        _add(index, base, others[start : start + _AT_ONCE], threads)
        tell((1.0 - _MEASURING) * (start + _AT_ONCE) / (len(others) + _AT_ONCE))
    # What is new may be all alike; among the many old ones it is measured as well.
    recall = measured(index, base, outside, len(base), threads)
    _add(index, base, outside, threads)
    return recall


def _add(index: Index, base: Base, slots: NDArray[np.intp], threads: int) -> None:
    index.add(base.keys[slots].astype(np.uint64), base.rows.upper[slots], dtype=NUMBERS, threads=threads)


def _both(old: Recall, new: Recall, share: float) -> Recall:
    """What is enough for the old, which are so large a share, and for the new."""
    usual = share * old.usual_distance + (1.0 - share) * new.usual_distance
    return Recall(min(old.share, new.share), _worse(old.efs, new.efs), _worse(old.far_efs, new.far_efs), usual)


def _worse(one: Efs, other: Efs) -> Efs:
    pairs = ((one.ten, other.ten), (one.hundred, other.hundred))
    return Efs(*(None if first is None or second is None else max(first, second) for first, second in pairs))


def _new(manifest: Manifest) -> Index:
    from usearch.index import Index

    return Index(
        ndim=manifest.length,
        metric=METRIC,
        dtype=NUMBERS,
        connectivity=CONNECTIVITY,
        expansion_add=EXPANSION_ADD,
    )


def _continued(path: Path, file: IndexFile, base: Base) -> Index | None:
    """The index in the file, without the vectors that are gone; None when it is not what it should be."""
    from usearch.index import Index

    index = Index(ndim=base.manifest.length, metric=METRIC, dtype=NUMBERS, expansion_add=EXPANSION_ADD)
    try:
        index.load(str(path))
    except (OSError, RuntimeError, ValueError):
        return None
    index.expansion_add = EXPANSION_ADD  # type: ignore[misc]  # it has a setter of a kind that mypy does not see
    keys = np.asarray(index.keys)
    if len(index) != file.count or index.ndim != base.manifest.length or index.connectivity != CONNECTIVITY:
        return None
    gone = np.setdiff1d(keys, base.keys.astype(np.uint64))
    if len(gone):
        index.remove(gone)
    return index


def _saved(index: Index, path: Path) -> Stored:
    beside = path.with_name(path.name + UNFINISHED)
    try:
        index.save(str(beside))
        with beside.open("rb") as file:
            os.fsync(file.fileno())
        found = stored(beside)
        viewed = _view_count(beside, index.ndim)
        if viewed != len(index):
            raise OSError(f"{beside} was not written as a whole: {viewed} of {len(index)} vectors")
        beside.rename(path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    return Stored(path.name, found.size, found.checksum)


def _view_count(path: Path, length: int) -> int:
    from usearch.index import Index

    index = Index(ndim=length, metric=METRIC, dtype=NUMBERS, enable_key_lookups=False)
    index.view(str(path))
    return len(index)


def _say(message: dict[str, Any]) -> None:
    sys.stdout.buffer.write(orjson.dumps(message) + b"\n")
    sys.stdout.buffer.flush()


def _end_with_input() -> None:
    while sys.stdin.buffer.read(4096):
        pass
    os._exit(1)  # whoever started this is gone, or wants no index any more


def main() -> int:
    """Read the orders, make the index, tell what it is."""
    os.nice(NICENESS)
    orders = Orders(**orjson.loads(sys.stdin.buffer.readline()))
    threading.Thread(target=_end_with_input, daemon=True).start()
    told = -1.0

    def tell(share: float) -> None:
        nonlocal told
        if share == 0.0 or share >= told + 0.01:
            told = share
            _say({"share": share})

    try:
        made = make(orders, tell)
    except (OSError, RuntimeError, ValueError, MemoryError) as error:
        _say({"failure": f"{type(error).__name__}: {error}"})
        return 1
    _say({"made": asdict(made)})
    return 0


if __name__ == "__main__":
    # Not by way of the interpreter's end: it would wait for the thread that reads.
    code = main()
    sys.stdout.flush()
    os._exit(code)
