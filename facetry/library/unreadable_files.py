"""Files that look like pictures and could not be read. They are recorded visibly instead of being retried
without end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Connection, UniqueConstraint, delete, func, insert, select, update
from sqlmodel import Field, SQLModel, col

from facetry.library.changes import StatesChanged
from facetry.library.pictures import FileFacts
from facetry.store.prepared import PreparedListStatement
from facetry.store.work import Work
from facetry.system.files.file_versions import FileVersion


class UnreadableFile(SQLModel, table=True):
    """A file that was refused, and the reason. It is read again when its version changes."""

    __tablename__ = "unreadable_file"
    __table_args__ = (UniqueConstraint("repository", "path", name="unreadable_file_path"),)

    key: int | None = Field(default=None, primary_key=True)
    repository: int = Field(foreign_key="repository.key", ondelete="CASCADE")
    path: str
    size: int = Field(sa_type=BigInteger)
    file_modified_ns: int = Field(sa_type=BigInteger)
    rule: str
    reason: str
    attempts: int
    date: int = Field(sa_type=BigInteger)  # time of the last attempt, in milliseconds since the epoch
    file_changed_ns: int | None = Field(default=None, sa_type=BigInteger)
    file_inode: int | None = Field(default=None, sa_type=BigInteger)


@dataclass(frozen=True, slots=True)
class UnreadableFileRecord:
    """The record of a refused file."""

    path: str
    version: FileVersion
    rule: str
    reason: str
    attempts: int
    date: int


_COLUMNS = (
    col(UnreadableFile.path),
    col(UnreadableFile.size),
    col(UnreadableFile.file_modified_ns),
    col(UnreadableFile.file_changed_ns),
    col(UnreadableFile.file_inode),
    col(UnreadableFile.rule),
    col(UnreadableFile.reason),
    col(UnreadableFile.attempts),
    col(UnreadableFile.date),
)
_AT_PATHS = PreparedListStatement(
    lambda repositories, paths: select(*_COLUMNS).where(
        col(UnreadableFile.repository).in_(repositories), col(UnreadableFile.path).in_(paths)
    )
)


def mark(work: Work, repository: int, file: FileFacts, rule: str, reason: str) -> None:
    """Record that the file could not be read; a repeated failure on the same content increments `attempts`."""
    previous = records(work.connection, repository, [file.path]).get(file.path)
    is_same_content = previous is not None and previous.version.is_same(file.version)
    values = {
        "size": file.size,
        "file_modified_ns": file.modified_ns,
        "file_changed_ns": file.changed_ns or None,
        "file_inode": file.inode or None,
        "rule": rule,
        "reason": reason,
        "attempts": previous.attempts + 1 if previous is not None and is_same_content else 1,
        "date": work.now,
    }
    if previous is None:
        work.connection.execute(insert(UnreadableFile).values(repository=repository, path=file.path, **values))
    else:
        work.connection.execute(update(UnreadableFile).where(*_at(repository, [file.path])).values(**values))
    work.changes.append(StatesChanged())


def set_version(work: Work, repository: int, file: FileFacts) -> None:
    """Record change time and inode of a refused file that has just got its path."""
    values = {"file_changed_ns": file.recorded_change_ns, "file_inode": file.inode or None}
    work.connection.execute(update(UnreadableFile).where(*_at(repository, [file.path])).values(values))


def clear(work: Work, repository: int, paths: Sequence[str]) -> None:
    """Remove the refusals of these paths: the files were read successfully, or no longer exist."""
    if work.connection.execute(delete(UnreadableFile).where(*_at(repository, paths))).rowcount:
        work.changes.append(StatesChanged())


def records(connection: Connection, repository: int, paths: Sequence[str]) -> dict[str, UnreadableFileRecord]:
    """The records of those of `paths` that were refused, by path."""
    rows = _AT_PATHS.rows(connection, [repository], paths)
    return {row[0]: _record(row) for row in rows}


def paths(connection: Connection, repository: int) -> list[str]:
    """The paths of all refused files of a repository."""
    return list(
        connection.execute(
            select(col(UnreadableFile.path)).where(col(UnreadableFile.repository) == repository)
        ).scalars()
    )


def clear_all(work: Work, repository: int, *, rule: str | None) -> None:
    """Remove all refusals of a repository, or only those for one rule, so that the next scan reads the files again."""
    work.connection.execute(delete(UnreadableFile).where(*_of(repository, rule)))
    work.changes.append(StatesChanged())


def page(
    connection: Connection, repository: int, *, rule: str | None, skip: int, take: int
) -> tuple[list[UnreadableFileRecord], int]:
    """A page of the refused files of a repository, by path, and their total number; with `rule`, only files refused for
    it.
    """
    conditions = _of(repository, rule)
    rows = connection.execute(
        select(*_COLUMNS).where(*conditions).order_by(col(UnreadableFile.path)).limit(take).offset(skip)
    )
    total = connection.execute(select(func.count()).select_from(UnreadableFile).where(*conditions)).scalar_one()
    return [_record(row) for row in rows], total


def _record(row: Any) -> UnreadableFileRecord:
    path, size, modified_ns, changed_ns, inode, *rest = row
    return UnreadableFileRecord(path, FileVersion(size, modified_ns, changed_ns or 0, inode or 0), *rest)


def _of(repository: int, rule: str | None) -> list[ColumnElement[bool]]:
    conditions = [col(UnreadableFile.repository) == repository]
    return conditions if rule is None else [*conditions, col(UnreadableFile.rule) == rule]


def _at(repository: int, paths: Sequence[str]) -> tuple[ColumnElement[bool], ...]:
    return (col(UnreadableFile.repository) == repository, col(UnreadableFile.path).in_(paths))
