"""Attachments: small files that an extension keeps beside an image, for features that are bytes.

Their bytes are rows, so that they go with their image or their extension.
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

from facetry.errors import Fault, FaultError, Kind, bad_parameter
from facetry.imaging.formats import FORMATS, HEAD_BYTES, format_of
from facetry.library import extensions, images
from facetry.library.originals.naming import SUFFIXES
from facetry.store.prepared import Prepared
from facetry.store.work import Work

SCHEME: Final = "attachment://"
_URI: Final = re.compile(re.escape(SCHEME) + r"(0|[1-9][0-9]{0,15})")
PICTURES: Final = frozenset(f"image/{format.lower()}" for format in FORMATS)
"""The media types that are told from the bytes."""


class Attachment(SQLModel, table=True):
    """Bytes of an extension that belong to an image; a key is never given twice."""

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
class Content:
    """What an attachment holds."""

    uri: str
    media_type: str
    data: bytes

    @property
    def name(self) -> str:
        """A file name to save it under."""
        format = self.media_type.removeprefix("image/").upper() if self.media_type in PICTURES else ""
        return f"attachment-{self.uri.removeprefix(SCHEME)}{SUFFIXES.get(format, '.bin')}"

    @property
    def hash(self) -> str:
        """SHA-256 of the bytes, in hexadecimal."""
        return hashlib.sha256(self.data).hexdigest()


_INSERT = Prepared(
    insert(Attachment)
    .values({name: bindparam(name) for name in Attachment.model_fields if name != "key"})
    .returning(col(Attachment.key))
)
_CONTENT = Prepared(
    select(col(Attachment.media_type), col(Attachment.data)).where(col(Attachment.key) == bindparam("key"))
)

_OF_IMAGE = (
    col(Attachment.key) == bindparam("number"),
    col(Attachment.image) == bindparam("image"),
    col(Attachment.extension) == bindparam("extension"),
)
_KEPT = Prepared(select(col(Attachment.key)).where(*_OF_IMAGE))
_DROP = Prepared(delete(Attachment).where(*_OF_IMAGE))


def create(work: Work, image: UUID, extension: str, media_type: str, data: bytes) -> str:
    """Keep the bytes and return the URI of the attachment.

    Raises 400 for an unknown image or extension, and for bytes that are not of the media type, if that is a
    picture's; others are taken as they are.
    """
    found = _key_of(work.connection, image)
    owner = extensions.require(work.connection, extension)
    require_media_type(media_type, data)
    row = _INSERT.first(
        work.connection, image=found, extension=owner, media_type=media_type, data=data, created=work.now
    )
    assert row is not None  # noqa: S101  # an INSERT that returns
    return f"{SCHEME}{row[0]}"


def content(connection: Connection, uri: str) -> Content:
    """What the attachment holds; 404 when there is none of that URI."""
    number = _number(uri)
    row = None if number is None else _CONTENT.first(connection, key=number)
    if row is None:
        raise FaultError(
            Fault(
                kind=Kind.UNKNOWN,
                rule="attachment.unknown",
                detail="There is no attachment with this URI.",
                parameter="uri",
                value=uri,
            )
        )
    return Content(uri, *row)


def is_kept(connection: Connection, uri: str, image: int, extension: int) -> bool:
    """Whether `uri` is that of an attachment which the extension keeps beside the image, both by their keys."""
    number = _number(uri)
    return number is not None and _KEPT.first(connection, number=number, image=image, extension=extension) is not None


def drop(work: Work, image: int, extension: int, uris: Iterable[str]) -> None:
    """Delete attachments that the extension keeps beside the image, both by their keys."""
    for uri in uris:
        _DROP.run(work.connection, number=_number(uri), image=image, extension=extension)


def _number(uri: str) -> int | None:
    """The number in a URI; None when it is not written as the service writes it."""
    found = _URI.fullmatch(uri)
    return int(found[1]) if found else None


def require_media_type(media_type: str, data: bytes) -> None:
    """400 when the media type is a picture's and the bytes are of another or of none."""
    if media_type not in PICTURES:
        return
    format = format_of(data[:HEAD_BYTES])
    told = None if format is None else f"image/{format.lower()}"
    if told != media_type:
        raise bad_parameter(
            "mimeType",
            f"The bytes are not {media_type}" + ("." if told is None else f", but {told}."),
            rule="attachment.media-type",
            value=media_type,
            remedy=None if told is None else f"Say {told}.",
        )


def _key_of(connection: Connection, image: UUID) -> int:
    try:
        return images.key_of(connection, image)
    except FaultError:
        raise bad_parameter("imageId", "There is no such image.", rule="image.unknown", value=image) from None
