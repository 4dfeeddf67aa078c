"""Records the output of a guarded program in log files of bounded size.

Part of the guardian: see `guardian.py` for why it imports only a few modules of the standard library.
"""

from __future__ import annotations

import contextlib
import json
import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes longer than all other imports
    from typing import Any


class RotatingLog:
    """The log file `NAME.log`, and its older parts `NAME.1.log` and so on: at most `files` files of `file_bytes`."""

    def __init__(self, folder: str, name: str, file_bytes: int, files: int) -> None:
        self._stem = os.path.join(folder, name)
        self._file_bytes, self._files = file_bytes, files
        self._file, self._size = -1, 0
        with contextlib.suppress(OSError):  # without the folder there is no log, and the program runs
            os.makedirs(folder, 0o700, exist_ok=True)

    def write(self, lines: list[bytes]) -> int:
        """Append complete lines, and return how many were written; a full disk does not raise or stop the program."""
        written_count = begin = size = 0
        try:
            if self._file < 0:
                self._open()
            for index, line in enumerate(lines):
                if self._size + size and self._size + size + len(line) > self._file_bytes:
                    self._append(b"".join(lines[begin:index]))
                    written_count = begin = index
                    size = 0
                    self._rotate()
                size += len(line)
            self._append(b"".join(lines[begin:]))
        except OSError:
            return written_count
        return len(lines)

    def close(self) -> None:
        """Close the file; the next write opens it again."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1

    def _append(self, block: bytes) -> None:
        remaining = memoryview(block)
        try:
            while remaining:
                remaining = remaining[os.write(self._file, remaining) :]
        except OSError:
            os.ftruncate(self._file, self._size)  # leave no partial line
            raise
        self._size += len(block)

    def _open(self) -> None:
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
        self._file = os.open(f"{self._stem}.log", flags, 0o600)
        self._size = os.fstat(self._file).st_size

    def _rotate(self) -> None:
        os.close(self._file)
        self._file = -1
        names = [f"{self._stem}.log", *(f"{self._stem}.{number}.log" for number in range(1, self._files))]
        if self._files == 1:
            os.unlink(names[0])
        for older, newer in zip(reversed(names), reversed(names[:-1]), strict=False):
            with contextlib.suppress(FileNotFoundError):
                os.replace(newer, older)
        self._open()


class OutputPipe:
    """One of the two pipes that the program writes to, and the line that is not finished yet."""

    def __init__(self, file: int, tag: str) -> None:
        self.file = file
        self.tag = tag
        self.partial_line = b""
        self.cut_bytes = 0
        """How many bytes of the unfinished line were cut off."""
        self.started_at = 0.0
        self.is_dropped = False
        """Whether the unfinished line is dropped, because it is above the rate."""


class OutputRecorder:
    """Records output in lines with a timestamp. Cuts long lines, and drops lines above the rate."""

    def __init__(self, log: RotatingLog, launch_request: dict[str, Any]) -> None:
        self._log = log
        self._line_bytes: int = launch_request["line_bytes"]
        self._rate: int = launch_request["rate_bytes"]
        self._echo: bool = launch_request["echo"]
        self._budget: int = self._rate
        self._second_ends_at = 0.0
        self._dropped_lines = self._dropped_bytes = self._unwritten_lines = 0
        self._timestamp_cache = 0, b""
        self.last_error = ""
        """The latest line of the standard error stream."""

    def is_over_rate(self) -> bool:
        """Whether further lines of this second are dropped."""
        return self._budget <= 0

    def note(self, text: str) -> None:
        """Log a line of the guardian itself."""
        self._write([self._with_timestamp("---", text.encode("utf-8", "replace"))])

    def feed(self, stream: OutputPipe, piece: bytes) -> None:
        """Record a block of output of the program."""
        self.tick()
        if self.is_over_rate():
            self._drop(stream, piece)
            return
        lines = piece.split(b"\n")
        finished_lines: list[bytes] = []
        for index in range(len(lines) - 1):
            if self.is_over_rate():
                self._drop(stream, b"\n".join(lines[index:]))
                break
            self._extend_line(stream, lines[index])
            finished_lines += self._finish_line(stream)
        else:
            self._extend_line(stream, lines[-1])
        self._write(finished_lines)

    def tick(self, *, is_last: bool = False) -> None:
        """Begin a new second of the rate limit when the old one is over, and log what was dropped in it."""
        now = time.monotonic()
        if now < self._second_ends_at and not is_last:
            return
        self._second_ends_at, self._budget = now + 1.0, self._rate
        if self._dropped_lines:
            lines, size, self._dropped_lines, self._dropped_bytes = self._dropped_lines, self._dropped_bytes, 0, 0
            self.note(f"{lines} lines ({size} bytes) left out: more than {self._rate} bytes in a second")
        if self._unwritten_lines:
            lines, self._unwritten_lines = self._unwritten_lines, 0
            self.note(f"{lines} lines could not be written")

    def flush_partial_line(self, stream: OutputPipe, min_age_seconds: float) -> None:
        """Log the unfinished line when it is at least `min_age_seconds` old."""
        if (stream.partial_line or stream.cut_bytes) and time.monotonic() - stream.started_at >= min_age_seconds:
            self._write(self._finish_line(stream))

    def _extend_line(self, stream: OutputPipe, piece: bytes) -> None:
        if stream.is_dropped:
            self._dropped_bytes += len(piece)
            return
        if not piece:
            return
        if not stream.partial_line:
            stream.started_at = time.monotonic()
        room = self._line_bytes - len(stream.partial_line)
        stream.partial_line += piece[:room]
        stream.cut_bytes += max(0, len(piece) - room)

    def _finish_line(self, stream: OutputPipe) -> list[bytes]:
        line, cut_bytes = stream.partial_line.rstrip(b"\r"), stream.cut_bytes
        was_dropped = stream.is_dropped
        stream.partial_line, stream.cut_bytes, stream.is_dropped = b"", 0, False
        if was_dropped:
            self._dropped_bytes += 1
            return []
        if cut_bytes:
            line += b" [%d bytes cut]" % cut_bytes
        self._budget -= len(line) + 1
        if stream.tag == "err" and line.strip():
            self.last_error = line[:400].decode("utf-8", "replace").strip()
        if self._echo:
            send_message(event="line", stream=stream.tag, text=line.decode("utf-8", "replace"))
        return [self._with_timestamp(stream.tag, line)]

    def _drop(self, stream: OutputPipe, piece: bytes) -> None:
        line_ends = piece.count(b"\n")
        counted_before = int(stream.is_dropped)
        is_open = not piece.endswith(b"\n")
        self._dropped_lines += max(0, line_ends + is_open - counted_before)
        self._dropped_bytes += len(piece) + len(stream.partial_line)
        stream.partial_line, stream.cut_bytes, stream.is_dropped = b"", 0, is_open
        if stream.tag == "err" and line_ends:
            self.last_error = piece[:-1].rpartition(b"\n")[2][:400].decode("utf-8", "replace").strip()

    def _with_timestamp(self, tag: str, line: bytes) -> bytes:
        second, milliseconds = divmod(time.time_ns() // 1_000_000, 1000)
        if second != self._timestamp_cache[0]:
            self._timestamp_cache = second, time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(second)).encode()
        return b"%s.%03dZ %s %s\n" % (self._timestamp_cache[1], milliseconds, tag.encode(), line)

    def _write(self, lines: list[bytes]) -> None:
        self._unwritten_lines += len(lines) - self._log.write(lines)


def send_message(**message: object) -> None:
    """Send a message to the server. A closed pipe is ignored: the end of the input shows that the server has ended."""
    with contextlib.suppress(BrokenPipeError):
        remaining = memoryview(json.dumps(message).encode() + b"\n")
        while remaining:
            remaining = remaining[os.write(1, remaining) :]
