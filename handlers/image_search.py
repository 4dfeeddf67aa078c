"""The search doors: one room, `search.run`, with a projection each."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from sqlalchemy import Connection

from facetry.call import Call
from facetry.http.reply import Reply
from facetry.imaging.protocol import Rendering
from facetry.library import records
from facetry.library.renditions import media_urls as media
from facetry.library.search import search
from facetry.library.search import text_vectors as texts
from facetry.library.search.index.key_sets import Keys
from facetry.store.store import Store
from generated import models

IDS_AT_ONCE: Final = 1_000
"""Ids of a stream that are read in one turn of a reader, and sent as one chunk."""


async def image_search_ids(call: Call, /, *, body: models.SearchParameters) -> models.SearchImageIdResult:
    """The ids of the matching images."""
    wanted = await texts.resolved(call.library, body)

    def query(connection: Connection) -> models.SearchImageIdResult:
        page = search.run(call.library.finder, connection, wanted)
        return models.SearchImageIdResult(
            items=records.ids(connection, page.keys),
            total_count=page.total,
            facets=page.facets,
            distances=page.distances,
        )

    return await call.library.store.read(query)


async def image_search_summaries(call: Call, /, *, body: models.SearchParameters) -> models.SearchImageSummaryResult:
    """The summaries of the matching images."""
    wanted = await texts.resolved(call.library, body)

    def query(connection: Connection) -> models.SearchImageSummaryResult:
        page = search.run(call.library.finder, connection, wanted)
        return models.SearchImageSummaryResult(
            items=records.summaries(connection, page.keys),
            total_count=page.total,
            facets=page.facets,
            distances=page.distances,
        )

    return await call.library.store.read(query)


async def image_search_images(call: Call, /, *, body: models.SearchParameters) -> models.SearchImageResult:
    """The full records of the matching images."""
    wanted = await texts.resolved(call.library, body)

    def query(connection: Connection) -> models.SearchImageResult:
        page = search.run(call.library.finder, connection, wanted)
        return models.SearchImageResult(
            items=records.full(connection, page.keys),
            total_count=page.total,
            facets=page.facets,
            distances=page.distances,
        )

    return await call.library.store.read(query)


async def image_search_media_urls(
    call: Call,
    /,
    *,
    format: models.ImageFormat | None = None,
    width: int | None = None,
    height: int | None = None,
    resize_render: models.ImageResizeRender = "inbox",
    body: models.SearchParameters,
) -> models.SearchMediaUrlResult:
    """URLs that show the matching images without a key."""
    base = media.base_of(call.library.public_url, call.connection.host)
    rendering = Rendering(format, width, height, resize_render)
    wanted = await texts.resolved(call.library, body)

    def query(connection: Connection) -> models.SearchMediaUrlResult:
        page = search.run(call.library.finder, connection, wanted)
        subjects = media.subjects(connection, page.keys)
        return models.SearchMediaUrlResult(
            items=call.library.media.addresses(base, rendering, call.principal, subjects, media.now()),
            total_count=page.total,
            facets=page.facets,
            distances=page.distances,
        )

    return await call.library.store.read(query)


async def image_search_id_stream(call: Call, /, *, body: models.SearchParameters) -> Reply:
    """The ids of all matching images, one to a line."""
    wanted = await texts.resolved(call.library, body)
    keys = await call.library.store.read(lambda connection: search.keys(call.library.finder, connection, wanted))
    return Reply(
        body=_lines(call.library.store, keys),
        media_type="application/x-ndjson",
        headers=(("Cache-Control", "no-store"),),
    )


async def _lines(store: Store, keys: Keys) -> AsyncIterator[bytes]:
    """The ids as JSON texts. Each chunk is a read of its own: no snapshot is held while a client takes its time."""
    for start in range(0, len(keys), IDS_AT_ONCE):
        some: list[int] = keys[start : start + IDS_AT_ONCE].tolist()

        def chunk(connection: Connection, some: list[int] = some) -> bytes:
            return "".join(f'"{id}"\n' for id in records.ids_left(connection, some)).encode()

        yield await store.read(chunk)
