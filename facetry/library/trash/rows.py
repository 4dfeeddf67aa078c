"""Trashed images: the rows from which deleted images are restored."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import orjson
from sqlalchemy import BigInteger, Connection, Index, LargeBinary, delete, func, insert, or_, select, update
from sqlmodel import Field, SQLModel, col

from facetry.errors import not_found
from facetry.library import extensions, images, recorded_files
from facetry.library.facets import facet_lines
from facetry.library.facets.facet_lines import FacetLine
from facetry.library.pictures import FileFacts
from facetry.library.repositories import Repository
from facetry.store.work import Work
from facetry.system.files.file_versions import FileVersion

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
        Index("trashed_image_by_content", "content_hash"),
    )

    key: int | None = Field(default=None, primary_key=True)
    id: bytes = Field(unique=True)
    repository: int = Field(foreign_key="repository.key", ondelete="CASCADE")
    path: str  # of the file, before it was moved to the trash
    file: str | None = None  # its name in the trash folder; None if the image had no file
    deleted: int = Field(sa_type=BigInteger)  # milliseconds since the epoch
    image: str  # JSON object of the columns of the image; binary ones in base64
    facets: bytes  # JSON array of facet lines, compressed by zlib
    content_hash: bytes | None = None  # as in `image`; None if a former version has written the row


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

    @property
    def path_in_trash(self) -> str:
        """The path of the file in the trash."""
        return f"{FOLDER}/{self.file}"

    @property
    def version(self) -> FileVersion:
        """The version of the file that the library has read."""
        change_ns, inode = self.image.get("file_changed_ns"), self.image.get("file_inode")  # earlier rows have none
        return FileVersion(self.image["size"], self.image["file_modified_ns"], change_ns or 0, inode or 0)

    @property
    def version_in_trash(self) -> FileVersion:
        """The version of the file that was moved to the trash: that file, however it was known then."""
        version = self.image.get("trash_version")  # earlier rows have none
        return self.version if version is None else FileVersion(*version)

    @property
    def version_before(self) -> FileVersion:
        """The version of the file before it was moved to the trash."""
        if "changed_before_ns" not in self.image:  # earlier rows have none
            return self.version
        return self.version._replace(changed_ns=self.image["changed_before_ns"] or 0)

    @property
    def created(self) -> int:
        """When the image's record was made, in milliseconds since the epoch."""
        created: int = self.image["created"]
        return created

    @property
    def has_first_content(self) -> bool:
        """Whether the library has seen no other content of the image."""
        return bool(self.created == self.image["modified"])

    @property
    def content_hash(self) -> bytes:
        """The hash of the bytes of the file."""
        content_hash: bytes = self.image["content_hash"]
        return content_hash


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
    """Record the image with this key, and its facets, as trashed. The image itself stays.

    Left out is what an extension wrote that is being removed with all its facets.
    """
    row = images.row_of(work.connection, key)
    ((_, lines),) = facet_lines.lines_of(work.connection, [key])
    removed = extensions.ids_being_removed(work.connection)
    values = {
        "id": row["id"],
        "repository": row["repository"],
        "path": row["path"],
        "file": file,
        "deleted": work.now,
        "image": image_text(row),
        "facets": pack(line for line in lines if line["extension"] not in removed),
        "content_hash": row["content_hash"],
    }
    work.connection.execute(insert(TrashedImage).values(values))


def set_version(work: Work, id: UUID, file: FileFacts, before: FileVersion, *, is_read: bool) -> None:
    """Record the version of the file of a trashed image, which has just got its place and had the version `before`.

    An unsettled file gets a version that no file has. Without `is_read`, nobody has read its bytes as those of the
    image.
    """
    at_id = col(TrashedImage.id) == id.bytes
    image = orjson.loads(work.connection.execute(select(col(TrashedImage.image)).where(at_id)).scalar_one())
    image["changed_before_ns"] = before.changed_ns or None
    if is_read:
        image |= {"file_changed_ns": file.recorded_change_ns, "file_inode": file.inode or None}
    image["trash_version"] = list(file.version._replace(changed_ns=file.recorded_change_ns or 0))
    work.connection.execute(update(TrashedImage).where(at_id).values(image=orjson.dumps(image).decode()))


def require(connection: Connection, id: UUID) -> TrashRecord:
    """The trashed image with this id; 404 when there is none."""
    record = find(connection, id)
    if record is None:
        raise not_found("trash", id, "The trash has no image with this id.")
    return record


def find(connection: Connection, id: UUID) -> TrashRecord | None:
    """The trashed image with this id, or None."""
    row = connection.execute(_SELECT.where(col(TrashedImage.id) == id.bytes)).first()
    return None if row is None else _record(row)


def has(connection: Connection, id: UUID) -> bool:
    """Whether the trash has an image with this id."""
    return find(connection, id) is not None


def facets_of(connection: Connection, key: int) -> list[FacetLine]:
    """The facet lines of the trashed image with this key."""
    return unpack(connection.execute(select(col(TrashedImage.facets)).where(col(TrashedImage.key) == key)).scalar_one())


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


def has_deleted(connection: Connection, begin: int, end: int) -> bool:
    """Whether a trashed image was deleted at a date from `begin` to `end`, both in milliseconds."""
    query = select(col(TrashedImage.key)).where(col(TrashedImage.deleted).between(begin, end)).limit(1)
    return connection.execute(query).first() is not None


def with_content(connection: Connection, hashes: Collection[bytes]) -> list[TrashRecord]:
    """The trashed images with one of these content hashes; of each at most `MAX_MATCHING_IMAGES`, the first ones."""
    most = recorded_files.MAX_MATCHING_IMAGES
    query = _SELECT.order_by(col(TrashedImage.key)).limit(most)
    rows = connection.execute(query.where(col(TrashedImage.content_hash).in_(hashes))).all()
    if len(rows) == most:  # there may be more: copies of one picture must not hide another picture
        of_each = (query.where(col(TrashedImage.content_hash) == each) for each in hashes)
        rows = [row for each in of_each for row in connection.execute(each)]
    return [_record(row) for row in rows]


def used_hashes(connection: Connection, hashes: Collection[bytes]) -> set[bytes]:
    """Those content hashes that a trashed image has."""
    column = col(TrashedImage.content_hash)
    return {bytes(each) for each in connection.execute(select(column).where(column.in_(hashes))).scalars() if each}


def of_repository(connection: Connection, repository: int, limit: int | None = None) -> list[TrashRecord]:
    """The trashed images of a repository, at most `limit`."""
    rows = connection.execute(_SELECT.where(col(TrashedImage.repository) == repository).limit(limit))
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


def pack(lines: Iterable[FacetLine]) -> bytes:
    """Facet lines as the column `facets` has them."""
    return zlib.compress(orjson.dumps(list(lines), option=orjson.OPT_SERIALIZE_NUMPY))


def unpack(packed: bytes) -> list[FacetLine]:
    """The facet lines in the column `facets`."""
    lines: list[FacetLine] = orjson.loads(zlib.decompress(packed))
    return lines


def image_text(image: Mapping[str, Any]) -> str:
    """The columns of an image as the column `image` has them."""
    return orjson.dumps({name: _to_json(name, value) for name, value in image.items()}).decode()


def columns_in(text: str) -> dict[str, Any]:
    """The columns of an image in the column `image`."""
    return {name: _from_json(name, value) for name, value in orjson.loads(text).items()}


def _record(row: Any) -> TrashRecord:
    key, id, repository, repository_id, root, path, file, deleted, text = row
    owner = UUID(bytes=repository_id)
    return TrashRecord(key, UUID(bytes=id), repository, owner, root, path, file, deleted, columns_in(text))


def _to_json(name: str, value: Any) -> Any:
    return base64.b64encode(value).decode() if name in _BINARY_COLUMNS and value is not None else value


def _from_json(name: str, value: Any) -> Any:
    return base64.b64decode(value) if name in _BINARY_COLUMNS and value is not None else value
