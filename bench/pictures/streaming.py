"""`streaming`: memory growth of the server during downloads of 100 MB and uploads of 32 MB."""

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
from bench.options import Options
from bench.processes import KEY, Server

AT_MOST_MB: Final = 5.0
"""Maximum growth of the memory of the server."""
ORIGINAL: Final = 5_800
UPLOAD: Final = 3_340
"""Side lengths of the pictures in pixels: 101 MB, and 33.5 MB, which is near the maximum size of a request body."""
_SLOW: Final = 12e6
_CHUNK_BYTES: Final = 64 * 1024
_PAUSE_SECONDS: Final = 1.0
_IDLE_SECONDS: Final = 20.0
_PATIENCE: Final = 120.0


@dataclass(frozen=True, slots=True)
class Transfer:
    """A transfer by a fast and a slow client at the same time.

    `rate` is in bytes per second of the fast client; `growth` is the memory growth of the server in bytes.
    """

    rate: float
    growth: int


def run(options: Options) -> bool:
    """Run the bench, print and record its figures; whether the target was met in both directions.

    Raises an error when a byte was lost or changed.
    """
    data, rounds = options.data, options.choose(1, 3, 5)
    sides = options.choose((400, 300), (ORIGINAL, UPLOAD), (ORIGINAL, UPLOAD))
    original, upload = (_noise_picture(data, side) for side in sides)
    sizes = {"100 MB original, out": original.stat().st_size, "storeImage, in": upload.stat().st_size}
    digest, body = hashlib.sha256(original.read_bytes()).digest(), upload.read_bytes()
    results: dict[str, list[Transfer]] = {}
    with tempfile.TemporaryDirectory(dir=data) as folder:
        root, library = Path(folder) / "root", Path(folder) / "library"
        root.mkdir()
        library.mkdir()
        (root / original.name).hardlink_to(original)
        with processes.facetry_server(library, cores=processes.every_core()) as server:
            repository = repositories.scan(server, root)
            image = repositories.image_ids(server, 1)[0]
            _await_idle(server)
            calls = (
                functools.partial(_download, server, image, digest),
                functools.partial(_store, server, repository, body),
            )
            for call, (name, size) in zip(calls, sizes.items(), strict=True):
                results[name] = [_transfer_both(server, call, size) for _ in range(rounds)]
            stored = repositories.count_images(server) - 1
    if stored != 2 * rounds:
        raise RuntimeError(f"{stored} pictures were stored, where {2 * rounds} should have been")
    return _report(results, sizes)


def _transfer_both(server: Server, call: Callable[[float | None], float], size: int) -> Transfer:
    """Run a fast and a slow transfer at the same time.

    `call` takes a rate in bytes per second, or None for full speed, and returns the seconds of the transfer.
    """
    with ThreadPoolExecutor(2) as threads, processes.memory_growth(server.process.pid) as memory_growth:
        slow, quick = threads.submit(call, _SLOW), threads.submit(call, None)
        seconds, _ = quick.result(), slow.result()
        growth = memory_growth()
    return Transfer(size / seconds, growth)


def _download(server: Server, image: UUID, digest: bytes, bytes_per_second: float | None) -> float:
    begin, hasher = time.perf_counter(), hashlib.sha256()
    with _connection(server) as connection:
        connection.request("GET", f"/image/{image}/download", headers={"Authorization": f"Bearer {KEY}"})
        response = connection.getresponse()
        if bytes_per_second is not None:
            time.sleep(_PAUSE_SECONDS)  # the client does not read at all
        buffer = bytearray(_CHUNK_BYTES)
        while count := response.readinto(buffer):
            hasher.update(memoryview(buffer)[:count])
            if bytes_per_second is not None:
                time.sleep(count / bytes_per_second)
    if response.status != 200 or hasher.digest() != digest:
        raise UnexpectedAnswerError(f"{response.status}: not the bytes of the original")
    return time.perf_counter() - begin


def _store(server: Server, repository: UUID, body: bytes, bytes_per_second: float | None) -> float:
    def chunks() -> Iterator[memoryview]:
        view = memoryview(body)
        while view:
            yield view[:_CHUNK_BYTES]
            view = view[_CHUNK_BYTES:]
            if bytes_per_second is not None:
                time.sleep(_CHUNK_BYTES / bytes_per_second)

    begin = time.perf_counter()
    with _connection(server) as connection:
        headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "image/png", "Content-Length": str(len(body))}
        connection.request("POST", f"/repository/{repository}/storeImage", chunks(), headers)
        response = connection.getresponse()
        text = response.read()
    if response.status != 201:
        raise UnexpectedAnswerError(f"{response.status} {text[:500]!r}")
    return time.perf_counter() - begin


@contextmanager
def _connection(server: Server) -> Iterator[http.client.HTTPConnection]:
    connection = http.client.HTTPConnection(HOST, server.port, timeout=_PATIENCE)
    try:
        yield connection
    finally:
        connection.close()


def _await_idle(server: Server) -> None:
    """Wait until the worker processes have ended."""
    deadline = time.monotonic() + _IDLE_SECONDS
    while len(processes.process_tree(server.process.pid)) > 1:
        if time.monotonic() > deadline:
            raise TimeoutError("the worker processes have not ended, although they are idle")
        time.sleep(0.1)


def _noise_picture(data: Path, side: int) -> Path:
    """An incompressible PNG, generated when it does not exist."""
    complete = data / f"noise-{side}.png"
    if not complete.exists():
        making = data / f"noise-{side}.making"
        noise = random.Random(side).randbytes(3 * side * side)
        Image.frombytes("RGB", (side, side), noise).save(making, "PNG", compress_level=0)
        making.rename(complete)
    return complete


def _report(results: dict[str, list[Transfer]], sizes: dict[str, int]) -> bool:
    rows: list[list[Figure]] = []
    is_met = True
    for name, own in results.items():
        most, rate = max(each.growth for each in own) / 1e6, median([each.rate for each in own]) / 1e6
        rows.append([name, sizes[name] / 1e6, rate, most])
        record("streaming", {"way": name, "bytes": sizes[name], "mb_per_second": rate, "growth_mb": most})
        is_met = is_met and most <= AT_MOST_MB
    print(table(("a quick and a slow client", "MB", "MB/s, quick", "server grew by MB"), rows))
    return is_met
