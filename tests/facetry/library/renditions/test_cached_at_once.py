"""Cached renditions on the event loop: only what the system has in memory, and whole. A thread reads the rest."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from facetry.library.renditions.cache import MAX_BYTES_AT_ONCE, Cache, CachedRendition, MayWaitError
from tests.support.libraries.renditions import RenditionHarness, content, run

pytestmark = pytest.mark.skipif(not hasattr(os, "RWF_NOWAIT"), reason="the system cannot tell what is in memory")

HASH = bytes(32)


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Cache]:
    cache = Cache(tmp_path / "cache", 1024**3)
    yield cache
    cache.close()


def file_of(folder: Path) -> Path:
    (file,) = (path for path in folder.rglob("*") if path.is_file())
    return file


def test_a_rendition_in_memory_is_the_one_that_was_put(cache: Cache) -> None:
    assert cache.get_at_once(HASH, "a") is None
    put = cache.put(HASH, "a", b"picture")
    assert cache.get_at_once(HASH, "a") == put == cache.get(HASH, "a")
    assert (cache.hits, cache.misses) == (2, 1)


def test_damage_and_swapped_files_are_left_to_a_thread(cache: Cache, tmp_path: Path) -> None:
    cache.put(HASH, "a", b"picture")
    file = file_of(tmp_path)
    whole = file.read_bytes()
    for bad in (b"", whole[:19], whole[:20], whole[:-1], whole + b"\0", bytes([whole[0] ^ 1]) + whole[1:]):
        file.write_bytes(bad)
        with pytest.raises(MayWaitError):
            cache.get_at_once(HASH, "a")
        assert file.exists()
    file.rename(file.with_name("b"))
    with pytest.raises(MayWaitError):
        cache.get_at_once(HASH, "b")
    assert cache.get(HASH, "b") is None
    assert (cache.hits, cache.misses) == (0, 1)


def test_large_files_and_those_whose_time_of_use_is_due_are_left_to_a_thread(cache: Cache, tmp_path: Path) -> None:
    cache.put(HASH, "a", bytes(MAX_BYTES_AT_ONCE))
    with pytest.raises(MayWaitError):
        cache.get_at_once(HASH, "a")
    put = cache.put(HASH, "a", b"small")
    then = time.time() - 7200
    os.utime(file_of(tmp_path), (then, then))
    with pytest.raises(MayWaitError):
        cache.get_at_once(HASH, "a")
    assert cache.get(HASH, "a") == put == cache.get_at_once(HASH, "a")


@pytest.mark.parametrize("error", [BlockingIOError, OSError])
def test_what_is_not_in_memory_is_left_to_a_thread(
    cache: Cache, monkeypatch: pytest.MonkeyPatch, error: type[OSError]
) -> None:
    def refuse(*_: object) -> int:
        raise error

    put = cache.put(HASH, "a", b"picture")
    with monkeypatch.context() as patch:
        patch.setattr(os, "preadv", refuse)
        with pytest.raises(MayWaitError):
            cache.get_at_once(HASH, "a")
        patch.setattr(os, "preadv", lambda _file, buffers, *_: len(buffers[0]) - 1)  # a part is in memory
        with pytest.raises(MayWaitError):
            cache.get_at_once(HASH, "a")
        assert cache.get(HASH, "a") == put


def test_a_thread_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[bool] = []
    get = Cache.get

    def noted_get(
        cache: Cache, content_hash: bytes, slug: str, client_has: Callable[[str], bool] | None
    ) -> CachedRendition | None:
        threads.append(threading.current_thread() is not threading.main_thread())
        return get(cache, content_hash, slug, client_has)

    def wait(*_: object) -> None:
        raise MayWaitError

    monkeypatch.setattr(Cache, "get", noted_get)

    async def scenario(harness: RenditionHarness) -> None:
        first = content(await harness.deliver())
        assert content(await harness.deliver()) == first
        assert harness.cache.hits == 1
        threads.clear()
        with monkeypatch.context() as patch:
            patch.setattr(Cache, "get_at_once", wait)
            assert content(await harness.deliver()) == first
        assert threads == [True]

    run(tmp_path, scenario)


@pytest.mark.parametrize("read", [Cache.get, Cache.get_at_once])
def test_only_the_head_is_read_for_a_client_that_has_the_rendition(
    cache: Cache, tmp_path: Path, read: Callable[..., CachedRendition | None]
) -> None:
    put = cache.put(HASH, "a", b"picture")
    file = file_of(tmp_path)
    whole = file.read_bytes()
    file.write_bytes(whole[:20])
    assert read(cache, HASH, "a", put.etag.__eq__) == CachedRendition(None, put.etag)
    file.write_bytes(whole)
    assert read(cache, HASH, "a", lambda _: False) == put == read(cache, HASH, "a")
    assert (cache.hits, cache.misses) == (3, 0)


def test_a_large_rendition_that_the_client_has_needs_no_thread(cache: Cache) -> None:
    put = cache.put(HASH, "a", bytes(MAX_BYTES_AT_ONCE))
    assert cache.get_at_once(HASH, "a", put.etag.__eq__) == CachedRendition(None, put.etag)


def test_a_damaged_head_is_no_version_of_the_client(cache: Cache, tmp_path: Path) -> None:
    etag = cache.put(HASH, "a", b"picture").etag
    file = file_of(tmp_path)
    whole = file.read_bytes()
    for bad in (b"", whole[:19], bytes([whole[0] ^ 1]) + whole[1:]):
        file.write_bytes(bad)
        with pytest.raises(MayWaitError):
            cache.get_at_once(HASH, "a", lambda _: True)
    assert cache.get(HASH, "a", lambda _: True) is None
    assert cache.put(HASH, "a", b"picture").etag == etag
