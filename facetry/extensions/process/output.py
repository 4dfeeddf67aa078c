"""What a kept program says: read for as long as it lives, and kept in files that cannot grow.

Part of the keeper: see `keeper.py` for why it needs the standard library alone, and little of that.
"""

from __future__ import annotations

import contextlib
import json
import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes longer than all the rest
    from typing import Any


class Log:
    """`NAME.log`, and before it `NAME.1.log` and so on: at most `files` files of `file_bytes`."""

    def __init__(self, folder: str, name: str, file_bytes: int, files: int) -> None:
        self._stem = os.path.join(folder, name)
        self._file_bytes, self._files = file_bytes, files
        self._file, self._size = -1, 0
        with contextlib.suppress(OSError):  # then there is no log, and no harm
            os.makedirs(folder, 0o700, exist_ok=True)

    def write(self, lines: list[bytes]) -> int:
        """Append whole lines, and return how many could be: a full disk is no reason to stop the program."""
        done = begin = size = 0
        try:
            if self._file < 0:
                self._open()
            for index, line in enumerate(lines):
                if self._size + size and self._size + size + len(line) > self._file_bytes:
                    self._append(b"".join(lines[begin:index]))
                    done = begin = index
                    size = 0
                    self._rotate()
                size += len(line)
            self._append(b"".join(lines[begin:]))
        except OSError:
            return done
        return len(lines)

    def close(self) -> None:
        """Close the file; writing opens it again."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1

    def _append(self, block: bytes) -> None:
        rest = memoryview(block)
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except OSError:
            os.ftruncate(self._file, self._size)  # no half lines
            raise
        self._size += len(block)

    def _open(self) -> None:
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
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


class Stream:
    """One of the two pipes that the program writes to, and the line that it has begun."""

    def __init__(self, file: int, tag: str) -> None:
        self.file = file
        self.tag = tag
        self.begun = b""
        self.cut = 0
        """How many bytes of the begun line are not kept."""
        self.since = 0.0
        self.is_left_out = False
        """Whether the begun line is one of those that are too many."""


class Output:
    """What the program says: in lines, stamped, cut when they are long, and left out when they are too many."""

    def __init__(self, log: Log, orders: dict[str, Any]) -> None:
        self._log = log
        self._line_bytes: int = orders["line_bytes"]
        self._rate: int = orders["rate_bytes"]
        self._echo: bool = orders["echo"]
        self._budget: int = self._rate
        self._until = 0.0
        self._left_out = self._left_out_bytes = self._unwritten = 0
        self._second = 0, b""
        self.last_error = ""
        """The latest line of the error stream."""

    def is_flooded(self) -> bool:
        """Whether nothing more is kept in this second."""
        return self._budget <= 0

    def note(self, text: str) -> None:
        """A line of the keeper's own."""
        self._write([self._stamped("---", text.encode("utf-8", "replace"))])

    def take(self, stream: Stream, piece: bytes) -> None:
        """The program has said that."""
        self.tick()
        if self.is_flooded():
            self._leave_out(stream, piece)
            return
        lines = piece.split(b"\n")
        kept: list[bytes] = []
        for index in range(len(lines) - 1):
            if self.is_flooded():
                self._leave_out(stream, b"\n".join(lines[index:]))
                break
            self._begin(stream, lines[index])
            kept += self._finish(stream)
        else:
            self._begin(stream, lines[-1])
        self._write(kept)

    def tick(self, *, is_last: bool = False) -> None:
        """Begin a new second when the old one is over, and tell what was left out in it."""
        now = time.monotonic()
        if now < self._until and not is_last:
            return
        self._until, self._budget = now + 1.0, self._rate
        if self._left_out:
            lines, size, self._left_out, self._left_out_bytes = self._left_out, self._left_out_bytes, 0, 0
            self.note(f"{lines} lines ({size} bytes) left out: more than {self._rate} bytes in a second")
        if self._unwritten:
            lines, self._unwritten = self._unwritten, 0
            self.note(f"{lines} lines could not be written")

    def settle(self, stream: Stream, older_than: float) -> None:
        """Keep the begun line when nothing has come to finish it for so long."""
        if (stream.begun or stream.cut) and time.monotonic() - stream.since >= older_than:
            self._write(self._finish(stream))

    def _begin(self, stream: Stream, piece: bytes) -> None:
        if stream.is_left_out:
            self._left_out_bytes += len(piece)
            return
        if not piece:
            return
        if not stream.begun:
            stream.since = time.monotonic()
        room = self._line_bytes - len(stream.begun)
        stream.begun += piece[:room]
        stream.cut += max(0, len(piece) - room)

    def _finish(self, stream: Stream) -> list[bytes]:
        line, cut = stream.begun.rstrip(b"\r"), stream.cut
        was_left_out = stream.is_left_out
        stream.begun, stream.cut, stream.is_left_out = b"", 0, False
        if was_left_out:
            self._left_out_bytes += 1
            return []
        if cut:
            line += b" [%d bytes cut]" % cut
        self._budget -= len(line) + 1
        if stream.tag == "err" and line.strip():
            self.last_error = line[:400].decode("utf-8", "replace").strip()
        if self._echo:
            tell(event="line", stream=stream.tag, text=line.decode("utf-8", "replace"))
        return [self._stamped(stream.tag, line)]

    def _leave_out(self, stream: Stream, piece: bytes) -> None:
        ends = piece.count(b"\n")
        counted = int(stream.is_left_out)
        is_open = not piece.endswith(b"\n")
        self._left_out += max(0, ends + is_open - counted)
        self._left_out_bytes += len(piece) + len(stream.begun)
        stream.begun, stream.cut, stream.is_left_out = b"", 0, is_open
        if stream.tag == "err" and ends:
            self.last_error = piece[:-1].rpartition(b"\n")[2][:400].decode("utf-8", "replace").strip()

    def _stamped(self, tag: str, line: bytes) -> bytes:
        second, milliseconds = divmod(time.time_ns() // 1_000_000, 1000)
        if second != self._second[0]:
            self._second = second, time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(second)).encode()
        return b"%s.%03dZ %s %s\n" % (self._second[1], milliseconds, tag.encode(), line)

    def _write(self, lines: list[bytes]) -> None:
        self._unwritten += len(lines) - self._log.write(lines)


def tell(**message: object) -> None:
    """Say something to the server; when it is gone, the end of the input says so."""
    with contextlib.suppress(BrokenPipeError):
        rest = memoryview(json.dumps(message).encode() + b"\n")
        while rest:
            rest = rest[os.write(1, rest) :]
