"""The status of files beneath a folder that is open meanwhile, without following links."""

from __future__ import annotations

import errno
import os
from typing import Final, Self

from facetry.system.files.chosen_folders import ChosenFolder
from facetry.system.files.file_versions import FileVersion, version_of
from facetry.system.files.safe_open import open_beneath

_ABSENT: Final = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP})


class FoundFiles:
    """A context manager; entering it raises `OSError` when the folder is not there, or is another one.

    The folder of the file before stays open: a scan asks for the files of one folder after another.
    """

    def __init__(self, root: ChosenFolder) -> None:
        self._chosen = root
        self._root = -1
        self._parent = ""
        self._folder = -1

    def __enter__(self) -> Self:
        self._root = self._folder = self._chosen.open()
        return self

    def __exit__(self, *_: object) -> None:
        if self._folder != self._root:
            os.close(self._folder)
        os.close(self._root)

    def status(self, path: str) -> os.stat_result:
        """The status of the entry at `path`, relative to the root and with `/`. Raises `OSError`."""
        parent, _, name = path.rpartition("/")
        if parent != self._parent:
            folder = open_beneath(os.dup(self._root), tuple(parent.split("/"))) if parent else self._root
            if self._folder != self._root:
                os.close(self._folder)
            self._parent, self._folder = parent, folder
        return os.stat(name, dir_fd=self._folder, follow_symlinks=False)

    def version(self, status: os.stat_result) -> FileVersion:
        """The version of a file with this status."""
        return version_of(status, self._folder)

    def has(self, path: str) -> bool:
        """Whether there is an entry at `path`. Raises `OSError` if this is unknown."""
        try:
            self.status(path)
        except OSError as error:
            if error.errno in _ABSENT:
                return False
            raise
        return True
