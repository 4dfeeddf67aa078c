"""The folder that an author works in: which of its files belong to the extension."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from facetry.authoring.zip_archive import File
from facetry.extensions.packages.entries import Limits

IGNORE: Final = ".facetryignore"
LEFT_OUT: Final = (
    *(".git", ".hg", ".svn", ".gitignore", ".gitattributes", IGNORE),
    *(".venv", "venv", "node_modules", "__pycache__", "*.pyc", "*.egg-info"),
    *(".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis", ".tox", ".nox", ".coverage"),
    *(".idea", ".vscode", ".DS_Store", "__MACOSX"),
    *("/parameters.json", "/.home", "/.cache"),
)
"""What never belongs to an extension: traces of other tools, and what the service itself puts there."""


class FolderError(Exception):
    """Something in the folder cannot be packed: which, why, and what helps."""

    def __init__(self, path: str, rule: str, detail: str, remedy: str) -> None:
        super().__init__(detail)
        self.path = path
        self.rule = rule
        self.detail = detail
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class Patterns:
    """What is left out: names, wherever they are, and paths from the folder, which are those patterns that have a slash
    in front or within. `*`, `?` and `[…]` stand for characters.
    """

    names: tuple[str, ...]
    paths: tuple[str, ...]

    def match(self, path: str) -> bool:
        """Whether a file or folder, by its path from the folder, is left out."""
        name = path.rpartition("/")[2]
        return any(fnmatch.fnmatchcase(name, pattern) for pattern in self.names) or any(
            fnmatch.fnmatchcase(path, pattern) for pattern in self.paths
        )


def patterns(folder: Path) -> Patterns:
    """Those that always hold, and those of the author. Raises `FolderError`."""
    lines = list(LEFT_OUT)
    try:
        written = (folder / IGNORE).read_text("utf-8").splitlines()
    except FileNotFoundError:
        written = []
    except (OSError, UnicodeDecodeError) as error:
        raise FolderError(IGNORE, "folder.ignore", f"It cannot be read: {error}.", "Write it as UTF-8.") from None
    for line in map(str.strip, written):
        if line.startswith("!"):
            detail = f"The pattern {line} would put something back, which is not possible."
            raise FolderError(IGNORE, "folder.ignore", detail, "Name what is to be left out, and nothing else.")
        if line and not line.startswith("#"):
            lines.append(line.rstrip("/"))
    return Patterns(
        tuple(line for line in lines if "/" not in line),
        tuple(line.removeprefix("/") for line in lines if "/" in line),
    )


def files(folder: Path, also_left_out: tuple[str, ...] = ()) -> list[File]:
    """The files of the extension, sorted by path. Raises `FolderError`."""
    known = patterns(folder)
    left_out = Patterns(known.names, (*known.paths, *also_left_out))
    found: list[File] = []
    room = Limits().unpacked_bytes
    for path in _paths(folder, "", left_out):
        room -= (folder / path).stat().st_size
        if room < 0:
            detail = f"With it, the folder has more than {Limits().unpacked_bytes} bytes."
            raise FolderError(path, "folder.size", detail, f"Name what is not needed in {IGNORE}.")
        found.append(_file(folder, path))
    return found


def _paths(folder: Path, above: str, left_out: Patterns) -> Iterator[str]:
    for entry in sorted(os.scandir(folder / above), key=lambda entry: entry.name):
        path = f"{above}{entry.name}"
        if left_out.match(path):
            continue
        if entry.is_symlink():
            remedy = f"Put what it leads to in its place, or name it in {IGNORE}."
            raise FolderError(path, "folder.link", "It is a link, which no archive of an extension may have.", remedy)
        if entry.is_dir():
            yield from _paths(folder, f"{path}/", left_out)
        elif entry.is_file():
            yield path
        else:
            raise FolderError(path, "folder.special", "It is neither a file nor a folder.", f"Name it in {IGNORE}.")


def _file(folder: Path, path: str) -> File:
    try:
        return File(path, (folder / path).read_bytes(), is_executable=os.access(folder / path, os.X_OK))
    except OSError as error:
        raise FolderError(
            path, "folder.read", f"It cannot be read: {error.strerror}.", "See who may read it."
        ) from None
