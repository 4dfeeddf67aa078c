"""Where installed extensions lie: a folder for each version, so that nothing that runs is ever written over.

The record of an extension names the folder of its version. What no record names was left by an installation that was
interrupted, or by a version that was replaced, and is swept away at the next start.
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


class Shelf:
    """The folder of all extensions."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def cache(self) -> Path:
        """What all extensions share: models and the like."""
        return self._folder / _CACHE

    def logs(self, extension: str) -> Path:
        """Where the logs of an extension are kept, from version to version."""
        return self._folder / _LOGS / extension

    def place(self, extension: str, name: str) -> Path:
        """The folder of a version."""
        return self._folder / _INSTALLED / extension / name

    def stage(self) -> Path:
        """An empty folder in which an archive can be unpacked. Raises `OSError`."""
        staging = self._folder / _STAGING
        staging.mkdir(parents=True, exist_ok=True, mode=0o700)
        return Path(tempfile.mkdtemp(dir=staging))

    def adopt(self, staged: Path, extension: str) -> str:
        """Make a staged folder that of a version, durably, and return its name. Raises `OSError`."""
        name = uuid4().hex
        place = self.place(extension, name)
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _flush(staged)
        staged.rename(place)
        for folder in (place.parent, place.parent.parent):
            _flush_folder(folder)
        return name

    def discard(self, folder: Path) -> None:
        """Remove a folder and what it holds; what cannot be removed goes at the next start."""
        shutil.rmtree(folder, ignore_errors=True)

    def forget(self, extension: str) -> None:
        """Remove everything of an extension."""
        for folder in (self._folder / _INSTALLED / extension, self.logs(extension)):
            self.discard(folder)

    def sweep(self, kept: Iterable[tuple[str, str]]) -> None:
        """Remove all but the versions in `kept`, pairs of an extension and a name, and the logs of these extensions."""
        versions = set(kept)
        extensions = {extension for extension, _ in versions}
        self.discard(self._folder / _STAGING)
        for home in _folders(self._folder / _INSTALLED):
            for version in _folders(home):
                if (home.name, version.name) not in versions:
                    self.discard(version)
            with contextlib.suppress(OSError):
                home.rmdir()  # unless it holds a version
        for home in _folders(self._folder / _LOGS):
            if home.name not in extensions:
                self.discard(home)


def _folders(folder: Path) -> list[Path]:
    try:
        return [each for each in folder.iterdir() if each.is_dir() and not each.is_symlink()]
    except FileNotFoundError:
        return []


def _flush(folder: Path) -> None:
    """See to it that what is in the folder is on the disk before anything relies on it."""
    for home, _, files in os.walk(folder, topdown=False):
        for file in files:
            descriptor = os.open(Path(home) / file, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
        _flush_folder(Path(home))


def _flush_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
