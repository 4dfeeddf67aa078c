"""`python -m bench.pictures.decoding WORK FOLDER PROCESSES`: one kind of work on every JPEG of a folder.

Before the clock starts, each process has started and has processed one file. Pillow is configured to retain the memory
of a picture for the next one. Otherwise that would depend on the allocator, and at 12 megapixels a third of the time
would be spent on pages that the kernel clears.
"""

from __future__ import annotations

import hashlib
import io
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Final

from PIL import Image

from bench import processes

SIDE: Final = 256
QUALITY: Final = 85
"""JPEG quality of thumbnails, which fit into a square of `SIDE` pixels."""

_CHUNKS_PER_WORKER: Final = 100
_MAX_CHUNK_FILES: Final = 16
_RETAINED_BLOCKS: Final = 16


@dataclass(frozen=True, slots=True)
class Times:
    """Wall time and processor time, in seconds."""

    wall: float
    cpu: float


def examine(path: Path) -> bytes:
    """Decode all pixels of a file; the hash of the file."""
    data = path.read_bytes()
    with Image.open(io.BytesIO(data), formats=("JPEG",)) as image:
        image.load()
    return hashlib.sha256(data).digest()


def thumbnail(path: Path) -> bytes:
    """A thumbnail by Pillow. The decoder shrinks to at least twice the target size; resizing does the rest."""
    with Image.open(path, formats=("JPEG",)) as image:
        image.thumbnail((SIDE, SIDE))
        return _jpeg(image)


def coarse_thumbnail(path: Path) -> bytes:
    """A thumbnail by Pillow whose decoder shrinks the picture as far as possible: faster, but less accurate."""
    with Image.open(path, formats=("JPEG",)) as image:
        image.draft("RGB", (SIDE, SIDE))
        image.thumbnail((SIDE, SIDE))
        return _jpeg(image)


def libvips_thumbnail(path: Path) -> bytes:
    """A thumbnail by libvips, in one thread."""
    import pyvips  # imported in the process that uses it, because its threads do not survive a fork

    image = pyvips.Image.thumbnail(str(path), SIDE, height=SIDE)
    data: bytes = image.jpegsave_buffer(Q=QUALITY, keep="none")
    return data


def _jpeg(image: Image.Image) -> bytes:
    target = io.BytesIO()
    image.save(target, "JPEG", quality=QUALITY)
    return target.getvalue()


WORKS: Final[Mapping[str, Callable[[Path], bytes]]] = {
    "examine": examine,
    "thumbnail": thumbnail,
    "coarse": coarse_thumbnail,
    "libvips": libvips_thumbnail,
}


def run(work: str, folder: Path, *, cores: frozenset[int]) -> Times:
    """The times of `work` on all JPEGs of `folder`, with one process for each of the `cores`."""
    with processes.run_module("bench.pictures.decoding", work, str(folder), str(len(cores)), cores=cores) as process:
        assert process.stdout is not None
        return Times(**json.loads(process.stdout.readline()))


def main(work: Callable[[Path], bytes], folder: Path, workers: int) -> None:
    """Do the work and print its times as JSON."""
    os.environ["VIPS_CONCURRENCY"] = "1"
    Image.core.set_blocks_max(_RETAINED_BLOCKS)  # type: ignore[attr-defined]  # documented, but not exported
    paths = sorted(folder.rglob("*.jpg"))
    context = multiprocessing.get_context("fork")
    ready = context.Barrier(workers + 1)
    with context.Pool(workers, _warm, (work, paths[0], ready)) as pool:
        ready.wait()
        begin, before = time.perf_counter(), processes.cpu_seconds(os.getpid())
        chunk_size = max(1, min(_MAX_CHUNK_FILES, len(paths) // (workers * _CHUNKS_PER_WORKER)))
        pool.map(work, paths, chunksize=chunk_size)
        times = Times(
            time.perf_counter() - begin, max(processes.cpu_seconds(os.getpid()) - before, processes.TICK_SECONDS)
        )
    print(json.dumps(asdict(times)))


def _warm(work: Callable[[Path], bytes], path: Path, ready: Barrier) -> None:
    work(path)
    ready.wait()


if __name__ == "__main__":
    main(WORKS[sys.argv[1]], Path(sys.argv[2]), int(sys.argv[3]))
