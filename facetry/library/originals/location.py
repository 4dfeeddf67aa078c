"""The location of the file of an image."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath
from uuid import UUID

from sqlalchemy import Connection, bindparam, select
from sqlmodel import col

from facetry.errors import FaultError, conflict, not_found
from facetry.imaging.formats import TRAITS
from facetry.library import unreadable_files
from facetry.library.file_stores.file_store import RecordedContent
from facetry.library.images import Image
from facetry.library.repositories import Repository
from facetry.store.prepared import PreparedStatement
from facetry.system.files.file_versions import FileVersion


@dataclass(frozen=True, slots=True)
class OriginalLocation:
    """The location of the file of an image: `path` is relative to the folder `root`.

    `created` and `modified` are the times when the image's record was made and last changed. `version` is that of the
    file that the library has read.
    """

    id: UUID
    key: int
    root: str
    path: str
    format: str
    repository: int
    content_hash: bytes
    modified: int
    version: FileVersion
    created: int | None = None

    @property
    def has_first_content(self) -> bool:
        """Whether the image has certainly had no other content than its present one."""
        return self.created == self.modified

    @property
    def name(self) -> str:
        """The name of the file."""
        return PurePosixPath(self.path).name

    @property
    def media_type(self) -> str:
        """The media type of the file's content."""
        return TRAITS[self.format].media_type


_SELECT_LOCATION = PreparedStatement(
    select(
        col(Image.key),
        col(Repository.path),
        col(Image.path),
        col(Image.format),
        col(Image.repository),
        col(Image.content_hash),
        col(Image.modified),
        col(Image.size),
        col(Image.file_modified_ns),
        col(Image.file_changed_ns),
        col(Image.file_inode),
        col(Image.created),
    )
    .join(Repository, col(Repository.key) == col(Image.repository))
    .where(col(Image.id) == bindparam("id"))
)


def recorded_content(connection: Connection, location: OriginalLocation) -> RecordedContent:
    """What the library has read of the file of an image, as such or as an unreadable file."""
    refusals = unreadable_files.records(connection, location.repository, [location.path]).values()
    return RecordedContent(location.content_hash, (location.version, *(refusal.version for refusal in refusals)))


def has_read_content(connection: Connection, location: OriginalLocation, version: FileVersion) -> bool:
    """Whether a file with this version, for which `recorded_content` is a condition, has the recorded bytes: it was not
    refused as an unreadable one.
    """
    refusals = unreadable_files.records(connection, location.repository, [location.path]).values()
    return version.is_same(location.version) or not any(version.is_same(refusal.version) for refusal in refusals)


def require_unmoved(connection: Connection, location: OriginalLocation) -> OriginalLocation:
    """The present location of an image; 409 if its file was moved since."""
    current = location_of(connection, location.id)
    if (current.root, current.path) != (location.root, location.path):
        raise moved_fault("The file of the image was moved meanwhile.", location.id)
    return current


def moved_fault(detail: str, id: UUID) -> FaultError:
    """409: what is known of the location of a file holds no longer."""
    return conflict("image.file-missing", detail, parameter="id", value=id, remedy="Try again.")


def location_of(connection: Connection, id: UUID) -> OriginalLocation:
    """The location of the file of an image; 404 when there is no such image."""
    row = _SELECT_LOCATION.first(connection, id=id.bytes)
    if row is None:
        raise not_found("image", id)
    key, root, path, format, repository, content_hash, modified, size, modified_ns, changed_ns, inode, created = row
    version = FileVersion(size, modified_ns, changed_ns or 0, inode or 0)
    return OriginalLocation(id, key, root, path, format, repository, content_hash, modified, version, created)
