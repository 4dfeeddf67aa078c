"""A pool over a folder of pictures, for tests of it."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from facetry.imaging.pool.pool import Pool
from facetry.imaging.protocol import Limits, Rendering
from tests.support import pictures

T = TypeVar("T")
MIB = 1024**2
LIMITS = Limits(max_pixels=120_000_000, max_bytes=64 * MIB, memory_bytes=672 * MIB, seconds=20.0)
SMALL = Rendering(format="JPEG", width=32)


def using_pool(
    use: Callable[[Pool], Awaitable[T]], scratch: Path, limits: Limits = LIMITS, workers: int = 1, idle: float = 5.0
) -> T:
    """What `use` returns of a pool, which leaves no process behind."""

    async def run() -> tuple[T, list[int]]:
        pool = Pool(limits, workers, scratch=scratch, idle_seconds=idle)
        try:
            result = await use(pool)
            return result, pool.pids
        finally:
            await pool.close()

    result, pids = asyncio.run(run())
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]
    return result


def make_folder(place: Path) -> Path:
    """A folder with one picture, `a.png`, and a scratch folder beside it."""
    folder = place / "pictures"
    folder.mkdir()
    scratch(folder).mkdir()
    (folder / "a.png").write_bytes(pictures.picture("PNG", size=(320, 240)))
    return folder


def scratch(folder: Path) -> Path:
    """The scratch folder that belongs to a folder of pictures."""
    return folder.parent / "scratch"


async def until(true: Callable[[], bool], seconds: float = 15.0) -> None:
    """Wait until something is true, which nothing tells of."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)
