"""The pool of worker processes: starts them when jobs wait, and ends them when they are idle."""

from __future__ import annotations

import asyncio
import logging
import os
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Final, Literal

from facetry.imaging.formats import UNKNOWN_FORMAT_REASON
from facetry.imaging.pool.jobs import Job, JobQueue, Payload
from facetry.imaging.pool.process import WorkerExitedError
from facetry.imaging.pool.slot import MAX_ASSIGNED_JOBS, SlotSettings, WorkerSlot
from facetry.imaging.protocol import DecoderLimits, RenderedPicture, RenderOptions, WorkerAnswer, WorkerRequest
from facetry.system.files.folder_identity import FolderIdentity

MAX_URGENT_JOBS: Final = 256
"""Maximum number of urgent jobs in the queue; another one is refused with `PoolBusyError`."""
ABANDONED_RENDER_SECONDS: Final = 1.0
"""Runtime after which a render without a caller is stopped. Starting a new worker takes a quarter of that time."""
MAX_ROOTS: Final = 512
"""Maximum number of folders that a worker may read beneath. One more replaces all of them."""
_IDLE_SECONDS: Final = 5.0

_log = logging.getLogger(__name__)


class PoolClosedError(Exception):
    """The pool is closed, or was closed while the job waited."""


class PoolBusyError(Exception):
    """Too many urgent jobs wait."""


class NoDecoderError(Exception):
    """No worker process can be started on this machine now. The file is not the cause."""


class RenderError(Exception):
    """The picture cannot be read, or not be rendered as requested: `rule` is the rule that it breaks."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(reason)
        self.rule = rule
        self.reason = reason


class Pool:
    """Reads files in at most `max_workers` processes (default: one for each processor), within `limits`.

    A file that exceeds the time limit or the memory limit, or crashes its worker, gets an answer with that rule. The
    files behind it are read by another worker. Urgent jobs, for which a client waits, go before the jobs of a scan.
    Only one job at a time in all workers may use `memory_bytes`; the others use at most `light_bytes`.
    Rendered pictures of more than 4 MiB are written to `scratch`. A pool belongs to one event loop.
    """

    def __init__(
        self,
        limits: DecoderLimits,
        max_workers: int | None = None,
        *,
        scratch: Path | None = None,
        idle_seconds: float = _IDLE_SECONDS,
    ) -> None:
        self.limits = limits
        self.max_workers = max_workers or processors()
        self._slot_settings = SlotSettings(limits, scratch or Path(tempfile.gettempdir()), idle_seconds)
        self._queue = JobQueue()
        self._slots: dict[WorkerSlot, asyncio.Task[None]] = {}
        self._roots: frozenset[str] = frozenset()
        self._closed = False
        self._has_warned = False
        self.failure: str | None = None
        """Why the last worker did not start; None when it started, or none was needed yet."""

    @property
    def state(self) -> Literal["ready", "unavailable"]:
        """Whether pictures can be read: "unavailable" when the last decoder process failed to start."""
        return "unavailable" if self.failure else "ready"

    @property
    def capacity(self) -> int:
        """The number of concurrent `examine` calls that keeps every worker busy with small files."""
        return self.max_workers * 3 * MAX_ASSIGNED_JOBS // 2

    @property
    def waiting_count(self) -> int:
        """The number of files that wait for a worker."""
        return len(self._queue)

    @property
    def pids(self) -> list[int]:
        """The process ids of the running workers."""
        return sorted(slot.worker.pid for slot in self._slots if slot.worker is not None)

    async def examine(
        self,
        root: str,
        path: str,
        *,
        known: bytes | None = None,
        urgent: bool = False,
        identity: FolderIdentity | None = None,
    ) -> WorkerAnswer:
        """Examine the file at `path` beneath the folder `root`. A fault of the file is an answer, no exception.

        A file that has the bytes with the hash `known` is not decoded. With `identity`, the root must be this folder,
        and no link.

        Raises `PoolClosedError`, `NoDecoderError` when no worker starts, and, if urgent, `PoolBusyError`.
        """
        request = _request(root, path, identity)
        if known is not None:
            request["known"] = known.hex()
        answer, _ = await self._submit(request, is_urgent=urgent)
        if "same" in answer and known is None:  # hostile input may control the answer
            return {"rule": "decode.crashed", "reason": "The decoder did not examine the file."}
        return answer

    async def render(
        self, root: str, path: str, rendering: RenderOptions, *, identity: FolderIdentity | None = None
    ) -> RenderedPicture:
        """Render the picture at `path` beneath the folder `root`. With `identity`, the root must be this folder, and no
        link.

        When the caller is cancelled, a waiting job is dropped, and a running one is stopped if it takes long.

        Raises `RenderError`, `PoolBusyError`, `PoolClosedError`, `NoDecoderError`, and OSError when a large picture
        cannot be written to the scratch folder.
        """
        request: WorkerRequest = {**_request(root, path, identity), "rendering": asdict(rendering)}
        answer, payload = await self._submit(request, is_urgent=True)
        if "rule" in answer:
            raise RenderError(answer["rule"], answer["reason"])
        if payload is None:  # the answer is `ignored`: neither name nor content is that of a picture
            raise RenderError("decode.format", UNKNOWN_FORMAT_REASON)
        data, file = (payload, None) if isinstance(payload, bytes) else (None, payload)
        return RenderedPicture(answer["format"], answer["width"], answer["height"], data, file)

    async def close(self) -> None:
        """End all workers. All jobs fail with `PoolClosedError`."""
        self._closed = True
        for task in self._slots.values():
            task.cancel()
        await asyncio.gather(*self._slots.values(), return_exceptions=True)
        for job in self._queue.drain():
            job.fail(PoolClosedError())

    async def _submit(self, request: WorkerRequest, *, is_urgent: bool) -> tuple[WorkerAnswer, Payload]:
        if self._closed:
            raise PoolClosedError
        if is_urgent and self._queue.has_urgent(MAX_URGENT_JOBS):
            raise PoolBusyError("Too many pictures wait to be read.")
        self._add_root(request["root"])
        job = Job(request, is_urgent, asyncio.get_running_loop().create_future())
        self._queue.put(job)
        self._dispatch()
        try:
            return await job.answer
        except asyncio.CancelledError:
            job.abandon()
            if is_urgent:
                self._stop_abandoned(job)
            raise

    def _add_root(self, root: str) -> None:
        """Allow a folder. Workers read only beneath the folders of their start, so a new folder retires them."""
        if root in self._roots:
            return
        self._roots = frozenset({root} if len(self._roots) >= MAX_ROOTS else {*self._roots, root})
        for slot in self._slots:
            slot.retire()

    def _dispatch(self) -> None:
        """Assign waiting jobs to the workers, and start more workers when jobs remain."""
        for slot in self._slots:
            slot.assign_jobs()
        if len(self._slots) >= self.max_workers or self._closed:
            return
        starting = sum(slot.is_starting for slot in self._slots)
        while self._queue.has_runnable_job and len(self._queue) > starting and len(self._slots) < self.max_workers:
            slot = WorkerSlot(self._queue, self._slot_settings, self._roots, self._dispatch)
            self._slots[slot] = asyncio.create_task(self._run_slot(slot))
            starting += 1

    async def _run_slot(self, slot: WorkerSlot) -> None:
        try:
            try:
                await slot.start()
            except (WorkerExitedError, OSError) as error:
                self.failure = f"No decoder process can be started: {error}"
                self._queue.fail_next(NoDecoderError(self.failure))
            else:
                self.failure = None
                self._warn_about_sandbox(slot.sandbox)
                await slot.serve()
        finally:
            del self._slots[slot]
            self._dispatch()

    def _stop_abandoned(self, job: Job) -> None:
        """Stop the worker that runs a job without a caller, once the job has run for `ABANDONED_RENDER_SECONDS`."""
        slot = next((slot for slot in self._slots if slot.current_job is job), None)
        if slot is None:
            return
        loop = asyncio.get_running_loop()
        remaining_seconds = job.started_at + ABANDONED_RENDER_SECONDS - loop.time()
        if remaining_seconds <= 0:
            slot.stop()
        else:
            loop.call_later(remaining_seconds, self._stop_abandoned, job)

    def _warn_about_sandbox(self, sandbox: list[str]) -> None:
        missing = sorted({"landlock", "seccomp"}.difference(sandbox))
        if missing and not self._has_warned:
            _log.warning("Decoders run without %s, which this system does not provide.", " and ".join(missing))
        self._has_warned = True


def processors() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _request(root: str, path: str, identity: FolderIdentity | None) -> WorkerRequest:
    if identity is None:
        return {"root": root, "path": path}
    return {"root": root, "path": path, "identity": (identity.inode, identity.file_system)}
