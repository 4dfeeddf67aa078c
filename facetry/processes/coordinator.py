"""The coordinator: a whole service, without connections of its own. It answers what API processes forward to it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from facetry.observability.combining import combined, counters_only, from_plain
from facetry.observability.exposition import MetricFamily, one
from facetry.processes.channels import Channel, ChannelClosedError
from facetry.processes.child import end_at_once
from facetry.processes.link.serving import ApiProcessLink
from facetry.server.http_server import Server
from facetry.service.assembly import Service
from facetry.service.shared_state import SharedState

log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Coordination:
    """How a service is to work as the coordinator of other processes."""

    shared: SharedState
    channel: Channel
    """To the supervisor."""
    was_ready: bool
    """Whether the service was ready before, so that this is another start of the coordinator."""

    @contextlib.asynccontextmanager
    async def links(self, service: Service, server: Server, on_drain: Callable[[], None]) -> AsyncIterator[None]:
        """Within the context, API processes are served as soon as the server has started. `on_drain` ends requests
        without an end, because the service stops.
        """
        coordinator = Coordinator(self.channel, service, server, on_drain)
        server.on_started = coordinator.begin
        try:
            yield
        finally:
            coordinator.stop()


def count_of_processes(count: int) -> MetricFamily:
    """How many API processes run."""
    return one("facetry_api_processes", "gauge", "API processes that run.", count)


class Coordinator:
    """The links to all API processes, which come and go. Belongs to one event loop."""

    def __init__(self, channel: Channel, service: Service, server: Server, on_drain: Callable[[], None]) -> None:
        """`on_drain` ends requests without an end, because the service stops."""
        self._channel = channel
        self._service = service
        self._server = server
        self._on_drain = on_drain
        self._links: dict[int, ApiProcessLink] = {}
        self._ended: dict[str, MetricFamily] = {}
        self._openings: set[asyncio.Task[None]] = set()
        service.metrics.of_processes.append(self._read_metrics)

    def begin(self) -> None:
        """Begin to serve API processes, and tell the supervisor that they can be started."""
        asyncio.get_running_loop().add_reader(self._channel, self._read_messages)
        self._channel.send(["ready"])

    def stop(self) -> None:
        """Close all links."""
        asyncio.get_running_loop().remove_reader(self._channel)
        for link in self._links.values():
            link.close()

    def _read_messages(self) -> None:
        while True:
            try:
                message, files = self._channel.receive()
            except BlockingIOError:
                return
            except ChannelClosedError:
                end_at_once()
            if message[0] == "drain":
                self._on_drain()
            elif len(files) < 2:
                log.error("the link to an API process cannot be opened: too many files are open")
                for file in files:  # so that the process finds out, and is replaced
                    os.close(file)
            else:
                opening = asyncio.get_running_loop().create_task(self._open_link(message[1], files))
                self._openings.add(opening)
                opening.add_done_callback(self._openings.discard)

    async def _open_link(self, number: int, files: Sequence[int]) -> None:
        previous = self._links.get(number)
        if previous is not None:
            self._keep_counts(previous)
        link = self._links[number] = ApiProcessLink(self._service.pages, self._service.run_operation, self._server)
        frames, handovers = (socket.socket(fileno=file) for file in files)
        frames.setblocking(False)
        await link.open(frames, handovers)

    def _keep_counts(self, link: ApiProcessLink) -> None:
        """Keep what an API process that has ended had counted when its metrics were last read."""
        if link.last_metrics is not None:
            parts = [list(self._ended.values()), counters_only(from_plain(link.last_metrics))]
            self._ended = {family.name: family for family in combined(parts)}

    async def _read_metrics(self) -> list[list[MetricFamily]]:
        ended, links = self._ended, list(self._links.values())  # one that is replaced meanwhile counts once
        read = await asyncio.gather(*(link.read_metrics() for link in links))
        count = sum(link.is_open for link in self._links.values())
        return [
            [count_of_processes(count)],
            list(ended.values()),
            *(_families_of(link, each) for link, each in zip(links, read, strict=True) if each is not None),
        ]


def _families_of(link: ApiProcessLink, metrics: Any) -> list[MetricFamily]:
    """The metrics of an API process; only what it has counted if it has ended."""
    families = from_plain(metrics)
    return families if link.is_open else counters_only(families)
