"""Criterion `similarity`: the image has an embedding near that of another image, to a text or to a vector."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.errors import Fault, FaultError, FaultKind
from facetry.library import extensions, images
from facetry.library.facets import embeddings
from facetry.library.search.criteria.costs import DISTANCE_COST, STATEMENT_COST
from facetry.library.search.criteria.criterion import Aspect, Criterion, Dependencies, FilterContext, ImageSetFilter
from facetry.library.search.criteria.refusals import bad_value
from facetry.library.search.similarity_criterion import SimilarityCriterion
from generated import models


def resolve(context: FilterContext, criterion: models.SearchSimilarity) -> SimilarityCriterion | None:
    """Look up the query vector and the space of a criterion, once for each context.

    Returns None when no image can meet it, because what it names was removed or never written.
    """
    if id(criterion) not in context.similarity_cache:
        context.similarity_cache[id(criterion)] = _look_up(context, criterion)
    return context.similarity_cache[id(criterion)]


def _look_up(context: FilterContext, criterion: models.SearchSimilarity) -> SimilarityCriterion | None:
    connection = context.connection
    if criterion.text is not None:
        raise ValueError("Search.prepare has to replace the text of a similarity criterion by a vector")
    space, query = context.spaces.get((criterion.extension_id, criterion.name)), None
    space_row = embeddings.space_of(connection, criterion.extension_id, criterion.name)
    if space is None or space_row is None:
        return None
    if criterion.image is not None:
        key = images.find(connection, criterion.image)
        query = None if key is None else embeddings.vector_of(connection, space_row[0], key)
    elif criterion.values is not None and len(criterion.values) == space.length:
        query = embeddings.query_vector(criterion.values, space.length, "")
    return None if query is None else SimilarityCriterion(space, query, criterion.max_distance)


def _set_filters(context: FilterContext, criterion: models.SearchSimilarity) -> Iterator[ImageSetFilter]:
    resolved = resolve(context, criterion)
    yield resolved.narrow if resolved is not None else lambda _: BitMap()


def _dependencies(criterion: models.SearchSimilarity) -> Dependencies:
    foreign = {Aspect.VECTORS, Aspect.IMAGE} if criterion.image is not None else ()
    return Dependencies(local=frozenset({Aspect.VECTORS}), foreign=frozenset(foreign))


def _require(connection: Connection, criterion: models.SearchSimilarity, pointer: str) -> None:
    extensions.require(connection, criterion.extension_id, pointer=f"{pointer}/extensionId")
    space = embeddings.space_of(connection, criterion.extension_id, criterion.name)
    if criterion.image is not None:
        image = str(criterion.image)
        key = images.find(connection, criterion.image)
        if key is None:
            raise bad_value("image.unknown", f"{pointer}/image", "There is no image with this id.", image)
        if space is None or embeddings.vector_of(connection, space[0], key) is None:
            raise missing_embedding(image, pointer=f"{pointer}/image")
    elif criterion.values is not None:
        length = len(criterion.values) if space is None else space[1]
        embeddings.query_vector(criterion.values, length, f"{pointer}/values")


def missing_embedding(image: str, *, parameter: str | None = None, pointer: str | None = None) -> FaultError:
    """The fault for an image without an embedding that others could be compared with. It refers to `parameter`, or to
    `pointer` in the body.
    """
    return FaultError(
        Fault(
            kind=FaultKind.BAD_PARAMETER,
            rule="embedding.missing",
            detail="The image has no embedding of this extension and name.",
            parameter=parameter,
            pointer=pointer,
            value=image,
        )
    )


SIMILARITY: Final = Criterion(
    member="similarity",
    set_filters=_set_filters,
    dependencies=_dependencies,
    looks_at_all_rows=True,
    price=lambda _, sizes: STATEMENT_COST + DISTANCE_COST * sizes.images,
    require=_require,
)
