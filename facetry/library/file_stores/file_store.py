"""The interface of file stores: what scans, renditions and changes of originals need of the location of a repository.

Paths are relative to the root of the store, with `/` between their parts. Methods that are not asynchronous block.
"""

from __future__ import annotations

import errno
from collections.abc import AsyncIterator, Callable, Collection, Hashable, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Protocol, TypeVar

from sqlalchemy import Connection

from facetry.errors import FaultError, conflict
from facetry.http.reply import OpenFile
from facetry.imaging.pool.pool import Pool
from facetry.imaging.protocol import RenderedPicture, RenderOptions, WorkerAnswer
from facetry.library.file_stores.listing import Batch
from facetry.library.pictures import FileFacts
from facetry.store.store import Store
from facetry.store.work import Work
from facetry.system.files.file_versions import FileVersion
from facetry.system.files.folder_identity import FolderIdentity

T = TypeVar("T")

UNAVAILABLE_REMEDY: Final = (
    "Make the folder available (mount the disk, check the permissions), then try again. If it was moved or replaced, "
    "name it again: facetry repository update REPOSITORY --folder FOLDER."
)
MISSING_FILE_REMEDY: Final = (
    "Synchronize the repository. If its state is UNAVAILABLE, make its folder available, or name it again if it was "
    "moved: facetry repository update REPOSITORY --folder FOLDER."
)
BLOCKED_WAY: Final = frozenset({errno.ELOOP, errno.ENOTDIR})
"""Codes of errors for a path that leads through a link or a file."""
FileState = Literal["there", "gone", "changed", "doubtful"]
"""Whether a recorded file is in its place, by its version. `doubtful`: the same size, but another version."""


@dataclass(frozen=True, slots=True)
class RecordedContent:
    """What the library has read of a file: the hash of the bytes of its image, and the versions that were read, as the
    file of the image or as an unreadable one.
    """

    content_hash: bytes
    versions: tuple[FileVersion, ...]

    def has(self, version: FileVersion) -> bool:
        """Whether a file with this version was read."""
        return any(version.is_same(each) for each in self.versions)


FindRecorded = Callable[[Connection], RecordedContent]
"""Finds what the library has read of a file; may raise a fault."""


@dataclass(frozen=True, slots=True)
class FileStatus:
    """What a file is now: its version, and its modification time in seconds since the epoch."""

    version: FileVersion
    modified: float


FileCheck = Callable[[Connection, FileStatus | None], None]
"""Raises a fault if a file must not be changed, by the rows and by what the file is, None for a missing one."""


@dataclass(frozen=True, slots=True)
class FileCondition:
    """When a file may be changed. It is asked where no other change of the library can come before that of the file.

    `check` comes first. With `find_recorded`, the file has to be what the library has read, by its version or by its
    bytes; otherwise it is 409 `image.file-changed`.
    """

    find_recorded: FindRecorded | None = None
    check: FileCheck | None = None


ALWAYS: Final = FileCondition()
ChangedPaths = frozenset[str] | None
"""Paths of files and folders, relative to the root; None when anything may have changed."""
Settle = Callable[[Work, FileFacts], None]
"""Records the version of a file in its place, in the unit of work that wrote its rows."""
NameChoice = Callable[[Callable[[str], bool]], str]
"""Chooses the name of a file from a function that says whether a name is taken. Raises a fault when none is free."""


class UnavailableError(Exception):
    """The location of a repository cannot be used now; the message says why. This proves nothing about its files."""


class WatchError(Exception):
    """The location cannot be watched (any more); the message says why."""


class LocationGoneError(WatchError):
    """The location is missing, or was replaced by another one."""


class Renderer(Protocol):
    """The part of the decoder pool that renditions need."""

    async def render(
        self, root: str, path: str, rendering: RenderOptions, *, identity: FolderIdentity | None = None
    ) -> RenderedPicture:
        """The picture in the file at `path` beneath the folder `root`, rendered with these options.

        With `identity`, the root must be this folder, and no link.
        """
        ...


class Notifications(Protocol):
    """Reports changes of files while its context is open."""

    def changes(self) -> AsyncIterator[ChangedPaths]:
        """Yields the paths that changed since the previous item. Raises `WatchError` when the location is gone."""
        ...

    def add_changes(self, paths: Collection[str]) -> None:
        """Report changed paths, as somebody else has noticed them."""
        ...

    def forget(self) -> None:
        """Report again at the next interval what was reported, because it could not be looked at."""
        ...


@dataclass(frozen=True, slots=True)
class Examination:
    """The answer of a decoder about a file. `facts` are those of the file that was read; None for those in `answer`."""

    answer: WorkerAnswer
    facts: FileFacts | None = None


class FileStore(Protocol):
    """The files of one repository. `root` is the location, as the record of the repository has it."""

    root: str

    def is_available(self) -> bool:
        """Whether the files can be listed now."""
        ...

    def identity(self) -> Hashable:
        """What tells this location from another one at the same address. Raises `UnavailableError`."""
        ...

    def walk(self, scope: Collection[str] | None = None) -> Iterator[Batch]:
        """The files, except hidden ones; with a `scope`, only those at these paths and those beneath these folders.

        Raises `UnavailableError`.
        """
        ...

    def watch(self, *, poll: bool) -> AbstractAsyncContextManager[Notifications]:
        """Notifications of changes. Entering and its iteration raise `WatchError`. `poll`: ask at an interval."""
        ...

    async def examine(self, pool: Pool, path: str, known: bytes | None = None) -> Examination:
        """Have the file examined. A fault of the file is an answer. A file that has the bytes with the hash `known` is
        not decoded, and the answer is `same`.

        Raises `UnavailableError`, and what the pool raises.
        """
        ...

    async def render(
        self, renderer: Renderer, path: str, rendering: RenderOptions
    ) -> tuple[RenderedPicture, FileVersion | None]:
        """The picture rendered, with the version that was read; None for the one that `version` returns.

        Raises what `Pool.render` raises.
        """
        ...

    def version(self, path: str) -> FileVersion | None:
        """The version of the file; None when there is none, or it cannot be told."""
        ...

    def status(self, path: str) -> FileStatus | None:
        """What the file is now; None when there is none, or it cannot be told."""
        ...

    def states(self, files: Collection[tuple[str, FileVersion]]) -> list[FileState]:
        """The states of recorded files, from their versions alone. An unavailable location proves nothing: `there`."""
        ...

    def may_record(self, file: FileFacts, listed: FileVersion | None, recorded: FileVersion | None) -> bool:
        """Whether a file that was read may be recorded, within the unit of work.

        `listed` is the version in the library's record of the path when the file was listed, `recorded` the present
        one; both are None without a record.
        """
        ...

    def gone(self, paths: Collection[str]) -> Callable[[str], bool]:
        """What says, within the unit of work that removes their images, which of these paths certainly have no file."""
        ...

    async def open(self, path: str) -> OpenFile:
        """The file for reading. Raises `OSError`, and 503 for something else than a file."""
        ...

    def add(
        self,
        store: Store,
        parts: tuple[str, ...],
        name: str,
        source: Path,
        date_ms: int | None,
        write_rows: Callable[[Work, FileFacts], T],
        settle: Settle,
    ) -> T:
        """Copy `source` to a new file, and write rows; both or neither. `date_ms` becomes its modification time.

        A file gets another change time with its name, so `settle` is called after that.

        Raises 409 `image.name-taken`, 409 `repository.unavailable`, other faults of the location, and `OSError`.
        """
        ...

    def replace(
        self,
        store: Store,
        path: str,
        source: Path,
        unless: FileVersion | None,
        condition: FileCondition,
        missing: FaultError,
        write_rows: Callable[[Work, FileFacts], T],
        settle: Settle,
    ) -> T | None:
        """Replace the content of a file by that of `source`, and write rows; both or neither.

        Nothing is changed, and None returned, if the file has the version `unless`. Raises `missing` if there is no
        such file, what `condition` says, and otherwise as `add` does.
        """
        ...

    def move(
        self,
        store: Store,
        path: str,
        parts: tuple[str, ...],
        choose_name: NameChoice,
        missing: FaultError,
        write_rows: Callable[[Work, FileVersion, FileFacts], T],
        settle: Settle,
        condition: FileCondition = ALWAYS,
    ) -> T:
        """Move a file into the folder `parts`, and write rows; both or neither.

        `write_rows` gets the version before, and the facts after the move; `settle` as for `add`. Raises as `replace`
        does, and what `choose_name` raises.
        """
        ...

    def remove_with_rows(
        self,
        store: Store,
        path: str,
        condition: FileCondition,
        write_rows: Callable[[Work, Callable[[], None]], T],
    ) -> T:
        """Remove a file, then rows. `write_rows` calls its second argument when the file has to be gone.

        A missing file is no error. A crash in between leaves rows without a file, and the next scan completes the
        removal. Raises 409 `repository.unavailable`, `OSError`, and what `condition` and `write_rows` raise.
        """
        ...

    def exists(self, path: str) -> bool:
        """Whether there is an entry at this path; False also behind a link.

        Raises 409 `repository.unavailable`, and `OSError`.
        """
        ...

    def names(self, parts: tuple[str, ...]) -> set[str]:
        """The names in a folder; none when it is missing.

        Raises 409 `repository.unavailable`, and `OSError`, also for a link or a file on the way.
        """
        ...

    def complete(self, holds: Callable[[str], bool]) -> None:
        """Complete moves that a crash interrupted. `holds` says whether the record of an image has a path.

        Raises `UnavailableError`.
        """
        ...


def unavailable_fault(root: object, reason: str) -> FaultError:
    """409: the location of the repository cannot be used."""
    return conflict(
        "repository.unavailable",
        f"The folder of the repository cannot be reached: {reason}.",
        parameter="id",
        value=root,
        remedy=UNAVAILABLE_REMEDY,
    )


def file_missing(id: object, detail: str = "The file of the image is missing.") -> FaultError:
    """409: there is no file in the place of that of an image."""
    return conflict("image.file-missing", detail, parameter="id", value=id, remedy=MISSING_FILE_REMEDY)


def file_changed(path: str) -> FaultError:
    """409: the file is another one than the library has read."""
    return conflict(
        "image.file-changed",
        "Another program has changed the file or put another one in its place, which the library has not read yet.",
        parameter="id",
        value=path,
        remedy="Synchronize the repository, then look at the image again.",
    )


def name_taken(path: str) -> FaultError:
    """409: an entry with this name exists already."""
    return conflict(
        "image.name-taken",
        "A file or folder with this name exists already; names that differ only in case may count as the same.",
        parameter="nameWithoutExtension",
        value=path,
        remedy="Choose another name or folder.",
    )
