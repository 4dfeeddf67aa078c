"""Reads files for a validation, with a bound on their size."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO, Final

MAX_BYTES: Final = 67_108_864
_FIRST_BYTES: Final = 65_536
ARCHIVE_MAGICS: Final = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b")
"""The first bytes of a zip archive, an empty one, and a gzipped tar archive."""


class UnreadableError(Exception):
    """A file cannot be read. The message is the reason."""


def read_file(path: Path) -> bytes:
    """The bytes of a file. Raises `UnreadableError`, also for files above `MAX_BYTES`."""
    try:
        with path.open("rb") as file:
            return _read(file)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UnreadableError(reason or type(error).__name__) from None


def read_stdin() -> bytes:
    """The bytes of standard input. Raises `UnreadableError`."""
    try:
        return _read(sys.stdin.buffer)
    except OSError as error:
        raise UnreadableError(error.strerror or type(error).__name__) from None


def is_archive(text: bytes) -> bool:
    """Whether bytes begin as an archive does."""
    return text.startswith(ARCHIVE_MAGICS)


def _read(file: IO[bytes]) -> bytes:
    # Most documents are small: a buffer of the maximum size for each would take longer than the reading.
    text = file.read(_FIRST_BYTES)
    if len(text) == _FIRST_BYTES:
        text += file.read(MAX_BYTES + 1 - _FIRST_BYTES)
    if len(text) > MAX_BYTES:
        raise UnreadableError(f"larger than {MAX_BYTES // 1024**2} MiB")
    return text
