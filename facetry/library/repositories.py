"""Repositories: folders of pictures that the library serves, and buckets. Scans read their files and never write."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from uuid import UUID, uuid4

from sqlalchemy import BigInteger, Connection, bindparam, delete, false, insert, literal, select, update
from sqlmodel import Field, SQLModel, col

from facetry.errors import FaultError, bad_parameter, conflict, not_found
from facetry.events import log
from facetry.library.file_stores.bucket.location import BucketRules, bucket_at, is_bucket
from facetry.schema.text_forms import name_key
from facetry.store.prepared import PreparedStatement
from facetry.store.store import Store
from facetry.store.work import Work
from facetry.system import mount_aliases, system_folders
from facetry.system.files.chosen_folders import ChosenFolder, ChosenFolders, first_found_folder
from facetry.system.files.folder_identity import FolderIdentity

_log = logging.getLogger(__name__)


class Repository(SQLModel, table=True):
    """A folder by its absolute path, or a bucket as `s3://bucket/prefix`.

    Rows refer to the integer `key`; the wire uses the UUID `id`.
    """

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
    chosen: int = Field(default=0, sa_type=BigInteger, sa_column_kwargs={"server_default": "0"})
    """When its location was named, in milliseconds since the epoch; 0 for one that an earlier version has created."""


@dataclass(frozen=True, slots=True)
class RepositoryRecord:
    """A repository as stored; times in milliseconds since the epoch."""

    key: int
    id: UUID
    technical_id: str | None
    name: str
    comment: str | None
    root: str
    created: int
    modified: int
    watch: bool = False
    chosen: int = 0
    """When its location was named; see `ChosenFolders`."""

    @property
    def path(self) -> Path:
        """The folder of the repository, which must be one."""
        return Path(self.root)


_SELECT = select(Repository)
_BY_ID = PreparedStatement(_SELECT.where(col(Repository.id) == bindparam("id")))


def create(
    work: Work,
    *,
    path: Path | str,
    name: str,
    comment: str | None = None,
    technical_id: str | None = None,
    watch: bool = False,
) -> RepositoryRecord:
    """Add a repository for the folder at `path`, which must be absolute and resolved.

    Raises 409 when the name, the technical id or the folder is taken, or when one folder would be inside another: an
    image belongs to exactly one repository.
    """
    require_free(work.connection, name=name, technical_id=technical_id)
    require_not_nested(work.connection, path)
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
            chosen=work.now,
        )
    )
    log.announce(work, "repository.created", repository=id)
    return require(work.connection, id)


def require_free(
    connection: Connection, *, name: str | None, technical_id: str | None = None, except_key: int = 0
) -> None:
    """Raise 409 when a repository other than the one with the key `except_key` has this name or technical id."""
    for parameter, column, value in (
        ("name", col(Repository.name), name),
        ("technicalId", col(Repository.technical_id), technical_id),
    ):
        if value is None:
            continue
        query = select(literal(1)).where(column == value, col(Repository.key) != except_key)
        if connection.execute(query).first():
            raise conflict(
                f"repository.{parameter}-taken",
                f"Another repository has this {parameter}.",
                parameter=parameter,
                value=value,
            )


def require_not_nested(connection: Connection, path: Path | str, except_key: int = 0) -> None:
    """Raise 409 when `path` is, contains or lies inside the folder of a repository other than the one with the key
    `except_key`, also through another mount of it.
    """
    root = str(path)
    others = {other.root: other.name for other in list_all(connection) if other.key != except_key}
    if is_bucket(root):
        nested = next((other for other in others if _contains(root, other) or _contains(other, root)), None)
    else:
        nested = mount_aliases.overlapping(root, [other for other in others if not is_bucket(other)])
    if nested is not None:
        raise conflict(
            "repository.nested",
            f"The folder is, contains or lies inside the folder of the repository {others[nested]}.",
            parameter="url",
            value=path,
        )


@dataclass(frozen=True, slots=True)
class FolderRules:
    """Where repositories may be: beneath one of `roots`, if there are any, and in no folder of the service or of the
    system. Folders beneath `managed` are permitted, although it may lie in the data folder.
    """

    data_dir: Path
    managed: ChosenFolder
    roots: tuple[ChosenFolder, ...] = ()

    def require(self, path: Path, given: object = None) -> None:
        """Raise 400 unless the folder, whose path is resolved, may be a repository. Asks the file system.

        The fault shows `given`, by default the path: clients need not learn where links lead.
        """
        given = path if given is None else given
        locations = [Path(location) for location in mount_aliases.paths_of(str(path))]
        system_folder = next(filter(None, map(system_folders.system_folder_of, locations)), None)
        if system_folder is not None:
            raise bad_parameter(
                "url",
                f"The folder belongs to the operating system ({system_folder}).",
                rule="repository.system-folder",
                value=given,
                remedy="Choose the folder that has the pictures.",
            )
        data = self.data_dir.resolve()
        in_data = any(system_folders.nearest(location, [data]) for location in locations)
        is_managed = path != Path(self.managed.path) and system_folders.is_in(path, [self.managed])
        if (in_data and not is_managed) or any(
            system_folders.nearest(Path(location), [path]) for location in mount_aliases.paths_of(str(data))
        ):
            raise bad_parameter(
                "url",
                "The folder is, contains or lies inside the data folder of the library.",
                rule="repository.data-folder",
                value=given,
                remedy="Choose another folder, or move the data folder elsewhere.",
            )
        if self.roots and not any(system_folders.is_in(location, self.roots) for location in locations):
            raise bad_parameter(
                "url",
                "The folder lies in none of the folders that the operator permits.",
                rule="repository.roots",
                value=given,
                remedy="Choose a folder in one of them, or have the operator change the setting roots. One of them "
                "that was replaced by another folder counts after a restart.",
            )


def permitted_roots(roots: Iterable[Path], *, warns: bool = False) -> tuple[ChosenFolder, ...]:
    """The folders at resolved paths beneath which repositories may be: where their paths lead later does not count.

    A folder that is missing now may appear there. One process of a service `warns` of it. A lost network share may
    block.
    """
    folders = tuple(first_found_folder(str(root)) for root in roots)
    for folder in folders:
        try:
            folder.identity()
        except OSError as error:
            level = logging.WARNING if warns else logging.DEBUG
            reason = error.strerror or error
            _log.log(level, "the folder %s of the setting roots cannot be reached: %s", folder.path, reason)
    return folders


def managed_folder(path: Path | None, default: Path) -> ChosenFolder:
    """The folder of the folders that programs ensure: at the resolved `path` that the operator has set, or the
    `default` in the data folder.
    """
    folder = first_found_folder(str(default.resolve() if path is None else path))
    with suppress(OSError):  # it may appear later
        folder.identity()
    return folder


def resolve_location(
    type: str, url: str, folders: FolderRules, buckets: BucketRules
) -> tuple[str, FolderIdentity | None]:
    """The location that a client names, as a record has it, and the identity of a folder.

    400 unless the type fits the URL, and the rules permit it.

    A bucket is not asked whether it exists: the first scan does that.
    """
    if type == "s3":
        location = bucket_at(url)
        buckets.require(location, url)
        return location.root, None
    path, identity = resolve_folder(url, folders)
    return str(path), identity


def resolve_folder(url: str, rules: FolderRules) -> tuple[Path, FolderIdentity]:
    """The folder of a `file:` URL, resolved, and its identity.

    400 unless it is a folder that can be listed and that `rules` permit.
    """
    path_text = url.removeprefix("file://").removeprefix("localhost")  # not urlsplit: it drops line breaks
    if not url.startswith("file://") or not path_text.startswith("/") or "?" in path_text or "#" in path_text:
        raise _folder_fault(url, "It must be a file URL of this machine, such as file:///home/me/Pictures.")
    try:
        path = Path(unquote(path_text, errors="strict"))
        if "\0" in str(path) or not path.is_absolute():
            raise _folder_fault(url, "It must be the URL of an absolute path.")
        path = path.resolve(strict=True)
        identity = ChosenFolder(str(path)).identity() if os.access(path, os.R_OK | os.X_OK) else None
    except (OSError, ValueError, RuntimeError):
        identity = None
    if identity is None:
        raise _folder_fault(url, "It must name a folder that exists and that the service may list.")
    rules.require(path, given=url)
    return path, identity


def _contains(outer: str, inner: str) -> bool:
    """Whether a location is another one, or contains it."""
    return f"{inner}/".startswith(f"{outer.rstrip('/')}/")


def _folder_fault(url: str, remedy: str) -> FaultError:
    return bad_parameter("url", "The URL names no folder.", rule="repository.folder", value=url, remedy=remedy)


def list_all(connection: Connection) -> list[RepositoryRecord]:
    """All repositories, by name in the natural order."""
    found = map(_record, connection.execute(_SELECT))
    return sorted(found, key=lambda each: (name_key(each.name), each.name))


def require(connection: Connection, id: UUID) -> RepositoryRecord:
    """The repository with this id; 404 when there is none."""
    row = _BY_ID.first(connection, id=id.bytes)
    if row is None:
        raise not_found("repository", id)
    return _record(row)


def find_by_path(connection: Connection, path: Path | str) -> RepositoryRecord | None:
    """The repository whose folder is exactly `path`, or None."""
    row = connection.execute(_SELECT.where(col(Repository.path) == str(path))).first()
    return _record(row) if row else None


def chosen_at(connection: Connection, path: str) -> int | None:
    """When the repository with this location was given it; None when no repository has it."""
    record = find_by_path(connection, path)
    return None if record is None else record.chosen


def chosen_folders(records: Path, store: Store) -> ChosenFolders:
    """The folders of the repositories in a library, as this host has recognised them; `records` is where."""
    return ChosenFolders(records, lambda path: store.read_now(lambda connection: chosen_at(connection, path)))


def keys_of(connection: Connection, ids: list[UUID]) -> dict[UUID, int]:
    """The keys of the repositories with these ids; unknown ids are left out."""
    rows = connection.execute(
        select(col(Repository.id), col(Repository.key)).where(col(Repository.id).in_([id.bytes for id in ids]))
    )
    return {UUID(bytes=row.id): row.key for row in rows}


def change(
    work: Work, id: UUID, *, name: str | None, comment: str | None, path: Path | str | None = None
) -> RepositoryRecord:
    """Change the name, comment or folder of the repository; None keeps the present value, an empty comment removes it.

    `path` must be absolute and resolved. Raises 409 as `create` does.
    """
    record = require(work.connection, id)
    require_free(work.connection, name=name, except_key=record.key)
    if path is not None:
        require_not_nested(work.connection, path, except_key=record.key)
    work.connection.execute(
        update(Repository)
        .where(col(Repository.key) == record.key)
        .values(
            name=name if name is not None else record.name,
            comment=record.comment if comment is None else comment or None,
            path=str(path or record.root),
            modified=work.now,
            chosen=record.chosen if path is None else work.now,
        )
    )
    log.announce(work, "repository.updated", repository=id)
    return require(work.connection, id)


def set_watch(work: Work, repository: RepositoryRecord, *, watch: bool) -> None:
    """Store whether the folder is watched. A change announces `repository.updated`, and `repository.watch.started` or
    `repository.watch.stopped`.
    """
    if repository.watch != watch:
        statement = update(Repository).where(col(Repository.key) == repository.key)
        work.connection.execute(statement.values(watch=watch, modified=work.now))
        log.announce(work, "repository.updated", repository=repository.id)
        log.announce(
            work, "repository.watch.started" if watch else "repository.watch.stopped", repository=repository.id
        )


def find_by_technical_id(connection: Connection, technical_id: str) -> RepositoryRecord | None:
    """The repository with this technical id, or None."""
    row = connection.execute(_SELECT.where(col(Repository.technical_id) == technical_id)).first()
    return _record(row) if row else None


def remove(work: Work, repository: RepositoryRecord) -> None:
    """Remove the record of the repository, which must have no images left; its folder stays untouched."""
    work.connection.execute(delete(Repository).where(col(Repository.key) == repository.key))
    log.announce(work, "repository.deleted", repository=repository.id)


def _record(row: Any) -> RepositoryRecord:
    key, id, technical_id, name, comment, path, created, modified, watch, chosen = row
    return RepositoryRecord(
        key=key,
        id=UUID(bytes=id),
        technical_id=technical_id,
        name=name,
        comment=comment,
        root=path,
        created=created,
        modified=modified,
        watch=bool(watch),
        chosen=chosen,
    )
