"""Stores that list objects, and refuse other requests. An object that cannot be read has its problem for itself."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from facetry.errors import FaultError
from facetry.library.file_stores.bucket import bucket_store, client
from facetry.library.file_stores.bucket.client import BucketAccess, BucketClient
from facetry.library.file_stores.bucket.location import BucketLocation
from facetry.library.repositories import RepositoryRecord
from tests.support.engines.faulty_objects import FaultyObjects, faulty_bucket
from tests.support.engines.object_stores import ACCESS_KEY, SECRET_KEY, Bucket
from tests.support.imaging import pictures
from tests.support.libraries.bucket_library import opened, paths, run
from tests.support.libraries.open_library import OpenLibrary


async def scanned(tmp_path: Path, bucket: Bucket) -> tuple[list[str], dict[str, tuple[str, str]], str | None]:
    """The paths of the images after a scan, the rules and reasons of the others, and the error of the scan."""
    async with opened(tmp_path, bucket) as (library, repository):
        progress = await library.library.scans.synchronize(repository.id)
        await library.library.scans.wait_until_idle()
        rows = await library.rows("SELECT path, rule, reason FROM unreadable_file ORDER BY path")
        problems = {path: (rule, reason) for path, rule, reason in rows}
        return list(await paths(library, repository)), problems, progress.error


def test_an_object_that_cannot_be_read_is_the_problem_of_no_other(tmp_path: Path) -> None:
    names = ["customer-key.png", "disabled-key.png", "frozen.png", "good.png", "metadata.png", "no-picture"]
    objects = FaultyObjects({name: pictures.picture("PNG", seed=seed) for seed, name in enumerate(names)})
    objects.errors = {
        "customer-key.png": (400, "InvalidRequest"),
        "disabled-key.png": (400, "KMS.DisabledException"),
        "frozen.png": (403, "InvalidObjectState"),
        "no-picture": (400, "InvalidRequest"),
    }
    objects.metadata = {"metadata.png": "J\xf6rg"}
    with faulty_bucket(objects) as bucket:
        images, problems, error = asyncio.run(scanned(tmp_path, bucket))
        assert (images, error) == (["good.png"], None)
        assert problems == {
            "customer-key.png": ("file.read", "The object store answers InvalidRequest."),
            "disabled-key.png": ("file.read", "The object store answers KMS.DisabledException."),
            "frozen.png": ("file.permission", "The object store refuses the access (InvalidObjectState)."),
            "metadata.png": ("file.read", "The object has metadata that are not ASCII, so it cannot be read."),
            "no-picture": ("file.read", "The object store answers 400."),
        }
        objects.errors, objects.metadata = {}, {}
        assert asyncio.run(scanned(tmp_path, bucket)) == (names, {}, None)


def test_the_store_is_not_asked_for_each_of_many_objects(tmp_path: Path) -> None:
    objects = FaultyObjects({f"{number}.png": pictures.picture("PNG", seed=number) for number in range(60)})
    objects.errors = {f"{number}.png": (400, "InvalidRequest") for number in range(60)}
    with faulty_bucket(objects) as bucket:
        images, problems, error = asyncio.run(scanned(tmp_path, bucket))
    assert (images, len(problems), error) == ([], 60, None)
    assert objects.listings < 20


def test_a_large_object_has_more_time_than_a_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "REQUEST_SECONDS", 1)
    monkeypatch.setattr(bucket_store, "REQUEST_SECONDS", 1)
    picture = pictures.picture("PNG", seed=1, size=(500, 500))
    monkeypatch.setattr(client, "_SLOWEST_BYTES", len(picture) / 5)
    objects = FaultyObjects({"hopeless.png": picture + b"1", "slow.png": picture}, seconds={"slow.png": 3})
    objects.seconds["hopeless.png"] = 60
    with faulty_bucket(objects) as bucket:
        images, problems, error = asyncio.run(scanned(tmp_path, bucket))
    assert (images, error) == (["slow.png"], None)
    assert problems == {"hopeless.png": ("file.read", "The object store did not send an object in time.")}


def test_a_store_that_refuses_conditions_is_not_written(tmp_path: Path) -> None:
    """It is available nevertheless."""
    objects = FaultyObjects()

    async def scenario(library: OpenLibrary, repository: RepositoryRecord) -> None:
        for _ in range(2):
            with pytest.raises(FaultError) as caught:
                await library.library.originals.store(repository.id, library.picture(seed=2), name="b")
            assert caught.value.fault.rule == "repository.conditional-writes"

    with faulty_bucket(objects) as bucket:
        run(tmp_path, bucket, scenario)
    assert objects.contents == {}


def test_a_write_may_take_longer_than_the_store_may_be_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_SILENCE_SECONDS", 1)
    objects = FaultyObjects(seconds={"slow.png": 3})
    with faulty_bucket(objects) as bucket:
        access = BucketAccess(bucket.server.endpoint, "us-east-1", ACCESS_KEY, SECRET_KEY, path_style=True)
        BucketClient(BucketLocation(bucket.name, ""), access).replace("slow.png", b"content")
    assert objects.contents == {"slow.png": b"content"}
