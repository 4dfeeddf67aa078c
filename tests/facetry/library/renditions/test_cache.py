"""The cache of renditions: hits, refusal of damaged files, and eviction."""

from __future__ import annotations

import hashlib
import os
import random
import resource
import shutil
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from facetry.library.renditions.cache import Cache, MayWaitError, damaged_files
from facetry.library.renditions.rendition_file import MAX_RENDITION_BYTES

ROOMY = 1024**3
BLOCK = 4096


def content(seed: object) -> bytes:
    return hashlib.sha256(str(seed).encode()).digest()


@contextmanager
def caching(folder: Path, budget: int = ROOMY) -> Iterator[Cache]:
    cache = Cache(folder, budget)
    try:
        yield cache
    finally:
        cache.close()


def files(folder: Path) -> list[Path]:
    return sorted(Path(place) / name for place, _, names in os.walk(folder) for name in names)


def occupied(folder: Path) -> int:
    total = 0
    for path in files(folder):
        with suppress(FileNotFoundError):  # removed meanwhile
            total += -(-path.stat().st_size // BLOCK) * BLOCK
    return total


def wait_until(holds: Callable[[], bool], seconds: float = 10.0) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.005)


def test_a_cached_rendition_is_returned_with_the_same_etag(tmp_path: Path) -> None:
    with caching(tmp_path / "cache") as cache:
        assert cache.get(content(1), "a") is None
        put = cache.put(content(1), "a", b"picture")
        assert cache.get(content(1), "a") == put
        assert put.data == b"picture"
        assert len(put.etag) == 32
        assert cache.get(content(1), "b") is None
        assert cache.get(content(2), "a") is None
    with caching(tmp_path / "cache") as again:
        assert again.get(content(1), "a") == put


def test_etags_differ_between_renditions(tmp_path: Path) -> None:
    with caching(tmp_path / "cache") as cache:
        tags = {
            cache.put(content(number), slug, data).etag
            for number in (1, 2)
            for slug in ("a", "b")
            for data in (b"", b"x", b"y")
        }
    assert len(tags) == 12


def test_the_cache_is_accessible_only_to_its_owner(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with caching(tmp_path / "cache") as cache:
            cache.put(content(1), "a", b"picture")
    finally:
        os.umask(before)
    folders = [tmp_path / "cache", *(path for path in (tmp_path / "cache").rglob("*") if path.is_dir())]
    assert len(folders) == 3
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in folders} == {0o700}
    assert {stat.S_IMODE(file.stat().st_mode) for file in files(tmp_path)} == {0o600}


@pytest.mark.parametrize("size", [0, 1, 5000])
def test_a_damaged_entry_is_a_miss_and_is_removed(tmp_path: Path, size: int) -> None:
    chance = random.Random(size)
    data = chance.randbytes(size)
    with caching(tmp_path / "cache") as cache:
        put = cache.put(content(1), "a", data)
        (file,) = files(tmp_path)
        whole = file.read_bytes()
        damaged = [whole[:end] for end in (0, 3, 19, len(whole) - 1)] + [whole + b"\0"]
        positions = [*range(20), *(chance.randrange(20, len(whole)) for _ in range(20) if size)]
        damaged += [whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1 :] for at in positions]
        for bad in damaged:
            file.write_bytes(bad)
            assert cache.get(content(1), "a") is None
            assert not file.exists()
            assert cache.put(content(1), "a", data) == put
        assert cache.get(content(1), "a") == put


def test_a_swapped_file_is_a_miss(tmp_path: Path) -> None:
    with caching(tmp_path / "cache") as cache:
        cache.put(content(1), "a", b"the private one")
        (private,) = files(tmp_path)
        cache.put(content(2), "a", b"the public one")
        (public,) = set(files(tmp_path)) - {private}
        shutil.copyfile(private, public)
        assert cache.get(content(2), "a") is None


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    with caching(tmp_path / "cache") as cache:
        cache.put(content(1), "a", b"picture")
        (file,) = files(tmp_path / "cache")
        file.rename(tmp_path / "elsewhere")
        file.symlink_to(tmp_path / "elsewhere")
        assert cache.get(content(1), "a") is None


def test_a_named_pipe_is_a_miss(tmp_path: Path) -> None:
    """Whoever opens it as usual waits for ever."""
    with caching(tmp_path / "cache") as cache:
        cache.put(content(1), "a", b"picture")
        (file,) = files(tmp_path / "cache")
        file.unlink()
        os.mkfifo(file)
        assert list(damaged_files(tmp_path / "cache")) == []
        with suppress(MayWaitError):
            assert cache.get_at_once(content(1), "a") is None
        assert cache.get(content(1), "a") is None


def test_the_cache_stays_within_its_budget_and_evicts_the_least_recently_used(tmp_path: Path) -> None:
    count, budget = 250, 100 * BLOCK
    folder = tmp_path / "cache"
    with caching(folder, budget) as cache:
        for number in range(count):
            wait_until(lambda number=number: is_cached(cache, number))  # type: ignore[misc]  # the default binds the loop's value
            assert occupied(folder) <= budget
            os.utime(
                cache_path(folder, number), (number, number)
            )  # the order must not depend on the clock's resolution
        there = [number for number in range(count) if cache_path(folder, number).exists()]
        assert len(there) >= 80
        assert there == list(range(count - len(there), count))
        wait_until(lambda: cache.total == occupied(folder))


def is_cached(cache: Cache, number: int) -> bool:
    data = bytes(3000)
    cache.put(content(number), "a", data)
    return cache.get(content(number), "a") is not None


def cache_path(folder: Path, number: int) -> Path:
    name = content(number).hex()
    return folder / name[:2] / name / "a"


def test_the_time_of_use_is_updated_once_an_hour(tmp_path: Path) -> None:
    with caching(tmp_path / "cache") as cache:
        cache.put(content(1), "a", b"picture")
        (file,) = files(tmp_path)
        for age, is_noted in ((60, False), (7200, True), (-60, False), (-7200, True)):
            then = time.time() - age
            os.utime(file, (then, then))
            assert cache.get(content(1), "a") is not None
            assert (abs(file.stat().st_mtime - then) > 1) is is_noted


def test_files_that_were_used_in_the_future_go_first(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    with caching(folder) as cache:
        for number in range(100):
            cache.put(content(number), "a", bytes(3000))
    ahead = time.time() + 400 * 86_400
    for number in range(60):
        os.utime(cache_path(folder, number), (ahead, ahead))
    with caching(folder, 50 * BLOCK) as smaller:
        wait_until(lambda: 0 < smaller.total <= 45 * BLOCK)
        assert all(cache_path(folder, number).exists() for number in range(60, 100))


def test_files_of_an_earlier_process_are_counted_and_unfinished_ones_removed(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    with caching(folder) as cache:
        for number in range(100):
            cache.put(content(number), "a", bytes(3000))
    leftover = cache_path(folder, 7).with_name(".0badf00d-3")
    leftover.write_bytes(bytes(100))
    with caching(folder, 200 * BLOCK) as again:
        wait_until(lambda: again.total == 100 * BLOCK)
        assert not leftover.exists()
    with caching(folder, 50 * BLOCK) as smaller:
        wait_until(lambda: 0 < smaller.total <= 45 * BLOCK)
        assert occupied(folder) == smaller.total


def test_a_large_rendition_is_not_cached_and_neither_is_anything_without_a_budget(tmp_path: Path) -> None:
    with caching(tmp_path / "cache") as cache:
        assert len(cache.put(content(1), "a", bytes(MAX_RENDITION_BYTES + 1)).etag) == 32
        assert cache.get(content(1), "a") is None
        cache.put(content(1), "a", bytes(MAX_RENDITION_BYTES))
        assert cache.get(content(1), "a") is not None
    with caching(tmp_path / "none", 0) as none:
        none.put(content(1), "a", b"picture")
        assert none.get(content(1), "a") is None
    assert not (tmp_path / "none").exists()


def test_renditions_are_evicted_for_one_that_takes_most_of_the_budget(tmp_path: Path) -> None:
    budget = 64 * BLOCK
    with caching(tmp_path / "cache", budget) as cache:
        for number in range(40):
            cache.put(content(number), "a", bytes(3000))
        large = bytes(60 * BLOCK - 100)

        def is_there() -> bool:
            cache.put(content("large"), "a", large)
            return cache.get(content("large"), "a") is not None

        wait_until(is_there)
        assert occupied(tmp_path / "cache") <= budget


def test_evicting_removes_all_renditions_of_an_image_and_no_other(tmp_path: Path) -> None:
    with caching(tmp_path / "cache") as cache:
        for slug in ("a", "b", "c"):
            cache.put(content(1), slug, b"picture")
        cache.put(content(2), "a", b"picture")
        wait_until(lambda: cache.total == 4 * BLOCK)
        cache.evict(content(1))
        assert [cache.get(content(1), slug) for slug in ("a", "b", "c")] == [None] * 3
        assert cache.get(content(2), "a") is not None
        assert cache.total == BLOCK
        cache.evict(content(3))
        assert cache.total == BLOCK


def test_the_folder_may_be_deleted_at_any_time(tmp_path: Path) -> None:
    """Threads put and get while the folder is removed repeatedly: no result is wrong, and no call fails."""
    folder = tmp_path / "cache"
    ended = threading.Event()
    failures: list[object] = []
    hits = [0]

    def exercise(cache: Cache, seed: int) -> None:
        chance = random.Random(seed)
        try:
            while not ended.is_set():
                number = chance.randrange(20)
                data = str(number).encode() * 100
                found = cache.get(content(number), "a")
                if found is None:
                    cache.put(content(number), "a", data)
                elif found.data != data:
                    failures.append(found)
                else:
                    hits[0] += 1
                time.sleep(0.0005)  # gives the deleting thread its turn
        except Exception as error:
            failures.append(error)

    with caching(folder, 30 * BLOCK) as cache:
        threads = [threading.Thread(target=exercise, args=(cache, seed)) for seed in range(3)]
        for thread in threads:
            thread.start()
        for _ in range(30):
            time.sleep(0.01)
            shutil.rmtree(folder, ignore_errors=True)
        ended.set()
        for thread in threads:
            thread.join()
    assert failures == []
    assert hits[0] > 0


def test_a_disk_that_cannot_be_written_means_no_cache_and_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Files are limited to 1,000 bytes, so that writing fails midway, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with caching(tmp_path / "cache") as cache:
        cache.put(content(1), "small", b"picture")
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
        try:
            for number in range(5):
                assert cache.put(content(number), "a", bytes(5000)).data == bytes(5000)
                assert cache.get(content(number), "a") is None
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert [path.name for path in files(tmp_path)] == ["small"]
        assert cache.total == BLOCK
        assert [record.message for record in caplog.records if "cannot be cached" in record.message] != []
        assert len(caplog.records) == 1
        cache.put(content(1), "a", bytes(5000))
        assert cache.get(content(1), "a") is not None


def test_a_folder_that_cannot_be_created_means_no_cache_and_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with caching(tmp_path / "file" / "cache") as cache:
        assert cache.put(content(1), "a", b"picture").data == b"picture"
        assert cache.get(content(1), "a") is None
