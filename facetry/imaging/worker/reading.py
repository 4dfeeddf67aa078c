"""Reading one file in a worker: opened beneath its folder, read once, and checked for changes during reading."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable

from facetry.imaging.formats import HEAD_BYTES, UNKNOWN_FORMAT_REASON, Format, format_of, has_picture_suffix
from facetry.imaging.protocol import WorkerAnswer
from facetry.system.files.chosen_folders import LeadsElsewhereError, known_folder
from facetry.system.files.file_times import changed_ns, created_ms, may_change_unseen, modified_ns
from facetry.system.files.folder_identity import FolderIdentity
from facetry.system.files.inodes import kept_inode
from facetry.system.files.safe_open import open_file, open_folder


class InsufficientMemoryError(Exception):
    """The file needs more memory than is available."""


def read_file(
    root: str,
    identity: FolderIdentity | None,
    path: str,
    max_bytes: int,
    available_bytes: int,
    process: Callable[[bytes, Format], WorkerAnswer],
) -> WorkerAnswer:
    """Read the file, and return the answer of `process` with size and times of the file that was read.

    With `identity`, the root must be this folder, and no link.

    A file of more than `max_bytes` is refused. Raises `InsufficientMemoryError` when it has more than
    `available_bytes`, and PermissionError when it may not be opened.
    """
    try:
        file = _open(root, identity, path)
    except LeadsElsewhereError as error:
        reason = f"The folder cannot be reached: {error.strerror}."
        return {"rule": "file.read", "reason": reason, "elsewhere": True}
    except (FileNotFoundError, NotADirectoryError):
        return {"rule": "file.vanished", "reason": "The file no longer exists."}
    except PermissionError:
        raise
    except OSError as error:
        return {"rule": "file.read", "reason": f"The file cannot be opened: {error.strerror}."}
    try:
        began_ns = time.time_ns()
        status_before = os.fstat(file)
        if not stat.S_ISREG(status_before.st_mode):
            return {"ignored": True}
        answer = _process_file(file, path, status_before.st_size, max_bytes, available_bytes, process)
        if answer.get("ignored"):
            return answer
        status_after = os.fstat(file)
        if (status_before.st_size, status_before.st_mtime_ns) != (status_after.st_size, status_after.st_mtime_ns):
            answer = {"rule": "file.changed", "reason": "The file was changed while it was read."}
        answer["size"] = status_after.st_size
        answer["modified_ns"] = modified_ns(status_after)
        answer["changed_ns"] = changed_ns(status_after)
        answer["inode"] = kept_inode(status_after, file)
        answer["created_ms"] = created_ms(file, status_after)
        was_touched = status_before.st_ctime_ns != status_after.st_ctime_ns
        answer["unsettled"] = was_touched or may_change_unseen(status_before, began_ns)
        return answer
    except OSError as error:
        return {"rule": "file.read", "reason": f"Reading the file failed: {error.strerror}."}
    finally:
        os.close(file)


def _open(root: str, identity: FolderIdentity | None, path: str) -> int:
    return open_file(open_folder(root) if identity is None else known_folder(root, identity).open(), path)


def _process_file(
    file: int,
    path: str,
    size: int,
    max_bytes: int,
    available_bytes: int,
    process: Callable[[bytes, Format], WorkerAnswer],
) -> WorkerAnswer:
    head = os.read(file, HEAD_BYTES)
    format = format_of(head)
    if format is None and not has_picture_suffix(path):
        return {"ignored": True}
    if format is None and head:
        return {"rule": "decode.format", "reason": UNKNOWN_FORMAT_REASON}
    if format is None:
        return {"rule": "decode.truncated", "reason": "The file is empty."}
    if size > max_bytes:
        return {"rule": "file.too-large", "reason": f"The file has more than {max_bytes} bytes."}
    if size > available_bytes:
        raise InsufficientMemoryError
    return process(_read_all(file, size), format)


def _read_all(file: int, size: int) -> bytes:
    """The content of the file, at most `size` + 1 bytes: enough to notice that it grew."""
    data = os.pread(file, size + 1, 0)  # one read: joining pieces would need the memory twice
    # A network share may return fewer bytes than requested.
    while len(data) < size and (piece := os.pread(file, size + 1 - len(data), len(data))):
        data += piece
    return data
