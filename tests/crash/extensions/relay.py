"""A TCP relay between extensions and a server whose connections can be cut."""

import asyncio
import random
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")


class _End(asyncio.Protocol):
    """One end of a connection. Received data is sent at the other end."""

    def __init__(self, opened: "Callable[[_End], None] | None" = None) -> None:
        self.transport: asyncio.Transport | None = None
        self.other: _End | None = None
        self.waiting: list[bytes] = []
        self.discards = False
        self.is_socket = False
        self._on_open = opened

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        if self._on_open is not None:
            self._on_open(self)

    def data_received(self, data: bytes) -> None:
        if data.startswith(b"GET /socket.io/"):
            self.is_socket = True
        if self.discards:
            return
        if self.other is None or self.other.transport is None:
            self.waiting.append(data)
        else:
            self.other.transport.write(data)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # as it is called
        self.transport = None
        if self.other is not None and self.other.transport is not None:
            self.other.transport.close()

    def abort(self) -> None:
        """Abort both ends at once. Data on the way is lost."""
        for end in (self, self.other):
            if end is not None and end.transport is not None:
                end.transport.abort()


@dataclass
class Relay:
    """Listens on its own port and connects clients with the port `target`. Runs in its own thread."""

    rng: random.Random
    target: int = 0
    port: int = 0
    _ends: set[_End] = field(default_factory=set)
    _tasks: set["asyncio.Task[None]"] = field(default_factory=set)

    def __enter__(self) -> "Relay":
        listening = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(listening)), daemon=True)
        self._thread.start()
        listening.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join()

    def cut(self) -> bool:
        """Cut the socket of a random extension. Returns whether there was one."""
        return self._call_in_loop(lambda: self._cut(self._socket()))

    def cut_all(self) -> bool:
        """Cut every connection, HTTP requests included. Returns whether there was one."""

        def cut() -> bool:
            some = list(self._ends)
            for end in some:
                end.abort()
            return bool(some)

        return self._call_in_loop(cut)

    def swallow(self, seconds: float) -> bool:
        """Discard what a random extension sends on its socket, acknowledgements above all, and cut the socket after
        `seconds`.
        """

        def swallow() -> bool:
            end = self._socket()
            if end is not None:
                end.discards = True
                self._loop.call_later(seconds, self._cut, end)
            return end is not None

        return self._call_in_loop(swallow)

    def _call_in_loop(self, function: Callable[[], T]) -> T:
        done: Future[T] = Future()
        self._loop.call_soon_threadsafe(lambda: done.set_result(function()))
        return done.result(10)

    def _socket(self) -> _End | None:
        sockets = sorted((end for end in self._ends if end.is_socket), key=id)
        return self.rng.choice(sockets) if sockets else None

    @staticmethod
    def _cut(end: _End | None) -> bool:
        if end is not None:
            end.abort()
        return end is not None

    async def _serve(self, listening: threading.Event) -> None:
        self._loop, self._stopping = asyncio.get_running_loop(), asyncio.Event()
        server = await self._loop.create_server(lambda: _End(self._on_open), "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        listening.set()
        await self._stopping.wait()
        server.close()
        for end in list(self._ends):
            end.abort()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _on_open(self, end: _End) -> None:
        self._ends = {each for each in self._ends if each.transport is not None} | {end}
        task = self._loop.create_task(self._connect(end))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connect(self, end: _End) -> None:
        try:
            _, other = await self._loop.create_connection(_End, "127.0.0.1", self.target)
        except OSError:  # no server listens now
            end.abort()
            return
        other.other, end.other = end, other
        if end.transport is None:
            other.abort()
        elif other.transport is not None:
            other.transport.write(b"".join(end.waiting))
