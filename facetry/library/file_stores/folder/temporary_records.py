"""Records of the temporary files in folders of repositories, so that the next start finds those that a crash left.

A record is a file in the data folder with the name of the temporary file. It is written before the temporary file, and
removed after it. Its last line says whether the file is removed, or gets back the name that it had. A loss of power may
lose a record: the temporary file is then removed when the folder is written to, a day later or more.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from facetry.library.file_stores.folder.returned_files import remove_new_or_return
from facetry.system.files.chosen_folders import ChosenFolder
from facetry.system.files.file_kinds import open_regular
from facetry.system.files.file_versions import FileVersion, version_of

TEMPORARY_PREFIX: Final = ".facetry-"
"""Prefix of temporary files. It makes them hidden, so that scans skip what a crash leaves behind."""
TEMPORARY_NAME: Final = re.compile(re.escape(TEMPORARY_PREFIX) + "[0-9a-f]{16}")
_MAX_RECORD_BYTES: Final = 64 * 1024
_RECORD_FLAGS: Final = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class _Record:
    """A temporary file in the folder `parts` beneath `root`. It is removed; with `former`, only if it is the file with
    the version `new`, and otherwise it gets the name `former` back.
    """

    root: str
    parts: tuple[str, ...]
    former: str | None
    new: FileVersion | None

    def is_new(self, status: os.stat_result, folder: int) -> bool:
        """Whether a file is the new one. An exchange of names changes the change time."""
        return self.new is not None and version_of(status, folder)._replace(changed_ns=0).is_same(self.new)


@dataclass(slots=True)
class Swept:
    """What became of the temporary files that a crash had left: the paths of those that were `removed`, and those that
    the others have now.
    """

    removed: list[Path] = field(default_factory=list)
    returned: list[Path] = field(default_factory=list)


class TemporaryRecords:
    """The records of one library, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        """`folder` is created with the first record."""
        self._folder = folder

    def put(
        self,
        name: str,
        root: Path,
        parts: tuple[str, ...],
        former: str | None = None,
        new: FileVersion | None = None,
    ) -> None:
        """Record the temporary file `name` in the folder `parts` beneath `root`, in place of what was recorded of it.

        It is removed; with `former`, only if it is the file with the version `new`, and otherwise it gets this name
        back. Raises `OSError`.
        """
        with suppress(FileExistsError):
            self._folder.mkdir(mode=0o700)
        content = json.dumps({"root": str(root), "parts": parts, "former": former, "new": new}).encode()
        descriptor = os.open(self._folder / name, _RECORD_FLAGS, 0o600)
        try:
            os.write(descriptor, content + b"\n")  # in one step; a rename to a name that exists would flush the file
        finally:
            os.close(descriptor)

    def has(self, name: str) -> bool:
        """Whether there is a record of this temporary file."""
        return (self._folder / name).exists()

    def remove(self, name: str) -> None:
        """Remove the record of a temporary file that is gone."""
        with suppress(OSError):  # the next start finds no such file and removes the record
            (self._folder / name).unlink()

    def sweep(self, folder_at: Callable[[str], ChosenFolder] = ChosenFolder) -> Swept:
        """Remove the temporary files that are recorded, or give them their names back. Only while no server runs.

        `folder_at` finds the folder that was chosen at the root of a record.

        A file that cannot be reached now, as on a disk that is not connected, keeps its record.
        """
        swept = Swept()
        try:
            names = sorted(entry.name for entry in self._folder.iterdir() if TEMPORARY_NAME.fullmatch(entry.name))
        except FileNotFoundError:
            return swept
        for name in names:
            record = _read(self._folder / name)
            if record is not None:
                try:
                    _end(folder_at(record.root), record, name, swept)
                except OSError:
                    continue
            self.remove(name)
        return swept


def _read(record: Path) -> _Record | None:
    """None for a record that was not written completely: its file was never created."""
    try:
        with open_regular(record) as file:
            content = json.loads(file.read(_MAX_RECORD_BYTES).splitlines()[-1])
        former, new = content.get("former"), content.get("new")  # records of former versions have none
        version = None if new is None else FileVersion(*map(int, new))
        return _Record(str(content["root"]), tuple(map(str, content["parts"])), former and str(former), version)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


def _end(root: ChosenFolder, record: _Record, name: str, swept: Swept) -> None:
    """Remove a temporary file, or give it its name back, without following links. Raises `OSError`."""
    parent = Path(record.root, *record.parts)
    folder = root.open(record.parts)
    try:
        is_file = stat.S_ISREG(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode)
        if record.former is not None:
            present = remove_new_or_return(folder, name, record.former, lambda status: record.is_new(status, folder))
            if present is not None:
                os.fsync(folder)
                swept.returned.append(parent / present)
                return
        elif is_file:
            os.unlink(name, dir_fd=folder)
        else:
            return
        swept.removed.append(parent / name)
    except FileNotFoundError:
        return
    finally:
        os.close(folder)
