"""A library over a folder that a test changes and scans."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import text

from facetry.imaging.pool.pool import Pool
from facetry.imaging.protocol import Limits
from facetry.library import repositories
from facetry.library.repositories import Known
from facetry.library.scan.progress import Progress
from facetry.library.scan.scans import Habits, Ingest
from facetry.store.store import Store
from tests.support import pictures

LIMITS = Limits(max_pixels=10_000_000, max_bytes=1024**2, memory_bytes=1024**3, seconds=20.0)


@dataclass(frozen=True)
class Bench:
    """A library over one folder."""

    root: Path
    store: Store
    ingest: Ingest
    repository: Known

    async def scan(self, maximum_removals: int | None = None) -> Progress:
        progress = await self.ingest.synchronize(self.repository.id, maximum_removals)
        await self.ingest.settled()
        assert progress.ended is not None
        return progress

    async def another(self, name: str) -> Known:
        """A second repository, beside the first."""
        root = self.root.parent / name
        root.mkdir(exist_ok=True)
        return await self.store.write(lambda work: repositories.create(work, path=root, name=name))

    async def scan_other(self, other: Known) -> Progress:
        progress = await self.ingest.synchronize(other.id)
        await self.ingest.settled()
        return progress

    async def places(self) -> dict[str, bytes]:
        """The id of each image by `<folder>/<path>`, in all repositories."""
        statement = "SELECT r.name || '/' || i.path, i.id FROM image i JOIN repository r ON r.key = i.repository"
        return dict(await self.rows(statement))

    async def rows(self, statement: str) -> list[tuple[Any, ...]]:
        return await self.store.read(lambda connection: [tuple(row) for row in connection.execute(text(statement))])

    async def images(self) -> dict[str, bytes]:
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
async def library(tmp_path: Path, limits: Limits = LIMITS, habits: Habits | None = None) -> AsyncIterator[Bench]:
    root = tmp_path / "pictures"
    root.mkdir(exist_ok=True)
    (tmp_path / "data").mkdir(exist_ok=True)
    store = Store(tmp_path / "data" / "library.db")
    pool = Pool(limits, 2)
    ingest = Ingest(store, pool, habits)
    known = await store.read(lambda connection: repositories.at(connection, root))
    if known is None:
        known = await store.write(lambda work: repositories.create(work, path=root, name="pictures"))
    try:
        yield Bench(root, store, ingest, known)
    finally:
        await ingest.stop()
        await pool.close()
        store.close()


def run(tmp_path: Path, use: Callable[[Bench], Awaitable[None]], limits: Limits = LIMITS) -> None:
    async def main() -> None:
        async with library(tmp_path, limits) as bench:
            await use(bench)

    asyncio.run(main())


def put(path: Path, seed: int = 0, format: str = "PNG") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pictures.picture(format, seed=seed))
    return path
