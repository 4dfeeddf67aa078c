"""Preconditions of changes of objects: compared with the object that is changed, before anything is written."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from uuid import UUID

from facetry.errors import FaultError
from facetry.http.preconditions import Precondition, preconditions_of
from facetry.library.originals.entity_tags import etag_of_original
from facetry.library.originals.location import location_of
from facetry.library.repositories import RepositoryRecord
from tests.facetry.library.file_stores.bucket.test_bucket_store import fault
from tests.support.engines.object_stores import Bucket, needs_ceph
from tests.support.imaging import pictures
from tests.support.libraries import open_library
from tests.support.libraries.bucket_library import run
from tests.support.libraries.open_library import OpenLibrary

pytestmark = needs_ceph

Change = Callable[[UUID, Precondition], Awaitable[object]]


def if_match(tag: str) -> Precondition:
    conditions = preconditions_of({b"if-match": f'"{tag}"'.encode()})
    assert conditions is not None
    return conditions.require_change


async def tag_of(library: OpenLibrary, image: UUID) -> str:
    location = await library.library.store.read(lambda connection: location_of(connection, image))
    opened = await library.library.file_stores.of(location.root).open(location.path)
    return etag_of_original(opened.version, location)


def changes(library: OpenLibrary, repository: RepositoryRecord) -> list[Change]:
    originals, trash = library.library.originals, library.library.trash
    return [
        lambda image, precondition: originals.modify(image, library.picture(seed=9), precondition),
        lambda image, precondition: originals.rename(repository.id, image, name="b", precondition=precondition),
        lambda image, precondition: asyncio.to_thread(trash.put, image, precondition),
        lambda image, precondition: originals.delete(image, precondition),
    ]


def test_another_version_of_an_object_is_not_changed(tmp_path: Path, bucket: Bucket) -> None:
    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        for number, change in enumerate(changes(library, repository)):
            first, other = (pictures.picture("PNG", seed=20 + 2 * number + each) for each in (0, 1))
            image = (await open_library.store(library.library, repository.id, library.upload(first), name="a")).id
            tag = await tag_of(library, image)
            assert await fault(change(image, if_match("another"))) == "precondition.failed"
            assert bucket.get("a.png") == first
            bucket.put("a.png", other)
            assert await fault(change(image, if_match(tag))) == "precondition.failed", "no scan has seen the change"
            assert bucket.get("a.png") == other
            await library.scan(repository)
            (known,) = await library.rows("SELECT id FROM image")
            image = UUID(bytes=known[0])
            await change(image, if_match(await tag_of(library, image)))
            assert bucket.listed() != ["a.png"] or bucket.get("a.png") != other
            for (left,) in await library.rows("SELECT id FROM image"):
                await library.library.originals.delete(UUID(bytes=left))

    run(tmp_path, bucket, scenario)


def test_one_of_two_changes_of_one_version_wins(tmp_path: Path, bucket: Bucket) -> None:
    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        image = (await open_library.store(library.library, repository.id, library.picture(seed=1), name="a")).id
        contents = [pictures.picture("PNG", seed=seed) for seed in range(40, 44)]
        precondition = if_match(await tag_of(library, image))
        results = await asyncio.gather(
            *(library.library.originals.modify(image, library.upload(each), precondition) for each in contents),
            return_exceptions=True,
        )
        rules = [each.fault.rule if isinstance(each, FaultError) else each for each in results]
        assert sorted(map(str, rules)) == ["None", *["precondition.failed"] * 3]
        assert bucket.get("a.png") == contents[rules.index(None)]

    run(tmp_path, bucket, scenario)


def test_an_object_in_the_trash_has_a_tag(tmp_path: Path, bucket: Bucket) -> None:
    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        trash = library.library.trash
        image = (await open_library.store(library.library, repository.id, library.picture(seed=1), name="a")).id
        tag = await tag_of(library, image)
        await asyncio.to_thread(trash.put, image)
        for change in (trash.restore, trash.remove):
            assert await fault(asyncio.to_thread(change, image, if_match("another"))) == "precondition.failed"
        await asyncio.to_thread(trash.restore, image, if_match(tag))
        assert bucket.listed() == ["a.png"]
        assert await tag_of(library, image) == tag

    run(tmp_path, bucket, scenario)
