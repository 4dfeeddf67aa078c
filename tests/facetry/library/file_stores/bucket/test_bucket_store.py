"""Buckets of real object stores as file stores: listings, reads, and what goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from typing import Any
from uuid import UUID

import obstore
import pytest

from facetry.errors import FaultError, storage_full
from facetry.library.file_stores.bucket.client import BucketAccess, BucketClient, ObjectError
from facetry.library.file_stores.bucket.location import BucketLocation
from facetry.library.repositories import RepositoryRecord
from tests.support.engines.object_stores import (
    ACCESS_KEY,
    Bucket,
    ObjectStore,
    needs_ceph,
    request,
)
from tests.support.imaging import pictures
from tests.support.libraries import open_library
from tests.support.libraries.bucket_library import paths, run
from tests.support.libraries.open_library import OpenLibrary


def fault(awaitable: Awaitable[Any]) -> Awaitable[str]:
    async def rule() -> str:
        with pytest.raises(FaultError) as caught:
            await awaitable
        return caught.value.fault.rule

    return rule()


@needs_ceph
def test_a_scan_pages_through_many_objects_and_reads_none_twice(
    tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 2_500

    async def fill() -> None:
        store, room = bucket.store(), asyncio.Semaphore(32)

        async def put(number: int) -> None:
            async with room:
                data = pictures.picture("PNG", seed=number) if number % 250 == 0 else b"text"
                suffix = "png" if number % 250 == 0 else "txt"
                await obstore.put_async(store, f"{number % 7}/{number:05}.{suffix}", data)

        await asyncio.gather(*(put(number) for number in range(count)))

    asyncio.run(fill())
    read: list[str] = []
    peek, open_object = BucketClient.peek, BucketClient.open

    def counting_peek(self: BucketClient, path: str, *arguments: int) -> Any:
        read.append(path)
        return peek(self, path, *arguments)

    def counting_open(self: BucketClient, path: str) -> Any:
        read.append(path)
        return open_object(self, path)

    monkeypatch.setattr(BucketClient, "peek", counting_peek)
    monkeypatch.setattr(BucketClient, "open", counting_open)

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        progress = await library.scan(repository)
        assert (progress.found, progress.added, progress.skipped) == (count, 10, count - 10)
        assert len(read) == count
        read.clear()
        progress = await library.scan(repository)
        assert (progress.found, progress.added, progress.updated, progress.skipped) == (count, 0, 0, count - 10)
        assert read == []
        bucket.put("0/00000.png", pictures.picture("PNG", seed=99_999))
        progress = await library.scan(repository)
        assert (progress.updated, read) == (1, ["0/00000.png"])

    run(tmp_path, bucket, scenario)


@pytest.mark.parametrize("server", [pytest.param("ceph_store", marks=needs_ceph), "nanio_store"])
def test_a_download_is_cut_off_when_the_object_is_replaced(
    tmp_path: Path, request: pytest.FixtureRequest, server: str
) -> None:
    """Also by a store that ignores the condition of the request."""
    store: ObjectStore = request.getfixturevalue(server)
    bucket = store.new_bucket()
    first, second = b"a" * 3_000_000, b"b" * 3_000_000
    bucket.put("large.jpg", first)

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        file = await library.library.file_stores.of(repository.root).open("large.jpg")
        parts = file.chunks(0, file.size)
        received = await anext(parts)
        bucket.put("large.jpg", second)
        with pytest.raises(OSError, match=r"replaced|changed"):
            await anext(parts)
        assert received == first[: len(received)]
        again = await library.library.file_stores.of(repository.root).open("large.jpg")
        assert again.version != file.version
        assert b"".join([part async for part in again.chunks(5, again.size)]) == second[5:]

    run(tmp_path, bucket, scenario)


def test_a_store_without_conditional_writes_is_read_and_not_written(tmp_path: Path, nanio_store: ObjectStore) -> None:
    bucket = nanio_store.new_bucket()
    bucket.put("a.png", pictures.picture("PNG", seed=1))

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        await library.scan(repository)
        (image,) = (await paths(library, repository)).values()
        originals = library.library.originals
        refused = await fault(originals.store(repository.id, library.picture(seed=2), name="b"))
        assert refused == "repository.conditional-writes"
        modify = originals.modify(UUID(image), library.picture(seed=3))
        assert await fault(modify) == "repository.conditional-writes"
        rename = originals.rename(repository.id, UUID(image), name="c")
        assert await fault(rename) == "repository.conditional-writes"
        assert bucket.listed() == ["a.png"]
        assert bucket.get("a.png") == pictures.picture("PNG", seed=1)

    run(tmp_path, bucket, scenario)


@needs_ceph
def test_a_write_never_replaces_what_another_program_has_written(
    tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = pictures.picture("PNG", seed=77)
    put = BucketClient.put

    def overtaken(self: BucketClient, path: str, *arguments: Any) -> str:
        """Another program is faster."""
        if not path.startswith(".facetry-probe-"):
            bucket.put(path, other)
        return put(self, path, *arguments)

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        image = await open_library.store(library.library, repository.id, library.picture(seed=1), name="a")
        originals = library.library.originals
        with monkeypatch.context() as patch:
            patch.setattr(BucketClient, "put", overtaken)
            assert await fault(originals.store(repository.id, library.picture(seed=2), name="b")) == "image.name-taken"
            assert await fault(originals.rename(repository.id, image.id, name="c")) == "image.name-taken"
            assert await fault(originals.modify(image.id, library.picture(seed=3))) == "image.file-changed"
        assert [bucket.get(key) for key in bucket.listed()] == [other] * 3
        assert list(await paths(library, repository)) == ["a.png"]
        await library.scan(repository)
        assert list(await paths(library, repository)) == ["a.png", "b.png", "c.png"]

    run(tmp_path, bucket, scenario)


@needs_ceph
def test_a_write_whose_answer_was_lost_is_recognised(
    tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = BucketClient.put

    def repeated(self: BucketClient, path: str, *arguments: Any) -> str:
        """The first request arrives, its answer does not, and the client library sends it again."""
        put(self, path, *arguments)
        return put(self, path, *arguments)

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        image = await open_library.store(library.library, repository.id, library.picture(seed=1), name="warm-up")
        with monkeypatch.context() as patch:
            patch.setattr(BucketClient, "put", repeated)
            await open_library.store(library.library, repository.id, library.picture(seed=2), name="b")
            await open_library.modify(library.library, image.id, library.picture(seed=3))
            await open_library.rename(library.library, repository.id, image.id, name="c")
        assert bucket.listed() == ["b.png", "c.png"]
        await library.require_synchronized(repository)

    run(tmp_path, bucket, scenario)


@needs_ceph
def test_a_write_is_undone_when_its_rows_cannot_be_written(
    tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        image = await open_library.store(library.library, repository.id, library.picture(seed=1), name="a")
        before = {key: bucket.get(key) for key in bucket.listed()}

        def failing(_: object) -> object:
            raise FaultError(storage_full("The disk is full.").fault)

        with monkeypatch.context() as patch:
            patch.setattr(library.library.store, "write_now", failing)
            originals = library.library.originals
            assert await fault(originals.store(repository.id, library.picture(seed=2), name="b")) == "storage.full"
            assert await fault(originals.modify(image.id, library.picture(seed=3))) == "storage.full"
            assert await fault(originals.rename(repository.id, image.id, name="c")) == "storage.full"
        assert {key: bucket.get(key) for key in bucket.listed()} == before
        await library.scan(repository)
        assert list(await paths(library, repository)) == ["a.png"]

    run(tmp_path, bucket, scenario)


@needs_ceph
def test_a_store_that_goes_away_in_a_scan_makes_nothing_unreadable(
    tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(30):
        bucket.put(f"{number}.png", pictures.picture("PNG", seed=number))

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        await library.scan(repository)
        before = await paths(library, repository)
        for number in range(30):
            bucket.put(f"{number}.png", pictures.picture("PNG", seed=1_000 + number))
        opened_objects: list[str] = []
        open_object = BucketClient.open

        def failing(self: BucketClient, path: str) -> Any:
            opened_objects.append(path)
            if len(opened_objects) == 10:
                bucket.server.stop()
            return open_object(self, path)

        try:
            with monkeypatch.context() as patch:
                patch.setattr(BucketClient, "open", failing)
                progress = await library.library.scans.synchronize(repository.id)
                await library.library.scans.wait_until_idle()
        finally:
            bucket.server.resume()
        assert progress.error == "The object store does not answer."
        assert await paths(library, repository) == before
        assert await library.rows("SELECT path FROM unreadable_file") == []
        assert await library.rows("SELECT key FROM image WHERE missing_since IS NOT NULL") == []
        await library.scan(repository)
        assert await paths(library, repository) == before
        assert await library.rows("SELECT path FROM unreadable_file") == []

    run(tmp_path, bucket, scenario)


@needs_ceph
def test_an_object_that_may_not_be_read_is_unreadable_until_it_may(
    tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store of this test has no rights for single objects, so the client says what AWS would."""
    for name in ("a.png", "b.png"):
        bucket.put(name, pictures.picture("PNG", seed=len(name) + ord(name[0])))
    open_object = BucketClient.open

    def refusing(self: BucketClient, path: str) -> Any:
        if path == "a.png":
            raise ObjectError("denied", "The object store refuses the access (InvalidObjectState).")
        return open_object(self, path)

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(BucketClient, "open", refusing)
            await library.scan(repository)
        assert await library.rows("SELECT path, rule FROM unreadable_file") == [("a.png", "file.permission")]
        assert list(await paths(library, repository)) == ["b.png"]
        await library.scan(repository)
        assert await library.rows("SELECT path FROM unreadable_file") == []
        assert list(await paths(library, repository)) == ["a.png", "b.png"]

    run(tmp_path, bucket, scenario)


@needs_ceph
def test_a_missing_bucket_and_a_key_that_is_no_path_forget_nothing(tmp_path: Path, bucket: Bucket) -> None:
    bucket.put("a.png", pictures.picture("PNG", seed=1))

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        await library.scan(repository)
        before = await paths(library, repository)
        request(bucket.store("/x/"), "c.png", "PUT", pictures.picture("PNG", seed=2))  # the key is x//c.png
        progress = await library.library.scans.synchronize(repository.id)
        await library.library.scans.wait_until_idle()
        assert progress.error is not None
        assert "no path" in progress.error
        assert await paths(library, repository) == before
        request(bucket.store("/x/"), "c.png", "DELETE")
        bucket.delete("a.png")
        request(bucket.store(), "", "DELETE")
        progress = await library.library.scans.synchronize(repository.id)
        await library.library.scans.wait_until_idle()
        assert progress.error == "There is no such bucket."
        assert await paths(library, repository) == before

    run(tmp_path, bucket, scenario)


@needs_ceph
def test_errors_have_neither_credentials_nor_endpoints(bucket: Bucket) -> None:
    access = BucketAccess(bucket.server.endpoint, "us-east-1", ACCESS_KEY, "wrong-secret", None, True)
    location = BucketLocation(bucket.name, "")
    client = BucketClient(location, access)
    with pytest.raises(ObjectError) as caught:
        list(client.list())
    assert caught.value.reason == "denied"
    assert "SignatureDoesNotMatch" in str(caught.value)
    for text in (ACCESS_KEY, "wrong-secret", bucket.server.endpoint):
        assert text not in str(caught.value) + repr(access).replace(f"endpoint={bucket.server.endpoint!r}", "")
    assert caught.value.__cause__ is None
