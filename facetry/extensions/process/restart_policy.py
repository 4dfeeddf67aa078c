"""One program that is looked after: started, started again when it crashes, given up when it does so too often."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

from facetry.errors import FaultError
from facetry.extensions.crashes import Crashes, Habits
from facetry.extensions.process.guarded_process import End, NotStartedError
from facetry.extensions.process.program import Limits, LogCaps, Program
from facetry.extensions.process.status import State, Status, told

_log = logging.getLogger(__name__)

Make = Callable[[], Awaitable[Program]]
"""Makes the program for one start. It may be given up on the way, when the program is stopped meanwhile."""


class Process(Protocol):
    """What is needed of a `KeptProcess`."""

    @property
    def pid(self) -> int:
        """Its process id."""

    async def ended(self) -> End:
        """Wait until it is gone."""

    async def stop(self, grace_seconds: float) -> None:
        """See to it that it is gone."""


Launch = Callable[[Program, Limits, LogCaps], Awaitable[Process]]


@dataclass(frozen=True, slots=True)
class World:
    """What there is outside: time, processes, and somebody who wants to know. `changed` must not raise."""

    habits: Habits
    changed: Callable[[str, Status], None]
    clock: Callable[[], float]
    wall: Callable[[], int]
    sleep: Callable[[float], Awaitable[None]]
    launch: Launch


class Watch:
    """Whoever calls `start` and `stop` does so one after the other."""

    def __init__(self, id: str, world: World) -> None:
        self._id = id
        self._world = world
        self._crashes = Crashes(world.habits)
        self._task: asyncio.Task[None] | None = None
        self._moved = asyncio.Event()
        self._is_connected = False
        self._since_connection = 0.0
        self._starts = 0
        self._pid: int | None = None
        self.make: Make | None = None
        self.status = Status("stopped", since=world.wall())

    @property
    def is_running(self) -> bool:
        """Whether there is a process, or there will be one without anybody's doing."""
        return self._task is not None and not self._task.done()

    def start(self, make: Make) -> None:
        """Begin to look after it, with no crash to its name. Nothing happens when it is started or about to be."""
        self.make = make
        if self.is_running:
            if self.status.state != "waiting":
                return
            assert self._task is not None  # noqa: S101  # it is running
            self._task.cancel()
        self._crashes.forget()
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End it, and wait until it is gone."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
            self._task = None
        self._crashes.forget()
        if self.status.state != "stopped":
            self._set("stopped")

    def ready(self) -> None:
        """It is connected."""
        self._is_connected = True
        self._moved.set()
        if self._pid is not None and self.status.state == "starting":
            self._set("running")

    def lost(self) -> None:
        """It is not connected any more."""
        if self._is_connected:
            self._is_connected = False
            self._since_connection = self._world.clock()
            self._moved.set()
            if self.status.state == "running":
                self._set("starting", "It has lost its connection.")

    async def _run(self) -> None:
        try:
            while await self._live():
                pass
        except Exception:
            _log.exception("extension %s is not looked after any more", self._id)
            self._set("failed", "The server made a mistake when it looked after it: see the log of the server.")

    async def _live(self) -> bool:
        """One life of the program, and the pause after it; False when there is no next one."""
        world = self._world
        self._is_connected = False
        self._starts += 1
        self._set("starting", self.status.reason if self.status.state == "waiting" else None)
        try:
            assert self.make is not None  # noqa: S101  # set when it was started
            program = await self.make()
            process = await world.launch(program, world.habits.limits, world.habits.log_caps)
        except FaultError as error:
            remedy = f" {error.fault.remedy}" if error.fault.remedy else ""
            self._set("failed", error.fault.detail + remedy)
            return False
        except NotStartedError as error:
            if error.is_final:
                self._set("failed", f"It cannot be started. {error}")
                return False
            reason = str(error)
        else:
            reason = await self._attend(process, program)
        pause = self._crashes.add(world.clock())
        if pause is None:
            habits = world.habits
            often = f"It crashed {habits.crashes} times within {habits.window_seconds:g} s, and is not started again."
            self._set("failed", f"{often} The last time: {reason}")
            return False
        self._set("waiting", reason, next_start=world.wall() + int(pause * 1000))
        await world.sleep(pause)
        return True

    async def _attend(self, process: Process, program: Program) -> str:
        """Follow a process to its end, or bring that about; returns how it ended."""
        world, habits = self._world, self._world.habits
        began = self._since_connection = world.clock()
        self._pid = process.pid
        self._is_connected = self._is_connected or not program.connects
        if self._is_connected:
            self._set("running")
        else:
            self._set("starting", self.status.reason)
        ended = asyncio.ensure_future(process.ended())
        try:
            while not ended.done():
                connected = self._is_connected
                due: float | None = self._since_connection + habits.connect_seconds
                if connected:
                    due = began + habits.stable_seconds if self._crashes.count else None
                await self._wait(ended, due)
                if ended.done() or due is None or self._is_connected != connected or world.clock() < due:
                    continue
                if not connected:
                    return f"It was not connected within {habits.connect_seconds:g} s, and was ended."
                self._crashes.forget()
                self._set("running")
            return told(ended.result())
        finally:
            await _finished(asyncio.ensure_future(process.stop(habits.grace_seconds)))
            ended.cancel()
            self._pid = None

    async def _wait(self, ended: asyncio.Future[End], due: float | None) -> None:
        """Until it has ended, its connection has come or gone, or it is time."""
        waits: list[asyncio.Future[Any]] = [asyncio.ensure_future(self._moved.wait())]
        if due is not None:
            waits.append(asyncio.ensure_future(self._world.sleep(max(0.0, due - self._world.clock()))))
        try:
            await asyncio.wait([ended, *waits], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._moved.clear()
            for wait in waits:
                wait.cancel()

    def _set(self, state: State, reason: str | None = None, next_start: int | None = None) -> None:
        status = self.status
        since = status.since if status.state == state else self._world.wall()
        self.status = Status(state, reason, self._pid, since, self._starts, self._crashes.count, next_start)
        if self.status != status:
            self._world.changed(self._id, self.status)


async def _finished(ending: asyncio.Future[None]) -> None:
    """Wait for it, even when the wait is cancelled: it is bounded, and nothing may be left running."""
    try:
        await asyncio.shield(ending)
    except asyncio.CancelledError:
        with contextlib.suppress(Exception):
            await ending
        raise
