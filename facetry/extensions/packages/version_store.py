"""Stores installed extensions on the disk: a folder for each version, so that no running program is overwritten.

The record of an extension names the folder of its version. A folder without a record was left by an interrupted
installation or by a replaced version; it is removed at the next start.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final
from uuid import uuid4

from facetry.extensions.packages.environment import remove_tree
from facetry.system.files.durable_folders import flush_folder, make_folders

_STAGING: Final = "staging"
_INSTALLED: Final = "installed"
_ENVIRONMENTS: Final = "environments"
_STATE: Final = "state"
_INSTALLERS: Final = "installers"
_LOGS: Final = "logs"
_FORMER_CACHE: Final = "cache"
"""A cache that all extensions shared, in libraries of older services; what one wrote there, another one ran."""
FOLDERS: Final = (_STAGING, _INSTALLED, _ENVIRONMENTS, _STATE, _INSTALLERS, _LOGS)
"""The folders in that of all extensions."""


class VersionStore:
    """The folder of all extensions: their versions, environments, states and logs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def environments_folder(self, extension: str) -> Path:
        """The folder of an extension's environments: its installed dependencies. Its program cannot write there."""
        return self.folder / _ENVIRONMENTS / extension

    def state_folder(self, extension: str) -> Path:
        """The folder that an extension's program may write to. All its versions share it."""
        return self.folder / _STATE / extension

    def installer_folder(self, extension: str) -> Path:
        """The home and the caches of the installers for an extension. Its program cannot read it."""
        return self.folder / _INSTALLERS / extension

    def log_folder(self, extension: str) -> Path:
        """The folder of an extension's logs, which all its versions share."""
        return self.folder / _LOGS / extension

    def version_folder(self, extension: str, name: str) -> Path:
        """The folder of a version."""
        return self.folder / _INSTALLED / extension / name

    def create_staging_folder(self) -> Path:
        """Create an empty folder for unpacking an archive. Raises `OSError`."""
        staging = self.folder / _STAGING
        make_folders(staging, 0o700)
        return Path(tempfile.mkdtemp(dir=staging))

    def commit_version(self, staging_folder: Path, extension: str, name: str | None = None) -> str:
        """Move a staging folder durably to its place as a version, and return the version's name, which is new unless
        it is given. Raises `OSError`.
        """
        name = uuid4().hex if name is None else name
        destination = self.version_folder(extension, name)
        make_folders(destination.parent, 0o700)
        _fsync_tree(staging_folder)
        staging_folder.rename(destination)
        for folder in (destination.parent, destination.parent.parent):
            flush_folder(folder)
        return name

    def discard(self, folder: Path) -> None:
        """Remove a folder with its content, as far as possible; the next start removes the rest."""
        with contextlib.suppress(OSError):
            remove_tree(folder)

    def remove_extension(self, extension: str) -> None:
        """Remove all versions of an extension, and everything that was installed, kept or logged for it."""
        self.discard(self.folder / _INSTALLED / extension)
        for folder in self._shared_folders():
            self.discard(folder / extension)

    def remove_unreferenced(self, references: Iterable[tuple[str, str]]) -> None:
        """Remove all versions except those in `references`, and all that belongs to other extensions.

        `references`: pairs of an extension and the name of its version.
        """
        versions = set(references)
        extensions = {extension for extension, _ in versions}
        self.discard(self.folder / _STAGING)
        self.discard(self.folder / _FORMER_CACHE)
        for extension_folder in _subfolders(self.folder / _INSTALLED):
            for version in _subfolders(extension_folder):
                if (extension_folder.name, version.name) not in versions:
                    self.discard(version)
            with contextlib.suppress(OSError):
                extension_folder.rmdir()  # fails while it has a version
        for folder in self._shared_folders():
            for extension_folder in _subfolders(folder):
                if extension_folder.name not in extensions:
                    self.discard(extension_folder)

    def _shared_folders(self) -> tuple[Path, ...]:
        """The folders with a folder for each extension, which its versions share."""
        return tuple(self.folder / name for name in (_ENVIRONMENTS, _STATE, _INSTALLERS, _LOGS))


def _subfolders(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.is_dir() and not path.is_symlink()]
    except FileNotFoundError:
        return []


def _fsync_tree(folder: Path) -> None:
    """Flush all files and folders below a folder to the disk. Raises `OSError`, also for a symbolic link."""
    for root, _, files in os.walk(folder, topdown=False):
        for file in files:
            descriptor = os.open(Path(root) / file, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
        flush_folder(Path(root))
