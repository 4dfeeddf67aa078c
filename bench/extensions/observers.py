"""`observers`: the time from sending a write to its event at a front end, while 16 clients write."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Final

import uvloop

from bench import load, processes
from bench.extensions.front_ends import connect_front_ends
from bench.figures import median, percentile
from bench.measurements import P50_MS, P99_MS, PER_SECOND, Rounds, at_most, report
from bench.options import Options
from bench.processes import Server
from bench.service.kinds import sampled_ids, set_tags

CONNECTIONS: Final = 16
_NAME: Final = "write to observer, 16 writers"
_TARGETS: Final = {(_NAME, P50_MS): at_most(10)}
_TOPIC: Final = "image.tags.updated"
_SETTLE_SECONDS: Final = 0.5
_EVENTS: Final = b"42"


def run(options: Options) -> bool:
    """Run the bench; whether the target was met."""
    seconds, rounds = options.choose(0.2, 3.0, 8.0), Rounds()
    images = options.choose(200, 10_000, 10_000)
    with ExitStack() as stack:
        copies = [stack.enter_context(each.library_copy(options.data, images)) for each in options.versions]
        ids = [sampled_ids(copy, images) for copy in copies]
        servers = [
            stack.enter_context(processes.facetry_server(copy, cores=processes.every_core(), source=version.source))
            for version, copy in zip(options.versions, copies, strict=True)
        ]
        for number in options.rounds(5, 9):
            for version, server, of_library in zip(options.versions, servers, ids, strict=True):
                with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                    latencies = runner.run(_observe(server, of_library, seconds if number else seconds / 3))
                if number:  # the first round warms up
                    figures = {
                        P50_MS: median(latencies) * 1e3,
                        P99_MS: percentile(latencies, 99) * 1e3,
                        PER_SECOND: len(latencies) / seconds,
                    }
                    rounds.add(version.name, _NAME, figures)
    return report("observers", rounds.measurements(_TARGETS))


async def _observe(server: Server, ids: Sequence[str], seconds: float) -> list[float]:
    """Write for some seconds; for each event, the seconds since its write was sent."""
    sent_at: dict[str, float] = {}
    latencies: list[float] = []

    def receive(text: bytes) -> None:
        now = time.perf_counter()
        _, event = json.loads(text[len(_EVENTS) :])
        if event["channel"] == _TOPIC and (sent := sent_at.pop(event["value"]["id"], None)) is not None:
            latencies.append(now - sent)

    async with connect_front_ends(server.port, 1, receive) as _:
        writes = _timed_writes(ids, sent_at)
        await load.drive(server.port, writes, connections=CONNECTIONS, seconds=seconds)
        await asyncio.sleep(_SETTLE_SECONDS)  # the last events are under way
    if sent_at:
        raise RuntimeError(f"{len(sent_at)} writes were not announced to the observer")
    return latencies


def _timed_writes(ids: Sequence[str], sent_at: dict[str, float]) -> Iterator[bytes]:
    """Writes to one image after the other, each noted with its time when it is taken to be sent."""
    for id in itertools.cycle(ids):
        write = next(set_tags([id]))
        sent_at[id] = time.perf_counter()
        yield write
