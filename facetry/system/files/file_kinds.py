"""What has a name in a folder: a file, another folder, or something else, such as a named pipe.

Whoever opens a named pipe waits until another program opens its other end.
"""

from __future__ import annotations

import errno
import os
import stat
from io import FileIO
from pathlib import Path
from typing import Final, Literal

Kind = Literal["regular file", "folder"]

_NAMES: Final = {
    stat.S_IFREG: "a file",
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
}


class UnusableFileError(RuntimeError):
    """Something else than a file or a folder that is needed has its name. The message says what."""


def require_kind(path: Path, kind: Kind) -> None:
    """Raise `UnusableFileError` if something else has this name than a thing of this kind, or a link to one.

    Nothing is opened. A name that does not exist is no error. Other `OSError`s are raised.
    """
    found = _found_at(path)
    expected = "a file" if kind == "regular file" else "a folder"
    if found not in (None, expected):
        raise UnusableFileError(f"{path} is no {kind}, but {found}. Move it away, or choose another folder")


def open_regular(path: Path) -> FileIO:
    """Open a regular file for reading, without waiting for anything else. Raises `OSError`, also for something else."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, f"It is no regular file, but {_name_of(mode)}", str(path))
    return FileIO(descriptor)


def read_regular(path: Path) -> bytes:
    """The content of a regular file. Raises `OSError`, as `open_regular` does."""
    with open_regular(path) as file:
        return file.read()


def _found_at(path: Path) -> str | None:
    try:
        return _name_of(path.stat().st_mode)
    except NotADirectoryError:
        return None
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ELOOP):
            raise
    # A loop may also be in the folders above, which are looked at themselves.
    return "a link that leads nowhere" if path.is_symlink() else None


def _name_of(mode: int) -> str:
    return _NAMES.get(stat.S_IFMT(mode), "a device")
