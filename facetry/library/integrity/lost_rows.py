"""Rows that damage took from the tables of the library: what can be known of them, and their names for people."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import PurePosixPath
from typing import Any, Final
from uuid import UUID

from sqlalchemy import Connection
from sqlmodel import SQLModel

from facetry.library.facets.tags import SENTINEL
from facetry.library.images import name_columns
from facetry.store.engines.sqlite.integrity.salvage import LostRow, Row
from facetry.store.engines.values import raw_connection

_FACETS: Final = {
    "image": "record",
    "image_tag": "tag",
    "image_feature": "feature",
    "vector": "embedding",
    "attachment": "attachment",
    "task": "task",
}
_UNKNOWN_OF_IMAGE: Final[Row] = {"details": "{}", "file_modified_ns": 0}
"""Columns of an image that no index has. A scan reads a file again if its time differs, and restores the metadata."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A row that is lost, or of which some members are: `facet` is its kind, or the name of its table."""

    facet: str
    image: str | None = None
    """The id of the image."""
    path: str | None = None
    """The path of the image, in its repository."""
    extension: str | None = None
    name: str | None = None
    key: int | None = None

    def as_json(self) -> dict[str, object]:
        """The known members."""
        return {name: value for name, value in asdict(self).items() if value is not None}


def complete(table: str, known: Row) -> Row | None:
    """The row, if the known columns determine it; see `store.engines.sqlite.integrity.salvage.Completion`.

    Of an image the indexes have everything but its metadata, its capture date, its placeholder and its origin. A scan
    reads the file again and restores all but the origin.
    """
    columns = SQLModel.metadata.tables[table].columns if table in SQLModel.metadata.tables else None
    if columns is None:
        return None
    if table == "image" and isinstance(known.get("path"), str):
        name = PurePosixPath(str(known["path"])).name
        known = {**_UNKNOWN_OF_IMAGE, **name_columns(name), **known}
    if table == "image_feature" and known.get("number") is not None:
        known = {"text": None, **known}
    needed = {column.name for column in columns if table != "image" or not column.nullable}
    return known if needed <= known.keys() else None


def describe(connection: Connection, rows: Iterable[LostRow]) -> list[Loss]:
    """The losses, with the names that the repaired library knows."""
    raw = raw_connection(connection)
    images: dict[Any, tuple[bytes, str]] = {}
    losses = []
    for row in rows:
        known, key = row.known, row.known.get("key" if row.table != "image_tag" else "id")
        image_key = known.get("key") if row.table == "image" else known.get("image")
        if isinstance(image_key, int) and image_key not in images:
            found = raw.execute("SELECT id, path FROM image WHERE key = ?", [image_key]).fetchone()
            if found is not None:
                images[image_key] = found
        id, path = images.get(image_key, (known.get("id"), known.get("path")))
        losses.append(
            Loss(
                facet=_FACETS.get(row.table, row.table),
                image=str(UUID(bytes=id)) if isinstance(id, bytes) and len(id) == 16 else None,
                path=path if isinstance(path, str) else None,
                extension=_one(raw, "SELECT id FROM extension WHERE key = ?", known.get("extension")),
                name=_name(raw, row),
                key=key if isinstance(key, int) else None,
            )
        )
    return losses


def _name(raw: Any, row: LostRow) -> str | None:
    if row.table == "image_tag":
        tag = _one(raw, "SELECT value FROM tag WHERE key = ?", row.known.get("tag"))
        return None if tag == SENTINEL else tag
    if row.table == "vector":
        return _one(raw, "SELECT name FROM vector_space WHERE key = ?", row.known.get("space"))
    texts = [row.known.get(column) for column in ("type", "name", "value", "id", "topic")]
    return " ".join(text for text in texts if isinstance(text, str)) or None


def _one(raw: Any, query: str, key: object) -> str | None:
    row = raw.execute(query, [key]).fetchone() if isinstance(key, int) else None
    return None if row is None else str(row[0])
