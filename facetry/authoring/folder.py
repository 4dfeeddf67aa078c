"""Selects the files of an extension's folder that belong into its archive."""

from __future__ import annotations

import fnmatch
import itertools
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from facetry.extensions.packages.entries import ArchiveLimits

if TYPE_CHECKING:
    from facetry.authoring.zip_archive import ArchiveFile

IGNORE_FILE: Final = ".facetryignore"
SCHEMA_FILE: Final = "schemas/manifest-v3.schema.json"
"""The copy of the manifest schema in the folder, which editors find without a network."""
DEFAULT_IGNORED: Final = (
    *(".git", ".hg", ".svn", ".gitignore", ".gitattributes", IGNORE_FILE),
    *(".venv", "venv", "node_modules", "__pycache__", "*.pyc", "*.egg-info"),
    *(".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis", ".tox", ".nox", ".coverage"),
    *(".idea", ".vscode", ".DS_Store", "__MACOSX"),
    *("/parameters.json", "/.home", "/.cache"),
    f"/{SCHEMA_FILE}",
)
"""Never part of an archive: files of other tools and for editors, and files that the service itself creates."""


class FolderError(Exception):
    """A file of the folder cannot be packed. `path` names it; `detail` is the reason."""

    def __init__(self, path: str, rule: str, detail: str, remedy: str) -> None:
        super().__init__(detail)
        self.path = path
        self.rule = rule
        self.detail = detail
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class IgnorePatterns:
    """Patterns of ignored files. Patterns with a slash at the start or inside match paths relative to the folder;
    others match names in any folder. `*`, `?` and `[…]` are wildcards.
    """

    names: tuple[str, ...]
    paths: tuple[str, ...]

    def match(self, path: str) -> bool:
        """Whether a file or folder, given by its path relative to the folder, is ignored."""
        name = path.rpartition("/")[2]
        return any(fnmatch.fnmatchcase(name, pattern) for pattern in self.names) or any(
            fnmatch.fnmatchcase(path, pattern) for pattern in self.paths
        )


def ignore_patterns(folder: Path) -> IgnorePatterns:
    """The default patterns and those of the author. Raises `FolderError`."""
    lines = list(DEFAULT_IGNORED)
    try:
        author_lines = (folder / IGNORE_FILE).read_text("utf-8").splitlines()
    except FileNotFoundError:
        author_lines = []
    except (OSError, UnicodeDecodeError) as error:
        raise FolderError(IGNORE_FILE, "folder.ignore", f"It cannot be read: {error}.", "Write it as UTF-8.") from None
    for line in map(str.strip, author_lines):
        if line.startswith("!"):
            detail = f"The pattern {line} negates another one, which is not supported."
            raise FolderError(IGNORE_FILE, "folder.ignore", detail, "Write patterns without !.")
        if line and not line.startswith("#"):
            lines.append(line.rstrip("/"))
    return IgnorePatterns(
        tuple(line for line in lines if "/" not in line),
        tuple(line.removeprefix("/") for line in lines if "/" in line),
    )


def files(folder: Path, also_ignored: tuple[str, ...] = ()) -> list[ArchiveFile]:
    """The files of the extension, sorted by path. Raises `FolderError`."""
    patterns = ignore_patterns(folder)
    ignored = IgnorePatterns(patterns.names, (*patterns.paths, *also_ignored))
    result: list[ArchiveFile] = []
    remaining_bytes = ArchiveLimits().unpacked_bytes
    for path in _paths(folder, "", ignored):
        remaining_bytes -= (folder / path).stat().st_size
        if remaining_bytes < 0:
            detail = f"The folder has more than {ArchiveLimits().unpacked_bytes} bytes up to this file."
            raise FolderError(path, "folder.size", detail, f"Add files that are not needed to {IGNORE_FILE}.")
        result.append(_read_file(folder, path))
    return result


def _paths(folder: Path, prefix: str, ignored: IgnorePatterns) -> Iterator[str]:
    for entry in sorted(os.scandir(folder / prefix), key=lambda entry: entry.name):
        path = f"{prefix}{entry.name}"
        if ignored.match(path):
            continue
        if entry.is_symlink():
            remedy = f"Replace it by the file or folder itself, or add it to {IGNORE_FILE}."
            raise FolderError(path, "folder.link", "It is a symbolic link, which an archive must not contain.", remedy)
        if entry.is_dir():
            yield from _paths(folder, f"{path}/", ignored)
        elif entry.is_file():
            yield path
        else:
            raise FolderError(path, "folder.special", "It is neither a file nor a folder.", f"Add it to {IGNORE_FILE}.")


def names(folder: Path) -> frozenset[str] | None:
    """The paths of the files of the extension; None for a folder that no archive could hold."""
    try:
        found = frozenset(itertools.islice(_paths(folder, "", ignore_patterns(folder)), ArchiveLimits().entries + 1))
    except (FolderError, OSError):
        return None
    return found if len(found) <= ArchiveLimits().entries else None


def _read_file(folder: Path, path: str) -> ArchiveFile:
    from facetry.authoring.zip_archive import ArchiveFile  # slow to import, and not needed for names

    try:
        return ArchiveFile(path, (folder / path).read_bytes(), is_executable=os.access(folder / path, os.X_OK))
    except OSError as error:
        raise FolderError(
            path, "folder.read", f"It cannot be read: {error.strerror}.", "Check its permissions."
        ) from None
