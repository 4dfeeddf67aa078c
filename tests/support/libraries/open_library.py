"""An open library over one folder, for tests that write files into it."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

from pydantic import SecretStr
from sqlalchemy import Connection, text

from facetry.http.body import Upload
from facetry.library import records, repositories
from facetry.library.library import Library
from facetry.library.repositories import RepositoryRecord
from facetry.library.scan.progress import ScanProgress
from facetry.service.opening import close_library, open_library
from facetry.settings import Settings
from generated import models
from tests.support.answers import received
from tests.support.imaging import pictures


@dataclass(frozen=True)
class OpenLibrary:
    """A library over the folder `root`."""

    library: Library
    root: Path
    repository: RepositoryRecord
    spool: Path

    def upload(self, data: bytes) -> Upload:
        """A request body."""
        path = self.spool / f"{secrets.token_hex(16)}.upload"
        path.write_bytes(data)
        return Upload(path, len(data))

    def picture(self, format: str = "PNG", seed: int = 0, size: tuple[int, int] = pictures.HEIF_SIZE) -> Upload:
        return self.upload(pictures.picture(format, seed=seed, size=size))

    async def scan(self, repository: RepositoryRecord | None = None) -> ScanProgress:
        progress = await self.library.scans.synchronize((repository or self.repository).id)
        await self.library.scans.wait_until_idle()
        assert progress.error is None, progress.error
        return progress

    async def require_synchronized(
        self, repository: RepositoryRecord | None = None, *, is_renamed: bool = False
    ) -> None:
        """Require that a full scan changes nothing; but the change time, if a file was renamed behind the library."""
        before = await self._file_rows(is_renamed=is_renamed)
        progress = asdict(await self.scan(repository))
        counts = {name: progress[name] for name in ("added", "updated", "moved", "removed")}
        assert counts == {"added": 0, "updated": 0, "moved": 0, "removed": 0}
        assert before == await self._file_rows(is_renamed=is_renamed)

    async def _file_rows(self, *, is_renamed: bool) -> list[dict[str, Any]]:
        def query(connection: Connection) -> list[dict[str, Any]]:
            rows = [
                dict(row)
                for table in ("image", "unreadable_file")
                for row in connection.execute(text(f"SELECT * FROM {table} ORDER BY key")).mappings()  # noqa: S608
            ]
            return [{**row, "file_changed_ns": None} for row in rows] if is_renamed else rows

        return await self.library.store.read(query)

    async def rows(self, statement: str) -> list[tuple[Any, ...]]:
        return await self.library.store.read(lambda c: [tuple(row) for row in c.execute(text(statement))])

    async def topics(self) -> list[str]:
        """The topics about images, in the order of their events."""
        rows = await self.rows("SELECT topic FROM event WHERE topic LIKE 'image.%' ORDER BY sequence")
        return [topic for (topic,) in rows]

    def names(self, folder: str = "") -> list[str]:
        """The names in a folder, including hidden files."""
        return sorted(path.name for path in (self.root / folder).iterdir())

    def bytes_of(self, image: models.Image) -> bytes:
        return Path(image.url.removeprefix("file://")).read_bytes()


async def record(library: Library, id: UUID) -> models.Image:
    """The record of an image, as clients read it."""
    answer = await library.store.read(lambda connection: records.require(connection, id))
    return models.Image.model_validate(received(answer))


async def store(library: Library, repository_id: UUID, upload: Upload, **wish: Any) -> models.Image:
    """Store an upload, and read the record of its image."""
    id = await library.originals.store(repository_id, upload, **wish)
    return await record(library, id)


async def modify(library: Library, image_id: UUID, upload: Upload) -> models.Image:
    """Modify an image, and read its record."""
    await library.originals.modify(image_id, upload)
    return await record(library, image_id)


async def rename(library: Library, repository_id: UUID, image_id: UUID, **wish: Any) -> models.Image:
    """Rename the file of an image, and read its record."""
    await library.originals.rename(repository_id, image_id, **wish)
    return await record(library, image_id)


@asynccontextmanager
async def open_test_library(tmp_path: Path, **settings: Any) -> AsyncIterator[OpenLibrary]:
    root, spool = tmp_path / "pictures", tmp_path / "spool"
    root.mkdir(exist_ok=True)
    spool.mkdir(exist_ok=True)
    key = SecretStr(secrets.token_urlsafe(32))
    library, _ = open_library(Settings(data_dir=tmp_path / "data", api_secret=key, **settings))
    repository = await library.store.read(lambda connection: repositories.find_by_path(connection, root))
    if repository is None:
        repository = await library.store.write(lambda work: repositories.create(work, path=root, name="pictures"))
    try:
        yield OpenLibrary(library, root, repository, spool)
    finally:
        await close_library(library)


def run(tmp_path: Path, scenario: Callable[[OpenLibrary], Awaitable[None]], **settings: Any) -> None:
    async def main() -> None:
        async with open_test_library(tmp_path, **settings) as opened:
            await scenario(opened)

    asyncio.run(main())
