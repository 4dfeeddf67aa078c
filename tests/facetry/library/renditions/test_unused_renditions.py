"""Renditions of contents that no image has any more are removed, and no others."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection

from facetry.errors import unavailable
from facetry.library import images, recorded_files
from facetry.library.pictures import Picture
from facetry.library.renditions import unused_renditions as module
from facetry.library.renditions.cache import Cache
from facetry.library.renditions.unused_renditions import evict_unused, remove_unused_periodically
from facetry.store.store import Store
from facetry.store.work import Work
from tests.support.imaging.pools import wait_until
from tests.support.libraries.stores import add_images, add_repository, file_facts, picture, temporary_store

SLUG = "2-webp-24x0-inbox-0-full"


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as opened:
        yield opened


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Cache]:
    opened = Cache(tmp_path / "cache", 64 * 1024**2)
    yield opened
    opened.close()


def content(name: str) -> bytes:
    """The content hash of the image that `add_images` makes for a name."""
    return hashlib.sha256(name.encode()).digest()


def cached(cache: Cache, names: list[str]) -> set[str]:
    return {name for name in names if cache.get(content(name), SLUG) is not None}


async def run_until(store: Store, cache: Cache, names: list[str], remaining: set[str]) -> None:
    """Remove periodically until only these names have renditions, and for some rounds more."""
    task = asyncio.create_task(remove_unused_periodically(store, cache, round_seconds=0.2))
    try:
        await wait_until(lambda: cached(cache, names) == remaining)
        await asyncio.sleep(0.5)
        assert not task.done()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def test_only_renditions_of_contents_that_an_image_has_stay(store: Store, cache: Cache) -> None:
    random_names = random.Random(4)
    names = [f"{number}.jpg" for number in range(400)]
    used = random_names.sample(names, 200)
    add_images(store, add_repository(store), used)
    for name in names:
        cache.put(content(name), SLUG, name.encode())
    asyncio.run(run_until(store, cache, names, set(used)))
    assert cached(cache, names) == set(used)


def test_all_contents_of_one_folder_are_compared(
    store: Store, cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_BATCH", 3)
    hashes = [bytes([7, number]) + bytes(30) for number in range(11)]
    used = {hashes[0], hashes[2], hashes[10]}
    repository = add_repository(store)

    def unit(work: Work) -> None:
        for content_hash in used:
            images.insert_image(work, repository.key, file_facts(content_hash.hex()), picture_of(content_hash))

    store.write_now(unit)
    for content_hash in hashes:
        cache.put(content_hash, SLUG, b"picture")
    foreign_folder = tmp_path / "cache" / "07" / "notes"
    foreign_folder.mkdir()
    assert set(cache.hashes(7)) == set(hashes)
    assert cache.hashes(8) == []

    async def scenario() -> None:
        task = asyncio.create_task(remove_unused_periodically(store, cache, round_seconds=0.2))
        await wait_until(lambda: set(cache.hashes(7)) == used)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(scenario())
    assert foreign_folder.exists()


def picture_of(content_hash: bytes) -> Picture:
    return Picture("JPEG", 4, 3, content_hash, {})


def test_a_removed_image_takes_its_renditions_along(store: Store, cache: Cache) -> None:
    names = ["a.jpg", "b.jpg"]
    a, _ = add_images(store, add_repository(store), names)
    for name in names:
        cache.put(content(name), SLUG, b"picture")
    store.write_now(lambda work: images.remove(work, [images.key_of(work.connection, a)]))
    asyncio.run(run_until(store, cache, names, {"b.jpg"}))


def test_a_database_that_does_not_answer_stops_the_removal_only_for_a_while(
    store: Store, cache: Cache, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "_PAUSE_SECONDS", 0.1)
    cache.put(content("a"), SLUG, b"picture")
    used_hashes, failures = recorded_files.used_hashes, iter(range(3))

    def failing(connection: Connection, hashes: list[bytes]) -> set[bytes]:
        if next(failures, None) is not None:
            raise unavailable("store.unreachable", "The database server cannot be reached.")
        return used_hashes(connection, hashes)

    monkeypatch.setattr(recorded_files, "used_hashes", failing)
    with caplog.at_level(logging.WARNING):
        asyncio.run(run_until(store, cache, ["a"], set()))
    assert [record.getMessage().partition(";")[0] for record in caplog.records] == [
        "unused renditions could not be removed"
    ] * 3


def test_contents_with_more_images_than_are_compared_elsewhere_stay(store: Store, cache: Cache) -> None:
    """A copy of one picture in a thousand files must not hide that another picture is in use."""
    repository = add_repository(store)

    def unit(work: Work) -> None:
        for number in range(recorded_files.MAX_MATCHING_IMAGES + 1):
            images.insert_image(work, repository.key, file_facts(f"{number}.jpg"), picture(seed="copies"))
        images.insert_image(work, repository.key, file_facts("other.jpg"), picture(seed="other"))

    store.write_now(unit)
    names = ["copies", "other", "unused"]
    for name in names:
        cache.put(content(name), SLUG, b"picture")
    evict_unused(store, cache, [content(name) for name in names])
    assert cached(cache, names) == {"copies", "other"}
    evict_unused(store, cache, [])
    assert cached(cache, names) == {"copies", "other"}


def test_the_comparison_takes_its_time(store: Store, cache: Cache) -> None:
    """It must not keep a disk and a database busy."""
    cache.put(bytes(32), SLUG, b"picture")

    async def scenario() -> None:
        task = asyncio.create_task(remove_unused_periodically(store, cache))
        await asyncio.sleep(0.5)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(scenario())
    assert cache.hashes(0) == [bytes(32)]
