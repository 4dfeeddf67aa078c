"""`observers`: the time from sending a write to its event at an observer, while 16 clients write."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager
from typing import Final

import uvloop

from bench import load, processes
from bench.extensions.event_stream import follow_events
from bench.extensions.front_ends import connect_front_ends
from bench.load import LoadResult
from bench.measurements import CPU_MS, P50_MS, P99_MS, PER_SECOND, Rounds, at_most, report
from bench.options import Options
from bench.processes import Server
from bench.samples import Sample
from bench.service.kinds import sampled_ids, tag_bodies, write_of_tags

CONNECTIONS: Final = 16
_NAME: Final = "write to observer, 16 writers"
_STREAM_NAME: Final = "write to event stream, 16 writers"
_UNOBSERVED_NAME: Final = "write to answer, no observer"
_TARGETS: Final = {(_NAME, P50_MS): at_most(10), (_STREAM_NAME, P50_MS): at_most(10)}
_TOPIC: Final = "image.tags.updated"
_SETTLE_SECONDS: Final = 0.5
_ENVELOPE: Final = b'42["events",'

_Receive = Callable[[bytes], None]
_Observe = Callable[[int, _Receive], AbstractAsyncContextManager[object]]
"""Observes the events of the server at a port, and passes their JSON on."""


def run(options: Options) -> bool:
    """Run the bench; whether the targets were met."""
    seconds, rounds = options.choose(0.2, 3.0, 8.0), Rounds()
    images = options.choose(200, 10_000, 10_000)
    observers: Mapping[str, _Observe | None] = {_NAME: _on_socket, _STREAM_NAME: follow_events, _UNOBSERVED_NAME: None}
    with ExitStack() as stack:
        copies = [stack.enter_context(each.library_copy(options.data, images)) for each in options.versions]
        writes = [_Writes(sampled_ids(copy, images)) for copy in copies]
        servers = [
            stack.enter_context(processes.facetry_server(copy, cores=processes.every_core(), source=version.source))
            for version, copy in zip(options.versions, copies, strict=True)
        ]
        for number in options.rounds(5, 9):
            for name, observe in observers.items():
                for version, server, of_server in zip(options.versions, servers, writes, strict=True):
                    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                        sample = runner.run(_sample(server, of_server, observe, seconds if number else seconds / 3))
                    if number:  # the first round warms up
                        rounds.add(version.name, name, sample.figures(P50_MS, P99_MS, PER_SECOND, CPU_MS))
    return report("observers", rounds.measurements(_TARGETS))


class _Writes:
    """Writes to one image after the other, and the times at which those were sent that no event has announced yet."""

    def __init__(self, ids: Sequence[str]) -> None:
        rng = random.Random(7)
        bodies = tag_bodies(rng)
        self._prepared = itertools.cycle([(id, write_of_tags(id, rng.choice(bodies))) for id in ids])
        self.sent_at: dict[str, float] = {}

    def __iter__(self) -> Iterator[bytes]:
        for id, write in self._prepared:
            self.sent_at[id] = time.perf_counter()
            yield write


async def _sample(server: Server, writes: _Writes, observe: _Observe | None, seconds: float) -> Sample:
    """Write for some seconds. The latencies are those of the events, or without an observer those of the answers."""
    sent_at, latencies = writes.sent_at, list[float]()
    sent_at.clear()

    def receive(text: bytes) -> None:
        now = time.perf_counter()
        event = json.loads(text)
        if event["channel"] == _TOPIC and (sent := sent_at.pop(event["value"]["id"], None)) is not None:
            latencies.append(now - sent)

    async with (observe or _nobody)(server.port, receive):
        cpu = server.cpu_seconds
        result = await load.drive(server.port, iter(writes), connections=CONNECTIONS, seconds=seconds)
        await asyncio.sleep(_SETTLE_SECONDS)  # the last events are under way
        cpu = max(server.cpu_seconds - cpu, processes.TICK_SECONDS)
    if observe is None:
        return Sample(result, cpu / result.answers, 0)
    if sent_at:
        raise RuntimeError(f"{len(sent_at)} writes were not announced to the observer")
    return Sample(LoadResult(result.answers, result.seconds, latencies), cpu / result.answers, 0)


@asynccontextmanager
async def _on_socket(port: int, receive: _Receive) -> AsyncIterator[None]:
    """One front end on the socket."""
    async with connect_front_ends(port, 1, lambda text: receive(text.removeprefix(_ENVELOPE)[:-1])):
        yield


@asynccontextmanager
async def _nobody(port: int, receive: _Receive) -> AsyncIterator[None]:
    yield
