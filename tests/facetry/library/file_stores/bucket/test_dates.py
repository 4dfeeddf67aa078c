"""Dates of objects: listings have milliseconds, and answers about one object whole seconds."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import obstore
import pytest
from sqlalchemy import text

from facetry.library.file_stores.bucket.client import BucketClient, _facts
from facetry.library.repositories import RepositoryRecord
from facetry.store.work import Work
from tests.support.engines.object_stores import Bucket, needs_ceph
from tests.support.imaging import pictures
from tests.support.libraries import open_library
from tests.support.libraries.bucket_library import run
from tests.support.libraries.open_library import OpenLibrary

_DATES = "SELECT path, file_created, file_modified FROM image ORDER BY path"


def put_with_milliseconds(bucket: Bucket, key: str, seed: int) -> int:
    """Put an object whose date is not a whole second; returns its date as a listing has it."""
    while True:
        bucket.put(key, pictures.picture("PNG", seed=seed))
        (listed,) = [each for page in obstore.list(bucket.store()) for each in page if each["path"] == key]
        date = round(listed["last_modified"].timestamp() * 1000)
        if date % 1000:
            return date
        time.sleep(0.01)


@needs_ceph
def test_dates_keep_the_milliseconds_of_the_listing(
    tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = put_with_milliseconds(bucket, "a.png", 1), put_with_milliseconds(bucket, "b.png", 2)
    bucket.put("c.png", pictures.picture("PNG", seed=3), {"mtime": "1500000000"})
    expected = [("a.png", a, a), ("b.png", b, b), ("c.png", 1_500_000_000_000, 1_500_000_000_000)]
    opened: list[str] = []
    open_object = BucketClient.open

    def counting(self: BucketClient, path: str) -> Any:
        opened.append(path)
        return open_object(self, path)

    monkeypatch.setattr(BucketClient, "open", counting)

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        await library.scan(repository)
        assert await library.rows(_DATES) == expected
        opened.clear()
        await library.require_synchronized(repository)

        def forget(work: Work) -> None:
            """Make the records those of a former version, which read whole seconds only."""
            whole = "file_modified / 1000 * 1000"
            work.connection.execute(text(f"UPDATE image SET file_created = {whole}, file_modified = {whole}"))  # noqa: S608

        await library.library.store.write(forget)
        progress = await library.scan(repository)
        assert (progress.added, progress.updated) == (0, 0)
        assert await library.rows(_DATES) == expected
        await library.require_synchronized(repository)
        assert opened == []
        # A request about one object has no milliseconds. It is the same object, and is not read again.
        await library.library.scans.synchronize_paths(repository, {"a.png", "b.png"})
        assert opened == []
        assert await library.rows(_DATES) == expected
        ((id,),) = await library.rows("SELECT hex(id) FROM image WHERE path = 'a.png'")
        await open_library.rename(library.library, repository.id, UUID(id), name="z")
        assert await library.rows(_DATES) == [*expected[1:], ("z.png", a, a)]
        await library.require_synchronized(repository)
        now = put_with_milliseconds(bucket, "b.png", 4)
        await library.scan(repository)
        assert (await library.rows(_DATES))[0] == ("b.png", now, now)

    run(tmp_path, bucket, scenario)


def test_an_object_without_entity_tag_is_the_same_in_a_listing_and_alone() -> None:
    listed = {"path": "a", "size": 1, "e_tag": None, "last_modified": datetime(2024, 1, 2, 3, 4, 5, 678_000, UTC)}
    alone = {**listed, "last_modified": datetime(2024, 1, 2, 3, 4, 5, 0, UTC)}
    assert _facts(listed).etag == _facts(alone).etag
    assert _facts(listed).modified != _facts(alone).modified
