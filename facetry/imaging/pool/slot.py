"""A worker slot: one worker process, its assigned jobs, and their time limit."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from facetry.imaging.pool.jobs import Job, JobQueue, Payload, discard_payload
from facetry.imaging.pool.process import WorkerProcess
from facetry.imaging.protocol import DecoderLimits, WorkerAnswer

MIN_ASSIGNED_JOBS: Final = 2
"""Number of jobs assigned to a worker: the current and the next one, so that it never waits for the event loop."""
MAX_ASSIGNED_JOBS: Final = 16
WORK_AHEAD_SECONDS: Final = 0.01
"""A worker gets more than two jobs when it runs them in this time. An urgent job waits for them, if all workers run."""
MAX_CRASHES: Final = 2
"""Number of crashed workers after which a file is refused."""


@dataclass(frozen=True, slots=True)
class SlotSettings:
    """The settings that all slots of a pool share."""

    limits: DecoderLimits
    scratch: Path
    idle_seconds: float


class WorkerSlot:
    """Starts a worker and feeds it from `queue` until it is idle, retired or broken. Puts unfinished jobs back."""

    def __init__(
        self, queue: JobQueue, settings: SlotSettings, roots: Iterable[str], on_change: Callable[[], None]
    ) -> None:
        """`on_change` is called when another slot may get a job: a heavy job was put back, or has ended."""
        self._queue = queue
        self._roots = roots
        self._settings = settings
        self._on_change = on_change
        self._assigned_jobs: deque[Job] = deque()
        self._max_assigned = MIN_ASSIGNED_JOBS
        self._completed_count = 0  # number of answers since the last hand-over of jobs
        self._assigned_at = 0.0
        self.worker: WorkerProcess | None = None
        """The process, once it accepts requests; else None."""
        self._is_retired = False
        self._is_stopped = False
        self._deadline = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()

    @property
    def is_starting(self) -> bool:
        """Whether the worker is about to accept jobs."""
        return self.worker is None and not self._is_retired

    @property
    def sandbox(self) -> list[str]:
        """The kernel confinements of the worker."""
        return self.worker.sandbox if self.worker is not None else []

    @property
    def current_job(self) -> Job | None:
        """The job that the worker runs."""
        return self._assigned_jobs[0] if self._assigned_jobs else None

    async def start(self) -> None:
        """Start the worker. Raises `WorkerExitedError` or OSError when that fails."""
        settings = self._settings
        self.worker = await WorkerProcess.start(settings.limits, self._roots, settings.scratch, self._on_answer)

    async def serve(self) -> None:
        """Feed the worker until it ends. Afterwards the process has ended, and its unfinished jobs are in the queue."""
        assert self.worker is not None  # noqa: S101  # started before
        try:
            self.assign_jobs()
            self._await_job_or_stop()
            self._handle_exit(await self.worker.wait_for_exit())
        finally:
            if self._timer is not None:
                self._timer.cancel()
            await self.worker.close()
            self.worker = None
            while self._assigned_jobs:
                self._queue.put_back(self._assigned_jobs.pop())

    def assign_jobs(self) -> None:
        """Assign waiting jobs to a worker that has done half of those before; several small files at once."""
        if self.worker is None or self._is_retired or len(self._assigned_jobs) > self._max_assigned // 2:
            return
        now = self._loop.time()
        if self._completed_count:
            fitting = int(WORK_AHEAD_SECONDS * self._completed_count / max(now - self._assigned_at, 1e-6))
            self._max_assigned = max(MIN_ASSIGNED_JOBS, min(fitting, MAX_ASSIGNED_JOBS))
        requests = []
        while (job := self._next_job()) is not None:
            self._assigned_jobs.append(job)
            if len(self._assigned_jobs) == 1:
                self._start_job_timer(job)
            requests.append(job.request)
        if requests:
            self._completed_count, self._assigned_at = 0, now
            self.worker.send(requests)

    def retire(self) -> None:
        """Assign no more jobs, and end the worker when it has none."""
        self._is_retired = True
        if self.worker is not None and not self._assigned_jobs:
            self.stop()

    def stop(self) -> None:
        """Kill the worker now. No job is blamed; unfinished jobs are put back."""
        self._is_stopped = self._is_retired = True
        if self.worker is not None:
            self.worker.stop()

    def _next_job(self) -> Job | None:
        if not self._assigned_jobs:
            return self._queue.take()
        last = self._assigned_jobs[-1]
        if len(self._assigned_jobs) < self._max_assigned and not last.is_urgent and not last.is_heavy:
            return self._queue.take_for_prefetch()
        return None

    def _on_answer(self, answer: WorkerAnswer, payload: Payload | OSError) -> None:
        """Complete the earliest assigned job with its answer."""
        if self._is_stopped or not self._assigned_jobs:
            if not isinstance(payload, OSError):
                discard_payload(payload)
            self.stop()  # an unsolicited answer: the worker is not trusted any more
            return
        job = self._assigned_jobs.popleft()
        self._completed_count += 1
        was_heavy = job.is_heavy
        self._queue.release(job)
        if isinstance(payload, OSError):
            job.fail(payload)
            self.stop()
        elif ("hash" if job.is_rendering else "bytes") in answer or (was_heavy and "heavy" in answer):
            discard_payload(payload)
            job.complete(
                {"rule": "decode.crashed", "reason": "The decoder crashed (its answer does not fit the request)."}
            )
            self.stop()
        elif "heavy" in answer:
            job.request["heavy"] = True
            self._queue.put_back(job)
        else:
            job.complete(answer, payload)
        if self._assigned_jobs:
            self._start_job_timer(self._assigned_jobs[0])
        self.assign_jobs()
        self._await_job_or_stop()
        if was_heavy or "heavy" in answer:
            self._on_change()

    def _start_job_timer(self, job: Job) -> None:
        job.started_at = self._loop.time()
        self._set_deadline(job.started_at + self._settings.limits.seconds)

    def _await_job_or_stop(self) -> None:
        if self._assigned_jobs:
            return
        if self._is_retired:
            self.stop()
        else:
            self._set_deadline(self._loop.time() + self._settings.idle_seconds)

    def _set_deadline(self, deadline: float) -> None:
        """Set the time of the next check. A timer that fires too early is cheaper than a new timer for each job."""
        self._deadline = deadline
        if self._timer is None or self._timer.when() > deadline:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = self._loop.call_at(deadline, self._check_deadline)

    def _check_deadline(self) -> None:
        self._timer = None
        if self._is_stopped:
            return
        if self._loop.time() < self._deadline:
            self._set_deadline(self._deadline)
        elif not self._assigned_jobs:
            self.retire()
        else:
            job = self._assigned_jobs.popleft()
            self._queue.release(job)
            seconds = f"{self._settings.limits.seconds:g} s"
            job.complete({"rule": "decode.timeout", "reason": f"Reading the file took longer than {seconds}."})
            self.stop()

    def _handle_exit(self, reason: str) -> None:
        """Handle the end of the worker. After a crash, blame the current job; `reason` is empty for a regular exit."""
        if not reason or self._is_stopped or not self._assigned_jobs:
            return
        job = self._assigned_jobs[0]
        job.crash_count += 1
        if job.crash_count >= MAX_CRASHES:
            self._assigned_jobs.popleft()
            self._queue.release(job)
            job.complete({"rule": "decode.crashed", "reason": reason})
        else:  # the HEIF decoder aborts when memory is short: retry with more memory
            job.request["heavy"] = True
