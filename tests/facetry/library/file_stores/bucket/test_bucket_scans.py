"""Scans of buckets that list a path twice, refuse a question, or are away for a moment."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

from facetry.library.file_stores.bucket.bucket_store import BucketStore
from facetry.library.file_stores.bucket.client import BucketClient, ObjectError
from facetry.library.file_stores.file_store import UnavailableError
from facetry.library.file_stores.listing import Batch
from facetry.library.repositories import RepositoryRecord
from tests.support.engines.object_stores import Bucket, needs_ceph, request
from tests.support.imaging import pictures
from tests.support.libraries.bucket_library import paths, run
from tests.support.libraries.open_library import OpenLibrary


@needs_ceph
def test_a_path_that_is_listed_twice_is_one_image(tmp_path: Path, bucket: Bucket) -> None:
    """The client library lists the keys `/a.png` and `a.png/` as `a.png`, and reads the last of the three."""
    for number, name in enumerate(("a.png", "b/c.png", "d.png", "notes.txt")):
        bucket.put(name, pictures.picture("PNG", seed=number) if name.endswith("png") else b"text")
        request(bucket.store("/"), name.replace("/", "-"), "PUT", b"of another key")
    request(bucket.store("/a.png"), "", "PUT")  # the mark of a folder, as consoles make it
    request(bucket.store("/d.png"), "", "PUT")

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        expected = ["a.png", "b/c.png", "d.png"]
        await library.scan(repository)
        assert list(await paths(library, repository)) == expected
        before = await library.rows("SELECT * FROM image ORDER BY key")
        await library.scan(repository)
        assert await library.rows("SELECT * FROM image ORDER BY key") == before
        assert await library.rows("SELECT path FROM skipped_file") == [("notes.txt",)]
        bucket.delete("b/c.png")
        bucket.put("b/e.png", pictures.picture("PNG", seed=9))
        scans = library.library.scans
        await scans.synchronize_paths(repository, {"b", "b/c.png", "b/e.png", "a.png"})
        assert list(await paths(library, repository)) == ["a.png", "b/e.png", "d.png"]
        progress = scans.progress(repository.id)
        assert progress is not None
        assert progress.error is None

    run(tmp_path, bucket, scenario)


@needs_ceph
def test_a_path_about_which_the_store_cannot_be_asked_ends_no_other(
    tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, name in enumerate(("a.png", "z.png")):
        bucket.put(name, pictures.picture("PNG", seed=number))
    too_long = "m/" + "%C3%BC" * 200  # Ceph refuses it with 400
    head = BucketClient.head

    def refusing(self: BucketClient, path: str) -> Any:
        if path == "a.png":
            raise ObjectError("denied", "The object store refuses the access (AccessDenied).")
        return head(self, path)

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        await library.scan(repository)
        before = await paths(library, repository)
        bucket.put("new.png", pictures.picture("PNG", seed=8))
        bucket.put("z.png", pictures.picture("PNG", seed=9))
        scans = library.library.scans
        with monkeypatch.context() as patch:
            patch.setattr(BucketClient, "head", refusing)
            assert not await scans.import_changes(repository, {"a.png", too_long, "new.png", "z.png"})
        progress = scans.progress(repository.id)
        assert progress is not None
        assert (progress.error, progress.updated) == (None, 1)
        assert scans.unavailable_reason(repository.id) is None
        assert (await paths(library, repository)).items() >= before.items()
        assert list(await paths(library, repository)) == ["a.png", "new.png", "z.png"]
        rows = await library.rows("SELECT path, rule FROM unreadable_file ORDER BY path")
        assert rows == [("a.png", "file.permission"), (too_long, "file.read")]
        bucket.server.stop()
        try:
            await scans.import_changes(repository, {too_long, "z.png"})
        finally:
            bucket.server.resume()
        assert scans.unavailable_reason(repository.id) == "The object store does not answer."
        await library.scan(repository)
        assert scans.unavailable_reason(repository.id) is None
        assert await library.rows("SELECT path FROM unreadable_file") == []

    run(tmp_path, bucket, scenario)


@needs_ceph
def test_a_scan_of_a_watched_bucket_that_fails_is_repeated(
    tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The listings stay equal, but for the first one."""
    bucket.put("a.png", pictures.picture("PNG", seed=1))
    walks: list[str] = []
    walk = BucketStore.walk

    def failing(self: BucketStore, scope: Collection[str] | None = None) -> Iterator[Batch]:
        walks.append(self.root)
        if len(walks) in (2, 3):
            raise UnavailableError("The object store does not answer.")
        return walk(self, scope)

    monkeypatch.setattr(BucketStore, "walk", failing)

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        scans = library.library.scans
        await scans.watch(repository.id)
        await scans.wait_until_idle()
        assert list(await paths(library, repository)) == ["a.png"]
        bucket.put("b.png", pictures.picture("PNG", seed=2))
        async with asyncio.timeout(20):
            while list(await paths(library, repository)) != ["a.png", "b.png"]:  # noqa: ASYNC110  # no event for it
                await asyncio.sleep(0.05)
        assert len(walks) == 4
        bucket.delete("a.png")
        bucket.delete("b.png")
        for _ in range(400):
            if "none of them was forgotten" in (scans.unavailable_reason(repository.id) or ""):
                break
            await asyncio.sleep(0.05)
        else:
            pytest.fail("the scan does not wait for a confirmation")
        before = len(walks)
        await asyncio.sleep(3)
        assert len(walks) == before  # to wait for a confirmation is no failure, and equal listings are not scanned

    run(tmp_path, bucket, scenario, poll_seconds=1)
