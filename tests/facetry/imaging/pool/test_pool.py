"""Rendering in worker processes, and who goes first: order, memory, cancelling, and workers that are not themselves."""

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

from facetry.imaging.pool.pool import URGENT, Pool, PoolBusyError, PoolClosedError, RenderError
from facetry.imaging.protocol import KEPT_BYTES, Rendered, Rendering
from tests.support import pictures
from tests.support.pools import LIMITS, MIB, SMALL, make_folder, scratch, until, using_pool

SLOW = Rendering(format="AVIF", width=3900, quality=100)
"""Several seconds of work on the picture `slow.jpg`."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_folder(tmp_path)


def put_slow(folder: Path) -> None:
    noise = Image.effect_noise((1000, 750), 80).convert("RGB").resize((4000, 3000))
    noise.save(folder / "slow.jpg", "JPEG", quality=90)


def size_of(data: bytes) -> tuple[str | None, tuple[int, int]]:
    with Image.open(io.BytesIO(data)) as image:
        image.load()
        return image.format, image.size


def test_a_picture_is_rendered_from_each_format(folder: Path) -> None:
    for format in pictures.FORMATS:
        (folder / f"{format}.bin").write_bytes(pictures.picture(format))

    async def use(pool: Pool) -> list[Rendered]:
        rendering = Rendering(format="JPEG", width=32, height=32)
        return [await pool.render(str(folder), f"{format}.bin", rendering) for format in pictures.FORMATS]

    for rendered in using_pool(use, scratch(folder)):
        assert (rendered.format, rendered.width, rendered.height, rendered.file) == ("JPEG", 32, 24, None)
        assert rendered.data is not None
        assert size_of(rendered.data) == ("JPEG", (32, 24))


def test_a_large_rendition_comes_in_a_file_and_a_small_one_in_memory(folder: Path) -> None:
    noise = Image.frombytes("RGB", (1500, 1200), Image.effect_noise((4500, 1200), 90).tobytes())
    noise.save(folder / "large.png", "PNG", compress_level=0)

    async def use(pool: Pool) -> list[Rendered]:
        wanted = Rendering(format="PNG", strip=True)
        large = await pool.render(str(folder), "large.png", wanted)
        small = await pool.render(str(folder), "a.png", wanted)  # the pipe is where it should be
        return [large, small]

    large, small = using_pool(use, scratch(folder))
    assert large.data is None
    assert large.file is not None
    assert large.file.parent == scratch(folder)
    assert large.file.stat().st_size > KEPT_BYTES
    with Image.open(large.file) as image:
        assert image.tobytes() == noise.tobytes()
    assert small.data is not None
    assert size_of(small.data) == ("PNG", (320, 240))
    assert list(scratch(folder).iterdir()) == [large.file]


def test_a_full_scratch_folder_is_not_the_pictures_fault(folder: Path) -> None:
    noise = Image.frombytes("RGB", (1500, 1200), Image.effect_noise((4500, 1200), 90).tobytes())
    noise.save(folder / "large.png", "PNG", compress_level=0)

    async def use(pool: Pool) -> Rendered:
        with pytest.raises(OSError, match="File too large"):
            await pool.render(str(folder), "large.png", Rendering(format="PNG", strip=True))
        assert list(scratch(folder).iterdir()) == []
        return await pool.render(str(folder), "a.png", SMALL)

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (MIB, before[1]))  # as a disk that has a megabyte left
    try:
        assert using_pool(use, scratch(folder)).data
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_what_cannot_be_rendered_says_why(folder: Path) -> None:
    (folder / "cut.jpg").write_bytes(pictures.picture("JPEG", size=(320, 240))[:2000])
    (folder / "notes.txt").write_bytes(b"hello")

    async def use(pool: Pool) -> list[tuple[str, str]]:
        said = []
        for name, rendering in (
            ("cut.jpg", SMALL),
            ("notes.txt", SMALL),
            ("gone.png", SMALL),
            ("a.png", Rendering(format="HEIF")),
        ):
            with pytest.raises(RenderError) as refused:
                await pool.render(str(folder), name, rendering)
            said.append((refused.value.rule, refused.value.reason))
        assert (await pool.render(str(folder), "a.png", SMALL)).data
        return said

    said = using_pool(use, scratch(folder))
    assert [rule for rule, _ in said] == ["decode.truncated", "decode.format", "file.vanished", "format.not-writable"]
    assert all(reason.endswith(".") for _, reason in said)


def test_a_render_that_takes_too_long_is_given_up(folder: Path) -> None:
    put_slow(folder)

    async def use(pool: Pool) -> str:
        with pytest.raises(RenderError) as refused:
            await pool.render(str(folder), "slow.jpg", SLOW)
        assert (await pool.render(str(folder), "a.png", SMALL)).data
        return refused.value.rule

    assert using_pool(use, scratch(folder), replace(LIMITS, seconds=0.5)) == "decode.timeout"


def test_what_a_person_waits_for_goes_before_a_scan(folder: Path) -> None:
    (folder / "flat.png").write_bytes(pictures.flat_png(2500))
    order: list[str] = []

    async def use(pool: Pool) -> None:
        async def noted(name: str, job: Awaitable[object]) -> None:
            await job
            order.append(name)

        async with asyncio.TaskGroup() as group:
            for _ in range(30):
                group.create_task(noted("scan", pool.examine(str(folder), "flat.png")))
            await until(lambda: len(order) >= 3)
            group.create_task(noted("render", pool.render(str(folder), "a.png", SMALL)))
            group.create_task(noted("urgent", pool.examine(str(folder), "a.png", urgent=True)))

    using_pool(use, scratch(folder))
    assert sorted(order) == ["render"] + 30 * ["scan"] + ["urgent"]
    assert order.index("render") < order.index("urgent") <= 3 + 4  # behind the two that the worker held, at most


def test_too_many_urgent_jobs_are_refused_at_once(folder: Path) -> None:
    put_slow(folder)

    async def use(pool: Pool) -> tuple[int, int]:
        slow = asyncio.create_task(pool.render(str(folder), "slow.jpg", SLOW))
        await until(lambda: bool(pool.pids))
        asked = [asyncio.create_task(pool.render(str(folder), "a.png", SMALL)) for _ in range(URGENT + 44)]
        await asyncio.sleep(0.05)
        busy = sum(task.done() and isinstance(task.exception(), PoolBusyError) for task in asked)
        scan = asyncio.create_task(pool.examine(str(folder), "a.png"))  # a scan waits as long as it takes
        for task in asked[: URGENT // 2]:
            task.cancel()
        await asyncio.sleep(0)
        again = asyncio.create_task(pool.render(str(folder), "a.png", SMALL))  # there is room again
        slow.cancel()
        results = await asyncio.gather(*asked, again, scan, return_exceptions=True)
        assert isinstance(results[-2], Rendered)
        return busy, sum(isinstance(result, Rendered) for result in results[:-2])

    assert using_pool(use, scratch(folder)) == (44, URGENT // 2)


def test_a_render_that_nobody_waits_for_is_not_begun(folder: Path) -> None:
    put_slow(folder)

    async def use(pool: Pool) -> float:
        await pool.render(str(folder), "a.png", SMALL)
        (pid,) = pool.pids
        began = time.monotonic()
        first = asyncio.create_task(pool.render(str(folder), "slow.jpg", replace(SLOW, width=600)))
        waiting = [asyncio.create_task(pool.render(str(folder), "slow.jpg", SLOW)) for _ in range(100)]
        await asyncio.sleep(0.05)
        for task in waiting:
            task.cancel()
        assert (await pool.render(str(folder), "a.png", SMALL)).data
        assert (await first).data
        assert pool.pids == [pid]  # and nothing was killed for it
        return time.monotonic() - began

    assert using_pool(use, scratch(folder)) < 10


@pytest.mark.parametrize("after", [0.2, 1.5])
def test_a_long_render_that_nobody_waits_for_is_ended(folder: Path, after: float) -> None:
    put_slow(folder)

    async def use(pool: Pool) -> float:
        await pool.render(str(folder), "a.png", SMALL)
        (pid,) = pool.pids
        began = time.monotonic()
        slow = asyncio.create_task(pool.render(str(folder), "slow.jpg", SLOW))
        await asyncio.sleep(after)
        assert pool.pids == [pid]
        slow.cancel()
        await until(lambda: pid not in pool.pids, 5)
        ended = time.monotonic() - began
        assert (await pool.render(str(folder), "a.png", SMALL)).data
        return ended

    assert max(after, 1.0) - 0.1 < using_pool(use, scratch(folder)) < max(after, 1.0) + 0.9


def test_a_scan_that_ends_leaves_its_worker_to_others(folder: Path) -> None:
    (folder / "flat.png").write_bytes(pictures.flat_png(9000))

    async def use(pool: Pool) -> None:
        await pool.examine(str(folder), "a.png")
        (pid,) = pool.pids
        scan = asyncio.create_task(pool.examine(str(folder), "flat.png"))
        await asyncio.sleep(0.05)
        scan.cancel()
        assert "hash" in await pool.examine(str(folder), "a.png")
        assert pool.pids == [pid]

    using_pool(use, scratch(folder))


def address_space(pid: int) -> int:
    line = next(line for line in Path(f"/proc/{pid}/limits").read_text().splitlines() if "address space" in line)
    return int(line.split()[3])


def resident(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))


def test_one_large_picture_at_a_time_may_take_the_full_memory(folder: Path) -> None:
    image = Image.effect_noise((500, 375), 60).convert("RGB").resize((8000, 6000))
    image.save(folder / "large.jpg", "JPEG", quality=60)
    (folder / "light.png").write_bytes(pictures.flat_png(3000))
    heavy: list[int] = []
    most = 0

    async def use(pool: Pool) -> list[Any]:
        async def watch() -> None:
            nonlocal most
            while True:
                with contextlib.suppress(OSError, StopIteration):
                    pids = pool.pids
                    heavy.append(sum(address_space(pid) > LIMITS.light_bytes for pid in pids))
                    most = max(most, sum(map(resident, pids)))
                await asyncio.sleep(0.002)

        watching = asyncio.create_task(watch())
        try:
            names = 4 * ["large.jpg"] + 30 * ["light.png"]
            return list(await asyncio.gather(*(pool.examine(str(folder), name) for name in names)))
        finally:
            watching.cancel()

    answers = using_pool(use, scratch(folder), workers=2)
    assert [answer.get("width") for answer in answers[:4]] == [8000] * 4
    assert all("hash" in answer for answer in answers)
    assert max(heavy) == 1
    assert most < LIMITS.memory_bytes + LIMITS.light_bytes


def test_light_jobs_go_on_while_a_heavy_one_runs(folder: Path) -> None:
    Image.effect_noise((500, 375), 60).convert("RGB").resize((8000, 6000)).save(folder / "large.jpg", progressive=True)
    order: list[str] = []

    async def use(pool: Pool) -> None:
        async def noted(name: str, job: Awaitable[object]) -> None:
            await job
            order.append(name)

        await asyncio.gather(*(pool.examine(str(folder), "a.png") for _ in range(8)))  # both workers are there
        large = asyncio.create_task(noted("large", pool.examine(str(folder), "large.jpg")))
        also = asyncio.create_task(noted("large", pool.examine(str(folder), "large.jpg")))
        for _ in range(20):
            await noted("light", pool.examine(str(folder), "a.png", urgent=True))
        await asyncio.gather(large, also)

    using_pool(use, scratch(folder), workers=2)
    assert order.index("large") > 5


def test_a_new_folder_is_read_by_new_workers_and_a_replaced_one_as_well(folder: Path) -> None:
    other = folder.parent / "other"
    other.mkdir()
    (other / "b.png").write_bytes(pictures.picture("PNG"))

    def replace_folder() -> None:
        """As when a drive is mounted in its place."""
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

    using_pool(use, scratch(folder))


def test_a_closed_pool_renders_nothing(folder: Path) -> None:
    put_slow(folder)

    async def run() -> None:
        pool = Pool(LIMITS, 1, scratch=scratch(folder))
        jobs = [asyncio.create_task(pool.render(str(folder), "slow.jpg", SLOW)) for _ in range(3)]
        await until(lambda: bool(pool.pids))
        await pool.close()
        results = await asyncio.gather(*jobs, return_exceptions=True)
        assert all(isinstance(result, PoolClosedError) for result in results)
        with pytest.raises(PoolClosedError):
            await pool.render(str(folder), "a.png", SMALL)

    asyncio.run(run())
