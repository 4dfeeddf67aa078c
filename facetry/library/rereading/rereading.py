"""The rereading of a library: has the files of outdated images read, a few at a time, beside all other work."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from functools import partial
from typing import Final, Protocol

from facetry.errors import FaultError
from facetry.library import images, repositories
from facetry.library.file_stores.bucket.location import is_bucket
from facetry.library.repositories import RepositoryRecord
from facetry.library.rereading import outdated_images
from facetry.store.interruption import ReadInterruptedError
from facetry.store.store import Store

UNIT_FILES: Final = 64
"""Files that one look at a repository reads; its scans wait that long."""
_AGAIN_SECONDS: Final = 3_600.0
"""Pause before files are tried again that could not be read, such as those on a disk that is not mounted."""

_log = logging.getLogger(__name__)


class FileReader(Protocol):
    """Reads files of repositories, as scans do."""

    async def reread(self, repository: RepositoryRecord, paths: Collection[str]) -> bool:
        """Read these files, changed or not, and record what was read; whether the repository was available."""
        ...


class Rereading:
    """Reads the files of outdated images in the background. Belongs to one event loop.

    An image keeps its id and its facets, and no event tells of it. What is interrupted goes on at the next start.
    """

    def __init__(self, store: Store, reader: FileReader, *, reads_buckets: bool) -> None:
        """Without `reads_buckets`, pictures in buckets stay outdated: each would be fetched once."""
        self._store = store
        self._reader = reader
        self._reads_buckets = reads_buckets
        self.left = 0
        """About how many outdated images are still to be read."""

    async def run(self) -> None:
        """Read all outdated files, and try those again later that cannot be read. Ends when none is left."""
        is_first = True
        while True:
            try:
                await self._count()
                if not self.left:
                    return
                if is_first:
                    _log.info("pictures that a former version may have recorded are read again: %s", f"{self.left:,}")
                await self._read_all()
                if not self.left:
                    _log.info("all pictures have been read again")
                    return
            except (FaultError, ReadInterruptedError) as error:
                _log.warning("pictures could not be read again, which is tried later: %s", error)
            is_first = False
            await asyncio.sleep(_AGAIN_SECONDS)

    async def _repositories(self) -> list[RepositoryRecord]:
        found = await self._store.read(repositories.list_all)
        return [each for each in found if self._reads_buckets or not is_bucket(each.root)]

    async def _count(self) -> None:
        counts = await self._store.read(outdated_images.counts)
        self.left = sum(counts.get(each.key, 0) for each in await self._repositories())

    async def _read_all(self) -> None:
        for repository in await self._repositories():
            after_key = 0
            while files := await self._store.read(
                partial(outdated_images.files_after, repository=repository.key, after_key=after_key, limit=UNIT_FILES)
            ):
                after_key = files[-1].key
                paths = [each.path for each in files if not images.is_displaced(each.path)]
                if not await self._reader.reread(repository, paths):
                    break
                self.left = max(0, self.left - len(files))
        await self._count()
