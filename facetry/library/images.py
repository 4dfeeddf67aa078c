"""Images: one row for each picture file that could be read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import BigInteger, Connection, Index, UniqueConstraint, bindparam, delete, insert, select, update
from sqlmodel import Field, SQLModel, col

from facetry.errors import unknown
from facetry.events import log
from facetry.library.repositories import Repository
from facetry.store.prepared import Prepared
from facetry.store.work import Work
from generated.limits import TIMESTAMP_MAXIMUM, TIMESTAMP_MINIMUM


class Image(SQLModel, table=True):
    """A picture. Times are milliseconds since the epoch, but for `file_modified_ns`, which a rescan compares."""

    __tablename__ = "image"
    __table_args__ = (
        UniqueConstraint("repository", "path", name="image_path"),
        Index("image_hash", "content_hash"),
        Index("image_by_name", "name_order", "key"),
        Index("image_by_file_created", "file_created", "key"),
        Index("image_by_file_modified", "file_modified", "key"),
        Index("image_by_created", "created", "key"),
        Index("image_by_modified", "modified", "key"),
        Index("image_by_size", "size", "key"),
        Index("image_by_width", "width", "key"),
        Index("image_by_height", "height", "key"),
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
    """What the decoder says of a file's bytes: format, size in pixels, SHA-256, and the metadata texts by kind."""

    format: str
    width: int
    height: int
    content_hash: bytes
    metadata: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class KnownFile:
    """What the library remembers of a file, to tell whether it changed."""

    key: int
    path: str
    size: int
    modified_ns: int
    content_hash: bytes


_KEY = Prepared(select(col(Image.key)).where(col(Image.id) == bindparam("id")))
_ID = Prepared(select(col(Image.id)).where(col(Image.key) == bindparam("key")))
_INSERT = Prepared(
    insert(Image).values({name: bindparam(name) for name in Image.model_fields if name != "key"})  # key: by SQLite
)
_KNOWN = (col(Image.key), col(Image.path), col(Image.size), col(Image.file_modified_ns), col(Image.content_hash))
_ALL_KNOWN = select(*_KNOWN)
_WITH_HASH = Prepared(
    _ALL_KNOWN.where(col(Image.content_hash) == bindparam("hash"), col(Image.repository) == bindparam("repository"))
)


def key_of(connection: Connection, id: UUID) -> int:
    """The integer key of an image; 404 when there is none with this id."""
    row = _KEY.first(connection, id=id.bytes)
    if row is None:
        raise unknown("image", id)
    key: int = row[0]
    return key


def known(connection: Connection, repository: int, paths: Sequence[str]) -> dict[str, KnownFile]:
    """What is remembered of those of `paths` that are images of the repository."""
    rows = connection.execute(_ALL_KNOWN.where(col(Image.repository) == repository, col(Image.path).in_(paths)))
    return {row.path: _known(row) for row in rows}


def with_hash(connection: Connection, repository: int, content_hash: bytes) -> list[KnownFile]:
    """The images of the repository whose files had exactly these bytes."""
    return [KnownFile(*row) for row in _WITH_HASH.rows(connection, hash=content_hash, repository=repository)]


def after(connection: Connection, repository: int, key: int, count: int) -> list[KnownFile]:
    """The next `count` images of the repository in the order of their keys, behind `key`: for going through all."""
    rows = connection.execute(
        _ALL_KNOWN.where(col(Image.repository) == repository, col(Image.key) > key)
        .order_by(col(Image.key))
        .limit(count)
    )
    return [_known(row) for row in rows]


def insert_image(work: Work, repository: int, file: FileFacts, picture: Picture) -> UUID:
    """Add an image; announces `image.created`."""
    id = uuid4()
    _INSERT.run(
        work.connection,
        id=id.bytes,
        repository=repository,
        created=work.now,
        modified=work.now,
        **_of_file(file),
        **_of_picture(picture),
    )
    log.announce(work, "image.created", image=id)
    return id


def replace(work: Work, key: int, file: FileFacts, picture: Picture) -> None:
    """The file has other bytes now; announces `image.updated`."""
    _change(work, key, **_of_file(file), **_of_picture(picture), modified=work.now)
    log.announce(work, "image.updated", image=_id_of(work.connection, key))


def move(work: Work, key: int, file: FileFacts) -> None:
    """The same picture under another path: it keeps its id and its facets; announces `image.renamed`."""
    _change(work, key, **_of_file(file), modified=work.now)
    log.announce(work, "image.renamed", image=_id_of(work.connection, key))


def touch(work: Work, key: int, file: FileFacts) -> None:
    """The same bytes with other file times: nothing that anybody is told of."""
    _change(work, key, **_of_file(file))


def remove(work: Work, keys: Iterable[int]) -> None:
    """Forget images, their facets with them; announces `image.deleted` for each."""
    for key in keys:
        id = _id_of(work.connection, key)
        work.connection.execute(delete(Image).where(col(Image.key) == key))
        log.announce(work, "image.deleted", image=id)


@dataclass(frozen=True, slots=True)
class Located:
    """Where the file of an image lies: `path` beneath the folder `root`."""

    id: UUID
    key: int
    root: str
    path: str
    format: str

    @property
    def name(self) -> str:
        """The name of the file."""
        return PurePosixPath(self.path).name

    @property
    def media_type(self) -> str:
        """The media type of the file's content."""
        return f"image/{self.format.lower()}"


def located(connection: Connection, id: UUID) -> Located:
    """Where the file of an image lies; 404 when there is no such image."""
    row: Any = connection.execute(
        select(col(Image.key), col(Repository.path).label("root"), col(Image.path), col(Image.format))
        .join(Repository, col(Repository.key) == col(Image.repository))
        .where(col(Image.id) == id.bytes)
    ).first()
    if row is None:
        raise unknown("image", id)
    return Located(id, row.key, row.root, row.path, row.format)


def _known(row: Any) -> KnownFile:
    return KnownFile(row.key, row.path, row.size, row.file_modified_ns, row.content_hash)


def _change(work: Work, key: int, **values: object) -> None:
    work.connection.execute(update(Image).where(col(Image.key) == key).values(**values))


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
    }
