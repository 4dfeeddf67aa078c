"""The supervisor: starts, restarts and ends the programs of extensions, as its callers request."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from facetry.errors import not_found, unavailable
from facetry.extensions.process.guarded_process import GuardedProcess, Usage
from facetry.extensions.process.program import Program
from facetry.extensions.process.restart_policy import RestartPolicy
from facetry.extensions.process.status import ProgramStatus
from facetry.extensions.process.supervised_program import (
    LaunchProcess,
    MakeProgram,
    SupervisedProgram,
    SupervisorContext,
)


class Supervisor:
    """Supervises the programs of extensions, in one event loop. Concurrent calls for one program run one by one."""

    def __init__(
        self,
        policy: RestartPolicy,
        on_status_change: Callable[[str, ProgramStatus], None],
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        launch: LaunchProcess = GuardedProcess.start,
    ) -> None:
        """`on_status_change` is called at once in the event loop for each change of a status; it must not raise."""
        self._context = SupervisorContext(
            policy, on_status_change, clock, lambda: time.time_ns() // 1_000_000, sleep, launch
        )
        self._created = self._context.wall_clock()
        self._programs: dict[str, SupervisedProgram] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._is_closed = False

    async def start(self, id: str, program: Program | MakeProgram) -> None:
        """Start a program, and restart it when it crashes; returns before it runs.

        A function is called for the program at each start. Does nothing while the program is starting or running; a
        program that waits or has failed is started now.
        """
        async with self._lock(id):
            self._get_or_create_program(id).start(_program_maker(program))

    async def stop(self, id: str) -> None:
        """End a program and its descendants, and wait for it. Does nothing for an unknown program."""
        async with self._lock(id):
            if (program := self._programs.get(id)) is not None:
                await program.stop()

    async def restart(self, id: str) -> None:
        """End a program, forget its crashes, and start it. Raises `FaultError` (404) when it was never started."""
        async with self._lock(id):
            program = self._programs.get(id)
            if program is None or program.make_program is None:
                raise not_found("extension", id)
            await program.stop()
            self._get_or_create_program(id).start(program.make_program)

    async def remove(self, id: str) -> None:
        """End a program and forget it."""
        async with self._lock(id):
            if (program := self._programs.get(id)) is not None:
                await program.stop()
                del self._programs[id]

    def mark_connected(self, id: str) -> None:
        """Record that the program is connected and accepts events."""
        if (program := self._programs.get(id)) is not None:
            program.mark_connected()

    def mark_disconnected(self, id: str) -> None:
        """Record that the program is no longer connected."""
        if (program := self._programs.get(id)) is not None:
            program.mark_disconnected()

    def status(self, id: str) -> ProgramStatus:
        """The status of a program; `stopped` for one that was never started."""
        program = self._programs.get(id)
        return ProgramStatus("stopped", since=self._created) if program is None else program.status

    def ids(self) -> list[str]:
        """The ids of all programs that were started, and not removed since."""
        return sorted(self._programs)

    def usage(self, id: str) -> Usage | None:
        """What the processes of a program use now; None without a process. Blocking."""
        program = self._programs.get(id)
        return None if program is None else program.usage()

    async def close(self) -> None:
        """Stop all programs concurrently, and refuse further starts."""
        self._is_closed = True
        await asyncio.gather(*(self.stop(id) for id in list(self._programs)))

    def _get_or_create_program(self, id: str) -> SupervisedProgram:
        if self._is_closed:
            raise unavailable("extension.closing", "The server is shutting down, and starts no extension.")
        return self._programs.setdefault(id, SupervisedProgram(id, self._context))

    def _lock(self, id: str) -> asyncio.Lock:
        return self._locks.setdefault(id, asyncio.Lock())


def _program_maker(program: Program | MakeProgram) -> MakeProgram:
    if not isinstance(program, Program):
        return program

    async def make() -> Program:
        return program

    return make
