"""Moves in buckets that did not end: what their records say later, when the library may have changed."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import UUID

import obstore
import pytest

from facetry.library.file_stores.bucket.client import BucketClient, ObjectError
from facetry.library.file_stores.bucket.move_records import MoveRecords, UnfinishedMoveError
from facetry.library.repositories import RepositoryRecord
from tests.facetry.library.file_stores.bucket.test_bucket_store import fault
from tests.support.engines.object_stores import Bucket, needs_ceph
from tests.support.libraries import open_library
from tests.support.libraries.bucket_library import paths, run
from tests.support.libraries.open_library import OpenLibrary

pytestmark = needs_ceph


def leave_record(tmp_path: Path, bucket: Bucket, old: str, new: str, *, copies: bool = True) -> None:
    """Leave the record of a move, as a crash does, and with `copies` the copy of the object."""
    moves = MoveRecords(tmp_path / "data" / "moves")
    etag = obstore.head(bucket.store(), old)["e_tag"]
    assert etag is not None
    with suppress(UnfinishedMoveError), moves.moving(f"s3://{bucket.name}", old, new, etag) as record:
        if copies:
            bucket.put(new, bucket.get(old), {"facetry-write": record.id})
        raise UnfinishedMoveError


def records(tmp_path: Path) -> list[Path]:
    return list((tmp_path / "data" / "moves").iterdir())


async def store(library: OpenLibrary, repository: RepositoryRecord, name: str) -> str:
    image = await open_library.store(library.library, repository.id, library.picture(seed=1), name=name)
    return image.id.hex.upper()


def test_a_record_removes_no_object_of_an_image_when_its_copy_became_another_image(
    tmp_path: Path, bucket: Bucket
) -> None:
    """A host of a cluster copies an object and dies; the next leader imports the copy; then the first one leads."""

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        image = await store(library, repository, "a")
        leave_record(tmp_path, bucket, "a.png", "b.png")
        record = records(tmp_path)[0].rename(tmp_path / "record")  # the data folder of the next leader has none
        await library.scan(repository)
        before = await paths(library, repository)
        assert (before["a.png"], len(before)) == (image, 2)
        record.rename(tmp_path / "data" / "moves" / "move-1")
        await library.scan(repository)
        assert await paths(library, repository) == before
        assert bucket.listed() == ["a.png", "b.png"]
        assert records(tmp_path) == []

    run(tmp_path, bucket, scenario)


def test_a_record_removes_no_former_object_that_became_another_image(tmp_path: Path, bucket: Bucket) -> None:
    """The move has its rows, and the former object was imported before it could be removed."""

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        image = await store(library, repository, "b")
        bucket.put("a.png", bucket.get("b.png"))
        await library.scan(repository)
        before = await paths(library, repository)
        assert (before["b.png"], len(before)) == (image, 2)
        leave_record(tmp_path, bucket, "a.png", "b.png", copies=False)
        await library.scan(repository)
        assert await paths(library, repository) == before
        assert bucket.listed() == ["a.png", "b.png"]
        assert records(tmp_path) == []

    run(tmp_path, bucket, scenario)


def test_a_record_undoes_only_the_copy_that_its_own_move_has_written(tmp_path: Path, bucket: Bucket) -> None:
    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        image = await store(library, repository, "a")
        leave_record(tmp_path, bucket, "a.png", "b.png")
        bucket.put("c.png", bucket.get("a.png"), {"facetry-write": "another"})
        leave_record(tmp_path, bucket, "a.png", "c.png", copies=False)
        await library.scan(repository)
        assert bucket.listed() == ["a.png", "c.png"]
        assert (await paths(library, repository))["a.png"] == image
        assert records(tmp_path) == []

    run(tmp_path, bucket, scenario)


@pytest.mark.parametrize("can_remove", [True, False])
def test_a_copy_whose_answer_was_lost_is_removed_at_once_or_by_the_next_scan(
    tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch, can_remove: bool
) -> None:
    put = BucketClient.put

    def unanswered(self: BucketClient, path: str, *arguments: Any) -> str:
        put(self, path, *arguments)
        raise ObjectError("unavailable", "The object store does not answer.")

    def refused(*_: object) -> None:
        raise ObjectError("unavailable", "The object store does not answer.")

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        image = await store(library, repository, "a")
        with monkeypatch.context() as patch:
            patch.setattr(BucketClient, "put", unanswered)
            if not can_remove:
                patch.setattr(BucketClient, "delete", refused)
            renaming = library.library.originals.rename(repository.id, UUID(image), name="b")
            assert await fault(renaming) == "repository.unavailable"
        assert (len(bucket.listed()), len(records(tmp_path))) == ((1, 0) if can_remove else (2, 1))
        await library.scan(repository)
        assert await paths(library, repository) == {"a.png": image}
        assert (bucket.listed(), records(tmp_path)) == (["a.png"], [])

    run(tmp_path, bucket, scenario)


def test_a_copy_that_the_store_writes_late_is_removed_by_the_next_scan(
    tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    late: list[tuple[Any, ...]] = []

    def unanswered(_: BucketClient, *arguments: Any) -> str:
        late.append((arguments[0], arguments[1].read_bytes(), *arguments[2:]))
        raise ObjectError("unavailable", "The object store does not answer.")

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        image = await store(library, repository, "a")
        with monkeypatch.context() as patch:
            patch.setattr(BucketClient, "put", unanswered)
            renaming = library.library.originals.rename(repository.id, UUID(image), name="b")
            assert await fault(renaming) == "repository.unavailable"
        ((path, data, metadata, _),) = late
        bucket.put(path, data, metadata)
        await library.scan(repository)
        assert await paths(library, repository) == {"a.png": image}
        assert (bucket.listed(), records(tmp_path)) == (["a.png"], [])

    run(tmp_path, bucket, scenario)


def test_the_copy_of_an_empty_object_stops_no_scan(tmp_path: Path, bucket: Bucket) -> None:
    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        await store(library, repository, "a")
        bucket.put("a.png", b"")  # by another program
        leave_record(tmp_path, bucket, "a.png", "b.png")
        await library.scan(repository)
        assert (bucket.listed(), records(tmp_path)) == (["a.png"], [])

    run(tmp_path, bucket, scenario)
