"""Reading one file as a worker does it: opened beneath its folder, read once, and seen not to change meanwhile."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable

from facetry.imaging.formats import HEAD_BYTES, Format, claims, format_of
from facetry.imaging.protocol import Answer
from facetry.system.file_times import created_ms, modified_ns
from facetry.system.safe_open import open_file


class NeedsMoreError(Exception):
    """The file takes more memory than there is for it."""


def read(root: str, path: str, most: int, room: int, judge: Callable[[bytes, Format], Answer]) -> Answer:
    """Read the file and say what `judge` says of its bytes, with size and times of the very file that was read.

    A file of more than `most` bytes is refused. Raises `NeedsMoreError` when it has more than `room`, and
    PermissionError when it may not be opened.
    """
    try:
        file = open_file(root, path)
    except (FileNotFoundError, NotADirectoryError):
        return {"rule": "file.vanished", "reason": "The file is gone."}
    except PermissionError:
        raise
    except OSError as error:
        return {"rule": "file.read", "reason": f"The file cannot be opened: {error.strerror}."}
    try:
        before = os.fstat(file)
        if not stat.S_ISREG(before.st_mode):
            return {"ignored": True}
        answer = _judge(file, path, before.st_size, most, room, judge)
        if answer.get("ignored"):
            return answer
        after = os.fstat(file)
        if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
            answer = {"rule": "file.changed", "reason": "The file was written to while it was read."}
        answer["size"] = after.st_size
        answer["modified_ns"] = modified_ns(after)
        answer["created_ms"] = created_ms(file, after)
        return answer
    except OSError as error:
        return {"rule": "file.read", "reason": f"Reading the file failed: {error.strerror}."}
    finally:
        os.close(file)


def _judge(file: int, path: str, size: int, most: int, room: int, judge: Callable[[bytes, Format], Answer]) -> Answer:
    head = os.read(file, HEAD_BYTES)
    format = format_of(head)
    if format is None and not claims(path):
        return {"ignored": True}
    if format is None and head:
        return {"rule": "decode.format", "reason": "The content is none of PNG, JPEG, WEBP, GIF, AVIF and HEIF."}
    if format is None:
        return {"rule": "decode.truncated", "reason": "The file is empty."}
    if size > most:
        return {"rule": "file.too-large", "reason": f"The file has more than {most} bytes."}
    if size > room:
        raise NeedsMoreError
    return judge(_whole(file, size), format)


def _whole(file: int, size: int) -> bytes:
    """The content of the file, at most a byte more than `size`: enough to see that it grew."""
    data = os.pread(file, size + 1, 0)  # in one piece: a list of pieces would be in memory twice when it is joined
    while len(data) < size and (
        piece := os.pread(file, size + 1 - len(data), len(data))
    ):  # a network share may do that
        data += piece
    return data
