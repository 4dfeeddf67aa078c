"""Jobs for the workers of a pool, and the queue that orders them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final

from facetry.imaging.protocol import WorkerAnswer, WorkerRequest

Payload = bytes | Path | None
"""The picture of an answer: bytes in memory, or a file that the receiver owns; None without a picture."""

_sequence_numbers: Final = count()


@dataclass(eq=False, slots=True)
class Job:
    """One request, from its submission to its answer.

    `sequence_number` orders jobs by submission. `started_at` is when a worker began with the job, on the clock of the
    event loop. `crash_count` counts the workers that crashed on it.
    """

    request: WorkerRequest
    is_urgent: bool
    answer: asyncio.Future[tuple[WorkerAnswer, Payload]]
    sequence_number: int = field(default_factory=lambda: next(_sequence_numbers))
    started_at: float = 0.0
    crash_count: int = 0

    @property
    def is_heavy(self) -> bool:
        """Whether it may use `memory_bytes` instead of `light_bytes`."""
        return self.request.get("heavy", False)

    @property
    def is_rendering(self) -> bool:
        """Whether a picture follows the answer."""
        return "rendering" in self.request

    @property
    def is_awaited(self) -> bool:
        """Whether a caller still waits for the answer."""
        return not self.answer.done()

    def complete(self, answer: WorkerAnswer, payload: Payload = None) -> None:
        """Pass the answer to the caller. Without a waiting caller, a payload file is removed."""
        if self.is_awaited:
            self.answer.set_result((answer, payload))
        else:
            discard_payload(payload)

    def abandon(self) -> None:
        """Cancel the job: no caller waits any more. The payload of an answer that has just arrived is discarded."""
        if not self.answer.cancel() and not self.answer.cancelled() and self.answer.exception() is None:
            discard_payload(self.answer.result()[1])

    def fail(self, error: Exception) -> None:
        """Raise `error` in the caller."""
        if self.is_awaited:
            self.answer.set_exception(error)


def discard_payload(payload: Payload) -> None:
    """Remove the payload if it is a file."""
    if isinstance(payload, Path):
        payload.unlink(missing_ok=True)


class JobQueue:
    """Jobs that wait for a worker.

    Urgent jobs go first; otherwise jobs go in order of submission. Only one heavy job at a time is assigned to a
    worker. Jobs whose caller is gone are skipped.
    """

    def __init__(self) -> None:
        self._urgent = _FifoQueue()
        self._regular = _FifoQueue()
        self._active_heavy_job: Job | None = None  # the one that is assigned to a worker

    def has_urgent(self, minimum: int) -> bool:
        """Whether at least `minimum` urgent jobs wait."""
        if len(self._urgent) >= minimum:
            self._urgent.remove_abandoned()
        return len(self._urgent) >= minimum

    def __len__(self) -> int:
        return len(self._urgent) + len(self._regular)

    @property
    def has_runnable_job(self) -> bool:
        """Whether `take` would return a job now."""
        return any(
            queue.peek(is_heavy_allowed=self._active_heavy_job is None) is not None
            for queue in (self._urgent, self._regular)
        )

    def put(self, job: Job) -> None:
        """Add a new job."""
        self._queue_of(job).put(job)

    def put_back(self, job: Job) -> None:
        """Return a job that was assigned to its old position in the queue."""
        self.release(job)
        self._queue_of(job).put_back(job)

    def take(self) -> Job | None:
        """Remove and return the next job for an idle worker; None when no job may run now."""
        for queue in (self._urgent, self._regular):
            job = queue.take(is_heavy_allowed=self._active_heavy_job is None)
            if job is not None:
                if job.is_heavy:
                    self._active_heavy_job = job
                return job
        return None

    def take_for_prefetch(self) -> Job | None:
        """Remove and return a job that a busy worker runs next; None when there is none.

        Never an urgent or a heavy job, and none while such a job waits for the next idle worker.
        """
        if self._urgent.peek(is_heavy_allowed=self._active_heavy_job is None) is not None:
            return None
        job = self._regular.peek(is_heavy_allowed=self._active_heavy_job is None)
        return None if job is None or job.is_heavy else self._regular.pop(job)

    def release(self, job: Job) -> None:
        """The job is no longer assigned; another heavy job may run."""
        if self._active_heavy_job is job:
            self._active_heavy_job = None

    def fail_next(self, error: Exception) -> None:
        """Fail the next job."""
        job = self.take()
        if job is not None:
            self.release(job)
            job.fail(error)

    def drain(self) -> Iterator[Job]:
        """Remove all jobs."""
        for queue in (self._urgent, self._regular):
            while (job := queue.take(is_heavy_allowed=True)) is not None:
                yield job

    def _queue_of(self, job: Job) -> _FifoQueue:
        return self._urgent if job.is_urgent else self._regular


class _FifoQueue:
    """Jobs in order of submission; light and heavy jobs apart, so that a heavy one does not block light ones."""

    def __init__(self) -> None:
        self._light: deque[Job] = deque()
        self._heavy: deque[Job] = deque()

    def __len__(self) -> int:
        return len(self._light) + len(self._heavy)

    def remove_abandoned(self) -> None:
        """Remove the jobs whose caller is gone."""
        self._light = deque(job for job in self._light if job.is_awaited)
        self._heavy = deque(job for job in self._heavy if job.is_awaited)

    def put(self, job: Job) -> None:
        (self._heavy if job.is_heavy else self._light).append(job)

    def put_back(self, job: Job) -> None:
        queue = self._heavy if job.is_heavy else self._light
        at = next((at for at, other in enumerate(queue) if other.sequence_number > job.sequence_number), len(queue))
        queue.insert(at, job)

    def peek(self, *, is_heavy_allowed: bool) -> Job | None:
        """The earliest job whose caller still waits; heavy jobs only with `is_heavy_allowed`."""
        light = _first_awaited(self._light)
        heavy = _first_awaited(self._heavy) if is_heavy_allowed else None
        if light is None or heavy is None:
            return light or heavy
        return min(light, heavy, key=lambda job: job.sequence_number)

    def take(self, *, is_heavy_allowed: bool) -> Job | None:
        job = self.peek(is_heavy_allowed=is_heavy_allowed)
        return None if job is None else self.pop(job)

    def pop(self, job: Job) -> Job:
        """Remove and return the job that `peek` returned."""
        return (self._heavy if job.is_heavy else self._light).popleft()


def _first_awaited(jobs: deque[Job]) -> Job | None:
    while jobs and not jobs[0].is_awaited:
        jobs.popleft()
    return jobs[0] if jobs else None
