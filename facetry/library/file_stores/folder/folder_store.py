"""A folder as a file store."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import TypeVar

from facetry.errors import FaultError
from facetry.imaging.pool.pool import Pool
from facetry.imaging.protocol import RenderedPicture, RenderOptions
from facetry.library.file_stores.file_store import (
    ALWAYS,
    Examination,
    FileCondition,
    FileState,
    FileStatus,
    NameChoice,
    Renderer,
    Settle,
    UnavailableError,
)
from facetry.library.file_stores.folder import changes
from facetry.library.file_stores.folder.notifications import FolderNotifications
from facetry.library.file_stores.folder.polled_folder import PolledFolder
from facetry.library.file_stores.folder.temporary_records import TemporaryRecords
from facetry.library.file_stores.folder.walk import walk
from facetry.library.file_stores.listing import Batch
from facetry.library.pictures import FileFacts
from facetry.store.store import Store
from facetry.store.work import Work
from facetry.system.file_versions import FileVersion, version_of
from facetry.system.safe_open import open_file

T = TypeVar("T")


class FolderStore:
    """The files beneath a folder; see `FileStore`."""

    def __init__(self, root: str, records: TemporaryRecords | None = None) -> None:
        """`records` is where temporary files of this library are recorded."""
        self.root = root
        self._records = records

    def is_available(self) -> bool:
        return os.access(self.root, os.R_OK | os.X_OK) and Path(self.root).is_dir()

    def identity(self) -> tuple[int, int]:
        try:
            status = Path(self.root).stat()
        except OSError as error:
            raise UnavailableError(f"The folder cannot be reached: {error.strerror}.") from None
        return status.st_dev, status.st_ino

    def walk(self, scope: Collection[str] | None = None) -> Iterator[Batch]:
        try:
            yield from walk(Path(self.root), scope)
        except OSError as error:
            raise UnavailableError(f"The folder cannot be listed: {error.strerror}.") from None

    def watch(self, *, poll: bool) -> FolderNotifications | PolledFolder:
        return PolledFolder(Path(self.root)) if poll else FolderNotifications(Path(self.root))

    async def examine(self, pool: Pool, path: str, known: bytes | None = None) -> Examination:
        return Examination(await pool.examine(self.root, path, known=known))

    async def render(
        self, renderer: Renderer, path: str, rendering: RenderOptions
    ) -> tuple[RenderedPicture, FileVersion | None]:
        return await renderer.render(self.root, path, rendering), None

    def version(self, path: str) -> FileVersion | None:
        try:
            status = os.lstat(f"{self.root}/{path}")  # without `Path`, for each file of a scan
        except OSError:
            return None
        return version_of(status, self.root)

    def status(self, path: str) -> FileStatus | None:
        try:
            status = os.lstat(f"{self.root}/{path}")
        except OSError:
            return None
        return FileStatus(version_of(status, self.root), status.st_mtime) if stat.S_ISREG(status.st_mode) else None

    def states(self, files: Collection[tuple[str, FileVersion]]) -> list[FileState]:
        return [self._state(path, version) for path, version in files]

    def _state(self, path: str, version: FileVersion) -> FileState:
        if not os.path.isdir(self.root):  # noqa: PTH112  # one system call; runs for each file of a scan
            return "there"  # an unmounted folder proves nothing about its files
        try:
            status = os.lstat(f"{self.root}/{path}")
        except (FileNotFoundError, NotADirectoryError):
            return "gone"
        except OSError:
            return "there"  # inaccessible now, which does not prove that it is gone
        if not stat.S_ISREG(status.st_mode):
            return "gone"
        if status.st_size != version.size:
            return "changed"
        return "there" if version_of(status, self.root).is_same(version) else "doubtful"

    def may_record(
        self,
        file: FileFacts,
        listed: FileVersion | None,  # noqa: ARG002  # the file system is asked instead
        recorded: FileVersion | None,  # noqa: ARG002
    ) -> bool:
        version = self.version(file.path)
        return version is not None and version.is_same(file.version)

    def gone(self, paths: Collection[str]) -> Callable[[str], bool]:  # noqa: ARG002  # the unit of work asks
        return self._is_gone

    def _is_gone(self, path: str) -> bool:
        try:
            os.lstat(f"{self.root}/{path}")
        except (FileNotFoundError, NotADirectoryError):
            return True
        except OSError:
            return False  # unknown; the image stays
        return False

    def open(self, path: str) -> int:
        return open_file(self.root, path)

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
        return changes.add(store, Path(self.root), self._records, parts, name, source, date_ms, write_rows, settle)

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
        root, records = Path(self.root), self._records
        return changes.replace(store, root, records, path, source, unless, condition, missing, write_rows, settle)

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
        root = Path(self.root)
        return changes.move(store, root, path, parts, choose_name, missing, write_rows, settle, condition)

    def remove(self, path: str) -> None:
        changes.remove(Path(self.root), path)

    def remove_with_rows(
        self,
        store: Store,
        path: str,
        condition: FileCondition,
        write_rows: Callable[[Work, Callable[[], None]], T],
    ) -> T:
        return changes.remove_with_rows(store, Path(self.root), path, condition, write_rows)

    def exists(self, path: str) -> bool:
        return changes.exists(Path(self.root), path)

    def names(self, parts: tuple[str, ...]) -> set[str]:
        return changes.names(Path(self.root), parts)

    def complete(self, holds: Callable[[str], bool]) -> None:
        """Nothing to do: the file system moves files in one step."""
