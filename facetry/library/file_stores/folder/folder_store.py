"""A folder as a file store."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Collection, Iterator

from facetry.http.reply import OpenFile, opened_file
from facetry.imaging.pool.pool import Pool, RenderError
from facetry.imaging.protocol import RenderedPicture, RenderOptions
from facetry.library.file_stores.file_store import (
    Examination,
    FileState,
    FileStatus,
    Renderer,
    UnavailableError,
)
from facetry.library.file_stores.folder.changes import FolderChanges
from facetry.library.file_stores.folder.found_files import FoundFiles
from facetry.library.file_stores.folder.notifications import FolderNotifications
from facetry.library.file_stores.folder.polled_folder import PolledFolder
from facetry.library.file_stores.folder.temporary_records import TemporaryRecords
from facetry.library.file_stores.folder.walk import walk
from facetry.library.file_stores.listing import Batch
from facetry.library.file_stores.threads import in_file_thread
from facetry.library.pictures import FileFacts
from facetry.system.files.chosen_folders import ChosenFolder
from facetry.system.files.file_versions import FileVersion
from facetry.system.files.folder_identity import FolderIdentity, Identity
from facetry.system.files.safe_open import open_file


class FolderStore(FolderChanges):
    """The files beneath a folder; see `FileStore`."""

    def __init__(self, root: str, records: TemporaryRecords | None = None, folder: ChosenFolder | None = None) -> None:
        """`records` is where temporary files of this library are recorded. `folder` is the one that was chosen; by
        default any folder at `root`.
        """
        super().__init__(folder or ChosenFolder(root), records)
        self.root = root
        self._recognised: FolderIdentity | None = None

    def is_available(self) -> bool:
        try:
            folder = self._folder.open()
        except OSError:
            return False
        try:
            return os.access(".", os.R_OK | os.X_OK, dir_fd=folder)
        finally:
            os.close(folder)

    def identity(self) -> Identity:
        try:
            return self._folder.inode()
        except OSError as error:
            raise _unavailable(error) from None

    def walk(self, scope: Collection[str] | None = None) -> Iterator[Batch]:
        try:
            yield from walk(self._folder, scope)
        except OSError as error:
            raise UnavailableError(f"The folder cannot be listed: {error.strerror}.") from None

    def watch(self, *, poll: bool) -> FolderNotifications | PolledFolder:
        return PolledFolder(self._folder) if poll else FolderNotifications(self._folder)

    async def examine(self, pool: Pool, path: str, known: bytes | None = None) -> Examination:
        try:
            identity = await self._identity()
        except OSError as error:
            raise _unavailable(error) from None
        answer = await pool.examine(self.root, path, known=known, identity=identity)
        if answer.get("elsewhere"):
            await in_file_thread(self.identity)  # raises; a worker that hostile bytes control may lie
        return Examination(answer)

    async def render(
        self, renderer: Renderer, path: str, rendering: RenderOptions
    ) -> tuple[RenderedPicture, FileVersion | None]:
        try:
            identity = await self._identity()
        except OSError as error:
            raise RenderError("file.read", f"The folder cannot be reached: {error.strerror}.") from None
        return await renderer.render(self.root, path, rendering, identity=identity), None

    async def _identity(self) -> FolderIdentity:
        """The identity of the folder, to which decoders compare what they open. Raises `OSError`."""
        if self._recognised is None:
            self._recognised = await in_file_thread(self._folder.identity)
        return self._recognised

    def version(self, path: str) -> FileVersion | None:
        try:
            with FoundFiles(self._folder) as files:
                return files.version(files.status(path))
        except OSError:
            return None

    def status(self, path: str) -> FileStatus | None:
        try:
            with FoundFiles(self._folder) as files:
                status = files.status(path)
                version = files.version(status)
        except OSError:
            return None
        return FileStatus(version, status.st_mtime) if stat.S_ISREG(status.st_mode) else None

    def states(self, files: Collection[tuple[str, FileVersion]]) -> list[FileState]:
        try:
            with FoundFiles(self._folder) as found:
                return [self._state(found, path, version) for path, version in files]
        except OSError:
            return ["there" for _ in files]  # an unmounted folder proves nothing about its files

    def _state(self, found: FoundFiles, path: str, version: FileVersion) -> FileState:
        try:
            status = found.status(path)
        except (FileNotFoundError, NotADirectoryError):
            return "gone"
        except OSError:
            return "there"  # inaccessible now, which does not prove that it is gone
        if not stat.S_ISREG(status.st_mode):
            return "gone"
        if status.st_size != version.size:
            return "changed"
        return "there" if found.version(status).is_same(version) else "doubtful"

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
            with FoundFiles(self._folder) as files:
                return not files.has(path)
        except OSError:
            return False  # unknown; the image stays

    async def open(self, path: str) -> OpenFile:
        return await opened_file(lambda: open_file(self._folder.open(), path))


def _unavailable(error: OSError) -> UnavailableError:
    return UnavailableError(f"The folder cannot be reached: {error.strerror}.")
