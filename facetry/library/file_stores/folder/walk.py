"""Walks a repository's folder: lists its files without opening any of them."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Collection, Iterable, Iterator

from facetry.imaging.formats import has_picture_suffix
from facetry.imaging.rules import Rule
from facetry.library.file_stores.listing import Batch, InaccessibleEntry, is_hidden, outermost
from facetry.library.pictures import FileFacts
from facetry.system.files.chosen_folders import ChosenFolder, LeadsElsewhereError
from facetry.system.files.file_versions import version_of


def walk(root: ChosenFolder, scope: Collection[str] | None = None) -> Iterator[Batch]:
    """The regular files beneath `root`, folder by folder, each folder in the order of its names.

    With a `scope`, only the files at these paths (relative to `root`, with `/`) and those beneath these folders.
    Symbolic links are not followed, so the walk terminates and stays inside; hidden files and folders are skipped.
    Raises OSError when the root itself cannot be listed, or is another folder by now.
    """
    os.close(root.open())
    batch = Batch()
    folders: list[tuple[str, ...]] = []
    for path in [""] if scope is None else reversed(outermost(scope)):
        parts = _parts(path)
        named_entry = _entry_at(root, parts)
        if isinstance(named_entry, FileFacts):
            batch.files.append(named_entry)
        elif isinstance(named_entry, InaccessibleEntry):
            batch.inaccessible.append(named_entry)
        elif named_entry:
            folders.append(parts)
        if batch.is_full:
            yield batch
            batch = Batch()
    while folders:
        parts = folders.pop()
        subfolders: list[tuple[str, ...]] = []
        try:
            for entry in list_folder(root, parts):
                if isinstance(entry, str):
                    subfolders.append((*parts, entry))
                    continue
                if isinstance(entry, InaccessibleEntry):
                    batch.inaccessible.append(entry)
                else:
                    batch.files.append(entry)
                if batch.is_full:
                    yield batch
                    batch = Batch()
        except FileNotFoundError:
            if not parts:
                raise
        except OSError as error:
            if not parts or isinstance(error, LeadsElsewhereError):
                raise
            batch.inaccessible.append(_unlistable_folder(parts, error))
            if batch.is_full:
                yield batch
                batch = Batch()
        folders += reversed(subfolders)
    if batch.files or batch.inaccessible:
        yield batch


def folders(root: ChosenFolder, scope: Iterable[str] = ("",)) -> Iterator[str]:
    """The folders that a walk lists, relative to `root`; by default all, and `root` itself as an empty text.

    With a `scope`, only those at these paths and beneath them. Folders that cannot be listed have no folders in them.
    """
    try:
        pending = [parts for parts in map(_parts, scope) if _entry_at(root, parts) is True]
    except LeadsElsewhereError:
        return  # whoever watches the folder notices
    while pending:
        parts = pending.pop()
        yield "/".join(parts)
        try:
            pending += [(*parts, entry) for entry in list_folder(root, parts) if isinstance(entry, str)]
        except OSError:
            continue  # scans report it


def _parts(path: str) -> tuple[str, ...]:
    return tuple(path.split("/")) if path else ()


def _entry_at(root: ChosenFolder, parts: tuple[str, ...]) -> FileFacts | InaccessibleEntry | bool:
    """The entry at a path of the scope: facts of a regular file, an inaccessible entry, or whether there is a
    folder.
    """
    if not parts:
        return True
    *parents, name = parts
    try:
        folder = root.open(tuple(parents))
        try:
            status = os.stat(name, dir_fd=folder, follow_symlinks=False)
            facts = _facts("/".join(parts), status, folder)
        finally:
            os.close(folder)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except LeadsElsewhereError:
        raise
    except OSError as error:
        return False if error.errno == errno.ELOOP else _unlistable_folder(tuple(parents) or parts, error)
    path = "/".join(parts)
    if is_hidden(path) or not _is_utf8(path):
        return False
    return facts if stat.S_ISREG(status.st_mode) else stat.S_ISDIR(status.st_mode)


def list_folder(root: ChosenFolder, parts: tuple[str, ...]) -> Iterator[FileFacts | InaccessibleEntry | str]:
    """The contents of one folder: facts of its files, names of its folders, and inaccessible entries.

    Raises OSError when the folder itself cannot be listed.
    """
    descriptor = root.open(parts)
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
            if not _is_utf8(entry.name):
                if is_folder or has_picture_suffix(entry.name):
                    yield InaccessibleEntry(_empty_facts(path), "file.name", "Its name is not valid UTF-8.", is_folder)
            elif is_folder:
                yield entry.name
            else:
                try:
                    yield _facts(path, entry.stat(follow_symlinks=False), descriptor)
                except FileNotFoundError:
                    continue  # gone since the folder was listed
    finally:
        os.close(descriptor)


def _facts(path: str, status: os.stat_result, folder: int) -> FileFacts:
    size, date_ns, change_ns, inode = version_of(status, folder)
    created_ms = min(status.st_mtime_ns, status.st_ctime_ns) // 1_000_000
    return FileFacts(path, size, created_ms, status.st_mtime_ns // 1_000_000, date_ns, change_ns, inode)


def _empty_facts(path: str) -> FileFacts:
    """Facts without size and times; the path is escaped so that it can be stored and displayed."""
    printable = os.fsencode(path).decode("utf-8", "backslashreplace")
    return FileFacts(path=printable, size=0, created_ms=0, modified_ms=0, modified_ns=0)


def _unlistable_folder(parts: tuple[str, ...], error: OSError) -> InaccessibleEntry:
    rule: Rule = "file.permission" if isinstance(error, PermissionError) else "file.read"
    return InaccessibleEntry(
        _empty_facts("/".join(parts)), rule, f"The folder cannot be listed: {error.strerror}.", is_folder=True
    )


def _is_utf8(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
