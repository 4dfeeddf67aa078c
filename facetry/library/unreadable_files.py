"""Files that look like pictures and could not be read: a visible state, not a retry without end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import BigInteger, ColumnElement, Connection, UniqueConstraint, delete, func, insert, select, update
from sqlmodel import Field, SQLModel, col

from facetry.library.images import FileFacts
from facetry.store.work import Work


class UnreadableFile(SQLModel, table=True):
    """A file that was refused, and why. It is looked at again when its size or time changes."""

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
    date: int = Field(sa_type=BigInteger)  # milliseconds since the epoch: when it was last tried


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a file could not be read, as the library keeps it."""

    path: str
    size: int
    modified_ns: int
    rule: str
    reason: str
    attempts: int
    date: int


_COLUMNS = (
    col(UnreadableFile.path),
    col(UnreadableFile.size),
    col(UnreadableFile.file_modified_ns),
    col(UnreadableFile.rule),
    col(UnreadableFile.reason),
    col(UnreadableFile.attempts),
    col(UnreadableFile.date),
)


def mark(work: Work, repository: int, file: FileFacts, rule: str, reason: str) -> None:
    """Remember that the file could not be read; a further attempt on the same bytes counts up."""
    before = known(work.connection, repository, [file.path]).get(file.path)
    same = before is not None and (before.size, before.modified_ns) == (file.size, file.modified_ns)
    values = {
        "size": file.size,
        "file_modified_ns": file.modified_ns,
        "rule": rule,
        "reason": reason,
        "attempts": before.attempts + 1 if before is not None and same else 1,
        "date": work.now,
    }
    if before is None:
        work.connection.execute(insert(UnreadableFile).values(repository=repository, path=file.path, **values))
    else:
        work.connection.execute(update(UnreadableFile).where(*_at(repository, [file.path])).values(**values))


def clear(work: Work, repository: int, paths: Sequence[str]) -> None:
    """Forget the refusals of these paths: they were read after all, or are gone."""
    work.connection.execute(delete(UnreadableFile).where(*_at(repository, paths)))


def known(connection: Connection, repository: int, paths: Sequence[str]) -> dict[str, Refusal]:
    """What is remembered of those of `paths` that were refused."""
    rows = connection.execute(select(*_COLUMNS).where(*_at(repository, paths)))
    return {row.path: Refusal(*row) for row in rows}


def paths(connection: Connection, repository: int) -> list[str]:
    """The paths of all refused files of a repository."""
    return list(
        connection.execute(
            select(col(UnreadableFile.path)).where(col(UnreadableFile.repository) == repository)
        ).scalars()
    )


def clear_all(work: Work, repository: int, *, rule: str | None) -> None:
    """Forget all refusals of a repository, or those for one rule, so that the next scan reads the files again."""
    work.connection.execute(delete(UnreadableFile).where(*_of(repository, rule)))


def page(
    connection: Connection, repository: int, *, rule: str | None, skip: int, take: int
) -> tuple[list[Refusal], int]:
    """A page of the refused files of a repository, by path, and how many there are; with `rule`, those for it."""
    mine = _of(repository, rule)
    rows = connection.execute(
        select(*_COLUMNS).where(*mine).order_by(col(UnreadableFile.path)).limit(take).offset(skip)
    )
    total = connection.execute(select(func.count()).select_from(UnreadableFile).where(*mine)).scalar_one()
    return [Refusal(*row) for row in rows], total


def _of(repository: int, rule: str | None) -> list[ColumnElement[bool]]:
    conditions = [col(UnreadableFile.repository) == repository]
    return conditions if rule is None else [*conditions, col(UnreadableFile.rule) == rule]


def _at(repository: int, paths: Sequence[str]) -> tuple[ColumnElement[bool], ...]:
    return (col(UnreadableFile.repository) == repository, col(UnreadableFile.path).in_(paths))
