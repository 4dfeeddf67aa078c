"""The search doors: one room, `search.run`, with a projection each."""

from __future__ import annotations

from sqlalchemy import Connection

from facetry.call import Call
from facetry.library import media, records, search
from facetry.library.imaging.wire import Rendering
from generated import models


async def image_search_ids(call: Call, /, *, body: models.SearchParameters) -> models.SearchImageIdResult:
    """The ids of the matching images."""

    def query(connection: Connection) -> models.SearchImageIdResult:
        page = search.run(connection, body)
        return models.SearchImageIdResult(items=records.ids(connection, page.keys), total_count=page.total)

    return await call.library.store.read(query)


async def image_search_summaries(call: Call, /, *, body: models.SearchParameters) -> models.SearchImageSummaryResult:
    """The summaries of the matching images."""

    def query(connection: Connection) -> models.SearchImageSummaryResult:
        page = search.run(connection, body)
        return models.SearchImageSummaryResult(items=records.summaries(connection, page.keys), total_count=page.total)

    return await call.library.store.read(query)


async def image_search_images(call: Call, /, *, body: models.SearchParameters) -> models.SearchImageResult:
    """The full records of the matching images."""

    def query(connection: Connection) -> models.SearchImageResult:
        page = search.run(connection, body)
        return models.SearchImageResult(items=records.full(connection, page.keys), total_count=page.total)

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
    wanted = Rendering(format, width, height, resize_render)

    def query(connection: Connection) -> models.SearchMediaUrlResult:
        page = search.run(connection, body)
        subjects = media.subjects(connection, page.keys)
        items = call.library.media.addresses(base, wanted, call.principal, subjects, media.now())
        return models.SearchMediaUrlResult(items=items, total_count=page.total)

    return await call.library.store.read(query)
