"""What the workers of a pool are asked, and in which order."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final

from facetry.imaging.protocol import Answer, Request

Payload = bytes | Path | None
"""What an answer brought with it: in memory, or in a file that belongs to whoever gets it."""

_numbers: Final = count()


@dataclass(eq=False, slots=True)
class Job:
    """One request, from the moment that it waits until it is settled.

    `number` tells which of two came first, `began` when a worker turned to it, on the loop's clock; `crashes` counts
    the workers that it brought down.
    """

    request: Request
    is_urgent: bool
    answer: asyncio.Future[tuple[Answer, Payload]]
    number: int = field(default_factory=lambda: next(_numbers))
    began: float = 0.0
    crashes: int = 0

    @property
    def is_heavy(self) -> bool:
        """Whether it may take all that the caps allow."""
        return self.request.get("heavy", False)

    @property
    def is_rendering(self) -> bool:
        """Whether a picture is to come with the answer."""
        return "rendering" in self.request

    @property
    def is_wanted(self) -> bool:
        """Whether somebody still waits for the answer."""
        return not self.answer.done()

    def settle(self, answer: Answer, payload: Payload = None) -> None:
        """Pass the answer on. A file that nobody waits for is removed."""
        if self.is_wanted:
            self.answer.set_result((answer, payload))
        else:
            discard(payload)

    def discard(self) -> None:
        """Nobody waits any more, even if the answer has just come."""
        if not self.answer.cancel() and not self.answer.cancelled() and self.answer.exception() is None:
            discard(self.answer.result()[1])

    def fail(self, error: Exception) -> None:
        """Let whoever waits know that there will be no answer."""
        if self.is_wanted:
            self.answer.set_exception(error)


def discard(payload: Payload) -> None:
    """Nobody wants this: if it is a file, remove it."""
    if isinstance(payload, Path):
        payload.unlink(missing_ok=True)


class Jobs:
    """Jobs that wait for a worker. Urgent ones go first, each kind in the order of arrival; of heavy ones, only one is
    out at a time. A job whose asker has gone is passed over.
    """

    def __init__(self) -> None:
        self._urgent = _Line()
        self._plain = _Line()
        self._heavy: Job | None = None  # the one that is out

    def has_urgent(self, count: int) -> bool:
        """Whether `count` urgent jobs wait, or more."""
        if len(self._urgent) >= count:
            self._urgent.prune()
        return len(self._urgent) >= count

    def __len__(self) -> int:
        return len(self._urgent) + len(self._plain)

    @property
    def is_ready(self) -> bool:
        """Whether an idle worker would get a job now."""
        return any(line.first(heavy=self._heavy is None) is not None for line in (self._urgent, self._plain))

    def put(self, job: Job) -> None:
        """Let a new job wait."""
        self._line(job).put(job)

    def put_back(self, job: Job) -> None:
        """Let a job that was out wait again, in its old turn."""
        self.done(job)
        self._line(job).put_back(job)

    def take(self) -> Job | None:
        """The job for a worker that has none; None when there is none that may run now."""
        for line in (self._urgent, self._plain):
            job = line.take(heavy=self._heavy is None)
            if job is not None:
                if job.is_heavy:
                    self._heavy = job
                return job
        return None

    def take_behind(self) -> Job | None:
        """A job for a worker to have at hand while it is at another one: never one that is urgent or heavy, and none
        while such a one waits that the next worker to be free should take.
        """
        if self._urgent.first(heavy=self._heavy is None) is not None:
            return None
        job = self._plain.first(heavy=self._heavy is None)
        return None if job is None or job.is_heavy else self._plain.pop(job)

    def done(self, job: Job) -> None:
        """The job is no longer out; another heavy one may follow it."""
        if self._heavy is job:
            self._heavy = None

    def fail_first(self, error: Exception) -> None:
        """Fail the job that would be next."""
        job = self.take()
        if job is not None:
            self.done(job)
            job.fail(error)

    def drain(self) -> Iterator[Job]:
        """Take all that wait."""
        for line in (self._urgent, self._plain):
            while (job := line.take(heavy=True)) is not None:
                yield job

    def _line(self, job: Job) -> _Line:
        return self._urgent if job.is_urgent else self._plain


class _Line:
    """Jobs in the order of their arrival, light and heavy ones apart, so that these do not stop those."""

    def __init__(self) -> None:
        self._light: deque[Job] = deque()
        self._heavy: deque[Job] = deque()

    def __len__(self) -> int:
        return len(self._light) + len(self._heavy)

    def prune(self) -> None:
        """Drop the jobs that nobody waits for."""
        self._light = deque(job for job in self._light if job.is_wanted)
        self._heavy = deque(job for job in self._heavy if job.is_wanted)

    def put(self, job: Job) -> None:
        (self._heavy if job.is_heavy else self._light).append(job)

    def put_back(self, job: Job) -> None:
        line = self._heavy if job.is_heavy else self._light
        at = next((at for at, other in enumerate(line) if other.number > job.number), len(line))
        line.insert(at, job)

    def first(self, *, heavy: bool) -> Job | None:
        """The earliest one that somebody waits for; heavy ones count only with `heavy`."""
        light = _first(self._light)
        other = _first(self._heavy) if heavy else None
        if light is None or other is None:
            return light or other
        return min(light, other, key=lambda job: job.number)

    def take(self, *, heavy: bool) -> Job | None:
        job = self.first(heavy=heavy)
        return None if job is None else self.pop(job)

    def pop(self, first: Job) -> Job:
        """Take the one that `first` said."""
        return (self._heavy if first.is_heavy else self._light).popleft()


def _first(line: deque[Job]) -> Job | None:
    while line and not line[0].is_wanted:
        line.popleft()
    return line[0] if line else None
