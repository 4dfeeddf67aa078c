"""A whole open library over one folder, for tests that put files into it."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pydantic import SecretStr
from sqlalchemy import text

from facetry.app import close_library, open_library
from facetry.http.body import Upload
from facetry.library import repositories
from facetry.library.library import Library
from facetry.library.repositories import Known
from facetry.library.scan.progress import Progress
from facetry.settings import Settings
from generated import models
from tests.support import pictures


@dataclass(frozen=True)
class Shelf:
    """A library over the folder `root`."""

    library: Library
    root: Path
    repository: Known
    spool: Path

    def upload(self, data: bytes) -> Upload:
        """A request body."""
        path = self.spool / f"{secrets.token_hex(16)}.upload"
        path.write_bytes(data)
        return Upload(path, len(data))

    def picture(self, format: str = "PNG", seed: int = 0, size: tuple[int, int] = pictures.HEIF_SIZE) -> Upload:
        return self.upload(pictures.picture(format, seed=seed, size=size))

    async def scan(self, known: Known | None = None) -> Progress:
        progress = await self.library.ingest.synchronize((known or self.repository).id)
        await self.library.ingest.settled()
        assert progress.error is None, progress.error
        return progress

    async def settled(self, known: Known | None = None) -> None:
        """A full scan finds everything as it is remembered, and changes nothing."""
        before = await self.rows("SELECT * FROM image ORDER BY key"), await self.rows("SELECT * FROM unreadable_file")
        told = asdict(await self.scan(known))
        counts = {name: told[name] for name in ("added", "updated", "moved", "removed")}
        assert counts == {"added": 0, "updated": 0, "moved": 0, "removed": 0}
        assert before == (
            await self.rows("SELECT * FROM image ORDER BY key"),
            await self.rows("SELECT * FROM unreadable_file"),
        )

    async def rows(self, statement: str) -> list[tuple[Any, ...]]:
        return await self.library.store.read(lambda c: [tuple(row) for row in c.execute(text(statement))])

    async def topics(self) -> list[str]:
        """The topics about images, in the order of their events."""
        rows = await self.rows("SELECT topic FROM event WHERE topic LIKE 'image.%' ORDER BY sequence")
        return [topic for (topic,) in rows]

    def names(self, folder: str = "") -> list[str]:
        """What lies in a folder, hidden files included."""
        return sorted(path.name for path in (self.root / folder).iterdir())

    def bytes_of(self, image: models.Image) -> bytes:
        return Path(image.url.removeprefix("file://")).read_bytes()


@asynccontextmanager
async def shelf(tmp_path: Path, **settings: Any) -> AsyncIterator[Shelf]:
    root, spool = tmp_path / "pictures", tmp_path / "spool"
    root.mkdir(exist_ok=True)
    spool.mkdir(exist_ok=True)
    key = SecretStr(secrets.token_urlsafe(32))
    library, _ = open_library(Settings(data_dir=tmp_path / "data", api_secret=key, **settings))
    known = await library.store.read(lambda connection: repositories.at(connection, root))
    if known is None:
        known = await library.store.write(lambda work: repositories.create(work, path=root, name="pictures"))
    try:
        yield Shelf(library, root, known, spool)
    finally:
        await close_library(library)


def run(tmp_path: Path, use: Callable[[Shelf], Awaitable[None]], **settings: Any) -> None:
    async def main() -> None:
        async with shelf(tmp_path, **settings) as opened:
            await use(opened)

    asyncio.run(main())
