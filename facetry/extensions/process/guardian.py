"""The guardian: the parent process of one program. The server starts it, and `guarded_process.py` talks to it.

It is a process of its own so that it outlives the server and is busy with nothing else. All descendants of the program
end with the program, and the program ends with the server. The guardian needs only a few modules of the standard
library, so that it starts in about 20 ms and takes about 10 MB.

Its input is a launch request, one line of JSON, then lines with commands: `stop SECONDS`. The end of its input means
that the server has ended; then it ends the program. Its output is lines of JSON: `failed`, or `started` and then
`ended`; with `echo`, also the lines of the program.
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
            self._process_tree.send_signal(signal.SIGTERM)

    def _check_processes(self) -> None:
        """Enforce limits and deadlines on the process tree; called after every wait."""
        now = time.monotonic()
        if now >= self._next_check_at:
            self._next_check_at = now + _CHECK_SECONDS
            self._output.tick()
            for stream in self._streams.values():
                self._output.flush_partial_line(stream, _CHECK_SECONDS)
            violation = (
                None if self._kill_at is not None else self._process_tree.exceeded_limit(self._launch_request["limits"])
            )
            if violation is not None:
                self._reason, self._kill_at = violation, now
        if self._process_tree.wait_status is not None and self._kill_at is None:
            self._kill_at = now  # it ended by itself: the processes that it left behind are ended too
        if self._kill_at is None or now < self._kill_at or self._process_tree.is_gone:
            return
        self._process_tree.send_signal(signal.SIGKILL)
        self._process_tree.reap()
        if now > self._kill_at + _UNKILLABLE_SECONDS:
            self._reason = "One of its processes did not end after SIGKILL."
            self._process_tree.is_gone = True

    def _report_exit(self) -> None:
        status = self._process_tree.wait_status
        code = None if status is None or os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        signal_number = None if status is None or code is not None else os.WTERMSIG(status)
        self._output.tick(is_last=True)
        outcome = f"exit code {code}" if code is not None else f"signal {signal_number}"
        self._output.note(f"ended, {outcome}" + (f": {self._reason}" if self._reason else ""))
        send_message(event="ended", code=code, signal=signal_number, reason=self._reason, said=self._output.last_error)


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
