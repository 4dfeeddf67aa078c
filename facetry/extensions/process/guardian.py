"""The guardian: the parent process of one program. The server starts it, and `guarded_process.py` talks to it.

It is a process of its own so that it outlives the server and is busy with nothing else. All descendants of the program
end with the program, and the program ends with the server. The guardian needs only a few modules of the standard
library, so that it starts in about 20 ms and takes about 10 MB.

Its input is a launch request, one line of JSON, then lines with commands: `stop SECONDS`. The end of its input means
that the server has ended; then it ends the program. Its output is lines of JSON: `failed`, or `started` and then
`ended`; with `echo`, also the lines of the program.
"""

from __future__ import annotations

import _thread
import contextlib
import errno
import fcntl
import json
import os
import select
import signal
import time

from facetry.extensions.process import usage
from facetry.extensions.process.output import OutputPipe, OutputRecorder, RotatingLog, send_message
from facetry.extensions.process.process_tree import ProcessTree, become_subreaper, spawn

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes longer than all other imports
    from typing import Any, Final

_PIPE_BYTES: Final = 1024 * 1024
_READ_BYTES: Final = 256 * 1024
_PAUSE: Final = 0.005
"""Pause between two reads above the log rate, in seconds: the program blocks, and the guardian does not spin."""
_CHECK_SECONDS: Final = 1.0
_DISK_SECONDS: Final = 10.0
"""Shortest pause between two measurements of the folders."""
_DISK_SHARE: Final = 50.0
"""A pause is this many times as long as the measurement before it."""
_UNKILLABLE_SECONDS: Final = 10.0
_ORPHAN_GRACE: Final = 1.0
"""Seconds that a program has to end in after the server has ended."""
_TRANSIENT: Final = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.ETXTBSY, errno.EINTR)


class Guardian:
    """Starts the program, waits for its end, and ends all its descendants."""

    def __init__(self, launch_request: dict[str, Any]) -> None:
        self._launch_request = launch_request
        log = RotatingLog(
            launch_request["logs"], launch_request["name"], launch_request["file_bytes"], launch_request["files"]
        )
        self._output = OutputRecorder(log, launch_request)
        self._process_tree = ProcessTree(0)
        self._streams: dict[int, OutputPipe] = {}
        self._input_buffer = b""
        self._kill_at: float | None = None
        """When the remaining processes are killed, in monotonic time."""
        self._is_stopping = False
        self._reason: str | None = None
        self._limit: str | None = None
        """The limit that the program exceeded: `memory`, `process` or `disk`."""
        self._disk_check = DiskCheck(launch_request["disk_folders"], launch_request["limits"]["disk_bytes"])
        self._next_check_at = 0.0

    def run(self) -> None:
        """Start the program, and return when it and its descendants have ended."""
        wakeup_reader, wakeup_writer = os.pipe()
        for descriptor in (wakeup_reader, wakeup_writer):
            os.set_blocking(descriptor, False)
        signal.set_wakeup_fd(wakeup_writer, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        if not self._start():
            return
        signal.signal(signal.SIGTERM, lambda *_: self._stop(_ORPHAN_GRACE))
        poll = select.poll()
        for file in (0, wakeup_reader, *self._streams):
            poll.register(file, select.POLLIN)
        while not self._process_tree.is_gone:
            for file, _ in poll.poll(self._poll_timeout()):
                if file == wakeup_reader:
                    os.read(wakeup_reader, 4096)
                elif not (self._read_commands() if file == 0 else self._read_output(self._streams[file])):
                    poll.unregister(file)
            self._process_tree.reap()
            self._check_processes()
        for stream in self._streams.values():
            while self._read_output(stream, is_last=True):
                pass
            self._output.flush_partial_line(stream, 0.0)
        self._report_exit()

    def _start(self) -> bool:
        pipes = [os.pipe(), os.pipe()]
        for (reader, _), tag in zip(pipes, ("out", "err"), strict=True):
            with contextlib.suppress(OSError, AttributeError):
                fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
            os.set_blocking(reader, False)
            self._streams[reader] = OutputPipe(reader, tag)
        try:
            main_pid = spawn(self._launch_request, pipes[0][1], pipes[1][1])
        except OSError as error:
            self._output.note(f"not started: {error}")
            is_final = error.errno not in _TRANSIENT
            subject = f": {error.filename}" if error.filename else ""
            send_message(event="failed", reason=f"{error.strerror}{subject}", final=is_final)
            return False
        for _, writer in pipes:
            os.close(writer)
        self._process_tree = ProcessTree(main_pid)
        self._output.note(f"started, process {main_pid}")
        send_message(event="started", pid=main_pid)
        return True

    def _poll_timeout(self) -> int:
        """How many milliseconds to wait for input, output or the end of a process."""
        if self._output.is_over_rate():
            time.sleep(_PAUSE)
        now = time.monotonic()
        deadline = now + _CHECK_SECONDS
        if self._kill_at is not None:
            deadline = min(deadline, max(self._kill_at, now + _PAUSE))
        return int((deadline - now) * 1000) + 1

    def _read_commands(self) -> bool:
        """Read and carry out commands of the server; False when the server has ended."""
        piece = os.read(0, 4096)
        if not piece:
            self._stop(_ORPHAN_GRACE)
            return False
        *lines, self._input_buffer = (self._input_buffer + piece).split(b"\n")
        for line in lines:
            command, _, seconds = line.partition(b" ")
            if command == b"stop":
                self._stop(float(seconds))
        return True

    def _read_output(self, stream: OutputPipe, *, is_last: bool = False) -> bool:
        """Read one block of output. False at the end of the stream; with `is_last`, also when the pipe is empty."""
        try:
            piece = os.read(stream.file, _READ_BYTES)
        except BlockingIOError:
            return not is_last
        self._output.feed(stream, piece) if piece else self._output.flush_partial_line(stream, 0.0)
        return bool(piece)

    def _stop(self, grace: float) -> None:
        deadline = time.monotonic() + grace
        self._kill_at = deadline if self._kill_at is None else min(deadline, self._kill_at)
        if not self._is_stopping:
            self._is_stopping = True
            self._process_tree.send_signal(signal.SIGCONT)  # a stopped process would not take the next one
            self._process_tree.send_signal(signal.SIGTERM)

    def _check_processes(self) -> None:
        """Enforce limits and deadlines on the process tree; called after every wait."""
        now = time.monotonic()
        if now >= self._next_check_at:
            self._next_check_at = now + _CHECK_SECONDS
            self._output.tick()
            for stream in self._streams.values():
                self._output.flush_partial_line(stream, _CHECK_SECONDS)
            if self._disk_check.tick(now):
                send_message(event="disk", bytes=self._disk_check.used)
            if self._kill_at is None and (violation := self._exceeded_limit()) is not None:
                (self._limit, self._reason), self._kill_at = violation, now
        if self._process_tree.wait_status is not None and self._kill_at is None:
            self._kill_at = now  # it ended by itself: the processes that it left behind are ended too
        if self._kill_at is None or now < self._kill_at or self._process_tree.is_gone:
            return
        self._process_tree.send_signal(signal.SIGKILL)
        self._process_tree.reap()
        if now > self._kill_at + _UNKILLABLE_SECONDS:
            self._reason = "One of its processes did not end after SIGKILL."
            self._process_tree.is_gone = True

    def _exceeded_limit(self) -> tuple[str, str] | None:
        limits = self._launch_request["limits"]
        return self._process_tree.exceeded_limit(limits) or self._disk_check.violation()

    def _report_exit(self) -> None:
        status = self._process_tree.wait_status
        code = None if status is None or os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        signal_number = None if status is None or code is not None else os.WTERMSIG(status)
        self._output.tick(is_last=True)
        outcome = f"exit code {code}" if code is not None else f"signal {signal_number}"
        self._output.note(f"ended, {outcome}" + (f": {self._reason}" if self._reason else ""))
        send_message(
            event="ended",
            code=code,
            signal=signal_number,
            reason=self._reason,
            limit=self._limit,
            said=self._output.last_error,
        )


class DiskCheck:
    """Measures the folders of a program again and again, in a thread, because they may hold very many files."""

    def __init__(self, folders: list[str], limit: int | None) -> None:
        self._folders = folders
        self._limit = limit
        self._next_at = 0.0
        self._is_measuring = False
        self._has_news = False
        self.used: int | None = None
        """The bytes that the folders take; None before the first measurement."""

    def tick(self, now: float) -> bool:
        """Begin a measurement if one is due. Returns whether one has ended since the last call."""
        if self._folders and not self._is_measuring and now >= self._next_at:
            self._is_measuring = True
            _thread.start_new_thread(self._measure, ())
        has_news, self._has_news = self._has_news, False
        return has_news

    def violation(self) -> tuple[str, str] | None:
        """The name of the limit and a sentence, if the folders take too much."""
        if self._limit is None or self.used is None or self.used <= self._limit:
            return None
        return "disk", f"Disk limit: its folders take more than {self._limit} bytes."

    def _measure(self) -> None:
        started = time.monotonic()
        self.used = usage.disk_bytes(self._folders)
        ended = time.monotonic()
        self._next_at = ended + max(_DISK_SECONDS, _DISK_SHARE * (ended - started))
        self._has_news, self._is_measuring = True, False


def main() -> None:
    """Read a launch request from the input, and carry it out."""
    request_line = b""
    while not request_line.endswith(b"\n"):
        piece = os.read(0, 65_536)
        if not piece:
            return
        request_line += piece
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    become_subreaper()
    Guardian(json.loads(request_line)).run()
