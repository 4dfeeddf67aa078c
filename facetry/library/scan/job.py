"""One scan of one repository: the library is brought in line with the folder, or with parts of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Final

from sqlalchemy import Connection

from facetry.errors import FaultError
from facetry.imaging.pool.pool import Pool
from facetry.library import images, repositories
from facetry.library import unreadable_files as unreadable
from facetry.library.images import KnownFile
from facetry.library.repositories import Known
from facetry.library.scan.importer import UNIT_FILES, Look, UnavailableError
from facetry.library.scan.progress import Progress
from facetry.library.scan.recording import forget
from facetry.store.store import Store

FEW: Final = 10
"""So many missing images are forgotten without a question, unless they are all that the repository has."""
_PAGE: Final = 5_000

_log = logging.getLogger(__name__)


class Synchronization:
    """Compares a folder with what the library knows of it, reads what is new or changed, forgets what is gone.

    Images whose files are gone are looked for in every repository first, and none is forgotten when they are more
    than a guard allows.
    """

    def __init__(
        self,
        store: Store,
        pool: Pool,
        repository: Known,
        progress: Progress,
        *,
        removal_share: float,
        maximum_removals: int | None = None,
        scope: Collection[str] | None = None,
        forgotten: Callable[[list[bytes]], None] = lambda _: None,
    ) -> None:
        """`scope` as for `scan.walk`; `maximum_removals` replaces the guard; `forgotten` is told the hashes of
        the bytes of forgotten images, in a thread.
        """
        self._store = store
        self._pool = pool
        self._repository = repository
        self._progress = progress
        self._share = removal_share
        self._maximum = maximum_removals
        self._scope = scope
        self._forgotten = forgotten

        self.has_missing = False
        """Whether `look` did not meet all images that it should have met."""

    async def run(self) -> None:
        """Look, and forget what is gone. Raises `UnavailableError`, or what store and pool raise."""
        identity = await asyncio.to_thread(self._identity)
        look = await self._look()
        missing = await self._missing(look)
        if missing:
            # A file that moved behind the walk's back is missing and nowhere new: look again before forgetting it.
            look = await self._look()
            missing = await self._missing(look)
        if missing and await self._search_everywhere(missing):
            missing = await self._missing(look)
        if await asyncio.to_thread(self._identity) != identity:
            raise UnavailableError("Another folder was put in its place during the scan.")
        await self._settle(missing, look)

    async def look(self) -> None:
        """Read what is new or changed, and forget nothing when an image is missing. Raises as `run` does."""
        await asyncio.to_thread(self._identity)
        look = await self._look()
        self.has_missing = bool(await self._missing(look))
        if not self.has_missing:
            await self._settle([], look)

    async def _settle(self, missing: list[KnownFile], look: Look) -> None:
        """Forget the missing images, or ask."""
        key = self._repository.key
        total = await self._store.read(partial(images.count, repository=key))
        if len(missing) > self._allowed(missing, total):
            await self._ask(missing, total)
        else:
            await self._remove(missing)
        self._progress.missing = await self._store.read(partial(images.missing_count, repository=key))
        await self._forget_refusals(look)

    def _identity(self) -> tuple[int, int]:
        try:
            stat = self._repository.path.stat()
        except OSError as error:
            raise UnavailableError(f"The folder cannot be reached: {error.strerror}.") from None
        return stat.st_dev, stat.st_ino

    async def _look(self) -> Look:
        self._progress.restart()
        look = Look(self._store, self._pool, self._repository, self._progress, scope=self._scope)
        await look.run()
        self._progress.unreadable = len(look.refused)
        return look

    async def _missing(self, look: Look) -> list[KnownFile]:
        """The images of the scope whose files the look did not meet, though it could look where they were."""
        key, closed = self._repository.key, tuple(look.closed)

        def lost(known: list[KnownFile]) -> list[KnownFile]:
            return [each for each in known if each.key not in look.seen and not each.path.startswith(closed)]

        if self._scope is not None:
            missing: dict[int, KnownFile] = {}
            for path in (*self._scope, images.NOWHERE):
                known = await self._store.read(partial(images.beneath, repository=key, path=path))
                missing.update({each.key: each for each in lost(known)})
            return list(missing.values())
        all_missing: list[KnownFile] = []
        last = 0
        while page := await self._store.read(partial(images.after, repository=key, key=last, count=_PAGE)):
            all_missing += lost(page)
            last = page[-1].key
        return all_missing

    async def _search_everywhere(self, missing: Sequence[KnownFile]) -> bool:
        """Look for the files of missing images in all repositories; whether one may have been found."""
        sizes = {each.size for each in missing}

        moved = 0
        for other in await self._store.read(repositories.every):
            if other.key == self._repository.key and self._scope is None:
                continue  # it was looked through just now
            progress = Progress(other.id, other.name, started=self._progress.started)
            try:
                await Look(self._store, self._pool, other, progress, only=lambda file: file.size in sizes).run()
            except UnavailableError as error:
                _log.info("%s is not searched for moved files: %s", other.name, error)
            except FaultError as error:
                _log.info("%s is not searched for moved files: %s", other.name, error.fault.detail)
            moved += progress.moved
        return moved > 0

    def _allowed(self, missing: Sequence[KnownFile], total: int) -> int:
        """How many images this scan may forget: with all of them gone, it is more likely that a disk is.

        A question that was asked before waits for its answer, however few are left of it.
        """
        if self._maximum is not None:
            return self._maximum
        was_asked = any(each.missing and not each.path.startswith(images.NOWHERE) for each in missing)
        return 0 if was_asked or len(missing) == total else max(FEW, int(self._share * total))

    async def _ask(self, missing: list[KnownFile], total: int) -> None:
        for start in range(0, len(missing), UNIT_FILES):
            keys = [each.key for each in missing[start : start + UNIT_FILES]]
            await self._store.write(partial(images.mark_missing, keys=keys))
        count = len(missing)
        message = (
            f"{count:,} of {total:,} images were not found, and none of them was forgotten. Is a drive or a network "
            f"share not mounted? To forget them, synchronize with maximumRemovals={count}."
        )
        if count == total:
            self._progress.missing = count
            raise UnavailableError(message)
        self._progress.error = message

    async def _remove(self, missing: list[KnownFile]) -> None:
        for start in range(0, len(missing), UNIT_FILES):
            files = missing[start : start + UNIT_FILES]
            hashes = await self._store.write(partial(forget, repository=self._repository, files=files))
            self._progress.removed += len(hashes)
            await asyncio.to_thread(self._forgotten, hashes)

    async def _forget_refusals(self, look: Look) -> None:
        """Drop what was said of files that are gone."""
        key, closed = self._repository.key, tuple(look.closed)

        def within(connection: Connection) -> list[str]:
            known = unreadable.paths(connection, key)
            return known if self._scope is None else [path for path in known if _is_beneath(path, self._scope)]

        known = await self._store.read(within)
        gone = [path for path in known if path not in look.refused and not path.startswith(closed)]
        for start in range(0, len(gone), UNIT_FILES):
            await self._store.write(partial(unreadable.clear, repository=key, paths=gone[start : start + UNIT_FILES]))


def _is_beneath(path: str, scope: Collection[str]) -> bool:
    parts = path.split("/")
    return any("/".join(parts[:length]) in scope for length in range(1, len(parts) + 1))
