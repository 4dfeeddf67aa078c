"""The supervisor: which programs run is up to others, that they run and how they end is up to it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from facetry.errors import unavailable, unknown
from facetry.extensions.crashes import Habits
from facetry.extensions.process.guarded_process import KeptProcess
from facetry.extensions.process.program import Program
from facetry.extensions.process.restart_policy import Launch, Make, Watch, World
from facetry.extensions.process.status import Status


class Supervisor:
    """Looks after the programs of extensions. It belongs to one event loop; what it is asked to do to one program at
    once, it does one after the other.
    """

    def __init__(
        self,
        habits: Habits,
        changed: Callable[[str, Status], None],
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        launch: Launch = KeptProcess.start,
    ) -> None:
        """`changed` hears of each change of a status, at once, in the loop; it must not raise."""
        self._world = World(habits, changed, clock, lambda: time.time_ns() // 1_000_000, sleep, launch)
        self._watches: dict[str, Watch] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._is_closed = False

    async def start(self, id: str, program: Program | Make) -> None:
        """Start a program, and again when it crashes; returns before it runs. A function is asked for the program at
        each start. Nothing happens when it is started already; one that waits or has failed is started now.
        """
        async with self._lock(id):
            self._open_watch(id).start(_maker(program))

    async def stop(self, id: str) -> None:
        """End a program and all that it has started, and wait until they are gone. An unknown one is stopped."""
        async with self._lock(id):
            if (watch := self._watches.get(id)) is not None:
                await watch.stop()

    async def restart(self, id: str) -> None:
        """End a program, forget its crashes, and start it. Raises `FaultError` when it was never started."""
        async with self._lock(id):
            watch = self._watches.get(id)
            if watch is None or watch.make is None:
                raise unknown("extension", id)
            await watch.stop()
            self._open_watch(id).start(watch.make)

    async def forget(self, id: str) -> None:
        """End a program and know it no more."""
        async with self._lock(id):
            if (watch := self._watches.get(id)) is not None:
                await watch.stop()
                del self._watches[id]

    def ready(self, id: str) -> None:
        """The program is connected, and takes events."""
        if (watch := self._watches.get(id)) is not None:
            watch.ready()

    def lost(self, id: str) -> None:
        """The connection of the program is gone."""
        if (watch := self._watches.get(id)) is not None:
            watch.lost()

    def status(self, id: str) -> Status:
        """How the program is. One that was never started is stopped."""
        watch = self._watches.get(id)
        return Status("stopped") if watch is None else watch.status

    async def close(self) -> None:
        """Stop all, at the same time, and start none any more."""
        self._is_closed = True
        await asyncio.gather(*(self.stop(id) for id in list(self._watches)))

    def _open_watch(self, id: str) -> Watch:
        if self._is_closed:
            raise unavailable("extension.closing", "The server is shutting down: no extension is started any more.")
        return self._watches.setdefault(id, Watch(id, self._world))

    def _lock(self, id: str) -> asyncio.Lock:
        return self._locks.setdefault(id, asyncio.Lock())


def _maker(program: Program | Make) -> Make:
    if not isinstance(program, Program):
        return program

    async def make() -> Program:
        return program

    return make
