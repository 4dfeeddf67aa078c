"""A witness of a folder that nobody may touch: it notices each opening, reading and change of what is in it."""

from __future__ import annotations

import ctypes
import os
import struct
from pathlib import Path
from types import TracebackType
from typing import Final, Self

_LIBC: Final = ctypes.CDLL(None, use_errno=True)
_KINDS: Final = {
    0x1: "read",
    0x2: "written",
    0x4: "attributes changed",
    0x20: "opened",
    0x40: "moved away",
    0x80: "moved here",
    0x100: "created",
    0x200: "deleted",
    0x400: "deleted itself",
}
_CHANGES: Final = 0x2 | 0x4 | 0x40 | 0x80 | 0x100 | 0x200 | 0x400
_ALL: Final = sum(_KINDS)
_HEADER: Final = struct.Struct("iIII")
_NO_NAME: Final = b"\0"


class Witness:
    """Watches a folder and all in it, from `begin` or the start of a `with` block. Use `changes_only` where reading is
    permitted.
    """

    def __init__(self, folder: Path, *, changes_only: bool = False) -> None:
        self._folder = folder
        self._kinds = _CHANGES if changes_only else _ALL
        self._descriptor = -1
        self._folders: dict[int, Path] = {}
        self._before: dict[str, tuple[int, ...]] = {}

    def __enter__(self) -> Self:
        self.begin()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.end()

    def begin(self) -> None:
        """Begin to watch; what it has seen before is forgotten."""
        self.end()
        self._before = self._state()
        self._descriptor = _LIBC.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        assert self._descriptor >= 0, os.strerror(ctypes.get_errno())
        for folder in (self._folder, *(path for path in sorted(self._folder.rglob("*")) if path.is_dir())):
            number = _LIBC.inotify_add_watch(self._descriptor, os.fsencode(folder), self._kinds)
            assert number >= 0, os.strerror(ctypes.get_errno())
            self._folders[number] = folder
        self._read()

    def end(self) -> None:
        """Watch no longer."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self._descriptor, self._folders = -1, {}

    def seen(self) -> list[str]:
        """What has happened so far, each once."""
        found = self._read()
        after = self._state()
        found += [f"other state: {path}" for path in self._before | after if self._before.get(path) != after.get(path)]
        self.begin()
        return list(dict.fromkeys(found))

    def _read(self) -> list[str]:
        found: list[str] = []
        while True:
            try:
                data = os.read(self._descriptor, 65_536)
            except BlockingIOError:
                return found
            while data:
                number, mask, _, length = _HEADER.unpack_from(data)
                name = data[_HEADER.size : _HEADER.size + length].partition(_NO_NAME)[0]
                data = data[_HEADER.size + length :]
                kinds = [kind for bit, kind in _KINDS.items() if mask & bit]
                found += [f"{kind}: {self._folders.get(number, self._folder) / os.fsdecode(name)}" for kind in kinds]

    def _state(self) -> dict[str, tuple[int, ...]]:
        """What `lstat` says of each path, which opens nothing. Times of reading are left out."""
        paths = (self._folder, *self._folder.rglob("*"))
        found = {str(path): path.lstat() for path in paths}
        return {
            path: (status.st_ino, status.st_mode, status.st_size, status.st_mtime_ns, status.st_uid)
            for path, status in found.items()
        }
