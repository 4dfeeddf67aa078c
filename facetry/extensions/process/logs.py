"""The log of a kept program, as it is read back: the last lines, over the files that the keeper has turned over."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from io import BufferedReader
from pathlib import Path
from typing import Final, Literal

from facetry.extensions.socket import socket_log as sayings
from facetry.system.safe_open import FILE

PROGRAM: Final = "output"
INSTALLER: Final = "install"
MOST_LINES: Final = 10_000
MOST_BYTES: Final = 4 * 1024**2
"""No more than that is read, whatever is asked for."""
_BLOCK: Final = 64 * 1024
_FILES: Final = 100
_LINE: Final = re.compile(rb"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (out|err|log|---) (.*)", re.DOTALL)
Stream = Literal["out", "err", "log", "note"]
_STREAMS: Final[dict[bytes, Stream]] = {b"out": "out", b"err": "err", b"log": "log", b"---": "note"}


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line: `at` is Unix time in milliseconds, or None where the file is not as the keeper wrote it; a `note` is
    the keeper's own, and a `log` is what the extension said over its socket."""

    at: int | None
    stream: Stream
    text: str


def latest(folder: Path, lines: int) -> list[LogLine]:
    """The last lines of what a program and its installer wrote and of what it said, the oldest first.

    Raises `OSError`.
    """
    found = [line for name in (PROGRAM, INSTALLER, sayings.NAME) for line in tail(folder, lines, name=name)]
    return sorted(found, key=lambda line: line.at or 0)[-lines:] if lines else []


def tail(folder: Path, lines: int, *, name: str = PROGRAM) -> list[LogLine]:
    """The last lines of a log, the oldest first; none when there is no log yet. Raises `OSError`."""
    wanted = max(0, min(lines, MOST_LINES))
    found: list[LogLine] = []
    if wanted:
        for line in _backwards(folder, name):
            found.append(_parsed(line))
            if len(found) == wanted:
                break
    found.reverse()
    return found


def _backwards(folder: Path, name: str) -> Iterator[bytes]:
    """The lines, the latest first, as far as may be read."""
    left = MOST_BYTES
    files = _opened(folder, name)
    try:
        for file in files:
            size = end = file.seek(0, os.SEEK_END)
            rest = b""
            while end and left > 0:
                begin = max(0, end - min(_BLOCK, left))
                file.seek(begin)
                read = file.read(end - begin)
                left -= len(read)
                rest, *whole = ((read.removesuffix(b"\n") if end == size else read) + rest).split(b"\n")
                yield from reversed(whole)
                end = begin
            if size and not end:
                yield rest
    finally:
        for file in files:
            file.close()


def _opened(folder: Path, name: str) -> list[BufferedReader]:
    """The files, the latest first. One that is turned over meanwhile is met twice, and taken once."""
    opened: list[BufferedReader] = []
    seen: set[tuple[int, int]] = set()
    try:
        for number in range(_FILES):
            path = folder / (f"{name}.{number}.log" if number else f"{name}.log")
            try:
                descriptor = os.open(path, FILE)
            except FileNotFoundError:
                if number:
                    break
                continue
            file = os.fdopen(descriptor, "rb")
            facts = os.fstat(descriptor)
            if (facts.st_dev, facts.st_ino) in seen:
                file.close()
            else:
                seen.add((facts.st_dev, facts.st_ino))
                opened.append(file)
    except BaseException:
        for file in opened:
            file.close()
        raise
    return opened


def _parsed(line: bytes) -> LogLine:
    match = _LINE.fullmatch(line)
    if match is None:
        return LogLine(None, "note", line.decode("utf-8", "replace"))
    at = datetime.fromisoformat(match[1].decode())
    return LogLine(round(at.timestamp() * 1000), _STREAMS[match[2]], match[3].decode("utf-8", "replace"))
