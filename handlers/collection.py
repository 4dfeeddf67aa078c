"""The operations on collections."""

from __future__ import annotations

from facetry.handling.call import Call
from facetry.library.search import smart_collections
from generated import models


async def collection_create(
    call: Call, /, *, name: models.CollectionName, comment: str | None = None, body: models.SearchFilter
) -> models.Collection:
    """Store a filter under a name."""
    return _record(
        await call.write(lambda work: smart_collections.create(work, name=name, comment=comment, search_filter=body))
    )


async def collection_preview(call: Call, /, *, body: models.SearchFilter) -> models.CollectionPreview:
    """The number of images that a filter matches."""
    search = await call.library.search.prepare(models.SearchParameters(filter=body), place="")
    return models.CollectionPreview(total_count=await call.search(search, search.count))


async def collection_list(call: Call, /) -> list[models.Collection]:
    """All collections, by name."""
    return [_record(record) for record in await call.read(smart_collections.list_all)]


async def collection_get(call: Call, /, *, id: models.CollectionId) -> models.Collection:
    """One collection."""
    return _record(await call.lookup(lambda connection: smart_collections.require(connection, id)))


async def collection_update(
    call: Call,
    /,
    *,
    id: models.CollectionId,
    name: models.CollectionName | None = None,
    comment: str | None = None,
    body: models.SearchFilter | None = None,
) -> models.Collection:
    """Change the name, comment or filter."""
    return _record(
        await call.write(
            lambda work: smart_collections.change(work, id, name=name, comment=comment, search_filter=body)
        )
    )


async def collection_delete(call: Call, /, *, id: models.CollectionId) -> None:
    """Remove a collection; the images stay."""
    await call.write(lambda work: smart_collections.remove(work, id))


def _record(collection: smart_collections.CollectionRecord) -> models.Collection:
    return models.Collection(
        id=collection.id,
        creation_date=collection.created,
        name=collection.name,
        comment=collection.comment,
        modification_date=collection.modified,
        filter=collection.filter,
        filter_fault=collection.fault,
    )
