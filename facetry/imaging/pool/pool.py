"""A few worker processes, kept busy: started when there is something to read, gone when there is not."""

from __future__ import annotations

import asyncio
import logging
import os
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Final

from facetry.imaging.pool.jobs import Job, Jobs, Payload
from facetry.imaging.pool.process import EndedError
from facetry.imaging.pool.slot import DEPTH, Lane, Setting
from facetry.imaging.protocol import Answer, Limits, Rendered, Rendering, Request

URGENT: Final = 256
"""More urgent jobs than these do not wait: whoever asks then is told so at once."""
RENDER_SECONDS: Final = 1.0
"""A render that nobody waits for any more is ended when it has run that long: a new worker costs a quarter of it."""
ROOTS: Final = 512
"""Folders that a worker may read beneath. When there are more, those that are not in use are forgotten."""
_IDLE_SECONDS: Final = 5.0

_log = logging.getLogger(__name__)


class PoolClosedError(Exception):
    """The pool is closed, or was while a file waited for its turn."""


class PoolBusyError(Exception):
    """Too many urgent jobs wait already."""


class NoDecoderError(Exception):
    """Worker processes cannot be started on this machine now: nothing that a file is to blame for."""


class RenderError(Exception):
    """The picture cannot be read, or not be rendered as it was asked: `rule` says which rule it breaks."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(reason)
        self.rule = rule
        self.reason = reason


class Pool:
    """Reads files in `workers` processes (by default one for each processor of this machine), within `limits`.

    A file that takes too long, too much memory, or the whole worker with it gets an answer that says so; files that
    waited behind it are read by the next worker. What a person waits for goes before what a scan asks. One picture at
    a time, of all workers together, may take the full memory; the others only what a light one takes.
    Pictures rendered to more than 4 MiB are written to `scratch`. Belongs to one event loop.
    """

    def __init__(
        self,
        limits: Limits,
        workers: int | None = None,
        *,
        scratch: Path | None = None,
        idle_seconds: float = _IDLE_SECONDS,
    ) -> None:
        self.limits = limits
        self.workers = workers or processors()
        self._setting = Setting(limits, scratch or Path(tempfile.gettempdir()), idle_seconds)
        self._jobs = Jobs()
        self._lanes: dict[Lane, asyncio.Task[None]] = {}
        self._roots: frozenset[str] = frozenset()
        self._closed = False
        self._has_warned = False
        self.failure: str | None = None
        """Why the last worker did not start; None when it did, or none was needed yet."""

    @property
    def capacity(self) -> int:
        """How many files to ask for at once, so that no worker ever waits."""
        return self.workers * (DEPTH + 1)

    @property
    def pids(self) -> list[int]:
        """The process ids of the workers that run now."""
        return sorted(lane.worker.pid for lane in self._lanes if lane.worker is not None)

    async def examine(self, root: str, path: str, *, urgent: bool = False) -> Answer:
        """What the file at `path` beneath the folder `root` is. Never fails for the file's sake.

        Raises `PoolClosedError`, `NoDecoderError` when no worker starts, and, if urgent, `PoolBusyError`.
        """
        answer, _ = await self._ask({"root": root, "path": path}, is_urgent=urgent)
        return answer

    async def render(self, root: str, path: str, rendering: Rendering) -> Rendered:
        """The picture at `path` beneath the folder `root`, as it is wanted. When the task that waits for it is
        cancelled, it is not rendered, or, if it takes long, not to the end.

        Raises `RenderError`, `PoolBusyError`, `PoolClosedError`, `NoDecoderError`, and OSError when a large picture
        cannot be written to the scratch folder.
        """
        request: Request = {"root": root, "path": path, "rendering": asdict(rendering)}
        answer, payload = await self._ask(request, is_urgent=True)
        if "rule" in answer:
            raise RenderError(answer["rule"], answer["reason"])
        if payload is None:  # neither by its name nor by its content a picture
            raise RenderError("decode.format", "The content is none of PNG, JPEG, WEBP, GIF, AVIF and HEIF.")
        data, file = (payload, None) if isinstance(payload, bytes) else (None, payload)
        return Rendered(answer["format"], answer["width"], answer["height"], data, file)

    async def close(self) -> None:
        """End all workers; what they were asked fails with `PoolClosedError`."""
        self._closed = True
        for task in self._lanes.values():
            task.cancel()
        await asyncio.gather(*self._lanes.values(), return_exceptions=True)
        for job in self._jobs.drain():
            job.fail(PoolClosedError())

    async def _ask(self, request: Request, *, is_urgent: bool) -> tuple[Answer, Payload]:
        if self._closed:
            raise PoolClosedError
        if is_urgent and self._jobs.has_urgent(URGENT):
            raise PoolBusyError("Too many pictures wait to be read.")
        self._admit(request["root"])
        job = Job(request, is_urgent, asyncio.get_running_loop().create_future())
        self._jobs.put(job)
        self._offer()
        try:
            return await job.answer
        except asyncio.CancelledError:
            job.discard()
            if is_urgent:
                self._give_up(job)
            raise

    def _admit(self, root: str) -> None:
        """Workers may read only beneath the folders that they were started with: a new folder takes new workers."""
        if root in self._roots:
            return
        self._roots = frozenset({root} if len(self._roots) >= ROOTS else {*self._roots, root})
        for lane in self._lanes:
            lane.retire()

    def _offer(self) -> None:
        """Let the workers have what waits, and start more of them when they cannot take all of it."""
        for lane in self._lanes:
            lane.feed()
        if len(self._lanes) >= self.workers or self._closed:
            return
        starting = sum(lane.is_starting for lane in self._lanes)
        while self._jobs.is_ready and len(self._jobs) > starting and len(self._lanes) < self.workers:
            lane = Lane(self._jobs, self._setting, self._roots, self._offer)
            self._lanes[lane] = asyncio.create_task(self._run(lane))
            starting += 1

    async def _run(self, lane: Lane) -> None:
        try:
            try:
                await lane.start()
            except (EndedError, OSError) as error:
                self.failure = f"No decoder process can be started: {error}"
                self._jobs.fail_first(NoDecoderError(self.failure))
            else:
                self.failure = None
                self._warn(lane.sandbox)
                await lane.work()
        finally:
            del self._lanes[lane]
            self._offer()

    def _give_up(self, job: Job) -> None:
        """Nobody waits for the job any more."""
        lane = next((lane for lane in self._lanes if lane.current is job), None)
        if lane is None:
            return
        loop = asyncio.get_running_loop()
        rest = job.began + RENDER_SECONDS - loop.time()
        if rest <= 0:
            lane.stop()
        else:
            loop.call_later(rest, self._give_up, job)

    def _warn(self, sandbox: list[str]) -> None:
        missing = sorted({"landlock", "seccomp"}.difference(sandbox))
        if missing and not self._has_warned:
            _log.warning("Decoders run without %s, which this system does not provide.", " and ".join(missing))
        self._has_warned = True


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
