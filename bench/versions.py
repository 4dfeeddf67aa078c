"""Versions of Facetry: this checkout, and an older one that runs beside it."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench.processes import ROOT, environment_of

NEW: Final = "new"
OLD: Final = "old"
_VECTOR_CODE: Final = ("facetry/library/search/vectors", "facetry/store/migrations/versions")
"""Folders of the code that decides how libraries and files of vectors look."""
_MAKE_LIBRARY: Final = """
import sys
from pathlib import Path
from bench import million
print(million.library(Path(sys.argv[1]), int(sys.argv[2])))
"""


class VersionError(Exception):
    """The older version cannot be had."""


@dataclass(frozen=True, slots=True)
class Version:
    """A version: its name in the tables, and the folder with its source code."""

    name: str
    source: Path

    def library(self, data: Path, images: int) -> Path:
        """The library of `bench.million` with this many images, made by the code of this version if it is missing.

        Versions with the same revision of the database share it. Raises `VersionError` when it cannot be made.
        """
        done = _make_library(self.source, data, images)
        if done.returncode != 0:  # its own benches may be too old for libraries of any size
            with self.with_these_benches(data) as source:
                done = _make_library(source, data, images)
        if done.returncode != 0:
            raise VersionError(f"{self.source} cannot make a library of {images} images: {done.stderr[-2000:]}")
        *messages, folder = done.stdout.splitlines()
        print(*messages, sep="\n", end="\n" if messages else "", flush=True)
        return Path(folder)

    @contextmanager
    def library_copy(self, data: Path, images: int) -> Iterator[Path]:
        """A copy of the library, to be written to; it is removed at the end."""
        copy = data / f"copy-{os.getpid()}-{self.name}-{images}"
        try:
            yield shutil.copytree(self.library(data, images), copy)
        finally:
            shutil.rmtree(copy, ignore_errors=True)

    @contextmanager
    def with_these_benches(self, data: Path) -> Iterator[Path]:
        """A folder with the source code of this version and the benches of this checkout, removed at the end."""
        folder = data / f"benches-{os.getpid()}-{self.name}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        try:
            for entry in self.source.iterdir():
                if entry.name not in ("bench", ".git"):
                    (folder / entry.name).symlink_to(entry)
            (folder / "bench").symlink_to(ROOT / "bench")
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def vector_digest(self) -> str:
        """A digest of the code that decides how a library with vectors looks. Equal ones can share their files."""
        digest = hashlib.sha256()
        for folder in _VECTOR_CODE:
            for file in sorted((self.source / folder).rglob("*.py")):
                digest.update(file.read_bytes())
        return digest.hexdigest()[:8]


def _make_library(source: Path, data: Path, images: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", _MAKE_LIBRARY, str(data), str(images)]
    return subprocess.run(command, cwd=source, env=environment_of(source), capture_output=True, text=True)


def this_version() -> Version:
    """This checkout."""
    return Version(NEW, ROOT)


def old_version(place: str, data: Path) -> Version:
    """The older version: a folder with its source code, or a commit, of which a worktree is made in `data`.

    Raises `VersionError` when `place` is neither, or when git refuses.
    """
    if (Path(place) / "facetry" / "__main__.py").exists():
        return Version(OLD, Path(place).resolve())
    try:
        commit = _git("rev-parse", "--verify", "--quiet", f"{place}^{{commit}}")
    except VersionError:
        raise VersionError(f"{place!r} is neither a commit of this repository nor a folder with Facetry") from None
    worktree = (data / f"worktree-{commit[:12]}").resolve()
    if not (worktree / "facetry" / "__main__.py").exists():
        shutil.rmtree(worktree, ignore_errors=True)  # of a run that was interrupted
        prune_worktrees()
        _git("worktree", "add", "--quiet", "--detach", str(worktree), commit)
    return Version(OLD, worktree)


def prune_worktrees() -> None:
    """Let git forget the worktrees whose folders are gone. Raises `VersionError` when git refuses."""
    _git("worktree", "prune")


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise VersionError(f"git {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout.strip()
