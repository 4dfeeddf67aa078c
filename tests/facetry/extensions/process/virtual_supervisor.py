"""A supervisor over a clock that is turned by hand, and processes that are only said to be some."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from facetry.extensions.crashes import Habits
from facetry.extensions.process.guarded_process import End
from facetry.extensions.process.program import Program
from facetry.extensions.process.status import Status
from facetry.extensions.process.supervisor import Supervisor

T = TypeVar("T")
PROGRAM = Program("a", Path("/a"), ("/a/program",), {}, Path("/logs"))


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Until that much has passed."""
        sleeper: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers.append((self.now + seconds, sleeper))
        await sleeper

    async def pass_by(self, seconds: float) -> None:
        """Let time pass, from one event to the next."""
        until = self.now + seconds
        await settled()
        while due := sorted((when for when, sleeper in self._sleepers if not sleeper.done() and when <= until)):
            self.now = max(self.now, due[0])
            for when, sleeper in self._sleepers:
                if when <= self.now and not sleeper.done():
                    sleeper.set_result(None)
            self._sleepers = [pair for pair in self._sleepers if not pair[1].done()]
            await settled()
        self.now = until
        await settled()


class FakeProcess:
    """A process that ends when the test says so."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._end: asyncio.Future[End] = asyncio.get_running_loop().create_future()
        self.stops = 0

    @property
    def pid(self) -> int:
        """A number."""
        return self._pid

    async def ended(self) -> End:
        """How the test has ended it."""
        return await asyncio.shield(self._end)

    async def stop(self, grace_seconds: float) -> None:  # noqa: ARG002
        """It takes two turns of the loop, as if it were something."""
        self.stops += 1
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        self.end(End(None, 15, None, ""))

    def end(self, end: End) -> None:
        """Let it end, if it has not."""
        if not self._end.done():
            self._end.set_result(end)

    @property
    def is_gone(self) -> bool:
        """Whether it has ended."""
        return self._end.done()


class Stage:
    """A supervisor, what it was told of, and the processes that it has started."""

    def __init__(self, habits: Habits) -> None:
        self.clock = Clock()
        self.heard: list[tuple[str, Status]] = []
        self.processes: list[FakeProcess] = []
        self.times: list[float] = []
        """When they were started."""
        self.trouble: Callable[[], BaseException | None] = lambda: None
        """What a start raises."""
        self._pids = itertools.count(1)
        self.supervisor = Supervisor(
            habits,
            lambda id, status: self.heard.append((id, status)),
            clock=self.clock,
            sleep=self.clock.sleep,
            launch=self._launch,
        )

    async def _launch(self, *_: object) -> FakeProcess:
        await asyncio.sleep(0)
        if (error := self.trouble()) is not None:
            raise error
        self.times.append(self.clock.now)
        self.processes.append(FakeProcess(next(self._pids)))
        return self.processes[-1]

    def status(self) -> Status:
        """That of the one program."""
        return self.supervisor.status("a")

    @property
    def running(self) -> list[FakeProcess]:
        """Those that have not ended."""
        return [process for process in self.processes if not process.is_gone]

    async def crash(self, code: int = 1) -> None:
        """Let the present process end by itself."""
        self.processes[-1].end(End(code, None, None, ""))
        await settled()


def playing(play: Callable[[Stage], Awaitable[T]], habits: Habits | None = None) -> T:
    """What `play` returns; everything is stopped afterwards."""

    async def run() -> T:
        stage = Stage(habits or Habits())
        try:
            return await play(stage)
        finally:
            await stage.supervisor.close()
            assert stage.running == []

    return asyncio.run(run())


async def settled() -> None:
    """Until everything has happened that happens at this time."""
    for _ in range(40):
        await asyncio.sleep(0)
