"""Skipped files: files in repositories that are no pictures of the formats that are read, such as RAW files and videos.

A scan opens such a file once, and again when it changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Index,
    UniqueConstraint,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
)
from sqlmodel import Field, SQLModel, col

from facetry.imaging.skipped_kinds import SkippedKind
from facetry.library.pictures import FileFacts
from facetry.store.prepared import PreparedListStatement
from facetry.store.work import Work
from facetry.system.files.file_versions import FileVersion

_AFTER_SLASH = "0"  # the character behind "/"


class SkippedFile(SQLModel, table=True):
    """A file that is not read."""

    __tablename__ = "skipped_file"
    __table_args__ = (
        UniqueConstraint("repository", "path", name="skipped_file_path"),
        Index("skipped_file_kind", "repository", "kind"),
    )

    key: int | None = Field(default=None, primary_key=True)
    repository: int = Field(foreign_key="repository.key", ondelete="CASCADE")
    path: str
    kind: str
    size: int = Field(sa_type=BigInteger)
    file_modified_ns: int = Field(sa_type=BigInteger)
    file_changed_ns: int | None = Field(default=None, sa_type=BigInteger)
    file_inode: int | None = Field(default=None, sa_type=BigInteger)


@dataclass(frozen=True, slots=True)
class SkippedFileRecord:
    """The record of a skipped file."""

    key: int
    path: str
    kind: str
    version: FileVersion


_COLUMNS = (
    col(SkippedFile.key),
    col(SkippedFile.path),
    col(SkippedFile.kind),
    col(SkippedFile.size),
    col(SkippedFile.file_modified_ns),
    col(SkippedFile.file_changed_ns),
    col(SkippedFile.file_inode),
)
_AT_PATHS = PreparedListStatement(
    lambda repositories, paths: select(*_COLUMNS).where(
        col(SkippedFile.repository).in_(repositories), col(SkippedFile.path).in_(paths)
    )
)


def put(work: Work, repository: int, files: Sequence[tuple[FileFacts, SkippedKind]]) -> list[int]:
    """Record skipped files, new ones or changed ones. Returns their keys."""
    paths = [file.path for file, _ in files]
    clear(work, repository, paths)
    for file, kind in files:
        values = {
            "path": file.path,
            "kind": kind,
            "size": file.size,
            "file_modified_ns": file.modified_ns,
            "file_changed_ns": file.changed_ns or None,
            "file_inode": file.inode or None,
        }
        work.connection.execute(insert(SkippedFile).values(repository=repository, **values))
    return [record.key for record in records(work.connection, repository, paths).values()]


def clear(work: Work, repository: int, paths: Sequence[str]) -> None:
    """Remove the records of these paths: the files are read now, or are gone."""
    if paths:
        conditions = (col(SkippedFile.repository) == repository, col(SkippedFile.path).in_(paths))
        work.connection.execute(delete(SkippedFile).where(*conditions))


def remove(work: Work, keys: Sequence[int]) -> None:
    """Remove the records with these keys."""
    work.connection.execute(delete(SkippedFile).where(col(SkippedFile.key).in_(keys)))


def records(connection: Connection, repository: int, paths: Sequence[str]) -> dict[str, SkippedFileRecord]:
    """The records of those of `paths` that are skipped, by path."""
    rows = _AT_PATHS.rows(connection, [repository], paths)
    return {row[1]: _record(row) for row in rows}


def records_after(connection: Connection, repository: int, after_key: int, limit: int) -> list[SkippedFileRecord]:
    """The next `limit` skipped files of the repository with keys greater than `after_key`, by key."""
    conditions = (col(SkippedFile.repository) == repository, col(SkippedFile.key) > after_key)
    rows = connection.execute(select(*_COLUMNS).where(*conditions).order_by(col(SkippedFile.key)).limit(limit))
    return [_record(row) for row in rows]


def records_beneath(connection: Connection, repository: int, path: str) -> list[SkippedFileRecord]:
    """The skipped file of the repository at `path`, and those in the folder `path`, if it is a folder."""
    inside = and_(col(SkippedFile.path) > f"{path}/", col(SkippedFile.path) < f"{path}{_AFTER_SLASH}")
    conditions = (col(SkippedFile.repository) == repository, or_(col(SkippedFile.path) == path, inside))
    return [_record(row) for row in connection.execute(select(*_COLUMNS).where(*conditions))]


def count(connection: Connection, repository: int) -> int:
    """The number of skipped files in the repository."""
    return sum(counts(connection, repository).values())


def counts(connection: Connection, repository: int) -> Mapping[str, int]:
    """The number of skipped files in the repository by their kind; the most frequent kind first."""
    number = func.count()
    rows = connection.execute(
        select(col(SkippedFile.kind), number)
        .where(col(SkippedFile.repository) == repository)
        .group_by(col(SkippedFile.kind))
        .order_by(number.desc(), col(SkippedFile.kind))
    )
    return {row[0]: row[1] for row in rows}


def page(connection: Connection, repository: int, *, kind: str | None, skip: int, take: int) -> list[SkippedFileRecord]:
    """A page of the skipped files of a repository, by path; with `kind`, only files of this kind."""
    conditions: list[ColumnElement[bool]] = [col(SkippedFile.repository) == repository]
    if kind is not None:
        conditions.append(col(SkippedFile.kind) == kind)
    rows = connection.execute(
        select(*_COLUMNS).where(*conditions).order_by(col(SkippedFile.path)).limit(take).offset(skip)
    )
    return [_record(row) for row in rows]


def _record(row: Any) -> SkippedFileRecord:
    key, path, kind, size, modified_ns, changed_ns, inode = row
    return SkippedFileRecord(key, path, kind, FileVersion(size, modified_ns, changed_ns or 0, inode or 0))
