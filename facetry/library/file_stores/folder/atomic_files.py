"""Atomic writes of files into a repository's folder.

A file is never written outside the folder, through a symbolic link, or in part. It never replaces another file, except
by `exchange`. All functions block, and raise faults for errors of the file system.
"""

from __future__ import annotations

import errno
import logging
import os
import secrets
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from facetry.errors import FaultError, bad_parameter, conflict, storage_full
from facetry.library.file_stores.file_store import name_taken, unavailable_fault
from facetry.library.file_stores.folder import renames
from facetry.library.file_stores.folder.returned_files import give_name_back, remove_new_or_return
from facetry.library.file_stores.folder.spelling import listed_name
from facetry.library.file_stores.folder.temporary_records import TEMPORARY_NAME, TEMPORARY_PREFIX, TemporaryRecords
from facetry.library.pictures import FileFacts
from facetry.system.files.chosen_folders import ChosenFolder
from facetry.system.files.file_times import created_ms
from facetry.system.files.file_versions import version_of
from facetry.system.files.safe_open import FOLDER_FLAGS

_LEFTOVER_AGE_SECONDS: Final = 86_400.0
_SWEEP_INTERVAL_SECONDS: Final = 3_600.0
_MAX_SWEPT_FOLDERS: Final = 4_096
_CREATE_FLAGS: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_DISK_FULL_ERRORS: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_NOT_A_FOLDER_ERRORS: Final = frozenset({errno.ELOOP, errno.ENOTDIR, errno.ENOENT})
_BAD_NAME_ERRORS: Final = frozenset({errno.EINVAL, errno.EILSEQ})

_log = logging.getLogger(__name__)
_last_sweeps: dict[tuple[int, int], float] = {}
"""Times of the last sweeps for leftovers of crashes, by device and inode of the folder."""
_in_use: set[str] = set()
"""The names of the temporary files that this process is writing. However old one seems, it is no leftover."""


@dataclass(frozen=True, slots=True)
class Folder:
    """An open folder beneath the folder `root`; `parts` is its path, spelt as the file system lists it."""

    root: ChosenFolder
    parts: tuple[str, ...]
    descriptor: int

    def path(self, name: str) -> str:
        """The path of a file in the folder, relative to the root and with `/`."""
        return "/".join((*self.parts, name))

    def find(self, name: str) -> os.stat_result | None:
        """The status of the entry with this name, without following a link; None when there is none."""
        try:
            return os.stat(name, dir_fd=self.descriptor, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def sync(self) -> None:
        """Make the names in the folder durable."""
        os.fsync(self.descriptor)


@dataclass(frozen=True, slots=True)
class NewFile:
    """A complete and durable file in `folder` under a temporary name; `stat` is its status."""

    folder: Folder
    temporary: TemporaryName
    stat: os.stat_result
    created_ms: int

    @property
    def name(self) -> str:
        """The temporary name."""
        return self.temporary.name

    def facts(self, name: str) -> FileFacts:
        """The facts that a scan will find when the file is called `name`; renaming changes its change time."""
        return file_facts(self.folder, name, self.stat, self.created_ms)


@contextmanager
def open_subfolder(
    root: ChosenFolder, parts: tuple[str, ...], missing_fault: FaultError | None = None
) -> Iterator[Folder]:
    """The folder `parts` beneath `root`, opened without following links.

    With `missing_fault`, this fault is raised when the folder is missing or only reachable through a link. Without it,
    missing folders are created, and removed again when the block fails; a link or a file on the way is 400
    `path.outside`. Raises 409 `repository.unavailable` when the root is missing, or is not
    the folder that was chosen.
    """
    try:
        descriptor = root.open()
    except OSError as error:
        raise unavailable_fault(root.path, error.strerror or str(error)) from error
    created_depths: list[int] = []
    opened_parts: list[str] = []
    try:
        for part in parts:
            parent = descriptor
            if missing_fault is None and _make_folder(parent, part):
                created_depths.append(len(opened_parts))
            try:
                opened_parts.append(listed_name(parent, part))
                descriptor = os.open(opened_parts[-1], FOLDER_FLAGS, dir_fd=parent)
            except OSError as error:
                if error.errno in _NOT_A_FOLDER_ERRORS:
                    raise missing_fault or _outside("/".join((*opened_parts[:-1], part))) from error
                raise
            os.close(parent)
        yield Folder(root, tuple(opened_parts), descriptor)
    except BaseException:
        for depth in reversed(created_depths):
            _remove_folder(root, tuple(opened_parts[:depth]), parts[depth])
        raise
    finally:
        os.close(descriptor)


@contextmanager
def temporary_file(
    folder: Folder,
    source: Path,
    *,
    modified_ms: int | None = None,
    template: os.stat_result | None = None,
    records: TemporaryRecords | None = None,
) -> Iterator[NewFile]:
    """A durable copy of `source` in the folder of its final name; removed at the end unless it was renamed.

    It gets the modification time `modified_ms`. Owner and permissions are those of `template`, or those of a new file.
    With `records`, the next start removes the file if this process is killed.
    """
    with _temporary_name(folder, records) as temporary:
        target = os.open(temporary.name, _CREATE_FLAGS, 0o666 if template is None else 0o600, dir_fd=folder.descriptor)
        with os.fdopen(target, "wb") as file, source.open("rb") as content:
            if template is not None:
                _copy_attributes(target, template)
            shutil.copyfileobj(content, file, 1024 * 1024)
            file.flush()
            if modified_ms is not None:
                os.utime(target, ns=(time.time_ns(), modified_ms * 1_000_000))
            os.fsync(target)
            status = os.fstat(target)
            new_file = NewFile(folder, temporary, status, created_ms(target, status))
        yield new_file


@contextmanager
def set_aside(folder: Folder, name: str, records: TemporaryRecords | None = None) -> Iterator[TemporaryName]:
    """The file called `name` under a temporary name, until the end of the block or a crash. Only a file that the block
    has released is removed then. Raises `FileNotFoundError`, and other `OSError`s.

    So what is removed can be looked at before, while no other program puts another file in its place.
    """
    with _temporary_name(folder, records, former=name) as aside:
        move(folder, name, folder, aside.name)
        yield aside


class TemporaryName:
    """A name for a file. At the end, or at the next start if this process is killed, the file is removed, or it gets
    its former name back.
    """

    def __init__(self, folder: Folder, records: TemporaryRecords | None, former: str | None) -> None:
        self.name = TEMPORARY_PREFIX + secrets.token_hex(8)
        self._folder = folder
        self._records = records
        self._former = former
        self._new: os.stat_result | None = None
        self._record()

    def keep(self, former: str, new: os.stat_result) -> None:
        """From now on, only the file `new` is removed, and another one gets the name `former` back."""
        self._former, self._new = former, new
        self._record()

    def release(self) -> None:
        """From now on, a file with this name is removed."""
        self._former = None
        self._record()

    def end(self) -> None:
        """Remove the file with this name, or give it its former name back. Raises `OSError`."""
        descriptor = self._folder.descriptor
        if self._former is None:
            with suppress(FileNotFoundError):
                os.unlink(self.name, dir_fd=descriptor)
        else:
            present = remove_new_or_return(descriptor, self.name, self._former, self._is_new)
            _log_name(self._folder, self._former, present)
        if self._records is not None:
            self._records.remove(self.name)

    def _is_new(self, status: os.stat_result) -> bool:
        return self._new is not None and _is_same_file(status, self._new)

    def _record(self) -> None:
        if self._records is not None:
            new = None if self._new is None else version_of(self._new, self._folder.descriptor)
            self._records.put(self.name, Path(self._folder.root.path), self._folder.parts, self._former, new)


@contextmanager
def _temporary_name(
    folder: Folder, records: TemporaryRecords | None, former: str | None = None
) -> Iterator[TemporaryName]:
    """A temporary name for a file. With `records`, it ends at the next start if this process is killed."""
    _sweep(folder.descriptor, records)
    temporary = TemporaryName(folder, records, former)
    _in_use.add(temporary.name)
    try:
        yield temporary
    finally:
        try:
            temporary.end()
        finally:
            _in_use.discard(temporary.name)


def give_back(source: Folder, name: str, target: Folder, former: str) -> None:
    """Give a file the name back that it had in `target`, or a numbered one if another program has put a file there."""
    _log_name(target, former, give_name_back(source.descriptor, name, target.descriptor, former))


def _log_name(folder: Folder, former: str, present: str | None) -> None:
    if present is not None and present != former:
        _log.warning("a file that was %s is %s now: there is another one", folder.path(former), folder.path(present))


def file_facts(folder: Folder, name: str, status: os.stat_result, born_ms: int) -> FileFacts:
    """The facts that a scan finds about a file in an open folder; `born_ms` is its creation time."""
    modified_ms = status.st_mtime_ns // 1_000_000
    size, date_ns, change_ns, inode = version_of(status, folder.descriptor)
    return FileFacts(folder.path(name), size, min(born_ms, modified_ms), modified_ms, date_ns, change_ns, inode)


def give_name(new_file: NewFile, name: str) -> None:
    """Rename the new file to its final name, atomically; 409 `image.name-taken` when the name exists."""
    move(new_file.folder, new_file.name, new_file.folder, name)


def undo_give_name(new_file: NewFile, name: str) -> None:
    """Undo `give_name`; another file that has the name by now stays."""
    status = new_file.folder.find(name)
    if status is not None and _is_same_file(status, new_file.stat):
        new_file.temporary.keep(name, new_file.stat)  # another program may save a file there just now
        move(new_file.folder, name, new_file.folder, new_file.name)
        new_file.temporary.end()


def exchange(new_file: NewFile, name: str) -> None:
    """Replace the file called `name` by the new file, atomically.

    Where the file system supports it, the old file is kept until the block of `temporary_file` ends. Unless it is
    released, it then gets its name back.
    """
    new_file.temporary.keep(name, new_file.stat)
    descriptor = new_file.folder.descriptor
    if not renames.exchange_entries(descriptor, new_file.name, name):
        os.rename(new_file.name, name, src_dir_fd=descriptor, dst_dir_fd=descriptor)


def undo_exchange(new_file: NewFile, name: str) -> None:
    """Undo `exchange`, while the old file is kept. A file that another program has put there meanwhile stays."""
    status = new_file.folder.find(name)
    if status is not None and _is_same_file(status, new_file.stat) and new_file.folder.find(new_file.name) is not None:
        exchange(new_file, name)


def move(source: Folder, old: str, target: Folder, new: str) -> None:
    """Rename a file, atomically; 409 `image.name-taken` when the new name exists."""
    try:
        renames.move_entry(source.descriptor, old, target.descriptor, new)
    except FileExistsError:
        raise name_taken(target.path(new)) from None


@contextmanager
def translate_errors(path: str) -> Iterator[None]:
    """Within the context, errors of the file system become faults about the file at `path`."""
    try:
        yield
    except OSError as error:
        if error.errno in _DISK_FULL_ERRORS:
            raise storage_full("The disk has no room for the file; nothing was stored.") from error
        if error.errno == errno.ENAMETOOLONG:
            detail = "The file system does not accept a name or path of this length."
            raise bad_parameter("nameWithoutExtension", detail, rule="path.too-long", value=path) from error
        if error.errno in _BAD_NAME_ERRORS:
            detail = "The file system does not accept this name."
            raise bad_parameter("nameWithoutExtension", detail, rule="path.name", value=path) from error
        raise conflict(
            "file.not-writable",
            f"The file cannot be written: {error.strerror}.",
            parameter="id",
            value=path,
            remedy="Give the service the right to write in the folder, or make the disk writable.",
        ) from error


def _make_folder(parent: int, name: str) -> bool:
    """Create the folder if it is missing; whether it was created."""
    try:
        os.mkdir(name, 0o777, dir_fd=parent)
    except FileExistsError:
        return False
    os.fsync(parent)
    return True


def _remove_folder(root: ChosenFolder, parts: tuple[str, ...], name: str) -> None:
    """Remove a folder that was created in vain; one that is not empty by now stays."""
    with suppress(OSError):
        parent = root.open(parts)
        try:
            os.rmdir(name, dir_fd=parent)
        finally:
            os.close(parent)


def _copy_attributes(file: int, template: os.stat_result) -> None:
    with suppress(OSError):  # only root may change owners, and not every file system has them
        os.fchown(file, template.st_uid, template.st_gid)
    with suppress(OSError):
        os.fchmod(file, stat.S_IMODE(template.st_mode))


def _sweep(folder: int, records: TemporaryRecords | None) -> None:
    """Remove temporary files in the folder that crashes left at least a day ago; runs at most once an hour per
    folder. Those with a record wait for the next start: they may have been set aside. A date that lies a day ahead is
    that of a clock that was wrong then, or is now.
    """
    folder_status = os.fstat(folder)
    identity = folder_status.st_dev, folder_status.st_ino
    if time.monotonic() - _last_sweeps.get(identity, -_SWEEP_INTERVAL_SECONDS) < _SWEEP_INTERVAL_SECONDS:
        return
    if len(_last_sweeps) >= _MAX_SWEPT_FOLDERS:
        _last_sweeps.clear()
    _last_sweeps[identity] = time.monotonic()
    with os.scandir(folder) as entries:
        leftovers = [entry.name for entry in entries if TEMPORARY_NAME.fullmatch(entry.name)]
    for name in leftovers:
        if name in _in_use or (records is not None and records.has(name)):
            continue
        with suppress(OSError):  # a later sweep may succeed; the file does no harm until then
            status = os.stat(name, dir_fd=folder, follow_symlinks=False)
            # Not the modification time, which a client may have set.
            if stat.S_ISREG(status.st_mode) and abs(time.time() - status.st_ctime) > _LEFTOVER_AGE_SECONDS:
                os.unlink(name, dir_fd=folder)


def _is_same_file(one: os.stat_result, other: os.stat_result) -> bool:
    """Whether both are the status of one file. The inode alone is not enough, because inodes are reused."""
    return all(getattr(one, fact) == getattr(other, fact) for fact in ("st_dev", "st_ino", "st_size", "st_mtime_ns"))


def _outside(path: str) -> FaultError:
    return bad_parameter(
        "relativeDirectoryPath",
        "The path leads through a symbolic link, which is not followed, or through a file.",
        rule="path.outside",
        value=path,
        remedy="Choose another folder.",
    )
