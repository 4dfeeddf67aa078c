"""Images: one row for each picture file that could be read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Final
from uuid import UUID, uuid4

from sqlalchemy import (
    BigInteger,
    Connection,
    Index,
    UniqueConstraint,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlmodel import Field, SQLModel, col

from facetry.errors import unknown
from facetry.events import log
from facetry.library.changes import ImagesChanged
from facetry.library.repositories import Repository
from facetry.library.tasks import ledger
from facetry.store import fulltext
from facetry.store.prepared import Prepared, PreparedList
from facetry.store.work import Work
from generated.limits import TIMESTAMP_MAXIMUM, TIMESTAMP_MINIMUM


class Image(SQLModel, table=True):
    """A picture. Times are milliseconds since the epoch, but for `file_modified_ns`, which a rescan compares."""

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
            postgresql_where=text("missing_since IS NOT NULL"),
        ),
        Index("image_by_name", "name_order", "key"),
        Index("image_by_file_created", "file_created", "key"),
        Index("image_by_file_modified", "file_modified", "key"),
        Index("image_by_created", "created", "key"),
        Index("image_by_modified", "modified", "key"),
        Index("image_by_size", "size", "key"),
        Index("image_by_width", "width", "key"),
        Index("image_by_height", "height", "key"),
        Index("image_by_format", "format", "key"),
    )

    key: int | None = Field(default=None, primary_key=True)
    id: bytes = Field(unique=True)
    repository: int = Field(foreign_key="repository.key")
    path: str  # relative to the repository's folder, with `/`
    name: str
    name_order: str  # the name, case-folded: what sorting and keywords look at
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
    pixel_hash: bytes | None = None  # of the decoded pixels; see imaging/hashes.py
    perceptual_hash: int | None = Field(default=None, sa_type=BigInteger)  # 64 bits, as a signed integer
    placeholder: bytes | None = None  # ThumbHash
    parent: bytes | None = None  # the id of the image that it was made from, which may be gone
    source_url: str | None = None
    application_metadata: str | None = None  # JSON text
    missing_since: int | None = Field(default=None, sa_type=BigInteger)  # when a scan did not find the file


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What the file system says of a file. `path` is relative to the repository's folder, with `/`."""

    path: str
    size: int
    created_ms: int
    modified_ms: int
    modified_ns: int


@dataclass(frozen=True, slots=True)
class Picture:
    """What the decoder says of a file's bytes: format, size in pixels as shown, SHA-256, the metadata texts by kind,
    and what the picture looks like: `perceptual_hash` has 64 bits without a sign, `placeholder` is a ThumbHash.
    """

    format: str
    width: int
    height: int
    content_hash: bytes
    metadata: Mapping[str, str]
    pixel_hash: bytes | None = None
    perceptual_hash: int | None = None
    placeholder: bytes | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a stored picture came from, as its sender told; `application_metadata` is a JSON text."""

    parent: UUID | None = None
    source_url: str | None = None
    application_metadata: str | None = None


@dataclass(frozen=True, slots=True)
class KnownFile:
    """What the library remembers of a file, to tell whether it changed."""

    key: int
    path: str
    size: int
    modified_ns: int
    content_hash: bytes
    missing: bool = False


@dataclass(frozen=True, slots=True)
class Twin:
    """An image that has, or had, the same bytes or pixels as another file: where the library believes it to lie."""

    key: int
    repository: int
    root: str
    path: str
    size: int
    modified_ns: int
    content_hash: bytes
    pixel_hash: bytes | None


_KEY = Prepared(select(col(Image.key)).where(col(Image.id) == bindparam("id")))
_ID = Prepared(select(col(Image.id)).where(col(Image.key) == bindparam("key")))
_INSERT = Prepared(
    insert(Image)
    .values({name: bindparam(name) for name in Image.model_fields if name != "key"})  # key: by the database
    .returning(col(Image.key))
)
_KNOWN = (
    col(Image.key),
    col(Image.path),
    col(Image.size),
    col(Image.file_modified_ns),
    col(Image.content_hash),
    col(Image.missing_since).isnot(None).label("missing"),
)
_ALL_KNOWN = select(*_KNOWN)
_TWIN: Any = select(
    col(Image.key),
    col(Image.repository),
    col(Repository.path).label("root"),
    col(Image.path),
    col(Image.size),
    col(Image.file_modified_ns),
    col(Image.content_hash),
    col(Image.pixel_hash),
).join(Repository, col(Repository.key) == col(Image.repository))
NOWHERE: Final = "/dev/null"
"""Where displaced images are kept: there can be no file beneath it."""
TWINS: Final = 1_000
"""Of more images with the same bytes, no more are looked at: their pictures can stand for each other."""
_SAME_BYTES = PreparedList(lambda hashes: _TWIN.where(col(Image.content_hash).in_(hashes)))
_SAME_PIXELS = PreparedList(lambda hashes: _TWIN.where(col(Image.pixel_hash).in_(hashes)))
_UNDER = "0"  # the character behind "/"


def key_of(connection: Connection, id: UUID) -> int:
    """The integer key of an image; 404 when there is none with this id."""
    key = find(connection, id)
    if key is None:
        raise unknown("image", id)
    return key


def find(connection: Connection, id: UUID) -> int | None:
    """The integer key of an image, or None when there is none with this id."""
    row = _KEY.first(connection, id=id.bytes)
    return row[0] if row else None


def known(connection: Connection, repository: int, paths: Sequence[str]) -> dict[str, KnownFile]:
    """What is remembered of those of `paths` that are images of the repository."""
    rows = connection.execute(_ALL_KNOWN.where(col(Image.repository) == repository, col(Image.path).in_(paths)))
    return {row.path: _known(row) for row in rows}


def beneath(connection: Connection, repository: int, path: str) -> list[KnownFile]:
    """The image of the repository at `path`, and those in the folder `path`, if it is one."""
    inside = and_(col(Image.path) > f"{path}/", col(Image.path) < f"{path}{_UNDER}")
    rows = connection.execute(
        _ALL_KNOWN.where(col(Image.repository) == repository, or_(col(Image.path) == path, inside))
    )
    return [_known(row) for row in rows]


def twins(connection: Connection, hashes: Sequence[bytes], pixel_hashes: Sequence[bytes]) -> list[Twin]:
    """The images of the whole library with these bytes or these pixels, by key."""
    rows = _SAME_BYTES.rows(connection, hashes) + _SAME_PIXELS.rows(connection, pixel_hashes)
    return sorted({Twin(*row) for row in rows}, key=lambda twin: twin.key)[:TWINS]


def count(connection: Connection, repository: int) -> int:
    """How many images the repository has."""
    counting = select(func.count()).select_from(Image).where(col(Image.repository) == repository)
    total: int = connection.execute(counting).scalar_one()
    return total


def missing_count(connection: Connection, repository: int) -> int:
    """How many images of the repository wait for a word whether they may be forgotten."""
    lost = (col(Image.repository) == repository, col(Image.missing_since).isnot(None))
    total: int = connection.execute(select(func.count()).select_from(Image).where(*lost)).scalar_one()
    return total


def after(connection: Connection, repository: int, key: int, count: int) -> list[KnownFile]:
    """The next `count` images of the repository in the order of their keys, behind `key`: for going through all."""
    rows = connection.execute(
        _ALL_KNOWN.where(col(Image.repository) == repository, col(Image.key) > key)
        .order_by(col(Image.key))
        .limit(count)
    )
    return [_known(row) for row in rows]


def insert_image(
    work: Work, repository: int, file: FileFacts, picture: Picture, origin: Origin | None = None
) -> tuple[int, UUID]:
    """Add an image and return its key and id; announces `image.created` and asks extensions for facets."""
    id = uuid4()
    key = _INSERT.first(
        work.connection,
        id=id.bytes,
        repository=repository,
        created=work.now,
        modified=work.now,
        missing_since=None,
        **_of_origin(origin or Origin()),
        **_of_file(file),
        **_of_picture(picture),
    )
    assert key is not None  # noqa: S101  # an INSERT that returns
    _index(work, key[0], file, picture)
    work.changes.append(ImagesChanged((key[0],)))
    log.announce(work, "image.created", image=id)
    ledger.request(work, key[0], id, is_new=True)
    return key[0], id


def replace(work: Work, key: int, file: FileFacts, picture: Picture) -> None:
    """The file has other bytes now; announces `image.updated` and asks extensions for facets."""
    _change(work, key, **_of_file(file), **_of_picture(picture), modified=work.now, missing_since=None)
    _index(work, key, file, picture)
    id = _id_of(work.connection, key)
    log.announce(work, "image.updated", image=id)
    ledger.request(work, key, id, is_new=False)


def move(work: Work, key: int, repository: int, file: FileFacts) -> None:
    """The same picture at another place: it keeps its id and its facets; announces `image.renamed`."""
    _change(work, key, **_of_file(file), repository=repository, modified=work.now, missing_since=None)
    _index(work, key, file)
    log.announce(work, "image.renamed", image=_id_of(work.connection, key))


def displace(work: Work, key: int) -> None:
    """Another picture has taken the place of this one, which may yet be found elsewhere."""
    _change(work, key, path=f"{NOWHERE}/{key}", missing_since=work.now)


def touch(work: Work, key: int, file: FileFacts) -> None:
    """The same bytes with other file times: nothing that anybody is told of."""
    _change(work, key, **_of_file(file), missing_since=None)


def attribute(work: Work, key: int, origin: Origin) -> None:
    """Note where an image that is there already came from."""
    _change(work, key, **_of_origin(origin))


def mark_missing(work: Work, keys: Sequence[int]) -> None:
    """Note that the files of these images were not found; those that are marked already keep the earlier date."""
    unmarked = (col(Image.key).in_(keys), col(Image.missing_since).is_(None))
    work.connection.execute(update(Image).where(*unmarked).values(missing_since=work.now))


def mark_found(work: Work, keys: Sequence[int]) -> None:
    """The files of these images are there again."""
    work.connection.execute(update(Image).where(col(Image.key).in_(keys)).values(missing_since=None))


def remove(work: Work, keys: Iterable[int]) -> list[UUID]:
    """Forget images, their facets with them, and return their ids; announces `image.deleted` for each."""
    ids = []
    for key in keys:
        id = _id_of(work.connection, key)
        work.connection.execute(delete(Image).where(col(Image.key) == key))
        work.changes.append(ImagesChanged((key,), are_removed=True))
        log.announce(work, "image.deleted", image=id)
        ids.append(id)
    return ids


def _known(row: Any) -> KnownFile:
    return KnownFile(row.key, row.path, row.size, row.file_modified_ns, row.content_hash, bool(row.missing))


def _change(work: Work, key: int, **values: object) -> None:
    work.connection.execute(update(Image).where(col(Image.key) == key).values(**values))
    work.changes.append(ImagesChanged((key,)))


def _index(work: Work, key: int, file: FileFacts, picture: Picture | None = None) -> None:
    """Make the name findable, and the metadata of a new picture."""
    fulltext.put(work.connection, "name_text", key, PurePosixPath(file.path).name)
    if picture is not None:
        if text := searched(picture.metadata):
            fulltext.put(work.connection, "metadata_text", key, text)
        else:
            fulltext.drop(work.connection, "metadata_text", key)


def searched(metadata: Mapping[str, str]) -> str:
    """The text that keywords look for in the metadata: all of it, or what there is when that is too long."""
    return metadata.get("all") or "\n".join(metadata.values())


def _id_of(connection: Connection, key: int) -> UUID:
    row = _ID.first(connection, key=key)
    if row is None:
        raise unknown("image", key)
    return UUID(bytes=row[0])


def _of_file(file: FileFacts) -> dict[str, object]:
    name = PurePosixPath(file.path).name
    return {
        "path": file.path,
        "name": name,
        "name_order": name.casefold(),
        "size": file.size,
        "file_created": _date(file.created_ms),
        "file_modified": _date(file.modified_ms),
        "file_modified_ns": file.modified_ns,
    }


def _date(milliseconds: int) -> int:
    """The nearest time that the wire can tell: file systems keep stranger ones."""
    return min(max(milliseconds, TIMESTAMP_MINIMUM), TIMESTAMP_MAXIMUM)


def _of_picture(picture: Picture) -> dict[str, object]:
    return {
        "format": picture.format,
        "width": picture.width,
        "height": picture.height,
        "content_hash": picture.content_hash,
        "details": json.dumps(dict(picture.metadata), ensure_ascii=False),
        "pixel_hash": picture.pixel_hash,
        "perceptual_hash": signed(picture.perceptual_hash),
        "placeholder": picture.placeholder,
    }


def _of_origin(origin: Origin) -> dict[str, object]:
    return {
        "parent": origin.parent.bytes if origin.parent else None,
        "source_url": origin.source_url,
        "application_metadata": origin.application_metadata,
    }


def signed(bits: int | None) -> int | None:
    """64 bits as databases keep them: an integer with a sign."""
    return None if bits is None else bits - (1 << 64) if bits >> 63 else bits
