"""A scan job: one scan of one repository, of the whole folder or of parts of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Final

from sqlalchemy import Connection

from facetry.errors import FaultError
from facetry.imaging.pool.pool import Pool
from facetry.library import images, recorded_files, repositories, skipped_files, unreadable_files
from facetry.library.file_stores.file_store import UnavailableError
from facetry.library.file_stores.stores import FileStores
from facetry.library.file_stores.threads import in_file_thread
from facetry.library.recorded_files import FileRecord
from facetry.library.repositories import RepositoryRecord
from facetry.library.scan.examiner import Examiner
from facetry.library.scan.importer import UNIT_FILES, Importer
from facetry.library.scan.progress import ScanProgress
from facetry.library.scan.recording import remove_images
from facetry.library.skipped_files import SkippedFileRecord
from facetry.library.trash import rows as trash_rows
from facetry.store.store import Store

MIN_REMOVAL_LIMIT: Final = 10
"""Number of missing images that are always removed without confirmation, unless all images of the repository are
missing.
"""
_PAGE: Final = 5_000

_log = logging.getLogger(__name__)


class AllMissingError(UnavailableError):
    """No image has its file, which somebody has to confirm. Another scan of the same files would say the same."""


class ScanJob:
    """Compares a folder with its records, imports new and changed files, and removes images whose files are gone.

    Missing files are searched for in every repository first. No image is removed when the missing ones exceed a limit.
    """

    def __init__(
        self,
        store: Store,
        pool: Pool,
        examiner: Examiner,
        file_stores: FileStores,
        repository: RepositoryRecord,
        progress: ScanProgress,
        *,
        removal_share: float,
        maximum_removals: int | None = None,
        scope: Collection[str] | None = None,
        verifies: bool = False,
        on_removed: Callable[[list[bytes]], None] = lambda _: None,
    ) -> None:
        """`scope` as for `FileStore.walk`, and `verifies` as for `Importer`. `maximum_removals` replaces the limit that
        follows from `removal_share`.

        `on_removed` is called in a thread with the content hashes of removed images.
        """
        self._store = store
        self._pool = pool
        self._examiner = examiner
        self._file_stores = file_stores
        self._files = file_stores.of(repository.root)
        self._repository = repository
        self._progress = progress
        self._removal_share = removal_share
        self._maximum_removals = maximum_removals
        self._scope = scope
        self._verifies = verifies
        self._on_removed = on_removed

        self.has_missing = False
        """Whether `import_changes` did not find all images of its scope."""

    async def run(self) -> None:
        """Import, and remove images whose files are gone. Raises `UnavailableError`, and the errors of store
        and pool.
        """
        identity = await in_file_thread(self._files.identity)
        if self._scope is None:
            await in_file_thread(self._files.complete, self._holds)
        importer = await self._run_import()
        self._verifies = False  # once is enough
        missing = await self._find_missing(importer)
        if missing:
            # A file that moved during the walk may have been listed nowhere: import again before removing its image.
            importer = await self._run_import()
            missing = await self._find_missing(importer)
        if missing and await self._search_everywhere(missing):
            missing = await self._find_missing(importer)
        if await in_file_thread(self._files.identity) != identity:
            raise UnavailableError("The folder was replaced by another one during the scan.")
        await self._finish(missing, importer)

    async def import_changes(self) -> None:
        """Import new and changed files, but remove nothing while an image is missing. Raises as `run` does."""
        await in_file_thread(self._files.identity)
        importer = await self._run_import()
        self.has_missing = bool(await self._find_missing(importer))
        if not self.has_missing:
            await self._finish([], importer)

    async def reread(self) -> None:
        """Read the files of the scope anew, changed or not; nothing is removed. Raises as `run` does."""
        await in_file_thread(self._files.identity)
        await self._run_import(rereads=True)

    async def _finish(self, missing: list[FileRecord], importer: Importer) -> None:
        """Remove the missing images, or require confirmation."""
        key = self._repository.key
        total = await self._store.read(partial(images.count, repository=key))
        if len(missing) > self._removal_limit(missing, total):
            await self._require_confirmation(missing, total)
        else:
            await self._remove(missing)
        self._progress.missing = await self._store.read(partial(images.missing_count, repository=key))
        await self._forget_refusals(importer)
        await self._forget_skipped_files(importer)
        self._progress.skipped = await self._store.read(partial(skipped_files.count, repository=key))

    def _holds(self, path: str) -> bool:
        return self._store.read_now(partial(trash_rows.holds, repository=self._repository.key, path=path))

    async def _run_import(self, *, rereads: bool = False) -> Importer:
        self._progress.reset_counts()
        importer = Importer(
            self._store,
            self._pool,
            self._examiner,
            self._file_stores,
            self._repository,
            self._progress,
            scope=self._scope,
            verifies=self._verifies,
            rereads=rereads,
        )
        await importer.run()
        self._progress.unreadable = len(importer.unreadable_paths)
        return importer

    async def _find_missing(self, importer: Importer) -> list[FileRecord]:
        """The images of the scope whose files the importer did not find, except beneath folders that it could
        not list.
        """
        key, unlistable = self._repository.key, tuple(importer.unlistable_folders)

        def missing_among(records: list[FileRecord]) -> list[FileRecord]:
            return [
                record
                for record in records
                if record.key not in importer.present_keys and not record.path.startswith(unlistable)
            ]

        if self._scope is not None:
            missing: dict[int, FileRecord] = {}
            for path in (*self._scope, images.DISPLACED_FOLDER):
                records = await self._store.read(partial(recorded_files.records_beneath, repository=key, path=path))
                missing.update({record.key: record for record in missing_among(records)})
            return list(missing.values())
        all_missing: list[FileRecord] = []
        last_key = 0
        while page := await self._store.read(
            partial(recorded_files.records_after, repository=key, after_key=last_key, limit=_PAGE)
        ):
            all_missing += missing_among(page)
            last_key = page[-1].key
        return all_missing

    async def _search_everywhere(self, missing: Sequence[FileRecord]) -> bool:
        """Search all repositories for the files of missing images; whether any file was identified as moved."""
        sizes = {record.version.size for record in missing}

        moved = 0
        for other in await self._store.read(repositories.list_all):
            if other.key == self._repository.key and self._scope is None:
                continue  # this import has just walked it
            progress = ScanProgress(other.id, other.name, started=self._progress.started)
            try:
                await Importer(
                    self._store,
                    self._pool,
                    self._examiner,
                    self._file_stores,
                    other,
                    progress,
                    file_filter=lambda file: file.size in sizes,
                ).run()
            except UnavailableError as error:
                _log.info("%s is not searched for moved files: %s", other.name, error)
            except FaultError as error:
                _log.info("%s is not searched for moved files: %s", other.name, error.fault.detail)
            moved += progress.moved
        return moved > 0

    def _removal_limit(self, missing: Sequence[FileRecord], total: int) -> int:
        """Maximum number of images that this scan may remove without confirmation.

        It is 0 when all images are missing, because an unmounted disk is the more likely cause. It is also 0 while
        images that were marked as missing earlier wait for confirmation.
        """
        if self._maximum_removals is not None:
            return self._maximum_removals
        awaits_confirmation = any(
            record.is_missing and not record.path.startswith(images.DISPLACED_FOLDER) for record in missing
        )
        return (
            0
            if awaits_confirmation or len(missing) == total
            else max(MIN_REMOVAL_LIMIT, int(self._removal_share * total))
        )

    async def _require_confirmation(self, missing: list[FileRecord], total: int) -> None:
        for start in range(0, len(missing), UNIT_FILES):
            keys = [record.key for record in missing[start : start + UNIT_FILES]]
            await self._store.write(partial(images.mark_missing, keys=keys))
        count = len(missing)
        message = (
            f"{count:,} of {total:,} images were not found, and none of them was forgotten. Is a drive or a network "
            f"share not mounted? To forget them, synchronize with maximumRemovals={count}."
        )
        if count == total:
            self._progress.missing = count
            raise AllMissingError(message)
        self._progress.error = message

    async def _remove(self, missing: list[FileRecord]) -> None:
        for start in range(0, len(missing), UNIT_FILES):
            records = missing[start : start + UNIT_FILES]
            is_gone = await in_file_thread(self._files.gone, [record.path for record in records])
            hashes = await self._store.write(
                partial(remove_images, repository=self._repository, missing=records, is_gone=is_gone)
            )
            self._progress.removed += len(hashes)
            await in_file_thread(self._on_removed, hashes)

    async def _forget_refusals(self, importer: Importer) -> None:
        """Remove the refusals of files that are gone."""
        key, unlistable = self._repository.key, tuple(importer.unlistable_folders)

        def stored_paths(connection: Connection) -> list[str]:
            paths = unreadable_files.paths(connection, key)
            return paths if self._scope is None else [path for path in paths if _is_beneath(path, self._scope)]

        paths = await self._store.read(stored_paths)
        gone_paths = [
            path for path in paths if path not in importer.unreadable_paths and not path.startswith(unlistable)
        ]
        for start in range(0, len(gone_paths), UNIT_FILES):
            await self._store.write(
                partial(unreadable_files.clear, repository=key, paths=gone_paths[start : start + UNIT_FILES])
            )

    async def _forget_skipped_files(self, importer: Importer) -> None:
        """Remove the records of skipped files that are gone."""
        key, unlistable = self._repository.key, tuple(importer.unlistable_folders)

        async def forget(records: Sequence[SkippedFileRecord]) -> None:
            gone = [
                record.key
                for record in records
                if record.key not in importer.skipped_keys and not record.path.startswith(unlistable)
            ]
            for start in range(0, len(gone), UNIT_FILES):
                await self._store.write(partial(skipped_files.remove, keys=gone[start : start + UNIT_FILES]))

        if self._scope is not None:
            for path in self._scope:
                await forget(await self._store.read(partial(skipped_files.records_beneath, repository=key, path=path)))
            return
        last_key = 0
        while page := await self._store.read(
            partial(skipped_files.records_after, repository=key, after_key=last_key, limit=_PAGE)
        ):
            await forget(page)
            last_key = page[-1].key


def _is_beneath(path: str, scope: Collection[str]) -> bool:
    parts = path.split("/")
    return any("/".join(parts[:length]) in scope for length in range(1, len(parts) + 1))
