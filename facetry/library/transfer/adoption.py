"""Gives images and repositories the ids that they had in another library."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from sqlalchemy import Column, LargeBinary, MetaData, Table, select, text, update
from sqlmodel import col

from facetry.library.images import Image
from facetry.library.repositories import Repository
from facetry.library.trash.rows import TrashedImage, columns_in, image_text
from facetry.store.work import Work

_TABLE: Final = "adopted_id"
_ADOPTED: Final = Table(
    _TABLE,
    MetaData(),
    Column("old", LargeBinary, primary_key=True),
    Column("new", LargeBinary),
    prefixes=["TEMPORARY"],
    sqlite_with_rowid=False,
)
"""The ids that were changed; for this connection alone."""
_UUID: Final = re.compile(r"(?<=\")[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(?=\")")
"""An id as a whole text of a JSON document."""


def _ids(stored: str) -> set[str]:
    return set(_UUID.findall(stored))


class Adoption:
    """Changes ids in one transaction. What refers to the old ones is changed by `finish`."""

    def __init__(self, work: Work) -> None:
        self._connection = work.connection
        _ADOPTED.drop(self._connection, checkfirst=True)
        _ADOPTED.create(self._connection)

    def adopt_image(self, old: UUID, new: UUID) -> None:
        """Give an image another id, which no image has."""
        self._change(Image.__tablename__, old.bytes, new.bytes)

    def adopt_trashed(self, old: UUID, new: UUID) -> None:
        """Give an image in the trash another id, which no image has."""
        self._change(TrashedImage.__tablename__, old.bytes, new.bytes)
        self._change_trashed(col(TrashedImage.id) == new.bytes, lambda columns: {**columns, "id": new.bytes})

    def adopt_repository(self, key: int, new: str) -> bool:
        """Give the repository with this key another id. False if it has it already."""
        statement = text(f"SELECT id FROM {Repository.__tablename__} WHERE key = :key")  # noqa: S608  # our own name
        old: bytes = self._connection.execute(statement, {"key": key}).scalar_one()
        if old == UUID(new).bytes:
            return False
        self._change(Repository.__tablename__, old, UUID(new).bytes)
        return True

    def finish(self) -> None:
        """Change what refers to the old ids: parents of images, events, and events that are being delivered."""
        for table, column in (("image", "parent"), ("event", "image"), ("event", "repository"), ("delivery", "image")):
            self._connection.execute(
                text(
                    f"UPDATE {table} SET {column} = (SELECT new FROM {_TABLE} WHERE old = {column})"  # noqa: S608
                    f" WHERE {column} IN (SELECT old FROM {_TABLE})"
                )
            )
        self._change_trashed(col(TrashedImage.image).not_like('%"parent":null%'), self._with_new_parent)
        self._change_collections()
        _ADOPTED.drop(self._connection)

    def _change_collections(self) -> None:
        """Change the ids in the filters of collections."""
        lookup = text(f"SELECT new FROM {_TABLE} WHERE old = :old")  # noqa: S608  # our own name
        for id, stored in self._connection.execute(text("SELECT id, CAST(filter AS TEXT) FROM collection")).all():
            found = {
                match: self._connection.execute(lookup, {"old": UUID(match).bytes}).scalar() for match in _ids(stored)
            }
            changed = _UUID.sub(lambda match, ids=found: str(UUID(bytes=ids[match[0]] or UUID(match[0]).bytes)), stored)  # type: ignore[misc]
            if changed != stored:
                statement = text("UPDATE collection SET filter = :filter WHERE id = :id")
                self._connection.execute(statement, {"filter": changed, "id": id})

    def _change_trashed(self, condition: Any, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        """Change the columns of images that are in the trash."""
        query = select(col(TrashedImage.key), col(TrashedImage.image)).where(condition)
        for key, stored in self._connection.execute(query).all():
            changed = image_text(change(columns_in(stored)))
            if changed != stored:
                statement = update(TrashedImage).where(col(TrashedImage.key) == key)
                self._connection.execute(statement.values(image=changed))

    def _with_new_parent(self, columns: dict[str, Any]) -> dict[str, Any]:
        lookup = text(f"SELECT new FROM {_TABLE} WHERE old = :old")  # noqa: S608  # our own name
        new = self._connection.execute(lookup, {"old": columns["parent"]}).scalar() if columns["parent"] else None
        return columns if new is None else {**columns, "parent": bytes(new)}

    def _change(self, table: object, old: bytes, new: bytes) -> None:
        values = {"old": old, "new": new}
        self._connection.execute(text(f"UPDATE {table} SET id = :new WHERE id = :old"), values)  # noqa: S608
        self._connection.execute(text(f"INSERT INTO {_TABLE} VALUES (:old, :new)"), values)  # noqa: S608
