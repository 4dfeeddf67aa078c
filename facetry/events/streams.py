"""Streams: the log as server-sent events, for those who have no socket.

A stream reads the log in pieces and sends a piece before it reads the next one, so that a client that reads slowly
costs no more memory than one that does not. Nothing is kept for a client that is away: it comes again with its place in
the log, and is told where the log has forgotten something.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import orjson

from facetry.errors import unavailable
from facetry.events import log as event_log
from facetry.events.commit_signal import Bell
from facetry.events.log import Entry
from facetry.store.store import Store
from generated.events import StreamedEvent, StreamReset

MOST_STREAMS: Final = 256
AT_ONCE: Final = 256
"""Events in one piece."""
COMMENT_SECONDS: Final = 15.0
"""How often a stream of which there is nothing to tell shows that it is there."""
CHECK_SECONDS: Final = 0.5
"""How often keys are looked at again, and the log for what other processes have written."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a stream."""

    topics: Sequence[str]
    is_waiting: bool
    """Whether it goes on when the log is read."""
    is_welcome: Callable[[], Awaitable[bool]]
    """Whether its key is still good."""
    departed: Callable[[], Awaitable[None]]
    """Returns when the client has left."""
    abort: Callable[[], None]
    """Ends the connection, though the client does not read."""


@dataclass(frozen=True, slots=True)
class Begin:
    """Where a stream begins in the log, how far that was then, and whether the client was told the truth so far."""

    sequence: int
    newest: int
    is_known: bool


@dataclass(eq=False, slots=True)
class _Stream:
    reader: Reader
    news: asyncio.Event = field(default_factory=asyncio.Event)
    _ended: bool = False

    def end(self) -> None:
        self._ended = True
        self.news.set()

    def is_ended(self) -> bool:
        return self._ended


class Streams:
    """All streams of the service."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._open: set[_Stream] = set()
        self._newest = 0
        self._is_stopping = False
        self._checking: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begin to look after the streams; on the event loop."""
        self._bell = Bell(self._rung)
        self._checking = asyncio.create_task(self._check())

    def stopping(self) -> None:
        """End all streams; those that are not read are ended a moment later."""
        self._is_stopping = True
        for stream in self._open:
            stream.end()

    async def stop(self) -> None:
        """End all streams at once."""
        self.stopping()
        if self._checking is not None:
            self._bell.close()
            self._checking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._checking
        for stream in self._open:
            stream.reader.abort()

    async def place(self, last: int | None) -> Begin:
        """Where a stream begins: behind the event `last`, or now. 503, `event.streams`, when there are too many."""
        if self._is_stopping:
            raise unavailable("service.unavailable", "The service is stopping.")
        if len(self._open) >= MOST_STREAMS:
            raise unavailable("event.streams", "Too many streams are open.")
        newest = await self._store.read(event_log.newest)
        begin = newest if last is None else min(last, newest)
        return Begin(begin, newest, is_known=last is None or last <= newest)

    async def told(self, reader: Reader, begin: Begin) -> AsyncGenerator[bytes, None]:
        """What a stream says, in pieces."""
        if self._is_stopping or len(self._open) >= MOST_STREAMS:
            return  # others came first, after there was room
        stream = _Stream(reader)
        gone = asyncio.ensure_future(reader.departed()) if reader.is_waiting else None
        if gone is not None:
            gone.add_done_callback(lambda _: stream.end())
        self._open.add(stream)
        try:
            async with contextlib.aclosing(self._pieces(stream, begin)) as pieces:
                async for piece in pieces:
                    yield piece
        finally:
            self._open.discard(stream)
            if gone is not None:
                gone.cancel()

    async def _pieces(self, stream: _Stream, begin: Begin) -> AsyncGenerator[bytes, None]:
        position, is_known, clock = begin.sequence, begin.is_known, asyncio.get_running_loop().time
        yield _place(position)
        said = clock()
        while not stream.is_ended():
            stream.news.clear()
            self._bell.arm()
            entries, looked, is_whole = await self._read(position, stream.reader.topics)
            if stream.is_ended():
                return
            found = b"".join(map(_event, entries))
            if not (is_known and is_whole):
                found = _reset(position) + found
            if found:
                yield found
                said = clock()
            is_more, position, is_known = looked > position, looked, True
            if not stream.reader.is_waiting and (position >= begin.newest or not is_more):
                yield _place(position)
                return
            if is_more:
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(said + COMMENT_SECONDS):
                    await stream.news.wait()
            if clock() >= said + COMMENT_SECONDS:  # also when there is much news, and none of it for this stream
                yield b":\n" + _place(position)
                said = clock()

    async def _read(self, position: int, topics: Sequence[str]) -> tuple[Sequence[Entry], int, bool]:
        """The next events, how far that is, and whether the log remembers all of it."""

        def query(connection: Any) -> tuple[Sequence[Entry], int, bool]:
            found = event_log.after(connection, position, topics, None, AT_ONCE)
            return found.entries, found.looked, event_log.is_whole(connection, position, found.looked)

        return await self._store.read(query)

    def _rung(self) -> None:
        for stream in self._open:
            self._bell.arm()
            stream.news.set()

    async def _check(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            for stream in list(self._open):
                if stream.is_ended():
                    stream.reader.abort()  # it does not read what is on its way, and would never end
                elif not await _is_welcome(stream.reader):
                    stream.end()
            await self._look()

    async def _look(self) -> None:
        """Wake all streams when there is news that no bell has told of."""
        if not self._open:
            return
        try:
            newest = await self._store.read(event_log.newest)
        except Exception:
            log.exception("the log could not be looked at")
            return
        if newest != self._newest:
            self._newest = newest
            for stream in self._open:
                stream.news.set()


async def _is_welcome(reader: Reader) -> bool:
    """Whether its key is good; not when that cannot be told."""
    try:
        return await reader.is_welcome()
    except Exception:
        log.exception("the key of a stream could not be looked at")
        return False


def _event(entry: Entry) -> bytes:
    told = StreamedEvent(channel=entry.topic, milliseconds=entry.time, value=entry.value())
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (entry.sequence, entry.topic.encode(), orjson.dumps(told))


def _reset(sequence: int) -> bytes:
    told = StreamReset(channel="reset", milliseconds=time.time_ns() // 1_000_000, value={})
    return b"id: %d\nevent: reset\ndata: %s\n\n" % (sequence, orjson.dumps(told))


def _place(sequence: int) -> bytes:
    """What no client takes for an event, and every one for where it has come to."""
    return b"id: %d\n\n" % sequence
