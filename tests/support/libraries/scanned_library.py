"""A library over a folder that a test changes and scans."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import text

from facetry.imaging.pool.pool import Pool
from facetry.imaging.protocol import DecoderLimits
from facetry.library import repositories
from facetry.library.repositories import RepositoryRecord
from facetry.library.scan.progress import ScanProgress
from facetry.library.scan.scans import Scans, ScanSettings
from facetry.store.store import Store
from tests.support.engines.databases import database_at
from tests.support.imaging import pictures

LIMITS = DecoderLimits(max_pixels=10_000_000, max_bytes=1024**2, memory_bytes=1024**3, seconds=20.0)


@dataclass(frozen=True)
class ScannedLibrary:
    """A library over one folder."""

    root: Path
    store: Store
    scans: Scans
    repository: RepositoryRecord

    async def scan(self, maximum_removals: int | None = None, *, verifies: bool = False) -> ScanProgress:
        progress = await self.scans.synchronize(self.repository.id, maximum_removals, verifies=verifies)
        await self.scans.wait_until_idle()
        assert progress.ended is not None
        return progress

    async def add_repository(self, name: str) -> RepositoryRecord:
        """A second repository, in a folder next to the first."""
        root = self.root.parent / name
        root.mkdir(exist_ok=True)
        return await self.store.write(lambda work: repositories.create(work, path=root, name=name))

    async def scan_other(self, other: RepositoryRecord) -> ScanProgress:
        progress = await self.scans.synchronize(other.id)
        await self.scans.wait_until_idle()
        return progress

    async def all_image_ids(self) -> dict[str, bytes]:
        """The id of each image by `<folder>/<path>`, in all repositories."""
        statement = "SELECT r.name || '/' || i.path, i.id FROM image i JOIN repository r ON r.key = i.repository"
        return dict(await self.rows(statement))

    async def rows(self, statement: str) -> list[tuple[Any, ...]]:
        return await self.store.read(lambda connection: [tuple(row) for row in connection.execute(text(statement))])

    async def image_ids(self) -> dict[str, bytes]:
        return dict(await self.rows("SELECT path, id FROM image"))

    async def refusals(self) -> dict[str, tuple[str, int]]:
        return {path: (r, n) for path, r, n in await self.rows("SELECT path, rule, attempts FROM unreadable_file")}

    async def topics(self, since: int = 0) -> list[str]:
        """Topics about images, in the order of their events."""
        rows = await self.rows("SELECT sequence, topic FROM event WHERE topic LIKE 'image.%' ORDER BY sequence")
        return [topic for sequence, topic in rows if sequence > since]

    async def last_event(self) -> int:
        ((last,),) = await self.rows("SELECT coalesce(max(sequence), 0) FROM event")
        return int(last)


@asynccontextmanager
async def open_scanned_library(
    tmp_path: Path, limits: DecoderLimits = LIMITS, settings: ScanSettings | None = None
) -> AsyncIterator[ScannedLibrary]:
    root = tmp_path / "pictures"
    root.mkdir(exist_ok=True)
    (tmp_path / "data").mkdir(exist_ok=True)
    store = Store(database_at(tmp_path / "data" / "library.db"))
    pool = Pool(limits, 2)
    scans = Scans(store, pool, settings)
    repository = await store.read(lambda connection: repositories.find_by_path(connection, root))
    if repository is None:
        repository = await store.write(lambda work: repositories.create(work, path=root, name="pictures"))
    try:
        yield ScannedLibrary(root, store, scans, repository)
    finally:
        await scans.stop()
        await pool.close()
        store.close()


def run(tmp_path: Path, scenario: Callable[[ScannedLibrary], Awaitable[None]], limits: DecoderLimits = LIMITS) -> None:
    async def main() -> None:
        async with open_scanned_library(tmp_path, limits) as library:
            await scenario(library)

    asyncio.run(main())


def write_picture(path: Path, seed: int = 0, format: str = "PNG") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pictures.picture(format, seed=seed))
    return path
