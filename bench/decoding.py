"""`python -m bench.decoding WORK FOLDER PROCESSES`: one kind of work on every JPEG of a folder, and nothing else.

The processes are started, and have done the work on one file each, before the clock starts. Pillow keeps the memory of
a picture for the next one: left to itself it would, or would not, by the whims of the allocator, and at 12 megapixels
a third of the time would go into pages that the kernel has to clear.
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
"""Of thumbnails: they fit into a square of so many pixels."""

_TURNS: Final = 100
_MOST_AT_ONCE: Final = 16
_BLOCKS_KEPT: Final = 16


@dataclass(frozen=True, slots=True)
class Done:
    """Wall time and processor time, in seconds."""

    wall: float
    cpu: float


def examine(path: Path) -> bytes:
    """The hash of a file whose every pixel was decoded."""
    data = path.read_bytes()
    with Image.open(io.BytesIO(data), formats=("JPEG",)) as image:
        image.load()
    return hashlib.sha256(data).digest()


def thumbnail(path: Path) -> bytes:
    """A thumbnail by Pillow: the decoder shrinks to twice its size at least, resizing does the rest."""
    with Image.open(path, formats=("JPEG",)) as image:
        image.thumbnail((SIDE, SIDE))
        return _jpeg(image)


def coarse_thumbnail(path: Path) -> bytes:
    """The same, but the decoder shrinks as far as it can: quicker, and further from what the picture looks like."""
    with Image.open(path, formats=("JPEG",)) as image:
        image.draft("RGB", (SIDE, SIDE))
        image.thumbnail((SIDE, SIDE))
        return _jpeg(image)


def libvips_thumbnail(path: Path) -> bytes:
    """A thumbnail by libvips, in one thread."""
    import pyvips  # in the process that uses it: its threads do not survive a fork

    image = pyvips.Image.thumbnail(str(path), SIDE, height=SIDE)
    made: bytes = image.jpegsave_buffer(Q=QUALITY, keep="none")
    return made


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


def run(work: str, folder: Path, *, cores: frozenset[int]) -> Done:
    """What `work` on all JPEGs of `folder` took in as many processes as there are `cores`."""
    with processes.module("bench.decoding", work, str(folder), str(len(cores)), cores=cores) as process:
        assert process.stdout is not None
        return Done(**json.loads(process.stdout.readline()))


def main(work: Callable[[Path], bytes], folder: Path, workers: int) -> None:
    """Print what it took, as JSON."""
    os.environ["VIPS_CONCURRENCY"] = "1"
    Image.core.set_blocks_max(_BLOCKS_KEPT)  # type: ignore[attr-defined]  # documented, but not exported
    paths = sorted(folder.rglob("*.jpg"))
    context = multiprocessing.get_context("fork")
    ready = context.Barrier(workers + 1)
    with context.Pool(workers, _warm, (work, paths[0], ready)) as pool:
        ready.wait()
        begin, before = time.perf_counter(), processes.cpu_seconds(os.getpid())
        at_once = max(1, min(_MOST_AT_ONCE, len(paths) // (workers * _TURNS)))
        pool.map(work, paths, chunksize=at_once)
        done = Done(time.perf_counter() - begin, processes.cpu_seconds(os.getpid()) - before)
    print(json.dumps(asdict(done)))


def _warm(work: Callable[[Path], bytes], path: Path, ready: Barrier) -> None:
    work(path)
    ready.wait()


if __name__ == "__main__":
    main(WORKS[sys.argv[1]], Path(sys.argv[2]), int(sys.argv[3]))
