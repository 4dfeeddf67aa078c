"""The process that reads pictures: `python -m facetry.imaging.worker.main`, fed by the pool.

The first line on standard input says what it may do; then one request a line, and one answer a line on standard
output, in the same order, the bytes of a rendered picture behind its line. It ends when its input ends. It never
touches the library's database, and whatever happens to it happens to one file.
"""

from __future__ import annotations

import os
import sys
from typing import Final, cast

import orjson

from facetry.imaging.decode import prepare
from facetry.imaging.pixels import keep_memory
from facetry.imaging.protocol import Answer, Limits, Orders, Request
from facetry.imaging.worker import sandbox
from facetry.imaging.worker.limits import allow_address_space, allow_processor_seconds, confine
from facetry.imaging.worker.memory import Memory
from facetry.imaging.worker.task import Task

_KEPT_BYTES: Final = 104 * 1024 * 1024
"""What stays mapped between files beyond what an idle worker has: a picture of 24 megapixels, for the next one."""
_SLACK_BYTES: Final = 4 * 1024 * 1024
_SPLINTERS_BYTES: Final = 16 * 1024 * 1024
"""With more of its address space in splinters, a worker leaves a heavy job to a new one."""

_Identity = tuple[int, int] | None


class Worker:
    """Answers requests within `limits`. `roots` are the folders that it may read beneath."""

    def __init__(self, limits: Limits, roots: list[str]) -> None:
        self._limits = limits
        self._roots = {root: _identity(root) for root in roots}
        self._memory = Memory()
        self._mapped = self._memory.mapped()
        self.is_torn = False
        """Memory was short, or is not given back: what is left of it would count against the next file."""

    def answer(self, request: Request) -> tuple[Answer, bytes]:
        """Read one file and say what it is, or render it; then the bytes are the picture.

        Raises SystemExit when another worker should do it.
        """
        is_heavy = request.get("heavy", False)
        allow_processor_seconds(self._limits.seconds)
        if is_heavy:
            allow_address_space(self._limits.memory_bytes)
            self._memory.give_back()
            if self._memory.mapped() > self._mapped + _SPLINTERS_BYTES:
                raise SystemExit(0)
        task, answer = self._attempt(request)
        if "heavy" in answer and not task.is_torn and self._memory.mapped() > self._mapped + _SLACK_BYTES:
            self._memory.give_back()  # what earlier pictures left may be what is lacking
            task, answer = self._attempt(request)
        self.is_torn = task.is_torn
        self._tidy(is_heavy=is_heavy)
        return answer, task.payload

    def _attempt(self, request: Request) -> tuple[Task, Answer]:
        is_heavy = request.get("heavy", False)
        most = self._limits.memory_bytes if is_heavy else self._limits.light_bytes
        keep_memory(keep=not is_heavy)
        mapped = self._memory.mapped()
        room = min(most, self._limits.memory_bytes) - mapped
        task = Task(self._limits, request, room, kept=max(0, mapped - self._mapped))
        try:
            return task, task.run()
        except PermissionError:
            if _identity(request["root"]) != self._roots.get(request["root"]):
                raise SystemExit(0) from None  # the folder was mounted after this process was shut in
            return task, {"rule": "file.permission", "reason": "The file may not be opened: permission denied."}

    def _tidy(self, *, is_heavy: bool) -> None:
        if is_heavy:
            allow_address_space(self._limits.light_bytes)  # before the answer, which lets the next heavy job go
        if is_heavy or self._memory.mapped() > self._mapped + _KEPT_BYTES:
            self._memory.give_back()
            if self._memory.mapped() > self._mapped + _KEPT_BYTES:
                self.is_torn = True


def main() -> None:
    """Serve requests until standard input ends."""
    output = os.dup(1)
    os.dup2(2, 1)  # what a library prints must not look like an answer
    lines = iter(sys.stdin.buffer)
    orders = cast(Orders, orjson.loads(next(lines)))
    limits = Limits(**orders["limits"])  # type: ignore[arg-type]  # its fields
    prepare()
    worker = Worker(limits, orders["roots"])
    confine(limits.memory_bytes, orders["parent"])
    allow_address_space(limits.light_bytes)
    _say(output, {"ready": True, "sandbox": sandbox.enter(orders["roots"])}, b"")
    for line in lines:
        answer, payload = worker.answer(cast(Request, orjson.loads(line)))
        _say(output, answer, payload if "bytes" in answer else b"")
        if worker.is_torn:
            return


def _identity(root: str) -> _Identity:
    try:
        found = os.stat(root)  # noqa: PTH116  # a string all the way: one a file
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _say(output: int, answer: Answer, payload: bytes) -> None:
    for piece in (memoryview(orjson.dumps(answer) + b"\n"), memoryview(payload)):
        while piece:
            piece = piece[os.write(output, piece) :]


if __name__ == "__main__":
    main()
