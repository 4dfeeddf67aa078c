"""Selects the files of an extension's folder that belong into its archive."""

from __future__ import annotations

import fnmatch
import itertools
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from facetry.errors import FaultError
from facetry.extensions.packages.entries import ArchiveLimits, entry_path
from facetry.validate.finding import Finding, finding_of
from facetry.validate.located import LocatedFinding
from facetry.validate.ranges import Lines, Range

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
MAX_FINDINGS: Final = 100
"""The findings on one folder that are listed."""


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


@dataclass(frozen=True, slots=True)
class FolderContent:
    """The files of an extension, sorted by path, and the findings on what cannot be packed, at most `MAX_FINDINGS`."""

    files: tuple[ArchiveFile, ...]
    findings: tuple[LocatedFinding, ...]


def read_folder(folder: Path, manifest: bytes) -> FolderContent:
    """Read the files of the extension with this manifest. Files that an archive cannot hold are left out, each with a
    finding.
    """
    found: list[LocatedFinding] = []
    files: list[ArchiveFile] = []
    remaining_bytes = ArchiveLimits().unpacked_bytes
    for path in _paths(folder, _ignore_patterns(folder, manifest, found), found):
        try:
            remaining_bytes -= (folder / path).stat().st_size
            if remaining_bytes < 0:
                detail = f"The folder has more than {ArchiveLimits().unpacked_bytes} bytes up to this file."
                found.append(finding_at(path, "size", detail, f"Add files that are not needed to {IGNORE_FILE}."))
                break
            files.append(_read_file(folder, path))
        except OSError as error:
            found.append(unreadable(path, error))
        if len(found) >= MAX_FINDINGS:
            break
    return FolderContent(tuple(sorted(files, key=lambda file: file.name)), tuple(found[:MAX_FINDINGS]))


def names(folder: Path, manifest: bytes) -> frozenset[str] | None:
    """The paths of the files of the extension with this manifest; None for a folder that no archive could hold."""
    found: list[LocatedFinding] = []
    paths = _paths(folder, _ignore_patterns(folder, manifest, found), found)
    limited = frozenset(itertools.islice(paths, ArchiveLimits().entries + 1))
    return None if found or len(limited) > ArchiveLimits().entries else limited


def finding_at(path: str, rule: str, detail: str, remedy: str, place: Range | None = None) -> LocatedFinding:
    """The finding on a file with the rule `folder.{rule}`."""
    return LocatedFinding(path, Finding(rule=f"folder.{rule}", pointer="", detail=detail, remedy=remedy), place)


def unreadable(path: str, error: OSError) -> LocatedFinding:
    """The finding on a file or folder that cannot be read."""
    return finding_at(path, "read", f"It cannot be read: {error.strerror}.", "Check its permissions.")


def entry_finding(path: str, *, is_link: bool) -> LocatedFinding:
    """The finding on a link, or on what is neither a file nor a folder."""
    if is_link:
        remedy = f"Replace it by the file or folder itself, or add it to {IGNORE_FILE}."
        return finding_at(path, "link", "It is a symbolic link, which an archive must not contain.", remedy)
    return finding_at(path, "special", "It is neither a file nor a folder.", f"Add it to {IGNORE_FILE}.")


def _ignore_patterns(folder: Path, manifest: bytes, found: list[LocatedFinding]) -> IgnorePatterns:
    """The default patterns, those of the author, and those of earlier archives of the extension. Faults in those of the
    author are added to `found`.
    """
    lines = list(DEFAULT_IGNORED)
    text = b""
    path = folder / IGNORE_FILE
    try:
        if path.is_file():  # a pipe would never end
            text = path.read_bytes()
        elif os.path.lexists(path):
            found.append(entry_finding(IGNORE_FILE, is_link=path.is_symlink()))
        author_lines = text.decode().split("\n")
    except (OSError, UnicodeDecodeError) as error:
        found.append(finding_at(IGNORE_FILE, "ignore", f"It cannot be read: {error}.", "Write it as UTF-8."))
        author_lines = []
    for number, line in enumerate(map(str.strip, author_lines), 1):
        if line.startswith("!"):
            detail = f"The pattern {line} negates another one, which is not supported."
            place = Lines(text).line(number)
            found.append(finding_at(IGNORE_FILE, "ignore", detail, "Write patterns without !.", place))
        elif line and not line.startswith("#"):
            lines.append(line.rstrip("/"))
    return IgnorePatterns(
        tuple(line for line in lines if "/" not in line),
        (*(line.removeprefix("/") for line in lines if "/" in line), *_former_archive_patterns(manifest)),
    )


def _former_archive_patterns(manifest: bytes) -> tuple[str, ...]:
    """Patterns for earlier archives of the same extension, which may lie in its folder."""
    try:
        id: Any = json.loads(manifest)["id"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return ()
    return (f"{id}-*.zip",) if isinstance(id, str) else ()


def _paths(folder: Path, ignored: IgnorePatterns, found: list[LocatedFinding]) -> Iterator[str]:
    """The paths of the files. What an archive cannot hold is added to `found`."""
    pending = [""]
    while pending:
        prefix = pending.pop()
        try:
            entries = sorted(os.scandir(folder / prefix), key=lambda entry: entry.name)
        except OSError as error:
            found.append(unreadable(prefix.removesuffix("/") or ".", error))
            continue
        folders = []
        for entry in entries:
            path = f"{prefix}{entry.name}"
            if ignored.match(path):
                continue
            if entry.is_dir(follow_symlinks=False):
                folders.append(f"{path}/")
            elif entry.is_file(follow_symlinks=False):
                if (fault := _name_fault(path)) is None:
                    yield path
                else:
                    found.append(fault)
            else:
                found.append(entry_finding(path, is_link=entry.is_symlink()))
        pending += reversed(folders)


def _name_fault(path: str) -> LocatedFinding | None:
    """The finding on a file whose name an archive must not contain."""
    try:
        entry_path(os.fsencode(path))
    except FaultError as error:
        return LocatedFinding(path, finding_of(error.fault))
    return None


def _read_file(folder: Path, path: str) -> ArchiveFile:
    from facetry.authoring.zip_archive import ArchiveFile  # slow to import, and not needed for names

    return ArchiveFile(path, (folder / path).read_bytes(), is_executable=os.access(folder / path, os.X_OK))
