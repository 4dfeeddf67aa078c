"""The folders into which the pictures of a backup are restored: one for each repository, in one parent."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Final

from facetry.backup.errors import BackupError
from facetry.system.files.durable_folders import flush_folder
from facetry.system.files.private_files import PRIVATE_FOLDER
from facetry.system.ownership import Owner, give

_STAGING: Final = ".restoring-"


class PictureFolders:
    """The folders of all repositories, staged until they are whole."""

    def __init__(self, parent: Path) -> None:
        """Raises `OSError` when the parent cannot be made."""
        parent.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
        self._parent = parent.resolve()
        self._staging = Path(tempfile.mkdtemp(prefix=_STAGING, dir=self._parent))
        self._names: dict[str, str] = {}

    def assign(self, repositories: Sequence[tuple[str, str]]) -> None:
        """Give each repository, by id and former folder, the name of its new folder: that of the former one.

        Raises `BackupError` when there is such a folder.
        """
        taken: set[str] = set()
        for id, former in repositories:
            base = PurePosixPath(former).name or "pictures"
            name = base if base.casefold() not in taken else f"{base}-{id[:8]}"
            taken.add(name.casefold())
            if os.path.lexists(self._parent / name):
                raise BackupError(f"{self._parent / name} exists already. Name another folder for the pictures.")
            self._names[id] = name
            (self._staging / name).mkdir(mode=PRIVATE_FOLDER)

    def path_of(self, path: str) -> Path:
        """Where a file `pictures/<repository>/<path>` is staged. Raises `BackupError` for an unknown repository."""
        _, id, relative = path.split("/", 2)
        if id not in self._names:
            raise BackupError(f"the backup has a picture of an unknown repository: {path}")
        return self._staging / self._names[id] / relative

    def new_paths(self) -> Mapping[str, Path]:
        """The new folder of each repository, by id."""
        return {id: self._parent / name for id, name in self._names.items()}

    def commit(self, owner: Owner | None) -> None:
        """Move the folders to their places, durably, and give them to an owner, if there is another one."""
        if owner is not None:
            give(self._staging, owner)
        for root, _, _ in os.walk(self._staging):
            flush_folder(Path(root))
        for name in self._names.values():
            (self._staging / name).rename(self._parent / name)
        flush_folder(self._parent)

    def discard(self) -> None:
        """Remove what was not moved."""
        shutil.rmtree(self._staging, ignore_errors=True)
