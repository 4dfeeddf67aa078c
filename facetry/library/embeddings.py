"""Embeddings: named vectors that extensions write of images.

The rows are the truth. A vector that takes the place of another one is a row with a new key, so that whatever is
built from the rows never has to change an entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final
from uuid import UUID

import numpy as np
import orjson
from sqlalchemy import Connection, Index, UniqueConstraint, bindparam, delete, insert, literal, select, update
from sqlmodel import Field, SQLModel, col

from facetry.errors import Fault, FaultError, Kind
from facetry.events import log
from facetry.library import extensions, images
from facetry.library.changes import VectorsChanged
from facetry.library.extensions import Extension
from facetry.store.prepared import Prepared
from facetry.store.work import Work
from generated.models import ImageEmbedding

FLOAT: Final = np.dtype("<f4")
"""How the components of a vector are kept."""


class VectorSpace(SQLModel, table=True):
    """All vectors of one name of one extension; they have the same length."""

    __tablename__ = "vector_space"
    __table_args__ = (UniqueConstraint("extension", "name", name="vector_space_once"),)

    key: int | None = Field(default=None, primary_key=True)
    extension: int = Field(foreign_key="extension.key", ondelete="CASCADE")
    name: str
    length: int


class Vector(SQLModel, table=True):
    """A vector of an image; a key is never given twice."""

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


_SPACE = Prepared(
    select(col(VectorSpace.key), col(VectorSpace.length)).where(
        col(VectorSpace.extension) == bindparam("extension"), col(VectorSpace.name) == bindparam("name")
    )
)
_NEW_SPACE = Prepared(
    insert(VectorSpace)
    .values(extension=bindparam("extension"), name=bindparam("name"), length=bindparam("length"))
    .returning(col(VectorSpace.key))
)
_LENGTHEN = Prepared(
    update(VectorSpace).where(col(VectorSpace.key) == bindparam("space")).values(length=bindparam("length"))
)
_ANY = Prepared(select(literal(1)).where(col(Vector.space) == bindparam("space")).limit(1))
_DROP = Prepared(delete(Vector).where(col(Vector.space) == bindparam("space"), col(Vector.image) == bindparam("image")))
_ADD = Prepared(
    insert(Vector).values(space=bindparam("space"), image=bindparam("image"), components=bindparam("components"))
)
_CLEAR = Prepared(
    delete(Vector)
    .where(
        col(Vector.image) == bindparam("image"),
        col(Vector.space).in_(select(col(VectorSpace.key)).where(col(VectorSpace.extension) == bindparam("extension"))),
    )
    .returning(col(Vector.space))
)
_OF_IMAGE = Prepared(
    select(col(Extension.id), col(VectorSpace.name), col(Vector.components))
    .join(VectorSpace, col(VectorSpace.key) == col(Vector.space))
    .join(Extension, col(Extension.key) == col(VectorSpace.extension))
    .where(col(Vector.image) == bindparam("image"))
    .order_by(col(Extension.id), col(VectorSpace.name))
)


def replace(work: Work, image: UUID, extension: str, embeddings: Sequence[ImageEmbedding]) -> None:
    """Set the named vectors of the image; those of other names stay.

    Announces `image.embeddings.updated` if there is any. Raises 404 for an unknown image; 400 for an unknown
    extension, a repeated name, a vector that is zero, and one that is not as long as the others of its name.
    """
    image_key, extension_key = images.key_of(work.connection, image), extensions.require(work.connection, extension)
    for place, components in _judged(embeddings):
        space = _space(work, extension_key, embeddings[place].name, len(embeddings[place].values), place)
        _DROP.run(work.connection, space=space, image=image_key)
        _ADD.run(work.connection, space=space, image=image_key, components=components)
        work.changes.append(VectorsChanged(space, image_key))
    if embeddings:
        log.announce(work, "image.embeddings.updated", image=image, extension=extension)


def clear(work: Work, image: UUID, extension: str) -> None:
    """Remove all vectors of the extension from the image.

    Announces `image.embeddings.updated` if there was any. Raises 404 for an unknown image, 400 for an unknown
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
    found = of_image(connection, images.key_of(connection, image))
    return next((embeddings for id, embeddings in found if id == extension), [])


def of_image(connection: Connection, image: int) -> list[tuple[str, list[ImageEmbedding]]]:
    """The vectors of the image with this key, by extension, then by name."""
    found: dict[str, list[ImageEmbedding]] = {}
    for extension, name, components in _OF_IMAGE.rows(connection, image=image):
        embedding = ImageEmbedding(name=name, values=numbers(components))
        found.setdefault(extension, []).append(embedding)
    return list(found.items())


def distinct(connection: Connection) -> list[tuple[str, str]]:
    """Every pair of (extension id, name) that some image has a vector of, by extension, then by name."""
    held = select(literal(1)).where(col(Vector.space) == col(VectorSpace.key))
    rows = connection.execute(
        select(col(Extension.id), col(VectorSpace.name))
        .join(VectorSpace, col(VectorSpace.extension) == col(Extension.key))
        .where(held.exists())
        .order_by(col(Extension.id), col(VectorSpace.name))
    )
    return [(row[0], row[1]) for row in rows]


def numbers(components: bytes) -> list[float]:
    """The components of a stored vector, each the shortest decimal that stands for the same 32 bits."""
    shortest: list[float] = orjson.loads(
        orjson.dumps(np.frombuffer(components, FLOAT), option=orjson.OPT_SERIALIZE_NUMPY)
    )
    return [float(number) for number in shortest]


def _judged(embeddings: Sequence[ImageEmbedding]) -> Iterable[tuple[int, bytes]]:
    """The place and the bytes of each vector."""
    names: set[str] = set()
    for place, embedding in enumerate(embeddings):
        if embedding.name in names:
            raise _refused("embedding.repeated", place, "name", "Two embeddings have this name.", embedding.name)
        names.add(embedding.name)
        components = np.asarray(embedding.values, FLOAT)
        if not components.any():
            detail = "Every component is zero as a 32-bit number; the vector has no direction."
            raise _refused("embedding.zero", place, "values", detail)
        yield place, components.tobytes()


def _space(work: Work, extension: int, name: str, length: int, place: int) -> int:
    """The key of the space, made where there is none; its length changes only when no vector is left in it."""
    known = _SPACE.first(work.connection, extension=extension, name=name)
    if known is None:
        made: int = _NEW_SPACE.column(work.connection, extension=extension, name=name, length=length)[0]
        return made
    space: int = known[0]
    if known[1] != length:
        if _ANY.first(work.connection, space=space) is not None:
            raise _refused(
                "embedding.length",
                place,
                "values",
                f"The vector has {length} components; those of this extension and name have {known[1]}.",
                remedy="Use another name, or delete the embeddings of this one from every image first.",
            )
        _LENGTHEN.run(work.connection, space=space, length=length)
    return space


def _refused(
    rule: str, place: int, member: str, detail: str, value: str | None = None, remedy: str | None = None
) -> FaultError:
    return FaultError(
        Fault(
            kind=Kind.BAD_PARAMETER,
            rule=rule,
            detail=detail,
            pointer=f"/{place}/{member}",
            value=value,
            remedy=remedy,
        )
    )
