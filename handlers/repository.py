"""The operations on repositories."""

from __future__ import annotations

import asyncio
from typing import cast
from uuid import UUID

from sqlalchemy import Connection

from facetry.errors import conflict
from facetry.handling.call import Call
from facetry.library import images, managed_folders, recorded_files, repositories, skipped_files, unreadable_files
from facetry.library.file_stores.bucket.location import bucket_of, is_bucket
from facetry.library.file_stores.bucket.messages import paths_beneath
from facetry.library.file_stores.file_store import UNAVAILABLE_REMEDY, FileStore, UnavailableError
from facetry.library.file_stores.threads import in_file_thread
from facetry.library.library import Library
from facetry.library.originals import file_urls
from facetry.library.scan.recognition import keep_folder
from facetry.library.search import smart_collections
from facetry.library.trash import rows as trash_rows
from facetry.store.work import Work
from facetry.system.files.folder_identity import FolderIdentity
from generated import models

IMAGES_AT_ONCE = 500
"""Images removed in one unit of work; bounds the time that other writers wait."""


async def repository_create(
    call: Call,
    /,
    *,
    type: models.RepositoryLocationType,
    url: models.FileUrl,
    name: models.RepositoryName,
    comment: str | None = None,
    watch: bool = False,
    technical_id: models.TechnicalId | None = None,
) -> models.Repository:
    """Add a folder to the library and start to scan it."""
    path, identity = await _resolve(call.library, type, url)

    def unit(work: Work) -> repositories.RepositoryRecord:
        return repositories.create(work, path=path, name=name, comment=comment, technical_id=technical_id, watch=watch)

    repository = await call.write(unit)
    await keep_folder(call.library.file_stores, repository, identity)
    await call.library.scans.start_repository(repository)
    return await _record(call.library, repository)


async def repository_ensure(
    call: Call,
    /,
    *,
    technical_id: models.TechnicalId,
    name: models.RepositoryName,
    comment: str | None = None,
    watch: bool = True,
) -> models.Repository:
    """The repository with the technical id; a new one gets a folder of its own."""
    repository, is_new = await managed_folders.ensure(
        call.library, technical_id, name=name, comment=comment, watch=watch
    )
    if is_new:
        await call.library.scans.start_repository(repository)
    return await _record(call.library, repository)


async def repository_list(call: Call, /) -> list[models.Repository]:
    """All repositories, by name."""
    all_repositories = await call.read(repositories.list_all)
    return list(await asyncio.gather(*(_record(call.library, repository) for repository in all_repositories)))


async def repository_get(call: Call, /, *, id: UUID) -> models.Repository:
    """One repository."""
    repository = await call.lookup(lambda connection: repositories.require(connection, id))
    return await _record(call.library, repository)


async def repository_update(
    call: Call,
    /,
    *,
    id: UUID,
    name: models.RepositoryName | None = None,
    comment: str | None = None,
    url: models.FileUrl | None = None,
) -> models.Repository:
    """Change the name, comment or folder."""
    scans = call.library.scans
    path = identity = None
    if url is not None:
        path, identity = await _resolve(call.library, "s3" if is_bucket(url) else "file", url)

    def unit(work: Work) -> repositories.RepositoryRecord:
        return repositories.change(work, id, name=name, comment=comment, path=path)

    if path is None:
        return await _record(call.library, await call.write(unit))
    async with scans.suspend(id):
        repository = await call.write(unit)
        await keep_folder(call.library.file_stores, repository, identity)
        scans.clear_unavailable(id)
    if not repository.watch and not scans.is_stopped:
        await scans.synchronize(id)
    return await _record(call.library, repository)


async def repository_delete(call: Call, /, *, id: UUID) -> None:
    """Remove a repository and its images from the library; the files stay."""
    repository = await call.lookup(lambda connection: repositories.require(connection, id))
    async with call.library.scans.suspend(id):  # 409 while a scan runs; none starts meanwhile
        while await call.write(lambda work: _remove_batch(work, repository)):
            pass


async def repository_synchronize(
    call: Call, /, *, id: UUID, maximum_removals: int | None = None, verify: bool = False
) -> None:
    """Start a scan."""
    await _require_available(call.library, id)
    await call.library.scans.synchronize(id, maximum_removals, verifies=verify)


async def repository_watch(call: Call, /, *, id: UUID, is_start: bool) -> None:
    """Start or stop watching the folder."""
    if is_start:
        await _require_available(call.library, id)
        call.library.scans.require_running(id)

    def unit(work: Work) -> None:
        repositories.set_watch(work, repositories.require(work.connection, id), watch=is_start)

    await call.write(unit)
    if is_start:
        await call.library.scans.watch(id)
    else:
        await call.library.scans.unwatch(id)


async def repository_notify(call: Call, /, *, id: UUID, body: models.ObjectStoreMessage) -> None:
    """Have the objects of a message looked at that are in the repository."""
    repository = await call.lookup(lambda connection: repositories.require(connection, id))
    objects = [(record.s3.bucket.name, record.s3.object.key) for record in body.records or ()]
    paths = paths_beneath(bucket_of(repository.root), objects) if is_bucket(repository.root) else ()
    if paths:
        call.library.scans.add_changes(id, paths)


async def repository_start_or_stop(call: Call, /, *, is_start: bool) -> None:
    """Allow scans and watchers, or stop them all."""
    if is_start:
        await call.library.scans.resume()
    else:
        await call.library.scans.stop()


async def _resolve(
    library: Library, type: models.RepositoryLocationType, url: str
) -> tuple[str, FolderIdentity | None]:
    buckets = library.file_stores.bucket_rules
    return await asyncio.to_thread(repositories.resolve_location, type, url, library.folder_rules, buckets)


def _obstacle(files: FileStore) -> str | None:
    """Why the files cannot be listed, asked anew; None if they can."""
    try:
        files.identity()
    except UnavailableError as error:
        return str(error)
    return None if files.is_available() else "It may not be listed."


async def _require_available(library: Library, id: UUID) -> None:
    """Raise 404 for an unknown repository, 409 when its folder cannot be listed."""
    repository = await library.store.read(lambda connection: repositories.require(connection, id))
    obstacle = await in_file_thread(_obstacle, library.file_stores.of(repository.root))
    if obstacle is not None:
        raise conflict(
            "repository.unavailable",
            f"The folder or bucket of the repository cannot be listed now. {obstacle}",
            parameter="id",
            value=id,
            remedy=UNAVAILABLE_REMEDY,
        )


async def repository_activities(call: Call, /) -> list[models.RepositoryActivity]:
    """The activity of each repository, by name."""

    def query(connection: Connection) -> list[tuple[repositories.RepositoryRecord, int]]:
        return [
            (repository, images.missing_count(connection, repository.key))
            for repository in repositories.list_all(connection)
        ]

    found = await call.read(query)
    obstacles = [await in_file_thread(_present_obstacle, call.library, repository) for repository, _ in found]
    return [
        _activity(call.library, repository, missing_images, obstacle)
        for (repository, missing_images), obstacle in zip(found, obstacles, strict=True)
    ]


async def repository_unreadable_files(
    call: Call, /, *, id: UUID, rule: str | None = None, take: int = 20, skip: int = 0
) -> models.UnreadableFilesResult:
    """The files that could not be read, with the reasons."""

    def query(connection: Connection) -> models.UnreadableFilesResult:
        repository = repositories.require(connection, id)
        refusals, total = unreadable_files.page(connection, repository.key, rule=rule, skip=skip, take=take)
        items = [
            models.UnreadableFile(
                path=refusal.path,
                rule=refusal.rule,
                reason=refusal.reason,
                size_in_bytes=refusal.version.size,
                date=refusal.date,
            )
            for refusal in refusals
        ]
        return models.UnreadableFilesResult(items=items, total_count=total)

    return await call.read(query)


async def repository_skipped_files(
    call: Call, /, *, id: UUID, kind: models.SkippedFileKind | None = None, take: int = 20, skip: int = 0
) -> models.SkippedFilesResult:
    """The files that are not read, with their kinds."""

    def query(connection: Connection) -> models.SkippedFilesResult:
        repository = repositories.require(connection, id)
        counts = skipped_files.counts(connection, repository.key)
        files = skipped_files.page(connection, repository.key, kind=kind, skip=skip, take=take)
        return models.SkippedFilesResult(
            items=[
                models.SkippedFile(
                    path=file.path, kind=cast("models.SkippedFileKind", file.kind), size_in_bytes=file.version.size
                )
                for file in files
            ],
            total_count=sum(counts.values()) if kind is None else counts.get(kind, 0),
            kinds=[
                models.SkippedFileCount(value=cast("models.SkippedFileKind", value), count=count)
                for value, count in counts.items()
            ],
        )

    return await call.read(query)


async def repository_retry_unreadable_files(call: Call, /, *, id: UUID, rule: str | None = None) -> None:
    """Read the files that could not be read again."""
    await _require_available(call.library, id)

    def unit(work: Work) -> None:
        unreadable_files.clear_all(work, repositories.require(work.connection, id).key, rule=rule)

    call.library.scans.require_running(id)
    call.library.scans.require_idle(id)
    await call.write(unit)
    await call.library.scans.synchronize(id)


def _remove_batch(work: Work, repository: repositories.RepositoryRecord) -> bool:
    """Remove a batch of the repository's images and of those in its trash, or, after the last one, the repository;
    whether more is to be removed.
    """
    batch = recorded_files.records_after(work.connection, repository.key, 0, IMAGES_AT_ONCE)
    smart_collections.remove_references(work, images.remove(work, [image.key for image in batch]))
    trashed = trash_rows.of_repository(work.connection, repository.key, IMAGES_AT_ONCE)
    smart_collections.remove_references(work, [record.id for record in trashed if trash_rows.remove(work, record)])
    if batch or trashed:
        return True
    repositories.remove(work, repository)
    smart_collections.remove_references(work, [repository.id])
    return False


def _present_obstacle(library: Library, repository: repositories.RepositoryRecord) -> str | None:
    """Why the folder cannot be listed now; None if it can."""
    files = library.file_stores.of(repository.root)
    if files.is_available():
        return None
    # A bucket was asked just before, and may take long to fail again.
    return "The bucket cannot be listed now." if is_bucket(repository.root) else _obstacle(files)


def _activity(
    library: Library, repository: repositories.RepositoryRecord, missing: int, obstacle: str | None
) -> models.RepositoryActivity:
    progress = library.scans.progress(repository.id)
    reason = library.scans.unavailable_reason(repository.id) or obstacle
    kind: models.RepositoryActivityKind = "watching" if library.scans.is_watching(repository.id) else "none"
    if library.scans.is_synchronizing(repository.id):
        kind = "synchronizing"
    if progress is None:
        return models.RepositoryActivity(id=repository.id, kind=kind, missing=missing, error=reason)
    return models.RepositoryActivity(
        id=repository.id,
        kind=kind,
        missing=missing,
        start_date=progress.started,
        end_date=progress.ended,
        error=reason or progress.error,
        progress=models.RepositoryProgress.model_validate(progress, from_attributes=True),
    )


async def _record(library: Library, repository: repositories.RepositoryRecord) -> models.Repository:
    # In a thread: access to a lost network share may block for long.
    state = await in_file_thread(_state, library, repository)
    return models.Repository(
        creation_date=repository.created,
        modification_date=repository.modified,
        id=repository.id,
        type="s3" if is_bucket(repository.root) else "file",
        url=file_urls.url_of(repository.root),
        technical_id=repository.technical_id,
        name=repository.name,
        comment=repository.comment,
        watch=repository.watch,
        state=state,
        status=state,
    )


def _state(library: Library, repository: repositories.RepositoryRecord) -> models.RepositoryState:
    is_scanning = library.scans.is_synchronizing(repository.id)
    if (
        library.file_stores.of(repository.root).is_available()
        and library.scans.unavailable_reason(repository.id) is None
    ):
        return "INDEXING" if is_scanning else "READY"
    return "UNAVAILABLE_INDEXING" if is_scanning else "UNAVAILABLE"
