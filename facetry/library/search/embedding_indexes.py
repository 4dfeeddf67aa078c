"""The state of the vector indexes: one entry for each name of embeddings of each extension."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, func, select
from sqlmodel import col

from facetry.library.extensions import Extension
from facetry.library.facets.embeddings import Vector, VectorSpace
from facetry.library.search.vectors.interface import SpaceProgress
from generated import models


def list_all(connection: Connection, progress: Iterable[SpaceProgress]) -> list[models.EmbeddingsIndex]:
    """The index state of each name that at least one image has an embedding of, by extension, then by name.

    A name without an entry in `progress` has not been opened yet. Its state is `exact`: all its vectors are compared.
    """
    progress_by_space = {each.space: each for each in progress}
    counts = select(col(Vector.space), func.count().label("count")).group_by(col(Vector.space)).subquery()
    rows = connection.execute(
        select(
            col(VectorSpace.key), col(Extension.id), col(VectorSpace.name), col(VectorSpace.length), counts.c["count"]
        )
        .join(Extension, col(Extension.key) == col(VectorSpace.extension))
        .join(counts, counts.c.space == col(VectorSpace.key))
        .order_by(col(Extension.id), col(VectorSpace.name))
    )
    return [_describe(id, name, length, count, progress_by_space.get(key)) for key, id, name, length, count in rows]


def _describe(
    extension: str, name: str, length: int, count: int, progress: SpaceProgress | None
) -> models.EmbeddingsIndex:
    return models.EmbeddingsIndex(
        id=extension,
        extension_id=extension,
        name=name,
        length=length,
        count=count,
        indexed_count=0 if progress is None else min(progress.indexed_count, count),
        state="exact" if progress is None else progress.state,
        recall=None if progress is None else progress.recall,
    )
