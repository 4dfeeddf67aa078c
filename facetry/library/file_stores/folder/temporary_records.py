"""Records of the temporary files in folders of repositories, so that the next start finds those that a crash left.

A record is a file in the data folder with the name of the temporary file. It is written before the temporary file, and
removed after it. A loss of power may lose a record: the temporary file is then removed when the folder is written to, a
day later or more.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from facetry.system.files.chosen_folders import ChosenFolder
from facetry.system.files.file_kinds import open_regular

TEMPORARY_PREFIX: Final = ".facetry-"
"""Prefix of temporary files. It makes them hidden, so that scans skip what a crash leaves behind."""
TEMPORARY_NAME: Final = re.compile(re.escape(TEMPORARY_PREFIX) + "[0-9a-f]{16}")
_MAX_RECORD_BYTES: Final = 64 * 1024
_CREATE_FLAGS: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class TemporaryRecords:
    """The records of one library, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        """`folder` is created with the first record."""
        self._folder = folder

    def add(self, name: str, root: Path, parts: tuple[str, ...]) -> None:
        """Record the temporary file `name` in the folder `parts` beneath `root`. Raises `OSError`."""
        with suppress(FileExistsError):
            self._folder.mkdir(mode=0o700)
        content = json.dumps({"root": str(root), "parts": parts}).encode()
        descriptor = os.open(self._folder / name, _CREATE_FLAGS, 0o600)
        try:
            os.write(descriptor, content)
        finally:
            os.close(descriptor)

    def remove(self, name: str) -> None:
        """Remove the record of a temporary file that is gone."""
        with suppress(OSError):  # the next start finds no such file and removes the record
            (self._folder / name).unlink()

    def sweep(self, folder_at: Callable[[str], ChosenFolder] = ChosenFolder) -> list[Path]:
        """Remove the temporary files that are recorded, and return their paths. Only while no server runs.

        `folder_at` finds the folder that was chosen at the root of a record.

        A file that cannot be reached now, as on a disk that is not connected, keeps its record.
        """
        removed: list[Path] = []
        try:
            names = sorted(entry.name for entry in self._folder.iterdir() if TEMPORARY_NAME.fullmatch(entry.name))
        except FileNotFoundError:
            return removed
        for name in names:
            place = _read(self._folder / name)
            if place is not None:
                try:
                    is_removed = _remove_file(folder_at(place[0]), place[1], name)
                except OSError:
                    continue
                if is_removed:
                    removed.append(Path(*place[:1], *place[1], name))
            self.remove(name)
        return removed


def _read(record: Path) -> tuple[str, tuple[str, ...]] | None:
    """Root and parts of a record; None for one that was not written completely: its file was never created."""
    try:
        with open_regular(record) as file:
            content = json.loads(file.read(_MAX_RECORD_BYTES))
        return str(content["root"]), tuple(map(str, content["parts"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _remove_file(root: ChosenFolder, parts: tuple[str, ...], name: str) -> bool:
    """Remove the temporary file, without following links; False when there is none. Raises `OSError`."""
    folder = root.open(parts)
    try:
        if not stat.S_ISREG(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
            return False
        os.unlink(name, dir_fd=folder)
    except FileNotFoundError:
        return False
    finally:
        os.close(folder)
    return True
