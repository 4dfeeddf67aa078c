"""Repositories: folders of pictures that the library serves. Scans read their files, and never write."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from uuid import UUID, uuid4

from sqlalchemy import BigInteger, Connection, delete, false, insert, literal, select, update
from sqlmodel import Field, SQLModel, col

from facetry.errors import FaultError, bad_parameter, conflict, unknown
from facetry.events import log
from facetry.store.work import Work


class Repository(SQLModel, table=True):
    """A folder, by absolute path. `key` is the integer that rows refer to; `id` the UUID that the wire shows."""

    __tablename__ = "repository"

    key: int | None = Field(default=None, primary_key=True)
    id: bytes = Field(unique=True)
    technical_id: str | None = Field(default=None, unique=True)
    name: str = Field(unique=True)
    comment: str | None = None
    path: str = Field(unique=True)
    created: int = Field(sa_type=BigInteger)  # milliseconds since the epoch
    modified: int = Field(sa_type=BigInteger)
    watch: bool = Field(default=False, sa_column_kwargs={"server_default": false()})


@dataclass(frozen=True, slots=True)
class Known:
    """A repository as the library keeps it; times in milliseconds since the epoch."""

    key: int
    id: UUID
    technical_id: str | None
    name: str
    comment: str | None
    path: Path
    created: int
    modified: int
    watch: bool = False

    def is_available(self) -> bool:
        """Whether its folder can be listed now; asks the file system."""
        return os.access(self.path, os.R_OK | os.X_OK) and self.path.is_dir()


_SELECT = select(Repository)


def create(
    work: Work,
    *,
    path: Path,
    name: str,
    comment: str | None = None,
    technical_id: str | None = None,
    watch: bool = False,
) -> Known:
    """Add a repository for the folder at `path`, which must be absolute and resolved.

    Raises 409 when the name, the technical id or the folder is taken, or when one folder would lie inside another:
    an image belongs to one repository.
    """
    require_free(work.connection, name=name, technical_id=technical_id)
    require_apart(work.connection, path)
    id = uuid4()
    work.connection.execute(
        insert(Repository).values(
            id=id.bytes,
            technical_id=technical_id,
            name=name,
            comment=comment or None,
            path=str(path),
            created=work.now,
            modified=work.now,
            watch=watch,
        )
    )
    log.announce(work, "repository.created", repository=id)
    return require(work.connection, id)


def require_free(connection: Connection, *, name: str | None, technical_id: str | None = None, but: int = 0) -> None:
    """Raise 409 when another repository than the one with key `but` has this name or technical id."""
    for parameter, column, value in (
        ("name", col(Repository.name), name),
        ("technicalId", col(Repository.technical_id), technical_id),
    ):
        if value is None:
            continue
        taken = select(literal(1)).where(column == value, col(Repository.key) != but)
        if connection.execute(taken).first():
            raise conflict(
                f"repository.{parameter}-taken",
                f"Another repository has this {parameter}.",
                parameter=parameter,
                value=value,
            )


def require_apart(connection: Connection, path: Path, but: int = 0) -> None:
    """Raise 409 when `path` lies in, holds or is the folder of a repository other than the one with key `but`."""
    for other in every(connection):
        if other.key != but and (path == other.path or path in other.path.parents or other.path in path.parents):
            raise conflict(
                "repository.nested",
                f"The folder lies in, holds or is the one of the repository {other.name}.",
                parameter="url",
                value=path,
            )


def folder(url: str) -> Path:
    """The folder that a `file:` URL names, resolved; 400 when it names none that can be listed."""
    place = url.removeprefix("file://").removeprefix("localhost")  # urlsplit drops line breaks: another folder
    if not url.startswith("file://") or not place.startswith("/") or "?" in place or "#" in place:
        raise _no_folder(url, "It must be a file URL of this machine, such as file:///home/me/Pictures.")
    try:
        path = Path(unquote(place, errors="strict"))
        if "\0" in str(path) or not path.is_absolute():
            raise _no_folder(url, "It must be the URL of an absolute path.")
        path = path.resolve(strict=True)
        usable = path.is_dir() and os.access(path, os.R_OK | os.X_OK)
    except (OSError, ValueError, RuntimeError):
        usable = False
    if not usable:
        raise _no_folder(url, "It must name a folder that exists and that the service may list.")
    return path


def _no_folder(url: str, remedy: str) -> FaultError:
    return bad_parameter("url", "The URL names no folder.", rule="repository.folder", value=url, remedy=remedy)


def every(connection: Connection) -> list[Known]:
    """All repositories, by name."""
    return [_known(row) for row in connection.execute(_SELECT.order_by(col(Repository.name)))]


def require(connection: Connection, id: UUID) -> Known:
    """The repository with this id; 404 when there is none."""
    row = connection.execute(_SELECT.where(col(Repository.id) == id.bytes)).first()
    if row is None:
        raise unknown("repository", id)
    return _known(row)


def at(connection: Connection, path: Path) -> Known | None:
    """The repository of exactly this folder, or None."""
    row = connection.execute(_SELECT.where(col(Repository.path) == str(path))).first()
    return _known(row) if row else None


def named(connection: Connection, ids: list[UUID]) -> dict[UUID, int]:
    """The keys of the repositories with these ids; ids of none are left out."""
    rows = connection.execute(
        select(col(Repository.id), col(Repository.key)).where(col(Repository.id).in_([id.bytes for id in ids]))
    )
    return {UUID(bytes=row.id): row.key for row in rows}


def change(work: Work, id: UUID, *, name: str | None, comment: str | None, path: Path | None = None) -> Known:
    """Give the repository another name, comment or folder; None leaves what is there, an empty comment removes it.

    `path` must be absolute and resolved. Raises 409 as `create` does.
    """
    known = require(work.connection, id)
    require_free(work.connection, name=name, but=known.key)
    if path is not None:
        require_apart(work.connection, path, but=known.key)
    work.connection.execute(
        update(Repository)
        .where(col(Repository.key) == known.key)
        .values(
            name=name if name is not None else known.name,
            comment=known.comment if comment is None else comment or None,
            path=str(path or known.path),
            modified=work.now,
        )
    )
    log.announce(work, "repository.updated", repository=id)
    return require(work.connection, id)


def set_watch(work: Work, known: Known, *, watch: bool) -> None:
    """Remember whether the folder is watched; when that is news, announces `repository.updated`, and
    `repository.watch.started` or `repository.watch.stopped`.
    """
    if known.watch != watch:
        this = update(Repository).where(col(Repository.key) == known.key)
        work.connection.execute(this.values(watch=watch, modified=work.now))
        log.announce(work, "repository.updated", repository=known.id)
        log.announce(work, "repository.watch.started" if watch else "repository.watch.stopped", repository=known.id)


def with_technical_id(connection: Connection, technical_id: str) -> Known | None:
    """The repository with this technical id, or None."""
    row = connection.execute(_SELECT.where(col(Repository.technical_id) == technical_id)).first()
    return _known(row) if row else None


def remove(work: Work, known: Known) -> None:
    """Forget the repository, which must be empty of images; its folder is left alone."""
    work.connection.execute(delete(Repository).where(col(Repository.key) == known.key))
    log.announce(work, "repository.deleted", repository=known.id)


def _known(row: Any) -> Known:
    return Known(
        key=row.key,
        id=UUID(bytes=row.id),
        technical_id=row.technical_id,
        name=row.name,
        comment=row.comment,
        path=Path(row.path),
        created=row.created,
        modified=row.modified,
        watch=row.watch,
    )
