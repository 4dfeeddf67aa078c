"""Load at a constant rate: each request has its time, whether the service has answered the one before or not."""

from __future__ import annotations

import asyncio
import time
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from bench.load import HOST, UnexpectedAnswerError

_SECONDS: Final = 30.0
_MAX_BYTES: Final = 8 * 2**20


def _no_numbers() -> array[float]:
    return array("d")


@dataclass
class _Latencies:
    """Of one kind. Arrays, for a list of an hour's requests would slow down the client that measures."""

    due_at: array[float] = field(default_factory=_no_numbers)
    seconds: array[float] = field(default_factory=_no_numbers)


@dataclass
class Latencies:
    """By kind: when each request was due, on the clock of `time.perf_counter`, and the seconds to its answer."""

    _by_kind: dict[str, _Latencies] = field(default_factory=dict)

    def add(self, kind: str, due_at: float, seconds: float) -> None:
        """Add one, which was due later than the one before it of the same kind."""
        latencies = self._by_kind.setdefault(kind, _Latencies())
        latencies.due_at.append(due_at)
        latencies.seconds.append(seconds)

    def between(self, begin: float, end: float) -> dict[str, Sequence[float]]:
        """The latencies of the requests that were due between two times, by kind."""
        return {
            kind: each.seconds[bisect_left(each.due_at, begin) : bisect_left(each.due_at, end)]
            for kind, each in self._by_kind.items()
        }


class Client:
    """A connection that sends one request after the other."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def connect(cls, port: int) -> Client:
        """A new connection."""
        return cls(*await asyncio.open_connection(HOST, port, limit=_MAX_BYTES))

    async def send(self, request: bytes) -> bytes:
        """The body of the answer. Raises `UnexpectedAnswerError` unless the status is 2xx."""
        async with asyncio.timeout(_SECONDS):
            self._writer.write(request)
            head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
            _, has_length, rest = head.partition(b"\r\ncontent-length:")
            body = await self._reader.readexactly(int(rest.partition(b"\r\n")[0])) if has_length else b""
        if not head.startswith(b"http/1.1 2"):
            raise UnexpectedAnswerError((head + body)[:1_000].decode("latin-1"))
        return body

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()


def phases(begin: float, rates: Sequence[float]) -> list[float]:
    """The times at which kinds of requests begin, so that requests of different kinds are due at different times.

    The distance of the most frequent requests is divided among the kinds; rarer ones wait for some of it first.
    """
    distance = 1 / max(rates)
    return [begin + distance * (number + number / len(rates)) for number in range(len(rates))]


async def send_regularly(
    port: int, kind: str, rate: float, requests: Iterator[bytes], *, begin: float, end: float, latencies: Latencies
) -> None:
    """Send `rate` requests in a second from `begin` until `end`; a latency counts from when its request was due."""
    client = await Client.connect(port)
    try:
        due_at = begin
        while due_at < end:
            await asyncio.sleep(due_at - time.perf_counter())
            await client.send(next(requests))
            latencies.add(kind, due_at, time.perf_counter() - due_at)
            due_at += 1 / rate
    finally:
        client.close()
