"""Resolves the paths of a command line into inputs: files, folders of extensions, and the documents in folders."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MANIFEST: Final = "manifest.json"
ENDING: Final = ".json"
STDIN: Final = "-"
IGNORED_FOLDERS: Final = frozenset({"node_modules", "__pycache__", "venv", "__MACOSX"})
"""Folders of other tools. Hidden folders and virtual environments are left out as well."""
_ENVIRONMENT_MARK: Final = "pyvenv.cfg"
_GLOB_CHARACTERS: Final = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class Input:
    """A file to validate, or with `is_folder` the folder of an extension. `root` is the folder in which it was found;
    None for a path that was named. With a `reason`, it cannot be listed.
    """

    path: Path
    is_folder: bool = False
    root: Path | None = None
    reason: str | None = None

    @property
    def is_named(self) -> bool:
        """Whether the command names this very file or folder."""
        return self.root is None


class NoSuchPathError(Exception):
    """A path that does not exist, or a glob that matches nothing."""


FolderTest = Callable[[Path], bool]


def resolve(path: str, is_extension: FolderTest) -> Iterator[Input]:
    """The inputs of one path. `is_extension` tells whether a folder with a manifest.json is that of an extension.

    Raises `NoSuchPathError`.
    """
    named = Path(path)
    if path and os.path.lexists(named):
        yield from _of_path(named, is_extension)
    elif _GLOB_CHARACTERS.isdisjoint(path):
        raise NoSuchPathError("there is no such file or folder")
    else:
        import glob

        matches = sorted(glob.glob(path, recursive=True))  # noqa: PTH207 -- pathlib has no absolute patterns
        if not matches:
            raise NoSuchPathError("no file matches this pattern")
        seen: set[Path] = set()
        for match in map(Path, matches):
            inputs = walk(match, is_extension) if match.is_dir() else [Input(match, root=match.parent)]
            for found in inputs:
                if found.path not in seen:
                    seen.add(found.path)
                    yield found


def walk(folder: Path, is_extension: FolderTest) -> Iterator[Input]:
    """The extension that a folder is, or else the extensions and JSON files in it, by name. Links to folders are not
    followed, and files only when they lead to a file inside of the folder.
    """
    pending = [folder]
    real_folder = folder.resolve()
    while pending:
        current = pending.pop()
        if (current / MANIFEST).is_file() and is_extension(current):
            yield Input(current, is_folder=True, root=folder)
            continue
        try:
            entries = sorted(os.scandir(current), key=lambda entry: entry.name)
        except OSError as error:
            yield Input(current, root=folder, reason=error.strerror or type(error).__name__)
            continue
        for entry in entries:
            path = current / entry.name
            if entry.name.lower().endswith(ENDING) and _is_inside(path, entry, real_folder):
                yield Input(path, root=folder)
        pending += [current / entry.name for entry in reversed(entries) if _is_walked(entry)]


def _of_path(named: Path, is_extension: FolderTest) -> Iterator[Input]:
    if named.is_dir():
        yield from walk(named, is_extension)
    else:
        yield Input(named)


def _is_walked(entry: os.DirEntry[str]) -> bool:
    return (
        entry.is_dir(follow_symlinks=False)
        and not entry.name.startswith(".")
        and entry.name not in IGNORED_FOLDERS
        and not Path(entry.path, _ENVIRONMENT_MARK).is_file()
    )


def _is_inside(path: Path, entry: os.DirEntry[str], real_folder: Path) -> bool:
    if not entry.is_symlink():
        return entry.is_file()
    try:
        return entry.is_file() and path.resolve().is_relative_to(real_folder)
    except (OSError, RuntimeError):
        return False  # a circle of links
