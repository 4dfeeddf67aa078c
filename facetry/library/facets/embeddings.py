"""Embeddings: named vectors that extensions write for images.

The rows are the source of truth. Replacing a vector inserts a row with a new key, so that indexes built from the rows
never have to change an entry.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from typing import Any, Final
from uuid import UUID

import numpy as np
import orjson
from numpy.typing import NDArray
from sqlalchemy import Connection, Index, Select, UniqueConstraint, bindparam, delete, insert, literal, select, update
from sqlmodel import Field, SQLModel, col

from facetry.errors import FaultError, bad_parameter
from facetry.events import log
from facetry.library import extensions, images
from facetry.library.changes import VectorsChanged
from facetry.library.extensions import Extension
from facetry.store.prepared import PreparedStatement
from facetry.store.work import Work
from generated.models import ImageEmbedding

COMPONENT_DTYPE: Final = "<f4"
"""Storage type of the components of a vector: 32-bit floats, little-endian."""


class VectorSpace(SQLModel, table=True):
    """All vectors with one name of one extension; they have the same length."""

    __tablename__ = "vector_space"
    __table_args__ = (UniqueConstraint("extension", "name", name="vector_space_once"),)

    key: int | None = Field(default=None, primary_key=True)
    extension: int = Field(foreign_key="extension.key", ondelete="CASCADE")
    name: str
    length: int


class Vector(SQLModel, table=True):
    """A vector of an image. Keys are never reused."""

    __tablename__ = "vector"
    __table_args__ = (
        UniqueConstraint("space", "image", name="vector_once"),
        Index("vector_by_image", "image"),
        {"sqlite_autoincrement": True},
    )

    key: int | None = Field(default=None, primary_key=True)
    space: int = Field(foreign_key="vector_space.key", ondelete="CASCADE")
    image: int = Field(foreign_key="image.key", ondelete="CASCADE")
    components: bytes


_SPACE = PreparedStatement(
    select(col(VectorSpace.key), col(VectorSpace.length)).where(
        col(VectorSpace.extension) == bindparam("extension"), col(VectorSpace.name) == bindparam("name")
    )
)
_NEW_SPACE = PreparedStatement(
    insert(VectorSpace)
    .values(extension=bindparam("extension"), name=bindparam("name"), length=bindparam("length"))
    .returning(col(VectorSpace.key))
)
_SET_LENGTH = PreparedStatement(
    update(VectorSpace).where(col(VectorSpace.key) == bindparam("space")).values(length=bindparam("length"))
)
_ANY_VECTOR = PreparedStatement(select(literal(1)).where(col(Vector.space) == bindparam("space")).limit(1))
_DROP = PreparedStatement(
    delete(Vector).where(col(Vector.space) == bindparam("space"), col(Vector.image) == bindparam("image"))
)
_ADD = PreparedStatement(
    insert(Vector).values(space=bindparam("space"), image=bindparam("image"), components=bindparam("components"))
)
_CLEAR = PreparedStatement(
    delete(Vector)
    .where(
        col(Vector.image) == bindparam("image"),
        col(Vector.space).in_(select(col(VectorSpace.key)).where(col(VectorSpace.extension) == bindparam("extension"))),
    )
    .returning(col(Vector.space))
)
_COMPONENTS = PreparedStatement(
    select(col(Vector.components)).where(
        col(Vector.space) == bindparam("space"), col(Vector.image) == bindparam("image")
    )
)
_OF_IMAGE = PreparedStatement(
    select(col(Extension.id), col(VectorSpace.name), col(Vector.components))
    .join(VectorSpace, col(VectorSpace.key) == col(Vector.space))
    .join(Extension, col(Extension.key) == col(VectorSpace.extension))
    .where(col(Vector.image) == bindparam("image"))
    .order_by(col(Extension.id), col(VectorSpace.name))
)


def replace(work: Work, image: UUID, extension: str, embeddings: Sequence[ImageEmbedding]) -> None:
    """Set the named vectors of the image; vectors with other names stay.

    Announces `image.embeddings.updated` if any vector is set. Raises 404 for an unknown image. Raises 400 for an
    unknown extension, a repeated name, a zero vector, and a vector whose length differs from the others of its name.
    """
    image_key, extension_key = images.key_of(work.connection, image), extensions.require(work.connection, extension)
    for index, components in _pack_all(embeddings):
        space = _ensure_space(work, extension_key, embeddings[index].name, len(embeddings[index].values), index)
        _DROP.run(work.connection, space=space, image=image_key)
        _ADD.run(work.connection, space=space, image=image_key, components=components)
        work.changes.append(VectorsChanged(space, image_key))
    if embeddings:
        log.announce(work, "image.embeddings.updated", image=image, extension=extension)


def clear(work: Work, image: UUID, extension: str) -> None:
    """Remove all vectors of the extension from the image.

    Announces `image.embeddings.updated` if there were any. Raises 404 for an unknown image, 400 for an unknown
    extension.
    """
    image_key, extension_key = images.key_of(work.connection, image), extensions.require(work.connection, extension)
    cleared = _CLEAR.column(work.connection, image=image_key, extension=extension_key)
    work.changes.extend(VectorsChanged(space, image_key) for space in cleared)
    if cleared:
        log.announce(work, "image.embeddings.updated", image=image, extension=extension)


def of_extension(connection: Connection, image: UUID, extension: str) -> list[ImageEmbedding]:
    """The vectors of the extension on the image, by name. Raises 404 and 400 as `clear` does."""
    extensions.require(connection, extension)
    by_extension = of_image(connection, images.key_of(connection, image))
    return next((embeddings for id, embeddings in by_extension if id == extension), [])


def of_image(connection: Connection, image: int) -> list[tuple[str, list[ImageEmbedding]]]:
    """The vectors of the image with this key, by extension, then by name."""
    by_extension: dict[str, list[ImageEmbedding]] = {}
    for extension, name, components in _OF_IMAGE.rows(connection, image=image):
        embedding = ImageEmbedding(name=name, values=unpack(components))
        by_extension.setdefault(extension, []).append(embedding)
    return list(by_extension.items())


def stored_on(connection: Connection, image: int) -> list[tuple[str, str, NDArray[np.float32]]]:
    """The vectors of the image with this key: the extension, the name and the components, by extension and name."""
    rows = _OF_IMAGE.rows(connection, image=image)
    return [(extension, name, np.frombuffer(components, COMPONENT_DTYPE)) for extension, name, components in rows]


def distinct_names(connection: Connection) -> list[tuple[str, str]]:
    """Every pair of (extension id, name) that some image has a vector for, by extension, then by name."""
    vectors = select(literal(1)).where(col(Vector.space) == col(VectorSpace.key))
    rows = connection.execute(
        select(col(Extension.id), col(VectorSpace.name))
        .join(VectorSpace, col(VectorSpace.extension) == col(Extension.key))
        .where(vectors.exists())
        .order_by(col(Extension.id), col(VectorSpace.name))
    )
    return [(row[0], row[1]) for row in rows]


def unpack(components: bytes) -> list[float]:
    """The components of a stored vector, each as the shortest decimal that has the same 32-bit value."""
    shortest: list[float] = orjson.loads(
        orjson.dumps(np.frombuffer(components, COMPONENT_DTYPE), option=orjson.OPT_SERIALIZE_NUMPY)
    )
    return [float(number) for number in shortest]


def _pack_all(embeddings: Sequence[ImageEmbedding]) -> Iterable[tuple[int, bytes]]:
    """The index and the packed bytes of each vector."""
    names: set[str] = set()
    for index, embedding in enumerate(embeddings):
        if embedding.name in names:
            pointer = f"/{index}/name"
            raise _fault("embedding.repeated", pointer, "Two embeddings have this name.", embedding.name)
        names.add(embedding.name)
        yield index, pack(embedding.values, f"/{index}/values")


def _ensure_space(work: Work, extension: int, name: str, length: int, index: int) -> int:
    """The key of the space, which is created if missing. Its length changes only when no vector is left in it."""
    existing = _SPACE.first(work.connection, extension=extension, name=name)
    if existing is None:
        new_key: int = _NEW_SPACE.column(work.connection, extension=extension, name=name, length=length)[0]
        return new_key
    space: int = existing[0]
    if existing[1] != length:
        if _ANY_VECTOR.first(work.connection, space=space) is not None:
            remedy = "Use another name, or delete the embeddings of this one from every image first."
            raise _length_fault(length, existing[1], f"/{index}/values", remedy)
        _SET_LENGTH.run(work.connection, space=space, length=length)
    return space


def space_of(connection: Connection, extension: str, name: str) -> tuple[int, int] | None:
    """The key of the space and the length of its vectors; None when no vector was ever written with this name."""
    extension_key = extensions.find(connection, extension)
    row = None if extension_key is None else _SPACE.first(connection, extension=extension_key, name=name)
    return None if row is None else (row[0], row[1])


def vector_of(connection: Connection, space: int, image: int) -> NDArray[np.float32] | None:
    """The components of the image's vector in the space, or None when it has none."""
    row = _COMPONENTS.first(connection, space=space, image=image)
    return None if row is None else np.frombuffer(row[0], COMPONENT_DTYPE)


def query_vector(values: Sequence[float], length: int, pointer: str) -> NDArray[np.float32]:
    """The components of a vector to compare with a space whose vectors have `length` components.

    Raises 400 at `pointer` when the lengths differ, and as `pack` does.
    """
    if len(values) != length:
        raise _length_fault(len(values), length, pointer)
    return np.frombuffer(pack(values, pointer), COMPONENT_DTYPE)


def pack(values: Sequence[float], pointer: str) -> bytes:
    """The components as stored bytes.

    Raises 400 at `pointer` when every component is zero as a 32-bit float, and for a component that does not fit into
    one.
    """
    # Three times as fast as making an array of the values. What does not fit becomes infinite, in native formats.
    components = np.frombuffer(struct.pack(f"{len(values)}f", *values), np.float32)
    finite = np.isfinite(components)
    if not finite.all():
        index = int(finite.argmin())
        raise _fault(
            "embedding.range",
            f"{pointer}/{index}",
            "The component does not fit into a 32-bit float.",
            value=str(values[index]),
        )
    if not components.any():
        raise _fault(
            "embedding.zero", pointer, "Every component is zero as a 32-bit number; the vector has no direction."
        )
    return components.astype(COMPONENT_DTYPE, copy=False).tobytes()


def _length_fault(length: int, expected: int, pointer: str, remedy: str | None = None) -> FaultError:
    return _fault(
        "embedding.length",
        pointer,
        f"The vector has {length} components; those of this extension and name have {expected}.",
        remedy=remedy,
    )


def _fault(rule: str, pointer: str, detail: str, value: str | None = None, remedy: str | None = None) -> FaultError:
    return bad_parameter(None, detail, rule=rule, value=value, remedy=remedy, pointer=pointer)


def images_of(extension_keys: Sequence[int]) -> Select[Any]:
    """The query for the keys of the images that have a vector of one of these extensions."""
    spaces = select(col(VectorSpace.key)).where(col(VectorSpace.extension).in_(extension_keys))
    return select(col(Vector.image)).where(col(Vector.space).in_(spaces)).distinct()
