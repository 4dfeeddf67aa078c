"""Storing originals: new pictures, new content and new names, written to files and rows together.

The file store of the repository changes the file, and has the rows written so that both change or neither. After a
crash in between, the next scan imports the file as an image, or finds the file of the image again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Final, TypeVar
from uuid import UUID

from sqlalchemy import Connection

from facetry.errors import FaultError, bad_parameter, conflict
from facetry.http.preconditions import Precondition
from facetry.imaging.formats import TRAITS
from facetry.imaging.pool.pool import Pool
from facetry.library import images, recorded_files, repositories, unreadable_files
from facetry.library.file_stores.file_names import suffix_of
from facetry.library.file_stores.file_store import (
    BLOCKED_WAY,
    MISSING_FILE_REMEDY,
    FileCheck,
    FileCondition,
    FileStore,
    RecordedContent,
    file_missing,
    name_taken,
)
from facetry.library.file_stores.folder.atomic_files import translate_errors
from facetry.library.file_stores.stores import FileStores
from facetry.library.file_stores.threads import in_file_thread
from facetry.library.images import Origin
from facetry.library.originals import naming
from facetry.library.originals.entity_tags import check_of
from facetry.library.originals.examination import examine
from facetry.library.originals.location import (
    OriginalLocation,
    location_of,
    moved_fault,
    recorded_content,
    require_unmoved,
)
from facetry.library.originals.origins import image_fault, require_image, require_origin
from facetry.library.pictures import FileFacts, Picture
from facetry.library.repositories import RepositoryRecord
from facetry.library.search import smart_collections
from facetry.store.store import Store
from facetry.store.work import Work
from facetry.system.files.file_versions import FileVersion
from generated.operations import Upload

T = TypeVar("T")
_NO_ORIGIN = Origin()
_DELETE_ATTEMPTS: Final = 5
"""Attempts to delete an image that other requests move at the same time."""


class Originals:
    """Stores, modifies and renames the files of images. Belongs to one event loop."""

    def __init__(
        self,
        store: Store,
        pool: Pool,
        unavailable: Callable[[UUID], str | None],
        forget_renditions: Callable[[bytes], None],
        file_stores: FileStores,
        is_in_trash: Callable[[Connection, UUID], bool],
    ) -> None:
        """`unavailable` returns the reason why a repository's folder cannot be used now, or None when it can.

        `forget_renditions` removes the renditions of bytes, by their hash, and may block. `is_in_trash` says whether
        the trash has an image with an id.
        """
        self._store = store
        self._pool = pool
        self._unavailable = unavailable
        self._forget_renditions = forget_renditions
        self._file_stores = file_stores
        self._is_in_trash = is_in_trash

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

        check_origin = partial(require_origin, origin=origin, is_in_trash=self._is_in_trash)

        def query(connection: Connection) -> RepositoryRecord:
            check_origin(connection)
            return repositories.require(connection, repository_id)

        parts = naming.folder_parts(folder)
        repository = await self._store.read(query)
        self._require_available(repository_id)
        picture = await examine(self._pool, upload.path)
        suffix = TRAITS[picture.format].suffixes[0]
        file = naming.generate_name(suffix, date_ms) if name is None else naming.file_name(name, suffix)
        path = naming.relative_path(repository.root, parts, file)
        files = self._files(repository.root)
        store_file = partial(
            _store_file,
            self._store,
            files,
            repository,
            parts,
            file,
            upload.path,
            picture,
            date_ms,
            origin,
            check_origin,
        )
        return await in_file_thread(_translating_errors, path, store_file)

    async def modify(self, image_id: UUID, upload: Upload, precondition: Precondition | None = None) -> None:
        """Replace the content of an image by bytes of the same format; equal bytes change nothing.

        Raises 404 for an unknown image, 400 for bytes of another format or of none, 409 when its file is missing or not
        writable, 507 when the disk is full. `precondition` has the last word about the file as it is then, and is asked
        before the bytes are examined as well.
        """
        location = await self._store.read(lambda connection: location_of(connection, image_id))
        check = check_of(precondition, location)
        if check is not None:
            await in_file_thread(partial(_check_early, self._store, self._files(location.root), location, check))
        picture = await examine(self._pool, upload.path)
        if picture.format != location.format:
            raise bad_parameter(
                "body",
                f"The file sent is {picture.format}, but the image is {location.format}.",
                rule="image.format-differs",
                value=picture.format,
                remedy="Convert the bytes first, or store them as another image.",
            )
        files = self._files(location.root)
        replace_file = partial(_replace_file, self._store, files, location, upload.path, picture, check)
        orphaned_hash = await in_file_thread(_translating_errors, location.path, replace_file)
        if orphaned_hash is not None:
            await asyncio.to_thread(self._forget_renditions, orphaned_hash)

    async def rename(
        self,
        repository_id: UUID,
        image_id: UUID,
        *,
        name: str,
        folder: str | None = None,
        precondition: Precondition | None = None,
    ) -> None:
        """Rename the file of an image, keeping its extension; with `folder`, move it to this folder of the repository.

        Raises 404 for an unknown repository, and 400 for an image of another repository and for names that are not
        allowed. Raises 409 for a name that exists, its own included, and when the file is missing or the folder is not
        writable.
        """

        def query(connection: Connection) -> OriginalLocation:
            key = repositories.require(connection, repository_id).key
            location = location_of(connection, require_image(connection, image_id, "imageId"))
            if location.repository != key:
                raise image_fault("imageId", image_id)
            return location

        location = await self._store.read(query)
        self._require_available(repository_id)
        before = PurePosixPath(location.path)
        parts = before.parts[:-1] if folder is None else naming.folder_parts(folder)
        file = naming.file_name(name, suffix_of(before.name))
        path = naming.relative_path(location.root, parts, file)
        check = check_of(precondition, location)
        move_file = partial(_move_file, self._store, self._files(location.root), location, parts, file, check)
        await in_file_thread(_translating_errors, path, move_file)

    async def delete(self, image_id: UUID, precondition: Precondition | None = None) -> None:
        """Remove the file of an image, then its record with its facets, then its renditions.

        In this order, a crash in between leaves a record without a file, and the next scan completes the removal. In
        the opposite order, the scan would import the remaining file as a new image. Raises 404 for an unknown image,
        and 409 when the file cannot be removed, or is not what the library has read, and what `precondition`
        raises.
        """
        orphaned_hash = await in_file_thread(_delete_wherever, self._store, self._file_stores, image_id, precondition)
        if orphaned_hash is not None:
            await asyncio.to_thread(self._forget_renditions, orphaned_hash)

    def _files(self, root: str) -> FileStore:
        return self._file_stores.of(root)

    def _require_available(self, id: UUID) -> None:
        reason = self._unavailable(id)
        if reason is not None:
            raise conflict(
                "repository.unavailable",
                f"The repository is not available: {reason}",
                parameter="id",
                value=id,
                remedy=MISSING_FILE_REMEDY,
            )


def _store_file(
    store: Store,
    files: FileStore,
    repository: RepositoryRecord,
    parts: tuple[str, ...],
    name: str,
    source: Path,
    picture: Picture,
    date_ms: int | None,
    origin: Origin,
    require_origin: Callable[[Connection], None],
) -> UUID:
    def write_rows(work: Work, file: FileFacts) -> UUID:
        if repositories.require(work.connection, repository.id).root != repository.root:
            raise moved_fault("The folder of the repository was changed meanwhile.", repository.id)
        require_origin(work.connection)
        return _record_image(work, repository.key, file, picture, origin)

    settle = partial(_settle, repository.key)
    return files.add(store, parts, name, source, date_ms, write_rows, settle)


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


def _check_early(store: Store, files: FileStore, location: OriginalLocation, check: FileCheck) -> None:
    """Ask before work that would be in vain; a missing file is refused otherwise."""
    status = files.status(location.path)
    if status is not None:
        store.read_now(lambda connection: check(connection, status))


def _replace_file(
    store: Store,
    files: FileStore,
    location: OriginalLocation,
    source: Path,
    picture: Picture,
    check: FileCheck | None,
) -> bytes | None:
    """Replace the file; returns the hash of the old bytes when no image has them any more, otherwise None."""

    def write_rows(work: Work, file: FileFacts) -> bytes | None:
        before = require_unmoved(work.connection, location)
        unreadable_files.clear(work, before.repository, [before.path])
        if before.content_hash == picture.content_hash:
            images.touch(work, before.key, file, picture)
            return None
        images.replace(work, before.key, file, picture)
        is_shared = recorded_files.used_hashes(work.connection, [before.content_hash])
        return None if is_shared else before.content_hash

    unless = location.version if location.content_hash == picture.content_hash else None
    condition, missing = _condition(location, check), file_missing(location.id)
    settle = partial(_settle, location.repository)
    return files.replace(store, location.path, source, unless, condition, missing, write_rows, settle)


def _move_file(
    store: Store,
    files: FileStore,
    location: OriginalLocation,
    parts: tuple[str, ...],
    name: str,
    check: FileCheck | None,
) -> None:
    path = "/".join((*parts, name))
    is_recorded = is_refused = False

    def choose_name(is_taken: Callable[[str], bool]) -> str:
        if is_taken(name):
            raise name_taken(path)
        return name

    def write_rows(work: Work, version: FileVersion, file: FileFacts) -> None:
        before = require_unmoved(work.connection, location)
        refusal = unreadable_files.records(work.connection, before.repository, [before.path]).get(before.path)
        unreadable_files.clear(work, before.repository, [before.path, file.path])
        _displace_images(work, before.repository, file.path)
        # A file changed since the last scan must still look changed to the next one.
        nonlocal is_recorded, is_refused
        is_recorded = version.is_same(before.version)
        if is_recorded:
            file = recorded_files.with_recorded_date(work.connection, before.repository, before.path, file)
        images.move(work, before.key, before.repository, file if is_recorded else _facts_with(before.version, file))
        if refusal is not None:
            is_refused = version.is_same(refusal.version)
            facts = _facts_with(refusal.version, file)
            unreadable_files.mark(work, before.repository, facts, refusal.rule, refusal.reason)

    def settle(work: Work, file: FileFacts) -> None:
        if is_recorded:
            _settle(location.repository, work, file)
        if is_refused:
            unreadable_files.set_version(work, location.repository, file)

    condition = FileCondition(check=check)
    files.move(store, location.path, parts, choose_name, file_missing(location.id), write_rows, settle, condition)


def _delete_wherever(
    store: Store, file_stores: FileStores, id: UUID, precondition: Precondition | None
) -> bytes | None:
    """As `_delete_file`, again when the file was moved meanwhile."""
    for attempt in range(_DELETE_ATTEMPTS):
        location = store.read_now(lambda connection: location_of(connection, id))
        try:
            check = check_of(precondition, location)
            return _delete_file(store, file_stores.of(location.root), location, check)
        except FaultError as error:
            if error.fault.rule != "image.file-missing" or attempt == _DELETE_ATTEMPTS - 1:
                raise
    raise AssertionError


def _delete_file(store: Store, files: FileStore, location: OriginalLocation, check: FileCheck | None) -> bytes | None:
    """Remove file and record; returns the hash of the bytes when no other image has the same, otherwise None."""

    def write_rows(work: Work, remove_file: Callable[[], None]) -> bytes | None:
        current = require_unmoved(work.connection, location)
        remove_file()
        images.remove(work, [current.key])
        smart_collections.remove_references(work, [current.id])
        unreadable_files.clear(work, current.repository, [current.path])
        is_shared = recorded_files.used_hashes(work.connection, [current.content_hash])
        return None if is_shared else current.content_hash

    try:
        return files.remove_with_rows(store, location.path, _condition(location, check), write_rows)
    except OSError as error:
        remedy = "Give the service the right to write in the folder, or remove the file yourself."
        if error.errno in BLOCKED_WAY:
            remedy = "Put the folder of the file back, or delete the image to the trash (toTrash=true)."
        detail = f"The file of the image cannot be removed: {error.strerror}."
        raise conflict("image.file-not-removable", detail, parameter="id", value=location.id, remedy=remedy) from error


def _translating_errors(path: str, action: Callable[[], T]) -> T:
    with translate_errors(path):
        return action()


def _displace_images(work: Work, repository: int, path: str) -> None:
    """Displace the image recorded at a path without a file; the image may be found elsewhere later."""
    for record in recorded_files.records(work.connection, repository, [path]).values():
        images.displace(work, record.key)


def _settle(repository: int, work: Work, file: FileFacts) -> None:
    recorded_files.set_version_at(work, repository, file)


def _condition(location: OriginalLocation, check: FileCheck | None) -> FileCondition:
    def find_recorded(connection: Connection) -> RecordedContent:
        return recorded_content(connection, require_unmoved(connection, location))

    return FileCondition(find_recorded, check)


def _facts_with(version: FileVersion, file: FileFacts) -> FileFacts:
    return file._replace(**version._asdict(), is_unsettled=False)
