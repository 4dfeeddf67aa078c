"""A pool of workers and a folder of pictures, for tests."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from facetry.imaging.pool.pool import Pool
from facetry.imaging.protocol import DecoderLimits, RenderOptions
from tests.support.imaging import pictures

T = TypeVar("T")
MIB = 1024**2
LIMITS = DecoderLimits(max_pixels=120_000_000, max_bytes=64 * MIB, memory_bytes=672 * MIB, seconds=20.0)
SMALL_JPEG = RenderOptions(format="JPEG", width=32)


def run_with_pool(
    use: Callable[[Pool], Awaitable[T]],
    scratch: Path,
    limits: DecoderLimits = LIMITS,
    workers: int = 1,
    idle_seconds: float = 5.0,
) -> T:
    """The result of `use` with a pool. Asserts that no process remains."""

    async def run() -> tuple[T, list[int]]:
        pool = Pool(limits, workers, scratch=scratch, idle_seconds=idle_seconds)
        try:
            result = await use(pool)
            return result, pool.pids
        finally:
            await pool.close()

    result, pids = asyncio.run(run())
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]
    return result


def make_picture_folder(parent: Path) -> Path:
    """A folder with one picture, `a.png`, and a scratch folder beside it."""
    folder = parent / "pictures"
    folder.mkdir()
    scratch_folder(folder).mkdir()
    (folder / "a.png").write_bytes(pictures.picture("PNG", size=(320, 240)))
    return folder


def scratch_folder(folder: Path) -> Path:
    """The scratch folder beside a folder of pictures."""
    return folder.parent / "scratch"


async def wait_until(condition: Callable[[], bool], seconds: float = 15.0) -> None:
    """Poll a condition until it is true."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)
