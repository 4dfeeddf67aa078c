"""Texts: the vectors that extensions make of them, for finding images like a text."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Protocol

from sqlalchemy import Connection

from facetry.errors import unavailable
from facetry.library import extensions
from facetry.library import search_filters as asked
from facetry.library import smart_collections as collections
from generated import models

if TYPE_CHECKING:
    from facetry.library.library import Library

_RETRY_SECONDS: Final = 60

Text = tuple[str, str, str]
"""An extension, a name of its embeddings, and a text."""


class TextVectors(Protocol):
    """Whoever has extensions make vectors of texts."""

    async def vector(self, extension: str, name: str, text: str) -> list[float]:
        """The vector that the extension makes of the text, to be compared with its embeddings of this name.

        Raises 503, `embedding.source`, when it makes none just now.
        """


class NoTextVectors:
    """No extension runs."""

    async def vector(self, extension: str, name: str, text: str) -> list[float]:  # noqa: ARG002  # whichever it is
        """Raises 503, `embedding.source`."""
        raise unavailable(
            "embedding.source", "No running extension makes embeddings of texts.", retry_after=_RETRY_SECONDS
        )


class StoredFilter(models.SearchFilter):
    """The filter of a collection, its texts replaced: what it names and is gone matches nothing, and is no fault."""


async def vector(library: Library, extension: str, name: str, text: str) -> list[float]:
    """The vector of a text. Raises 400 for an unknown extension, 503 when it makes none just now."""
    await library.store.read(lambda connection: extensions.require(connection, extension))
    return await library.text_vectors.vector(extension, name, text)


async def resolved(library: Library, parameters: models.SearchParameters) -> models.SearchParameters:
    """The search with vectors in the place of its texts, be they of its filter or of that of its collection.

    To be awaited by every door before it searches. Raises 400 for a filter that the search would refuse and for an
    unknown collection, before any extension is asked; 503 when one that is asked makes no vector just now.
    """
    if parameters.filter is None and parameters.collection_id is None:
        return parameters
    if parameters.filter is not None and not asked.names_text(parameters.filter):
        return parameters

    def query(connection: Connection) -> models.SearchFilter:
        if parameters.filter is not None:
            asked.require(connection, parameters.filter, "/filter")
            return parameters.filter
        return collections.stored(connection, parameters.collection_id or 0)

    wanted = await library.store.read(query)
    if not asked.names_text(wanted):
        return parameters
    replaced = await _answered(library, wanted)
    if parameters.filter is None:
        replaced = StoredFilter.model_construct(**dict(replaced))
    return parameters.model_copy(update={"filter": replaced})


async def collected(library: Library, collection_id: int | None) -> models.SearchFilter | None:
    """The filter of a collection with vectors in the place of its texts; None when no collection is meant.

    Raises 400 for an unknown collection, 503 when an extension that is asked makes no vector just now.
    """
    if collection_id is None:
        return None
    return await _answered(library, await library.store.read(lambda each: collections.stored(each, collection_id)))


async def _answered(library: Library, wanted: models.SearchFilter) -> models.SearchFilter:
    texts = sorted(_texts(wanted))
    made = await asyncio.gather(*(library.text_vectors.vector(*each) for each in texts))
    return _replaced(wanted, dict(zip(texts, made, strict=True)))


def _texts(wanted: models.SearchFilter) -> set[Text]:
    similarities = (part.criteria.similarity for part in asked.parts(wanted))
    return {(each.extension_id, each.name, each.text) for each in similarities if each and each.text is not None}


def _replaced(wanted: models.SearchFilter, vectors: Mapping[Text, list[float]]) -> models.SearchFilter:
    copy = wanted.model_copy(deep=True)
    for part in asked.parts(copy):
        each = part.criteria.similarity
        if each is not None and each.text is not None:
            values = vectors[each.extension_id, each.name, each.text]
            part.criteria.similarity = each.model_copy(update={"text": None, "values": values})
    return copy
