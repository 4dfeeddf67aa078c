"""Reads the rows of a space from the database: keys, images and components of its vectors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Select, bindparam, select
from sqlmodel import col

from facetry.library.facets.embeddings import Vector, VectorSpace
from facetry.library.search.vectors.base import IMAGE_DTYPE, KEY_DTYPE, VectorBatch
from facetry.library.search.vectors.rows import decode_vectors, split_vectors
from facetry.store.engine import engine_of
from facetry.store.prepared import PreparedListStatement, PreparedStatement

BATCH_SIZE: Final = 256
"""Rows in one statement."""

_LENGTH_QUERY = PreparedStatement(select(col(VectorSpace.length)).where(col(VectorSpace.key) == bindparam("space")))
_SPACES_QUERY = PreparedStatement(select(col(VectorSpace.key)).order_by(col(VectorSpace.key)))
_KEYS_QUERY = PreparedListStatement(
    lambda values: (
        select(col(Vector.key), col(Vector.image))
        .where(col(Vector.space) == values[0], col(Vector.image).in_(values[1:]))
        .order_by(col(Vector.key))
    )
)
_COMPONENTS_QUERY = PreparedListStatement(
    lambda values: (
        select(col(Vector.key), col(Vector.image), col(Vector.components))
        .where(col(Vector.key).in_(values))
        .order_by(col(Vector.key))
    )
)


@dataclass(frozen=True, slots=True, eq=False)
class KeyImagePairs:
    """Keys of vectors, ascending, and the keys of their images; [count] each."""

    keys: NDArray[np.int64]
    images: NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.keys)


def length_of(connection: Connection, space: int) -> int | None:
    """The number of components of each vector of the space; None when the space does not exist."""
    row = _LENGTH_QUERY.first(connection, space=space)
    return None if row is None else row[0]


def space_keys(connection: Connection) -> list[int]:
    """The keys of all spaces."""
    return _SPACES_QUERY.column(connection)


def all_pairs(connection: Connection, space: int) -> KeyImagePairs:
    """The pairs of all vectors of the space."""
    # Without ORDER BY, the query reads the index that covers both columns; with it, SQLite would read the table.
    # SQLAlchemy 2.1 counts the columns of a query in its type.
    pairs: Select[Any] = select(col(Vector.image), col(Vector.key)).where(col(Vector.space) == space)  # type: ignore[assignment]
    images, keys = engine_of(connection).integer_columns(connection, pairs)
    order = np.argsort(keys, kind="stable")
    return KeyImagePairs(keys[order].astype(KEY_DTYPE), images[order].astype(IMAGE_DTYPE))


def pairs_of_images(connection: Connection, space: int, images: Sequence[int]) -> KeyImagePairs:
    """The pairs of the vectors that these images have in the space."""
    rows: list[tuple[int, int]] = []
    for start in range(0, len(images), BATCH_SIZE - 1):  # the space is one of the values
        batch = images[start : start + BATCH_SIZE - 1]
        rows += _KEYS_QUERY.rows(connection, [space, *batch])
    rows.sort()
    return KeyImagePairs(
        np.array([key for key, _ in rows], KEY_DTYPE), np.array([image for _, image in rows], IMAGE_DTYPE)
    )


def read_vectors(connection: Connection, keys: NDArray[np.int64], length: int) -> Iterator[VectorBatch]:
    """The vectors with these ascending keys, in batches. Rows without a valid vector of that length are left out."""
    key_list = keys.tolist()
    for start in range(0, len(key_list), BATCH_SIZE):
        rows = _COMPONENTS_QUERY.rows(connection, key_list[start : start + BATCH_SIZE])
        components, is_vector = decode_vectors([row[2] for row in rows], length)
        row_keys = np.array([row[0] for row in rows], KEY_DTYPE)
        images = np.array([row[1] for row in rows], IMAGE_DTYPE)
        if not is_vector.all():
            row_keys, images, components = row_keys[is_vector], images[is_vector], components[is_vector]
        yield row_keys, images, split_vectors(components)
