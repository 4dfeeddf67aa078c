"""Trashed images: the rows from which deleted images are restored."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import orjson
from sqlalchemy import BigInteger, Connection, Index, LargeBinary, delete, func, insert, or_, select
from sqlmodel import Field, SQLModel, col

from facetry.errors import Fault, FaultError, FaultKind
from facetry.library import images, recorded_files
from facetry.library.facets import facet_lines
from facetry.library.facets.facet_lines import FacetLine
from facetry.library.repositories import Repository
from facetry.store.work import Work

FOLDER: Final = ".facetry-trash"
"""The hidden folder in the folder of each repository."""
_BINARY_COLUMNS: Final = frozenset(
    name for name, column in SQLModel.metadata.tables["image"].columns.items() if isinstance(column.type, LargeBinary)
)


class TrashedImage(SQLModel, table=True):
    """A deleted image. Its file is in the trash folder of its repository."""

    __tablename__ = "trashed_image"
    __table_args__ = (
        Index("trashed_image_by_date", "deleted", "key"),
        Index("trashed_image_by_repository", "repository"),
    )

    key: int | None = Field(default=None, primary_key=True)
    id: bytes = Field(unique=True)
    repository: int = Field(foreign_key="repository.key", ondelete="CASCADE")
    path: str  # of the file, before it was moved to the trash
    file: str | None = None  # its name in the trash folder; None if the image had no file
    deleted: int = Field(sa_type=BigInteger)  # milliseconds since the epoch
    image: str  # JSON object of the columns of the image; binary ones in base64
    facets: bytes  # JSON array of facet lines, compressed by zlib


@dataclass(frozen=True, slots=True)
class TrashRecord:
    """A trashed image, without its facets. `image` has the columns of its row, and `root` is the folder of its
    repository.
    """

    key: int
    id: UUID
    repository: int
    repository_id: UUID
    root: str
    path: str
    file: str | None
    deleted: int
    image: Mapping[str, Any]


_SELECT: Final = select(
    col(TrashedImage.key),
    col(TrashedImage.id),
    col(TrashedImage.repository),
    col(Repository.id),
    col(Repository.path),
    col(TrashedImage.path),
    col(TrashedImage.file),
    col(TrashedImage.deleted),
    col(TrashedImage.image),
).join(Repository, col(Repository.key) == col(TrashedImage.repository))


def put(work: Work, key: int, file: str | None) -> None:
    """Record the image with this key, and its facets, as trashed. The image itself stays."""
    row = images.row_of(work.connection, key)
    ((_, lines),) = facet_lines.lines_of(work.connection, [key])
    values = {
        "id": row["id"],
        "repository": row["repository"],
        "path": row["path"],
        "file": file,
        "deleted": work.now,
        "image": orjson.dumps({name: _to_json(name, value) for name, value in row.items()}).decode(),
        "facets": zlib.compress(orjson.dumps(lines, option=orjson.OPT_SERIALIZE_NUMPY)),
    }
    work.connection.execute(insert(TrashedImage).values(values))


def require(connection: Connection, id: UUID) -> TrashRecord:
    """The trashed image with this id; 404 when there is none."""
    record = find(connection, id)
    if record is None:
        raise FaultError(
            Fault(
                kind=FaultKind.NOT_FOUND,
                rule="trash.unknown",
                detail="The trash has no image with this id.",
                parameter="id",
                value=str(id),
            )
        )
    return record


def find(connection: Connection, id: UUID) -> TrashRecord | None:
    """The trashed image with this id, or None."""
    row = connection.execute(_SELECT.where(col(TrashedImage.id) == id.bytes)).first()
    return None if row is None else _record(row)


def facets_of(connection: Connection, key: int) -> list[FacetLine]:
    """The facet lines of the trashed image with this key."""
    packed = connection.execute(select(col(TrashedImage.facets)).where(col(TrashedImage.key) == key)).scalar_one()
    lines: list[FacetLine] = orjson.loads(zlib.decompress(packed))
    return lines


def page(connection: Connection, skip: int, take: int) -> tuple[list[TrashRecord], int]:
    """A page of the trashed images, those deleted last first, and their total number."""
    order = (col(TrashedImage.deleted).desc(), col(TrashedImage.key).desc())
    rows = connection.execute(_SELECT.order_by(*order).offset(skip).limit(take))
    total = connection.execute(select(func.count()).select_from(TrashedImage)).scalar_one()
    return [_record(row) for row in rows], total


def deleted_outside(connection: Connection, begin: int, end: int, after_key: int, limit: int) -> list[TrashRecord]:
    """The next `limit` trashed images with greater keys whose deletion has a date before `begin` or after `end`, both
    in milliseconds.
    """
    is_outside = or_(col(TrashedImage.deleted) < begin, col(TrashedImage.deleted) > end)
    conditions = (is_outside, col(TrashedImage.key) > after_key)
    rows = connection.execute(_SELECT.where(*conditions).order_by(col(TrashedImage.key)).limit(limit))
    return [_record(row) for row in rows]


def of_repository(connection: Connection, repository: int) -> list[TrashRecord]:
    """The trashed images of a repository."""
    rows = connection.execute(_SELECT.where(col(TrashedImage.repository) == repository))
    return [_record(row) for row in rows]


def holds(connection: Connection, repository: int, path: str) -> bool:
    """Whether the record of an image of a repository, or of a trashed one, has its file at this path."""
    folder, _, file = path.rpartition("/")
    if folder == FOLDER:
        in_trash = (col(TrashedImage.repository) == repository, col(TrashedImage.file) == file)
        return connection.execute(select(col(TrashedImage.key)).where(*in_trash)).first() is not None
    return bool(recorded_files.records(connection, repository, [path]))


def current(connection: Connection, records: Sequence[TrashRecord]) -> list[TrashRecord]:
    """Those records that are still there: their images were neither removed nor restored, nor deleted once more."""
    ids = [record.id.bytes for record in records]
    found = connection.execute(
        select(col(TrashedImage.id), col(TrashedImage.deleted)).where(col(TrashedImage.id).in_(ids))
    )
    deleted = {UUID(bytes=id): time for id, time in found}
    return [record for record in records if deleted.get(record.id) == record.deleted]


def remove(work: Work, record: TrashRecord) -> bool:
    """Remove the row of a record; whether it was still there. Another row may have its key by now."""
    same = (col(TrashedImage.id) == record.id.bytes, col(TrashedImage.deleted) == record.deleted)
    return work.connection.execute(delete(TrashedImage).where(*same)).rowcount > 0


def _record(row: Any) -> TrashRecord:
    key, id, repository, repository_id, root, path, file, deleted, text = row
    image = {name: _from_json(name, value) for name, value in orjson.loads(text).items()}
    return TrashRecord(key, UUID(bytes=id), repository, UUID(bytes=repository_id), root, path, file, deleted, image)


def _to_json(name: str, value: Any) -> Any:
    return base64.b64encode(value).decode() if name in _BINARY_COLUMNS and value is not None else value


def _from_json(name: str, value: Any) -> Any:
    return base64.b64decode(value) if name in _BINARY_COLUMNS and value is not None else value
