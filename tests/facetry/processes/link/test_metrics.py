"""The coordinator reads the metrics of an API process, whatever that process does."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable

import pytest

from facetry.processes.link import serving
from facetry.processes.link.frames import FrameKind, encode_frame
from facetry.processes.link.serving import ApiProcessLink
from tests.facetry.processes.link.over_a_link import no_application, no_operation

QUESTION = encode_frame(FrameKind.METRICS, 0)
WAIT_SECONDS = 0.1


class Process:
    """An API process that answers when the test says so."""

    def __init__(self, frames: socket.socket) -> None:
        self._frames = frames

    async def questions(self) -> int:
        """How many times its metrics were asked for since it was asked last."""
        received = await asyncio.get_running_loop().sock_recv(self._frames, 1_000)
        assert received == QUESTION * (len(received) // len(QUESTION))
        return len(received) // len(QUESTION)

    async def answer(self, value: object) -> None:
        await asyncio.get_running_loop().sock_sendall(self._frames, encode_frame(FrameKind.METRICS, 0, value))
        await asyncio.sleep(0.02)

    def end(self) -> None:
        self._frames.close()


def with_process(use: Callable[[ApiProcessLink, Process], Awaitable[None]]) -> None:
    async def main() -> None:
        frames, handovers = socket.socketpair(), socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        for each in frames:
            each.setblocking(False)
        served = ApiProcessLink(no_application, no_operation, None)  # type: ignore[arg-type]  # no sockets
        await served.open(frames[1], handovers[1])
        async with asyncio.timeout(20):
            await use(served, Process(frames[0]))
        served.close()
        await asyncio.sleep(0.02)
        for each in (*frames, *handovers):
            each.close()

    asyncio.run(main())


@pytest.fixture
def short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "METRICS_SECONDS", WAIT_SECONDS)


@pytest.fixture
def long_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "METRICS_SECONDS", 60.0)


@pytest.mark.usefixtures("short_wait")
def test_those_of_a_process_that_does_not_answer_are_the_last_ones(caplog: pytest.LogCaptureFixture) -> None:
    async def use(served: ApiProcessLink, process: Process) -> None:
        reading = asyncio.create_task(served.read_metrics())
        assert await process.questions() == 1
        await process.answer(["first"])
        assert await reading == ["first"]
        assert caplog.records == []
        assert await served.read_metrics() == ["first"]
        (record,) = caplog.records
        assert record.levelno == logging.WARNING
        assert await served.read_metrics() == ["first"]
        assert await process.questions() == 1, "it has not answered the first question"
        await process.answer(["late"])
        reading = asyncio.create_task(served.read_metrics())
        assert await process.questions() == 1
        await process.answer(["new"])
        assert await reading == ["new"]

    with_process(use)


@pytest.mark.usefixtures("long_wait")
def test_readers_at_the_same_time_share_an_answer() -> None:
    async def use(served: ApiProcessLink, process: Process) -> None:
        reading = [asyncio.create_task(served.read_metrics()) for _ in range(3)]
        assert await process.questions() == 1
        reading[0].cancel()
        await asyncio.sleep(0)
        await process.answer(["shared"])
        assert await asyncio.gather(*reading[1:]) == [["shared"]] * 2

    with_process(use)


@pytest.mark.usefixtures("long_wait")
def test_nobody_waits_for_a_process_that_has_ended() -> None:
    async def use(served: ApiProcessLink, process: Process) -> None:
        served.last_metrics = ["last"]
        reading = asyncio.create_task(served.read_metrics())
        await process.questions()
        process.end()
        assert await reading == ["last"]
        assert await served.read_metrics() == ["last"]

    with_process(use)


@pytest.mark.usefixtures("long_wait")
def test_an_answer_that_nobody_has_asked_for_is_ignored() -> None:
    async def use(served: ApiProcessLink, process: Process) -> None:
        await process.answer(["early"])
        assert served.is_open
        reading = asyncio.create_task(served.read_metrics())
        assert await process.questions() == 1
        await process.answer(["right"])
        assert await reading == ["right"]
        await process.answer(["again"])
        assert served.is_open
        assert served.last_metrics == ["right"]

    with_process(use)
