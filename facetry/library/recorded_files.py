"""Recorded files: what the library stores about the files of images, in order to detect changes and moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, and_, bindparam, literal_column, or_, select, update
from sqlmodel import col

from facetry.library.changes import ImagesChanged
from facetry.library.images import Image
from facetry.library.pictures import FileFacts, is_finer
from facetry.library.repositories import Repository
from facetry.store.prepared import PreparedListStatement, PreparedStatement
from facetry.store.work import Work
from facetry.system.files.file_versions import FileVersion


class FileRecord(NamedTuple):
    """What the library stores about a file in order to detect changes."""

    key: int
    path: str
    version: FileVersion
    content_hash: bytes
    is_missing: bool = False
    modified_ms: int = 0


@dataclass(frozen=True, slots=True)
class MatchingImage:
    """An image whose recorded file has, or had, the same bytes or pixels as another file."""

    key: int
    repository: int
    root: str
    path: str
    version: FileVersion
    content_hash: bytes
    pixel_hash: bytes | None


_VERSION: Any = (
    col(Image.size),
    col(Image.file_modified_ns),
    col(Image.file_changed_ns),
    col(Image.file_inode),
)
_SELECT_RECORDS: Any = select(
    col(Image.key),
    col(Image.path),
    *_VERSION,
    col(Image.content_hash),
    col(Image.missing_since).isnot(None).label("missing"),
    col(Image.file_modified),
)
_AT_PATHS = PreparedListStatement(
    lambda keys, paths: _SELECT_RECORDS.where(col(Image.repository).in_(keys), col(Image.path).in_(paths))
)
_SELECT_MATCHING: Any = select(
    col(Image.key),
    col(Image.repository),
    col(Repository.path).label("root"),
    col(Image.path),
    *_VERSION,
    col(Image.content_hash),
    col(Image.pixel_hash),
).join(Repository, col(Repository.key) == col(Image.repository))
MAX_MATCHING_IMAGES: Final = 1_000
"""Maximum number of images with equal bytes, or pixels, that are compared; their pictures are interchangeable."""


class _ImagesByHash:
    """Finds the images with some hashes in a column, without reading all copies of a picture that has very many."""

    def __init__(self, column: Any) -> None:
        # Numbers in the text, because the values of a prepared list are its only parameters.
        most: Any = literal_column(str(MAX_MATCHING_IMAGES + 1))
        first: Any = literal_column(str(MAX_MATCHING_IMAGES))
        none: Any = literal_column("0")
        self._of_all = PreparedListStatement(
            lambda hashes: _SELECT_MATCHING.where(column.in_(hashes)).limit(most).offset(none)
        )
        self._of_each = PreparedListStatement(
            lambda hashes: _SELECT_MATCHING.where(column.in_(hashes)).order_by(col(Image.key)).limit(first).offset(none)
        )

    def rows(self, connection: Connection, hashes: Sequence[bytes]) -> list[Any]:
        """Their rows, the first ones for each hash."""
        rows = self._of_all.rows(connection, hashes)
        if len(rows) <= MAX_MATCHING_IMAGES:
            return rows
        return [row for each in hashes for row in self._of_each.rows(connection, [each])]


_SAME_BYTES = _ImagesByHash(col(Image.content_hash))
_SAME_PIXELS = _ImagesByHash(col(Image.pixel_hash))
_USED = PreparedListStatement(
    lambda hashes: select(col(Image.content_hash)).where(col(Image.content_hash).in_(hashes)).distinct()
)
_SET_VERSION = PreparedStatement(
    update(Image)
    .where(
        col(Image.key) == bindparam("at_key"),
        col(Image.size) == bindparam("at_size"),
        col(Image.file_modified_ns) == bindparam("at_modified_ns"),
    )
    .values(file_changed_ns=bindparam("changed_ns"), file_inode=bindparam("inode"))
)
_SET_DATES = PreparedStatement(
    update(Image)
    .where(col(Image.key) == bindparam("at_key"), col(Image.file_modified_ns) == bindparam("at_modified_ns"))
    .values(file_created=bindparam("created_ms"), file_modified=bindparam("modified_ms"))
)
_AFTER_SLASH = "0"  # the character behind "/"


def records(connection: Connection, repository: int, paths: Sequence[str]) -> dict[str, FileRecord]:
    """The records of those `paths` that are images of the repository, by path."""
    rows = _AT_PATHS.rows(connection, [repository], paths)
    return {row[1]: _record(row) for row in rows}


def records_beneath(connection: Connection, repository: int, path: str) -> list[FileRecord]:
    """The image of the repository at `path`, and the images in the folder `path`, if it is a folder."""
    inside = and_(col(Image.path) > f"{path}/", col(Image.path) < f"{path}{_AFTER_SLASH}")
    rows = connection.execute(
        _SELECT_RECORDS.where(col(Image.repository) == repository, or_(col(Image.path) == path, inside))
    )
    return [_record(row) for row in rows]


def matching_images(
    connection: Connection, hashes: Sequence[bytes], pixel_hashes: Sequence[bytes]
) -> list[MatchingImage]:
    """The images of the whole library with one of these content hashes or pixel hashes, by key; of each hash at most
    `MAX_MATCHING_IMAGES`.
    """
    rows = _SAME_BYTES.rows(connection, hashes) + _SAME_PIXELS.rows(connection, pixel_hashes)
    return sorted({_matching_image(row) for row in rows}, key=lambda image: image.key)


def used_hashes(connection: Connection, hashes: Sequence[bytes]) -> set[bytes]:
    """Those content hashes that an image has."""
    return {bytes(content_hash) for (content_hash,) in _USED.rows(connection, hashes)}


def records_after(connection: Connection, repository: int, after_key: int, limit: int) -> list[FileRecord]:
    """The next `limit` images of the repository with keys greater than `after_key`, by key; used to page
    through all.
    """
    rows = connection.execute(
        _SELECT_RECORDS.where(col(Image.repository) == repository, col(Image.key) > after_key)
        .order_by(col(Image.key))
        .limit(limit)
    )
    return [_record(row) for row in rows]


def set_versions(work: Work, files: Sequence[tuple[int, FileFacts]]) -> None:
    """Record change times and inodes of files, by the keys of their images. A file has the recorded content.

    Nothing is recorded for an image whose record has another size or modification time by now.
    """
    _SET_VERSION.run_many(
        work.connection,
        (
            {
                "at_key": key,
                "at_size": file.size,
                "at_modified_ns": file.modified_ns,
                "changed_ns": file.recorded_change_ns,
                "inode": file.inode or None,
            }
            for key, file in files
        ),
    )


def set_dates(work: Work, files: Sequence[tuple[int, FileFacts]]) -> None:
    """Record the dates of files, by the keys of their images, unless the record has another file by now."""
    _SET_DATES.run_many(
        work.connection,
        (
            {
                "at_key": key,
                "at_modified_ns": file.modified_ns,
                "created_ms": file.created_ms,
                "modified_ms": file.modified_ms,
            }
            for key, file in files
        ),
    )
    work.changes.append(ImagesChanged(tuple(key for key, _ in files)))


def with_recorded_date(connection: Connection, repository: int, path: str, file: FileFacts) -> FileFacts:
    """The facts of a moved file with its recorded date, if that has milliseconds that the store no longer says."""
    recorded = records(connection, repository, [path]).get(path)
    return file if recorded is None else with_date_of_record(file, recorded)


def with_date_of_record(file: FileFacts, recorded: FileRecord) -> FileFacts:
    """The facts of a file with the date of its record, if that has milliseconds that the facts lack."""
    if not is_finer(recorded.modified_ms, file.modified_ms):
        return file
    return file._replace(created_ms=recorded.modified_ms, modified_ms=recorded.modified_ms)


def set_version_at(work: Work, repository: int, file: FileFacts) -> None:
    """As `set_versions`, for the image at the path of the file, if there is one."""
    at_path = (col(Image.repository) == repository, col(Image.path) == file.path)
    key = work.connection.execute(select(col(Image.key)).where(*at_path)).scalar()
    if key is not None:
        set_versions(work, [(key, file)])


def _record(row: Any) -> FileRecord:
    key, path, size, modified_ns, changed_ns, inode, content_hash, is_missing, modified_ms = row
    version = FileVersion(size, modified_ns, changed_ns or 0, inode or 0)
    return FileRecord(key, path, version, content_hash, bool(is_missing), modified_ms)


def _matching_image(row: Any) -> MatchingImage:
    key, repository, root, path, size, modified_ns, changed_ns, inode, *hashes = row
    version = FileVersion(size, modified_ns, changed_ns or 0, inode or 0)
    return MatchingImage(key, repository, root, path, version, *hashes)
