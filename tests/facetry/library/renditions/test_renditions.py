"""Renditions: canonical requests, one rendering for each, and the faults when none is possible."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from facetry.errors import PROBLEM_BY_KIND, FaultError
from facetry.imaging.pool.pool import NoDecoderError, PoolBusyError, PoolClosedError, RenderError
from facetry.imaging.protocol import RenderOptions
from facetry.library.renditions.rendition_file import MAX_RENDITION_BYTES
from facetry.library.renditions.renditions import canonical_rendering, slug
from facetry.library.renditions.spooled_file import SpooledFile
from tests.support.libraries.renditions import THUMBNAIL, RenditionHarness, content, run, run_pending_tasks


@pytest.mark.parametrize(
    ("source", "options"),
    [
        ("JPEG", RenderOptions()),
        ("JPEG", RenderOptions(format="JPEG")),
        ("JPEG", RenderOptions(format="JPEG", fit="outbox")),
        ("HEIF", RenderOptions()),
        ("HEIF", RenderOptions(format="HEIF")),
        ("PNG", RenderOptions(quality=50)),
        ("GIF", RenderOptions(format="GIF", quality=1)),
    ],
)
def test_requests_for_the_unchanged_file(source: str, options: RenderOptions) -> None:
    assert canonical_rendering(source, options) is None


@pytest.mark.parametrize(
    ("source", "options", "name"),
    [
        ("JPEG", RenderOptions(strip=True), "3-jpeg-0x0-inbox-0-bare"),
        ("JPEG", RenderOptions(quality=50), "3-jpeg-0x0-inbox-50-full"),
        ("JPEG", RenderOptions(format="PNG", quality=50), "3-png-0x0-inbox-0-full"),
        ("HEIF", RenderOptions(quality=50), "3-jpeg-0x0-inbox-50-full"),
        ("HEIF", RenderOptions(strip=True), "3-jpeg-0x0-inbox-0-bare"),
        ("HEIF", RenderOptions(width=10), "3-jpeg-10x0-inbox-0-full"),
        ("GIF", RenderOptions(format="WEBP"), "3-webp-0x0-inbox-0-full"),
        ("PNG", RenderOptions(width=10, fit="outbox"), "3-png-10x0-inbox-0-full"),
        ("PNG", RenderOptions(height=10, fit="outbox"), "3-png-0x10-inbox-0-full"),
        ("PNG", RenderOptions(width=10, height=20, fit="outbox"), "3-png-10x20-outbox-0-full"),
        ("AVIF", RenderOptions(width=10, height=20, quality=7), "3-avif-10x20-inbox-7-full"),
    ],
)
def test_each_rendition_has_one_canonical_form_and_one_slug(source: str, options: RenderOptions, name: str) -> None:
    rendering = canonical_rendering(source, options)
    assert rendering is not None
    assert slug(rendering) == name
    assert rendering.format is not None
    assert canonical_rendering(source, rendering) == rendering


@pytest.mark.parametrize(
    ("source", "options"),
    [
        ("JPEG", RenderOptions(format="HEIF")),
        ("HEIF", RenderOptions(format="HEIF", width=10)),
        ("HEIF", RenderOptions(format="HEIF", quality=50)),
        ("HEIF", RenderOptions(format="HEIF", strip=True)),
    ],
)
def test_heif_is_not_written(source: str, options: RenderOptions) -> None:
    with pytest.raises(FaultError) as caught:
        canonical_rendering(source, options)
    fault = caught.value.fault
    assert (fault.rule, fault.parameter, fault.value) == ("format.not-writable", "format", "HEIF")
    assert "AVIF" in str(fault.remedy)


def test_the_unchanged_file_needs_no_decoder(tmp_path: Path) -> None:
    async def scenario(harness: RenditionHarness) -> None:
        delivery = await harness.deliver(RenderOptions())
        assert delivery.rendition is None
        assert (delivery.media_type, delivery.name) == ("image/jpeg", "über.jpeg")
        assert harness.renderer.requests == []

    run(tmp_path, scenario)


@pytest.mark.parametrize(("format", "name"), [("PNG", "über.png"), ("JPEG", "über.jpeg"), ("WEBP", "über.webp")])
def test_a_rendition_has_the_suffix_of_its_format(tmp_path: Path, format: Any, name: str) -> None:
    async def scenario(harness: RenditionHarness) -> None:
        delivery = await harness.deliver(RenderOptions(format=format, width=10))
        assert (delivery.name, delivery.media_type) == (name, f"image/{format.lower()}")

    run(tmp_path, scenario)


def test_a_rendition_is_rendered_once_and_then_cached(tmp_path: Path) -> None:
    async def scenario(harness: RenditionHarness) -> None:
        first = await harness.deliver()
        second = await harness.deliver()
        assert content(first) == content(second)
        assert first.rendition is not None
        assert second.rendition is not None
        assert first.rendition.etag == second.rendition.etag
        assert len(harness.renderer.requests) == 1
        await harness.deliver(RenderOptions(format="WEBP", width=257, height=256))
        assert len(harness.renderer.requests) == 2

    run(tmp_path, scenario)


def test_renditions_of_media_urls_are_stripped(tmp_path: Path) -> None:
    async def scenario(harness: RenditionHarness) -> None:
        await harness.deliver(THUMBNAIL, strip=True)
        await harness.deliver(THUMBNAIL)
        assert [rendering.strip for rendering in harness.renderer.requests] == [True, False]
        assert (await harness.deliver(RenderOptions(), strip=True)).rendition is None

    run(tmp_path, scenario)


def test_simultaneous_requests_of_one_rendition_share_one_decode(tmp_path: Path) -> None:
    async def scenario(harness: RenditionHarness) -> None:
        harness.renderer.gate.clear()
        same = [asyncio.create_task(harness.deliver()) for _ in range(100)]
        other = [asyncio.create_task(harness.deliver(RenderOptions(width=7))) for _ in range(100)]
        await run_pending_tasks()
        assert len(harness.renderer.requests) == 2
        harness.renderer.gate.set()
        deliveries = await asyncio.gather(*same, *other)
        assert len({content(delivery) for delivery in deliveries[:100]}) == 1
        assert len({content(delivery) for delivery in deliveries}) == 2
        assert len(harness.renderer.requests) == 2

    run(tmp_path, scenario)


def test_rendering_is_cancelled_when_the_last_waiter_leaves(tmp_path: Path) -> None:
    async def scenario(harness: RenditionHarness) -> None:
        harness.renderer.gate.clear()
        waiting = [asyncio.create_task(harness.deliver()) for _ in range(10)]
        await run_pending_tasks()
        for task in waiting[:9]:
            task.cancel()
        await run_pending_tasks()
        assert harness.renderer.outcomes == []
        waiting[9].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await run_pending_tasks(5)
        assert harness.renderer.outcomes == ["cancelled"]
        late = asyncio.create_task(harness.deliver())
        await run_pending_tasks()
        harness.renderer.gate.set()
        assert content(await late).startswith(b"2 one")
        assert harness.renderer.outcomes == ["cancelled", "made"]

    run(tmp_path, scenario)


def test_a_remaining_waiter_gets_the_rendition(tmp_path: Path) -> None:
    async def scenario(harness: RenditionHarness) -> None:
        harness.renderer.gate.clear()
        first, second = asyncio.create_task(harness.deliver()), asyncio.create_task(harness.deliver())
        await run_pending_tasks()
        first.cancel()
        await run_pending_tasks(5)
        harness.renderer.gate.set()
        assert content(await second).startswith(b"1 one")
        assert len(harness.renderer.requests) == 1

    run(tmp_path, scenario)


def test_a_failure_reaches_all_waiters_and_is_not_cached(tmp_path: Path) -> None:
    async def scenario(harness: RenditionHarness) -> None:
        harness.renderer.failure = RenderError("decode.truncated", "The data ends too early.")
        harness.renderer.gate.clear()
        asking = [asyncio.create_task(harness.fault()) for _ in range(5)]
        await run_pending_tasks()
        harness.renderer.gate.set()
        assert set(await asyncio.gather(*asking)) == {(409, "image.unreadable", "id")}
        assert len(harness.renderer.requests) == 1
        harness.renderer.failure = None
        assert content(await harness.deliver()).startswith(b"2 one")

    run(tmp_path, scenario)


@pytest.mark.parametrize(
    ("error", "expected"),
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
def test_faults_when_a_rendition_cannot_be_made(tmp_path: Path, error: Exception, expected: object) -> None:
    async def scenario(harness: RenditionHarness) -> None:
        harness.renderer.failure = error
        assert await harness.fault() == expected

    run(tmp_path, scenario)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (RenderError("decode.corrupt", "x"), (400, "decode.corrupt", "body")),
        (RenderError("image.frames", "x"), (400, "image.frames", "format")),
        (PoolBusyError("x"), (503, "decoder.busy", None)),
        (OSError(28, "No space left on device"), (503, "decoder.unavailable", None)),
    ],
)
def test_faults_when_a_posted_picture_cannot_be_converted(tmp_path: Path, error: Exception, expected: object) -> None:
    async def scenario(harness: RenditionHarness) -> None:
        harness.renderer.failure = error
        with pytest.raises(FaultError) as caught:
            await harness.renditions.convert(harness.file, RenderOptions(format="PNG"))
        fault = caught.value.fault
        assert (PROBLEM_BY_KIND[fault.kind][0], fault.rule, fault.parameter) == expected

    run(tmp_path, scenario)


def test_a_rendition_of_a_changed_file_is_not_cached_under_the_old_hash(tmp_path: Path) -> None:
    async def scenario(harness: RenditionHarness) -> None:
        facts = harness.file.stat()
        harness.file.write_bytes(b"two")
        os.utime(harness.file, ns=(0, facts.st_mtime_ns + 1))
        changed = await harness.deliver()
        assert content(changed).startswith(b"1 two")
        harness.file.write_bytes(b"one")
        os.utime(harness.file, ns=(0, facts.st_mtime_ns))
        restored = await harness.deliver()
        assert content(restored).startswith(b"2 one")
        assert restored.rendition is not None
        assert changed.rendition is not None
        assert restored.rendition.etag != changed.rendition.etag
        await harness.deliver()
        assert len(harness.renderer.requests) == 2

    run(tmp_path, scenario)


def test_a_cached_rendition_is_available_without_the_disk_of_its_original(tmp_path: Path) -> None:
    async def scenario(harness: RenditionHarness) -> None:
        await harness.deliver()
        harness.file.unlink()
        assert content(await harness.deliver()).startswith(b"1 one")
        assert len(harness.renderer.requests) == 1

    run(tmp_path, scenario)


def test_images_with_the_same_bytes_share_renditions(tmp_path: Path) -> None:
    async def scenario(harness: RenditionHarness) -> None:
        first = await harness.deliver()
        await harness.add("twin.jpg")
        second = await harness.deliver()
        assert content(first) == content(second)
        assert (first.name, second.name) == ("über.webp", "twin.webp")
        assert len(harness.renderer.requests) == 1

    run(tmp_path, scenario)


@pytest.mark.parametrize(
    ("size", "is_kept"), [(5 * 1024**2, True), (MAX_RENDITION_BYTES, True), (MAX_RENDITION_BYTES + 1, False)]
)
def test_a_large_rendition_is_spooled_to_a_file_that_is_removed_afterwards(
    tmp_path: Path, size: int, is_kept: bool
) -> None:
    async def scenario(harness: RenditionHarness) -> None:
        harness.renderer.size = size
        harness.renderer.gate.clear()
        waiting = [asyncio.create_task(harness.deliver()) for _ in range(2)]
        await run_pending_tasks()
        harness.renderer.gate.set()
        first, second = await asyncio.gather(*waiting)
        assert len(harness.renderer.requests) == 1
        assert [name for name in os.listdir(tmp_path) if name.startswith("rendered")] == []  # noqa: PTH208
        assert len(content(first)) == size
        assert content(first) == content(second)
        assert first.rendition is not None
        if not is_kept:
            spooled = first.rendition.content
            assert isinstance(spooled, SpooledFile)
            assert b"".join([chunk async for chunk in spooled.stream()]) == content(first)
        again = await harness.deliver()
        assert len(harness.renderer.requests) == 1 + (not is_kept)
        assert again.rendition is not None
        assert (again.rendition.etag == first.rendition.etag) is is_kept

    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    run(tmp_path, scenario)
    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208


def test_without_a_budget_each_request_renders_again(tmp_path: Path) -> None:
    async def scenario(harness: RenditionHarness) -> None:
        await harness.deliver()
        await harness.deliver()
        assert len(harness.renderer.requests) == 2

    run(tmp_path, scenario, budget=0)


def test_evicted_renditions_are_rendered_again(tmp_path: Path) -> None:
    async def scenario(harness: RenditionHarness) -> None:
        await harness.deliver()
        harness.renditions.evict(bytes(32))
        await harness.deliver()
        assert len(harness.renderer.requests) == 2

    run(tmp_path, scenario)
