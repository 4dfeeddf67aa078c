"""Indexes: how far the index over each name of embeddings has come."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, func, select
from sqlmodel import col

from facetry.library.embeddings import Vector, VectorSpace
from facetry.library.extensions import Extension
from facetry.library.search.vectors.interface import SpaceProgress
from generated import models


def every(connection: Connection, progress: Iterable[SpaceProgress]) -> list[models.EmbeddingsIndex]:
    """The state of each name that some image has an embedding of, by extension, then by name.

    One that `progress` does not tell of was not looked into yet: then all its vectors are compared.
    """
    told = {each.space: each for each in progress}
    counted = select(col(Vector.space), func.count().label("count")).group_by(col(Vector.space)).subquery()
    rows = connection.execute(
        select(
            col(VectorSpace.key), col(Extension.id), col(VectorSpace.name), col(VectorSpace.length), counted.c["count"]
        )
        .join(Extension, col(Extension.key) == col(VectorSpace.extension))
        .join(counted, counted.c.space == col(VectorSpace.key))
        .order_by(col(Extension.id), col(VectorSpace.name))
    )
    return [_index(id, name, length, count, told.get(key)) for key, id, name, length, count in rows]


def _index(
    extension: str, name: str, length: int, count: int, progress: SpaceProgress | None
) -> models.EmbeddingsIndex:
    return models.EmbeddingsIndex(
        id=extension,
        extension_id=extension,
        name=name,
        length=length,
        count=count,
        indexed_count=0 if progress is None else min(progress.indexed, count),
        state="exact" if progress is None else progress.state,
        recall=None if progress is None else progress.recall,
    )
