"""Opens files and folders without following symbolic links, so that nothing but what was named is opened.

The guardian imports this module, so it imports little; see `landlock.py`.
"""

from __future__ import annotations

import ctypes
import errno
import os
import stat
import struct
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Final

FOLDER_FLAGS: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
FILE_FLAGS: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
"""`O_NONBLOCK`, so that opening a named pipe returns at once; it changes nothing for a regular file."""
_OPENAT2: Final = 437  # the same on every architecture
_HERE: Final = -100
_NO_MAGIC_LINKS, _NO_LINKS = 0x02, 0x04
_NO_SUCH_CALL: Final = frozenset({errno.ENOSYS, errno.EPERM})
"""Errors with which kernels before 5.6, and filters of containers and of workers, refuse `openat2`."""
_PASS_FLAGS: Final = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
"""For folders on the way, which need not be readable."""


def open_without_links(path: str, flags: int = FOLDER_FLAGS) -> int:
    """A descriptor of what is at the absolute, resolved `path`; the caller closes it.

    No component may be a symbolic link: then the path leads elsewhere than when it was resolved. Raises `OSError`, with
    `ELOOP` for a link.
    """
    if not path.startswith("/"):
        raise ValueError(path)
    descriptor = _open_at_once(path, flags)
    return _open_step_by_step(path, flags) if descriptor is None else descriptor


def _open_at_once(path: str, flags: int) -> int | None:
    """None if the kernel cannot do it. Raises `OSError`."""
    if sys.platform != "linux":
        return None
    # Without O_NOFOLLOW, so that a link at the end is told from a file.
    how = struct.pack("=3Q", flags & ~os.O_NOFOLLOW, 0, _NO_LINKS | _NO_MAGIC_LINKS)
    while True:
        descriptor: int = _libc.syscall(_OPENAT2, _HERE, os.fsencode(path), how, ctypes.c_size_t(len(how)))
        if descriptor >= 0:
            return descriptor
        code = ctypes.get_errno()
        if code in _NO_SUCH_CALL:
            return None
        if code != errno.EINTR:
            raise OSError(code, os.strerror(code), path)


def _open_step_by_step(path: str, flags: int) -> int:
    """Raises `OSError`."""
    *folders, name = [part for part in path.split("/") if part] or ["."]
    folder = os.open("/", _PASS_FLAGS)
    try:
        for part in folders:
            parent, folder = folder, _open_entry(folder, part, _PASS_FLAGS, path)
            os.close(parent)
        return _open_entry(folder, name, flags | os.O_NOFOLLOW, path)
    finally:
        os.close(folder)


def _open_entry(folder: int, name: str, flags: int, path: str) -> int:
    try:
        return os.open(name, flags, dir_fd=folder)
    except NotADirectoryError:
        if stat.S_ISLNK(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path) from None
        raise


def open_folder(root: str, parts: tuple[str, ...] = ()) -> int:
    """A descriptor of the folder with the path components `parts` beneath `root`; the caller closes it.

    The root itself may be a link, because a person chose it. Raises `OSError`, also for a link further down.
    """
    return open_beneath(os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC), parts)


def open_beneath(folder: int, parts: tuple[str, ...]) -> int:
    """A descriptor of the folder `parts` beneath an open one, which is closed; the caller closes the new one.

    Raises `OSError`, also for a link.
    """
    for part in parts:
        parent = folder
        try:
            folder = os.open(part, FOLDER_FLAGS, dir_fd=parent)
        finally:
            os.close(parent)
    return folder


def open_file(folder: int, path: str) -> int:
    """A descriptor of the file at `path`, relative to an open folder and with `/` between its parts.

    The caller closes it; the folder is closed.

    Raises `OSError`. The descriptor may belong to something other than a regular file: check it with `os.fstat`.
    """
    *parents, name = path.split("/")
    folder = open_beneath(folder, tuple(parents))
    try:
        return os.open(name, FILE_FLAGS, dir_fd=folder)
    finally:
        os.close(folder)


def read_text(path: Path, max_characters: int) -> str | None:
    """The first `max_characters` of a text file, without following a link; None when it cannot be read."""
    try:
        with os.fdopen(os.open(path, FILE_FLAGS), "rb") as file:
            return file.read(4 * max_characters).decode("utf-8", "replace").replace("\0", "\ufffd")[:max_characters]
    except OSError:
        return None


_libc: Final = ctypes.CDLL(None, use_errno=True)
