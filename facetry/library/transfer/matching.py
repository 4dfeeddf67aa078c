"""Finds the image of this library that a line of an export is about."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from pyroaring import BitMap
from sqlalchemy import Connection, select
from sqlmodel import col

from facetry.library.images import Image
from facetry.library.repositories import Repository


class Matching:
    """The repositories of an export in this library, and the images that were found so far, each once."""

    def __init__(self, connection: Connection, reserved: BitMap) -> None:
        """`reserved` are the keys of the images whose own ids are in the export: no other line finds them."""
        self._connection = connection
        self._reserved = reserved
        self._found = BitMap()
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

    def image(self, line: dict[str, Any]) -> UUID | None:
        """The id of the image in this library: the one with the same id, else the one at the same place with the same
        bytes, else the first one with the same bytes. None if there is none, or an earlier line had it.
        """
        content = bytes.fromhex(line["content"])
        conditions: list[Any] = [col(Image.id) == UUID(line["id"]).bytes]
        if line["repository"] in self.repositories:
            key, _ = self.repositories[line["repository"]]
            conditions.append(
                (col(Image.repository) == key)
                & (col(Image.path) == line["path"])
                & (col(Image.content_hash) == content)
            )
        conditions.append(col(Image.content_hash) == content)
        for condition in conditions:
            statement = select(col(Image.key), col(Image.id)).where(condition).order_by(col(Image.key))
            for row in self._connection.execute(statement):
                key, id = row[0] or 0, UUID(bytes=row[1])
                if key not in self._found and (key not in self._reserved or id == UUID(line["id"])):
                    self._found.add(key)
                    return id
        return None
