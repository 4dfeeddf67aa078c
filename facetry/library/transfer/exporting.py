"""Exports a library as lines, in an order that depends on its content alone, and in bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final
from uuid import UUID

from sqlalchemy import Connection, func, select
from sqlmodel import col

from facetry.library import extensions, smart_collections
from facetry.library.facets import facet_lines
from facetry.library.images import Image
from facetry.library.repositories import Repository
from facetry.library.transfer.lines import VERSION, TransferError, encode

_BATCH: Final = 200
"""Images whose facets are read together."""


def image_count(connection: Connection) -> int:
    """The number of images."""
    count: int = connection.execute(select(func.count()).select_from(Image)).scalar_one()
    return count


def exported(connection: Connection, report: Callable[[int], None]) -> Iterator[bytes]:
    """The lines of the export of a library, on one snapshot. `report` gets the number of exported images.

    Raises `TransferError` for a collection whose filter this version cannot use.
    """
    number = 0
    for line in _lines(connection, report):
        number += 1
        yield encode(line)
    yield encode({"kind": "end", "lines": number})


def _lines(connection: Connection, report: Callable[[int], None]) -> Iterator[dict[str, Any]]:
    yield {"kind": "export", "version": VERSION}
    repository_ids: dict[int, str] = {}
    columns = (col(Repository.key), col(Repository.id), col(Repository.name))
    for key, id, name in connection.execute(select(*columns).order_by(col(Repository.id))):
        repository_ids[key or 0] = str(UUID(bytes=id))
        yield {"kind": "repository", "id": repository_ids[key or 0], "name": name}
    for extension, _, _ in extensions.list_all(connection):
        yield {"kind": "extension", "id": extension}
    count = 0
    for rows in _image_batches(connection):
        lines_of_images = facet_lines.lines_of(connection, [row[0] for row in rows])
        for (_, id, repository, path, content), (_, lines) in zip(rows, lines_of_images, strict=True):
            yield {
                "kind": "image",
                "id": str(UUID(bytes=id)),
                "repository": repository_ids[repository],
                "path": path,
                "content": content.hex(),
            }
            yield from lines
            count += 1
        report(count)
    for collection in sorted(smart_collections.list_all(connection), key=lambda collection: collection.id):
        if collection.fault is not None:
            raise TransferError(f"the collection {collection.name} cannot be exported: {collection.fault}")
        yield _collection_line(collection)


def _image_batches(connection: Connection) -> Iterator[list[tuple[Any, ...]]]:
    """Images by id, some at a time."""
    last: Any = b""
    columns = (col(Image.key), col(Image.id), col(Image.repository), col(Image.path), col(Image.content_hash))
    statement = select(*columns).order_by(col(Image.id)).limit(_BATCH)
    while rows := [tuple(row) for row in connection.execute(statement.where(col(Image.id) > last))]:
        yield rows
        last = rows[-1][1]


def _collection_line(collection: smart_collections.CollectionRecord) -> dict[str, Any]:
    line: dict[str, Any] = {"kind": "collection", "id": collection.id, "name": collection.name}
    if collection.comment is not None:
        line["comment"] = collection.comment
    return {
        **line,
        "filter": collection.filter.model_dump(mode="json", by_alias=True, exclude_unset=True),
        "created": collection.created,
        "modified": collection.modified,
    }
