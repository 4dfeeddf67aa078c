"""The parent of one program, which the server starts and `process.py` talks to.

It is a process of its own so that a program that goes wrong meets somebody who has nothing else to do, and who is there
when the server is not: whatever the program has started dies with it, and it dies with the server. It needs nothing but
a few modules of the standard library, so that it starts in some 20 ms and holds some 10 MB.

It reads orders, one line of JSON, then words: `stop SECONDS`. At the end of its input the server is gone, and so is
the program soon. It tells in lines of JSON: `failed`, or `started` and then `ended`; with `echo`, also what the program
says.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import select
import signal
import time

from facetry.extensions.process.output import Log, Output, Stream, tell
from facetry.extensions.process.process_tree import Family, adopt, spawn

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes longer than all the rest
    from typing import Any, Final

_PIPE_BYTES: Final = 1024 * 1024
_READ_BYTES: Final = 256 * 1024
_PAUSE: Final = 0.005
"""Between two looks at a program that says more than is kept: it waits, and this process does not spin."""
_LOOK_SECONDS: Final = 1.0
_UNKILLABLE_SECONDS: Final = 10.0
_ORPHAN_GRACE: Final = 1.0
"""What a program has to end in when the server is gone."""
_TRANSIENT: Final = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.ETXTBSY, errno.EINTR)


class Keeper:
    """Starts the program, follows it to its end, and sees to it that nothing is left."""

    def __init__(self, orders: dict[str, Any]) -> None:
        self._orders = orders
        log = Log(orders["logs"], orders["name"], orders["file_bytes"], orders["files"])
        self._output = Output(log, orders)
        self._family = Family(0)
        self._streams: dict[int, Stream] = {}
        self._words = b""
        self._kill_at: float | None = None
        """When whatever is left is killed."""
        self._told_to_stop = False
        self._reason: str | None = None
        self._look_at = 0.0

    def run(self) -> None:
        """All of it."""
        alarm, alarmed = os.pipe()
        for end in (alarm, alarmed):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(alarmed, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        if not self._start():
            return
        signal.signal(signal.SIGTERM, lambda *_: self._stop(_ORPHAN_GRACE))
        poll = select.poll()
        for file in (0, alarm, *self._streams):
            poll.register(file, select.POLLIN)
        while not self._family.is_gone:
            for file, _ in poll.poll(self._patience()):
                if file == alarm:
                    os.read(alarm, 4096)
                elif not (self._hear() if file == 0 else self._read(self._streams[file])):
                    poll.unregister(file)
            self._family.reap()
            self._judge()
        for stream in self._streams.values():
            while self._read(stream, is_last=True):
                pass
            self._output.settle(stream, 0.0)
        self._tell_end()

    def _start(self) -> bool:
        pipes = [os.pipe(), os.pipe()]
        for (reading, _), tag in zip(pipes, ("out", "err"), strict=True):
            with contextlib.suppress(OSError, AttributeError):
                fcntl.fcntl(reading, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
            os.set_blocking(reading, False)
            self._streams[reading] = Stream(reading, tag)
        try:
            main = spawn(self._orders, pipes[0][1], pipes[1][1])
        except OSError as error:
            self._output.note(f"not started: {error}")
            is_final = error.errno not in _TRANSIENT
            what = f": {error.filename}" if error.filename else ""
            tell(event="failed", reason=f"{error.strerror}{what}", final=is_final)
            return False
        for _, writing in pipes:
            os.close(writing)
        self._family = Family(main)
        self._output.note(f"started, process {main}")
        tell(event="started", pid=main)
        return True

    def _patience(self) -> int:
        """How many milliseconds to wait for something to happen."""
        if self._output.is_flooded():
            time.sleep(_PAUSE)
        now = time.monotonic()
        until = now + _LOOK_SECONDS
        if self._kill_at is not None:
            until = min(until, max(self._kill_at, now + _PAUSE))
        return int((until - now) * 1000) + 1

    def _hear(self) -> bool:
        """What the server wants; False when it is gone."""
        piece = os.read(0, 4096)
        if not piece:
            self._stop(_ORPHAN_GRACE)
            return False
        *lines, self._words = (self._words + piece).split(b"\n")
        for line in lines:
            word, _, seconds = line.partition(b" ")
            if word == b"stop":
                self._stop(float(seconds))
        return True

    def _read(self, stream: Stream, *, is_last: bool = False) -> bool:
        """False at the end of the stream, or of what it holds when the program is gone."""
        try:
            piece = os.read(stream.file, _READ_BYTES)
        except BlockingIOError:
            return not is_last
        self._output.take(stream, piece) if piece else self._output.settle(stream, 0.0)
        return bool(piece)

    def _stop(self, grace: float) -> None:
        due = time.monotonic() + grace
        self._kill_at = due if self._kill_at is None else min(due, self._kill_at)
        if not self._told_to_stop:
            self._told_to_stop = True
            self._family.signal(signal.SIGTERM)

    def _judge(self) -> None:
        """What has to be done about the family now."""
        now = time.monotonic()
        if now >= self._look_at:
            self._look_at = now + _LOOK_SECONDS
            self._output.tick()
            for stream in self._streams.values():
                self._output.settle(stream, _LOOK_SECONDS)
            excess = None if self._kill_at is not None else self._family.excess(self._orders["limits"])
            if excess is not None:
                self._reason, self._kill_at = excess, now
        if self._family.status is not None and self._kill_at is None:
            self._kill_at = now  # it ended by itself: so do those that it left behind
        if self._kill_at is None or now < self._kill_at or self._family.is_gone:
            return
        self._family.signal(signal.SIGKILL)
        self._family.reap()
        if now > self._kill_at + _UNKILLABLE_SECONDS:
            self._reason = "The kernel does not let go of one of its processes."
            self._family.is_gone = True

    def _tell_end(self) -> None:
        status = self._family.status
        code = None if status is None or os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        number = None if status is None or code is not None else os.WTERMSIG(status)
        self._output.tick(is_last=True)
        how = f"exit code {code}" if code is not None else f"signal {number}"
        self._output.note(f"ended, {how}" + (f": {self._reason}" if self._reason else ""))
        tell(event="ended", code=code, signal=number, reason=self._reason, said=self._output.last_error)


def main() -> None:
    """Read the orders and follow them."""
    orders = b""
    while not orders.endswith(b"\n"):
        piece = os.read(0, 65_536)
        if not piece:
            return
        orders += piece
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    adopt()
    Keeper(json.loads(orders)).run()
