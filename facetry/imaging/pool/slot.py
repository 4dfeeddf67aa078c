"""One place for a worker: the process, the jobs that it holds, and its time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from facetry.imaging.pool.jobs import Job, Jobs, Payload, discard
from facetry.imaging.pool.process import WorkerProcess
from facetry.imaging.protocol import Answer, Limits

DEPTH: Final = 2
"""Jobs that a worker holds: the one that it is at, and the next, so that it never waits for the event loop."""
CRASHES: Final = 2
"""A file that brought a worker down that often is not tried again."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What all lanes of a pool have in common."""

    limits: Limits
    scratch: Path
    idle_seconds: float


class Lane:
    """Starts a worker, feeds it from `jobs` until it is idle, retired or broken, and puts back what it did not do."""

    def __init__(self, jobs: Jobs, setting: Setting, roots: Iterable[str], changed: Callable[[], None]) -> None:
        """`changed` is called when another lane may have something to do: a heavy job was found, or is over."""
        self._jobs = jobs
        self._roots = roots
        self._setting = setting
        self._changed = changed
        self._held: deque[Job] = deque()
        self._worker: WorkerProcess | None = None
        self._is_retired = False
        self._is_stopped = False
        self._due = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()

    @property
    def worker(self) -> WorkerProcess | None:
        """The process, once it takes requests."""
        return self._worker

    @property
    def is_starting(self) -> bool:
        """Whether it will take jobs, but not yet."""
        return self._worker is None and not self._is_retired

    @property
    def sandbox(self) -> list[str]:
        """What the kernel confines the worker by."""
        return self._worker.sandbox if self._worker is not None else []

    @property
    def current(self) -> Job | None:
        """The job that the worker is at."""
        return self._held[0] if self._held else None

    async def start(self) -> None:
        """Start the worker. Raises `EndedError` or OSError when that fails."""
        setting = self._setting
        self._worker = await WorkerProcess.start(setting.limits, self._roots, setting.scratch, self._heard)

    async def work(self) -> None:
        """Feed the worker until it ends. It is gone afterwards, whatever happens, and so is what it held."""
        assert self._worker is not None  # noqa: S101  # started before
        try:
            self.feed()
            self._wait_or_leave()
            self._settle_end(await self._worker.ending())
        finally:
            if self._timer is not None:
                self._timer.cancel()
            await self._worker.kill()
            self._worker = None
            while self._held:
                self._jobs.put_back(self._held.pop())

    def feed(self) -> None:
        """Give the worker what waits, as far as it has room."""
        while self._worker is not None and not self._is_retired and (job := self._next()) is not None:
            self._held.append(job)
            if len(self._held) == 1:
                self._begin(job)
            self._worker.ask(job.request)

    def retire(self) -> None:
        """Give the worker no more jobs, and end it when it has none."""
        self._is_retired = True
        if self._worker is not None and not self._held:
            self.stop()

    def stop(self) -> None:
        """End the worker now. Nobody is to blame for it; what it held is put back."""
        self._is_stopped = self._is_retired = True
        if self._worker is not None:
            self._worker.stop()

    def _next(self) -> Job | None:
        if not self._held:
            return self._jobs.take()
        last = self._held[-1]
        if len(self._held) < DEPTH and not last.is_urgent and not last.is_heavy:
            return self._jobs.take_behind()
        return None

    def _heard(self, answer: Answer, payload: Payload | OSError) -> None:
        """The answer to the earliest job is there."""
        if self._is_stopped or not self._held:
            if not isinstance(payload, OSError):
                discard(payload)
            self.stop()  # if nobody asked, it is not itself any more
            return
        job = self._held.popleft()
        was_heavy = job.is_heavy
        self._jobs.done(job)
        if isinstance(payload, OSError):
            job.fail(payload)
            self.stop()
        elif ("hash" if job.is_rendering else "bytes") in answer or (was_heavy and "heavy" in answer):
            discard(payload)
            job.settle({"rule": "decode.crashed", "reason": "The decoder crashed (it answered another question)."})
            self.stop()
        elif "heavy" in answer:
            job.request["heavy"] = True
            self._jobs.put_back(job)
        else:
            job.settle(answer, payload)
        if self._held:
            self._begin(self._held[0])
        self.feed()
        self._wait_or_leave()
        if was_heavy or "heavy" in answer:
            self._changed()

    def _begin(self, job: Job) -> None:
        job.began = self._loop.time()
        self._expect(job.began + self._setting.limits.seconds)

    def _wait_or_leave(self) -> None:
        if self._held:
            return
        if self._is_retired:
            self.stop()
        else:
            self._expect(self._loop.time() + self._setting.idle_seconds)

    def _expect(self, due: float) -> None:
        """Something must have happened by `due`. A timer that fires earlier than it need is cheaper than one a job."""
        self._due = due
        if self._timer is None or self._timer.when() > due:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = self._loop.call_at(due, self._check)

    def _check(self) -> None:
        self._timer = None
        if self._is_stopped:
            return
        if self._loop.time() < self._due:
            self._expect(self._due)
        elif not self._held:
            self.retire()
        else:
            job = self._held.popleft()
            self._jobs.done(job)
            seconds = f"{self._setting.limits.seconds:g} s"
            job.settle({"rule": "decode.timeout", "reason": f"Reading the file took longer than {seconds}."})
            self.stop()

    def _settle_end(self, how: str) -> None:
        """The worker ended by itself. Unless it did so in good order, the job that it was at is to blame."""
        if not how or self._is_stopped or not self._held:
            return
        job = self._held[0]
        job.crashes += 1
        if job.crashes >= CRASHES:
            self._held.popleft()
            self._jobs.done(job)
            job.settle({"rule": "decode.crashed", "reason": how})
        else:  # the decoder of HEIF aborts when memory is short; this time it is not
            job.request["heavy"] = True
