"""The trash of a bucket, where equal bytes have equal versions."""

from __future__ import annotations

import asyncio
from pathlib import Path

from facetry.library.repositories import RepositoryRecord
from tests.facetry.library.file_stores.bucket.test_bucket_store import fault
from tests.support.engines.object_stores import Bucket, needs_ceph, request
from tests.support.libraries import open_library
from tests.support.libraries.bucket_library import paths, run
from tests.support.libraries.open_library import OpenLibrary


@needs_ceph
def test_the_same_bytes_stored_again_are_no_interrupted_restoration(tmp_path: Path, bucket: Bucket) -> None:
    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        first = await open_library.store(library.library, repository.id, library.picture(seed=1), name="a")
        await asyncio.to_thread(library.library.trash.put, first.id)
        second = await open_library.store(library.library, repository.id, library.picture(seed=1), name="a")
        bucket.delete(f".facetry-trash/{first.id}.png")  # by another program
        await asyncio.to_thread(library.library.trash.complete)
        assert await paths(library, repository) == {"a.png": second.id.hex.upper()}
        assert await library.rows("SELECT hex(id) FROM trashed_image") == [(first.id.hex.upper(),)]

    run(tmp_path, bucket, scenario)


@needs_ceph
def test_the_images_of_a_missing_bucket_are_neither_deleted_nor_restored(tmp_path: Path, bucket: Bucket) -> None:
    """Their objects could not follow, and would be there without them when the bucket is back."""

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        trash = library.library.trash
        first = await open_library.store(library.library, repository.id, library.picture(seed=1), name="a")
        second = await open_library.store(library.library, repository.id, library.picture(seed=2), name="b")
        await asyncio.to_thread(trash.put, first.id)
        for name in bucket.listed():
            bucket.delete(name)
        request(bucket.store(), "", "DELETE")
        assert await fault(asyncio.to_thread(trash.put, second.id)) == "repository.unavailable"
        assert await fault(asyncio.to_thread(trash.restore, first.id)) == "repository.unavailable"
        assert await paths(library, repository) == {"b.png": second.id.hex.upper()}

    run(tmp_path, bucket, scenario)
