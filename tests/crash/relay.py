"""A wire between extensions and a server that can be cut, over and over."""

import asyncio
import random
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")


class _End(asyncio.Protocol):
    """One end of a connection; what it hears goes out at the other end."""

    def __init__(self, opened: "Callable[[_End], None] | None" = None) -> None:
        self.transport: asyncio.Transport | None = None
        self.other: _End | None = None
        self.waiting: list[bytes] = []
        self.is_deaf = False
        self.is_socket = False
        self._opened = opened

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        if self._opened is not None:
            self._opened(self)

    def data_received(self, data: bytes) -> None:
        if data.startswith(b"GET /socket.io/"):
            self.is_socket = True
        if self.is_deaf:
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
        """End both ways at once, with what is under way."""
        for end in (self, self.other):
            if end is not None and end.transport is not None:
                end.transport.abort()


@dataclass
class Relay:
    """Listens on a port of its own, and connects who comes with the port `target`. In a thread of its own."""

    chance: random.Random
    target: int = 0
    port: int = 0
    _ends: set[_End] = field(default_factory=set)
    _tasks: set["asyncio.Task[None]"] = field(default_factory=set)

    def __enter__(self) -> "Relay":
        begun = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(begun)), daemon=True)
        self._thread.start()
        begun.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()

    def cut(self) -> bool:
        """End the socket of some extension; whether there was one."""
        return self._do(lambda: self._cut(self._socket()))

    def cut_all(self) -> bool:
        """End every connection, requests included."""

        def cut() -> bool:
            some = list(self._ends)
            for end in some:
                end.abort()
            return bool(some)

        return self._do(cut)

    def swallow(self, seconds: float) -> bool:
        """What some extension says on its socket is lost, its acknowledgements above all, and then the socket ends."""

        def swallow() -> bool:
            end = self._socket()
            if end is not None:
                end.is_deaf = True
                self._loop.call_later(seconds, self._cut, end)
            return end is not None

        return self._do(swallow)

    def _do(self, act: Callable[[], T]) -> T:
        done: Future[T] = Future()
        self._loop.call_soon_threadsafe(lambda: done.set_result(act()))
        return done.result(10)

    def _socket(self) -> _End | None:
        sockets = sorted((end for end in self._ends if end.is_socket), key=id)
        return self.chance.choice(sockets) if sockets else None

    @staticmethod
    def _cut(end: _End | None) -> bool:
        if end is not None:
            end.abort()
        return end is not None

    async def _serve(self, begun: threading.Event) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        server = await self._loop.create_server(lambda: _End(self._opened), "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        begun.set()
        await self._over.wait()
        server.close()
        for end in list(self._ends):
            end.abort()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _opened(self, end: _End) -> None:
        self._ends = {each for each in self._ends if each.transport is not None} | {end}
        task = self._loop.create_task(self._connect(end))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connect(self, end: _End) -> None:
        try:
            _, other = await self._loop.create_connection(_End, "127.0.0.1", self.target)
        except OSError:  # nobody listens there now
            end.abort()
            return
        other.other, end.other = end, other
        if end.transport is None:
            other.abort()
        elif other.transport is not None:
            other.transport.write(b"".join(end.waiting))
