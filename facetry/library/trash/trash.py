"""The trash: deletes images so that they can be restored, with their facets, for some days.

The file of a deleted image is renamed into a hidden folder of its repository, which scans do not read. Rows and file
change together, as in `originals`; `complete` mends at the start what a crash in between has left.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import PurePosixPath
from typing import Final
from uuid import UUID

from sqlalchemy import Connection

from facetry.errors import FaultError, conflict
from facetry.events.lived_time import LivedTime, Pairs, least_date, lived_at, with_leap, without_old
from facetry.http.preconditions import Precondition
from facetry.library import images, recorded_files, repositories, unreadable_files
from facetry.library.file_stores.file_names import suffix_of
from facetry.library.file_stores.file_store import (
    FileCheck,
    FileCondition,
    FileStore,
    RecordedContent,
    UnavailableError,
)
from facetry.library.file_stores.stores import FileStores
from facetry.library.originals.entity_tags import check_of, check_of_trashed
from facetry.library.originals.location import (
    has_read_content,
    location_of,
    moved_fault,
    recorded_content,
    require_unmoved,
)
from facetry.library.pictures import FileFacts
from facetry.library.search import smart_collections
from facetry.library.trash import rows, trashed_facets
from facetry.library.trash.moves import (
    free_name,
    into_trash,
    is_in_trash,
    leave,
    moving_file,
    removing_file,
    without_file,
)
from facetry.library.trash.restoring import restore_rows, restore_unless_taken
from facetry.library.trash.rows import TrashRecord
from facetry.store.store import Store
from facetry.store.time_marks import TimeMark
from facetry.store.work import Work
from facetry.system.elapsed_time import DAY, MINUTE, clock_ms
from facetry.system.files.file_versions import FileVersion

FOLDER: Final = rows.FOLDER
INTERVAL_SECONDS: Final = 3_600.0
"""Seconds between two removals of what is too old."""
_MAX_START_SECONDS: Final = 30.0
_UUID_CHARACTERS: Final = 36
_BATCH: Final = 50
"""Images that are removed in one unit of work."""

_log = logging.getLogger(__name__)


class Trash:
    """The trash of a library. Its methods block."""

    def __init__(
        self,
        store: Store,
        days: float,
        forget_renditions: Callable[[list[bytes]], None],
        file_stores: FileStores | None = None,
    ) -> None:
        """`forget_renditions` removes the renditions of bytes that no image has any more, by their hashes.

        `file_stores` are by default those of folders.
        """
        self._file_stores = file_stores or FileStores()
        self._store = store
        self._period = round(days * DAY)
        self._lived_time = LivedTime("trash")
        self._leaps: Pairs = ()
        """From which lived time on the clock showed what; see `lived_time.with_leap`."""
        self._forget_renditions = forget_renditions
        self._busy: set[UUID] = set()
        """The images whose files and rows are being changed."""
        self._change = threading.Condition()

    def expiry(self, deleted: int) -> int:
        """When an image that was deleted at this time is removed for good. Both are milliseconds since the epoch.

        That is later than the period after its deletion, if the service does not run for more than a day, or if the
        clock was set.
        """
        if not self._leaps:
            return deleted + self._period
        now = TimeMark(self._lived_time.now_ms(), clock_ms())
        deleted_at = lived_at(self._leaps, deleted, now)
        shift = (now.clock - deleted) - (now.time - (now.time if deleted_at is None else deleted_at))
        return deleted + self._period + (shift if abs(shift) > MINUTE else 0)

    def put(self, id: UUID, precondition: Precondition | None = None) -> None:
        """Delete an image so that it can be restored. A file that is gone already is no obstacle.

        Raises 404 for an unknown image, 409 if its folder is unavailable or its file cannot be moved, and what
        `precondition` raises.
        """
        location = self._store.read_now(lambda connection: location_of(connection, id))
        files = self._file_stores.of(location.root)
        check = check_of(precondition, location)

        before, is_read = location.version, False

        def find_recorded(connection: Connection) -> RecordedContent:
            return recorded_content(connection, require_unmoved(connection, location))

        def write_rows(work: Work, file: str | None) -> None:
            current = require_unmoved(work.connection, location)
            self._advance(work)  # also for images that are deleted just after the clock was set
            rows.put(work, current.key, file)
            images.remove(work, [current.key])
            unreadable_files.clear(work, current.repository, [current.path])

        def write_moved(work: Work, version: FileVersion, file: FileFacts) -> None:
            nonlocal before, is_read
            before = version
            is_read = has_read_content(work.connection, require_unmoved(work.connection, location), version)
            write_rows(work, PurePosixPath(file.path).name)

        def settle(work: Work, file: FileFacts) -> None:
            rows.set_version(work, id, file, before, is_read=is_read)

        gone = conflict("image.file-missing", "The file is gone.")
        with self._alone(id), moving_file(id), into_trash(location.root):
            try:
                if files.exists(location.path):
                    name = f"{id}{suffix_of(location.name)}"
                    choose_name = free_name(FOLDER, name)
                    condition = FileCondition(find_recorded, check)
                    files.move(self._store, location.path, (FOLDER,), choose_name, gone, write_moved, settle, condition)
                    return
            except FaultError as error:
                if error is not gone:
                    raise
            self._store.write_now(without_file(partial(write_rows, file=None), check))

    def restore(self, id: UUID, precondition: Precondition | None = None) -> None:
        """Restore an image with its id, its facets and its file.

        The file gets its former path, with a number behind its name if another file has it. Facets of extensions that
        are not registered any more are lost. Raises 404 for an image that is not in the trash, 409 if the folder of its
        repository is unavailable or the file cannot be moved, and what `precondition` raises about the file.
        """
        with self._alone(id):
            record = self._store.read_now(lambda connection: rows.require(connection, id))
            self._restore(record, check_of_trashed(precondition, record))

    def _restore(self, record: TrashRecord, check: FileCheck | None) -> None:
        id, files = record.id, self._file_stores.of(record.root)
        *parents, name = record.path.split("/")
        gone = conflict("image.file-missing", "The file is gone.")
        is_kept = False

        def write_rows(work: Work, version: FileVersion, file: FileFacts) -> None:
            nonlocal is_kept
            is_kept = version.is_same(record.version_in_trash) and version.is_same(record.version)
            if rows.require(work.connection, id).root != record.root:
                raise moved_fault("The folder of the repository was changed meanwhile.", id)
            restore_rows(work, id=id, path=file.path, has_file=True)

        def settle(work: Work, file: FileFacts) -> None:
            if is_kept:  # otherwise the next scan reads the file: it was changed in the trash, or unreadable before
                recorded_files.set_version_at(work, record.repository, file)

        with moving_file(id):
            try:
                if record.file is not None and is_in_trash(files, record):
                    choose_name = free_name("/".join(parents), name)
                    condition = FileCondition(check=check)
                    files.move(
                        self._store,
                        record.path_in_trash,
                        tuple(parents),
                        choose_name,
                        gone,
                        write_rows,
                        settle,
                        condition,
                    )
                    return
            except FaultError as error:
                if error is not gone:
                    raise
            restore_missing = partial(restore_rows, id=id, path=record.path, has_file=False)
            self._store.write_now(without_file(restore_missing, check))

    def remove(self, id: UUID, precondition: Precondition | None = None) -> None:
        """Remove an image from the trash for good.

        Raises as `restore` does, and 409 for a file that is not the one that was deleted.
        """
        record = self._store.read_now(lambda connection: rows.require(connection, id))
        self._remove(record, check_of_trashed(precondition, record))
        self._forget_renditions([record.content_hash])

    def empty(self) -> None:
        """Remove all images from the trash for good.

        Raises 409 when the folder of one is unavailable, and, after all others, for files that are not those that were
        deleted.
        """
        kept: list[FaultError] = []
        while records := self._store.read_now(lambda connection: rows.page(connection, len(kept), _BATCH))[0]:
            removed: list[bytes] = []
            try:
                for record in records:
                    try:
                        self._remove(record)
                        removed.append(record.content_hash)
                    except FaultError as error:
                        if error.fault.rule != "image.file-changed":
                            raise
                        kept.append(error)
            finally:
                self._forget_renditions(removed)
        if kept:
            raise kept[0]

    def remove_expired(self) -> None:
        """Remove the images for good that were deleted too long ago; those in unavailable folders wait.

        The age of an image is the time that the service has lived through since.
        """
        mark = self._store.write_now(self._advance)
        since = mark.time - self._period
        begin, last, future_count = least_date(self._leaps, since), 0, 0
        query = partial(rows.deleted_outside, begin=begin, end=mark.clock + MINUTE, limit=_BATCH)
        while records := self._store.read_now(partial(query, after_key=last)):
            last = records[-1].key
            for record in records:
                deleted_at = lived_at(self._leaps, record.deleted, mark)
                future_count += deleted_at is None
                if deleted_at is None or deleted_at >= since:
                    continue
                try:
                    self._remove(record)
                except FaultError as error:
                    _log.info("%s stays in the trash: %s", record.path, error.fault.detail)
                else:
                    self._forget_renditions([record.content_hash])
        if future_count:
            _log.warning("%d images in the trash were deleted at a date in the future; they stay there", future_count)

    def advance(self) -> None:
        """Keep how long the service has lived, so that no clock has to say so after a stop."""
        self._store.write_now(self._advance)

    def _advance(self, work: Work) -> TimeMark:
        def noted(former: TimeMark, lived: int) -> Pairs:
            leaps = with_leap(former.notes or ((former.time, former.clock),), lived, work.now)
            kept = without_old(leaps, lived - self._period)
            for index in range(len(leaps) - len(kept)):
                (begin, shown), (end, _) = leaps[index : index + 2]
                if rows.has_deleted(work.connection, shown - MINUTE, shown + end - begin + MINUTE):
                    return leaps[index:]  # an image that was deleted then waits for its removal
            return kept

        mark = self._lived_time.advance(work, noted)
        self._leaps = mark.notes
        return mark

    def complete(self) -> None:
        """Complete what a crash has interrupted, before anything scans the folders.

        A file in a trash folder whose image was not deleted goes back. An image whose file is back in its
        place, as it was deleted, is restored, unless that is the file of another image now. Before that, rows of former
        versions are completed.
        """
        try:
            complete_rows(self._store)
        except FaultError as error:  # such as damage of the database: the rest of the service starts
            _log.warning("the rows of the trash could not be completed: %s", error.fault.detail)
        for repository in self._store.read_now(repositories.list_all):
            try:
                self._complete_repository(repository.key, repository.root)
            except (OSError, FaultError, UnavailableError) as error:
                _log.warning("the trash of %s could not be examined: %s", repository.name, error)

    def _complete_repository(self, repository: int, root: str) -> None:
        files = self._file_stores.of(root)
        files.complete(lambda path: self._store.read_now(partial(rows.holds, repository=repository, path=path)))
        records = self._store.read_now(partial(rows.of_repository, repository=repository))
        by_file = {record.file: record for record in records if record.file is not None}
        names = files.names((FOLDER,))
        for file in sorted(names - by_file.keys()):
            if not self._return_file(root, files, file):
                _log.warning("%s is not known, and stays there", f"{root}/{FOLDER}/{file}")
        for file in by_file.keys() - names:
            record = by_file[file]
            version = files.version(record.path)
            is_back = version is not None and version.has_same_date(record.version)
            if is_back and self._store.write_now(partial(restore_unless_taken, record=record)):
                _log.warning("restored %s, which a crash had interrupted", record.path)

    def _return_file(self, root: str, files: FileStore, file: str) -> bool:
        """Move a file back to the location of its image; False if there is no such image, or its place has a file."""
        try:
            id = UUID(file[:_UUID_CHARACTERS])
            location = self._store.read_now(lambda connection: location_of(connection, id))
        except (ValueError, FaultError):
            return False
        *parents, name = location.path.split("/")
        if location.root != root or files.exists(location.path):
            return False
        missing = conflict("image.file-missing", "The file is gone.")
        files.move(self._store, f"{FOLDER}/{file}", tuple(parents), lambda _: name, missing, lambda *_: None, leave)
        _log.warning("returned %s to its folder: a crash had interrupted its deletion", location.path)
        return True

    def _remove(self, record: TrashRecord, check: FileCheck | None = None) -> None:
        """Remove a record for good with its file, unless it was restored meanwhile.

        Raises what `check` does, and 409 `image.file-changed` for another file than the one that was deleted.
        """

        def find_recorded(_: Connection) -> RecordedContent:
            return RecordedContent(record.content_hash, (record.version_in_trash, record.version))

        def write_rows(work: Work, remove_file: Callable[[], None]) -> None:
            if rows.remove(work, record):
                smart_collections.remove_references(work, [record.id])
                remove_file()

        with self._alone(record.id):
            if not self._store.read_now(partial(rows.current, records=[record])):
                return
            if record.file is None:
                self._store.write_now(without_file(lambda work: write_rows(work, lambda: None), check))
                return
            files, condition = self._file_stores.of(record.root), FileCondition(find_recorded, check)
            with removing_file(record.id, record.root):
                files.remove_with_rows(self._store, record.path_in_trash, condition, write_rows)

    @contextmanager
    def _alone(self, id: UUID) -> Iterator[None]:
        """Within the context, nobody else moves or removes the file of this image. One process has the trash."""
        with self._change:
            self._change.wait_for(lambda: id not in self._busy)
            self._busy.add(id)
        try:
            yield
        finally:
            with self._change:
                self._busy.remove(id)
                self._change.notify_all()


def complete_rows(store: Store) -> None:
    """Complete the rows that former versions have written. Nothing else may change the trash meanwhile."""
    store.write_now(trashed_facets.part_ids)
    while store.write_now(trashed_facets.renew):
        pass


async def complete(trash: Trash) -> None:
    """Complete what a crash has interrupted. Folders that do not answer delay the start of the service for a while."""
    try:
        async with asyncio.timeout(_MAX_START_SECONDS):
            await asyncio.to_thread(trash.complete)
    except TimeoutError:
        _log.warning("the trash of a repository did not answer within %s seconds", _MAX_START_SECONDS)


async def remove_expired_periodically(trash: Trash) -> None:
    """Remove what was deleted too long ago, now and once an hour. Runs until it is cancelled."""
    try:
        while True:
            try:
                await asyncio.to_thread(trash.remove_expired)
            except FaultError as error:
                _log.warning("the trash could not be emptied; retrying in an hour: %s", error)
            await asyncio.sleep(INTERVAL_SECONDS)
    finally:
        with suppress(FaultError):  # a database that fails has been logged
            await asyncio.to_thread(trash.advance)
