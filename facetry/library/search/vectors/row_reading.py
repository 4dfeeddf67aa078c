"""Reading the rows of a space: which vectors there are, and what they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Select, bindparam, select
from sqlmodel import col

from facetry.library.embeddings import Vector, VectorSpace
from facetry.library.search.vectors.base import IMAGE, KEY, Piece
from facetry.library.search.vectors.rows import decoded, rows_of
from facetry.store.engine import columns
from facetry.store.prepared import Prepared, PreparedList

AT_ONCE: Final = 256
"""Rows in one statement."""

_LENGTH = Prepared(select(col(VectorSpace.length)).where(col(VectorSpace.key) == bindparam("space")))
_SPACES = Prepared(select(col(VectorSpace.key)).order_by(col(VectorSpace.key)))
_KEYS = PreparedList(
    lambda values: (
        select(col(Vector.key), col(Vector.image))
        .where(col(Vector.space) == values[0], col(Vector.image).in_(values[1:]))
        .order_by(col(Vector.key))
    )
)
_COMPONENTS = PreparedList(
    lambda values: (
        select(col(Vector.key), col(Vector.image), col(Vector.components))
        .where(col(Vector.key).in_(values))
        .order_by(col(Vector.key))
    )
)


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """The vectors of a space, or some of them: their keys, ascending, and their images."""

    keys: NDArray[np.int64]
    images: NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.keys)


def length_of(connection: Connection, space: int) -> int | None:
    """The components of each vector of the space; None when there is no such space."""
    row = _LENGTH.first(connection, space=space)
    return None if row is None else row[0]


def spaces(connection: Connection) -> list[int]:
    """The keys of all spaces."""
    return _SPACES.column(connection)


def every(connection: Connection, space: int) -> Pairs:
    """All vectors of the space."""
    # In the order of the index that has both; told to sort, the database would read the table instead.
    pairs: Select[Any] = select(col(Vector.image), col(Vector.key)).where(col(Vector.space) == space)  # type: ignore[assignment]  # SQLAlchemy 2.1 counts the columns
    images, keys = columns(connection, pairs)
    order = np.argsort(keys, kind="stable")
    return Pairs(keys[order].astype(KEY), images[order].astype(IMAGE))


def of_images(connection: Connection, space: int, images: Sequence[int]) -> Pairs:
    """The vectors that these images have in the space."""
    rows: list[tuple[int, int]] = []
    for start in range(0, len(images), AT_ONCE - 1):  # the space is one of the values
        piece = images[start : start + AT_ONCE - 1]
        rows += _KEYS.rows(connection, [space, *piece])
    rows.sort()
    return Pairs(np.array([key for key, _ in rows], KEY), np.array([image for _, image in rows], IMAGE))


def vectors(connection: Connection, keys: NDArray[np.int64], length: int) -> Iterator[Piece]:
    """The vectors with these ascending keys, some at a time. Rows that are no vectors of that length are left out."""
    listed = keys.tolist()
    for start in range(0, len(listed), AT_ONCE):
        rows = _COMPONENTS.rows(connection, listed[start : start + AT_ONCE])
        components, is_vector = decoded([row[2] for row in rows], length)
        found = np.array([row[0] for row in rows], KEY)
        images = np.array([row[1] for row in rows], IMAGE)
        if not is_vector.all():
            found, images, components = found[is_vector], images[is_vector], components[is_vector]
        yield found, images, rows_of(components)
