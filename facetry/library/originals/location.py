"""Where the file of an image lies."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath
from uuid import UUID

from sqlalchemy import Connection, bindparam, select
from sqlmodel import col

from facetry.errors import unknown
from facetry.library.images import Image
from facetry.library.repositories import Repository
from facetry.store.prepared import Prepared


@dataclass(frozen=True, slots=True)
class Located:
    """Where the file of an image lies: `path` beneath the folder `root`; `modified` is when its record last changed.
    `size` and `modified_ns` are those of the file when the library last read it.
    """

    id: UUID
    key: int
    root: str
    path: str
    format: str
    repository: int
    content_hash: bytes
    modified: int
    size: int
    modified_ns: int

    @property
    def name(self) -> str:
        """The name of the file."""
        return PurePosixPath(self.path).name

    @property
    def media_type(self) -> str:
        """The media type of the file's content."""
        return f"image/{self.format.lower()}"


_LOCATED = Prepared(
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
    )
    .join(Repository, col(Repository.key) == col(Image.repository))
    .where(col(Image.id) == bindparam("id"))
)


def located(connection: Connection, id: UUID) -> Located:
    """Where the file of an image lies; 404 when there is no such image."""
    row = _LOCATED.first(connection, id=id.bytes)
    if row is None:
        raise unknown("image", id)
    return Located(id, *row)
