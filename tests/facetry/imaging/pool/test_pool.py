"""The pool: rendering, order of jobs, limits of time and memory, cancellation, and folders."""

import asyncio
import contextlib
import io
import resource
import time
from collections.abc import Awaitable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from facetry.imaging.pool.pool import MAX_URGENT_JOBS, Pool, PoolBusyError, PoolClosedError, RenderError
from facetry.imaging.protocol import MAX_IN_MEMORY_BYTES, RenderedPicture, RenderOptions
from tests.support.imaging import pictures
from tests.support.imaging.pools import (
    LIMITS,
    MIB,
    SMALL_JPEG,
    make_picture_folder,
    run_with_pool,
    scratch_folder,
    wait_until,
)

SLOW_OPTIONS = RenderOptions(format="AVIF", width=3900, quality=100)
"""Options that take several seconds for the picture `slow.jpg`."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_picture_folder(tmp_path)


def write_slow_picture(folder: Path) -> None:
    noise = Image.effect_noise((1000, 750), 80).convert("RGB").resize((4000, 3000))
    noise.save(folder / "slow.jpg", "JPEG", quality=90)


def format_and_size(data: bytes) -> tuple[str | None, tuple[int, int]]:
    with Image.open(io.BytesIO(data)) as image:
        image.load()
        return image.format, image.size


def test_a_picture_is_rendered_from_each_format(folder: Path) -> None:
    for format in pictures.FORMATS:
        (folder / f"{format}.bin").write_bytes(pictures.picture(format))

    async def use(pool: Pool) -> list[RenderedPicture]:
        rendering = RenderOptions(format="JPEG", width=32, height=32)
        return [await pool.render(str(folder), f"{format}.bin", rendering) for format in pictures.FORMATS]

    for rendered in run_with_pool(use, scratch_folder(folder)):
        assert (rendered.format, rendered.width, rendered.height, rendered.file) == ("JPEG", 32, 24, None)
        assert rendered.data is not None
        assert format_and_size(rendered.data) == ("JPEG", (32, 24))


def test_a_large_rendition_is_returned_as_a_file_and_a_small_one_in_memory(folder: Path) -> None:
    noise = Image.frombytes("RGB", (1500, 1200), Image.effect_noise((4500, 1200), 90).tobytes())
    noise.save(folder / "large.png", "PNG", compress_level=0)

    async def use(pool: Pool) -> list[RenderedPicture]:
        rendering = RenderOptions(format="PNG", strip=True)
        large = await pool.render(str(folder), "large.png", rendering)
        small = await pool.render(str(folder), "a.png", rendering)  # the pipe is at the start of an answer
        return [large, small]

    large, small = run_with_pool(use, scratch_folder(folder))
    assert large.data is None
    assert large.file is not None
    assert large.file.parent == scratch_folder(folder)
    assert large.file.stat().st_size > MAX_IN_MEMORY_BYTES
    with Image.open(large.file) as image:
        assert image.tobytes() == noise.tobytes()
    assert small.data is not None
    assert format_and_size(small.data) == ("PNG", (320, 240))
    assert list(scratch_folder(folder).iterdir()) == [large.file]


def test_a_full_scratch_folder_is_not_reported_as_a_fault_of_the_picture(folder: Path) -> None:
    noise = Image.frombytes("RGB", (1500, 1200), Image.effect_noise((4500, 1200), 90).tobytes())
    noise.save(folder / "large.png", "PNG", compress_level=0)

    async def use(pool: Pool) -> RenderedPicture:
        with pytest.raises(OSError, match="File too large"):
            await pool.render(str(folder), "large.png", RenderOptions(format="PNG", strip=True))
        assert list(scratch_folder(folder).iterdir()) == []
        return await pool.render(str(folder), "a.png", SMALL_JPEG)

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (MIB, before[1]))  # like a disk with a megabyte left
    try:
        assert run_with_pool(use, scratch_folder(folder)).data
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_refused_rendering_has_rule_and_reason(folder: Path) -> None:
    (folder / "cut.jpg").write_bytes(pictures.picture("JPEG", size=(320, 240))[:2000])
    (folder / "notes.txt").write_bytes(b"hello")

    async def use(pool: Pool) -> list[tuple[str, str]]:
        refusals = []
        for name, rendering in (
            ("cut.jpg", SMALL_JPEG),
            ("notes.txt", SMALL_JPEG),
            ("gone.png", SMALL_JPEG),
            ("a.png", RenderOptions(format="HEIF")),
        ):
            with pytest.raises(RenderError) as refused:
                await pool.render(str(folder), name, rendering)
            refusals.append((refused.value.rule, refused.value.reason))
        assert (await pool.render(str(folder), "a.png", SMALL_JPEG)).data
        return refusals

    refusals = run_with_pool(use, scratch_folder(folder))
    assert [rule for rule, _ in refusals] == [
        "decode.truncated",
        "decode.format",
        "file.vanished",
        "format.not-writable",
    ]
    assert all(reason.endswith(".") for _, reason in refusals)


def test_a_render_that_exceeds_the_time_limit_is_aborted(folder: Path) -> None:
    write_slow_picture(folder)

    async def use(pool: Pool) -> str:
        with pytest.raises(RenderError) as refused:
            await pool.render(str(folder), "slow.jpg", SLOW_OPTIONS)
        assert (await pool.render(str(folder), "a.png", SMALL_JPEG)).data
        return refused.value.rule

    assert run_with_pool(use, scratch_folder(folder), replace(LIMITS, seconds=0.5)) == "decode.timeout"


def test_urgent_jobs_go_before_a_scan(folder: Path) -> None:
    (folder / "flat.png").write_bytes(pictures.flat_png(2500))
    order: list[str] = []

    async def use(pool: Pool) -> None:
        async def run_and_record(name: str, job: Awaitable[object]) -> None:
            await job
            order.append(name)

        async with asyncio.TaskGroup() as group:
            for _ in range(30):
                group.create_task(run_and_record("scan", pool.examine(str(folder), "flat.png")))
            await wait_until(lambda: len(order) >= 3)
            group.create_task(run_and_record("render", pool.render(str(folder), "a.png", SMALL_JPEG)))
            group.create_task(run_and_record("urgent", pool.examine(str(folder), "a.png", urgent=True)))

    run_with_pool(use, scratch_folder(folder))
    assert sorted(order) == ["render"] + 30 * ["scan"] + ["urgent"]
    assert order.index("render") < order.index("urgent") <= 3 + 4  # at most behind the two jobs that the worker had


def test_too_many_urgent_jobs_are_refused_at_once(folder: Path) -> None:
    write_slow_picture(folder)

    async def use(pool: Pool) -> tuple[int, int]:
        slow = asyncio.create_task(pool.render(str(folder), "slow.jpg", SLOW_OPTIONS))
        await wait_until(lambda: bool(pool.pids))
        renders = [
            asyncio.create_task(pool.render(str(folder), "a.png", SMALL_JPEG)) for _ in range(MAX_URGENT_JOBS + 44)
        ]
        await asyncio.sleep(0.05)
        busy = sum(task.done() and isinstance(task.exception(), PoolBusyError) for task in renders)
        scan = asyncio.create_task(pool.examine(str(folder), "a.png"))  # the job of a scan is never refused
        for task in renders[: MAX_URGENT_JOBS // 2]:
            task.cancel()
        await asyncio.sleep(0)
        accepted = asyncio.create_task(pool.render(str(folder), "a.png", SMALL_JPEG))  # the queue has room again
        slow.cancel()
        results = await asyncio.gather(*renders, accepted, scan, return_exceptions=True)
        assert isinstance(results[-2], RenderedPicture)
        return busy, sum(isinstance(result, RenderedPicture) for result in results[:-2])

    assert run_with_pool(use, scratch_folder(folder)) == (44, MAX_URGENT_JOBS // 2)


def test_a_cancelled_render_is_not_started(folder: Path) -> None:
    write_slow_picture(folder)

    async def use(pool: Pool) -> float:
        await pool.render(str(folder), "a.png", SMALL_JPEG)
        (pid,) = pool.pids
        started_at = time.monotonic()
        first = asyncio.create_task(pool.render(str(folder), "slow.jpg", replace(SLOW_OPTIONS, width=600)))
        renders = [asyncio.create_task(pool.render(str(folder), "slow.jpg", SLOW_OPTIONS)) for _ in range(100)]
        await asyncio.sleep(0.05)
        for task in renders:
            task.cancel()
        assert (await pool.render(str(folder), "a.png", SMALL_JPEG)).data
        assert (await first).data
        assert pool.pids == [pid]  # no worker was killed
        return time.monotonic() - started_at

    assert run_with_pool(use, scratch_folder(folder)) < 10


@pytest.mark.parametrize("after", [0.2, 1.5])
def test_a_long_render_is_stopped_after_its_cancellation(folder: Path, after: float) -> None:
    write_slow_picture(folder)

    async def use(pool: Pool) -> float:
        await pool.render(str(folder), "a.png", SMALL_JPEG)
        (pid,) = pool.pids
        started_at = time.monotonic()
        slow = asyncio.create_task(pool.render(str(folder), "slow.jpg", SLOW_OPTIONS))
        await asyncio.sleep(after)
        assert pool.pids == [pid]
        slow.cancel()
        await wait_until(lambda: pid not in pool.pids, 20)
        seconds = time.monotonic() - started_at
        assert (await pool.render(str(folder), "a.png", SMALL_JPEG)).data
        return seconds

    assert max(after, 1.0) - 0.1 < run_with_pool(use, scratch_folder(folder)) < max(after, 1.0) + 2


def test_a_cancelled_scan_leaves_its_worker_running(folder: Path) -> None:
    (folder / "flat.png").write_bytes(pictures.flat_png(9000))

    async def use(pool: Pool) -> None:
        await pool.examine(str(folder), "a.png")
        (pid,) = pool.pids
        scan = asyncio.create_task(pool.examine(str(folder), "flat.png"))
        await asyncio.sleep(0.05)
        scan.cancel()
        assert "hash" in await pool.examine(str(folder), "a.png")
        assert pool.pids == [pid]

    run_with_pool(use, scratch_folder(folder))


def address_space(pid: int) -> int:
    line = next(line for line in Path(f"/proc/{pid}/limits").read_text().splitlines() if "address space" in line)
    return int(line.split()[3])


def resident_bytes(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))


def test_one_large_picture_at_a_time_may_take_the_full_memory(folder: Path) -> None:
    image = Image.effect_noise((500, 375), 60).convert("RGB").resize((8000, 6000))
    image.save(folder / "large.jpg", "JPEG", quality=60)
    (folder / "light.png").write_bytes(pictures.flat_png(3000))
    heavy_counts: list[int] = []
    peak_bytes = 0

    async def use(pool: Pool) -> list[Any]:
        async def watch() -> None:
            nonlocal peak_bytes
            while True:
                with contextlib.suppress(OSError, StopIteration):
                    pids = pool.pids
                    heavy_counts.append(sum(address_space(pid) > LIMITS.light_bytes for pid in pids))
                    peak_bytes = max(peak_bytes, sum(map(resident_bytes, pids)))
                await asyncio.sleep(0.002)

        watcher = asyncio.create_task(watch())
        try:
            names = 4 * ["large.jpg"] + 30 * ["light.png"]
            return list(await asyncio.gather(*(pool.examine(str(folder), name) for name in names)))
        finally:
            watcher.cancel()

    answers = run_with_pool(use, scratch_folder(folder), workers=2)
    assert [answer.get("width") for answer in answers[:4]] == [8000] * 4
    assert all("hash" in answer for answer in answers)
    assert max(heavy_counts) == 1
    assert peak_bytes < LIMITS.memory_bytes + LIMITS.light_bytes


def test_light_jobs_run_beside_a_heavy_one(folder: Path) -> None:
    Image.effect_noise((500, 375), 60).convert("RGB").resize((8000, 6000)).save(folder / "large.jpg", progressive=True)
    order: list[str] = []

    async def use(pool: Pool) -> None:
        async def run_and_record(name: str, job: Awaitable[object]) -> None:
            await job
            order.append(name)

        await asyncio.gather(*(pool.examine(str(folder), "a.png") for _ in range(8)))  # both workers run
        first_large = asyncio.create_task(run_and_record("large", pool.examine(str(folder), "large.jpg")))
        second_large = asyncio.create_task(run_and_record("large", pool.examine(str(folder), "large.jpg")))
        for _ in range(20):
            await run_and_record("light", pool.examine(str(folder), "a.png", urgent=True))
        await asyncio.gather(first_large, second_large)

    run_with_pool(use, scratch_folder(folder), workers=2)
    assert order.index("large") > 5


def test_a_new_or_replaced_folder_is_read_by_new_workers(folder: Path) -> None:
    other = folder.parent / "other"
    other.mkdir()
    (other / "b.png").write_bytes(pictures.picture("PNG"))

    def replace_folder() -> None:
        """Replace the folder by another one at the same path, as a mount does."""
        folder.rename(folder.parent / "old")
        folder.mkdir()
        (folder / "c.png").write_bytes(pictures.picture("PNG"))

    async def use(pool: Pool) -> None:
        assert "hash" in await pool.examine(str(folder), "a.png")
        first = pool.pids
        assert "hash" in await pool.examine(str(other), "b.png")
        second = pool.pids
        assert first != second
        assert "hash" in await pool.examine(str(folder), "a.png")
        assert pool.pids == second
        replace_folder()
        assert "hash" in await pool.examine(str(folder), "c.png")

    run_with_pool(use, scratch_folder(folder))


def test_a_closed_pool_renders_nothing(folder: Path) -> None:
    write_slow_picture(folder)

    async def run() -> None:
        pool = Pool(LIMITS, 1, scratch=scratch_folder(folder))
        jobs = [asyncio.create_task(pool.render(str(folder), "slow.jpg", SLOW_OPTIONS)) for _ in range(3)]
        await wait_until(lambda: bool(pool.pids))
        await pool.close()
        results = await asyncio.gather(*jobs, return_exceptions=True)
        assert all(isinstance(result, PoolClosedError) for result in results)
        with pytest.raises(PoolClosedError):
            await pool.render(str(folder), "a.png", SMALL_JPEG)

    asyncio.run(run())
