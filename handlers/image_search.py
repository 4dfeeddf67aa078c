"""The search operations: each is a prepared search with its own projection."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Final

from sqlalchemy import Connection

from facetry.handling.call import Call
from facetry.http.reply import Reply
from facetry.imaging.protocol import RenderOptions
from facetry.library import records
from facetry.library.renditions import media_urls
from facetry.library.search.index.key_sets import Keys
from generated import answers, models

IDS_AT_ONCE: Final = 1_000
"""Number of ids that a stream reads in one turn of a reader and sends as one chunk."""


async def image_search_ids(call: Call, /, *, body: models.SearchParameters) -> answers.SearchImageIdResult:
    """The ids of the matching images."""
    search = await call.library.search.prepare(body)
    return await call.search(search, lambda connection: search.page(connection, records.ids))


async def image_search_summaries(call: Call, /, *, body: models.SearchParameters) -> answers.SearchImageSummaryResult:
    """The summaries of the matching images."""
    search = await call.library.search.prepare(body)
    return await call.search(search, lambda connection: search.page(connection, records.summaries))


async def image_search_images(call: Call, /, *, body: models.SearchParameters) -> answers.SearchImageResult:
    """The full records of the matching images."""
    search = await call.library.search.prepare(body)
    return await call.search(search, lambda connection: search.page(connection, records.full_records))


async def image_search_media_urls(
    call: Call,
    /,
    *,
    format: models.ImageFormat | None = None,
    width: int | None = None,
    height: int | None = None,
    resize_render: models.ImageResizeRender = "inbox",
    body: models.SearchParameters,
) -> answers.SearchMediaUrlResult:
    """URLs that show the matching images without a key."""
    base = media_urls.base_of(call.library.public_url, call.request)
    rendering = RenderOptions(format, width, height, resize_render)
    search = await call.library.search.prepare(body)

    def urls(connection: Connection, keys: list[int]) -> list[answers.ImageMediaUrl]:
        subjects = media_urls.subjects(connection, keys)
        return call.library.media_urls.urls(
            base, rendering, call.principal, subjects, call.library.api_keys.ending_time.now_ms()
        )

    return await call.search(search, lambda connection: search.page(connection, urls))


async def image_search_id_stream(call: Call, /, *, body: models.SearchParameters) -> Reply:
    """The ids of all matching images, one per line."""
    search = await call.library.search.prepare(body)
    keys = await call.search(search, search.keys)
    return Reply(body=_lines(call, keys), media_type="application/x-ndjson", headers=(("Cache-Control", "no-store"),))


async def image_search_buckets(call: Call, /, *, body: models.SearchBucketParameters) -> answers.SearchBucketsResult:
    """All matching images in buckets."""
    parameters = models.SearchParameters(filter=body.filter, collection_id=body.collection_id)
    search = replace(await call.library.search.prepare(parameters), is_short=False)
    return await call.search(
        search, lambda connection: search.buckets(connection, with_aspect_ratios=body.with_aspect_ratios)
    )


async def _lines(call: Call, keys: Keys) -> AsyncIterator[bytes]:
    """The ids as JSON texts. Each chunk is read separately, so that no snapshot stays open while a client reads."""
    for start in range(0, len(keys), IDS_AT_ONCE):
        batch: list[int] = keys[start : start + IDS_AT_ONCE].tolist()

        def chunk(connection: Connection, batch: list[int] = batch) -> bytes:
            return "".join(f'"{id}"\n' for id in records.existing_ids(connection, batch)).encode()

        yield await call.read(chunk)
