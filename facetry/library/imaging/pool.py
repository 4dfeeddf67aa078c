"""A few worker processes, kept busy: started when there is something to read, gone when there is not."""

from __future__ import annotations

import asyncio
import os
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from facetry.library.imaging.process import EndedError, WorkerProcess
from facetry.library.imaging.wire import Answer, Limits, Request

DEPTH: Final = 2
"""Requests that a worker holds: the one that it reads, and the next, so that it never waits for the event loop."""
CRASHES: Final = 2
"""A file that brought a worker down that often is not tried again."""
_IDLE_SECONDS: Final = 5.0


class PoolClosedError(Exception):
    """The pool is closed, or was while a file waited for its turn."""


class NoDecoderError(Exception):
    """Worker processes cannot be started on this machine now: nothing that a file is to blame for."""


@dataclass(eq=False, slots=True)
class _Job:
    request: Request
    answer: asyncio.Future[Answer] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    crashes: int = 0

    def settle(self, answer: Answer) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)

    def fail(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class Pool:
    """Reads files in `workers` processes (by default one for each processor of this machine), within `limits`.

    A file that takes too long, too much memory, or the whole worker with it gets an answer that says so; files that
    waited behind it are read by the next worker. Belongs to one event loop.
    """

    def __init__(self, limits: Limits, workers: int | None = None, *, idle_seconds: float = _IDLE_SECONDS) -> None:
        self.limits = limits
        self.workers = workers or processors()
        self._idle_seconds = idle_seconds
        self._jobs: asyncio.Queue[_Job] = asyncio.Queue()
        self._lanes: list[asyncio.Task[None]] = []
        self._running: set[WorkerProcess] = set()
        self._closed = False
        self.failure: str | None = None
        """Why the last worker did not start; None when it did, or none was needed yet."""

    @property
    def capacity(self) -> int:
        """How many files to ask for at once, so that no worker ever waits."""
        return self.workers * (DEPTH + 1)

    @property
    def pids(self) -> list[int]:
        """The process ids of the workers that run now."""
        return sorted(worker.pid for worker in self._running)

    async def examine(self, root: str, path: str) -> Answer:
        """What the file at `path` beneath the folder `root` is. Never fails for the file's sake.

        Raises `PoolClosedError`, and `NoDecoderError` when no worker starts.
        """
        if self._closed:
            raise PoolClosedError
        while len(self._lanes) < self.workers:
            self._lanes.append(asyncio.create_task(self._lane()))
        job = _Job({"root": root, "path": path})
        self._jobs.put_nowait(job)
        return await job.answer

    async def close(self) -> None:
        """End all workers; what they were asked fails with `PoolClosedError`."""
        self._closed = True
        for lane in self._lanes:
            lane.cancel()
        await asyncio.gather(*self._lanes, return_exceptions=True)
        while not self._jobs.empty():
            self._jobs.get_nowait().fail(PoolClosedError())

    async def _lane(self) -> None:
        """One place for a worker: start one when there is a job, use it, replace it when it breaks."""
        held: deque[_Job] = deque()
        try:
            while True:
                if not held:
                    held.append(await self._jobs.get())
                try:
                    worker = await WorkerProcess.start(self.limits)
                except (EndedError, OSError) as error:
                    self.failure = f"No decoder process can be started: {error}"
                    held.popleft().fail(NoDecoderError(self.failure))
                    continue
                self.failure = None
                self._running.add(worker)
                try:
                    await self._use(worker, held)
                finally:
                    await worker.kill()
                    self._running.discard(worker)
        finally:
            for job in held:
                job.fail(PoolClosedError())

    async def _use(self, worker: WorkerProcess, held: deque[_Job]) -> None:
        """Feed the worker until it is idle or ends. Jobs that it did not answer stay in `held`, to be asked again."""
        for job in held:
            worker.ask(job.request)
        while True:
            while len(held) < DEPTH and not self._jobs.empty():
                held.append(self._jobs.get_nowait())
                worker.ask(held[-1].request)
            if not held:
                try:
                    async with asyncio.timeout(self._idle_seconds):
                        held.append(await self._jobs.get())
                except TimeoutError:
                    return
                worker.ask(held[-1].request)
            try:
                async with asyncio.timeout(self.limits.seconds):
                    answer = await worker.answer()
            except TimeoutError:
                seconds = f"{self.limits.seconds:g} s"
                held.popleft().settle(
                    {"rule": "decode.timeout", "reason": f"Reading the file took longer than {seconds}."}
                )
                return
            except EndedError as ended:
                _blame(held, str(ended))
                return
            held.popleft().settle(answer)


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _blame(held: deque[_Job], how: str) -> None:
    """The worker ended by itself. Unless it did so in good order, the job that it was at is to blame."""
    if not how:
        return
    held[0].crashes += 1
    if held[0].crashes >= CRASHES:
        held.popleft().settle({"rule": "decode.crashed", "reason": how})
