"""Recent writes: what a scan asks before it removes the image of a missing object."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from pathlib import Path
from uuid import UUID

import pytest

from facetry.library.file_stores.bucket.bucket_store import BucketStore
from facetry.library.file_stores.bucket.recent_writes import RecentWrites
from facetry.library.repositories import RepositoryRecord
from tests.support.engines.object_stores import Bucket, needs_ceph
from tests.support.libraries import open_library
from tests.support.libraries.bucket_library import paths, run
from tests.support.libraries.open_library import OpenLibrary


def test_writes_after_a_number_are_known_and_forgotten_ones_are_suspected() -> None:
    writes = RecentWrites(2)
    writes.note("s3://a", "1.png")
    before = writes.latest()
    assert not writes.may_include("s3://a", "1.png", before)
    writes.note("s3://a", "2.png")
    assert writes.may_include("s3://a", "2.png", before)
    assert not writes.may_include("s3://b", "2.png", before)
    writes.note("s3://a", "1.png")
    assert writes.may_include("s3://a", "1.png", before)
    assert not writes.may_include("s3://a", "3.png", before)
    writes.note("s3://a", "4.png")  # 2.png is forgotten
    assert writes.may_include("s3://a", "2.png", before)
    assert writes.may_include("s3://a", "3.png", before)
    assert not writes.may_include("s3://a", "3.png", writes.latest())


@needs_ceph
def test_a_scan_keeps_an_image_whose_object_has_just_been_stored_again(
    tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = BucketStore.gone

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        async def store(name: str, seed: int) -> UUID:
            upload = library.picture(seed=seed)
            return (await open_library.store(library.library, repository.id, upload, name=name)).id

        ids = [await store(name, seed) for seed, name in enumerate("abc")]
        bucket.delete("a.png")
        bucket.delete("b.png")
        loop = asyncio.get_running_loop()

        def overtaken(self: BucketStore, asked: Collection[str]) -> Callable[[str], bool]:
            is_gone = gone(self, asked)
            assert asyncio.run_coroutine_threadsafe(store("a", 0), loop).result() == ids[0]
            return is_gone

        with monkeypatch.context() as patch:
            patch.setattr(BucketStore, "gone", overtaken)
            progress = await library.scan(repository)
        assert progress.removed == 1
        assert await paths(library, repository) == {"a.png": ids[0].hex.upper(), "c.png": ids[2].hex.upper()}

    run(tmp_path, bucket, scenario)
