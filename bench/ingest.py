"""`ingest`: a scan of JPEGs of a megapixel by a real server, beside processes that do nothing but decode and hash."""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path
from typing import Final

from bench import decoding, processes
from bench.figures import Figure, record, table
from tests.pictures import megapixel_jpegs

FILES: Final = 1_000
FILES_LONG: Final = 10_000
AT_LEAST: Final = 0.85
"""The share of all cores' time that a scan must use (long form; the start of the workers weighs on the short one)."""
_POLL_SECONDS: Final = 0.1


def run(*, is_long: bool, data: Path) -> bool:
    """Measure, print, record; whether the target was met and no file was lost."""
    count = FILES_LONG if is_long else FILES
    pictures = _pictures(data, count)
    cores = processes.every_core()
    with tempfile.TemporaryDirectory() as folder, processes.facetry(Path(folder), cores=cores) as server:
        before, begin = server.cpu_seconds, time.perf_counter()
        target = f"/repository/create?type=file&name=jpegs&url={pictures.as_uri()}"
        processes.ask(server, "POST", target)
        while any(each["kind"] == "synchronizing" for each in processes.ask(server, "GET", "/repository/activities")):
            time.sleep(_POLL_SECONDS)
        wall, cpu = time.perf_counter() - begin, server.cpu_seconds - before
        found = processes.ask(server, "POST", "/image/search/ids", {"range": {"take": 1}})["totalCount"]
    with processes.module("bench.decoding", str(pictures), str(len(cores)), cores=cores) as rival:
        assert rival.stdout is not None
        bare = decoding.Done(**json.loads(rival.stdout.readline()))
    use = cpu / (len(cores) * wall)
    rows: list[list[Figure]] = [
        ["scan", count / wall, wall, cpu / count * 1e3, use],
        [
            "decode and hash only",
            count / bare.wall,
            bare.wall,
            bare.cpu / count * 1e3,
            bare.cpu / (len(cores) * bare.wall),
        ],
    ]
    print(table((f"{count:,} JPEGs, {len(cores)} cores", "files/s", "seconds", "CPU ms a file", "use of cores"), rows))
    print(f"{found:,} images in the library")
    record("ingest", {"files": count, "images": found, "seconds": wall, "use": use, "of_bare": bare.wall / wall})
    return found == count and (use >= AT_LEAST or not is_long)


def _pictures(data: Path, count: int) -> Path:
    """The folder of the files, made when it is not there (300 KB each)."""
    complete = data / f"jpegs-{count}"
    if not complete.exists():
        making = data / f"jpegs-{count}.making"
        print(f"making {count:,} JPEGs in {complete}…", flush=True)
        megapixel_jpegs(making, count)
        making.rename(complete)
    return complete
