"""A supervisor with a manual clock and fake processes."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from facetry.extensions.process.guarded_process import ExitStatus, Usage
from facetry.extensions.process.program import Program
from facetry.extensions.process.restart_policy import RestartPolicy
from facetry.extensions.process.status import ProgramStatus
from facetry.extensions.process.supervisor import Supervisor

T = TypeVar("T")
PROGRAM = Program("a", Path("/a"), ("/a/program",), {}, Path("/logs"))


class Clock:
    """A clock that the test advances."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Wait until the clock has advanced by `seconds`."""
        sleeper: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers.append((self.now + seconds, sleeper))
        await sleeper

    async def advance(self, seconds: float) -> None:
        """Advance the clock from one deadline to the next, up to `seconds`."""
        deadline = self.now + seconds
        await run_pending_callbacks()
        while due_times := sorted(
            (when for when, sleeper in self._sleepers if not sleeper.done() and when <= deadline)
        ):
            self.now = max(self.now, due_times[0])
            for when, sleeper in self._sleepers:
                if when <= self.now and not sleeper.done():
                    sleeper.set_result(None)
            self._sleepers = [pair for pair in self._sleepers if not pair[1].done()]
            await run_pending_callbacks()
        self.now = deadline
        await run_pending_callbacks()


class FakeProcess:
    """A process that ends when the test ends it."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._exit_status: asyncio.Future[ExitStatus] = asyncio.get_running_loop().create_future()
        self.stop_count = 0

    @property
    def pid(self) -> int:
        """A fake process id."""
        return self._pid

    def usage(self) -> Usage:
        """A process that uses nothing."""
        return Usage(0, 1, 0, None)

    async def wait(self) -> ExitStatus:
        """Wait for `end`, and return its exit status."""
        return await asyncio.shield(self._exit_status)

    async def stop(self, grace_seconds: float) -> None:  # noqa: ARG002
        """End after two iterations of the event loop, as a real process ends with a delay."""
        self.stop_count += 1
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        self.end(ExitStatus(None, 15, None, ""))

    def end(self, end: ExitStatus) -> None:
        """End the process, unless it has ended."""
        if not self._exit_status.done():
            self._exit_status.set_result(end)

    @property
    def is_gone(self) -> bool:
        """Whether the process has ended."""
        return self._exit_status.done()


class VirtualSupervisor:
    """A supervisor, its status changes, and the processes that it has started."""

    def __init__(self, policy: RestartPolicy) -> None:
        self.clock = Clock()
        self.status_changes: list[tuple[str, ProgramStatus]] = []
        self.processes: list[FakeProcess] = []
        self.start_times: list[float] = []
        """Times at which the processes were started."""
        self.start_error: Callable[[], BaseException | None] = lambda: None
        """Returns the error that a start raises, if any."""
        self._pids = itertools.count(1)
        self.supervisor = Supervisor(
            policy,
            lambda id, status: self.status_changes.append((id, status)),
            clock=self.clock,
            sleep=self.clock.sleep,
            launch=self._launch,
        )

    async def _launch(self, *_: object) -> FakeProcess:
        await asyncio.sleep(0)
        if (error := self.start_error()) is not None:
            raise error
        self.start_times.append(self.clock.now)
        self.processes.append(FakeProcess(next(self._pids)))
        return self.processes[-1]

    def status(self) -> ProgramStatus:
        """The status of the program "a"."""
        return self.supervisor.status("a")

    @property
    def running(self) -> list[FakeProcess]:
        """Processes that have not ended."""
        return [process for process in self.processes if not process.is_gone]

    async def crash(self, code: int = 1) -> None:
        """End the current process by itself, with an exit code."""
        self.processes[-1].end(ExitStatus(code, None, None, ""))
        await run_pending_callbacks()


def run_scenario(scenario: Callable[[VirtualSupervisor], Awaitable[T]], policy: RestartPolicy | None = None) -> T:
    """What `scenario` returns; all programs are stopped afterwards."""

    async def run() -> T:
        virtual = VirtualSupervisor(policy or RestartPolicy())
        try:
            return await scenario(virtual)
        finally:
            await virtual.supervisor.close()
            assert virtual.running == []

    return asyncio.run(run())


async def run_pending_callbacks() -> None:
    """Run the event loop until nothing more is due at the present time."""
    for _ in range(40):
        await asyncio.sleep(0)
