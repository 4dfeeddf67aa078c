"""Embeddings: named vectors that extensions write of images.

The rows are the truth. A vector that takes the place of another one is a row with a new key, so that whatever is
built from the rows never has to change an entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final
from uuid import UUID

import numpy as np
import orjson
from numpy.typing import NDArray
from sqlalchemy import Connection, Index, Select, UniqueConstraint, bindparam, delete, insert, literal, select, update
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
_COMPONENTS = Prepared(
    select(col(Vector.components)).where(
        col(Vector.space) == bindparam("space"), col(Vector.image) == bindparam("image")
    )
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
            pointer = f"/{place}/name"
            raise _refused("embedding.repeated", pointer, "Two embeddings have this name.", embedding.name)
        names.add(embedding.name)
        yield place, packed(embedding.values, f"/{place}/values")


def _space(work: Work, extension: int, name: str, length: int, place: int) -> int:
    """The key of the space, made where there is none; its length changes only when no vector is left in it."""
    known = _SPACE.first(work.connection, extension=extension, name=name)
    if known is None:
        made: int = _NEW_SPACE.column(work.connection, extension=extension, name=name, length=length)[0]
        return made
    space: int = known[0]
    if known[1] != length:
        if _ANY.first(work.connection, space=space) is not None:
            remedy = "Use another name, or delete the embeddings of this one from every image first."
            raise _wrong_length(length, known[1], f"/{place}/values", remedy)
        _LENGTHEN.run(work.connection, space=space, length=length)
    return space


def space_of(connection: Connection, extension: str, name: str) -> tuple[int, int] | None:
    """The key of the space and the length of its vectors; None when nothing was ever written there."""
    owner = extensions.find(connection, extension)
    found = None if owner is None else _SPACE.first(connection, extension=owner, name=name)
    return None if found is None else (found[0], found[1])


def vector_of(connection: Connection, space: int, image: int) -> NDArray[np.float32] | None:
    """The components of the image's vector in the space, or None when it has none."""
    found = _COMPONENTS.first(connection, space=space, image=image)
    return None if found is None else np.frombuffer(found[0], FLOAT)


def compared(values: Sequence[float], length: int, pointer: str) -> NDArray[np.float32]:
    """The components of a vector to compare with those of a space, which have this length.

    Raises 400 at `pointer` when it is longer or shorter than they are, and as `packed` does.
    """
    if len(values) != length:
        raise _wrong_length(len(values), length, pointer)
    return np.frombuffer(packed(values, pointer), FLOAT)


def packed(values: Sequence[float], pointer: str) -> bytes:
    """The components as they are kept.

    Raises 400 at `pointer` when all of them are zero as 32-bit numbers, and for one that 32 bits cannot hold.
    """
    with np.errstate(over="ignore"):
        components = np.array(values, FLOAT)
    finite = np.isfinite(components)
    if not finite.all():
        place = int(finite.argmin())
        raise _refused(
            "embedding.range",
            f"{pointer}/{place}",
            "The component is beyond what a 32-bit number can hold.",
            value=str(values[place]),
        )
    if not components.any():
        raise _refused(
            "embedding.zero", pointer, "Every component is zero as a 32-bit number; the vector has no direction."
        )
    return components.tobytes()


def _wrong_length(length: int, wanted: int, pointer: str, remedy: str | None = None) -> FaultError:
    return _refused(
        "embedding.length",
        pointer,
        f"The vector has {length} components; those of this extension and name have {wanted}.",
        remedy=remedy,
    )


def _refused(rule: str, pointer: str, detail: str, value: str | None = None, remedy: str | None = None) -> FaultError:
    return FaultError(
        Fault(kind=Kind.BAD_PARAMETER, rule=rule, detail=detail, pointer=pointer, value=value, remedy=remedy)
    )


def images_of(extension_keys: Sequence[int]) -> Select[Any]:
    """The query for the keys of the images that have a vector of one of these extensions."""
    spaces = select(col(VectorSpace.key)).where(col(VectorSpace.extension).in_(extension_keys))
    return select(col(Vector.image)).where(col(Vector.space).in_(spaces)).distinct()
