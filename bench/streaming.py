"""`streaming`: the memory that an original of 100 MB takes on its way out, and pictures of 32 MB on their way in."""

from __future__ import annotations

import functools
import hashlib
import http.client
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from uuid import UUID

from PIL import Image

from bench import processes, repositories
from bench.figures import Figure, median, record, table
from bench.load import HOST, UnexpectedAnswerError
from bench.processes import KEY, Server

AT_MOST_MB: Final = 5.0
"""What the server may hold beyond what it held before."""
ORIGINAL: Final = 5_800
UPLOAD: Final = 3_340
"""Pixels on each side of a picture: 101 MB, and 33.5 MB, which is nearly what a request may hold."""
_SLOW: Final = 12e6
_PIECE: Final = 64 * 1024
_PAUSE_SECONDS: Final = 1.0
_IDLE_SECONDS: Final = 20.0
_PATIENCE: Final = 120.0


@dataclass(frozen=True, slots=True)
class Passed:
    """Two clients at a time, one quick and one slow: bytes a second of the quick one, and by how many bytes the server
    grew meanwhile.
    """

    rate: float
    growth: int


def run(*, is_long: bool, data: Path) -> bool:
    """Measure, print, record; whether the target was met both ways, and every byte arrived."""
    rounds = 5 if is_long else 3
    original, upload = _picture(data, ORIGINAL), _picture(data, UPLOAD)
    sizes = {"100 MB original, out": original.stat().st_size, "storeImage, in": upload.stat().st_size}
    digest, body = hashlib.sha256(original.read_bytes()).digest(), upload.read_bytes()
    results: dict[str, list[Passed]] = {}
    with tempfile.TemporaryDirectory(dir=data) as folder:
        root, library = Path(folder) / "root", Path(folder) / "library"
        root.mkdir()
        library.mkdir()
        (root / original.name).hardlink_to(original)
        with processes.facetry(library, cores=processes.every_core()) as server:
            repository = repositories.scanned(server, root)
            image = repositories.image_ids(server, 1)[0]
            _await_idle(server)
            calls = (
                functools.partial(_download, server, image, digest),
                functools.partial(_store, server, repository, body),
            )
            for call, (name, size) in zip(calls, sizes.items(), strict=True):
                results[name] = [_both(server, call, size) for _ in range(rounds)]
            stored = repositories.total(server) - 1
    if stored != 2 * rounds:
        raise RuntimeError(f"{stored} pictures were stored, where {2 * rounds} should have been")
    return _report(results, sizes)


def _both(server: Server, call: Callable[[float | None], float], size: int) -> Passed:
    """`call` takes bytes a second, or None for as quick as possible, and returns the seconds that it took."""
    with ThreadPoolExecutor(2) as threads, processes.growth(server.process.pid) as grown:
        slow, quick = threads.submit(call, _SLOW), threads.submit(call, None)
        seconds, _ = quick.result(), slow.result()
        growth = grown()
    return Passed(size / seconds, growth)


def _download(server: Server, image: UUID, digest: bytes, pace: float | None) -> float:
    begin, hasher = time.perf_counter(), hashlib.sha256()
    with _connected(server) as connection:
        connection.request("GET", f"/image/{image}/download", headers={"Authorization": f"Bearer {KEY}"})
        answer = connection.getresponse()
        if pace is not None:
            time.sleep(_PAUSE_SECONDS)  # a client that is not reading at all
        buffer = bytearray(_PIECE)
        while count := answer.readinto(buffer):
            hasher.update(memoryview(buffer)[:count])
            if pace is not None:
                time.sleep(count / pace)
    if answer.status != 200 or hasher.digest() != digest:
        raise UnexpectedAnswerError(f"{answer.status}: not the bytes of the original")
    return time.perf_counter() - begin


def _store(server: Server, repository: UUID, body: bytes, pace: float | None) -> float:
    def pieces() -> Iterator[memoryview]:
        view = memoryview(body)
        while view:
            yield view[:_PIECE]
            view = view[_PIECE:]
            if pace is not None:
                time.sleep(_PIECE / pace)

    begin = time.perf_counter()
    with _connected(server) as connection:
        headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "image/png", "Content-Length": str(len(body))}
        connection.request("POST", f"/repository/{repository}/storeImage", pieces(), headers)
        answer = connection.getresponse()
        said = answer.read()
    if answer.status != 201:
        raise UnexpectedAnswerError(f"{answer.status} {said[:500]!r}")
    return time.perf_counter() - begin


@contextmanager
def _connected(server: Server) -> Iterator[http.client.HTTPConnection]:
    connection = http.client.HTTPConnection(HOST, server.port, timeout=_PATIENCE)
    try:
        yield connection
    finally:
        connection.close()


def _await_idle(server: Server) -> None:
    """Return when the workers that read the picture are gone."""
    deadline = time.monotonic() + _IDLE_SECONDS
    while len(processes.tree(server.process.pid)) > 1:
        if time.monotonic() > deadline:
            raise TimeoutError("the workers stay, though there is nothing to do")
        time.sleep(0.1)


def _picture(data: Path, side: int) -> Path:
    """A PNG that nothing can make smaller, made when it is not there."""
    complete = data / f"noise-{side}.png"
    if not complete.exists():
        making = data / f"noise-{side}.making"
        noise = random.Random(side).randbytes(3 * side * side)
        Image.frombytes("RGB", (side, side), noise).save(making, "PNG", compress_level=0)
        making.rename(complete)
    return complete


def _report(results: dict[str, list[Passed]], sizes: dict[str, int]) -> bool:
    rows: list[list[Figure]] = []
    met = True
    for name, own in results.items():
        most, rate = max(each.growth for each in own) / 1e6, median([each.rate for each in own]) / 1e6
        rows.append([name, sizes[name] / 1e6, rate, most])
        record("streaming", {"way": name, "bytes": sizes[name], "mb_per_second": rate, "growth_mb": most})
        met = met and most <= AT_MOST_MB
    print(table(("a quick and a slow client", "MB", "MB/s, quick", "server grew by MB"), rows))
    return met
