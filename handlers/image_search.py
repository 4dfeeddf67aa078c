"""The search doors: one room, `search.run`, with a projection each."""

from __future__ import annotations

from sqlalchemy import Connection

from facetry.call import Call
from facetry.library import records, search
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
