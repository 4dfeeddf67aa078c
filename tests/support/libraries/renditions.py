"""Renditions over a store with an image, rendered by a spy instead of a pool of decoders."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar
from uuid import UUID

import pytest

from facetry.errors import PROBLEM_BY_KIND, FaultError
from facetry.imaging.protocol import RenderedPicture, RenderOptions
from facetry.library.images import insert_image
from facetry.library.originals.location import location_of
from facetry.library.pictures import FileFacts, Picture
from facetry.library.renditions.cache import Cache
from facetry.library.renditions.renditions import PictureDelivery, Renditions
from facetry.library.renditions.spooled_file import SpooledFile
from facetry.library.repositories import create, find_by_path
from facetry.store.store import Store
from facetry.system.files.folder_identity import FolderIdentity
from tests.support.engines.databases import database_at

T = TypeVar("T")
THUMBNAIL = RenderOptions(format="WEBP", width=256, height=256)


class SpyRenderer:
    """A renderer that records its requests, and finishes when the test opens its gate."""

    def __init__(self, folder: Path) -> None:
        self.requests: list[RenderOptions] = []
        self.outcomes: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.failure: BaseException | None = None
        self.size = 1000
        self._folder = folder

    async def render(
        self,
        root: str,
        path: str,
        rendering: RenderOptions,
        *,
        identity: FolderIdentity | None = None,  # noqa: ARG002  # as every renderer
    ) -> RenderedPicture:
        self.requests.append(rendering)
        number = len(self.requests)
        try:
            await self.gate.wait()
        except asyncio.CancelledError:
            self.outcomes.append("cancelled")
            raise
        self.outcomes.append("made")
        if self.failure is not None:
            raise self.failure
        data = b"%d %s" % (number, (Path(root) / path).read_bytes())
        data = data.ljust(self.size, b".")
        assert rendering.format is not None
        if len(data) <= 4 * 1024**2:
            return RenderedPicture(rendering.format, 1, 1, data, None)
        file = self._folder / f"rendered-{number}"
        file.write_bytes(data)
        return RenderedPicture(rendering.format, 1, 1, None, file)


class RenditionHarness:
    """Renditions over a store; requests are for the image that was added last."""

    def __init__(self, folder: Path, store: Store, cache: Cache) -> None:
        self.folder, self.store, self.cache = folder, store, cache
        self.renderer = SpyRenderer(folder)
        self.renditions = Renditions(store, self.renderer, cache)
        self.id = UUID(int=0)

    async def add(self, name: str, format: str = "JPEG") -> None:
        """Add an image, whose file has the same three bytes as all others."""
        root = self.folder / "pictures"
        root.mkdir(exist_ok=True)
        self.file = root / name
        self.file.write_bytes(b"one")
        facts = FileFacts(name, 3, 0, 0, self.file.stat().st_mtime_ns)
        repository = await self.store.read(lambda connection: find_by_path(connection, root))
        if repository is None:
            repository = await self.store.write(lambda work: create(work, path=root, name="pictures"))
        picture = Picture(format, 4, 3, bytes(32), {})
        _, self.id = await self.store.write(lambda work: insert_image(work, repository.key, facts, picture))

    async def deliver(self, request: RenderOptions = THUMBNAIL, *, strip: bool = False) -> PictureDelivery:
        return await self.renditions.deliver(
            lambda connection: location_of(connection, self.id), request, wait, strip=strip
        )

    async def fault(self, request: RenderOptions = THUMBNAIL) -> tuple[int, str, str | None]:
        with pytest.raises(FaultError) as caught:
            await self.deliver(request)
        fault = caught.value.fault
        return PROBLEM_BY_KIND[fault.kind][0], fault.rule, fault.parameter


async def wait(awaitable: Awaitable[T]) -> T:
    return await awaitable


def run(
    tmp_path: Path,
    scenario: Callable[[RenditionHarness], Awaitable[None]],
    *,
    format: str = "JPEG",
    budget: int = 2**30,
) -> None:
    async def main() -> None:
        store = Store(database_at(tmp_path / "library.db"))
        cache = Cache(tmp_path / "cache", budget)
        try:
            harness = RenditionHarness(tmp_path, store, cache)
            await harness.add("über.jpeg", format)
            await scenario(harness)
        finally:
            store.close()
            cache.close()

    asyncio.run(main())


async def run_pending_tasks(count: int = 50) -> None:
    for _ in range(count):
        await asyncio.sleep(0.002)


def content(delivery: PictureDelivery) -> bytes:
    assert delivery.rendition is not None
    rendered = delivery.rendition.content
    assert rendered is not None
    return b"".join(rendered.chunks()) if isinstance(rendered, SpooledFile) else rendered
