"""Unpacks archives of extensions into an empty folder, or reads them without one.

An archive is checked as a whole before anything is written; a refused archive leaves the folder empty.
"""

import contextlib
import errno
import mmap
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from facetry.errors import Fault, FaultError, FaultKind, storage_full
from facetry.extensions.packages import tarballs, zips
from facetry.extensions.packages.entries import (
    ArchiveBytes,
    ArchiveEntry,
    ArchiveLimits,
    archive_error,
    require_distinct_paths,
)

__all__ = ["MANIFEST", "ArchiveLimits", "ReadArchive", "UnpackedArchive", "read", "unpack"]

MANIFEST: Final = "manifest.json"
_MACOS_METADATA: Final = "__MACOSX"
"""A folder that macOS adds to an archive, for its own metadata; it is not unpacked."""
_DISK_FULL_ERRNOS: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_FOLDER_FLAGS: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_NEW_FILE_FLAGS: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class UnpackedArchive:
    """An unpacked archive. `root`: the folder of the manifest; `file_names`: the files below it, relative to it."""

    root: Path
    file_names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReadArchive:
    """An archive that was read. `file_names`: the files in the folder of the manifest, relative to it; `contents`: the
    bytes of those that were wanted.
    """

    file_names: tuple[str, ...]
    contents: Mapping[str, bytes]


class _ArchiveFormat(Protocol):
    def entries(self, data: ArchiveBytes, limits: ArchiveLimits) -> list[ArchiveEntry]:
        """All entries of the archive, checked. Raises `FaultError`."""

    def contents(self, data: ArchiveBytes, limits: ArchiveLimits) -> Iterator[tuple[ArchiveEntry, Iterator[bytes]]]:
        """Each entry with its content, in chunks."""


def unpack(archive: Path, target: Path, limits: ArchiveLimits | None = None) -> UnpackedArchive:
    """Unpack a zip archive or a gzipped tar archive, recognized by its first bytes, into an empty folder.

    Raises `FaultError`: 400 with a rule `archive.*` for an invalid archive. After any error the folder is empty again.
    """
    if any(target.iterdir()):
        raise ValueError(f"{target} is not empty")
    limits = limits or ArchiveLimits()
    with _mapped(archive, limits) as data:
        archive_format, entries, root = _survey(data, limits)
        try:
            _write_entries(archive_format.contents(data, limits), target)
        except BaseException as error:
            _clear_folder(target)
            if isinstance(error, OSError) and error.errno in _DISK_FULL_ERRNOS:
                raise storage_full("The disk has no space for the extension.") from error
            raise
        return UnpackedArchive(target / root, _file_names(entries, root))


def read(data: bytes, wants: Callable[[str, int], bool], limits: ArchiveLimits | None = None) -> ReadArchive:
    """Check the bytes of an archive as `unpack` does, and read the files for which `wants` returns true. It gets the
    path of a file in the folder of the manifest, and its size in bytes. Raises `FaultError` as `unpack`.
    """
    limits = limits or ArchiveLimits()
    if len(data) > limits.archive_bytes:
        raise _too_large(limits)
    archive_format, entries, root = _survey(data, limits)
    file_names = _file_names(entries, root)
    known, prefix, contents = frozenset(file_names), f"{root}/" if root else "", {}
    for entry, chunks in archive_format.contents(data, limits):
        name = entry.path.removeprefix(prefix)
        is_wanted = not entry.is_folder and entry.path == prefix + name and name in known and wants(name, entry.size)
        parts = [chunk if is_wanted else b"" for chunk in chunks]  # reading to the end checks the content
        if is_wanted:
            contents[name] = b"".join(parts)
    return ReadArchive(file_names, contents)


def _survey(data: ArchiveBytes, limits: ArchiveLimits) -> tuple[_ArchiveFormat, list[ArchiveEntry], str]:
    """The format of an archive, its checked entries, and the folder of its manifest."""
    archive_format = _detect_format(data)
    entries = archive_format.entries(data, limits)
    require_distinct_paths(entries)
    return archive_format, entries, _find_root(entries)


def _file_names(entries: list[ArchiveEntry], root: str) -> tuple[str, ...]:
    """The files in the folder of the manifest, relative to it."""
    root_prefix = f"{root}/" if root else ""
    file_paths = [entry.path for entry in entries if not entry.is_folder and not _is_macos_metadata(entry)]
    return tuple(path.removeprefix(root_prefix) for path in file_paths if path.startswith(root_prefix))


@contextlib.contextmanager
def _mapped(archive: Path, limits: ArchiveLimits) -> Iterator[ArchiveBytes]:
    """The bytes of an archive, which stay on the disk. Nobody else may shorten the file meanwhile."""
    with archive.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > limits.archive_bytes:
            raise _too_large(limits)
        if size == 0:  # it cannot be mapped
            yield b""
            return
        with mmap.mmap(file.fileno(), size, prot=mmap.PROT_READ) as data:
            yield data


def _too_large(limits: ArchiveLimits) -> FaultError:
    detail = f"The archive is larger than {limits.archive_bytes} bytes."
    return FaultError(Fault(kind=FaultKind.TOO_LARGE, rule="archive.size", detail=detail))


def _detect_format(data: ArchiveBytes) -> _ArchiveFormat:
    if data[: len(zips.MAGIC)] == zips.MAGIC:
        return zips
    if data[: len(tarballs.MAGIC)] == tarballs.MAGIC:
        return tarballs
    raise archive_error("kind", "The file is neither a zip archive nor a gzipped tar archive.")


def _is_macos_metadata(entry: ArchiveEntry) -> bool:
    return entry.path.partition("/")[0] == _MACOS_METADATA


def _find_root(entries: list[ArchiveEntry]) -> str:
    """The folder of the manifest nearest to the root; of several at the same depth, the first one in the archive."""
    manifests = [
        entry.path
        for entry in entries
        if not entry.is_folder and not _is_macos_metadata(entry) and entry.path.rpartition("/")[2] == MANIFEST
    ]
    if not manifests:
        raise archive_error("manifest", f"The archive has no {MANIFEST}.")
    return min(manifests, key=lambda path: path.count("/")).rpartition("/")[0]


def _write_entries(contents: Iterator[tuple[ArchiveEntry, Iterator[bytes]]], target: Path) -> None:
    root_descriptor = os.open(target, _FOLDER_FLAGS)
    try:
        for entry, chunks in contents:
            if not _is_macos_metadata(entry):
                segments = entry.path.split("/")
                with _open_folder(root_descriptor, segments if entry.is_folder else segments[:-1]) as descriptor:
                    if not entry.is_folder:
                        _write_file(descriptor, segments[-1], 0o755 if entry.is_executable else 0o644, chunks)
    finally:
        os.close(root_descriptor)


@contextlib.contextmanager
def _open_folder(root_descriptor: int, segments: list[str]) -> Iterator[int]:
    """A descriptor of a folder below `root_descriptor`, created if missing. Follows no link on the way."""
    descriptor = os.dup(root_descriptor)
    try:
        for segment in segments:
            with contextlib.suppress(FileExistsError):
                os.mkdir(segment, 0o755, dir_fd=descriptor)
            child = os.open(segment, _FOLDER_FLAGS, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = child
            os.fchmod(descriptor, 0o755)  # independent of the umask of the process
        yield descriptor
    finally:
        os.close(descriptor)


def _write_file(folder: int, name: str, mode: int, chunks: Iterator[bytes]) -> None:
    with os.fdopen(os.open(name, _NEW_FILE_FLAGS, mode, dir_fd=folder), "wb") as file:
        os.fchmod(file.fileno(), mode)
        for chunk in chunks:
            file.write(chunk)


def _clear_folder(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
