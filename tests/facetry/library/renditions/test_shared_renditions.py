"""Renditions that hosts share in a bucket: found by the others, and never in the way when the bucket is not there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from facetry.library.file_stores.bucket.client import BucketAccess, BucketClient
from facetry.library.file_stores.bucket.location import bucket_of
from facetry.library.renditions import shared_renditions as module
from facetry.library.renditions.cache import Cache
from facetry.library.renditions.rendition_file import HEADER_BYTES, MAX_RENDITION_BYTES
from facetry.library.renditions.shared_renditions import FOLDER, SharedRenditions
from tests.support.engines.object_stores import ACCESS_KEY, SECRET_KEY, Bucket, ObjectStore, nanio

HASH, OTHER = bytes(32), bytes(31) + b"\x01"
SLUG = "2-webp-32x0-inbox-0-bare"
KEY = f"shared/{FOLDER}/00/{HASH.hex()}/{SLUG}"
SECONDS = 20.0


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ObjectStore]:
    with nanio(tmp_path_factory.mktemp("nanio")) as running:
        yield running


@pytest.fixture
def bucket(store: ObjectStore) -> Bucket:
    store.resume()
    return store.new_bucket()


def opened(bucket: Bucket) -> SharedRenditions:
    access = BucketAccess(bucket.server.endpoint, "us-east-1", ACCESS_KEY, SECRET_KEY, path_style=True)
    return SharedRenditions(BucketClient(bucket_of(f"s3://{bucket.name}/shared"), access))


@pytest.fixture
def shared(bucket: Bucket) -> Iterator[SharedRenditions]:
    renditions = opened(bucket)
    yield renditions
    renditions.close()


@pytest.fixture
def other(bucket: Bucket) -> Iterator[SharedRenditions]:
    """The renditions of another host."""
    renditions = opened(bucket)
    yield renditions
    renditions.close()


def found(renditions: SharedRenditions, content_hash: bytes = HASH, slug: str = SLUG) -> bytes | None:
    return asyncio.run(renditions.get(content_hash, slug))


def wait_until(is_met: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS
    while not is_met():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def wait_until_answered(renditions: SharedRenditions, outcome: str) -> None:
    """Waits until one more lookup has had this outcome."""
    before = renditions.counts.lookups[outcome]

    def is_answered() -> bool:
        found(renditions)
        return renditions.counts.lookups[outcome] > before

    wait_until(is_answered)


def open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def put(renditions: SharedRenditions, data: bytes, content_hash: bytes = HASH, slug: str = SLUG) -> None:
    """Puts a rendition, and waits until it is written."""
    before = renditions.counts.writes["written"]
    renditions.put(content_hash, slug, data)
    wait_until(lambda: renditions.counts.writes["written"] > before)


def test_another_host_finds_what_one_has_put(shared: SharedRenditions, other: SharedRenditions) -> None:
    assert found(other) is None
    put(shared, b"a picture")
    assert found(other) == b"a picture"
    assert found(other, OTHER) is None
    assert found(other, slug="2-jpeg-32x0-inbox-0-bare") is None
    assert other.counts.lookups == {"hit": 1, "miss": 3, "failed": 0}


def test_scans_hide_the_objects(bucket: Bucket, shared: SharedRenditions) -> None:
    put(shared, b"a picture")
    assert bucket.listed() == [KEY]
    assert any(part.startswith(".") for part in KEY.split("/"))


@pytest.mark.parametrize("change", [lambda data: data[:-1], lambda data: data + b"x", lambda data: b"x" + data[1:]])
def test_a_damaged_object_is_a_miss_and_replaced(
    bucket: Bucket,
    shared: SharedRenditions,
    other: SharedRenditions,
    change: Callable[[bytes], bytes],
    caplog: pytest.LogCaptureFixture,
) -> None:
    put(shared, b"a picture")
    assert found(other) == b"a picture"
    assert caplog.records == []
    other.counts.lookups["hit"] = 0
    bucket.put(KEY, change(bucket.get(KEY)))
    assert found(other) is None
    assert "damaged" in caplog.text
    assert other.counts.lookups["miss"] == 1
    put(other, b"a picture")
    assert found(shared) == b"a picture"


def test_the_rendition_of_another_original_is_a_miss(bucket: Bucket, shared: SharedRenditions) -> None:
    put(shared, b"a picture", OTHER)
    bucket.put(KEY, bucket.get(f"shared/{FOLDER}/00/{OTHER.hex()}/{SLUG}"))
    assert found(shared) is None


def test_an_object_that_is_too_large_is_not_received(bucket: Bucket, shared: SharedRenditions) -> None:
    bucket.put(KEY, bytes(HEADER_BYTES + MAX_RENDITION_BYTES + 1))
    assert found(shared) is None
    shared.put(HASH, SLUG, bytes(MAX_RENDITION_BYTES + 1))
    assert shared.counts.writes == {"written": 0, "removed": 0, "failed": 0, "dropped": 0}


def test_the_renditions_of_an_original_are_removed_with_it(
    bucket: Bucket, shared: SharedRenditions, other: SharedRenditions, tmp_path: Path
) -> None:
    for slug in (SLUG, "2-jpeg-0x0-inbox-0-full"):
        put(shared, b"a picture", slug=slug)
    put(shared, b"another", OTHER)
    cache = Cache(tmp_path / "cache", 1024**2, shared=shared)
    cache.evict(HASH)
    wait_until(lambda: shared.counts.writes["removed"] == 1)
    assert len(bucket.listed()) == 1
    assert found(other, OTHER) == b"another"
    cache.close()


def test_a_store_that_ends_is_not_asked_again_at_once(
    store: ObjectStore, shared: SharedRenditions, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAUSE_SECONDS", 0.5)
    put(shared, b"a picture")
    store.stop()
    begin = time.monotonic()
    assert found(shared) is None
    assert time.monotonic() - begin < 3 * module.GET_SECONDS
    begin = time.monotonic()
    for _ in range(100):
        assert found(shared) is None
    assert time.monotonic() - begin < 5 * module.GET_SECONDS
    assert len([each for each in caplog.records if "shared renditions" in each.message]) == 1
    store.resume()
    wait_until(lambda: found(shared) == b"a picture")


@pytest.mark.parametrize("outcome", ["hit", "miss"])
def test_a_failure_after_an_answer_is_logged_again(
    store: ObjectStore,
    shared: SharedRenditions,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    outcome: str,
) -> None:
    monkeypatch.setattr(module, "PAUSE_SECONDS", 0.0)
    if outcome == "hit":
        put(shared, b"a picture")
    for count in (1, 2):
        store.stop()
        assert found(shared) is None
        assert found(shared) is None
        assert len([each for each in caplog.records if "shared renditions" in each.message]) == count
        store.resume()
        wait_until_answered(shared, outcome)


def test_the_end_waits_for_the_write_on_its_way_and_for_no_other(
    store: ObjectStore, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    renditions = opened(bucket)
    monkeypatch.setattr(module, "_CLOSE_SECONDS", 0.2)
    store.freeze()
    try:
        renditions.put(HASH, "0", b"a picture")
        wait_until(lambda: renditions._waiting.empty())
        for number in (1, 2):
            renditions.put(HASH, f"{number}", b"a picture")
        begin = time.monotonic()
        renditions.close()
        assert 0.2 <= time.monotonic() - begin < SECONDS / 2
    finally:
        store.thaw()
    wait_until(lambda: not renditions._thread.is_alive())
    assert renditions.counts.writes["written"] == 1
    idle = opened(bucket)
    idle.close()
    assert not idle._thread.is_alive()


def test_a_write_that_fails_is_no_reason_to_ask_again(store: ObjectStore, shared: SharedRenditions) -> None:
    store.stop()
    shared.put(HASH, SLUG, b"a picture")
    wait_until(lambda: shared.counts.writes["failed"] == 1)
    begin = time.monotonic()
    assert found(shared) is None
    assert time.monotonic() - begin < module.GET_SECONDS / 2
    assert shared.counts.lookups == {"hit": 0, "miss": 0, "failed": 1}
    shared.put(HASH, SLUG, b"a picture")
    assert shared.counts.writes == {"written": 0, "removed": 0, "failed": 1, "dropped": 1}


def test_a_store_that_does_not_answer_keeps_nobody_waiting_for_long(
    store: ObjectStore, shared: SharedRenditions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "GET_SECONDS", 0.3)
    put(shared, b"a picture")
    store.freeze()
    try:
        begin = time.monotonic()
        assert found(shared) is None
        assert time.monotonic() - begin < SECONDS / 2
        assert shared.counts.lookups["failed"] == 1
    finally:
        store.thaw()


@pytest.mark.parametrize("is_frozen", [False, True])
def test_simultaneous_lookups_have_a_bounded_number_of_connections(
    store: ObjectStore, shared: SharedRenditions, monkeypatch: pytest.MonkeyPatch, *, is_frozen: bool
) -> None:
    lookups = 10 * module.MAX_LOOKUPS
    monkeypatch.setattr(module, "GET_SECONDS", 1.0 if is_frozen else SECONDS)
    put(shared, b"a picture")
    before = open_files()

    async def look_up() -> tuple[list[bytes | None], int]:
        tasks = [asyncio.create_task(shared.get(HASH, SLUG)) for _ in range(lookups)]
        most = 0
        while not all(task.done() for task in tasks):
            most = max(most, open_files())
            await asyncio.sleep(0.005)
        return [task.result() for task in tasks], most

    if is_frozen:
        store.freeze()
    try:
        begin = time.monotonic()
        answers, most = asyncio.run(look_up())
        seconds = time.monotonic() - begin
    finally:
        store.thaw()
    assert most - before <= module.MAX_LOOKUPS + 16  # the event loop has some files as well
    assert set(answers) == ({None} if is_frozen else {b"a picture"})
    assert not is_frozen or seconds < 8  # one after the other, ten times as many as there are turns take 10 s
    assert sum(shared.counts.lookups.values()) == lookups


def test_lookups_that_wait_their_turn_do_not_ask_a_store_that_refuses(
    store: ObjectStore, shared: SharedRenditions
) -> None:
    store.stop()

    async def look_up() -> list[bytes | None]:
        return await asyncio.gather(*(shared.get(HASH, SLUG) for _ in range(20 * module.MAX_LOOKUPS)))

    begin = time.monotonic()
    assert set(asyncio.run(look_up())) == {None}
    assert time.monotonic() - begin < 5 * module.GET_SECONDS
    assert shared.counts.lookups["failed"] == 20 * module.MAX_LOOKUPS


def test_writes_that_wait_are_bounded(store: ObjectStore, bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_WAITING", 5)
    renditions = opened(bucket)
    store.freeze()
    try:
        begin = time.monotonic()
        for number in range(20):
            renditions.put(HASH, f"{number}", b"a picture")
        assert time.monotonic() - begin < SECONDS / 2
        assert 14 <= renditions.counts.writes["dropped"] <= 15  # one may be on its way
    finally:
        store.thaw()
        renditions.close()


def test_the_bytes_that_wait_are_bounded(store: ObjectStore, bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_WAITING_BYTES", 100 + 2 * HEADER_BYTES)
    renditions = opened(bucket)
    store.freeze()
    try:
        for number in range(5):
            renditions.put(HASH, f"{number}", bytes(40))
        assert renditions.counts.writes["dropped"] == 3
    finally:
        store.thaw()
    wait_until(lambda: renditions.counts.writes["written"] == 2)
    put(renditions, bytes(40))  # there is room again
    renditions.close()
    renditions.put(HASH, SLUG, b"late")
    assert renditions.counts.writes["dropped"] == 4
