"""Renditions over a store with an image, made by a spy instead of a pool of decoders."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar
from uuid import UUID

import pytest

from facetry.errors import PROBLEMS, FaultError
from facetry.imaging.protocol import Rendered, Rendering
from facetry.library.images import FileFacts, Picture, insert_image
from facetry.library.originals.location import located
from facetry.library.renditions.cache import Cache
from facetry.library.renditions.renditions import Delivery, Renditions
from facetry.library.renditions.spooled_file import Spooled
from facetry.library.repositories import at, create
from facetry.store.store import Store

T = TypeVar("T")
THUMBNAIL = Rendering(format="WEBP", width=256, height=256)


class Spy:
    """A pool that counts what it is asked, and finishes when it is told to."""

    def __init__(self, folder: Path) -> None:
        self.asked: list[Rendering] = []
        self.ended: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.failure: BaseException | None = None
        self.size = 1000
        self._folder = folder

    async def render(self, root: str, path: str, rendering: Rendering) -> Rendered:
        self.asked.append(rendering)
        number = len(self.asked)
        try:
            await self.gate.wait()
        except asyncio.CancelledError:
            self.ended.append("cancelled")
            raise
        self.ended.append("made")
        if self.failure is not None:
            raise self.failure
        data = b"%d %s" % (number, (Path(root) / path).read_bytes())
        data = data.ljust(self.size, b".")
        assert rendering.format is not None
        if len(data) <= 4 * 1024**2:
            return Rendered(rendering.format, 1, 1, data, None)
        file = self._folder / f"rendered-{number}"
        file.write_bytes(data)
        return Rendered(rendering.format, 1, 1, None, file)


class Shop:
    """Renditions over a store with an image, the last that was added."""

    def __init__(self, folder: Path, store: Store, cache: Cache) -> None:
        self.folder, self.store, self.cache = folder, store, cache
        self.spy = Spy(folder)
        self.renditions = Renditions(store, self.spy, cache)
        self.id = UUID(int=0)

    async def add(self, name: str, format: str = "JPEG") -> None:
        """One image more, with the same three bytes as all."""
        root = self.folder / "pictures"
        root.mkdir(exist_ok=True)
        self.file = root / name
        self.file.write_bytes(b"one")
        facts = FileFacts(name, 3, 0, 0, self.file.stat().st_mtime_ns)
        known = await self.store.read(lambda connection: at(connection, root))
        if known is None:
            known = await self.store.write(lambda work: create(work, path=root, name="pictures"))
        picture = Picture(format, 4, 3, bytes(32), {})
        _, self.id = await self.store.write(lambda work: insert_image(work, known.key, facts, picture))

    async def ask(self, wanted: Rendering = THUMBNAIL, **options: bool) -> Delivery:
        return await self.renditions.deliver(lambda connection: located(connection, self.id), wanted, wait, **options)

    async def refusal(self, wanted: Rendering = THUMBNAIL) -> tuple[int, str, str | None]:
        with pytest.raises(FaultError) as caught:
            await self.ask(wanted)
        fault = caught.value.fault
        return PROBLEMS[fault.kind][0], fault.rule, fault.parameter


async def wait(awaitable: Awaitable[T]) -> T:
    return await awaitable


def run(tmp_path: Path, use: Callable[[Shop], Awaitable[None]], *, format: str = "JPEG", budget: int = 2**30) -> None:
    async def main() -> None:
        store = Store(tmp_path / "library.db")
        cache = Cache(tmp_path / "cache", budget)
        try:
            shop = Shop(tmp_path, store, cache)
            await shop.add("über.jpeg", format)
            await use(shop)
        finally:
            store.close()
            cache.close()

    asyncio.run(main())


async def turns(count: int = 50) -> None:
    for _ in range(count):
        await asyncio.sleep(0.002)


def content(delivery: Delivery) -> bytes:
    assert delivery.rendition is not None
    made = delivery.rendition.content
    return b"".join(made.pieces()) if isinstance(made, Spooled) else made
