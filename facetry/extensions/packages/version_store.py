"""Stores installed extensions on the disk: a folder for each version, so that no running program is overwritten.

The record of an extension names the folder of its version. A folder without a record was left by an interrupted
installation or by a replaced version; it is removed at the next start.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final
from uuid import uuid4

_STAGING: Final = "staging"
_INSTALLED: Final = "installed"
_LOGS: Final = "logs"
_CACHE: Final = "cache"


class VersionStore:
    """The folder of all extensions: their versions, their logs and their shared cache."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def shared_cache(self) -> Path:
        """The folder that all extensions share, for models and other downloads."""
        return self._folder / _CACHE

    def log_folder(self, extension: str) -> Path:
        """The folder of an extension's logs, which all its versions share."""
        return self._folder / _LOGS / extension

    def version_folder(self, extension: str, name: str) -> Path:
        """The folder of a version."""
        return self._folder / _INSTALLED / extension / name

    def create_staging_folder(self) -> Path:
        """Create an empty folder for unpacking an archive. Raises `OSError`."""
        staging = self._folder / _STAGING
        staging.mkdir(parents=True, exist_ok=True, mode=0o700)
        return Path(tempfile.mkdtemp(dir=staging))

    def commit_version(self, staging_folder: Path, extension: str) -> str:
        """Move a staging folder durably to its place as a version, and return the version's name. Raises `OSError`."""
        name = uuid4().hex
        destination = self.version_folder(extension, name)
        destination.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _fsync_tree(staging_folder)
        staging_folder.rename(destination)
        for folder in (destination.parent, destination.parent.parent):
            _fsync_folder(folder)
        return name

    def discard(self, folder: Path) -> None:
        """Remove a folder with its content, as far as possible; the next start removes the rest."""
        shutil.rmtree(folder, ignore_errors=True)

    def remove_extension(self, extension: str) -> None:
        """Remove all versions and logs of an extension."""
        for folder in (self._folder / _INSTALLED / extension, self.log_folder(extension)):
            self.discard(folder)

    def remove_unreferenced(self, references: Iterable[tuple[str, str]]) -> None:
        """Remove all versions except those in `references`, and the logs of all other extensions.

        `references`: pairs of an extension and the name of its version.
        """
        versions = set(references)
        extensions = {extension for extension, _ in versions}
        self.discard(self._folder / _STAGING)
        for extension_folder in _subfolders(self._folder / _INSTALLED):
            for version in _subfolders(extension_folder):
                if (extension_folder.name, version.name) not in versions:
                    self.discard(version)
            with contextlib.suppress(OSError):
                extension_folder.rmdir()  # fails while it has a version
        for extension_folder in _subfolders(self._folder / _LOGS):
            if extension_folder.name not in extensions:
                self.discard(extension_folder)


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
        _fsync_folder(Path(root))


def _fsync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
