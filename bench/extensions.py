"""`extensions`: from a write to the hook of an extension, deliveries a second, and a thousand front ends."""

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

from bench import libraries, listener, processes
from bench.figures import Figure, median, percentile, record, table
from bench.front_ends import fronts
from bench.listener import Hearing, now
from bench.load import HOST
from bench.processes import KEY, Server
from facetry.app import DATABASE
from facetry.events import log
from facetry.store.store import Store
from facetry.store.work import Work

HOOK_MS: Final = 5.0
"""From the moment a write is sent to the hook, at the median."""
DELIVERIES: Final = 2_000.0
"""A second, to one extension."""
FRONT_ENDS: Final = 1_000
FRONT_ENDS_MS: Final = 1_000.0
"""From a write to the last of the front ends, of 99 % of the writes."""
_OF_SERVER: Final = "Facetry"
_OF_RIVAL: Final = "python-socketio"


@dataclass
class Results:
    """Of the rounds of one of the two."""

    hook_ms: list[float] = field(default_factory=list)
    acknowledged_ms: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    cpu_us: list[float] = field(default_factory=list)
    last_ms: list[float] = field(default_factory=list)
    fan_outs: list[float] = field(default_factory=list)


def run(*, is_long: bool, data: Path) -> bool:
    """Measure, print, record; whether all three targets were met."""
    rounds, writes, backlog = (7, 300, 40_000) if is_long else (3, 150, 10_000)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    ours, theirs = Results(), Results()
    with tempfile.TemporaryDirectory() as folder, listener.hearing() as heard, processes.pinned(processes.load_core()):
        for number in range(rounds + 1):
            for results, measured in ((ours, _ours), (theirs, _theirs)):
                place = Path(folder) / f"{measured.__name__}-{number}"
                found = results if number else Results()  # the first round warms
                share = 1 if number else 5
                measured(place, heard, found, writes // share, backlog // share)
    return _report(ours, theirs)


def _ours(place: Path, heard: Hearing, results: Results, writes: int, backlog: int) -> None:
    ids = libraries.small(place)
    with processes.facetry(place, cores=processes.server_core()) as server:
        target = "/extension/install?state=enabled"
        processes.exchange(server, "POST", target, listener.archive(heard), "application/zip")
        heard.begin()
        chance = random.Random(1)

        def write(connection: http.client.HTTPConnection) -> int:
            id, values = libraries.choose(ids, chance)
            body, headers = json.dumps(values), {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
            begun = now()
            connection.request("PUT", f"/image/{id}/setTags?extensionId={libraries.EXTENSION}", body, headers)
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 204
            return begun

        _hooks(server.port, heard, results, writes, write)
        processes.exchange(server, "PUT", f"/extension/{listener.ID}/changeState?state=paused")
        _announce(place, ids, backlog)
        processes.exchange(server, "PUT", f"/extension/{listener.ID}/changeState?state=enabled")
        heard.begin()
        _deliveries(server, heard, results, backlog)
        processes.exchange(server, "PUT", f"/extension/{listener.ID}/changeState?state=paused")
        _run(_fan_out(server.port, results, writes // 3, write))


def _theirs(place: Path, heard: Hearing, results: Results, writes: int, backlog: int) -> None:
    with processes.sockets(cores=processes.server_core()) as server:

        def one(connection: http.client.HTTPConnection) -> int:
            return int(_got(connection, "/one"))

        def everyone(connection: http.client.HTTPConnection) -> int:
            return int(_got(connection, "/all"))

        with listener.running(place, heard, f"http://{HOST}:{server.port}"):
            _hooks(server.port, heard, results, writes, one)
            with _connection(server.port) as connection:
                connection.request("GET", f"/many/{backlog}")
                _deliveries(server, heard, results, backlog)
                connection.getresponse().read()
        _run(_fan_out(server.port, results, writes // 3, everyone))


def _hooks(
    port: int, heard: Hearing, results: Results, writes: int, write: Callable[[http.client.HTTPConnection], int]
) -> None:
    """One write after the other, each with its hook."""
    with _connection(port) as connection:
        for number in range(writes + 5):
            begun = write(connection)
            answered = now()
            (called,) = heard.hear(1)
            if number >= 5:  # the first ones wait for the extension to connect
                results.hook_ms.append((called - begun) / 1e6)
                results.acknowledged_ms.append((answered - begun) / 1e6)
            time.sleep(0.005)


def _deliveries(server: Server, heard: Hearing, results: Results, count: int) -> None:
    """Hear so many, less those at the beginning."""
    first = heard.hear(count // 10)[-1]
    before = processes.own_cpu_seconds(server.process.pid)
    last = heard.hear(count - count // 10)[-1]
    some = count - count // 10
    results.rates.append(some / ((last - first) / 1e9))
    results.cpu_us.append((processes.own_cpu_seconds(server.process.pid) - before) / some * 1e6)


async def _fan_out(
    port: int, results: Results, writes: int, write: Callable[[http.client.HTTPConnection], int]
) -> None:
    """Writes, ten a second at the most, and all front ends that are told; then ten at once."""
    with _connection(port) as connection:
        async with fronts(port, FRONT_ENDS) as made:
            await asyncio.sleep(0.5)
            number = 0
            for number in range(1, writes + 1):
                begun = await asyncio.to_thread(write, connection)
                last = await made.all_have(number)
                results.last_ms.append((last - begun) / 1e6)
                await asyncio.sleep(0.1)
            begun = now()
            for _ in range(10):
                await asyncio.to_thread(write, connection)
            results.fan_outs.append(10 * 1e9 / (await made.all_have(number + 10) - begun))


def _announce(place: Path, ids: Sequence[UUID], count: int) -> None:
    """Write so many events that nobody has been told yet."""
    store = Store(place / DATABASE)
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


def _got(connection: http.client.HTTPConnection, target: str) -> bytes:
    connection.request("GET", target)
    return connection.getresponse().read()


def _run(fan_out: Awaitable[None]) -> None:
    async def main() -> None:
        await fan_out

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main())


def _report(ours: Results, theirs: Results) -> bool:
    rows: list[list[Figure]] = []
    for name, results in ((_OF_SERVER, ours), (_OF_RIVAL, theirs)):
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
    rates = [mine / other for mine, other in zip(ours.rates, theirs.rates, strict=True)]
    print(
        f"acknowledged after {median(ours.acknowledged_ms):.2f} ms; hook {median(ours.hook_ms):.2f} ms (at most"
        f" {HOOK_MS:g}); {median(ours.rates):,.0f} deliveries/s (at least {DELIVERIES:,.0f}),"
        f" {median(rates):.2f} × {_OF_RIVAL}; last front end p99 {percentile(ours.last_ms, 99):.0f} ms"
        f" (at most {FRONT_ENDS_MS:,.0f})"
    )
    is_quick = median(ours.hook_ms) <= HOOK_MS and median(ours.rates) >= DELIVERIES
    return is_quick and percentile(ours.last_ms, 99) <= FRONT_ENDS_MS
