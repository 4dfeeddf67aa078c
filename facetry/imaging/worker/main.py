"""The process that reads pictures: `python -m facetry.imaging.worker.main`, fed by the pool.

The first line on standard input has its settings (`WorkerSettings`). Each following line is a request. Standard output
has one answer a line, in the same order; the bytes of a rendered picture follow its line. The worker ends when its
input ends. It never opens the library's database. A crash concerns one file only.
"""

from __future__ import annotations

import os
import sys
from typing import Final, cast

import orjson

from facetry.imaging.decode import configure_libraries
from facetry.imaging.pixels import set_memory_reuse
from facetry.imaging.protocol import DecoderLimits, WorkerAnswer, WorkerRequest, WorkerSettings
from facetry.imaging.worker import sandbox
from facetry.imaging.worker.limits import allow_address_space, allow_processor_seconds, confine
from facetry.imaging.worker.memory import ProcessMemory
from facetry.imaging.worker.task import Task

_RETAINED_BYTES: Final = 104 * 1024 * 1024
"""Memory kept mapped between files, besides that of an idle worker: enough for a picture of 24 megapixels."""
_SLACK_BYTES: Final = 4 * 1024 * 1024
_MAX_FRAGMENTED_BYTES: Final = 16 * 1024 * 1024
"""Limit of memory that cannot be released, through fragmentation; above it a new worker runs a heavy job."""

_FolderIdentity = tuple[int, int] | None


class Worker:
    """Answers requests within `limits`. `roots` are the folders that it may read beneath."""

    def __init__(self, limits: DecoderLimits, roots: list[str]) -> None:
        self._limits = limits
        self._roots = {root: _identity_of(root) for root in roots}
        self._memory = ProcessMemory()
        self._baseline_bytes = self._memory.mapped_bytes()
        self.needs_replacement = False
        """Memory ran out or cannot be released, so that less would remain for the next file."""

    def answer(self, request: WorkerRequest) -> tuple[WorkerAnswer, bytes]:
        """Examine one file, or render it. Returns the answer and the bytes of the rendered picture.

        Raises SystemExit when a new worker has to run the job.
        """
        is_heavy = request.get("heavy", False)
        allow_processor_seconds(self._limits.seconds)
        if is_heavy:
            allow_address_space(self._limits.memory_bytes)
            self._memory.release_free_memory()
            if self._memory.mapped_bytes() > self._baseline_bytes + _MAX_FRAGMENTED_BYTES:
                raise SystemExit(0)
        task, answer = self._attempt(request)
        if (
            "heavy" in answer
            and not task.has_run_out_of_memory
            and self._memory.mapped_bytes() > self._baseline_bytes + _SLACK_BYTES
        ):
            self._memory.release_free_memory()  # memory kept from earlier pictures may be what is missing
            task, answer = self._attempt(request)
        self.needs_replacement = task.has_run_out_of_memory
        self._release_memory(is_heavy=is_heavy)
        return answer, task.payload

    def _attempt(self, request: WorkerRequest) -> tuple[Task, WorkerAnswer]:
        is_heavy = request.get("heavy", False)
        limit = self._limits.memory_bytes if is_heavy else self._limits.light_bytes
        set_memory_reuse(is_enabled=not is_heavy)
        mapped_bytes = self._memory.mapped_bytes()
        available_bytes = min(limit, self._limits.memory_bytes) - mapped_bytes
        task = Task(self._limits, request, available_bytes, reusable_bytes=max(0, mapped_bytes - self._baseline_bytes))
        try:
            return task, task.run()
        except PermissionError:
            if _identity_of(request["root"]) != self._roots.get(request["root"]):
                raise SystemExit(0) from None  # the folder was mounted after this process was confined
            return task, {"rule": "file.permission", "reason": "The file may not be opened: permission denied."}

    def _release_memory(self, *, is_heavy: bool) -> None:
        if is_heavy:
            allow_address_space(
                self._limits.light_bytes
            )  # before the answer, after which the pool starts the next heavy job
        if is_heavy or self._memory.mapped_bytes() > self._baseline_bytes + _RETAINED_BYTES:
            self._memory.release_free_memory()
            if self._memory.mapped_bytes() > self._baseline_bytes + _RETAINED_BYTES:
                self.needs_replacement = True


def main() -> None:
    """Serve requests until standard input ends."""
    output = os.dup(1)
    os.dup2(2, 1)  # output that a library prints must not be read as an answer
    lines = iter(sys.stdin.buffer)
    settings = cast(WorkerSettings, orjson.loads(next(lines)))
    limits = DecoderLimits(**settings["limits"])  # type: ignore[arg-type]  # its fields
    configure_libraries()
    worker = Worker(limits, settings["roots"])
    confine(limits.memory_bytes, settings["parent"])
    allow_address_space(limits.light_bytes)
    _write_answer(output, {"ready": True, "sandbox": sandbox.enter(settings["roots"])}, b"")
    for line in lines:
        answer, payload = worker.answer(cast(WorkerRequest, orjson.loads(line)))
        _write_answer(output, answer, payload if "bytes" in answer else b"")
        if worker.needs_replacement:
            return


def _identity_of(root: str) -> _FolderIdentity:
    try:
        status = os.stat(root)  # noqa: PTH116  # strings are faster than Path, for one call a file
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _write_answer(output: int, answer: WorkerAnswer, payload: bytes) -> None:
    for piece in (memoryview(orjson.dumps(answer) + b"\n"), memoryview(payload)):
        while piece:
            piece = piece[os.write(output, piece) :]


if __name__ == "__main__":
    main()
