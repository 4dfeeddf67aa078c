"""Reads the logs of extensions: the last lines, across rotated files."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from io import BufferedReader
from pathlib import Path
from typing import Final, Literal

from facetry.system.files.safe_open import FILE_FLAGS

PROGRAM_LOG: Final = "output"
INSTALLER_LOG: Final = "install"
SOCKET_LOG: Final = "said"
MAX_LINES: Final = 10_000
MAX_BYTES: Final = 4 * 1024**2
"""Maximum number of bytes that one call reads, whatever number of lines is requested."""
_NO_LOG: Final = frozenset({errno.ELOOP, errno.ENXIO})
"""Errors for a link and for a socket."""
_BLOCK: Final = 64 * 1024
_FILES: Final = 100
_LINE: Final = re.compile(rb"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (out|err|log|---) (.*)", re.DOTALL)
LogStream = Literal["out", "err", "log", "note"]
_STREAMS: Final[dict[bytes, LogStream]] = {b"out": "out", b"err": "err", b"log": "log", b"---": "note"}


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of a log. `timestamp`: Unix time in milliseconds, None for a line that has not the guardian's format.

    A `note` is a line of the guardian itself; a `log` is a message of the extension over its socket.
    """

    timestamp: int | None
    stream: LogStream
    text: str


def latest(folder: Path, lines: int) -> list[LogLine]:
    """The last lines of a program, of its installer and of its socket log, merged by time, the oldest first.

    A log is left out if an unconfined program has put a link or a socket in its place. Raises `OSError`.
    """
    merged_lines: list[LogLine] = []
    for name in (PROGRAM_LOG, INSTALLER_LOG, SOCKET_LOG):
        try:
            merged_lines += tail(folder, lines, name=name)
        except OSError as error:
            if error.errno not in _NO_LOG:
                raise
    return sorted(merged_lines, key=lambda line: line.timestamp or 0)[-lines:] if lines else []


def tail(folder: Path, lines: int, *, name: str = PROGRAM_LOG) -> list[LogLine]:
    """The last lines of a log, the oldest first; empty when there is no log. Raises `OSError`."""
    limit = max(0, min(lines, MAX_LINES))
    parsed_lines: list[LogLine] = []
    if limit:
        for line in _lines_backwards(folder, name):
            parsed_lines.append(_parse_line(line))
            if len(parsed_lines) == limit:
                break
    parsed_lines.reverse()
    return parsed_lines


def _lines_backwards(folder: Path, name: str) -> Iterator[bytes]:
    """The lines of a log, the latest first, up to `MAX_BYTES`."""
    remaining_bytes = MAX_BYTES
    files = _open_files(folder, name)
    try:
        for file in files:
            size = end = file.seek(0, os.SEEK_END)
            partial_line = b""
            while end and remaining_bytes > 0:
                begin = max(0, end - min(_BLOCK, remaining_bytes))
                file.seek(begin)
                block = file.read(end - begin)
                remaining_bytes -= len(block)
                partial_line, *complete_lines = (
                    (block.removesuffix(b"\n") if end == size else block) + partial_line
                ).split(b"\n")
                yield from reversed(complete_lines)
                end = begin
            if size and not end:
                yield partial_line
    finally:
        for file in files:
            file.close()


def _open_files(folder: Path, name: str) -> list[BufferedReader]:
    """The files of a log, the latest first. A file that is rotated meanwhile is found twice, and opened once."""
    files: list[BufferedReader] = []
    inodes: set[tuple[int, int]] = set()
    try:
        for number in range(_FILES):
            path = folder / (f"{name}.{number}.log" if number else f"{name}.log")
            try:
                descriptor = os.open(path, FILE_FLAGS)
            except FileNotFoundError:
                if number:
                    break
                continue
            file = os.fdopen(descriptor, "rb")
            status = os.fstat(descriptor)
            if (status.st_dev, status.st_ino) in inodes:
                file.close()
            else:
                inodes.add((status.st_dev, status.st_ino))
                files.append(file)
    except BaseException:
        for file in files:
            file.close()
        raise
    return files


def _parse_line(line: bytes) -> LogLine:
    match = _LINE.fullmatch(line)
    if match is None:
        return LogLine(None, "note", line.decode("utf-8", "replace"))
    logged_at = datetime.fromisoformat(match[1].decode())
    return LogLine(round(logged_at.timestamp() * 1000), _STREAMS[match[2]], match[3].decode("utf-8", "replace"))
