"""Storing originals: new pictures, new content and new names, written to files and rows together.

The file operation is the last step of the unit of work that writes the row. The writer runs one unit at a time,
including those of scans, so no scan records or removes the file in between. After a crash in between, the next scan
imports the file as an image, or finds the file of the image again.
"""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TypeVar
from uuid import UUID

import orjson
from sqlalchemy import Connection

from facetry.errors import FaultError, bad_parameter, conflict
from facetry.imaging.formats import TRAITS
from facetry.imaging.pool.pool import Pool
from facetry.library import extensions, images, recorded_files, repositories, unreadable_files
from facetry.library.file_stores.folder import atomic_files
from facetry.library.file_stores.folder.atomic_files import Folder
from facetry.library.file_stores.folder.temporary_records import TemporaryRecords
from facetry.library.file_stores.rows_and_file import write_rows_and_file
from facetry.library.images import Origin
from facetry.library.originals import naming
from facetry.library.originals.examination import examine
from facetry.library.originals.location import OriginalLocation, location_of
from facetry.library.pictures import FileFacts, Picture
from facetry.library.repositories import RepositoryRecord
from facetry.store.store import Store
from facetry.store.work import Work
from facetry.system.file_times import created_ms, modified_ns
from facetry.system.safe_open import FILE_FLAGS
from generated.operations import Upload

T = TypeVar("T")
_NO_ORIGIN = Origin()


class Originals:
    """Stores, modifies and renames the files of images. Belongs to one event loop."""

    def __init__(
        self,
        store: Store,
        pool: Pool,
        unavailable: Callable[[UUID], str | None],
        forget_renditions: Callable[[bytes], None],
        temporary_records: TemporaryRecords,
    ) -> None:
        """`unavailable` returns the reason why a repository's folder cannot be used now, or None when it can.

        `forget_renditions` removes the renditions of bytes, by their hash, and may block. `temporary_records` is
        where temporary files in the folders are recorded.
        """
        self._store = store
        self._pool = pool
        self._unavailable = unavailable
        self._forget_renditions = forget_renditions
        self._records = temporary_records

    async def store(
        self,
        repository_id: UUID,
        upload: Upload,
        *,
        name: str | None = None,
        folder: str = "",
        date_ms: int | None = None,
        origin: Origin = _NO_ORIGIN,
    ) -> UUID:
        """Store the bytes as a file of the repository and return the id of the image.

        The file is called `name` with the extension of its format; `date_ms` becomes its modification time. Raises 404
        for an unknown repository; 400 for bytes that are no picture, for an unknown parent or extension, and for
        names that are not allowed; 409 for a name that exists and for a folder that is not writable; 507 when the disk
        is full.
        """

        def query(connection: Connection) -> RepositoryRecord:
            _require_origin(connection, origin)
            return repositories.require(connection, repository_id)

        parts = naming.folder_parts(folder)
        repository = await self._store.read(query)
        self._require_available(repository_id)
        picture = await examine(self._pool, upload.path)
        suffix = TRAITS[picture.format].suffixes[0]
        file = naming.generate_name(suffix, date_ms) if name is None else naming.file_name(name, suffix)
        path = naming.relative_path(repository.path, parts, file)
        store_file = partial(
            _store_file, self._store, self._records, repository, parts, file, upload.path, picture, date_ms, origin
        )
        return await asyncio.to_thread(_translating_errors, path, store_file)

    async def modify(self, image_id: UUID, upload: Upload) -> None:
        """Replace the content of an image by bytes of the same format; equal bytes change nothing.

        Raises 404 for an unknown image, 400 for bytes of another format or of none, 409 when its file is missing or not
        writable, 507 when the disk is full.
        """
        location = await self._store.read(lambda connection: location_of(connection, image_id))
        picture = await examine(self._pool, upload.path)
        if picture.format != location.format:
            raise bad_parameter(
                "body",
                f"The file sent is {picture.format}, but the image is {location.format}.",
                rule="image.format-differs",
                value=picture.format,
                remedy="Convert the bytes first, or store them as another image.",
            )
        replace_file = partial(_replace_file, self._store, self._records, location, upload.path, picture)
        orphaned_hash = await asyncio.to_thread(_translating_errors, location.path, replace_file)
        if orphaned_hash is not None:
            await asyncio.to_thread(self._forget_renditions, orphaned_hash)

    async def rename(self, repository_id: UUID, image_id: UUID, *, name: str, folder: str | None = None) -> None:
        """Rename the file of an image, keeping its extension; with `folder`, move it to this folder of the repository.

        Raises 404 for an unknown repository, and 400 for an image of another repository and for names that are not
        allowed. Raises 409 for a name that exists, its own included, and when the file is missing or the folder is not
        writable.
        """

        def query(connection: Connection) -> OriginalLocation:
            key = repositories.require(connection, repository_id).key
            location = location_of(connection, _require_image(connection, image_id, "imageId"))
            if location.repository != key:
                raise _image_fault("imageId", image_id)
            return location

        location = await self._store.read(query)
        self._require_available(repository_id)
        before = PurePosixPath(location.path)
        parts = before.parts[:-1] if folder is None else naming.folder_parts(folder)
        file = naming.file_name(name, naming.suffix_of(before.name))
        path = naming.relative_path(Path(location.root), parts, file)
        await asyncio.to_thread(_translating_errors, path, partial(_move_file, self._store, location, parts, file))

    def _require_available(self, id: UUID) -> None:
        reason = self._unavailable(id)
        if reason is not None:
            raise conflict(
                "repository.unavailable",
                f"The repository is not available: {reason}",
                parameter="id",
                value=id,
                remedy="Make its folder available (mount the disk), then synchronize the repository.",
            )


def _store_file(
    store: Store,
    records: TemporaryRecords,
    repository: RepositoryRecord,
    parts: tuple[str, ...],
    name: str,
    source: Path,
    picture: Picture,
    date_ms: int | None,
    origin: Origin,
) -> UUID:
    with atomic_files.open_subfolder(repository.path, parts) as folder:
        if folder.find(name) is not None:
            raise atomic_files.name_taken(folder.path(name))
        with atomic_files.temporary_file(folder, source, modified_ms=date_ms, records=records) as new_file:

            def write_rows(work: Work) -> UUID:
                if repositories.require(work.connection, repository.id).path != repository.path:
                    raise _moved_fault("The folder of the repository was changed meanwhile.", repository.id)
                _require_origin(work.connection, origin)
                return _record_image(work, repository.key, new_file.facts(name), picture, origin)

            id = write_rows_and_file(
                store,
                write_rows,
                lambda: atomic_files.give_name(new_file, name),
                lambda: atomic_files.undo_give_name(new_file, name),
            )
        folder.sync()
    return id


def _record_image(work: Work, repository: int, file: FileFacts, picture: Picture, origin: Origin) -> UUID:
    unreadable_files.clear(work, repository, [file.path])
    before = recorded_files.records(work.connection, repository, [file.path]).get(file.path)
    if before is None or before.content_hash != picture.content_hash:
        _displace_images(work, repository, file.path)
        return images.insert_image(work, repository, file, picture, origin)[1]
    # The file was removed, no scan has noticed, and the same picture is stored again: the image stays.
    images.touch(work, before.key, file, picture)
    if origin != _NO_ORIGIN:
        images.set_origin(work, before.key, origin)
    return images.id_of(work.connection, before.key)


def _replace_file(
    store: Store, records: TemporaryRecords, location: OriginalLocation, source: Path, picture: Picture
) -> bytes | None:
    """Replace the file; returns the hash of the old bytes when no image has them any more, otherwise None."""
    *parents, name = location.path.split("/")
    with atomic_files.open_subfolder(Path(location.root), tuple(parents), _file_missing_fault(location)) as folder:
        status = _require_regular_file(folder, name, location)
        if location.content_hash == picture.content_hash and _matches_record(status, location):
            return None
        with atomic_files.temporary_file(folder, source, template=status, records=records) as new_file:

            def write_rows(work: Work) -> bytes | None:
                _require_regular_file(folder, name, location)  # a file deleted meanwhile must not be created again
                before = _require_unmoved(work.connection, location)
                unreadable_files.clear(work, before.repository, [before.path])
                if before.content_hash == picture.content_hash:
                    images.touch(work, before.key, new_file.facts(name), picture)
                    return None
                images.replace(work, before.key, new_file.facts(name), picture)
                is_shared = recorded_files.matching_images(work.connection, [before.content_hash], [])
                return None if is_shared else before.content_hash

            orphaned_hash = write_rows_and_file(
                store,
                write_rows,
                lambda: atomic_files.exchange(new_file, name),
                lambda: atomic_files.undo_exchange(new_file, name),
            )
        folder.sync()
    return orphaned_hash


def _move_file(store: Store, location: OriginalLocation, parts: tuple[str, ...], name: str) -> None:
    *parents, old = location.path.split("/")
    root = Path(location.root)
    with (
        atomic_files.open_subfolder(root, tuple(parents), _file_missing_fault(location)) as source,
        atomic_files.open_subfolder(root, parts) as target,
    ):
        status = _require_regular_file(source, old, location)
        path = target.path(name)
        if target.find(name) is not None:
            raise atomic_files.name_taken(path)
        file = _facts_at(source, old, status, path)

        def write_rows(work: Work) -> None:
            before = _require_unmoved(work.connection, location)
            refusal = unreadable_files.records(work.connection, before.repository, [before.path]).get(before.path)
            unreadable_files.clear(work, before.repository, [before.path, path])
            _displace_images(work, before.repository, path)
            # A file changed since the last scan must still look changed to the next one.
            recorded = file if _matches_record(status, before) else _facts_with(before.size, before.modified_ns, file)
            images.move(work, before.key, before.repository, recorded)
            if refusal is not None:
                facts = _facts_with(refusal.size, refusal.modified_ns, file)
                unreadable_files.mark(work, before.repository, facts, refusal.rule, refusal.reason)

        write_rows_and_file(
            store,
            write_rows,
            lambda: atomic_files.move(source, old, target, name),
            lambda: atomic_files.move(target, name, source, old),
        )
        target.sync()
        source.sync()


def _translating_errors(path: str, action: Callable[[], T]) -> T:
    with atomic_files.translate_errors(path):
        return action()


def _displace_images(work: Work, repository: int, path: str) -> None:
    """Displace the image recorded at a path without a file; the image may be found elsewhere later."""
    for record in recorded_files.records(work.connection, repository, [path]).values():
        images.displace(work, record.key)


def _require_unmoved(connection: Connection, location: OriginalLocation) -> OriginalLocation:
    current = location_of(connection, location.id)
    if (current.root, current.path) != (location.root, location.path):
        raise _moved_fault("The file of the image was moved meanwhile.", location.id)
    return current


def _require_regular_file(folder: Folder, name: str, location: OriginalLocation) -> os.stat_result:
    status = folder.find(name)
    if status is None or not stat.S_ISREG(status.st_mode):
        raise _file_missing_fault(location)
    return status


def _facts_at(folder: Folder, name: str, status: os.stat_result, path: str) -> FileFacts:
    """The facts that a scan would find when the file is at `path`."""
    try:
        file = os.open(name, FILE_FLAGS, dir_fd=folder.descriptor)
    except PermissionError:  # an unreadable file can still be moved
        return atomic_files.file_facts(path, status, min(status.st_mtime_ns, status.st_ctime_ns) // 1_000_000)
    try:
        return atomic_files.file_facts(path, status, created_ms(file, status))
    finally:
        os.close(file)


def _matches_record(status: os.stat_result, location: OriginalLocation) -> bool:
    return (status.st_size, modified_ns(status)) == (location.size, location.modified_ns)


def _facts_with(size: int, modified_ns: int, file: FileFacts) -> FileFacts:
    modified_ms = modified_ns // 1_000_000
    return FileFacts(file.path, size, min(file.created_ms, modified_ms), modified_ms, modified_ns)


def _require_origin(connection: Connection, origin: Origin) -> None:
    """Raise 400 when the origin names an image or an extension that does not exist."""
    if origin.parent is not None:
        _require_image(connection, origin.parent, "parentId")
    if origin.application_metadata is not None:
        for index, item in enumerate(orjson.loads(origin.application_metadata)["items"]):
            if extensions.find(connection, item["extensionId"]) is None:
                raise _extension_fault(index, item["extensionId"])


def _extension_fault(index: int, id: str) -> FaultError:
    place = f"It stands at /items/{index}/extensionId of the text."
    return bad_parameter(
        "applicationMetadata",
        f"No extension with this id is installed or registered. {place}",
        rule="extension.unknown",
        value=id,
        remedy="Install the extension, or register it with `facetry extension register ID`.",
    )


def _require_image(connection: Connection, id: UUID, parameter: str) -> UUID:
    """The id; 400 on `parameter` when there is no such image."""
    try:
        images.key_of(connection, id)
    except FaultError as error:
        raise _image_fault(parameter, id) from error
    return id


def _image_fault(parameter: str, id: UUID) -> FaultError:
    detail = "There is no such image" + (" in the repository." if parameter == "imageId" else ".")
    return bad_parameter(parameter, detail, rule="image.unknown", value=id)


def _file_missing_fault(location: OriginalLocation) -> FaultError:
    return conflict(
        "image.file-missing",
        "The file of the image is missing.",
        parameter="id",
        value=location.id,
        remedy="Make its folder available, or synchronize the repository.",
    )


def _moved_fault(detail: str, id: UUID) -> FaultError:
    return conflict("image.file-missing", detail, parameter="id", value=id, remedy="Try again.")
