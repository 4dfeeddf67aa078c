"""Tags: words that extensions attach to images.

This is the only module that knows the sentinel: a reserved tag that means "this extension processed the image and found
no tag". Clients can neither write nor read it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from uuid import UUID

import orjson
from sqlalchemy import (
    ColumnElement,
    Connection,
    UniqueConstraint,
    bindparam,
    delete,
    insert,
    literal_column,
    null,
    select,
    union_all,
)
from sqlmodel import Field, SQLModel, col

from facetry.errors import bad_parameter, not_found
from facetry.events import log
from facetry.library import extensions
from facetry.library.changes import TagsChanged
from facetry.library.extensions import Extension
from facetry.library.facets import tag_sets
from facetry.library.facets.tag_sets import SENTINEL_KEY
from facetry.library.images import Image
from facetry.schema.json_values import json_text, uuid_text
from facetry.store.json_columns import json_list, json_values
from facetry.store.prepared import PreparedListStatement, PreparedStatement
from facetry.store.work import Work
from generated import answers
from generated.limits import TAG_SET_MAX_ITEMS

SENTINEL: Final = "__empty__"
_NO_EXTENSION: Final = 0
"""A key that no extension has."""


class Tag(SQLModel, table=True):
    """A tag value, stored once. The migration inserts the sentinel with the key 0."""

    __tablename__ = "tag"

    key: int | None = Field(default=None, primary_key=True)
    value: str = Field(unique=True)


class ImageTag(SQLModel, table=True):
    """An extension's tag on an image. Triggers log what changes, for the tag sets."""

    __tablename__ = "image_tag"
    __table_args__ = (UniqueConstraint("image", "extension", "tag", name="image_tag_once"),)

    id: int | None = Field(default=None, primary_key=True)
    image: int = Field(foreign_key="image.key", ondelete="CASCADE")
    extension: int = Field(foreign_key="extension.key", ondelete="CASCADE")
    tag: int = Field(foreign_key="tag.key")


_IS_OWN = (col(ImageTag.image) == bindparam("image"), col(ImageTag.extension) == bindparam("extension"))
_CLEAR = PreparedStatement(delete(ImageTag).where(*_IS_OWN))
_DROP = PreparedStatement(delete(ImageTag).where(*_IS_OWN, col(ImageTag.tag) == bindparam("tag")))
_ADD = PreparedStatement(
    insert(ImageTag).values(image=bindparam("image"), extension=bindparam("extension"), tag=bindparam("tag"))
)
_TAG_KEYS = PreparedListStatement(lambda values: select(col(Tag.value), col(Tag.key)).where(col(Tag.value).in_(values)))
# One statement, because each waits for the lock of the interpreter under load. The image is the outer table, so that
# an unknown extension still has a row, and so does an image without tags of the extension.
_FOR_WRITE = PreparedListStatement(
    lambda extensions, images, values: union_all(
        select(col(Image.key), col(Extension.key), col(ImageTag.tag), null().label("value"))
        .select_from(Image)
        .outerjoin(Extension, col(Extension.id).in_(extensions))
        .outerjoin(ImageTag, (col(ImageTag.image) == col(Image.key)) & (col(ImageTag.extension) == col(Extension.key)))
        .where(col(Image.id).in_(images)),
        select(null(), null(), col(Tag.key), col(Tag.value)).where(col(Tag.value).in_(values)),
    )
)
_TAGS_OF_IMAGES = PreparedListStatement(
    lambda images: select(col(ImageTag.tag), col(ImageTag.extension)).where(col(ImageTag.image).in_(images))
)
_INTERN = PreparedStatement(insert(Tag).values(value=bindparam("value")).returning(col(Tag.key)))


def visible() -> ColumnElement[bool]:
    """The condition that excludes the sentinel from a query over `ImageTag`."""
    return col(ImageTag.tag) != literal_column(str(SENTINEL_KEY))  # not a parameter, in statements over lists


# The image is the outer table, so that an unknown extension still has a row. One text is read faster than a row for
# each tag.
_OF_EXTENSION = PreparedStatement(
    select(
        col(Extension.key),
        select(json_values(col(Tag.value)))
        .select_from(ImageTag)
        .join(Tag, col(Tag.key) == col(ImageTag.tag))
        .where(col(ImageTag.image) == col(Image.key), col(ImageTag.extension) == col(Extension.key), visible())
        .correlate(Image, Extension)
        .scalar_subquery(),
    )
    .select_from(Image)
    .outerjoin(Extension, col(Extension.id) == bindparam("extension"))
    .where(col(Image.id) == bindparam("image"))
)


def _list_of_image(*conditions: ColumnElement[bool]) -> ColumnElement[str]:
    """The tags of the image of a row as JSON, ordered by value, then by extension."""
    return (
        select(json_list({"id": col(Extension.id), "value": col(Tag.value)}, col(Tag.value), col(Extension.id)))
        .select_from(ImageTag)
        .join(Extension, col(Extension.key) == col(ImageTag.extension))
        .join(Tag, col(Tag.key) == col(ImageTag.tag))
        .where(col(ImageTag.image) == col(Image.key), visible(), *conditions)
        .correlate(Image)
        .scalar_subquery()
    )


LIST_OF_IMAGE: Final = _list_of_image().label("tags")
"""A column of a statement over images: the JSON text of the tags of the image, each an `ExtensionImageTag`."""

_OF_IMAGE = PreparedStatement(select(LIST_OF_IMAGE).where(col(Image.id) == bindparam("id")))
_OF_IMAGES = PreparedListStatement(
    lambda keys: select(col(Image.key), col(Image.id), LIST_OF_IMAGE).where(col(Image.key).in_(keys))
)
_BY_EXTENSIONS_OF_IMAGES = PreparedListStatement(
    lambda extensions, keys: select(
        col(Image.key), col(Image.id), _list_of_image(col(ImageTag.extension).in_(extensions))
    ).where(col(Image.key).in_(keys))
)


def replace(work: Work, image: UUID, extension: str, values: Sequence[str]) -> None:
    """Make the extension's tags on the image exactly `values`; an empty list stores the sentinel.

    Announces `image.tags.updated`. Raises 404 for an unknown image, 400 for an unknown extension.
    """
    image_key, extension_key, existing_keys, new_keys = _find_for_write(work.connection, image, extension, values)
    new_keys = new_keys or {SENTINEL_KEY}
    removed_keys = existing_keys - new_keys
    if removed_keys == existing_keys:
        _CLEAR.run(work.connection, image=image_key, extension=extension_key)
    else:
        _drop(work, image_key, extension_key, removed_keys)
    _add(work, image_key, extension_key, new_keys - existing_keys)
    _record_change(
        work, image_key, extension_key, new_keys - existing_keys, removed_keys, is_tagged=SENTINEL_KEY not in new_keys
    )
    log.announce(work, "image.tags.updated", image=image, extension=extension)


def ensure(work: Work, image: UUID, extension: str, values: Sequence[str]) -> None:
    """Add those of `values` that are missing, and remove the sentinel.

    Announces `image.tags.updated`. Raises 404 for an unknown image, 400 for an unknown extension. Raises 400 and adds
    nothing when the extension would exceed its limit of tags on one image.
    """
    image_key, extension_key, existing_keys, new_keys = _find_for_write(work.connection, image, extension, values)
    total = len((existing_keys | new_keys) - {SENTINEL_KEY})
    if total > TAG_SET_MAX_ITEMS:
        raise bad_parameter(
            "body",
            f"The extension would have {total} tags on this image; at most {TAG_SET_MAX_ITEMS} are allowed.",
            rule="tag.limit",
            remedy="Replace tags with setTags, or send fewer.",
        )
    removed_keys = existing_keys & {SENTINEL_KEY}
    _drop(work, image_key, extension_key, removed_keys)
    _add(work, image_key, extension_key, new_keys - existing_keys)
    _record_change(work, image_key, extension_key, new_keys - existing_keys, removed_keys, is_tagged=True)
    log.announce(work, "image.tags.updated", image=image, extension=extension)


def of_extension(connection: Connection, image: UUID, extension: str) -> list[str]:
    """The extension's tags on the image, ordered by value. Raises 404 for an unknown image, 400 for an unknown
    extension.
    """
    row = _OF_EXTENSION.first(connection, image=image.bytes, extension=extension)
    if row is None:
        raise not_found("image", image)
    extension_key, text = row
    if extension_key is None:
        raise extensions.unknown_extension(extension)
    values: list[str] = orjson.loads(text)
    return values


def of_image(connection: Connection, image: UUID) -> list[answers.ExtensionImageTag]:
    """All tags on the image, ordered by value, then by extension. Raises 404 for an unknown image."""
    row = _OF_IMAGE.first(connection, id=image.bytes)
    if row is None:
        raise not_found("image", image)
    tags: list[answers.ExtensionImageTag] = json_text(row[0])
    return tags


def of_images(
    connection: Connection, keys: Sequence[int], extension_keys: Sequence[int] | None = None
) -> list[answers.ExtensionImageTagsAttribute]:
    """The images with these keys, in the order of the keys, with their tags in the order of `of_image`; only those of
    the extensions `extension_keys`, if given.
    """
    if extension_keys is None:
        rows = _OF_IMAGES.rows(connection, keys)
    else:
        rows = _BY_EXTENSIONS_OF_IMAGES.rows(connection, extension_keys or [_NO_EXTENSION], keys)
    by_key: dict[int, answers.ExtensionImageTagsAttribute] = {}
    for key, id, text in rows:
        image_tags = json_text(text)
        by_key[key] = {"id": uuid_text(id), "tags": image_tags, "attribute": image_tags}
    return [by_key[key] for key in keys]


def written_on(connection: Connection, keys: Sequence[int]) -> dict[int, list[tuple[str, list[str]]]]:
    """By image key: what each extension wrote on the image, by its id. The tags are sorted; an extension that found
    nothing has none.
    """
    rows = connection.execute(
        select(col(ImageTag.image), col(Extension.id), col(Tag.key), col(Tag.value))
        .join(Extension, col(Extension.key) == col(ImageTag.extension))
        .join(Tag, col(Tag.key) == col(ImageTag.tag))
        .where(col(ImageTag.image).in_(keys))
        .order_by(col(ImageTag.image), col(Extension.id), col(Tag.value))
    )
    written: dict[int, dict[str, list[str]]] = {}
    for image, extension, tag, value in rows:
        values = written.setdefault(image, {}).setdefault(extension, [])
        if tag != SENTINEL_KEY:
            values.append(value)
    return {image: list(by_extension.items()) for image, by_extension in written.items()}


def distinct_tags(connection: Connection) -> list[tuple[str, str]]:
    """Every pair of (extension id, value) that some image has, ordered by value."""
    pairs = tag_sets.pairs(connection)
    extension_ids = {row.key: row.id for row in connection.execute(select(col(Extension.key), col(Extension.id)))}
    values = {row.key: row.value for row in connection.execute(select(col(Tag.key), col(Tag.value)))}
    distinct = sorted((values[tag], extension_ids[extension]) for tag, extension in pairs)
    return [(extension, value) for value, extension in distinct]


def find_containing(connection: Connection, text: str) -> dict[int, str]:
    """The keys and values of all tags ever used whose value contains `text`, ignoring case."""
    query = select(col(Tag.key), col(Tag.value)).where(col(Tag.key) != SENTINEL_KEY)
    rows = connection.execute(query.where(col(Tag.value).icontains(text, autoescape=True)) if text else query)
    return {row.key: row.value for row in rows if row.key is not None}


def keys_of(connection: Connection, values: Sequence[str]) -> list[int]:
    """The keys of those of `values` that were ever used, without the sentinel."""
    keys_by_value = dict(_TAG_KEYS.rows(connection, list(values)))
    return [keys_by_value[value] for value in values if keys_by_value.get(value, SENTINEL_KEY) != SENTINEL_KEY]


def values_of(connection: Connection, keys: Sequence[int]) -> dict[int, str]:
    """The values of the tags with these keys."""
    rows = connection.execute(select(col(Tag.key), col(Tag.value)).where(col(Tag.key).in_(keys)))
    return {row.key: row.value for row in rows if row.key is not None}


def counts_of_images(connection: Connection, keys: Sequence[int]) -> dict[tuple[int, int], int]:
    """The number of these images with each tag of each extension, by the keys of the tag and of the extension."""
    counts = Counter(_TAGS_OF_IMAGES.rows(connection, keys))
    return {pair: count for pair, count in counts.items() if pair[0] != SENTINEL_KEY}


class _FoundForWrite(NamedTuple):
    """The keys of an image and an extension, of the extension's tags on the image, and of the tags to write."""

    image: int
    extension: int
    existing: set[int]
    values: set[int]


def _find_for_write(connection: Connection, image: UUID, extension: str, values: Sequence[str]) -> _FoundForWrite:
    """What a write of tags needs; tags that were never used are inserted. Raises 404 for an unknown image, 400 for an
    unknown extension, and 400 for the sentinel, in case no earlier check refused it.
    """
    image_key = extension_key = None
    existing_keys: set[int] = set()
    keys_by_value: dict[str, int] = {}
    for found_image, found_extension, tag, value in _FOR_WRITE.rows(
        connection, [extension], [image.bytes], values or [SENTINEL]
    ):
        if found_image is None:
            keys_by_value[value] = tag
        else:
            image_key, extension_key = found_image, found_extension
            if tag is not None:
                existing_keys.add(tag)
    if image_key is None:
        raise not_found("image", image)
    if extension_key is None:
        raise extensions.unknown_extension(extension)
    if SENTINEL in values:
        raise bad_parameter("body", "This value is reserved.", rule="tag.sentinel", value=SENTINEL)
    value_keys = {
        keys_by_value[value] if value in keys_by_value else _INTERN.column(connection, value=value)[0]
        for value in values
    }
    return _FoundForWrite(image_key, extension_key, existing_keys, value_keys)


def _record_change(
    work: Work, image: int, extension: int, added: set[int], removed: set[int], *, is_tagged: bool
) -> None:
    added, removed = added - {SENTINEL_KEY}, removed - {SENTINEL_KEY}
    work.changes.append(TagsChanged(image, extension, tuple(added), tuple(removed), is_tagged))


def _drop(work: Work, image: int, extension: int, tags: Iterable[int]) -> None:
    _DROP.run_many(work.connection, [{"image": image, "extension": extension, "tag": tag} for tag in tags])


def _add(work: Work, image: int, extension: int, tags: Iterable[int]) -> None:
    _ADD.run_many(work.connection, [{"image": image, "extension": extension, "tag": tag} for tag in sorted(tags)])
