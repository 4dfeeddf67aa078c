"""`python -m bench.decoding FOLDER PROCESSES`: decode and hash every JPEG of a folder, and nothing else."""

from __future__ import annotations

import hashlib
import io
import json
import multiprocessing
import os
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from PIL import Image


@dataclass(frozen=True, slots=True)
class Done:
    """Wall time and processor time, in seconds."""

    wall: float
    cpu: float


def examine(path: Path) -> str:
    """The hash of a file whose every pixel was decoded."""
    data = path.read_bytes()
    with Image.open(io.BytesIO(data), formats=("JPEG",)) as image:
        image.load()
    return hashlib.sha256(data).hexdigest()


def main(folder: Path, workers: int) -> None:
    """Print what it took, as JSON."""
    paths = sorted(folder.rglob("*.jpg"))
    begin, before = time.perf_counter(), os.times()
    with multiprocessing.get_context("fork").Pool(workers) as pool:
        pool.map(examine, paths, chunksize=16)
        wall = time.perf_counter() - begin
        pool.close()
        pool.join()
    after = os.times()
    cpu = sum(after[:4]) - sum(before[:4])
    print(json.dumps(asdict(Done(wall, cpu))))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
