"""Walking a repository's folder: which files are there, without opening one of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from facetry.library.beneath import open_folder
from facetry.library.images import FileFacts
from facetry.library.imaging.rules import Rule
from facetry.library.imaging.sniff import claims

BATCH_FILES: Final = 256


@dataclass(frozen=True, slots=True)
class Closed:
    """A file or folder that cannot even be looked at. Nothing is known of what lies beneath such a folder."""

    file: FileFacts
    rule: Rule
    reason: str
    folder: bool


@dataclass(slots=True)
class Batch:
    """A part of what a folder holds: at most 256 regular files, and what is closed."""

    files: list[FileFacts] = field(default_factory=list)
    closed: list[Closed] = field(default_factory=list)


def walk(root: Path) -> Iterator[Batch]:
    """The regular files beneath `root`, folder by folder, each folder in the order of its names.

    Symbolic links are not followed, so the walk ends and stays inside; hidden files and folders are passed over.
    Raises OSError when the root itself cannot be listed.
    """
    os.close(open_folder(str(root)))
    folders: list[tuple[str, ...]] = [()]
    batch = Batch()
    while folders:
        parts = folders.pop()
        inner: list[tuple[str, ...]] = []
        try:
            for found in _folder(root, parts):
                if isinstance(found, str):
                    inner.append((*parts, found))
                elif isinstance(found, Closed):
                    batch.closed.append(found)
                else:
                    batch.files.append(found)
                    if len(batch.files) >= BATCH_FILES:
                        yield batch
                        batch = Batch()
        except FileNotFoundError:
            if not parts:
                raise
        except OSError as error:
            if not parts:
                raise
            batch.closed.append(_closed_folder(parts, error))
        folders += reversed(inner)
    if batch.files or batch.closed:
        yield batch


def _folder(root: Path, parts: tuple[str, ...]) -> Iterator[FileFacts | Closed | str]:
    """What one folder holds: facts of its files, names of its folders."""
    descriptor = open_folder(str(root), parts)
    try:
        with os.scandir(descriptor) as listing:
            entries = sorted(listing, key=lambda entry: os.fsencode(entry.name))
        for entry in entries:
            if entry.name.startswith("."):
                continue
            is_folder = entry.is_dir(follow_symlinks=False)
            if not is_folder and not entry.is_file(follow_symlinks=False):
                continue
            path = "/".join((*parts, entry.name))
            if not _is_text(entry.name):
                if is_folder or claims(entry.name):
                    yield Closed(_nothing(path), "file.name", "Its name is not valid UTF-8.", is_folder)
            elif is_folder:
                yield entry.name
            else:
                try:
                    yield _facts(path, entry.stat(follow_symlinks=False))
                except FileNotFoundError:
                    continue  # gone since the folder was listed
    finally:
        os.close(descriptor)


def _facts(path: str, stat: os.stat_result) -> FileFacts:
    return FileFacts(
        path=path,
        size=stat.st_size,
        created_ms=min(stat.st_mtime_ns, stat.st_ctime_ns) // 1_000_000,
        modified_ms=stat.st_mtime_ns // 1_000_000,
        modified_ns=stat.st_mtime_ns,
    )


def _nothing(path: str) -> FileFacts:
    """Facts of what has none to compare; the path is spelt so that it can be stored and shown."""
    spelt = os.fsencode(path).decode("utf-8", "backslashreplace")
    return FileFacts(path=spelt, size=0, created_ms=0, modified_ms=0, modified_ns=0)


def _closed_folder(parts: tuple[str, ...], error: OSError) -> Closed:
    rule: Rule = "file.permission" if isinstance(error, PermissionError) else "file.read"
    return Closed(_nothing("/".join(parts)), rule, f"The folder cannot be listed: {error.strerror}.", folder=True)


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
