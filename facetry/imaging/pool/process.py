"""One worker process, controlled from the event loop."""

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

from facetry.imaging.pool.answers import AnswerReader
from facetry.imaging.pool.jobs import Payload
from facetry.imaging.protocol import DecoderLimits, WorkerAnswer, WorkerRequest, WorkerSettings

START_SECONDS: Final = 60
"""Time limit for the start of a worker, which imports two large libraries."""
_MODULE: Final = "facetry.imaging.worker.main"
_SOURCE_FOLDER: Final = str(Path(__file__).resolve().parents[3])
_INHERITED_VARIABLES: Final = (
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "PYTHONHOME",
)  # some Python installations do not start without these
_STDERR_TAIL_BYTES: Final = 2048
_PIPE_BYTES: Final = 1024 * 1024
_MALLOC_VARIABLES: Final = {
    "MALLOC_ARENA_MAX": "1",
    # By default the thresholds grow, and the allocator keeps up to 64 MB of the memory of the largest picture.
    "MALLOC_MMAP_THRESHOLD_": str(32 * 1024**2),
    "MALLOC_TRIM_THRESHOLD_": str(32 * 1024**2),
}


class WorkerExitedError(Exception):
    """The worker has ended; the message has the cause."""


class WorkerProcess:
    """A running worker. Accepts requests, and calls `on_answer` with the answers in the same order."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._stderr_tail = b""
        self._stderr_task = asyncio.create_task(self._read_stderr())
        self._reader: AnswerReader | None = None
        self._end_reason: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._first_answer: asyncio.Future[WorkerAnswer | None] = asyncio.get_running_loop().create_future()
        self._on_answer: Callable[[WorkerAnswer, Payload | OSError], None] = self._record_first_answer
        self.sandbox: list[str] = []
        """The kernel confinements in force: any of `landlock` and `seccomp`."""

    @classmethod
    async def start(
        cls,
        limits: DecoderLimits,
        roots: Iterable[str],
        scratch: Path,
        on_answer: Callable[[WorkerAnswer, Payload | OSError], None],
    ) -> Self:
        """Start a worker that may read beneath `roots`, and wait until it is ready.

        Raises `WorkerExitedError` when it does not become ready, OSError when no process can be started.
        """
        read_end, write_end = os.pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-P", "-s", "-B", "-m", _MODULE),
                stdin=PIPE,
                stdout=write_end,
                stderr=PIPE,
                env=_environment(),
                start_new_session=True,  # a terminal interrupt reaches only the server, which ends its workers
            )
        except BaseException:
            os.close(read_end)
            raise
        finally:
            os.close(write_end)
        _widen(read_end)
        worker = cls(process)
        worker._reader = AnswerReader(read_end, scratch, limits.memory_bytes, worker._forward_answer, worker._on_close)
        try:
            worker._write(WorkerSettings(limits=asdict(limits), roots=list(roots), parent=os.getpid()))
            async with asyncio.timeout(START_SECONDS):
                first_answer = await worker._first_answer
            if first_answer is None:
                raise WorkerExitedError(await worker.wait_for_exit() or "The decoder ended before it was ready.")
            if not first_answer.get("ready"):
                raise WorkerExitedError("The first answer of the decoder was not that it is ready.")
        except TimeoutError:
            await worker.close()
            raise WorkerExitedError("The decoder did not start in time.") from None
        except BaseException:
            await worker.close()
            raise
        worker.sandbox = first_answer.get("sandbox", [])
        worker._on_answer = on_answer
        return worker

    @property
    def pid(self) -> int:
        """The process id, which is also the id of its session."""
        return self._process.pid

    def send(self, requests: Iterable[WorkerRequest]) -> None:
        """Send requests without waiting. When the worker has ended, `wait_for_exit` reports it."""
        self._write(*requests)

    def stop(self) -> None:
        """Kill the process without waiting for its end."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    async def close(self) -> None:
        """Kill the process and wait for its end."""
        self.stop()
        await self._process.wait()
        assert self._process.stdin is not None  # noqa: S101  # started with PIPE
        self._process.stdin.close()
        if self._reader is not None:
            await self._reader.close()
        await self._stderr_task

    async def wait_for_exit(self) -> str:
        """Wait until the worker sends no more answers, kill it, and return the cause; empty for a regular exit."""
        protocol_error = await self._end_reason
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0 if protocol_error else 5):
                await self._process.wait()
        await self.close()
        exit_code = self._process.returncode or 0
        if protocol_error:
            return f"The decoder crashed ({protocol_error})."
        if exit_code == 0:
            return ""
        cause = f"signal {signal.Signals(-exit_code).name}" if exit_code < 0 else f"exit code {exit_code}"
        stderr_lines = self._stderr_tail.decode("utf-8", "replace").strip().splitlines()
        return f"The decoder crashed ({cause}{': ' + stderr_lines[-1][:120] if stderr_lines else ''})."

    def _write(self, *messages: WorkerRequest | WorkerSettings) -> None:
        assert self._process.stdin is not None  # noqa: S101  # started with PIPE
        with contextlib.suppress(ConnectionError):
            self._process.stdin.write(b"".join(orjson.dumps(message) + b"\n" for message in messages))

    def _forward_answer(self, answer: WorkerAnswer, payload: Payload | OSError) -> None:
        self._on_answer(answer, payload)

    def _record_first_answer(self, answer: WorkerAnswer, _: Payload | OSError) -> None:
        if not self._first_answer.done():
            self._first_answer.set_result(answer)

    def _on_close(self, reason: str) -> None:
        if not self._first_answer.done():
            self._first_answer.set_result(None)
        if not self._end_reason.done():
            self._end_reason.set_result(reason)

    async def _read_stderr(self) -> None:
        """Read standard error, so that the worker never blocks on it, and keep the last bytes for the crash report."""
        assert self._process.stderr is not None  # noqa: S101  # started with PIPE
        while piece := await self._process.stderr.read(65536):
            self._stderr_tail = (self._stderr_tail + piece)[-_STDERR_TAIL_BYTES:]


def _environment() -> dict[str, str]:
    """The environment of a worker: without secrets, and without variables that change its behaviour."""
    inherited = {name: os.environ[name] for name in _INHERITED_VARIABLES if name in os.environ}
    return {**inherited, **_MALLOC_VARIABLES, "PYTHONPATH": _SOURCE_FOLDER, "LC_ALL": "C.UTF-8"}


def _widen(pipe: int) -> None:
    """Enlarge the buffer of the pipe where the system allows it, so that a picture needs few reads."""
    command = getattr(fcntl, "F_SETPIPE_SZ", None)
    if command is not None:
        with contextlib.suppress(OSError):
            fcntl.fcntl(pipe, command, _PIPE_BYTES)
