"""Putting files into a repository's folder: beneath it, over no link, never half written, never over another file.

Everything here blocks, and raises faults for what the file system refuses.
"""

from __future__ import annotations

import ctypes
import errno
import os
import re
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
from facetry.library.images import FileFacts
from facetry.library.originals.spelling import spelt
from facetry.system.file_times import created_ms, modified_ns
from facetry.system.safe_open import FOLDER, open_folder

PREFIX: Final = ".facetry-"
"""Hidden, so that scans pass over what a crash leaves behind."""
_LEFT: Final = re.compile(re.escape(PREFIX) + "[0-9a-f]{16}")
_LEFT_SECONDS: Final = 86_400.0
_SWEEP_SECONDS: Final = 3_600.0
_MOST_SWEPT: Final = 4_096
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_NO_REPLACE: Final = 1
_EXCHANGE: Final = 2
_UNSUPPORTED: Final = frozenset(
    {errno.ENOSYS, errno.EINVAL, errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EMLINK, errno.ENOTTY}
)
"""How file systems say that they have no such rename, or no hard links."""
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_NO_FOLDER: Final = frozenset({errno.ELOOP, errno.ENOTDIR, errno.ENOENT})
_BAD_NAME: Final = frozenset({errno.EINVAL, errno.EILSEQ})

_swept: dict[tuple[int, int], float] = {}
"""When folders were last looked through for what crashes left, by device and inode."""


@dataclass(frozen=True, slots=True)
class Folder:
    """An open folder beneath the folder `root`; `parts` lead to it, spelt as the file system has them."""

    root: Path
    parts: tuple[str, ...]
    descriptor: int

    def path(self, name: str) -> str:
        """The path of a file in it, relative to the root and with `/`."""
        return "/".join((*self.parts, name))

    def find(self, name: str) -> os.stat_result | None:
        """What has that name in it, a link not followed; None when nothing has."""
        try:
            return os.stat(name, dir_fd=self.descriptor, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def sync(self) -> None:
        """Make its names durable."""
        os.fsync(self.descriptor)


@dataclass(frozen=True, slots=True)
class Fresh:
    """A whole and durable file without a name of its own yet, in `folder`; `stat` is what the file system says."""

    folder: Folder
    name: str
    stat: os.stat_result
    created_ms: int

    def facts(self, name: str) -> FileFacts:
        """What a scan will say of it when it is called `name`."""
        return facts(self.folder.path(name), self.stat, self.created_ms)


@contextmanager
def opened(root: Path, parts: tuple[str, ...], absent: FaultError | None = None) -> Iterator[Folder]:
    """The folder `parts` beneath `root`, with no link followed on the way.

    When it is not there, or not to be reached without a link, `absent` is raised. Without `absent` what is missing is
    made, and removed again when the block fails, and a link or a file on the way is 400 `path.outside`. Raises 409
    `repository.unavailable` when the root is not there.
    """
    try:
        descriptor = open_folder(str(root))
    except OSError as error:
        raise _unavailable(root, error) from error
    made: list[int] = []
    found: list[str] = []
    try:
        for part in parts:
            parent = descriptor
            if absent is None and _make(parent, part):
                made.append(len(found))
            try:
                found.append(spelt(parent, part))
                descriptor = os.open(found[-1], FOLDER, dir_fd=parent)
            except OSError as error:
                if error.errno in _NO_FOLDER:
                    raise absent or _outside("/".join((*found[:-1], part))) from error
                raise
            os.close(parent)
        yield Folder(root, tuple(found), descriptor)
    except BaseException:
        for depth in reversed(made):
            _remove_folder(root, tuple(found[:depth]), parts[depth])
        raise
    finally:
        os.close(descriptor)


@contextmanager
def written(
    folder: Folder, source: Path, *, modified_ms: int | None = None, like: os.stat_result | None = None
) -> Iterator[Fresh]:
    """A durable copy of `source` beside its future place, removed at the end unless it was given its name.

    It gets the modification time `modified_ms`, and owner and permissions of `like`, or those of a new file.
    """
    _sweep(folder.descriptor)
    name = PREFIX + secrets.token_hex(8)
    target = os.open(name, _NEW, 0o666 if like is None else 0o600, dir_fd=folder.descriptor)
    try:
        with os.fdopen(target, "wb") as file, source.open("rb") as content:
            if like is not None:
                _resemble(target, like)
            shutil.copyfileobj(content, file, 1024 * 1024)
            file.flush()
            if modified_ms is not None:
                os.utime(target, ns=(time.time_ns(), modified_ms * 1_000_000))
            os.fsync(target)
            found = os.fstat(target)
            fresh = Fresh(folder, name, found, created_ms(target, found))
        yield fresh
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name, dir_fd=folder.descriptor)


def facts(path: str, found: os.stat_result, born_ms: int) -> FileFacts:
    """What a scan says of a file at `path`, relative to the root."""
    modified_ms = found.st_mtime_ns // 1_000_000
    return FileFacts(path, found.st_size, min(born_ms, modified_ms), modified_ms, modified_ns(found))


def give_name(fresh: Fresh, name: str) -> None:
    """Give the new file its name, in one step; 409 `image.name-taken` when something has it."""
    move(fresh.folder, fresh.name, fresh.folder, name)


def withdraw(fresh: Fresh, name: str) -> None:
    """Take back what `give_name` did; another file that has the name by now is left."""
    now = fresh.folder.find(name)
    if now is not None and _same(now, fresh.stat):
        os.unlink(name, dir_fd=fresh.folder.descriptor)


def exchange(fresh: Fresh, name: str) -> None:
    """Put the new file in the place of the one called `name`, in one step; until the end of the block that made the
    new one the old one is kept, where the file system can.
    """
    at = fresh.folder.descriptor
    if not _rename(at, fresh.name, at, name, _EXCHANGE):
        os.rename(fresh.name, name, src_dir_fd=at, dst_dir_fd=at)


def restore(fresh: Fresh, name: str) -> None:
    """Take back what `exchange` did, as long as the old file is kept."""
    now = fresh.folder.find(name)
    if now is not None and _same(now, fresh.stat) and fresh.folder.find(fresh.name) is not None:
        exchange(fresh, name)


def move(source: Folder, old: str, target: Folder, new: str) -> None:
    """Give a file another name, in one step; 409 `image.name-taken` when something has it."""
    try:
        _move(source.descriptor, old, target.descriptor, new)
    except FileExistsError:
        raise taken(target.path(new)) from None


def taken(path: str) -> FaultError:
    """409: there is a file of that name already, or something else."""
    return conflict(
        "image.name-taken",
        "Something of that name is there already; names may differ in more than case.",
        parameter="nameWithoutExtension",
        value=path,
        remedy="Choose another name or folder.",
    )


@contextmanager
def told(path: str) -> Iterator[None]:
    """What the file system refuses within, as a fault about the file at `path`."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise storage_full("The disk has no room for the file; nothing was stored.") from error
        if error.errno == errno.ENAMETOOLONG:
            detail = "The file system takes no name or path of that length."
            raise bad_parameter("nameWithoutExtension", detail, rule="path.too-long", value=path) from error
        if error.errno in _BAD_NAME:
            detail = "The file system takes no such name."
            raise bad_parameter("nameWithoutExtension", detail, rule="path.name", value=path) from error
        raise conflict(
            "file.not-writable",
            f"The file cannot be written: {error.strerror}.",
            parameter="id",
            value=path,
            remedy="Give the service the right to write in the folder, or make the disk writable.",
        ) from error


def _make(parent: int, name: str) -> bool:
    """Whether the folder had to be made."""
    try:
        os.mkdir(name, 0o777, dir_fd=parent)
    except FileExistsError:
        return False
    os.fsync(parent)
    return True


def _remove_folder(root: Path, parts: tuple[str, ...], name: str) -> None:
    """Remove a folder that was made for nothing; one that somebody uses by now stays."""
    with suppress(OSError):
        parent = open_folder(str(root), parts)
        try:
            os.rmdir(name, dir_fd=parent)
        finally:
            os.close(parent)


def _resemble(file: int, like: os.stat_result) -> None:
    with suppress(OSError):  # only root may give files away, and not every file system knows owners
        os.fchown(file, like.st_uid, like.st_gid)
    with suppress(OSError):
        os.fchmod(file, stat.S_IMODE(like.st_mode))


def _move(source: int, old: str, target: int, new: str) -> None:
    if _rename(source, old, target, new, _NO_REPLACE):
        return
    try:
        os.link(old, new, src_dir_fd=source, dst_dir_fd=target, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
        # Neither way: the name is taken first by an empty file, which only this rename replaces.
        os.close(os.open(new, _NEW, 0o600, dir_fd=target))
        try:
            os.rename(old, new, src_dir_fd=source, dst_dir_fd=target)
        except BaseException:
            os.unlink(new, dir_fd=target)
            raise
    else:
        os.unlink(old, dir_fd=source)


def _rename(source: int, old: str, target: int, new: str, flag: int) -> bool:
    """A rename of Linux with a flag; False where kernel, C library or file system know none."""
    renameat2 = getattr(_libc, "renameat2", None)
    if renameat2 is None:
        return False
    if renameat2(source, os.fsencode(old), target, os.fsencode(new), flag) == 0:
        return True
    code = ctypes.get_errno()
    if code in _UNSUPPORTED:
        return False
    raise OSError(code, os.strerror(code), new)


def _sweep(folder: int) -> None:
    """Remove what crashes left in the folder a day ago or more; each folder is looked through once an hour at most."""
    this = os.fstat(folder)
    identity = this.st_dev, this.st_ino
    if time.monotonic() - _swept.get(identity, -_SWEEP_SECONDS) < _SWEEP_SECONDS:
        return
    if len(_swept) >= _MOST_SWEPT:
        _swept.clear()
    _swept[identity] = time.monotonic()
    with os.scandir(folder) as entries:
        left = [entry.name for entry in entries if _LEFT.fullmatch(entry.name)]
    for name in left:
        with suppress(OSError):  # the next one may succeed; it does no harm until then
            found = os.stat(name, dir_fd=folder, follow_symlinks=False)
            # Not the modification time, which a client may have named.
            if stat.S_ISREG(found.st_mode) and time.time() - found.st_ctime > _LEFT_SECONDS:
                os.unlink(name, dir_fd=folder)


def _same(one: os.stat_result, other: os.stat_result) -> bool:
    """Whether both are of one file; a number of an inode alone may have gone to another one."""
    return all(getattr(one, fact) == getattr(other, fact) for fact in ("st_dev", "st_ino", "st_size", "st_mtime_ns"))


def _unavailable(root: Path, error: OSError) -> FaultError:
    return conflict(
        "repository.unavailable",
        f"The folder of the repository cannot be reached: {error.strerror}.",
        parameter="id",
        value=root,
        remedy="Make the folder available (mount the disk, check the permissions), then try again.",
    )


def _outside(path: str) -> FaultError:
    return bad_parameter(
        "relativeDirectoryPath",
        "What lies there is no folder of the repository: a link, which is not followed, or a file.",
        rule="path.outside",
        value=path,
        remedy="Choose another folder.",
    )


_libc: Final = ctypes.CDLL(None, use_errno=True)
