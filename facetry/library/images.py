"""Images: one row for each picture file that could be read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID, uuid4

from sqlalchemy import (
    BigInteger,
    Connection,
    Index,
    UniqueConstraint,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    select,
    text,
    update,
)
from sqlmodel import Field, SQLModel, col

from facetry.errors import not_found
from facetry.events import log
from facetry.imaging.metadata.capture_date import capture_date_of
from facetry.library.changes import ImagesChanged, StatesChanged
from facetry.library.pictures import FileFacts, Picture
from facetry.schema.text_forms import folded, natural_key
from facetry.store import fulltext
from facetry.store.prepared import PreparedStatement
from facetry.store.work import Work
from generated.limits import TIMESTAMP_MAXIMUM, TIMESTAMP_MINIMUM

_CAPTURED: Final = "coalesce(capture_date + coalesce(capture_offset, 0) * 60000, file_created)"
"""The expression of the index. That of queries has to be the same, with its numbers and not with parameters."""


class Image(SQLModel, table=True):
    """A picture. Times are milliseconds since the epoch, except `file_modified_ns` and `file_changed_ns`, which rescans
    compare.
    """

    __tablename__ = "image"
    __table_args__ = (
        UniqueConstraint("repository", "path", name="image_path"),
        Index("image_hash", "content_hash"),
        Index("image_pixels", "pixel_hash"),
        Index("image_perceptual", "perceptual_hash"),
        Index(
            "image_missing",
            "repository",
            sqlite_where=text("missing_since IS NOT NULL"),
        ),
        Index("image_by_name", "name_order", "key"),  # read as a whole for short keywords
        Index("image_by_name_key", "name_key", "key"),
        Index("image_by_file_created", "file_created", "key"),
        Index("image_by_file_modified", "file_modified", "key"),
        Index("image_by_created", "created", "key"),
        Index("image_by_modified", "modified", "key"),
        Index("image_by_size", "size", "key"),
        Index("image_by_width", "width", "key"),
        Index("image_by_height", "height", "key"),
        Index("image_by_captured", text(_CAPTURED), "key"),
        Index("image_by_format", "format", "key"),
    )

    key: int | None = Field(default=None, primary_key=True)
    id: bytes = Field(unique=True)
    repository: int = Field(foreign_key="repository.key")
    path: str  # relative to the repository's folder, with `/`
    name: str
    name_order: str  # the name, folded: for keywords
    format: str
    width: int
    height: int
    size: int = Field(sa_type=BigInteger)  # bytes
    file_created: int = Field(sa_type=BigInteger)
    file_modified: int = Field(sa_type=BigInteger)
    file_modified_ns: int = Field(sa_type=BigInteger)
    created: int = Field(sa_type=BigInteger)
    modified: int = Field(sa_type=BigInteger)
    content_hash: bytes  # SHA-256 of the file
    details: str  # JSON object of the metadata texts
    pixel_hash: bytes | None = None  # hash of the decoded pixels; see imaging/hashes.py
    perceptual_hash: int | None = Field(default=None, sa_type=BigInteger)  # 64 bits, as a signed integer
    placeholder: bytes | None = None  # ThumbHash
    parent: bytes | None = None  # id of the image that this one was derived from; that image may have been removed
    source_url: str | None = None
    application_metadata: str | None = None  # JSON text
    capture_date: int | None = Field(default=None, sa_type=BigInteger)  # None: the metadata has none
    capture_offset: int | None = None  # of the camera's clock from UTC, in minutes
    capture_source: str | None = None  # the kind of metadata that has the date
    missing_since: int | None = Field(default=None, sa_type=BigInteger)  # when a scan first missed the file
    file_changed_ns: int | None = Field(default=None, sa_type=BigInteger)  # see `FileVersion`; None: not known yet
    file_inode: int | None = Field(default=None, sa_type=BigInteger)
    name_key: str = Field(default="", sa_column_kwargs={"server_default": ""})
    """The key of the natural order of names; empty in a row of a former version; see `integrity/former_names.py`."""


CAPTURED: Final[Any] = func.coalesce(
    col(Image.capture_date) + func.coalesce(col(Image.capture_offset), literal_column("0")) * literal_column("60000"),
    col(Image.file_created),
)
"""When a picture was taken as far as known, on the local clock, as if that clock was one of UTC.

Without a date in its metadata, it is when its file was created.
"""


@dataclass(frozen=True, slots=True)
class ImagesAdded:
    """A fact for hooks: the images with the keys from `first` to `last` were added."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class ContentChanged:
    """A fact for hooks: the file of the image with this key has new content."""

    key: int


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a stored picture came from, as its sender states; `application_metadata` is a JSON text."""

    parent: UUID | None = None
    source_url: str | None = None
    application_metadata: str | None = None


_KEY = PreparedStatement(select(col(Image.key)).where(col(Image.id) == bindparam("id")))
_ID = PreparedStatement(select(col(Image.id)).where(col(Image.key) == bindparam("key")))
_INSERT = PreparedStatement(insert(Image).values({name: bindparam(name) for name in Image.model_fields}))
_LAST_KEY = PreparedStatement(select(func.max(col(Image.key))))
DISPLACED_FOLDER: Final = "/dev/null"
"""Folder in the recorded paths of displaced images: no file can exist beneath it."""
_DEFAULTS: Final = {name: field.default for name, field in Image.model_fields.items() if not field.is_required()}
"""The columns that migrations have added, and others that may be absent."""


def key_of(connection: Connection, id: UUID) -> int:
    """The integer key of an image; 404 when there is none with this id."""
    key = find(connection, id)
    if key is None:
        raise not_found("image", id)
    return key


def find(connection: Connection, id: UUID) -> int | None:
    """The integer key of an image, or None when there is none with this id."""
    row = _KEY.first(connection, id=id.bytes)
    return row[0] if row else None


def count(connection: Connection, repository: int) -> int:
    """The number of images in the repository."""
    query = select(func.count()).select_from(Image).where(col(Image.repository) == repository)
    total: int = connection.execute(query).scalar_one()
    return total


def missing_count(connection: Connection, repository: int) -> int:
    """The number of missing images in the repository, which wait for confirmation before they are removed."""
    conditions = (col(Image.repository) == repository, col(Image.missing_since).isnot(None))
    total: int = connection.execute(select(func.count()).select_from(Image).where(*conditions)).scalar_one()
    return total


def insert_image(
    work: Work, repository: int, file: FileFacts, picture: Picture, origin: Origin | None = None
) -> tuple[int, UUID]:
    """Add one image; see `insert_images`."""
    return insert_images(work, repository, [(file, picture)], origin)[0]


def insert_images(
    work: Work, repository: int, pictures: Sequence[tuple[FileFacts, Picture]], origin: Origin | None = None
) -> list[tuple[int, UUID]]:
    """Add images and return their keys and ids. Announces `image.created` for each; one `ImagesAdded` for the hooks."""
    if not pictures:
        return []
    first = 1 + (_LAST_KEY.column(work.connection)[0] or 0)
    added = [(key, uuid4(), file, picture) for key, (file, picture) in enumerate(pictures, first)]
    same = {"repository": repository, "created": work.now, "modified": work.now, "missing_since": None}
    columns = same | _origin_columns(origin or Origin())
    rows = (
        {**columns, "key": key, "id": id.bytes, **_file_columns(file), **_picture_columns(picture)}
        for key, id, file, picture in added
    )
    _INSERT.run_many(work.connection, rows)
    texts = [(key, _name_of(file.path), searchable_text(picture.metadata)) for key, _, file, picture in added]
    _index_many(work, texts)
    log.announce_images(work, "image.created", [id for _, id, *_ in added])
    work.run_hooks(ImagesAdded(first, first + len(added) - 1))
    return [(key, id) for key, id, *_ in added]


def row_of(connection: Connection, key: int) -> dict[str, Any]:
    """The columns of an image by their names, except its key."""
    columns = [col(getattr(Image, name)) for name in Image.model_fields if name != "key"]
    return dict(connection.execute(select(*columns).where(col(Image.key) == key)).one()._mapping)


def insert_row(work: Work, row: Mapping[str, Any], *, path: str, is_missing: bool) -> int:
    """Add an image that was removed, with its columns (from `row_of`) and a path; returns its new key.

    Columns that `row` lacks, because a former version has read it, get their defaults. Announces `image.created` and
    runs the hooks for `ImagesAdded`.
    """
    key = 1 + (_LAST_KEY.column(work.connection)[0] or 0)
    name = _name_of(path)
    if is_displaced(path):
        path, name = f"{DISPLACED_FOLDER}/{key}", row["name"]
    known = {name: value for name, value in row.items() if name in Image.model_fields}
    values = {**known, "key": key, "path": path, **name_columns(name), "modified": work.now}
    _INSERT.run_many(work.connection, [{**_DEFAULTS, **values, "missing_since": work.now if is_missing else None}])
    _index_many(work, [(key, name, searchable_text(json.loads(row["details"])))])
    log.announce(work, "image.created", image=UUID(bytes=row["id"]))
    work.run_hooks(ImagesAdded(key, key))
    return key


def replace(work: Work, key: int, file: FileFacts, picture: Picture) -> None:
    """Record new content of the file. Announces `image.updated` and runs the hooks for `ContentChanged`."""
    _change(work, key, **_file_columns(file), **_picture_columns(picture), modified=work.now, missing_since=None)
    _index(work, key, file, picture)
    log.announce(work, "image.updated", image=id_of(work.connection, key))
    work.run_hooks(ContentChanged(key))


def move(work: Work, key: int, repository: int, file: FileFacts) -> None:
    """Record a new path of an unchanged picture, which keeps its id and its facets. Announces `image.renamed`."""
    _change(work, key, **_file_columns(file), repository=repository, modified=work.now, missing_since=None)
    _index(work, key, file)
    log.announce(work, "image.renamed", image=id_of(work.connection, key))


def displace(work: Work, key: int) -> None:
    """Mark the image as missing because another picture has taken its path; the image may be found elsewhere later."""
    _change(work, key, path=f"{DISPLACED_FOLDER}/{key}", missing_since=work.now)


def is_displaced(path: str) -> bool:
    """Whether the recorded path is that of a displaced image."""
    return path.startswith(f"{DISPLACED_FOLDER}/")


def touch(work: Work, key: int, file: FileFacts, picture: Picture) -> None:
    """Record new file times of unchanged bytes, and what was read from them anew. Nothing is announced.

    What was read differs if an older version had read the file, or if the record was repaired. Nothing is written if
    all is as recorded.
    """
    values = _file_columns(file) | _picture_columns(picture) | {"missing_since": None}
    recorded = work.connection.execute(
        select(*(col(getattr(Image, name)) for name in values)).where(col(Image.key) == key)
    )
    if recorded.one()._mapping != values:
        _change(work, key, **values)
        _index(work, key, file, picture)


def set_origin(work: Work, key: int, origin: Origin) -> None:
    """Set the origin of an existing image."""
    _change(work, key, **_origin_columns(origin))


def mark_missing(work: Work, keys: Sequence[int]) -> None:
    """Mark the images as missing; images that are marked already keep the earlier date."""
    unmarked = (col(Image.key).in_(keys), col(Image.missing_since).is_(None))
    work.connection.execute(update(Image).where(*unmarked).values(missing_since=work.now))
    work.changes.append(StatesChanged())


def mark_found(work: Work, keys: Sequence[int]) -> None:
    """Clear the missing mark of these images: their files exist again."""
    work.connection.execute(update(Image).where(col(Image.key).in_(keys)).values(missing_since=None))
    work.changes.append(StatesChanged())


def remove(work: Work, keys: Iterable[int]) -> list[UUID]:
    """Remove images with their facets and return their ids. Announces `image.deleted` for each."""
    ids = []
    for key in keys:
        id = id_of(work.connection, key)
        work.connection.execute(delete(Image).where(col(Image.key) == key))
        work.changes.append(ImagesChanged((key,), are_removed=True))
        log.announce(work, "image.deleted", image=id)
        ids.append(id)
    return ids


def _change(work: Work, key: int, **values: object) -> None:
    work.connection.execute(update(Image).where(col(Image.key) == key).values(**values))
    work.changes.append(ImagesChanged((key,)))


def _index_many(work: Work, texts: Sequence[tuple[int, str, str]]) -> None:
    """Add new images to the full-text indexes: their keys, names and metadata texts."""
    fulltext.put_many(work.connection, "name_text", ((key, name) for key, name, _ in texts))
    fulltext.put_many(work.connection, "metadata_text", ((key, metadata) for key, _, metadata in texts if metadata))
    work.changes.append(ImagesChanged(tuple(key for key, *_ in texts)))


def _index(work: Work, key: int, file: FileFacts, picture: Picture | None = None) -> None:
    """Add the name to the full-text index, and the metadata if the picture is new."""
    fulltext.put(work.connection, "name_text", key, _name_of(file.path))
    if picture is not None:
        if text := searchable_text(picture.metadata):
            fulltext.put(work.connection, "metadata_text", key, text)
        else:
            fulltext.remove(work.connection, "metadata_text", key)


def searchable_text(metadata: Mapping[str, str]) -> str:
    """The metadata text for keyword search: the member `all`, or the other texts if `all` was too long."""
    return metadata.get("all") or "\n".join(metadata.values())


def id_of(connection: Connection, key: int) -> UUID:
    """The id of the image with this key; 404 when there is none."""
    row = _ID.first(connection, key=key)
    if row is None:
        raise not_found("image", key)
    return UUID(bytes=row[0])


def _file_columns(file: FileFacts) -> dict[str, object]:
    return {
        "path": file.path,
        **name_columns(_name_of(file.path)),
        "size": file.size,
        "file_created": _clamp_date(file.created_ms),
        "file_modified": _clamp_date(file.modified_ms),
        "file_modified_ns": file.modified_ns,
        "file_changed_ns": file.recorded_change_ns,
        "file_inode": file.inode or None,
    }


def name_columns(name: str) -> dict[str, str]:
    """The columns of a name: as it is on the disk, and as it is compared."""
    searchable = folded(name)
    return {"name": name, "name_order": searchable, "name_key": natural_key(searchable)}


def _name_of(path: str) -> str:
    return path.rpartition("/")[2]


def _clamp_date(milliseconds: int) -> int:
    """The nearest time that the wire format can express; file systems may store times outside its range."""
    return min(max(milliseconds, TIMESTAMP_MINIMUM), TIMESTAMP_MAXIMUM)


def _picture_columns(picture: Picture) -> dict[str, object]:
    return {
        "format": picture.format,
        "width": picture.width,
        "height": picture.height,
        "content_hash": picture.content_hash,
        "details": json.dumps(dict(picture.metadata), ensure_ascii=False),
        "pixel_hash": picture.pixel_hash,
        "perceptual_hash": to_signed(picture.perceptual_hash),
        "placeholder": picture.placeholder,
        **_capture_columns(picture.metadata),
    }


def _capture_columns(metadata: Mapping[str, str]) -> dict[str, object]:
    date = capture_date_of(metadata)
    return {
        "capture_date": date.time if date else None,
        "capture_offset": date.offset if date else None,
        "capture_source": date.source if date else None,
    }


def _origin_columns(origin: Origin) -> dict[str, object]:
    return {
        "parent": origin.parent.bytes if origin.parent else None,
        "source_url": origin.source_url,
        "application_metadata": origin.application_metadata,
    }


def to_signed(bits: int | None) -> int | None:
    """64 bits as the signed integer that databases store."""
    return None if bits is None else bits - (1 << 64) if bits >> 63 else bits
