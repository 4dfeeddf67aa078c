"""Tags: what extensions say of images in words.

The only file that knows the sentinel: a row that says "this extension looked at this image and found no tag". It is
a tag of its own that clients can neither write nor see.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Connection,
    Index,
    UniqueConstraint,
    bindparam,
    delete,
    insert,
    literal,
    select,
    true,
)
from sqlmodel import Field, SQLModel, col

from facetry.errors import bad_parameter
from facetry.events import log
from facetry.library import extensions, images
from facetry.library.changes import TagsChanged
from facetry.library.extensions import Extension
from facetry.store.prepared import Prepared, PreparedList
from facetry.store.work import Work
from generated.limits import TAG_SET_MAX_ITEMS

SENTINEL: Final = "__empty__"
SENTINEL_KEY: Final = 0


class Tag(SQLModel, table=True):
    """A tag value, stored once. The migration puts the sentinel in at key 0."""

    __tablename__ = "tag"

    key: int | None = Field(default=None, primary_key=True)
    value: str = Field(unique=True)


class ImageTag(SQLModel, table=True):
    """An extension's tag on an image."""

    __tablename__ = "image_tag"
    __table_args__ = (
        UniqueConstraint("image", "extension", "tag", name="image_tag_once"),
        Index("image_tag_by_value", "tag", "extension", "image"),
        Index("image_tag_by_extension", "extension", "tag"),
    )

    id: int | None = Field(default=None, primary_key=True)
    image: int = Field(foreign_key="image.key", ondelete="CASCADE")
    extension: int = Field(foreign_key="extension.key", ondelete="CASCADE")
    tag: int = Field(foreign_key="tag.key")


_MINE = (col(ImageTag.image) == bindparam("image"), col(ImageTag.extension) == bindparam("extension"))
_HELD = Prepared(select(col(ImageTag.tag)).where(*_MINE))
_CLEAR = Prepared(delete(ImageTag).where(*_MINE))
_DROP = Prepared(delete(ImageTag).where(*_MINE, col(ImageTag.tag) == bindparam("tag")))
_ADD = Prepared(
    insert(ImageTag).values(image=bindparam("image"), extension=bindparam("extension"), tag=bindparam("tag"))
)
_TAG_KEYS = PreparedList(lambda values: select(col(Tag.value), col(Tag.key)).where(col(Tag.value).in_(values)))
_INTERN = Prepared(insert(Tag).values(value=bindparam("value")).returning(col(Tag.key)))


def visible() -> ColumnElement[bool]:
    """The condition that leaves the sentinel out of a query over `ImageTag`."""
    return col(ImageTag.tag) != SENTINEL_KEY


_OF_EXTENSION = Prepared(
    select(col(Tag.value))
    .join(ImageTag, col(ImageTag.tag) == col(Tag.key))
    .where(*_MINE, visible())
    .order_by(col(Tag.value))
)
_OF_IMAGE = Prepared(
    select(col(Extension.id), col(Tag.value))
    .join(ImageTag, col(ImageTag.extension) == col(Extension.key))
    .join(Tag, col(Tag.key) == col(ImageTag.tag))
    .where(col(ImageTag.image) == bindparam("image"), visible())
    .order_by(col(Tag.value), col(Extension.id))
)


def replace(work: Work, image: UUID, extension: str, values: Sequence[str]) -> None:
    """The extension's tags on the image become exactly `values`; an empty list leaves the sentinel.

    Announces `image.tags.updated`. Raises 404 for an unknown image, 400 for an unknown extension.
    """
    image_key, extension_key = _resolve(work.connection, image, extension)
    wanted = _interned(work.connection, values) or {SENTINEL_KEY}
    held = set(_HELD.column(work.connection, image=image_key, extension=extension_key))
    gone = held - wanted
    if gone == held:
        _CLEAR.run(work.connection, image=image_key, extension=extension_key)
    else:
        _drop(work, image_key, extension_key, gone)
    _add(work, image_key, extension_key, wanted - held)
    _note(work, image_key, extension_key, wanted - held, gone, is_tagged=SENTINEL_KEY not in wanted)
    log.announce(work, "image.tags.updated", image=image, extension=extension)


def ensure(work: Work, image: UUID, extension: str, values: Sequence[str]) -> None:
    """Add those of `values` that are missing; the sentinel goes.

    Announces `image.tags.updated`. Raises 404 for an unknown image, 400 for an unknown extension and when the tags
    would be more than an extension may have on one image: then none is added.
    """
    image_key, extension_key = _resolve(work.connection, image, extension)
    wanted = _interned(work.connection, values)
    held = set(_HELD.column(work.connection, image=image_key, extension=extension_key))
    total = len((held | wanted) - {SENTINEL_KEY})
    if total > TAG_SET_MAX_ITEMS:
        raise bad_parameter(
            "body",
            f"The extension would have {total} tags on this image; at most {TAG_SET_MAX_ITEMS} are allowed.",
            rule="tag.limit",
            remedy="Replace tags with setTags, or send fewer.",
        )
    gone = held & {SENTINEL_KEY}
    _drop(work, image_key, extension_key, gone)
    _add(work, image_key, extension_key, wanted - held)
    _note(work, image_key, extension_key, wanted - held, gone, is_tagged=True)
    log.announce(work, "image.tags.updated", image=image, extension=extension)


def of_extension(connection: Connection, image: UUID, extension: str) -> list[str]:
    """The extension's tags on the image, by value."""
    image_key, extension_key = _resolve(connection, image, extension)
    return _OF_EXTENSION.column(connection, image=image_key, extension=extension_key)


def of_image(connection: Connection, image: int) -> list[tuple[str, str]]:
    """All tags on the image with this key, as (extension id, value), by value."""
    return [(row[0], row[1]) for row in _OF_IMAGE.rows(connection, image=image)]


def of_images(
    connection: Connection, keys: Sequence[int], among: Iterable[int] | None = None
) -> dict[int, list[tuple[str, str]]]:
    """The tags of several images by their keys, each as (extension id, value); of the extensions `among`, if given."""
    statement = (
        select(col(ImageTag.image), col(Extension.id), col(Tag.value))
        .join(Extension, col(Extension.key) == col(ImageTag.extension))
        .join(Tag, col(Tag.key) == col(ImageTag.tag))
        .where(col(ImageTag.image).in_(keys), visible())
        .order_by(col(Tag.value), col(Extension.id))
    )
    if among is not None:
        statement = statement.where(col(ImageTag.extension).in_(list(among)))
    tags: dict[int, list[tuple[str, str]]] = {key: [] for key in keys}
    for image, extension, value in connection.execute(statement):
        tags[image].append((extension, value))
    return tags


def distinct(connection: Connection) -> list[tuple[str, str]]:
    """Every pair of (extension id, value) that some image has, by value."""
    held = select(literal(1)).where(col(ImageTag.extension) == col(Extension.key), col(ImageTag.tag) == col(Tag.key))
    rows = connection.execute(
        select(col(Extension.id), col(Tag.value))
        .join(Tag, true())  # a probe of the index for each possible pair beats a walk through all rows
        .where(col(Tag.key) != SENTINEL_KEY, held.exists())
        .order_by(col(Tag.value), col(Extension.id))
    )
    return [(row[0], row[1]) for row in rows]


def like(connection: Connection, text: str) -> dict[int, str]:
    """The keys and values of the tags that were ever used and whose value contains `text` in either case."""
    found = select(col(Tag.key), col(Tag.value)).where(col(Tag.key) != SENTINEL_KEY)
    rows = connection.execute(found.where(col(Tag.value).icontains(text, autoescape=True)) if text else found)
    return {row.key: row.value for row in rows if row.key is not None}


def keys_of(connection: Connection, values: Sequence[str]) -> list[int]:
    """The keys of those of `values` that were ever used; the sentinel is none of them."""
    known = dict(_TAG_KEYS.rows(connection, list(values)))
    return [known[value] for value in values if known.get(value, SENTINEL_KEY) != SENTINEL_KEY]


def values_of(connection: Connection, keys: Sequence[int]) -> dict[int, str]:
    """The values of the tags with these keys."""
    rows = connection.execute(select(col(Tag.key), col(Tag.value)).where(col(Tag.key).in_(keys)))
    return {row.key: row.value for row in rows if row.key is not None}


def _resolve(connection: Connection, image: UUID, extension: str) -> tuple[int, int]:
    return images.key_of(connection, image), extensions.require(connection, extension)


def _interned(connection: Connection, values: Sequence[str]) -> set[int]:
    """The keys of `values`, made where missing. Raises 400 for the sentinel, should it come this far."""
    if SENTINEL in values:
        raise bad_parameter("body", "This value is reserved.", rule="tag.sentinel", value=SENTINEL)
    known = dict(_TAG_KEYS.rows(connection, values))
    return {known[value] if value in known else _INTERN.column(connection, value=value)[0] for value in values}


def _note(work: Work, image: int, extension: int, added: set[int], removed: set[int], *, is_tagged: bool) -> None:
    added, removed = added - {SENTINEL_KEY}, removed - {SENTINEL_KEY}
    work.changes.append(TagsChanged(image, extension, tuple(added), tuple(removed), is_tagged))


def _drop(work: Work, image: int, extension: int, tags: Iterable[int]) -> None:
    _DROP.run_many(work.connection, [{"image": image, "extension": extension, "tag": tag} for tag in tags])


def _add(work: Work, image: int, extension: int, tags: Iterable[int]) -> None:
    _ADD.run_many(work.connection, [{"image": image, "extension": extension, "tag": tag} for tag in sorted(tags)])
