"""Objects that another program has replaced by larger ones than pictures may be."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from facetry.library.file_stores.bucket.client import BucketClient
from facetry.library.repositories import RepositoryRecord
from facetry.settings import DecoderSettings
from tests.facetry.library.file_stores.bucket.test_bucket_store import fault
from tests.support.engines.object_stores import Bucket, needs_ceph
from tests.support.libraries import open_library
from tests.support.libraries.bucket_library import paths, run
from tests.support.libraries.open_library import OpenLibrary

MAX_BYTES = 100_000
LARGE = b"x" * (MAX_BYTES + 1)


@needs_ceph
def test_an_object_that_is_too_large_is_neither_copied_nor_changed(
    tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    put = BucketClient.put

    def noting_put(self: BucketClient, path: str, *arguments: Any) -> str:
        copied.append(path)
        return put(self, path, *arguments)

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        async def store(name: str, seed: int) -> UUID:
            upload = library.picture(seed=seed)
            return (await open_library.store(library.library, repository.id, upload, name=name)).id

        originals, trash = library.library.originals, library.library.trash
        image, trashed = await store("a", 1), await store("b", 2)
        await asyncio.to_thread(trash.put, trashed)
        objects = ("a.png", f".facetry-trash/{trashed}.png")
        for path in objects:
            bucket.put(path, LARGE)
        with monkeypatch.context() as patch:
            patch.setattr(BucketClient, "put", noting_put)
            assert await fault(originals.rename(repository.id, image, name="c")) == "file.too-large"
            assert await fault(originals.modify(image, library.picture(seed=3))) == "file.too-large"
            assert await fault(asyncio.to_thread(trash.put, image)) == "file.too-large"
            assert await fault(asyncio.to_thread(trash.restore, trashed)) == "file.too-large"
        assert copied == []
        assert {path: bucket.get(path) for path in bucket.listed()} == dict.fromkeys(objects, LARGE)
        assert [path for path in (tmp_path / "data").rglob("*.png") if "objects" in path.parts] == []
        await library.scan(repository)
        await originals.delete(image)
        assert await fault(asyncio.to_thread(trash.remove, trashed)) == "image.file-changed", "nobody has read it"
        bucket.delete(objects[1])
        await asyncio.to_thread(trash.remove, trashed)
        assert (bucket.listed(), await paths(library, repository)) == ([], {})

    run(tmp_path, bucket, scenario, decoder=DecoderSettings(max_bytes=MAX_BYTES))
