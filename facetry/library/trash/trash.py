"""The trash: deletes images so that they can be restored, with their facets, for some days.

The file of a deleted image is renamed into a hidden folder of its repository, which scans do not read. Rows and file
change together, as in `originals`; `complete` mends at the start what a crash in between has left.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import PurePosixPath
from typing import Final
from uuid import UUID

from facetry.errors import FaultError, conflict
from facetry.events.lived_time import LivedTime, Pairs, least_date, lived_at, with_leap, without_old
from facetry.library import (
    extensions,
    images,
    recorded_files,
    repositories,
    skipped_files,
    smart_collections,
    unreadable_files,
)
from facetry.library.facets.facet_lines import FacetWriter
from facetry.library.file_stores.file_store import FileStore, FileVersion, NameChoice, UnavailableError, name_taken
from facetry.library.file_stores.stores import FileStores
from facetry.library.originals.location import location_of
from facetry.library.originals.naming import NAME_BYTES, suffix_of
from facetry.library.pictures import FileFacts
from facetry.library.trash import rows
from facetry.library.trash.rows import TrashRecord
from facetry.store.store import Store
from facetry.store.time_marks import TimeMark
from facetry.store.work import Work
from facetry.system.elapsed_time import DAY, MINUTE, clock_ms

FOLDER: Final = rows.FOLDER
INTERVAL_SECONDS: Final = 3_600.0
"""Seconds between two removals of what is too old."""
_MAX_START_SECONDS: Final = 30.0
_UUID_CHARACTERS: Final = 36
_BATCH: Final = 50
"""Images that are removed in one unit of work."""
_MAX_NUMBER: Final = 9_999
"""Greatest number behind the name of a restored file whose own name is taken."""

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

    def put(self, id: UUID) -> None:
        """Delete an image so that it can be restored. A file that is gone already is no obstacle.

        Raises 404 for an unknown image, and 409 if its folder is unavailable or its file cannot be moved.
        """
        location = self._store.read_now(lambda connection: location_of(connection, id))
        files = self._file_stores.of(location.root)

        def write_rows(work: Work, file: str | None) -> None:
            current = location_of(work.connection, id)
            if (current.root, current.path) != (location.root, location.path):
                raise conflict(
                    "image.file-missing",
                    "The file of the image was moved meanwhile.",
                    parameter="id",
                    value=id,
                    remedy="Try again.",
                )
            self._advance(work)  # also for images that are deleted just after the clock was set
            rows.put(work, current.key, file)
            images.remove(work, [current.key])
            unreadable_files.clear(work, current.repository, [current.path])

        def write_moved(work: Work, _: FileVersion, file: FileFacts) -> None:
            write_rows(work, PurePosixPath(file.path).name)

        gone = conflict("image.file-missing", "The file is gone.")
        with self._alone(id), _moving(id), _into_trash(location.root):
            try:
                if files.exists(location.path):
                    name = f"{id}{suffix_of(location.name)}"
                    files.move(self._store, location.path, (FOLDER,), _free_name(FOLDER, name), gone, write_moved)
                    return
            except FaultError as error:
                if error is not gone:
                    raise
            self._store.write_now(partial(write_rows, file=None))

    def restore(self, id: UUID) -> None:
        """Restore an image with its id, its facets and its file.

        The file gets its former path, with a number behind its name if another file has it. Facets of extensions that
        are not registered any more are lost. Raises 404 for an image that is not in the trash, and 409 if the folder of
        its repository is unavailable or the file cannot be moved.
        """
        with self._alone(id):
            self._restore(self._store.read_now(lambda connection: rows.require(connection, id)))

    def _restore(self, record: TrashRecord) -> None:
        id, files = record.id, self._file_stores.of(record.root)
        *parents, name = record.path.split("/")
        gone = conflict("image.file-missing", "The file is gone.")

        def write_rows(work: Work, _: FileVersion, file: FileFacts) -> None:
            _restore_rows(work, id=id, path=file.path, has_file=True)

        with _moving(id):
            try:
                if record.file is not None and files.exists(f"{FOLDER}/{record.file}"):
                    choose_name = _free_name("/".join(parents), name)
                    files.move(self._store, f"{FOLDER}/{record.file}", tuple(parents), choose_name, gone, write_rows)
                    return
            except FaultError as error:
                if error is not gone:
                    raise
            self._store.write_now(partial(_restore_rows, id=id, path=record.path, has_file=False))

    def remove(self, id: UUID) -> None:
        """Remove an image from the trash for good. Raises as `restore` does."""
        self._remove([self._store.read_now(lambda connection: rows.require(connection, id))])

    def empty(self) -> None:
        """Remove all images from the trash for good. Raises 409 when the folder of one is unavailable."""
        while records := self._store.read_now(lambda connection: rows.page(connection, 0, _BATCH))[0]:
            self._remove(records)

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
                    self._remove([record])
                except FaultError as error:
                    _log.info("%s stays in the trash: %s", record.path, error.fault.detail)
        if future_count:
            _log.warning("%d images in the trash were deleted at a date in the future; they stay there", future_count)

    def advance(self) -> None:
        """Keep how long the service has lived, so that no clock has to say so after a stop."""
        self._store.write_now(self._advance)

    def _advance(self, work: Work) -> TimeMark:
        def noted(former: TimeMark, lived: int) -> Pairs:
            leaps = former.notes or ((former.time, former.clock),)
            return without_old(with_leap(leaps, lived, work.now), lived - self._period)

        mark = self._lived_time.advance(work, noted)
        self._leaps = mark.notes
        return mark

    def complete(self) -> None:
        """Complete what a crash has interrupted, before anything scans the folders.

        A file in a trash folder whose image was not deleted goes back to its place. An image whose file is back in its
        place, as it was deleted, is restored, unless that is the file of another image now.
        """
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
            is_back = files.version(record.path) == (record.image["size"], record.image["file_modified_ns"])
            if is_back and self._store.write_now(partial(_restore_unless_taken, record=record)):
                _log.warning("restored %s, which a crash had interrupted", record.path)

    def _return_file(self, root: str, files: FileStore, file: str) -> bool:
        """Move a file back to the place of its image; False if there is no such image, or its place has a file."""
        try:
            id = UUID(file[:_UUID_CHARACTERS])
            location = self._store.read_now(lambda connection: location_of(connection, id))
        except (ValueError, FaultError):
            return False
        *parents, name = location.path.split("/")
        if location.root != root or files.exists(location.path):
            return False
        missing = conflict("image.file-missing", "The file is gone.")
        files.move(self._store, f"{FOLDER}/{file}", tuple(parents), lambda _: name, missing, lambda *_: None)
        _log.warning("returned %s to its folder: a crash had interrupted its deletion", location.path)
        return True

    def _remove(self, records: list[TrashRecord]) -> None:
        """Remove those records for good that are still there, with their files."""
        with self._alone(*(record.id for record in records)):
            current = self._store.read_now(partial(rows.current, records=records))
            for record in current:
                if record.file is not None:
                    with _moving(record.id):
                        self._file_stores.of(record.root).remove(f"{FOLDER}/{record.file}")

            def unit(work: Work) -> None:
                removed = [record.id for record in current if rows.remove(work, record)]
                smart_collections.remove_references(work, removed)

            self._store.write_now(unit)
        self._forget_renditions([record.image["content_hash"] for record in current])

    @contextmanager
    def _alone(self, *ids: UUID) -> Iterator[None]:
        """Within the context, nobody else moves or removes the files of these images. One process has the trash."""
        with self._change:
            self._change.wait_for(lambda: self._busy.isdisjoint(ids))
            self._busy.update(ids)
        try:
            yield
        finally:
            with self._change:
                self._busy.difference_update(ids)
                self._change.notify_all()


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


def _restore_rows(work: Work, *, id: UUID, path: str, has_file: bool) -> None:
    record = rows.require(work.connection, id)
    for at_path in recorded_files.records(work.connection, record.repository, [path]).values():
        images.displace(work, at_path.key)
    skipped_files.clear(work, record.repository, [path])
    unreadable_files.clear(work, record.repository, [path])
    images.insert_row(work, record.image, path=path, is_missing=not has_file)
    writer = FacetWriter(work, id)
    for line in rows.facets_of(work.connection, record.key):
        if extensions.find(work.connection, line["extension"]) is not None:
            try:
                writer.write(line)
            except FaultError as error:  # such as an embedding of another length than those of today
                _log.warning("a facet of %s could not be restored: %s", record.path, error.fault.detail)
    rows.remove(work, record)


def _restore_unless_taken(work: Work, record: TrashRecord) -> bool:
    """Restore the rows of an image whose file is back; False if the file is that of another image."""
    if rows.holds(work.connection, record.repository, record.path):
        return False
    _restore_rows(work, id=record.id, path=record.path, has_file=True)
    return True


def _free_name(folder: str, name: str) -> NameChoice:
    """Chooses the name, with a number if the folder has an entry with it; 409 when there are too many of them."""
    suffix = suffix_of(name)

    def choose(is_taken: Callable[[str], bool]) -> str:
        stem = name.removesuffix(suffix)
        for number in range(1, _MAX_NUMBER + 1):
            ending = f"{f' ({number})' if number > 1 else ''}{suffix}"
            while len(os.fsencode(stem + ending)) > NAME_BYTES:
                stem = stem[:-1]
            if not is_taken(stem + ending):
                return stem + ending
        raise name_taken(f"{folder}/{name}")

    return choose


@contextmanager
def _into_trash(root: str) -> Iterator[None]:
    """Within the context, a trash folder that is a link or a file is 409."""
    try:
        yield
    except FaultError as error:
        if error.fault.rule != "path.outside":
            raise
        raise conflict(
            "trash.folder",
            f"{FOLDER} in the folder of the repository is a link or a file.",
            parameter="id",
            value=root,
            remedy=f"Remove {FOLDER}, or delete the image for good.",
        ) from None


@contextmanager
def _moving(id: UUID) -> Iterator[None]:
    """Within the context, errors of the file system become faults about the file of the image."""
    try:
        yield
    except OSError as error:
        raise conflict(
            "image.file-not-movable",
            f"The file of the image cannot be moved: {error.strerror}.",
            parameter="id",
            value=id,
            remedy="Give the service the right to write in the folder, and room on the disk.",
        ) from error
