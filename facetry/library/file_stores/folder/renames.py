"""Renames that replace nothing, and exchanges of two names, of entries of open folders."""

from __future__ import annotations

import ctypes
import errno
import os
from typing import Final

_CREATE_FLAGS: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_RENAME_NOREPLACE: Final = 1
_RENAME_EXCHANGE: Final = 2
_UNSUPPORTED: Final = frozenset(
    {errno.ENOSYS, errno.EINVAL, errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EMLINK, errno.ENOTTY}
)
"""Errors with which file systems report that they do not support such a rename, or hard links."""


def move_entry(source: int, old: str, target: int, new: str) -> None:
    """Rename an entry of the open folder `source`, atomically, to a name that is free in `target`.

    Raises `FileExistsError`, and other `OSError`s.
    """
    if _rename(source, old, target, new, _RENAME_NOREPLACE):
        return
    try:
        os.link(old, new, src_dir_fd=source, dst_dir_fd=target, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
        # Neither is supported: an empty file reserves the name, and only this rename replaces it.
        os.close(os.open(new, _CREATE_FLAGS, 0o600, dir_fd=target))
        try:
            os.rename(old, new, src_dir_fd=source, dst_dir_fd=target)
        except BaseException:
            os.unlink(new, dir_fd=target)
            raise
    else:
        os.unlink(old, dir_fd=source)


def exchange_entries(folder: int, one: str, other: str) -> bool:
    """Exchange the names of two entries, atomically; False if the file system cannot do it. Raises `OSError`."""
    return _rename(folder, one, folder, other, _RENAME_EXCHANGE)


def _rename(source: int, old: str, target: int, new: str, flag: int) -> bool:
    """Rename with a flag of Linux; False when kernel, C library or file system do not support it."""
    renameat2 = getattr(_libc, "renameat2", None)
    if renameat2 is None:
        return False
    if renameat2(source, os.fsencode(old), target, os.fsencode(new), flag) == 0:
        return True
    code = ctypes.get_errno()
    if code in _UNSUPPORTED:
        return False
    raise OSError(code, os.strerror(code), new)


_libc: Final = ctypes.CDLL(None, use_errno=True)
