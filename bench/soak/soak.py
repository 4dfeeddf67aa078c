"""`soak`: an hour of mixed work over 100,000 images; its last five minutes compared with its first.

A server that does nothing gets requests at the same time. Its rows say how much slower the machine itself has become.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import uvloop

from bench import load, processes
from bench.figures import Figure, median, percentile, record, table
from bench.options import Options
from bench.pictures import photographs
from bench.processes import KEY, Server
from bench.service.kinds import sampled_ids, set_tags
from bench.soak import listener
from bench.soak.kinds import RegularKind, control, first_vectors, kinds_of
from bench.soak.regular_load import Client, Latencies, phases, send_regularly
from bench.versions import this_version

IMAGES: Final = 100_000
MAX_GROWTH: Final = 1.1
"""Greatest ratio of a latency in the last part to the same in the first, and of the memory."""
_WRITTEN: Final = 5_000
_WITH_VECTORS: Final = 2_000
_PICTURES: Final = 200
_FILES: Final = 4_000
_SIZE: Final = (250, 250)
_NEW_PICTURES: Final = 10
_SCANS: Final = 30
"""Scans, and looks at the memory, in each of the two compared parts."""
_SCAN_SECONDS: Final = 60.0
_POLL_SECONDS: Final = 0.02
_WRITE, _HOOK, _SCAN = "setTags", "setTags to the hook", f"scan of {_NEW_PICTURES} new pictures"
_WRITE_RATE: Final = 10.0


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the soak, on the clock of `time.perf_counter`."""

    begin: float
    end: float


@dataclass
class Observations:
    """What was measured: latencies by kind, and by time the memory of the server in bytes and its processor seconds."""

    latencies: Latencies = field(default_factory=Latencies)
    memory: list[tuple[float, int]] = field(default_factory=list)
    cpu: list[tuple[float, float]] = field(default_factory=list)

    def memory_in(self, window: Window) -> float:
        """The median of the memory in a window, in MiB."""
        return median([size for at, size in self.memory if window.begin <= at < window.end]) / 2**20

    def cpu_share_in(self, window: Window) -> float:
        """The processor time of the server in a window, in milliseconds for each second."""
        inside = [(at, seconds) for at, seconds in self.cpu if window.begin <= at < window.end]
        (begin, before), (end, after) = inside[0], inside[-1]
        return (after - before) / (end - begin) * 1e3


@dataclass
class ChangingFolder:
    """A folder of pictures, in which new ones take the place of the oldest."""

    path: Path
    files: Sequence[Path]
    _next: int = 0

    def change(self) -> None:
        """Add some pictures, and remove those that were added before."""
        for number in range(self._next - _NEW_PICTURES, self._next):
            self._place(number).unlink(missing_ok=True)
        for number in range(self._next, self._next + _NEW_PICTURES):
            shutil.copy(self.files[number % len(self.files)], self._place(number))
        self._next += _NEW_PICTURES

    def _place(self, number: int) -> Path:
        return self.path / f"{number:06}.jpg"


def run(options: Options) -> bool:
    """Run the soak, print and record its figures; whether nothing became slower, and the memory did not grow."""
    seconds, window_seconds, warm_seconds = options.choose((6.0, 2.0, 1.0), (660.0, 60.0, 60.0), (3_660.0, 300.0, 60.0))
    images = options.choose(2_000, IMAGES, IMAGES)
    version = this_version()
    with (
        tempfile.TemporaryDirectory() as name,
        version.library_copy(options.data, images) as library,
        listener.listening() as hooks,
    ):
        files = sorted(photographs.sized(options.data, _PICTURES + _FILES, _SIZE).rglob("*.jpg"))
        still, changing = Path(name) / "still", ChangingFolder(Path(name) / "changing", files[_PICTURES:])
        still.mkdir()
        changing.path.mkdir()
        for file in files[:_PICTURES]:
            shutil.copy(file, still)
        ids = sampled_ids(library, _WRITTEN)
        cores = processes.every_core()
        with (
            processes.facetry_server(library, still, changing.path, cores=cores) as server,
            processes.rival_server("starlette", cores=cores) as idle_server,
        ):
            archive = listener.archive(hooks)
            processes.request(server, "POST", "/extension/install?state=enabled", archive, "application/zip")
            pictures = _scanned_pictures(server)
            vectors = first_vectors(ids[:_WITH_VECTORS])
            load.run(server.port, vectors, connections=8, seconds=600)
            observations = Observations()
            with listener.accept(hooks) as hook, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                kinds = [
                    *((server.port, kind) for kind in kinds_of(ids, ids[:_WITH_VECTORS], pictures)),
                    (idle_server.port, control(ids)),
                ]
                begin = runner.run(
                    _work(server, hook, ids, kinds, changing, seconds, window_seconds / _SCANS, observations)
                )
    first = Window(begin + warm_seconds, begin + warm_seconds + window_seconds)
    last = Window(begin + seconds - window_seconds, begin + seconds)
    _record_course(observations.latencies, begin, seconds, window_seconds)
    return _report(observations, first, last)


def _scanned_pictures(server: Server) -> list[str]:
    """The ids of the pictures that do not change."""
    while _is_scanning(processes.request_json(server, "GET", "/repository/activities")):
        time.sleep(_POLL_SECONDS)
    origin = {"kind": "repositories", "ids": [_repository(server, "still")]}
    search = {"filter": {"origin": origin}, "range": {"take": _PICTURES}}
    ids: list[str] = processes.request_json(server, "POST", "/image/search/ids", search)["items"]
    return ids


def _repository(server: Server, name: str) -> str:
    repositories = processes.request_json(server, "GET", "/repository/list")
    return next(str(each["id"]) for each in repositories if each["url"].endswith(f"/{name}"))


async def _work(
    server: Server,
    hook: socket.socket,
    ids: Sequence[str],
    kinds: Sequence[tuple[int, RegularKind]],
    changing: ChangingFolder,
    seconds: float,
    distance_seconds: float,
    observations: Observations,
) -> float:
    """Do all work for some seconds: each of `kinds` at its port, writes, and scans. Returns when it began."""
    begin = time.perf_counter()
    end = begin + seconds
    repository = _repository(server, changing.path.name)
    async with asyncio.TaskGroup() as tasks:
        first, *others = phases(begin, [_WRITE_RATE, *(kind.rate for _, kind in kinds)])
        for (port, kind), phase in zip(kinds, others, strict=True):
            sending = send_regularly(
                port,
                kind.name,
                kind.rate,
                kind.requests,
                begin=phase,
                end=end,
                latencies=observations.latencies,
            )
            tasks.create_task(sending)
        tasks.create_task(_write_tags(server, hook, ids, first, end, observations.latencies))
        tasks.create_task(_scan(server, repository, changing, distance_seconds, end, observations.latencies))
        tasks.create_task(_watch_server(server, distance_seconds, end, observations))
    return begin


async def _write_tags(
    server: Server, hook: socket.socket, ids: Sequence[str], begin: float, end: float, latencies: Latencies
) -> None:
    """Write tags, and wait for the hook of the extension after each write."""
    loop, client, writes = asyncio.get_running_loop(), await Client.connect(server.port), set_tags(ids)
    due_at = begin
    while due_at < end:
        await asyncio.sleep(due_at - time.perf_counter())
        await client.send(next(writes))
        latencies.add(_WRITE, due_at, time.perf_counter() - due_at)
        await loop.run_in_executor(None, listener.wait_for_hook, hook)
        latencies.add(_HOOK, due_at, time.perf_counter() - due_at)
        due_at += 1 / _WRITE_RATE
    client.close()


async def _scan(
    server: Server,
    repository: str,
    changing: ChangingFolder,
    distance_seconds: float,
    end: float,
    latencies: Latencies,
) -> None:
    """Change pictures and scan their folder, again and again."""
    client, due_at = await Client.connect(server.port), time.perf_counter()
    while due_at < end:
        await asyncio.sleep(due_at - time.perf_counter())
        changing.change()
        begin = time.perf_counter()
        await client.send(load.request("PUT", f"/repository/{repository}/synchronize?maximumRemovals=1000", KEY))
        await _wait_until_scanned(client)
        latencies.add(_SCAN, due_at, time.perf_counter() - begin)
        due_at += distance_seconds
    client.close()


async def _wait_until_scanned(client: Client) -> None:
    request = load.request("GET", "/repository/activities", KEY)
    for _ in range(int(_SCAN_SECONDS / _POLL_SECONDS)):
        if not _is_scanning(json.loads(await client.send(request))):
            return
        await asyncio.sleep(_POLL_SECONDS)
    raise TimeoutError(f"a scan has not ended after {_SCAN_SECONDS:g} s")


def _is_scanning(activities: Sequence[Mapping[str, Any]]) -> bool:
    return any(activity["kind"] == "synchronizing" for activity in activities)


async def _watch_server(server: Server, distance_seconds: float, end: float, observations: Observations) -> None:
    while (now := time.perf_counter()) < end:
        observations.memory.append((now, processes.resident_bytes_of(server.process.pid)))
        observations.cpu.append((now, server.cpu_seconds))
        await asyncio.sleep(distance_seconds)


def _record_course(latencies: Latencies, begin: float, seconds: float, part_seconds: float) -> None:
    """Record the medians of each kind in every part of the soak, not only in the two that are compared."""
    for number in range(int(seconds / part_seconds)):
        part_begin = number * part_seconds
        for kind, each in latencies.between(begin + part_begin, begin + part_begin + part_seconds).items():
            if each:
                record("soak", {"name": kind, "begin_seconds": part_begin, "p50_ms": median(each) * 1e3})


def _report(observations: Observations, first: Window, last: Window) -> bool:
    before = observations.latencies.between(first.begin, first.end)
    after = observations.latencies.between(last.begin, last.end)
    pairs = [
        (
            f"{kind}, {name} ms",
            percentile(before[kind], percent) * 1e3,
            percentile(after[kind], percent) * 1e3,
        )
        for kind in before
        if before[kind] and after[kind]
        for name, percent in (("p50", 50), ("p99", 99))
    ]
    pairs.append(("memory of the server, MiB", observations.memory_in(first), observations.memory_in(last)))
    name = "processor time of the server, ms a second"
    pairs.append((name, observations.cpu_share_in(first), observations.cpu_share_in(last)))
    rows: list[list[Figure]] = []
    for name, at_first, at_last in pairs:
        ratio = at_last / at_first
        rows.append([name, at_first, at_last, ratio, "met" if ratio <= MAX_GROWTH else "missed"])
        record("soak", {"name": name, "first": at_first, "last": at_last, "ratio": ratio})
    print(table(("soak", "first", "last", "last / first", f"target {MAX_GROWTH:g}"), rows))
    silent = [kind for kind in before if not before[kind] or not after[kind]]
    if silent:
        print(f"no answers in one of the parts: {', '.join(silent)}")
    return not silent and all(row[-1] == "met" for row in rows)
