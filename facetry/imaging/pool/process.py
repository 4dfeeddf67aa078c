"""One worker process, as the event loop holds it."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Final, Self

import orjson

from facetry.imaging.pool.answers import Answers
from facetry.imaging.pool.jobs import Payload
from facetry.imaging.protocol import Answer, Limits, Orders, Request

START_SECONDS: Final = 60
"""A worker imports two libraries before it is ready; more than this means that the machine is not well."""
_MODULE: Final = "facetry.imaging.worker.main"
_SOURCES: Final = str(Path(__file__).resolve().parents[3])
_KEPT: Final = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "PYTHONHOME")  # some interpreters do not start without
_TAIL_BYTES: Final = 2048
_PIPE_BYTES: Final = 1024 * 1024
_MALLOC: Final = {
    "MALLOC_ARENA_MAX": "1",
    # Left to itself, the allocator would soon keep up to 64 MB of what the largest picture took.
    "MALLOC_MMAP_THRESHOLD_": str(32 * 1024**2),
    "MALLOC_TRIM_THRESHOLD_": str(32 * 1024**2),
}


class EndedError(Exception):
    """The worker is gone; the message says how."""


class WorkerProcess:
    """A running worker: takes requests, and gives answers in the same order, which `heard` is called with."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._said = b""
        self._drain = asyncio.create_task(self._drain_errors())
        self._answers: Answers | None = None
        self._silent: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._first: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        self._heard: Callable[[Answer, Payload | OSError], None] = self._begin
        self.sandbox: list[str] = []
        """What the kernel confines it by: any of `landlock` and `seccomp`."""

    @classmethod
    async def start(
        cls,
        limits: Limits,
        roots: Iterable[str],
        scratch: Path,
        heard: Callable[[Answer, Payload | OSError], None],
    ) -> Self:
        """Start a worker that may read beneath `roots`, and wait until it is ready.

        Raises `EndedError` when it does not get that far.
        """
        pipe, end = os.pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-P", "-s", "-B", "-m", _MODULE),
                stdin=PIPE,
                stdout=end,
                stderr=PIPE,
                env=_environment(),
                start_new_session=True,  # an interrupt from the terminal is for the server, which then ends its workers
            )
        except BaseException:
            os.close(pipe)
            raise
        finally:
            os.close(end)
        _widen(pipe)
        worker = cls(process)
        worker._answers = Answers(pipe, scratch, limits.memory_bytes, worker._hear, worker._fall_silent)
        try:
            worker._write(Orders(limits=asdict(limits), roots=list(roots), parent=os.getpid()))
            async with asyncio.timeout(START_SECONDS):
                first = await worker._first
            if first is None:
                raise EndedError(await worker.ending() or "The decoder ended before it was ready.")
            if not first.get("ready"):
                raise EndedError("The decoder did not start as it should.")
        except TimeoutError:
            await worker.kill()
            raise EndedError("The decoder did not start in time.") from None
        except BaseException:
            await worker.kill()
            raise
        worker.sandbox = first.get("sandbox", [])
        worker._heard = heard
        return worker

    @property
    def pid(self) -> int:
        """Its process id, which is that of its session as well."""
        return self._process.pid

    def ask(self, request: Request) -> None:
        """Send a request, without waiting. If the worker is gone, `ending` will say so."""
        self._write(request)

    def stop(self) -> None:
        """End the process, whatever it does, without waiting."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    async def kill(self) -> None:
        """End the process, whatever it does, and wait until it is gone."""
        self.stop()
        await self._process.wait()
        assert self._process.stdin is not None  # noqa: S101  # started with PIPE
        self._process.stdin.close()
        if self._answers is not None:
            await self._answers.close()
        await self._drain

    async def ending(self) -> str:
        """Wait until the worker says no more, end it, and tell what went wrong; empty when it ended in good order."""
        babble = await self._silent
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0 if babble else 5):
                await self._process.wait()
        await self.kill()
        code = self._process.returncode or 0
        if babble:
            return f"The decoder crashed ({babble})."
        if code == 0:
            return ""
        how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        said = self._said.decode("utf-8", "replace").strip().splitlines()
        return f"The decoder crashed ({how}{': ' + said[-1][:120] if said else ''})."

    def _write(self, message: Request | Orders) -> None:
        assert self._process.stdin is not None  # noqa: S101  # started with PIPE
        with contextlib.suppress(ConnectionError):
            self._process.stdin.write(orjson.dumps(message) + b"\n")

    def _hear(self, answer: Answer, payload: Payload | OSError) -> None:
        self._heard(answer, payload)

    def _begin(self, answer: Answer, _: Payload | OSError) -> None:
        if not self._first.done():
            self._first.set_result(answer)

    def _fall_silent(self, how: str) -> None:
        if not self._first.done():
            self._first.set_result(None)
        if not self._silent.done():
            self._silent.set_result(how)

    async def _drain_errors(self) -> None:
        """Read what the worker's libraries complain of, so that it never blocks on it; the end is kept."""
        assert self._process.stderr is not None  # noqa: S101  # started with PIPE
        while piece := await self._process.stderr.read(65536):
            self._said = (self._said + piece)[-_TAIL_BYTES:]


def _environment() -> dict[str, str]:
    """What a worker needs of ours: no secret, and nothing that changes how it works."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return {**kept, **_MALLOC, "PYTHONPATH": _SOURCES, "LC_ALL": "C.UTF-8"}


def _widen(pipe: int) -> None:
    """Let a picture pass in few pieces, where the system has such a setting and allows it."""
    command = getattr(fcntl, "F_SETPIPE_SZ", None)
    if command is not None:
        with contextlib.suppress(OSError):
            fcntl.fcntl(pipe, command, _PIPE_BYTES)
