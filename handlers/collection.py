"""The operations on collections."""

from __future__ import annotations

from sqlalchemy import Connection

from facetry.call import Call
from facetry.library import search_filters as asked
from facetry.library import smart_collections as collections
from facetry.library.search import search
from facetry.library.search import text_vectors as texts
from generated import models


async def collection_create(
    call: Call, /, *, name: models.CollectionName, comment: str | None = None, body: models.SearchFilter
) -> models.Collection:
    """Give a filter a name."""
    return _record(
        await call.library.store.write(lambda work: collections.create(work, name=name, comment=comment, wanted=body))
    )


async def collection_preview(call: Call, /, *, body: models.SearchFilter) -> models.CollectionPreview:
    """How many images a filter matches."""

    def judge(connection: Connection) -> None:
        """Here the filter is the whole body, which the places of faults have to tell."""
        asked.require(connection, body)

    await call.library.store.read(judge)
    first = models.SearchRange(take=1)
    wanted = await texts.resolved(call.library, models.SearchParameters(filter=body, range=first))
    page = await call.library.store.read(lambda connection: search.run(call.library.finder, connection, wanted))
    return models.CollectionPreview(total_count=page.total)


async def collection_list(call: Call, /) -> list[models.Collection]:
    """All collections, by name."""
    return [_record(known) for known in await call.library.store.read(collections.every)]


async def collection_get(call: Call, /, *, id: models.CollectionId) -> models.Collection:
    """One collection."""
    return _record(await call.library.store.read(lambda connection: collections.require(connection, id)))


async def collection_update(
    call: Call,
    /,
    *,
    id: models.CollectionId,
    name: models.CollectionName | None = None,
    comment: str | None = None,
    body: models.SearchFilter | None = None,
) -> models.Collection:
    """Another name, comment or filter."""
    return _record(
        await call.library.store.write(
            lambda work: collections.change(work, id, name=name, comment=comment, wanted=body)
        )
    )


async def collection_delete(call: Call, /, *, id: models.CollectionId) -> None:
    """Forget a collection; the images stay."""
    await call.library.store.write(lambda work: collections.remove(work, id))


def _record(known: collections.Known) -> models.Collection:
    return models.Collection(
        id=known.id,
        creation_date=known.created,
        name=known.name,
        comment=known.comment,
        modification_date=known.modified,
        filter=known.filter,
        filter_fault=known.fault,
    )
