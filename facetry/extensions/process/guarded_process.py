"""A guarded program as the server sees it: the counterpart of `guardian.py` in the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import Callable
from dataclasses import asdict, astuple, dataclass
from pathlib import Path
from typing import Any, Final, Self

import orjson

from facetry.errors import printable_text
from facetry.extensions.process import usage
from facetry.extensions.process.logs import PROGRAM_LOG
from facetry.extensions.process.orphan_reaper import MARKER_VARIABLE, reap_orphans
from facetry.extensions.process.program import LandlockPolicy, LogLimits, ProcessLimits, Program

_SOURCES: Final = str(Path(__file__).resolve().parents[3])
_GUARDIAN_CODE: Final = (
    "import sys; sys.path.append(sys.argv[1]); from facetry.extensions.process.guardian import main; main()"
)
_INHERITED_VARIABLES: Final = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")  # some interpreters do not start without them
_START_SECONDS: Final = 30.0
"""Seconds for a guardian to start the program; it takes longer only on a faulty or overloaded machine."""
_KILL_TIMEOUT_SECONDS: Final = 12.0
"""Longer than the guardian itself waits for processes that the kernel does not end."""
_LINE_BYTES: Final = 1024 * 1024
_LAST_ERROR_CHARACTERS: Final = 200

LineCallback = Callable[[str, str], None]
"""Called with each line that a program writes: `out` or `err`, and the text. It must not raise."""


class NotStartedError(Exception):
    """The program was not started; the message says why. `is_final`: another attempt would not help."""

    def __init__(self, reason: str, *, is_final: bool) -> None:
        super().__init__(reason)
        self.is_final = is_final


@dataclass(frozen=True, slots=True)
class ExitStatus:
    """How a program ended: with an exit code or by a signal.

    `reason`: why it was ended, None when it ended by itself; `last_error`: its last line of standard error; `limit`:
    the limit that it exceeded, `memory`, `process` or `disk`.
    """

    code: int | None
    signal: int | None
    reason: str | None
    last_error: str
    limit: str | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """What a program uses: memory in bytes, processes, open files of the process that has most of them, and bytes of
    its folders, None before they were measured.
    """

    memory_bytes: int
    processes: int
    open_files: int
    disk_bytes: int | None


class GuardedProcess:
    """A running program, and the guardian that is its parent."""

    def __init__(self, guardian: Process, marker: str, on_line: LineCallback | None) -> None:
        loop = asyncio.get_running_loop()
        self._guardian = guardian
        self._marker = marker
        self._on_line = on_line
        self._pid: asyncio.Future[int] = loop.create_future()
        self._exit_status: ExitStatus | None = None
        self._stray_output = ""
        self._disk_bytes: int | None = None
        self._listen_task = asyncio.create_task(self._listen())

    @classmethod
    async def start(
        cls,
        program: Program,
        limits: ProcessLimits,
        log_limits: LogLimits,
        *,
        name: str = PROGRAM_LOG,
        on_line: LineCallback | None = None,
    ) -> Self:
        """Start a program, with its log in `NAME.log`. Processes left behind by its former run are ended first.

        Raises `NotStartedError`.
        """
        marker = str(program.logs / name)
        await asyncio.to_thread(reap_orphans, marker)
        try:
            guardian = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-I", "-S", "-B", "-c", _GUARDIAN_CODE, _SOURCES),
                stdin=PIPE,
                stdout=PIPE,
                stderr=STDOUT,  # only a guardian that fails writes there
                env={name: os.environ[name] for name in _INHERITED_VARIABLES if name in os.environ},
                cwd="/",
                start_new_session=True,  # a terminal interrupt is for the server, which ends the programs
                limit=_LINE_BYTES,
            )
        except OSError as error:
            raise NotStartedError(f"The server could not start a process: {error}.", is_final=False) from error
        process = cls(guardian, marker, on_line)
        try:
            await process._launch(program, limits, log_limits, name)
        except BaseException:
            await process.kill()
            raise
        return process

    async def _launch(self, program: Program, limits: ProcessLimits, log_limits: LogLimits, name: str) -> None:
        launch_request = {
            "argv": program.argv,
            "cwd": str(program.folder),
            "environment": {**program.environment, MARKER_VARIABLE: self._marker},
            "logs": str(program.logs),
            "name": name,
            "echo": self._on_line is not None,
            "limits": asdict(limits),
            "disk_folders": list(map(str, program.disk_folders)),
            "fence": None if program.landlock_policy is None else _landlock_arguments(program.landlock_policy),
            **asdict(log_limits),
        }
        self._write(json.dumps(launch_request).encode())  # not orjson, which refuses file names that are not UTF-8
        try:
            async with asyncio.timeout(_START_SECONDS):
                await asyncio.shield(self._pid)
        except TimeoutError:
            raise NotStartedError("The program was not started in time.", is_final=False) from None

    @property
    def pid(self) -> int:
        """The process id of the program, which is also its session id."""
        return self._pid.result()

    def usage(self) -> Usage:
        """What the program and its descendants use now. Blocking: reads `/proc`."""
        pids = usage.descendants(self._guardian.pid)
        return Usage(usage.proportional_bytes(pids), len(pids), usage.open_files(pids), self._disk_bytes)

    async def wait(self) -> ExitStatus:
        """Wait until the program and its descendants have ended."""
        await asyncio.shield(self._listen_task)
        assert self._exit_status is not None  # noqa: S101  # set by _listen
        return self._exit_status

    async def stop(self, grace_seconds: float) -> None:
        """Ask the program to end, kill it after `grace_seconds`, and wait until all its descendants have ended.

        Guardian and program go on if somebody has stopped them (SIGSTOP), so that they end in order.
        """
        if self._exit_status is not None:
            await self.wait()
            return
        with contextlib.suppress(ProcessLookupError):
            self._guardian.send_signal(signal.SIGCONT)
        self._write(b"stop %.3f" % grace_seconds)
        try:
            async with asyncio.timeout(grace_seconds + _KILL_TIMEOUT_SECONDS):
                await self.wait()
        except TimeoutError:
            await self.kill()

    async def kill(self) -> None:
        """Kill the guardian, and with it the program, and wait until all descendants have ended."""
        with contextlib.suppress(ProcessLookupError):
            self._guardian.kill()
        try:
            async with asyncio.timeout(_KILL_TIMEOUT_SECONDS):
                await asyncio.shield(self._listen_task)
        except TimeoutError:  # another process holds the guardian's end of the pipe
            await asyncio.to_thread(reap_orphans, self._marker, self._session)
            await asyncio.shield(self._listen_task)

    @property
    def _session(self) -> int | None:
        has_pid = self._pid.done() and not self._pid.cancelled() and self._pid.exception() is None
        return self._pid.result() if has_pid else None

    def _write(self, line: bytes) -> None:
        assert self._guardian.stdin is not None  # noqa: S101  # started with PIPE
        with contextlib.suppress(ConnectionError, RuntimeError):  # the guardian has ended, and _listen notices
            self._guardian.stdin.write(line + b"\n")

    async def _listen(self) -> None:
        """Handle the messages of the guardian until it ends, then reap what it left behind."""
        assert self._guardian.stdout is not None  # noqa: S101  # started with PIPE
        assert self._guardian.stdin is not None  # noqa: S101
        async for line in self._guardian.stdout:
            try:
                message = orjson.loads(line)
            except orjson.JSONDecodeError:
                self._stray_output = line.decode("utf-8", "replace").strip() or self._stray_output
            else:
                self._handle_message(message)
        self._guardian.stdin.close()
        await self._guardian.wait()
        if self._exit_status is None:  # the guardian was killed, and did not end the program itself
            await asyncio.to_thread(reap_orphans, self._marker, self._session)
            suffix = f": {self._stray_output}" if self._stray_output else ""
            self._exit_status = ExitStatus(None, None, f"The guardian process of the program has ended{suffix}.", "")
        if not self._pid.done():
            self._fail_start(self._exit_status.reason or "The program ended at once.", is_final=False)

    def _handle_message(self, message: dict[str, Any]) -> None:
        match message["event"]:
            case "line":
                if self._on_line is not None:
                    self._on_line(message["stream"], message["text"])
            case "disk":
                self._disk_bytes = message["bytes"]
            case "started":
                self._pid.set_result(message["pid"])
            case "failed":
                self._fail_start(message["reason"], is_final=message["final"])
                self._exit_status = ExitStatus(None, None, message["reason"], "")
            case _:
                last_error = printable_text(message["said"].expandtabs(), _LAST_ERROR_CHARACTERS)
                self._exit_status = ExitStatus(
                    message["code"], message["signal"], message["reason"], last_error, message["limit"]
                )

    def _fail_start(self, reason: str, *, is_final: bool) -> None:
        self._pid.set_exception(NotStartedError(reason, is_final=is_final))
        self._pid.exception()  # marks it as retrieved: a cancelled start awaits it no more


def _landlock_arguments(policy: LandlockPolicy) -> dict[str, Any]:
    return {
        "identities": {str(folder): astuple(identity) for folder, identity in policy.identities.items()},
        "hidden": list(map(str, policy.hidden_paths)),
        "readable": list(map(str, policy.readable_folders)),
        "writable": list(map(str, policy.writable_folders)),
    }
