"""Walking a repository's folder: which files are there, without opening one of them."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from facetry.imaging.formats import claims
from facetry.imaging.rules import Rule
from facetry.library.images import FileFacts
from facetry.system.file_times import modified_ns
from facetry.system.safe_open import open_folder

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


def walk(root: Path, scope: Collection[str] | None = None) -> Iterator[Batch]:
    """The regular files beneath `root`, folder by folder, each folder in the order of its names.

    With a `scope`, only the files at these paths (relative to `root`, with `/`) and those beneath these folders.
    Symbolic links are not followed, so the walk ends and stays inside; hidden files and folders are passed over.
    Raises OSError when the root itself cannot be listed.
    """
    os.close(open_folder(str(root)))
    batch = Batch()
    folders: list[tuple[str, ...]] = []
    for path in [""] if scope is None else sorted(scope, reverse=True):
        parts = tuple(path.split("/")) if path else ()
        found = _at(root, parts)
        if isinstance(found, FileFacts):
            batch.files.append(found)
        elif isinstance(found, Closed):
            batch.closed.append(found)
        elif found:
            folders.append(parts)
        if len(batch.files) >= BATCH_FILES:
            yield batch
            batch = Batch()
    while folders:
        parts = folders.pop()
        inner: list[tuple[str, ...]] = []
        try:
            for each in _folder(root, parts):
                if isinstance(each, str):
                    inner.append((*parts, each))
                elif isinstance(each, Closed):
                    batch.closed.append(each)
                else:
                    batch.files.append(each)
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


def folders(root: Path) -> Iterator[Path]:
    """`root` and the folders beneath it that a walk looks into; those that cannot be listed are passed over."""
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        parts = waiting.pop()
        yield root.joinpath(*parts)
        try:
            waiting += [(*parts, each) for each in _folder(root, parts) if isinstance(each, str)]
        except OSError:
            continue  # a scan reports it


def is_hidden(path: str) -> bool:
    """Whether scans pass over the file or folder at `path`, relative to the root and with `/`."""
    return any(part.startswith(".") for part in path.split("/"))


def _at(root: Path, parts: tuple[str, ...]) -> FileFacts | Closed | bool:
    """What lies at a path that was named: facts of a regular file, whether it is a folder, or that it is closed."""
    if not parts:
        return True
    *parents, name = parts
    try:
        folder = open_folder(str(root), tuple(parents))
        try:
            found = os.stat(name, dir_fd=folder, follow_symlinks=False)
        finally:
            os.close(folder)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        return False if error.errno == errno.ELOOP else _closed_folder(tuple(parents) or parts, error)
    path = "/".join(parts)
    if is_hidden(path) or not _is_text(path):
        return False
    return _facts(path, found) if stat.S_ISREG(found.st_mode) else stat.S_ISDIR(found.st_mode)


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


def _facts(path: str, found: os.stat_result) -> FileFacts:
    return FileFacts(
        path=path,
        size=found.st_size,
        created_ms=min(found.st_mtime_ns, found.st_ctime_ns) // 1_000_000,
        modified_ms=found.st_mtime_ns // 1_000_000,
        modified_ns=modified_ns(found),
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
