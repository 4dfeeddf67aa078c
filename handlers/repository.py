"""The operations on repositories."""

from __future__ import annotations

import asyncio
from uuid import UUID

from sqlalchemy import Connection

from facetry.call import Call
from facetry.errors import conflict
from facetry.library import (
    images,
    repositories,
)
from facetry.library import (
    managed_folders as ensuring,
)
from facetry.library import (
    smart_collections as collections,
)
from facetry.library import (
    unreadable_files as unreadable,
)
from facetry.library.library import Library
from facetry.store.work import Work
from generated import models

IMAGES_AT_ONCE = 500
"""Images forgotten in one unit of work: other writers wait no longer than that takes."""


async def repository_create(
    call: Call,
    /,
    *,
    type: models.RepositoryLocationType,  # noqa: ARG001  # there is one so far, and the schema has checked it
    url: models.FileUrl,
    name: models.RepositoryName,
    comment: str | None = None,
    watch: bool = False,
    technical_id: models.TechnicalId | None = None,
) -> models.Repository:
    """Add a folder to the library and begin to scan it."""
    path = await asyncio.to_thread(repositories.folder, url)

    def unit(work: Work) -> repositories.Known:
        return repositories.create(work, path=path, name=name, comment=comment, technical_id=technical_id, watch=watch)

    known = await call.library.store.write(unit)
    await call.library.ingest.begin_with(known)
    return await _record(call.library, known)


async def repository_ensure(
    call: Call,
    /,
    *,
    technical_id: models.TechnicalId,
    name: models.RepositoryName,
    comment: str | None = None,
    watch: bool = True,
) -> models.Repository:
    """The repository with the technical id, with a folder of its own if it is new."""
    known, is_new = await ensuring.ensure(call.library, technical_id, name=name, comment=comment, watch=watch)
    if is_new:
        await call.library.ingest.begin_with(known)
    return await _record(call.library, known)


async def repository_list(call: Call, /) -> list[models.Repository]:
    """All repositories, by name."""
    known = await call.library.store.read(repositories.every)
    return list(await asyncio.gather(*(_record(call.library, each) for each in known)))


async def repository_get(call: Call, /, *, id: UUID) -> models.Repository:
    """One repository."""
    known = await call.library.store.read(lambda connection: repositories.require(connection, id))
    return await _record(call.library, known)


async def repository_update(
    call: Call,
    /,
    *,
    id: UUID,
    name: models.RepositoryName | None = None,
    comment: str | None = None,
    url: models.FileUrl | None = None,
) -> models.Repository:
    """Another name, comment or place of the folder."""
    ingest = call.library.ingest
    path = await asyncio.to_thread(repositories.folder, url) if url is not None else None

    def unit(work: Work) -> repositories.Known:
        return repositories.change(work, id, name=name, comment=comment, path=path)

    if path is None:
        return await _record(call.library, await call.library.store.write(unit))
    async with ingest.hold(id):
        known = await call.library.store.write(unit)
        ingest.relocated(id)
    if not known.watch and not ingest.stopped:
        await ingest.synchronize(id)
    return await _record(call.library, known)


async def repository_delete(call: Call, /, *, id: UUID) -> None:
    """Forget a repository and its images; the files stay."""
    known = await call.library.store.read(lambda connection: repositories.require(connection, id))
    async with call.library.ingest.hold(id):  # 409 while a scan runs, and none begins meanwhile
        while await call.library.store.write(lambda work: _forget(work, known)):
            pass


async def repository_synchronize(call: Call, /, *, id: UUID, maximum_removals: int | None = None) -> None:
    """Begin a scan."""
    await _require_available(call.library, id)
    await call.library.ingest.synchronize(id, maximum_removals)


async def repository_watch(call: Call, /, *, id: UUID, is_start: bool) -> None:
    """Follow the folder, or follow it no longer."""
    if is_start:
        await _require_available(call.library, id)
        call.library.ingest.require_running(id)

    def unit(work: Work) -> None:
        repositories.set_watch(work, repositories.require(work.connection, id), watch=is_start)

    await call.library.store.write(unit)
    if is_start:
        await call.library.ingest.watch(id)
    else:
        await call.library.ingest.unwatch(id)


async def repository_start_or_stop(call: Call, /, *, is_start: bool) -> None:
    """Allow scans and watches, or end them all."""
    if is_start:
        await call.library.ingest.resume()
    else:
        await call.library.ingest.stop()


async def _require_available(library: Library, id: UUID) -> None:
    """404 for an unknown repository, 409 when its folder cannot be listed."""
    known = await library.store.read(lambda connection: repositories.require(connection, id))
    if not await asyncio.to_thread(known.is_available):
        raise conflict(
            "repository.unavailable",
            "The folder of the repository cannot be listed now.",
            parameter="id",
            value=id,
            remedy="Make the folder available (mount the disk, check the permissions), then try again.",
        )


async def repository_activities(call: Call, /) -> list[models.RepositoryActivity]:
    """What each repository is doing, by name."""

    def query(connection: Connection) -> list[tuple[repositories.Known, int]]:
        return [(known, images.missing_count(connection, known.key)) for known in repositories.every(connection)]

    return [_activity(call.library, known, missing) for known, missing in await call.library.store.read(query)]


async def repository_unreadable_files(
    call: Call, /, *, id: UUID, rule: str | None = None, take: int = 20, skip: int = 0
) -> models.UnreadableFilesResult:
    """The files that could not be read, and why."""

    def query(connection: Connection) -> models.UnreadableFilesResult:
        known = repositories.require(connection, id)
        refusals, total = unreadable.page(connection, known.key, rule=rule, skip=skip, take=take)
        items = [
            models.UnreadableFile(
                path=each.path, rule=each.rule, reason=each.reason, size_in_bytes=each.size, date=each.date
            )
            for each in refusals
        ]
        return models.UnreadableFilesResult(items=items, total_count=total)

    return await call.library.store.read(query)


async def repository_retry_unreadable_files(call: Call, /, *, id: UUID, rule: str | None = None) -> None:
    """Read the files that could not be read once more."""
    await _require_available(call.library, id)

    def unit(work: Work) -> None:
        unreadable.clear_all(work, repositories.require(work.connection, id).key, rule=rule)

    call.library.ingest.require_running(id)
    call.library.ingest.require_idle(id)
    await call.library.store.write(unit)
    await call.library.ingest.synchronize(id)


def _forget(work: Work, known: repositories.Known) -> bool:
    """Forget some images of the repository, or at last itself; whether there is more to do."""
    some = images.after(work.connection, known.key, 0, IMAGES_AT_ONCE)
    collections.forget(work, images.remove(work, [image.key for image in some]))
    if some:
        return True
    repositories.remove(work, known)
    collections.forget(work, [known.id])
    return False


def _activity(library: Library, known: repositories.Known, missing: int) -> models.RepositoryActivity:
    progress = library.ingest.progress(known.id)
    kind: models.RepositoryActivityKind = "watching" if library.ingest.watching(known.id) else "none"
    if library.ingest.synchronizing(known.id):
        kind = "synchronizing"
    if progress is None:
        return models.RepositoryActivity(id=known.id, kind=kind, missing=missing)
    return models.RepositoryActivity(
        id=known.id,
        kind=kind,
        missing=missing,
        start_date=progress.started,
        end_date=progress.ended,
        error=progress.error,
        progress=models.RepositoryProgress(
            found=progress.found,
            done=progress.done,
            added=progress.added,
            updated=progress.updated,
            moved=progress.moved,
            removed=progress.removed,
            unreadable=progress.unreadable,
            missing=progress.missing,
        ),
    )


async def _record(library: Library, known: repositories.Known) -> models.Repository:
    return models.Repository(
        creation_date=known.created,
        modification_date=known.modified,
        id=known.id,
        type="file",
        url=known.path.as_uri(),
        technical_id=known.technical_id,
        name=known.name,
        comment=known.comment,
        watch=known.watch,
        # In a thread: a network share that is gone can take its time to say so.
        state=await asyncio.to_thread(_state, library, known),
    )


def _state(library: Library, known: repositories.Known) -> models.RepositoryState:
    scanning = library.ingest.synchronizing(known.id)
    if known.is_available() and library.ingest.unavailable(known.id) is None:
        return "INDEXING" if scanning else "READY"
    return "UNAVAILABLE_INDEXING" if scanning else "UNAVAILABLE"
