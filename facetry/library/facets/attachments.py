"""Attachments: small files that an extension stores with an image, for binary features.

Their bytes are stored in rows, so that they are deleted with their image or their extension.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from sqlalchemy import BigInteger, Connection, Index, bindparam, delete, insert, select
from sqlmodel import Field, SQLModel, col

from facetry.errors import FaultError, bad_parameter, not_found
from facetry.imaging.formats import HEAD_BYTES, TRAITS, format_of
from facetry.library import extensions, images
from facetry.library.extensions import Extension
from facetry.store.prepared import PreparedStatement
from facetry.store.work import Work

SCHEME: Final = "attachment://"
_URI: Final = re.compile(re.escape(SCHEME) + r"(0|[1-9][0-9]{0,15})")
PICTURE_MEDIA_TYPES: Final = frozenset(traits.media_type for traits in TRAITS.values())
"""Media types that are checked against the bytes."""
_PICTURE_SUFFIXES: Final = {traits.media_type: traits.suffixes[0] for traits in TRAITS.values()}


class Attachment(SQLModel, table=True):
    """Bytes that an extension stores with an image. Keys are never reused."""

    __tablename__ = "attachment"
    __table_args__ = (
        Index("attachment_by_image", "image"),
        Index("attachment_by_extension", "extension"),
        {"sqlite_autoincrement": True},
    )

    key: int | None = Field(default=None, primary_key=True)
    image: int = Field(foreign_key="image.key", ondelete="CASCADE")
    extension: int = Field(foreign_key="extension.key", ondelete="CASCADE")
    media_type: str
    data: bytes
    created: int = Field(sa_type=BigInteger)  # milliseconds since the epoch


@dataclass(frozen=True, slots=True)
class AttachmentContent:
    """The content of an attachment."""

    uri: str
    media_type: str
    data: bytes

    @property
    def name(self) -> str:
        """A file name for saving the content."""
        return f"attachment-{self.uri.removeprefix(SCHEME)}{_PICTURE_SUFFIXES.get(self.media_type, '.bin')}"

    @property
    def hash(self) -> str:
        """SHA-256 of the bytes, in hexadecimal."""
        return hashlib.sha256(self.data).hexdigest()


_INSERT = PreparedStatement(
    insert(Attachment)
    .values({name: bindparam(name) for name in Attachment.model_fields if name != "key"})
    .returning(col(Attachment.key))
)
_CONTENT = PreparedStatement(
    select(col(Attachment.media_type), col(Attachment.data)).where(col(Attachment.key) == bindparam("key"))
)

_IS_OWN = (
    col(Attachment.key) == bindparam("number"),
    col(Attachment.image) == bindparam("image"),
    col(Attachment.extension) == bindparam("extension"),
)
_SELECT_OWN = PreparedStatement(select(col(Attachment.key)).where(*_IS_OWN))
_DROP = PreparedStatement(delete(Attachment).where(*_IS_OWN))


def create(work: Work, image: UUID, extension: str, media_type: str, data: bytes) -> str:
    """Store the bytes as an attachment and return its URI.

    Raises 400 for an unknown image or extension. Raises 400 when `media_type` is that of a picture and the bytes have
    another format; bytes of other media types are not checked.
    """
    image_key = _key_of(work.connection, image)
    extension_key = extensions.require(work.connection, extension)
    require_media_type(media_type, data)
    row = _INSERT.first(
        work.connection, image=image_key, extension=extension_key, media_type=media_type, data=data, created=work.now
    )
    assert row is not None  # noqa: S101  # an INSERT that returns
    return f"{SCHEME}{row[0]}"


def content(connection: Connection, uri: str) -> AttachmentContent:
    """The content of the attachment with this URI; 404 when there is none."""
    number = _number(uri)
    row = None if number is None else _CONTENT.first(connection, key=number)
    if row is None:
        raise not_found("attachment", uri, "There is no attachment with this URI.", parameter="uri")
    return AttachmentContent(uri, *row)


def of_image(connection: Connection, image: int) -> list[tuple[str, str, int]]:
    """The attachments on the image with this key, oldest first: the extension, the URI, and the time in milliseconds
    since the epoch.
    """
    rows = connection.execute(
        select(col(Extension.id), col(Attachment.key), col(Attachment.created))
        .join(Extension, col(Extension.key) == col(Attachment.extension))
        .where(col(Attachment.image) == image)
        .order_by(col(Attachment.key))
    )
    return [(extension, f"{SCHEME}{key}", created) for extension, key, created in rows]


def put(work: Work, image: UUID, extension: str, uri: str, media_type: str, data: bytes, created: int) -> str:
    """Store an attachment of another library. Returns its URI: that of an equal one on the image, else the given one
    if it is free, else a new one. Raises 400 as `create` does.
    """
    image_key = _key_of(work.connection, image)
    extension_key = extensions.require(work.connection, extension)
    require_media_type(media_type, data)
    is_equal = (
        col(Attachment.image) == image_key,
        col(Attachment.extension) == extension_key,
        col(Attachment.media_type) == media_type,
        col(Attachment.data) == data,
    )
    found = work.connection.execute(select(col(Attachment.key)).where(*is_equal).order_by(col(Attachment.key))).scalar()
    if found is not None:
        return f"{SCHEME}{found}"
    number = _number(uri)
    is_taken = number is None or _CONTENT.first(work.connection, key=number) is not None
    values = {
        "image": image_key,
        "extension": extension_key,
        "media_type": media_type,
        "data": data,
        "created": created,
    }
    statement = insert(Attachment).values(values if is_taken else {**values, "key": number})
    key = work.connection.execute(statement.returning(col(Attachment.key))).scalar_one()
    return f"{SCHEME}{key}"


def exists(connection: Connection, uri: str, image: int, extension: int) -> bool:
    """Whether `uri` is an attachment of this extension on this image; both are given by key."""
    number = _number(uri)
    return (
        number is not None
        and _SELECT_OWN.first(connection, number=number, image=image, extension=extension) is not None
    )


def drop(work: Work, image: int, extension: int, uris: Iterable[str]) -> None:
    """Delete attachments of an extension on an image; both are given by key."""
    for uri in uris:
        _DROP.run(work.connection, number=_number(uri), image=image, extension=extension)


def _number(uri: str) -> int | None:
    """The key in a URI; None unless the URI is in canonical form."""
    match = _URI.fullmatch(uri)
    return int(match[1]) if match else None


def require_media_type(media_type: str, data: bytes) -> None:
    """Raise 400 when the media type is that of a picture and the bytes have another format or none."""
    if media_type not in PICTURE_MEDIA_TYPES:
        return
    format = format_of(data[:HEAD_BYTES])
    actual = None if format is None else TRAITS[format].media_type
    if actual != media_type:
        raise bad_parameter(
            "mimeType",
            f"The bytes are not {media_type}" + ("." if actual is None else f", but {actual}."),
            rule="attachment.media-type",
            value=media_type,
            remedy=None if actual is None else f"Send mimeType={actual}.",
        )


def _key_of(connection: Connection, image: UUID) -> int:
    try:
        return images.key_of(connection, image)
    except FaultError:
        raise bad_parameter("imageId", "There is no such image.", rule="image.unknown", value=image) from None
