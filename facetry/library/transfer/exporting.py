"""Exports a library as lines, in an order that depends on its content alone, and in bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from heapq import merge
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import Connection, func, select
from sqlmodel import col

from facetry.library import extensions
from facetry.library.facets import facet_lines
from facetry.library.facets.facet_lines import FacetLine
from facetry.library.images import Image
from facetry.library.repositories import Repository
from facetry.library.search import smart_collections
from facetry.library.transfer.lines import VERSION, TransferError, encode
from facetry.library.trash.rows import TrashedImage, columns_in, unpack

_BATCH: Final = 200
"""Images whose facets are read together."""
_TABLES: Final = (Image, TrashedImage)


def image_count(connection: Connection) -> int:
    """The number of images, with those in the trash."""
    counts = (connection.execute(select(func.count()).select_from(table)).scalar_one() for table in _TABLES)
    return sum(counts)


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
    extension_ids = [id for id, _, _ in extensions.list_all(connection)]
    for extension in extension_ids:
        yield {"kind": "extension", "id": extension}
    trashed = _trashed_images(connection, set(extension_ids))
    for count, each in enumerate(merge(_images(connection), trashed, key=lambda each: each.id), 1):
        yield {
            "kind": "image",
            "id": str(UUID(bytes=each.id)),
            "repository": repository_ids[each.repository],
            "path": each.path,
            "content": each.content.hex(),
            **({"inTrash": True} if each.is_in_trash else {}),
        }
        yield from each.facets
        if count % _BATCH == 0:
            report(count)
    for collection in sorted(smart_collections.list_all(connection), key=lambda collection: collection.id):
        if collection.fault is not None:
            raise TransferError(f"the collection {collection.name} cannot be exported: {collection.fault}")
        yield _collection_line(collection)


class _ExportedImage(NamedTuple):
    id: bytes
    repository: int
    path: str
    content: bytes
    facets: list[FacetLine]
    is_in_trash: bool = False


def _images(connection: Connection) -> Iterator[_ExportedImage]:
    """Images by id, read some at a time."""
    last: Any = b""
    columns = (col(Image.key), col(Image.id), col(Image.repository), col(Image.path), col(Image.content_hash))
    statement = select(*columns).order_by(col(Image.id)).limit(_BATCH)
    while rows := connection.execute(statement.where(col(Image.id) > last)).all():
        lines_of_images = facet_lines.lines_of(connection, [row[0] or 0 for row in rows])
        for (_, id, repository, path, content), (_, lines) in zip(rows, lines_of_images, strict=True):
            yield _ExportedImage(id, repository, path, content, lines)
        last = rows[-1][1]


def _trashed_images(connection: Connection, extension_ids: Collection[str]) -> Iterator[_ExportedImage]:
    """Images in the trash by id, read some at a time. Rows that a former version has written may have facets of other
    extensions, and ids of images that are not in the trash.
    """
    last: Any = b""
    columns = (
        col(TrashedImage.id),
        col(TrashedImage.repository),
        col(TrashedImage.path),
        col(TrashedImage.image),
        col(TrashedImage.facets),
    )
    has_own_id = columns[0].not_in(select(col(Image.id)))
    statement = select(*columns).where(has_own_id).order_by(columns[0]).limit(_BATCH)
    while rows := connection.execute(statement.where(col(TrashedImage.id) > last)).all():
        for id, repository, path, image, facets in rows:
            lines = [line for line in unpack(facets) if line["extension"] in extension_ids]
            yield _ExportedImage(id, repository, path, columns_in(image)["content_hash"], lines, is_in_trash=True)
        last = rows[-1][0]


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
