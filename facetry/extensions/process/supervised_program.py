"""Supervision of one program: it is started, restarted after a crash, and given up after too many crashes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

from facetry.errors import FaultError
from facetry.extensions.process.guarded_process import ExitStatus, NotStartedError, Usage
from facetry.extensions.process.program import LogLimits, ProcessLimits, Program
from facetry.extensions.process.restart_policy import CrashHistory, RestartPolicy
from facetry.extensions.process.status import ProgramState, ProgramStatus, describe_exit

_log = logging.getLogger(__name__)

MakeProgram = Callable[[], Awaitable[Program]]
"""Makes the program for one start. The call is cancelled when the program is stopped meanwhile."""


class Process(Protocol):
    """The part of a `GuardedProcess` that is needed here."""

    @property
    def pid(self) -> int:
        """The process id of the program."""

    def usage(self) -> Usage:
        """What the program and its descendants use now."""

    async def wait(self) -> ExitStatus:
        """Wait until the program and its descendants have ended."""

    async def stop(self, grace_seconds: float) -> None:
        """End the program and its descendants, and wait for it."""


LaunchProcess = Callable[[Program, ProcessLimits, LogLimits], Awaitable[Process]]
"""Starts a process. Raises `NotStartedError`."""


@dataclass(frozen=True, slots=True)
class SupervisorContext:
    """What supervision depends on: policy, clocks, processes, and a callback. `on_status_change` must not raise."""

    policy: RestartPolicy
    on_status_change: Callable[[str, ProgramStatus], None]
    clock: Callable[[], float]
    wall_clock: Callable[[], int]
    sleep: Callable[[float], Awaitable[None]]
    launch: LaunchProcess


class SupervisedProgram:
    """One program under supervision. Callers of `start` and `stop` must not overlap."""

    def __init__(self, id: str, context: SupervisorContext) -> None:
        self._id = id
        self._context = context
        self._crash_history = CrashHistory(context.policy)
        self._task: asyncio.Task[None] | None = None
        self._connection_changed = asyncio.Event()
        self._is_connected = False
        self._connect_wait_start = 0.0
        self._starts = 0
        self._pid: int | None = None
        self._process: Process | None = None
        self.make_program: MakeProgram | None = None
        self.status = ProgramStatus("stopped", since=context.wall_clock())

    @property
    def is_running(self) -> bool:
        """Whether there is a process, or one will be started without a further call."""
        return self._task is not None and not self._task.done()

    def usage(self) -> Usage | None:
        """What its processes use now; None without a process. Blocking."""
        process = self._process
        return None if process is None else process.usage()

    def start(self, make_program: MakeProgram) -> None:
        """Start the program with an empty crash history. Does nothing while it is starting or running."""
        self.make_program = make_program
        if self.is_running:
            if self.status.state != "waiting":
                return
            assert self._task is not None  # noqa: S101  # it is running
            self._task.cancel()
        self._crash_history.reset()
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End the program, and wait until it has ended."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
            self._task = None
        self._crash_history.reset()
        if self.status.state != "stopped":
            self._set_status("stopped")

    def mark_connected(self) -> None:
        """Record that the program is connected."""
        self._is_connected = True
        self._connection_changed.set()
        if self._pid is not None and self.status.state == "starting":
            self._set_status("running")

    def mark_disconnected(self) -> None:
        """Record that the program is no longer connected."""
        if self._is_connected:
            self._is_connected = False
            self._connect_wait_start = self._context.clock()
            self._connection_changed.set()
            if self.status.state == "running":
                self._set_status("starting", "The connection was lost.")

    async def _run(self) -> None:
        try:
            while await self._run_once():
                pass
        except Exception:
            _log.exception("extension %s is no longer supervised", self._id)
            self._set_status("failed", "The server failed to supervise the program; see the log of the server.")

    async def _run_once(self) -> bool:
        """Run one process of the program, and the pause after it; False when no other process is to follow."""
        context = self._context
        self._is_connected = False
        self._starts += 1
        self._set_status("starting", self.status.reason if self.status.state == "waiting" else None)
        try:
            assert self.make_program is not None  # noqa: S101  # set when it was started
            program = await self.make_program()
            limits = context.policy.limits if program.limits is None else program.limits
            process = await context.launch(program, limits, context.policy.log_limits)
        except FaultError as error:
            remedy = f" {error.fault.remedy}" if error.fault.remedy else ""
            self._fail_to_start(error.fault.detail + remedy)
            return False
        except NotStartedError as error:
            if error.is_final:
                self._fail_to_start(f"It cannot be started. {error}")
                return False
            reason = str(error)
        else:
            reason = await self._supervise_process(process, program)
        pause = self._crash_history.add(context.clock())
        if pause is None:
            policy = context.policy
            summary = (
                f"It crashed {policy.max_crashes} times within {policy.window_seconds:g} s, and is not started again."
            )
            fields = {"kind": "extension.given-up", "extension": self._id, "crashes": policy.max_crashes}
            _log.error("an extension crashed too often and is given up", extra={**fields, "reason": reason})
            self._set_status("failed", f"{summary} The last time: {reason}")
            return False
        fields = {"kind": "extension.crash", "extension": self._id, "crashes": self._crash_history.count}
        _log.warning("an extension crashed", extra={**fields, "reason": reason, "restart_seconds": round(pause, 3)})
        self._set_status("waiting", reason, next_start=context.wall_clock() + int(pause * 1000))
        await context.sleep(pause)
        return True

    def _fail_to_start(self, reason: str) -> None:
        fields = {"kind": "extension.not-started", "extension": self._id, "reason": reason}
        _log.error("an extension cannot be started", extra=fields)
        self._set_status("failed", reason)

    async def _supervise_process(self, process: Process, program: Program) -> str:
        """Wait for a process to end, or end it when it does not connect in time. Returns a sentence about its end."""
        context, policy = self._context, self._context.policy
        started_at = self._connect_wait_start = context.clock()
        self._pid, self._process = process.pid, process
        self._is_connected = self._is_connected or not program.connects
        if self._is_connected:
            self._set_status("running")
        else:
            self._set_status("starting", self.status.reason)
        exit_task = asyncio.ensure_future(process.wait())
        try:
            while not exit_task.done():
                was_connected = self._is_connected
                deadline: float | None = self._connect_wait_start + policy.connect_seconds
                if was_connected:
                    deadline = started_at + policy.stable_seconds if self._crash_history.count else None
                await self._wait(exit_task, deadline)
                if (
                    exit_task.done()
                    or deadline is None
                    or self._is_connected != was_connected
                    or context.clock() < deadline
                ):
                    continue
                if not was_connected:
                    return f"It was not connected within {policy.connect_seconds:g} s, and was ended."
                self._crash_history.reset()
                self._set_status("running")
            return describe_exit(exit_task.result())
        finally:
            await _await_uncancelled(asyncio.ensure_future(process.stop(policy.grace_seconds)))
            exit_task.cancel()
            self._pid = self._process = None

    async def _wait(self, exit_task: asyncio.Future[ExitStatus], deadline: float | None) -> None:
        """Wait until the process has ended, its connection has changed, or the deadline has passed."""
        waits: list[asyncio.Future[Any]] = [asyncio.ensure_future(self._connection_changed.wait())]
        if deadline is not None:
            waits.append(asyncio.ensure_future(self._context.sleep(max(0.0, deadline - self._context.clock()))))
        try:
            await asyncio.wait([exit_task, *waits], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._connection_changed.clear()
            for wait in waits:
                wait.cancel()

    def _set_status(self, state: ProgramState, reason: str | None = None, next_start: int | None = None) -> None:
        previous = self.status
        since = previous.since if previous.state == state else self._context.wall_clock()
        self.status = ProgramStatus(
            state, reason, self._pid, since, self._starts, self._crash_history.count, next_start
        )
        if self.status != previous:
            self._context.on_status_change(self._id, self.status)


async def _await_uncancelled(termination: asyncio.Future[None]) -> None:
    """Wait for a termination to finish, even when cancelled: it is bounded, and no process may be left running."""
    try:
        await asyncio.shield(termination)
    except asyncio.CancelledError:
        with contextlib.suppress(Exception):
            await termination
        raise
