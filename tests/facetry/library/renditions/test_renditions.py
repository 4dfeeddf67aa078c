"""Renditions: what is asked for, in its one form; each made once; and what is told when none can be made."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from facetry.errors import PROBLEMS, FaultError
from facetry.imaging.pool.pool import NoDecoderError, PoolBusyError, PoolClosedError, RenderError
from facetry.imaging.protocol import Rendering
from facetry.library.renditions.cache import MOST_BYTES
from facetry.library.renditions.renditions import canonical, slug
from facetry.library.renditions.spooled_file import Spooled
from tests.support.renditions import THUMBNAIL, Shop, content, run, turns


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("JPEG", Rendering()),
        ("JPEG", Rendering(format="JPEG")),
        ("JPEG", Rendering(format="JPEG", render="outbox")),
        ("HEIF", Rendering()),
        ("HEIF", Rendering(format="HEIF")),
        ("PNG", Rendering(quality=50)),
        ("GIF", Rendering(format="GIF", quality=1)),
    ],
)
def test_what_asks_for_the_file_as_it_is(source: str, wanted: Rendering) -> None:
    assert canonical(source, wanted) is None


@pytest.mark.parametrize(
    ("source", "wanted", "name"),
    [
        ("JPEG", Rendering(strip=True), "1-jpeg-0x0-inbox-0-bare"),
        ("JPEG", Rendering(quality=50), "1-jpeg-0x0-inbox-50-full"),
        ("JPEG", Rendering(format="PNG", quality=50), "1-png-0x0-inbox-0-full"),
        ("HEIF", Rendering(quality=50), "1-jpeg-0x0-inbox-50-full"),
        ("HEIF", Rendering(strip=True), "1-jpeg-0x0-inbox-0-bare"),
        ("HEIF", Rendering(width=10), "1-jpeg-10x0-inbox-0-full"),
        ("GIF", Rendering(format="WEBP"), "1-webp-0x0-inbox-0-full"),
        ("PNG", Rendering(width=10, render="outbox"), "1-png-10x0-inbox-0-full"),
        ("PNG", Rendering(height=10, render="outbox"), "1-png-0x10-inbox-0-full"),
        ("PNG", Rendering(width=10, height=20, render="outbox"), "1-png-10x20-outbox-0-full"),
        ("AVIF", Rendering(width=10, height=20, quality=7), "1-avif-10x20-inbox-7-full"),
    ],
)
def test_one_form_and_one_name_for_each_rendition(source: str, wanted: Rendering, name: str) -> None:
    rendering = canonical(source, wanted)
    assert rendering is not None
    assert slug(rendering) == name
    assert rendering.format is not None
    assert canonical(source, rendering) == rendering


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("JPEG", Rendering(format="HEIF")),
        ("HEIF", Rendering(format="HEIF", width=10)),
        ("HEIF", Rendering(format="HEIF", quality=50)),
        ("HEIF", Rendering(format="HEIF", strip=True)),
    ],
)
def test_heif_is_not_written(source: str, wanted: Rendering) -> None:
    with pytest.raises(FaultError) as caught:
        canonical(source, wanted)
    fault = caught.value.fault
    assert (fault.rule, fault.parameter, fault.value) == ("format.not-writable", "format", "HEIF")
    assert "AVIF" in str(fault.remedy)


def test_the_file_as_it_is_needs_no_decoder(tmp_path: Path) -> None:
    async def use(shop: Shop) -> None:
        delivery = await shop.ask(Rendering())
        assert delivery.rendition is None
        assert (delivery.media_type, delivery.name) == ("image/jpeg", "über.jpeg")
        assert shop.spy.asked == []

    run(tmp_path, use)


@pytest.mark.parametrize(("format", "name"), [("PNG", "über.png"), ("JPEG", "über.jpeg"), ("WEBP", "über.webp")])
def test_a_rendition_has_the_suffix_of_its_format(tmp_path: Path, format: Any, name: str) -> None:
    async def use(shop: Shop) -> None:
        delivery = await shop.ask(Rendering(format=format, width=10))
        assert (delivery.name, delivery.media_type) == (name, f"image/{format.lower()}")

    run(tmp_path, use)


def test_a_rendition_is_made_once_and_then_found(tmp_path: Path) -> None:
    async def use(shop: Shop) -> None:
        first = await shop.ask()
        second = await shop.ask()
        assert content(first) == content(second)
        assert first.rendition is not None
        assert second.rendition is not None
        assert first.rendition.etag == second.rendition.etag
        assert len(shop.spy.asked) == 1
        await shop.ask(Rendering(format="WEBP", width=257, height=256))
        assert len(shop.spy.asked) == 2

    run(tmp_path, use)


def test_those_of_media_urls_are_stripped(tmp_path: Path) -> None:
    async def use(shop: Shop) -> None:
        await shop.ask(THUMBNAIL, bare=True)
        await shop.ask(THUMBNAIL)
        assert [rendering.strip for rendering in shop.spy.asked] == [True, False]
        assert (await shop.ask(Rendering(), bare=True)).rendition is None

    run(tmp_path, use)


def test_simultaneous_requests_of_one_rendition_share_one_decode(tmp_path: Path) -> None:
    async def use(shop: Shop) -> None:
        shop.spy.gate.clear()
        same = [asyncio.create_task(shop.ask()) for _ in range(100)]
        other = [asyncio.create_task(shop.ask(Rendering(width=7))) for _ in range(100)]
        await turns()
        assert len(shop.spy.asked) == 2
        shop.spy.gate.set()
        made = await asyncio.gather(*same, *other)
        assert len({content(delivery) for delivery in made[:100]}) == 1
        assert len({content(delivery) for delivery in made}) == 2
        assert len(shop.spy.asked) == 2

    run(tmp_path, use)


def test_the_last_who_leaves_ends_the_work_and_nobody_before(tmp_path: Path) -> None:
    async def use(shop: Shop) -> None:
        shop.spy.gate.clear()
        waiting = [asyncio.create_task(shop.ask()) for _ in range(10)]
        await turns()
        for task in waiting[:9]:
            task.cancel()
        await turns()
        assert shop.spy.ended == []
        waiting[9].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await turns(5)
        assert shop.spy.ended == ["cancelled"]
        late = asyncio.create_task(shop.ask())
        await turns()
        shop.spy.gate.set()
        assert content(await late).startswith(b"2 one")
        assert shop.spy.ended == ["cancelled", "made"]

    run(tmp_path, use)


def test_one_who_stays_gets_what_others_gave_up(tmp_path: Path) -> None:
    async def use(shop: Shop) -> None:
        shop.spy.gate.clear()
        first, second = asyncio.create_task(shop.ask()), asyncio.create_task(shop.ask())
        await turns()
        first.cancel()
        await turns(5)
        shop.spy.gate.set()
        assert content(await second).startswith(b"1 one")
        assert len(shop.spy.asked) == 1

    run(tmp_path, use)


def test_a_failure_is_told_to_all_and_not_remembered(tmp_path: Path) -> None:
    async def use(shop: Shop) -> None:
        shop.spy.failure = RenderError("decode.truncated", "The data ends too early.")
        shop.spy.gate.clear()
        asking = [asyncio.create_task(shop.refusal()) for _ in range(5)]
        await turns()
        shop.spy.gate.set()
        assert set(await asyncio.gather(*asking)) == {(409, "image.unreadable", "id")}
        assert len(shop.spy.asked) == 1
        shop.spy.failure = None
        assert content(await shop.ask()).startswith(b"2 one")

    run(tmp_path, use)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (RenderError("decode.corrupt", "x"), (409, "image.unreadable", "id")),
        (RenderError("decode.pixels", "x"), (409, "image.unreadable", "id")),
        (RenderError("decode.timeout", "x"), (409, "image.unreadable", "id")),
        (RenderError("file.changed", "x"), (409, "image.unreadable", "id")),
        (RenderError("file.too-large", "x"), (409, "image.unreadable", "id")),
        (RenderError("file.vanished", "x"), (409, "image.file-missing", "id")),
        (RenderError("file.permission", "x"), (409, "image.file-missing", "id")),
        (RenderError("file.read", "x"), (409, "image.file-missing", "id")),
        (RenderError("format.not-writable", "x"), (400, "format.not-writable", "format")),
        (RenderError("image.frames", "x"), (400, "image.frames", "format")),
        (RenderError("render.size", "x"), (400, "render.size", "format")),
        (RenderError("render.memory", "x"), (400, "render.memory", "format")),
        (PoolBusyError("x"), (503, "decoder.busy", None)),
        (NoDecoderError("x"), (503, "decoder.unavailable", None)),
        (PoolClosedError("x"), (503, "decoder.unavailable", None)),
        (OSError(28, "No space left on device"), (503, "decoder.unavailable", None)),
    ],
)
def test_what_is_told_when_a_picture_cannot_be_made(tmp_path: Path, error: Exception, told: object) -> None:
    async def use(shop: Shop) -> None:
        shop.spy.failure = error
        assert await shop.refusal() == told

    run(tmp_path, use)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (RenderError("decode.corrupt", "x"), (400, "decode.corrupt", "body")),
        (RenderError("image.frames", "x"), (400, "image.frames", "format")),
        (PoolBusyError("x"), (503, "decoder.busy", None)),
        (OSError(28, "No space left on device"), (503, "decoder.unavailable", None)),
    ],
)
def test_what_is_told_of_a_picture_that_was_posted(tmp_path: Path, error: Exception, told: object) -> None:
    async def use(shop: Shop) -> None:
        shop.spy.failure = error
        with pytest.raises(FaultError) as caught:
            await shop.renditions.convert(shop.file, Rendering(format="PNG"))
        fault = caught.value.fault
        assert (PROBLEMS[fault.kind][0], fault.rule, fault.parameter) == told

    run(tmp_path, use)


def test_a_file_that_changed_behind_the_library_is_not_kept_under_its_old_hash(tmp_path: Path) -> None:
    async def use(shop: Shop) -> None:
        facts = shop.file.stat()
        shop.file.write_bytes(b"two")
        os.utime(shop.file, ns=(0, facts.st_mtime_ns + 1))
        changed = await shop.ask()
        assert content(changed).startswith(b"1 two")
        shop.file.write_bytes(b"one")
        os.utime(shop.file, ns=(0, facts.st_mtime_ns))
        restored = await shop.ask()
        assert content(restored).startswith(b"2 one")
        assert restored.rendition is not None
        assert changed.rendition is not None
        assert restored.rendition.etag != changed.rendition.etag
        await shop.ask()
        assert len(shop.spy.asked) == 2

    run(tmp_path, use)


def test_a_cached_rendition_outlives_its_unplugged_disk(tmp_path: Path) -> None:
    async def use(shop: Shop) -> None:
        await shop.ask()
        shop.file.unlink()
        assert content(await shop.ask()).startswith(b"1 one")
        assert len(shop.spy.asked) == 1

    run(tmp_path, use)


def test_images_with_the_same_bytes_share_what_was_made(tmp_path: Path) -> None:
    async def use(shop: Shop) -> None:
        first = await shop.ask()
        await shop.add("twin.jpg")
        second = await shop.ask()
        assert content(first) == content(second)
        assert (first.name, second.name) == ("über.webp", "twin.webp")
        assert len(shop.spy.asked) == 1

    run(tmp_path, use)


@pytest.mark.parametrize(("size", "is_kept"), [(5 * 1024**2, True), (MOST_BYTES, True), (MOST_BYTES + 1, False)])
def test_a_large_rendition_goes_through_a_file_that_is_gone_afterwards(
    tmp_path: Path, size: int, is_kept: bool
) -> None:
    async def use(shop: Shop) -> None:
        shop.spy.size = size
        first, second = await asyncio.gather(shop.ask(), shop.ask())
        assert len(shop.spy.asked) == 1
        assert [name for name in os.listdir(tmp_path) if name.startswith("rendered")] == []  # noqa: PTH208
        assert len(content(first)) == size
        assert content(first) == content(second)
        assert first.rendition is not None
        if not is_kept:
            made = first.rendition.content
            assert isinstance(made, Spooled)
            assert b"".join([piece async for piece in made.stream()]) == content(first)
        again = await shop.ask()
        assert len(shop.spy.asked) == 1 + (not is_kept)
        assert again.rendition is not None
        assert (again.rendition.etag == first.rendition.etag) is is_kept

    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    run(tmp_path, use)
    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208


def test_no_budget_means_that_each_is_made_anew(tmp_path: Path) -> None:
    async def use(shop: Shop) -> None:
        await shop.ask()
        await shop.ask()
        assert len(shop.spy.asked) == 2

    run(tmp_path, use, budget=0)


def test_forgetting_makes_them_anew(tmp_path: Path) -> None:
    async def use(shop: Shop) -> None:
        await shop.ask()
        shop.renditions.forget(bytes(32))
        await shop.ask()
        assert len(shop.spy.asked) == 2

    run(tmp_path, use)
