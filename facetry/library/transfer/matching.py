"""Finds the image of this library that a line of an export is about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from pyroaring import BitMap
from sqlalchemy import Connection, select
from sqlmodel import col

from facetry.library.images import Image
from facetry.library.repositories import Repository
from facetry.library.trash.rows import TrashedImage

Table = type[Image] | type[TrashedImage]


@dataclass(frozen=True, slots=True)
class ImageKeys:
    """Keys of images, and those of images in the trash."""

    images: BitMap = field(default_factory=BitMap)
    trashed: BitMap = field(default_factory=BitMap)

    def of(self, table: Table) -> BitMap:
        """The keys of the images in one of both tables."""
        return self.images if table is Image else self.trashed

    def add(self, connection: Connection, id: UUID) -> None:
        """Add the image with this id, if there is one."""
        for table in (Image, TrashedImage):
            keys = connection.execute(select(col(table.key)).where(col(table.id) == id.bytes)).scalars()
            self.of(table).update(key for key in keys if key is not None)


@dataclass(frozen=True, slots=True)
class FoundImage:
    """The image that a line is about. `trashed` is its key in the trash, if it is there."""

    id: UUID
    trashed: int | None = None


class Matching:
    """The repositories of an export in this library, and the images that were found so far, each once."""

    def __init__(self, connection: Connection, reserved: ImageKeys) -> None:
        """`reserved` are the images whose own ids are in the export: no other line finds them."""
        self._connection = connection
        self._reserved = reserved
        self._found = ImageKeys()
        self.repositories: dict[str, tuple[int, str]] = {}
        """By the id in the export: the key and the id in this library."""

    def add_repository(self, line: dict[str, Any]) -> None:
        """Find the repository of a line by its id, else by its name. Without one, its images are found by content."""
        columns = (col(Repository.key), col(Repository.id))
        for condition in (col(Repository.id) == UUID(line["id"]).bytes, col(Repository.name) == line["name"]):
            row = self._connection.execute(select(*columns).where(condition)).first()
            if row is not None:
                self.repositories[line["id"]] = (row[0] or 0, str(UUID(bytes=row[1])))
                return

    def image(self, line: dict[str, Any]) -> FoundImage | None:
        """The image in this library: the one with the same id, else the one at the same location with the same bytes,
        else the first one with the same bytes. None if there is none, or an earlier line had it.

        Images in the trash come last, except for one with the same id. Lines about an image in the trash find no other
        ones: a picture that is there now may be a copy.
        """
        own = UUID(line["id"])
        for table, condition in self._ways(line):
            columns = (col(table.key), col(table.id))
            for row in self._connection.execute(select(*columns).where(condition).order_by(columns[0])):
                key, id = row[0] or 0, UUID(bytes=row[1])
                if key not in self._found.of(table) and (key not in self._reserved.of(table) or id == own):
                    self._found.of(table).add(key)
                    return FoundImage(id, None if table is Image else key)
        return None

    def _ways(self, line: dict[str, Any]) -> Iterator[tuple[Table, Any]]:
        """The tables to look in, and the conditions, one after the other."""
        for table in (Image, TrashedImage):
            yield table, col(table.id) == UUID(line["id"]).bytes
        for table in (TrashedImage,) if line.get("inTrash") else (Image, TrashedImage):
            has_content = col(table.content_hash) == bytes.fromhex(line["content"])
            if line["repository"] in self.repositories:
                key, _ = self.repositories[line["repository"]]
                yield table, (col(table.repository) == key) & (col(table.path) == line["path"]) & has_content
            yield table, has_content
