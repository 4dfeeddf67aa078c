"""A library over a bucket of an object store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from facetry.library import repositories
from facetry.library.repositories import RepositoryRecord
from facetry.settings import ObjectStoreSettings
from tests.support.engines.object_stores import ACCESS_KEY, SECRET_KEY, Bucket
from tests.support.libraries.open_library import OpenLibrary, open_test_library


@asynccontextmanager
async def opened(
    tmp_path: Path, bucket: Bucket, *, poll_seconds: float = 300, **settings: Any
) -> AsyncIterator[tuple[OpenLibrary, RepositoryRecord]]:
    """A library with a repository on the whole bucket, which is not scanned yet.

    While it is watched, it is listed every `poll_seconds`; `settings` are other settings.
    """
    place = f"s3://{bucket.name}"
    object_stores = ObjectStoreSettings.model_validate(
        {
            "buckets": [place],
            "endpoint": bucket.server.endpoint,
            "region": "us-east-1",
            "access_key_id": ACCESS_KEY,
            "secret_access_key": SECRET_KEY,
            "poll_seconds": poll_seconds,
        }
    )
    async with open_test_library(tmp_path, object_stores=object_stores, **settings) as library:
        find = lambda connection: repositories.find_by_path(connection, place)  # noqa: E731
        repository = await library.library.store.read(find)
        if repository is None:
            repository = await library.library.store.write(
                lambda work: repositories.create(work, path=place, name="bucket")
            )
        yield library, repository


def run(
    tmp_path: Path,
    bucket: Bucket,
    scenario: Callable[[OpenLibrary, RepositoryRecord], Awaitable[None]],
    **settings: Any,
) -> None:
    async def main() -> None:
        async with opened(tmp_path, bucket, **settings) as (library, repository):
            await scenario(library, repository)

    asyncio.run(main())


async def paths(library: OpenLibrary, repository: RepositoryRecord) -> dict[str, str]:
    """The ids of the images by their paths."""
    rows = await library.rows("SELECT repository, path, hex(id) FROM image ORDER BY path")
    return {path: id for key, path, id in rows if key == repository.key}
