"""The examiner of scans: has the files that a scan has listed examined by decoders, wherever these are."""

from __future__ import annotations

from typing import Protocol

from facetry.imaging.pool.pool import Pool
from facetry.library.file_stores.file_store import Examination, FileStore
from facetry.library.pictures import FileFacts
from facetry.library.repositories import RepositoryRecord


class Examiner(Protocol):
    """Has files examined. Belongs to one event loop."""

    @property
    def capacity(self) -> int:
        """The number of concurrent `examine` calls that keeps every decoder busy with small files."""
        ...

    async def examine(
        self, repository: RepositoryRecord, files: FileStore, listed: FileFacts, known: bytes | None = None
    ) -> Examination:
        """Have a file examined that is in the store `files` of a repository, and was listed with these facts.

        For `known` see `FileStore.examine`.

        Raises what `FileStore.examine` raises.
        """
        ...


class LocalExaminer:
    """Has files examined by the decoders of this process."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    @property
    def capacity(self) -> int:
        """The number of concurrent `examine` calls that keeps every decoder busy with small files."""
        return self._pool.capacity

    async def examine(
        self, _: RepositoryRecord, files: FileStore, listed: FileFacts, known: bytes | None = None
    ) -> Examination:
        """Have a file examined that is in the store `files` of a repository, and was listed with these facts."""
        return await files.examine(self._pool, listed.path, known)
