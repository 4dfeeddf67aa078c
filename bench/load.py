"""The load generator: an HTTP/1.1 client on raw sockets, cheap enough to share a machine with the server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final, cast

import uvloop

HOST: Final = "127.0.0.1"
_END: Final = b"\r\n\r\n"
_SUCCESS: Final = b"HTTP/1.1 2"
_LENGTH: Final = b"\r\ncontent-length:"
_TIMEOUT_SECONDS: Final = 30.0


@dataclass(frozen=True, slots=True)
class LoadResult:
    """The result of a period of load: the number of answers, its wall time, and the seconds of each answer."""

    answers: int
    seconds: float
    latencies: list[float]


class UnexpectedAnswerError(Exception):
    """An answer that is not a 2xx, which makes the figures meaningless."""


def request(method: str, target: str, key: str, body: bytes | None = None) -> bytes:
    """The bytes of a request, with the headers of a common client."""
    head = f"{method} {target} HTTP/1.1\r\nHost: {HOST}\r\nUser-Agent: bench\r\nAccept: */*\r\n"
    head += f"Authorization: Bearer {key}\r\n"
    if body is None:
        return f"{head}\r\n".encode()
    return f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


class _Client(asyncio.Protocol):
    """A connection that sends the next request when the previous one is answered."""

    def __init__(self, next_request: Callable[[], bytes | None], finished: asyncio.Future[None]) -> None:
        self._next_request = next_request
        self._finished = finished
        self._received = b""
        self._sent_at = 0.0
        self.latencies: list[float] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # that of uvloop is not a subclass
        self._send()

    def _send(self) -> None:
        data = self._next_request()
        if data is None:
            self._end(None)
            return
        self._sent_at = time.perf_counter()
        self._transport.write(data)

    def data_received(self, data: bytes) -> None:
        received = self._received + data if self._received else data
        head = received.find(_END)
        if head < 0 or len(received) < head + len(_END) + _content_length(received[:head]):
            self._received = received
            return
        self._received = b""
        self.latencies.append(time.perf_counter() - self._sent_at)
        if received.startswith(_SUCCESS):
            self._send()
        else:
            self._end(UnexpectedAnswerError(received[:500].decode("latin-1")))

    def connection_lost(self, exc: Exception | None) -> None:
        self._end(exc or UnexpectedAnswerError("the server closed the connection"))

    def _end(self, error: Exception | None) -> None:
        if not self._finished.done():
            if error is None:
                self._finished.set_result(None)
            else:
                self._finished.set_exception(error)
            self._transport.close()


def _content_length(head: bytes) -> int:
    lower = head.lower()
    start = lower.find(_LENGTH)
    if start < 0:
        return 0
    start += len(_LENGTH)
    stop = lower.find(b"\r\n", start)
    return int(lower[start : stop if stop >= 0 else None])


async def drive(port: int, requests: Iterator[bytes], *, connections: int, seconds: float) -> LoadResult:
    """Keep one request in flight on each of `connections` for `seconds`. Raises `UnexpectedAnswerError`."""
    loop = asyncio.get_running_loop()
    begin = time.perf_counter()
    end = begin + seconds

    def next_request() -> bytes | None:
        return next(requests, None) if time.perf_counter() < end else None

    clients: list[_Client] = []
    all_finished: list[asyncio.Future[None]] = []
    for _ in range(connections):
        finished: asyncio.Future[None] = loop.create_future()
        _, client = await loop.create_connection(partial(_Client, next_request, finished), HOST, port)
        clients.append(client)
        all_finished.append(finished)
    async with asyncio.timeout(seconds + _TIMEOUT_SECONDS):
        await asyncio.gather(*all_finished)
    latencies = [latency for client in clients for latency in client.latencies]
    return LoadResult(len(latencies), time.perf_counter() - begin, latencies)


def run(port: int, requests: Iterator[bytes], *, connections: int, seconds: float) -> LoadResult:
    """`drive` on an event loop of its own."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(drive(port, requests, connections=connections, seconds=seconds))
