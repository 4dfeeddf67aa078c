"""A kept program, as the event loop holds it: the other end of `keeper.py`."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Self

import orjson

from facetry.errors import shown
from facetry.extensions.process.logs import PROGRAM
from facetry.extensions.process.orphan_reaper import MARK, end_leftovers
from facetry.extensions.process.program import Fence, Limits, LogCaps, Program

_SOURCES: Final = str(Path(__file__).resolve().parents[3])
_START: Final = "import sys; sys.path.append(sys.argv[1]); from facetry.extensions.process.guardian import main; main()"
_KEPT: Final = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")  # some interpreters do not start without
_START_SECONDS: Final = 30.0
"""For a keeper to start and begin the program; more means that the machine is not well."""
_LATE_SECONDS: Final = 12.0
"""A keeper gives up on what the kernel does not let go of somewhat earlier."""
_LINE_BYTES: Final = 1024 * 1024
_SAID_CHARACTERS: Final = 200

Heard = Callable[[str, str], None]
"""Called with each line that a program says: `out` or `err`, and the text. It must not raise."""


class NotStartedError(Exception):
    """The program was not started; the message says why. `is_final`: it would not help to try again."""

    def __init__(self, reason: str, *, is_final: bool) -> None:
        super().__init__(reason)
        self.is_final = is_final


@dataclass(frozen=True, slots=True)
class End:
    """How a program ended: with an exit code or by a signal; `reason`: why it was made to; `said`: its last words."""

    code: int | None
    signal: int | None
    reason: str | None
    said: str


class KeptProcess:
    """A running program, and the keeper that it is a child of."""

    def __init__(self, keeper: Process, mark: str, heard: Heard | None) -> None:
        loop = asyncio.get_running_loop()
        self._keeper = keeper
        self._mark = mark
        self._heard = heard
        self._pid: asyncio.Future[int] = loop.create_future()
        self._end: End | None = None
        self._babble = ""
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(
        cls, program: Program, limits: Limits, caps: LogCaps, *, name: str = PROGRAM, heard: Heard | None = None
    ) -> Self:
        """Start it, with its log in `NAME.log`. What a former life of it has left behind is ended first.

        Raises `NotStartedError`.
        """
        mark = str(program.logs / name)
        await asyncio.to_thread(end_leftovers, mark)
        try:
            keeper = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-I", "-S", "-B", "-c", _START, _SOURCES),
                stdin=PIPE,
                stdout=PIPE,
                stderr=STDOUT,  # it says nothing there, unless it breaks
                env={name: os.environ[name] for name in _KEPT if name in os.environ},
                cwd="/",
                start_new_session=True,  # an interrupt from the terminal is for the server, which then ends programs
                limit=_LINE_BYTES,
            )
        except OSError as error:
            raise NotStartedError(f"The server could not start a process: {error}.", is_final=False) from error
        process = cls(keeper, mark, heard)
        try:
            await process._begin(program, limits, caps, name)
        except BaseException:
            await process.kill()
            raise
        return process

    async def _begin(self, program: Program, limits: Limits, caps: LogCaps, name: str) -> None:
        orders = {
            "argv": program.argv,
            "cwd": str(program.folder),
            "environment": {**program.environment, MARK: self._mark},
            "logs": str(program.logs),
            "name": name,
            "echo": self._heard is not None,
            "limits": asdict(limits),
            "fence": None if program.fence is None else _paths(program.fence),
            **asdict(caps),
        }
        self._write(json.dumps(orders).encode())  # not orjson, which knows no file names that are not UTF-8
        try:
            async with asyncio.timeout(_START_SECONDS):
                await asyncio.shield(self._pid)
        except TimeoutError:
            raise NotStartedError("The program was not started in time.", is_final=False) from None

    @property
    def pid(self) -> int:
        """The process id of the program, which is that of its session as well."""
        return self._pid.result()

    async def ended(self) -> End:
        """Wait until the program and all that it has started are gone."""
        await asyncio.shield(self._listening)
        assert self._end is not None  # noqa: S101  # set by then
        return self._end

    async def stop(self, grace_seconds: float) -> None:
        """Ask the program to end, end it when it does not in so many seconds, and wait until all of it is gone."""
        if self._end is not None:
            await self.ended()
            return
        self._write(b"stop %.3f" % grace_seconds)
        try:
            async with asyncio.timeout(grace_seconds + _LATE_SECONDS):
                await self.ended()
        except TimeoutError:
            await self.kill()

    async def kill(self) -> None:
        """End the keeper, and with it the program, and wait until all of it is gone."""
        with contextlib.suppress(ProcessLookupError):
            self._keeper.kill()
        try:
            async with asyncio.timeout(_LATE_SECONDS):
                await asyncio.shield(self._listening)
        except TimeoutError:  # somebody else holds the keeper's end of the line
            await asyncio.to_thread(end_leftovers, self._mark, self._session)
            await asyncio.shield(self._listening)

    @property
    def _session(self) -> int | None:
        is_known = self._pid.done() and not self._pid.cancelled() and self._pid.exception() is None
        return self._pid.result() if is_known else None

    def _write(self, line: bytes) -> None:
        assert self._keeper.stdin is not None  # noqa: S101  # started with PIPE
        with contextlib.suppress(ConnectionError, RuntimeError):  # it is gone, and its end says so
            self._keeper.stdin.write(line + b"\n")

    async def _listen(self) -> None:
        """Hear the keeper out, and see to it that nothing is left of it."""
        assert self._keeper.stdout is not None  # noqa: S101  # started with PIPE
        assert self._keeper.stdin is not None  # noqa: S101
        async for line in self._keeper.stdout:
            try:
                message = orjson.loads(line)
            except orjson.JSONDecodeError:
                self._babble = line.decode("utf-8", "replace").strip() or self._babble
            else:
                self._hear(message)
        self._keeper.stdin.close()
        await self._keeper.wait()
        if self._end is None:  # it was killed, and could not see to it itself
            await asyncio.to_thread(end_leftovers, self._mark, self._session)
            how = f": {self._babble}" if self._babble else ""
            self._end = End(None, None, f"The process that kept it has ended{how}.", "")
        if not self._pid.done():
            self._fail(self._end.reason or "It ended at once.", is_final=False)

    def _hear(self, message: dict[str, Any]) -> None:
        match message["event"]:
            case "line":
                if self._heard is not None:
                    self._heard(message["stream"], message["text"])
            case "started":
                self._pid.set_result(message["pid"])
            case "failed":
                self._fail(message["reason"], is_final=message["final"])
                self._end = End(None, None, message["reason"], "")
            case _:
                said = shown(message["said"].expandtabs(), _SAID_CHARACTERS)
                self._end = End(message["code"], message["signal"], message["reason"], said)

    def _fail(self, reason: str, *, is_final: bool) -> None:
        self._pid.set_exception(NotStartedError(reason, is_final=is_final))
        self._pid.exception()  # nobody may be there to ask, when the start was given up


def _paths(fence: Fence) -> dict[str, list[str]]:
    return {"hidden": list(map(str, fence.hidden)), "writable": list(map(str, fence.writable))}
