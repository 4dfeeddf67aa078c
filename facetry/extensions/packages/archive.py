"""Archives of extensions: judged as a whole, then unpacked into an empty folder, or not at all."""

import contextlib
import errno
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from facetry.errors import Fault, FaultError, Kind, storage_full
from facetry.extensions.packages import tarballs, zips
from facetry.extensions.packages.entries import Entry, Limits, hold_apart, refused

__all__ = ["MANIFEST", "Limits", "Unpacked", "unpack"]

MANIFEST: Final = "manifest.json"
_LITTER: Final = "__MACOSX"
"""A folder that macOS puts beside what it packs."""
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Unpacked:
    """`root` is the folder of the manifest, `names` the files below it, as paths from there."""

    root: Path
    names: tuple[str, ...]


class _Format(Protocol):
    def entries(self, data: bytes, limits: Limits) -> list[Entry]:
        """Everything that the archive has, judged."""

    def contents(self, data: bytes, limits: Limits) -> Iterator[tuple[Entry, Iterator[bytes]]]:
        """The same with the bytes."""


def unpack(archive: Path, into: Path, limits: Limits | None = None) -> Unpacked:
    """Unpacks a zip archive or a gzipped tar archive, told apart by their first bytes, into a folder that is empty.
    400 with a rule `archive.*` for one that is not as it should be; then the folder is empty again.
    """
    if any(into.iterdir()):
        raise ValueError(f"{into} is not empty")
    limits = limits or Limits()
    data = _read(archive, limits)
    format = _format(data)
    entries = format.entries(data, limits)
    hold_apart(entries)
    root = _root(entries)
    try:
        _write(format.contents(data, limits), into)
    except BaseException as error:
        _empty(into)
        if isinstance(error, OSError) and error.errno in _FULL:
            raise storage_full("The disk has no room for the extension.") from error
        raise
    above = f"{root}/" if root else ""
    files = [entry.name for entry in entries if not entry.is_folder and not _is_litter(entry)]
    return Unpacked(into / root, tuple(name.removeprefix(above) for name in files if name.startswith(above)))


def _read(archive: Path, limits: Limits) -> bytes:
    with archive.open("rb") as file:
        data = file.read(limits.archive_bytes + 1)
    if len(data) > limits.archive_bytes:
        detail = f"The archive is larger than {limits.archive_bytes} bytes."
        raise FaultError(Fault(kind=Kind.TOO_LARGE, rule="archive.size", detail=detail))
    return data


def _format(data: bytes) -> _Format:
    if data.startswith(zips.MAGIC):
        return zips
    if data.startswith(tarballs.MAGIC):
        return tarballs
    raise refused("kind", "It is neither a zip archive nor a gzipped tar archive.")


def _is_litter(entry: Entry) -> bool:
    return entry.name.partition("/")[0] == _LITTER


def _root(entries: list[Entry]) -> str:
    """The folder of the manifest that is nearest to the root, of several the first one."""
    found = [
        entry.name
        for entry in entries
        if not entry.is_folder and not _is_litter(entry) and entry.name.rpartition("/")[2] == MANIFEST
    ]
    if not found:
        raise refused("manifest", f"The archive has no {MANIFEST}.")
    return min(found, key=lambda name: name.count("/")).rpartition("/")[0]


def _write(contents: Iterator[tuple[Entry, Iterator[bytes]]], into: Path) -> None:
    home = os.open(into, _FOLDER)
    try:
        for entry, pieces in contents:
            if not _is_litter(entry):
                steps = entry.name.split("/")
                with _folder(home, steps if entry.is_folder else steps[:-1]) as folder:
                    if not entry.is_folder:
                        _file(folder, steps[-1], 0o755 if entry.is_executable else 0o644, pieces)
    finally:
        os.close(home)


@contextlib.contextmanager
def _folder(home: int, steps: list[str]) -> Iterator[int]:
    """A folder below `home`, made if it is not there; no link is followed on the way."""
    folder = os.dup(home)
    try:
        for step in steps:
            with contextlib.suppress(FileExistsError):
                os.mkdir(step, 0o755, dir_fd=folder)
            below = os.open(step, _FOLDER, dir_fd=folder)
            os.close(folder)
            folder = below
            os.fchmod(folder, 0o755)  # whatever the mask of the process
        yield folder
    finally:
        os.close(folder)


def _file(folder: int, name: str, mode: int, pieces: Iterator[bytes]) -> None:
    with os.fdopen(os.open(name, _NEW, mode, dir_fd=folder), "wb") as file:
        os.fchmod(file.fileno(), mode)
        for piece in pieces:
            file.write(piece)


def _empty(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
