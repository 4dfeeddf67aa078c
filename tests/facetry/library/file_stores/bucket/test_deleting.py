"""Deleting objects of a bucket for good: only those that the library has read."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from facetry.library.file_stores.bucket.bucket_store import BucketStore
from facetry.library.repositories import RepositoryRecord
from tests.facetry.library.file_stores.bucket.test_bucket_store import fault
from tests.support.engines.object_stores import Bucket, needs_ceph, request
from tests.support.imaging import pictures
from tests.support.libraries import open_library
from tests.support.libraries.bucket_library import paths, run
from tests.support.libraries.open_library import OpenLibrary

pytestmark = needs_ceph


async def store(library: OpenLibrary, repository: RepositoryRecord, name: str, seed: int = 1) -> UUID:
    return (await open_library.store(library.library, repository.id, library.picture(seed=seed), name=name)).id


def test_an_object_of_another_program_is_deleted_only_after_a_scan(tmp_path: Path, bucket: Bucket) -> None:
    other = pictures.picture("PNG", seed=77)

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        image = await store(library, repository, "a")
        bucket.put("a.png", other)
        delete = library.library.originals.delete
        assert await fault(delete(image)) == "image.file-changed"
        assert bucket.get("a.png") == other
        assert await paths(library, repository) == {"a.png": image.hex.upper()}
        await library.scan(repository)
        await delete(image)
        assert (bucket.listed(), await paths(library, repository)) == ([], {})

    run(tmp_path, bucket, scenario)


def test_an_object_that_became_unreadable_is_deleted(tmp_path: Path, bucket: Bucket) -> None:
    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        image = await store(library, repository, "a")
        bucket.put("a.png", b"no picture at all")
        await library.scan(repository)
        await library.library.originals.delete(image)
        assert (bucket.listed(), await paths(library, repository)) == ([], {})

    run(tmp_path, bucket, scenario)


def test_an_image_that_takes_the_path_of_a_deleted_one_keeps_its_object(
    tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove_with_rows = BucketStore.remove_with_rows

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        image = await store(library, repository, "a", seed=1)
        loop, others = asyncio.get_running_loop(), list[UUID]()

        async def overtake() -> None:
            await open_library.rename(library.library, repository.id, image, name="b")
            others.append(await store(library, repository, "a", seed=2))

        def overtaken(self: BucketStore, *arguments: Any) -> Any:
            if not others:
                asyncio.run_coroutine_threadsafe(overtake(), loop).result()
            return remove_with_rows(self, *arguments)

        monkeypatch.setattr(BucketStore, "remove_with_rows", overtaken)
        await library.library.originals.delete(image)
        assert bucket.listed() == ["a.png"]
        assert bucket.get("a.png") == pictures.picture("PNG", seed=2)
        assert await paths(library, repository) == {"a.png": others[0].hex.upper()}

    run(tmp_path, bucket, scenario)


def test_a_missing_object_is_no_obstacle_and_a_missing_bucket_is_one(tmp_path: Path, bucket: Bucket) -> None:
    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        first, second = await store(library, repository, "a", seed=1), await store(library, repository, "b", seed=2)
        for name in ("a.png", "b.png"):
            bucket.delete(name)
        await library.library.originals.delete(first)
        assert list(await paths(library, repository)) == ["b.png"]
        request(bucket.store(), "", "DELETE")
        assert await fault(library.library.originals.delete(second)) == "repository.unavailable"
        assert list(await paths(library, repository)) == ["b.png"]

    run(tmp_path, bucket, scenario)
