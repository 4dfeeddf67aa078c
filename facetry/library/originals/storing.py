"""Storing: new pictures, new bytes of old ones, and new names, in files and rows at once.

A file takes its place within the unit of work that writes its row, as its last act. The writer runs one unit at a
time, those of scans among them, so that nobody records or forgets a file in between. A death there leaves a file that
the next scan takes in, or an image whose file it finds again.
"""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TypeVar
from uuid import UUID

from sqlalchemy import Connection

from facetry.errors import FaultError, bad_parameter, conflict
from facetry.library import images, records, repositories
from facetry.library import unreadable_files as unreadable
from facetry.library.images import FileFacts, Origin, Picture
from facetry.library.library import Library
from facetry.library.originals import atomic_files as placing
from facetry.library.originals import naming
from facetry.library.originals.atomic_files import Folder
from facetry.library.originals.examination import examined
from facetry.library.originals.location import Located, located
from facetry.library.repositories import Known
from facetry.store.store import Store
from facetry.store.work import Work
from facetry.system.file_times import created_ms, modified_ns
from facetry.system.safe_open import FILE
from generated import models
from generated.operations import Upload

T = TypeVar("T")
_NOTHING = Origin()


async def store(
    library: Library,
    repository_id: UUID,
    upload: Upload,
    *,
    name: str | None = None,
    folder: str = "",
    date_ms: int | None = None,
    origin: Origin = _NOTHING,
) -> models.Image:
    """Make the bytes a file of the repository, called `name` with the extension of its format, and an image.

    `date_ms` becomes the modification time of the file. Raises 404 for an unknown repository, 400 for bytes that are
    no picture, for a parent that is none and for names that no file may have, 409 for a name that is taken and for a
    folder that cannot be written to, 507 when the disk is full.
    """

    def query(connection: Connection) -> Known:
        _require_parent(connection, origin)
        return repositories.require(connection, repository_id)

    parts = naming.folder(folder)
    known = await library.store.read(query)
    _require_available(library, repository_id)
    picture = await examined(library.pool, upload.path)
    suffix = naming.SUFFIXES[picture.format]
    file = naming.generated(suffix, date_ms) if name is None else naming.named(name, suffix)
    path = naming.joined(known.path, parts, file)
    place = partial(_place, library.store, known, parts, file, upload.path, picture, date_ms, origin)
    id = await asyncio.to_thread(_told, path, place)
    return await library.store.read(lambda connection: records.one(connection, id))


async def modify(library: Library, image_id: UUID, upload: Upload) -> models.Image:
    """Give an image new bytes of its own format; the same bytes again change nothing.

    Raises 404 for an unknown image, 400 for bytes of another format or of none, 409 when its file is not there or
    cannot be written, 507 when the disk is full.
    """
    where = await library.store.read(lambda connection: located(connection, image_id))
    picture = await examined(library.pool, upload.path)
    if picture.format != where.format:
        raise bad_parameter(
            "body",
            f"The bytes are {picture.format}, the image is {where.format}.",
            rule="image.format-differs",
            value=picture.format,
            remedy="Convert the bytes first, or store them as another image.",
        )
    forgotten = await asyncio.to_thread(
        _told, where.path, partial(_replace, library.store, where, upload.path, picture)
    )
    if forgotten is not None:
        await asyncio.to_thread(library.renditions.forget, forgotten)
    return await library.store.read(lambda connection: records.one(connection, image_id))


async def rename(
    library: Library, repository_id: UUID, image_id: UUID, *, name: str, folder: str | None = None
) -> models.Image:
    """Give the file of an image another name, with the extension that it has, in the folder that it has or `folder`.

    Raises 404 for an unknown repository, 400 for an image that is none of it and for names that no file may have, 409
    for a name that is taken, its own included, and when the file is not there or the folder cannot be written to.
    """

    def query(connection: Connection) -> Located:
        key = repositories.require(connection, repository_id).key
        where = located(connection, _image(connection, image_id, "imageId"))
        if where.repository != key:
            raise _no_image("imageId", image_id)
        return where

    where = await library.store.read(query)
    _require_available(library, repository_id)
    before = PurePosixPath(where.path)
    parts = before.parts[:-1] if folder is None else naming.folder(folder)
    file = naming.named(name, naming.suffix_of(before.name))
    path = naming.joined(Path(where.root), parts, file)
    await asyncio.to_thread(_told, path, partial(_move, library.store, where, parts, file))
    return await library.store.read(lambda connection: records.one(connection, image_id))


def _place(
    store: Store,
    known: Known,
    parts: tuple[str, ...],
    name: str,
    source: Path,
    picture: Picture,
    date_ms: int | None,
    origin: Origin,
) -> UUID:
    with placing.opened(known.path, parts) as folder:
        if folder.find(name) is not None:
            raise placing.taken(folder.path(name))
        with placing.written(folder, source, modified_ms=date_ms) as fresh:

            def rows(work: Work) -> UUID:
                if repositories.require(work.connection, known.id).path != known.path:
                    raise _moved_away("The folder of the repository was changed meanwhile.", known.id)
                _require_parent(work.connection, origin)
                return _take_in(work, known.key, fresh.facts(name), picture, origin)

            id = _with_file(store, rows, lambda: placing.give_name(fresh, name), lambda: placing.withdraw(fresh, name))
        folder.sync()
    return id


def _take_in(work: Work, repository: int, file: FileFacts, picture: Picture, origin: Origin) -> UUID:
    unreadable.clear(work, repository, [file.path])
    before = images.known(work.connection, repository, [file.path]).get(file.path)
    if before is None or before.content_hash != picture.content_hash:
        _vacate(work, repository, file.path)
        return images.insert_image(work, repository, file, picture, origin)[1]
    # The same picture where it was before somebody removed the file: no scan has forgotten it yet.
    images.touch(work, before.key, file)
    if origin != _NOTHING:
        images.attribute(work, before.key, origin)
    return records.ids(work.connection, [before.key])[0]


def _replace(store: Store, where: Located, source: Path, picture: Picture) -> bytes | None:
    """The hash of the old bytes is returned when no image has them any more."""
    *parents, name = where.path.split("/")
    with placing.opened(Path(where.root), tuple(parents), _no_file(where)) as folder:
        found = _regular(folder, name, where)
        if where.content_hash == picture.content_hash and _is_as_known(found, where):
            return None
        with placing.written(folder, source, like=found) as fresh:

            def rows(work: Work) -> bytes | None:
                _regular(folder, name, where)  # deleted meanwhile, it must not come back
                before = _still(work.connection, where)
                unreadable.clear(work, before.repository, [before.path])
                if before.content_hash == picture.content_hash:
                    images.touch(work, before.key, fresh.facts(name))
                    return None
                images.replace(work, before.key, fresh.facts(name), picture)
                is_kept = images.twins(work.connection, [before.content_hash], [])
                return None if is_kept else before.content_hash

            forgotten = _with_file(
                store, rows, lambda: placing.exchange(fresh, name), lambda: placing.restore(fresh, name)
            )
        folder.sync()
    return forgotten


def _move(store: Store, where: Located, parts: tuple[str, ...], name: str) -> None:
    *parents, old = where.path.split("/")
    root = Path(where.root)
    with placing.opened(root, tuple(parents), _no_file(where)) as source, placing.opened(root, parts) as target:
        found = _regular(source, old, where)
        path = target.path(name)
        if target.find(name) is not None:
            raise placing.taken(path)
        file = _seen(source, old, found, path)

        def rows(work: Work) -> None:
            before = _still(work.connection, where)
            refusal = unreadable.known(work.connection, before.repository, [before.path]).get(before.path)
            unreadable.clear(work, before.repository, [before.path, path])
            _vacate(work, before.repository, path)
            # What changed unseen must still look changed to the next scan.
            kept = file if _is_as_known(found, before) else _remembered(before.size, before.modified_ns, file)
            images.move(work, before.key, before.repository, kept)
            if refusal is not None:
                facts = _remembered(refusal.size, refusal.modified_ns, file)
                unreadable.mark(work, before.repository, facts, refusal.rule, refusal.reason)

        _with_file(
            store,
            rows,
            lambda: placing.move(source, old, target, name),
            lambda: placing.move(target, name, source, old),
        )
        target.sync()
        source.sync()


def _with_file(store: Store, rows: Callable[[Work], T], take: Callable[[], None], back: Callable[[], None]) -> T:
    """Run `rows` and, last, `take` in one unit of work; `back` undoes `take` when the rows were not written after
    all.
    """
    is_taken = False

    def unit(work: Work) -> T:
        nonlocal is_taken
        result = rows(work)
        if not is_taken:  # a unit may be run twice
            take()
            is_taken = True
        return result

    try:
        return store.write_now(unit)
    except BaseException:
        if is_taken:
            with suppress(OSError, FaultError):  # then the next scan makes rows and files agree
                back()
        raise


def _told(path: str, act: Callable[[], T]) -> T:
    with placing.told(path):
        return act()


def _vacate(work: Work, repository: int, path: str) -> None:
    """An image that is remembered where there is no file gives the place to another; it may be found elsewhere."""
    for known in images.known(work.connection, repository, [path]).values():
        images.displace(work, known.key)


def _still(connection: Connection, where: Located) -> Located:
    now = located(connection, where.id)
    if (now.root, now.path) != (where.root, where.path):
        raise _moved_away("The file of the image was moved meanwhile.", where.id)
    return now


def _regular(folder: Folder, name: str, where: Located) -> os.stat_result:
    found = folder.find(name)
    if found is None or not stat.S_ISREG(found.st_mode):
        raise _no_file(where)
    return found


def _seen(folder: Folder, name: str, found: os.stat_result, path: str) -> FileFacts:
    """What a scan would say of the file when it is at `path`."""
    try:
        file = os.open(name, FILE, dir_fd=folder.descriptor)
    except PermissionError:  # it may be moved all the same
        return placing.facts(path, found, min(found.st_mtime_ns, found.st_ctime_ns) // 1_000_000)
    try:
        return placing.facts(path, found, created_ms(file, found))
    finally:
        os.close(file)


def _is_as_known(found: os.stat_result, where: Located) -> bool:
    return (found.st_size, modified_ns(found)) == (where.size, where.modified_ns)


def _remembered(size: int, modified_ns: int, file: FileFacts) -> FileFacts:
    modified_ms = modified_ns // 1_000_000
    return FileFacts(file.path, size, min(file.created_ms, modified_ms), modified_ms, modified_ns)


def _require_available(library: Library, id: UUID) -> None:
    reason = library.ingest.unavailable(id)
    if reason is not None:
        raise conflict(
            "repository.unavailable",
            f"The repository is not available: {reason}",
            parameter="id",
            value=id,
            remedy="Make its folder available (mount the disk), then synchronize the repository.",
        )


def _require_parent(connection: Connection, origin: Origin) -> None:
    if origin.parent is not None:
        _image(connection, origin.parent, "parentId")


def _image(connection: Connection, id: UUID, parameter: str) -> UUID:
    """400 when the parameter names no image."""
    try:
        images.key_of(connection, id)
    except FaultError as error:
        raise _no_image(parameter, id) from error
    return id


def _no_image(parameter: str, id: UUID) -> FaultError:
    detail = "There is no such image" + (" in the repository." if parameter == "imageId" else ".")
    return bad_parameter(parameter, detail, rule="image.unknown", value=id)


def _no_file(where: Located) -> FaultError:
    return conflict(
        "image.file-missing",
        "The file of the image is not where it was.",
        parameter="id",
        value=where.id,
        remedy="Make its folder available, or synchronize the repository.",
    )


def _moved_away(detail: str, id: UUID) -> FaultError:
    return conflict("image.file-missing", detail, parameter="id", value=id, remedy="Try again.")
