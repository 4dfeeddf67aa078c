"""The coordinator has a link to each API process, and closes what it cannot use."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest

from facetry.auth import Principal
from facetry.observability.combining import combined, to_plain
from facetry.observability.exposition import one
from facetry.processes.channels import Channel
from facetry.processes.coordinator import Coordinator
from facetry.processes.link.forwarding import CoordinatorLink


class Metrics:
    """The metrics of a service, which the coordinator adds its own to."""

    def __init__(self) -> None:
        self.of_processes: list[Callable[[], Awaitable[Any]]] = []


class Service:
    """A service that is asked for nothing but its metrics."""

    def __init__(self) -> None:
        self.metrics = Metrics()

    async def pages(self, _: Any, __: Any, ___: Any) -> None:
        raise AssertionError("a request was forwarded")

    async def run_operation(self, _: str, __: Principal, ___: Mapping[str, object]) -> object:
        raise AssertionError("an operation was called")


class Coordinating:
    """A coordinator, and this test in the place of the supervisor and of API processes."""

    def __init__(self) -> None:
        self.supervisor, own_end = Channel.pair()
        self.service = Service()
        self.coordinator = Coordinator(own_end, self.service, None, lambda: None)  # type: ignore[arg-type]
        self.coordinator.begin()
        self._own_end = own_end

    async def start_silent_process(self, number: int) -> socket.socket:
        """The link of a new API process that answers nothing."""
        frames, handovers = socket.socketpair(), socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.supervisor.send(["link", number, 0], [frames[1].fileno(), handovers[1].fileno()])
        for each in (frames[1], *handovers):
            each.close()
        frames[0].setblocking(False)
        await asyncio.sleep(0.05)  # the coordinator opens it meanwhile
        return frames[0]

    async def start_api_process(self, number: int, *, requests: int) -> CoordinatorLink:
        """The link of a new API process that has answered so many requests, and has one connection."""
        families = [
            one("facetry_requests", "counter", "Requests.", requests),
            one("facetry_connections", "gauge", "Connections.", 1),
        ]
        link = CoordinatorLink(lambda: to_plain(families))
        await link.open(await self.start_silent_process(number))
        return link

    async def read(self) -> dict[str, object]:
        """The metrics of all API processes."""
        (read,) = self.service.metrics.of_processes
        return {family.name: family.samples[0].value for family in combined(await read())}

    def close(self) -> None:
        self.coordinator.stop()
        self._own_end.close()
        self.supervisor.close()


def run(use: Callable[[Coordinating], Awaitable[None]]) -> None:
    async def main() -> None:
        coordinating = Coordinating()
        try:
            async with asyncio.timeout(20):
                await use(coordinating)
        finally:
            coordinating.close()
            await asyncio.sleep(0)

    asyncio.run(main())


@pytest.mark.parametrize("count", [0, 1])
def test_a_link_that_did_not_arrive_as_a_whole_is_closed(count: int) -> None:
    """The kernel delivers as many files as the coordinator may open, and the API process must not wait for ever."""

    async def use(coordinating: Coordinating) -> None:
        own, others = socket.socketpair()
        own.setblocking(False)
        coordinating.supervisor.send(["link", 0, 0], [others.fileno()][:count])
        others.close()
        assert await asyncio.get_running_loop().sock_recv(own, 1) == b""
        own.close()

    run(use)


def test_a_process_that_has_ended_is_known_by_its_counts_alone() -> None:
    async def use(coordinating: Coordinating) -> None:
        links = [await coordinating.start_api_process(number, requests=5) for number in range(2)]
        assert await coordinating.read() == {
            "facetry_api_processes": 2,
            "facetry_requests": 10,
            "facetry_connections": 2,
        }
        links[1].close()
        await asyncio.sleep(0.05)
        after = {"facetry_api_processes": 1, "facetry_requests": 10, "facetry_connections": 1}
        assert await coordinating.read() == after
        await coordinating.start_api_process(1, requests=3)
        assert await coordinating.read() == {
            "facetry_api_processes": 2,
            "facetry_requests": 13,
            "facetry_connections": 2,
        }

    run(use)


def test_a_process_that_is_replaced_while_metrics_are_read_counts_once() -> None:
    async def use(coordinating: Coordinating) -> None:
        first = await coordinating.start_api_process(0, requests=5)
        assert (await coordinating.read())["facetry_requests"] == 5
        silent = await coordinating.start_silent_process(1)
        reading = asyncio.create_task(coordinating.read())
        await asyncio.sleep(0.05)
        first.close()
        await coordinating.start_api_process(0, requests=0)
        assert not reading.done()
        silent.close()
        assert (await reading)["facetry_requests"] == 5
        assert (await coordinating.read())["facetry_requests"] == 5

    run(use)
