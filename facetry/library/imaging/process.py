"""One worker process, as the event loop holds it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from dataclasses import asdict
from pathlib import Path
from typing import Final, Self, cast

from facetry.library.imaging.wire import LINE_BYTES, Answer, Limits, Request

START_SECONDS: Final = 60
"""A worker imports two libraries before it is ready; more than this means that the machine is not well."""
_MODULE: Final = "facetry.library.imaging.worker"
_SOURCES: Final = str(Path(__file__).resolve().parents[3])
_KEPT: Final = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "PYTHONHOME")  # some interpreters do not start without
_TAIL_BYTES: Final = 2048


class EndedError(Exception):
    """The worker is gone; the message says how."""


class WorkerProcess:
    """A running worker: takes requests, gives answers in the same order, and is killed rather than asked twice."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._said = b""
        self._drain = asyncio.create_task(self._drain_errors())

    @classmethod
    async def start(cls, limits: Limits) -> Self:
        """Start a worker and wait until it is ready. Raises `EndedError` when it does not get that far."""
        arguments = json.dumps({"limits": asdict(limits), "parent": os.getpid()})
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-P", "-s", "-B", "-m", _MODULE, arguments),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            limit=LINE_BYTES,
            env=_environment(),
            start_new_session=True,  # an interrupt from the terminal is for the server, which then ends its workers
        )
        worker = cls(process)
        try:
            async with asyncio.timeout(START_SECONDS):
                answer = await worker.answer()
        except TimeoutError:
            await worker.kill()
            raise EndedError("The decoder did not start in time.") from None
        except BaseException:
            await worker.kill()
            raise
        if not answer.get("ready"):
            await worker.kill()
            raise EndedError("The decoder did not start as it should.")
        return worker

    @property
    def pid(self) -> int:
        """Its process id, which is that of its session as well."""
        return self._process.pid

    def ask(self, request: Request) -> None:
        """Send a request, without waiting. If the worker is gone, `answer` will say so."""
        assert self._process.stdin is not None  # noqa: S101  # started with PIPE
        with contextlib.suppress(ConnectionError):
            self._process.stdin.write(json.dumps(request).encode() + b"\n")

    async def answer(self) -> Answer:
        """The answer to the earliest open request. Raises `EndedError` when the worker ends instead."""
        assert self._process.stdout is not None  # noqa: S101  # started with PIPE
        line = b""
        with contextlib.suppress(ConnectionError):
            line = await self._process.stdout.readline()
        if not line.endswith(b"\n"):
            raise EndedError(await self._ending())
        return cast(Answer, json.loads(line))

    async def kill(self) -> None:
        """End the process, whatever it does, and wait until it is gone."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        await self._gone()

    async def _gone(self) -> int:
        assert self._process.stdin is not None  # noqa: S101  # started with PIPE
        code = await self._process.wait()
        self._process.stdin.close()
        await self._drain
        return code

    async def _ending(self) -> str:
        """Wait for the end of a process that closed its output, and tell how it ended."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(5):
                await self._process.wait()
        await self.kill()
        code = self._process.returncode or 0
        if code == 0:
            return ""
        how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        said = self._said.decode("utf-8", "replace").strip().splitlines()
        return f"The decoder crashed ({how}{': ' + said[-1][:120] if said else ''})."

    async def _drain_errors(self) -> None:
        """Read what the worker's libraries complain of, so that it never blocks on it; the end is kept."""
        assert self._process.stderr is not None  # noqa: S101  # started with PIPE
        while piece := await self._process.stderr.read(65536):
            self._said = (self._said + piece)[-_TAIL_BYTES:]


def _environment() -> dict[str, str]:
    """What a worker needs of ours: no secret, and nothing that changes how it works."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return {**kept, "PYTHONPATH": _SOURCES, "LC_ALL": "C.UTF-8", "MALLOC_ARENA_MAX": "1"}
