"""`extensions`: latency from a write to the hook of an extension, deliveries per second, a thousand front ends."""

from __future__ import annotations

import asyncio
import http.client
import itertools
import json
import random
import resource
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from uuid import UUID

import uvloop

from bench import libraries, processes
from bench.extensions import listener
from bench.extensions.front_ends import connect_front_ends
from bench.extensions.listener import HookListener, now
from bench.figures import Figure, median, percentile, record, table
from bench.load import HOST
from bench.options import Options
from bench.processes import KEY, Server
from facetry.events import log
from facetry.service.library_database import DATABASE
from facetry.store.store import Store
from facetry.store.work import Work

HOOK_MS: Final = 5.0
"""Maximum median latency from sending a write to the hook."""
DELIVERIES: Final = 2_000.0
"""Minimum deliveries per second to one extension."""
FRONT_ENDS: Final = 1_000
FRONT_ENDS_MS: Final = 1_000.0
"""Maximum 99th percentile of the latency from a write to the last of the front ends."""
_FACETRY: Final = "Facetry"
_RIVAL: Final = "python-socketio"


@dataclass
class Results:
    """The measurements of one of the two servers, over all rounds."""

    hook_ms: list[float] = field(default_factory=list)
    acknowledged_ms: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    cpu_us: list[float] = field(default_factory=list)
    last_ms: list[float] = field(default_factory=list)
    fan_outs: list[float] = field(default_factory=list)


def run(options: Options) -> bool:
    """Run the bench, print and record its figures; whether all three targets were met."""
    writes, backlog = options.choose((15, 2_000), (150, 10_000), (300, 40_000))
    front_ends = options.choose(20, FRONT_ENDS, FRONT_ENDS)
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))
    facetry, rival = Results(), Results()
    with (
        tempfile.TemporaryDirectory() as folder,
        listener.hook_listener() as hooks,
        processes.pinned(processes.load_core()),
    ):
        for number in options.rounds(3, 7):
            for results, measure in ((facetry, _measure_facetry), (rival, _measure_rival)):
                round_folder = Path(folder) / f"{measure.__name__}-{number}"
                round_results = results if number else Results()  # the first round warms
                share = 1 if number else 5
                measure(round_folder, hooks, round_results, writes // share, backlog // share, front_ends)
    return _report(facetry, rival)


def _measure_facetry(
    folder: Path, hooks: HookListener, results: Results, writes: int, backlog: int, front_ends: int
) -> None:
    ids = libraries.create_small(folder)
    with processes.facetry_server(folder, cores=processes.server_core()) as server:
        target = "/extension/install?state=enabled"
        processes.request(server, "POST", target, listener.archive(hooks), "application/zip")
        hooks.accept()
        rng = random.Random(1)

        def write(connection: http.client.HTTPConnection) -> int:
            id, values = libraries.choose_tags(ids, rng)
            body, headers = json.dumps(values), {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
            sent_at = now()
            connection.request("PUT", f"/image/{id}/setTags?extensionId={libraries.EXTENSION}", body, headers)
            response = connection.getresponse()
            response.read()
            assert response.status == 204
            return sent_at

        _hooks(server.port, hooks, results, writes, write)
        processes.request(server, "PUT", f"/extension/{listener.ID}/changeState?state=paused")
        _write_backlog(folder, ids, backlog)
        processes.request(server, "PUT", f"/extension/{listener.ID}/changeState?state=enabled")
        hooks.accept()
        _deliveries(server, hooks, results, backlog)
        processes.request(server, "PUT", f"/extension/{listener.ID}/changeState?state=paused")
        _run(_fan_out(server.port, results, writes // 3, front_ends, write))


def _measure_rival(
    folder: Path, hooks: HookListener, results: Results, writes: int, backlog: int, front_ends: int
) -> None:
    with processes.socketio_server(cores=processes.server_core()) as server:

        def emit_one(connection: http.client.HTTPConnection) -> int:
            return int(_get(connection, "/one"))

        def emit_to_all(connection: http.client.HTTPConnection) -> int:
            return int(_get(connection, "/all"))

        with listener.running(folder, hooks, f"http://{HOST}:{server.port}"):
            _hooks(server.port, hooks, results, writes, emit_one)
            with _connection(server.port) as connection:
                connection.request("GET", f"/many/{backlog}")
                _deliveries(server, hooks, results, backlog)
                connection.getresponse().read()
        _run(_fan_out(server.port, results, writes // 3, front_ends, emit_to_all))


def _hooks(
    port: int, hooks: HookListener, results: Results, writes: int, write: Callable[[http.client.HTTPConnection], int]
) -> None:
    """Write sequentially, and wait for the hook of each write."""
    with _connection(port) as connection:
        for number in range(writes + 5):
            sent_at = write(connection)
            acknowledged_at = now()
            (hook_at,) = hooks.wait_for_hooks(1)
            if number >= 5:  # the first writes wait for the extension to connect
                results.hook_ms.append((hook_at - sent_at) / 1e6)
                results.acknowledged_ms.append((acknowledged_at - sent_at) / 1e6)
            time.sleep(0.005)


def _deliveries(server: Server, hooks: HookListener, results: Results, count: int) -> None:
    """Measure `count` deliveries, without the first tenth."""
    first = hooks.wait_for_hooks(count // 10)[-1]
    before = processes.own_cpu_seconds(server.process.pid)
    last_at = hooks.wait_for_hooks(count - count // 10)[-1]
    measured_count = count - count // 10
    results.rates.append(measured_count / ((last_at - first) / 1e9))
    results.cpu_us.append((processes.own_cpu_seconds(server.process.pid) - before) / measured_count * 1e6)


async def _fan_out(
    port: int, results: Results, writes: int, count: int, write: Callable[[http.client.HTTPConnection], int]
) -> None:
    """Measure the time from a write to the last front end, at most ten writes per second; then ten writes at once."""
    with _connection(port) as connection:
        async with connect_front_ends(port, count) as front_ends:
            await asyncio.sleep(0.5)
            number = 0
            for number in range(1, writes + 1):
                sent_at = await asyncio.to_thread(write, connection)
                last_at = await front_ends.wait_for_event(number)
                results.last_ms.append((last_at - sent_at) / 1e6)
                await asyncio.sleep(0.1)
            sent_at = now()
            for _ in range(10):
                await asyncio.to_thread(write, connection)
            results.fan_outs.append(10 * 1e9 / (await front_ends.wait_for_event(number + 10) - sent_at))


def _write_backlog(folder: Path, ids: Sequence[UUID], count: int) -> None:
    """Write `count` events, which are not delivered yet."""
    store = Store(folder / DATABASE)
    images = itertools.cycle(ids)

    def unit(work: Work) -> None:
        for _ in range(1_000):
            log.announce(work, "image.tags.updated", image=next(images), extension=libraries.EXTENSION)

    try:
        for _ in range(count // 1_000):
            store.write_now(unit)
    finally:
        store.close()


@contextmanager
def _connection(port: int) -> Iterator[http.client.HTTPConnection]:
    connection = http.client.HTTPConnection(HOST, port, timeout=60)
    try:
        yield connection
    finally:
        connection.close()


def _get(connection: http.client.HTTPConnection, target: str) -> bytes:
    connection.request("GET", target)
    return connection.getresponse().read()


def _run(fan_out: Awaitable[None]) -> None:
    async def main() -> None:
        await fan_out

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main())


def _report(facetry: Results, rival: Results) -> bool:
    rows: list[list[Figure]] = []
    for name, results in ((_FACETRY, facetry), (_RIVAL, rival)):
        hook, last = results.hook_ms, results.last_ms
        figures = {
            "hook_p50_ms": median(hook),
            "hook_p99_ms": percentile(hook, 99),
            "deliveries": median(results.rates),
            "cpu_us": median(results.cpu_us),
            "last_p50_ms": median(last),
            "last_p99_ms": percentile(last, 99),
            "fan_outs": median(results.fan_outs),
        }
        rows.append([name, *figures.values()])
        record("extensions", {"of": name, **figures})
    headings = ("", "hook p50 ms", "p99 ms", "deliveries/s", "CPU µs", "last of 1,000 p50 ms", "p99 ms", "fan-outs/s")
    print(table(headings, rows))
    rates = [own / other for own, other in zip(facetry.rates, rival.rates, strict=True)]
    print(
        f"acknowledged after {median(facetry.acknowledged_ms):.2f} ms; hook {median(facetry.hook_ms):.2f} ms (at most"
        f" {HOOK_MS:g}); {median(facetry.rates):,.0f} deliveries/s (at least {DELIVERIES:,.0f}),"
        f" {median(rates):.2f} × {_RIVAL}; last front end p99 {percentile(facetry.last_ms, 99):.0f} ms"
        f" (at most {FRONT_ENDS_MS:,.0f})"
    )
    is_quick = median(facetry.hook_ms) <= HOOK_MS and median(facetry.rates) >= DELIVERIES
    return is_quick and percentile(facetry.last_ms, 99) <= FRONT_ENDS_MS
