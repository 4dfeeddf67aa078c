"""Streams: the event log as server-sent events, for clients without a WebSocket.

A stream reads a chunk of the log, sends it, and only then reads the next one. So a slow client needs no more memory
than a fast one. The server stores nothing for a disconnected client: it reconnects with its position in the log
(`Last-Event-ID`), and gets a `reset` event if the log no longer has all events after that position.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import orjson
from sqlalchemy import Connection

from facetry.errors import unavailable
from facetry.events import log as event_log
from facetry.events.commit_signal import CommitSignal
from facetry.events.log import LoggedEvent, LogPage
from facetry.store.store import Store
from generated.events import StreamedEvent, StreamReset

MAX_STREAMS: Final = 256
"""Maximum number of open streams."""
EVENTS_PER_CHUNK: Final = 256
"""Maximum number of events in one chunk."""
HEARTBEAT_SECONDS: Final = 15.0
"""Seconds without events after which a stream sends a heartbeat."""
CHECK_SECONDS: Final = 0.5
"""Seconds between checks of the keys, and between polls for events of other processes."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StreamClient:
    """The client of a stream."""

    topics: Sequence[str]
    is_waiting: bool
    """Whether the stream stays open at the end of the log."""
    is_authorized: Callable[[], Awaitable[bool]]
    """Returns whether the client's key is still valid."""
    wait_for_disconnect: Callable[[], Awaitable[None]]
    """Returns when the client has disconnected."""
    abort: Callable[[], None]
    """Closes the connection without waiting for the client to read."""


@dataclass(frozen=True, slots=True)
class StreamStart:
    """The start of a stream: its position, the newest sequence at that time, and whether the position is valid.

    A position after the newest sequence is invalid: it comes from another log.
    """

    sequence: int
    newest: int
    is_valid_position: bool


@dataclass(frozen=True, slots=True)
class _Page:
    """The events of some topics after a position, encoded, and the last sequence that the read covered.

    `is_complete`: whether the log had all events up to there. `is_last`: whether it had no later ones.
    """

    position: int
    topics: Sequence[str]
    encoded_events: bytes
    read_up_to: int
    is_complete: bool
    is_last: bool


@dataclass(eq=False, slots=True)
class _Stream:
    client: StreamClient
    wakeup: asyncio.Event = field(default_factory=asyncio.Event)
    is_sending: bool = False
    """Whether the client is to read what was sent before the stream goes on."""
    _is_ended: bool = False

    def end(self) -> None:
        self._is_ended = True
        self.wakeup.set()

    def is_ended(self) -> bool:
        return self._is_ended


class Streams:
    """The open streams of the service."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._open_streams: set[_Stream] = set()
        self._shared_page: _Page | None = None
        """The page that one of the streams has just read, for those that the same commit has woken."""
        self._commit_count = 0
        self._newest = 0
        self._is_stopping = False
        self._check_task: asyncio.Task[None] | None = None

    @property
    def open_count(self) -> int:
        """The number of open streams."""
        return len(self._open_streams)

    def begin(self) -> None:
        """Start the periodic checks. Call it on the event loop."""
        self._commit_signal, self._check_wanted = CommitSignal(self._wake_all), asyncio.Event()
        self._check_task = asyncio.create_task(self._check_periodically())

    def begin_shutdown(self) -> None:
        """End all streams. Connections of clients that do not read are closed by the next check or by `stop`."""
        self._is_stopping = True
        for stream in self._open_streams:
            stream.end()

    async def stop(self) -> None:
        """End all streams and close their connections."""
        self.begin_shutdown()
        if self._check_task is not None:
            self._commit_signal.close()
            self._check_task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._check_task
        for stream in self._open_streams:
            stream.client.abort()

    async def find_start(self, last_event_id: int | None) -> StreamStart:
        """The start of a stream: after `last_event_id`, or at the end of the log.

        Raises a 503 fault: `event.streams` at the maximum number of streams, `service.unavailable` while stopping.
        """
        if self._is_stopping:
            raise unavailable("service.unavailable", "The service is stopping.")
        if len(self._open_streams) >= MAX_STREAMS:
            raise unavailable("event.streams", "Too many streams are open.")
        newest = await self._store.read(event_log.newest_sequence)
        begin = newest if last_event_id is None else min(last_event_id, newest)
        return StreamStart(begin, newest, is_valid_position=last_event_id is None or last_event_id <= newest)

    async def chunks(self, client: StreamClient, start: StreamStart) -> AsyncGenerator[bytes, None]:
        """The body of a stream, as chunks of server-sent events. Ends at once if there are too many streams."""
        if self._is_stopping or len(self._open_streams) >= MAX_STREAMS:
            return  # other streams took the slots after `find_start`
        stream = _Stream(client)
        disconnect_task = asyncio.ensure_future(client.wait_for_disconnect()) if client.is_waiting else None
        if disconnect_task is not None:
            disconnect_task.add_done_callback(lambda _: stream.end())
        self._open_streams.add(stream)
        try:
            async with contextlib.aclosing(self._chunks_of(stream, start)) as stream_chunks:
                async for chunk in stream_chunks:
                    stream.is_sending = True
                    yield chunk
                    stream.is_sending = False
        finally:
            self._open_streams.discard(stream)
            if disconnect_task is not None:
                disconnect_task.cancel()

    async def _chunks_of(self, stream: _Stream, start: StreamStart) -> AsyncGenerator[bytes, None]:
        position, is_valid_position, clock = start.sequence, start.is_valid_position, asyncio.get_running_loop().time
        yield _encode_position(position)
        last_sent_at = clock()
        while not stream.is_ended():
            stream.wakeup.clear()
            self._commit_signal.arm()
            page = await self._read(position, stream.client.topics)
            if not await _is_authorized(stream.client):
                return
            if stream.is_ended():
                return
            encoded = page.encoded_events
            if not (is_valid_position and page.is_complete):
                encoded = _encode_reset(position) + encoded
            if encoded:
                yield encoded
                last_sent_at = clock()
            position, is_valid_position = page.read_up_to, True
            if not stream.client.is_waiting and (position >= start.newest or page.is_last):
                yield _encode_position(position)
                return
            if not page.is_last:
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(last_sent_at + HEARTBEAT_SECONDS):
                    await stream.wakeup.wait()
            # also if the log grows all the time without events for this stream
            if clock() >= last_sent_at + HEARTBEAT_SECONDS and await _is_authorized(stream.client):
                yield b":\n" + _encode_position(position)
                last_sent_at = clock()

    async def _read(self, position: int, topics: Sequence[str]) -> _Page:
        """The next page of a stream. Streams that one commit has woken at the same position share it."""
        shared = self._shared_page
        if shared is not None and shared.position == position and shared.topics == topics:
            return shared

        def query(connection: Connection) -> tuple[LogPage, bool]:
            page = event_log.read_after(connection, position, topics, None, EVENTS_PER_CHUNK)
            return page, event_log.is_complete(connection, position, page.read_up_to)

        commit_count = self._commit_count
        page, is_complete = await self._store.read(query, is_short=True)
        encoded = b"".join(map(_encode_event, page.events))
        result = _Page(position, topics, encoded, page.read_up_to, is_complete, page.is_last)
        if commit_count == self._commit_count:  # else a stream that takes this page would miss the later commit
            self._shared_page = result
            asyncio.get_running_loop().call_soon(self._forget_shared_page)
        return result

    def _forget_shared_page(self) -> None:
        self._shared_page = None

    def _wake_all(self) -> None:
        self._commit_count += 1
        self._forget_shared_page()
        for stream in self._open_streams:
            self._commit_signal.arm()
            stream.wakeup.set()
            if stream.is_sending:  # its client is slow, and what waits for it must not leave without a look
                self._check_wanted.set()

    async def _check_periodically(self) -> None:
        clock = asyncio.get_running_loop().time
        due_at = clock() + CHECK_SECONDS
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(due_at):
                    await self._check_wanted.wait()
            self._check_wanted.clear()
            if not (is_early := clock() < due_at):
                due_at = clock() + CHECK_SECONDS
            for stream in list(self._open_streams):
                if stream.is_ended() and not is_early:
                    stream.client.abort()  # the client does not read, so the stream would never end
                elif not is_early or stream.is_sending:
                    await self._end_unauthorized(stream)
            if not is_early:
                await self._poll_log()

    async def _end_unauthorized(self, stream: _Stream) -> None:
        if not await _is_authorized(stream.client):
            stream.end()
            if stream.is_sending:
                stream.client.abort()  # what its client has not read yet is lost

    async def _poll_log(self) -> None:
        """Wake all streams if the log has grown: commits of other processes notify no commit signal."""
        if not self._open_streams:
            return
        try:
            newest = await self._store.read(event_log.newest_sequence)
        except Exception:
            log.exception("reading the newest sequence of the event log failed")
            return
        if newest != self._newest:
            self._newest = newest
            self._wake_all()


async def _is_authorized(client: StreamClient) -> bool:
    """Whether the client's key is valid; False when the check fails."""
    try:
        return await client.is_authorized()
    except Exception:
        log.exception("checking the key of a stream failed; the stream is ended")
        return False


def _encode_event(event: LoggedEvent) -> bytes:
    message = StreamedEvent(channel=event.topic, milliseconds=event.time, value=event.value())
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (event.sequence, event.topic.encode(), orjson.dumps(message))


def _encode_reset(sequence: int) -> bytes:
    message = StreamReset(channel="reset", milliseconds=time.time_ns() // 1_000_000, value={})
    return b"id: %d\nevent: reset\ndata: %s\n\n" % (sequence, orjson.dumps(message))


def _encode_position(sequence: int) -> bytes:
    """A message without data: clients dispatch no event for it, but store its id as their position."""
    return b"id: %d\n\n" % sequence
