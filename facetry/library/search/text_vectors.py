"""Text vectors: replaces each text in a similarity criterion by the vector that an extension computes for it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final, Protocol

from facetry.errors import unavailable
from facetry.library.search import filter_tree
from generated import models

_RETRY_SECONDS: Final = 60

Text = tuple[str, str, str]
"""The id of an extension, a name of its embeddings, and a text."""


class TextVectors(Protocol):
    """Source of the vectors of texts."""

    async def vector(self, extension: str, name: str, text: str) -> list[float]:
        """The vector of the text, comparable with the extension's embeddings of this name.

        Raises 503, `embedding.source`, when no extension can compute such a vector now.
        """


class NoTextVectors:
    """A source for a library without extensions; it has no vectors."""

    async def vector(self, extension: str, name: str, text: str) -> list[float]:  # noqa: ARG002  # the same for all
        """Raises 503, `embedding.source`."""
        raise unavailable(
            "embedding.source", "No running extension makes embeddings of texts.", retry_after=_RETRY_SECONDS
        )


async def resolve(source: TextVectors, search_filter: models.SearchFilter) -> models.SearchFilter:
    """A copy of the filter with vectors in place of its texts. Raises what `source.vector` raises."""
    texts = sorted(_texts_of(search_filter))
    vectors = await asyncio.gather(*(source.vector(*text) for text in texts))
    return _with_vectors(search_filter, dict(zip(texts, vectors, strict=True)))


def _texts_of(search_filter: models.SearchFilter) -> set[Text]:
    similarities = (node.criteria.similarity for node in filter_tree.walk_criteria(search_filter))
    return {
        (similarity.extension_id, similarity.name, similarity.text)
        for similarity in similarities
        if similarity and similarity.text is not None
    }


def _with_vectors(search_filter: models.SearchFilter, vectors: Mapping[Text, list[float]]) -> models.SearchFilter:
    copy = search_filter.model_copy(deep=True)
    for node in filter_tree.walk_criteria(copy):
        similarity = node.criteria.similarity
        if similarity is not None and similarity.text is not None:
            values = vectors[similarity.extension_id, similarity.name, similarity.text]
            node.criteria.similarity = similarity.model_copy(update={"text": None, "values": values})
    return copy
