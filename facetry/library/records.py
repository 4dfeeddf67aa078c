"""Records: images as the wire shows them."""

from __future__ import annotations

import base64
import json
import os
from collections import namedtuple
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar
from urllib.parse import quote_from_bytes
from uuid import UUID

from sqlalchemy import Connection, select
from sqlmodel import col

from facetry.errors import unknown
from facetry.library import features, images, states, tags
from facetry.library.images import Image
from facetry.library.repositories import Repository
from facetry.library.unreadable_files import UnreadableFile
from facetry.store.prepared import PreparedList
from generated import models

Record = TypeVar("Record")

_64_BITS = (1 << 64) - 1

_IDS = PreparedList(lambda keys: select(col(Image.key), col(Image.id)).where(col(Image.key).in_(keys)))
_OF_SUMMARY: tuple[Any, ...] = (
    col(Image.key),
    col(Image.id),
    col(Image.path),
    col(Image.name),
    col(Image.format),
    col(Image.width),
    col(Image.height),
    col(Image.size),
    col(Image.file_created),
    col(Image.file_modified),
    col(Image.created),
    col(Image.modified),
    col(Image.placeholder),
    col(Image.parent),
    col(Image.source_url),
    col(Image.missing_since),
    col(UnreadableFile.reason).label("refusal"),
    col(Repository.id).label("repository_id"),
    col(Repository.path).label("root"),
)
_OF_RECORD = (
    col(Image.details),
    col(Image.content_hash),
    col(Image.pixel_hash),
    col(Image.perceptual_hash),
    col(Image.application_metadata),
)


class _Rows:
    """Rows of images with what stands beside them, each with the columns' names."""

    def __init__(self, columns: Sequence[Any]) -> None:
        self._row: Any = namedtuple("_Row", [column.key for column in columns])  # type: ignore[misc]
        rows = (
            select(*columns)
            .join(Repository, col(Repository.key) == col(Image.repository))
            .outerjoin(UnreadableFile, states.REFUSED)
        )
        self._statement = PreparedList(lambda keys: rows.where(col(Image.key).in_(keys)))

    def each(self, connection: Connection, keys: Sequence[int], record: Callable[[Any], Record]) -> list[Record]:
        """The records of the images with these keys, in their order; of those that are there."""
        rows = map(self._row._make, self._statement.rows(connection, keys))
        by_key = {row.key: record(row) for row in rows}
        return [by_key[key] for key in keys if key in by_key]


_SUMMARIES: Final = _Rows(_OF_SUMMARY)
_RECORDS: Final = _Rows((*_OF_SUMMARY, *_OF_RECORD))


def one(connection: Connection, id: UUID) -> models.Image:
    """The full record of an image; 404 when there is none."""
    found = full(connection, [images.key_of(connection, id)])
    if not found:
        raise unknown("image", id)
    return found[0]


def ids(connection: Connection, keys: Sequence[int]) -> list[UUID]:
    """The ids of the images with these keys, in their order."""
    by_key = dict(_IDS.rows(connection, keys))
    return [UUID(bytes=by_key[key]) for key in keys]


def ids_left(connection: Connection, keys: Sequence[int]) -> list[UUID]:
    """The ids of those images with these keys that there still are, in their order."""
    by_key = dict(_IDS.rows(connection, keys))
    return [UUID(bytes=by_key[key]) for key in keys if key in by_key]


def summaries(connection: Connection, keys: Sequence[int]) -> list[models.ImageSummary]:
    """The summaries of the images with these keys, in their order."""
    return _SUMMARIES.each(connection, keys, lambda row: models.ImageSummary(**_summary(row)))


def full(connection: Connection, keys: Sequence[int]) -> list[models.Image]:
    """The full records of the images with these keys, in their order."""
    tagged, featured = tags.of_images(connection, keys), features.of_images(connection, keys)
    return _RECORDS.each(
        connection,
        keys,
        lambda row: models.Image(
            **_summary(row),
            state_reason=_state(row)[1],
            hashes=_hashes(row),
            application_metadata=_application_metadata(row.application_metadata),
            metadata=models.ImageMetadata.model_validate(json.loads(row.details)),
            features=[feature(*pair) for pair in featured[row.key]],
            tags=[tag(*pair) for pair in tagged[row.key]],
        ),
    )


def tag(extension: str, value: str) -> models.ExtensionImageTag:
    """A tag as the wire shows it."""
    return models.ExtensionImageTag(id=extension, value=value)


def feature(extension: str, written: models.ImageFeature) -> models.ExtensionImageFeature:
    """A feature as the wire shows it beside those of other extensions."""
    return models.ExtensionImageFeature(
        id=extension, type=written.type, format=written.format, name=written.name, value=written.value
    )


def _summary(row: Any) -> dict[str, Any]:
    url = "file://" + quote_from_bytes(os.fsencode(f"{row.root.rstrip('/')}/{row.path}"))  # twice as quick as `Path`
    return {
        "creation_date": row.created,
        "modification_date": row.modified,
        "id": UUID(bytes=row.id),
        "repository_id": UUID(bytes=row.repository_id),
        "parent_id": UUID(bytes=row.parent) if row.parent else None,
        "name": row.name,
        "format": row.format,
        "mime_type": f"image/{row.format.lower()}",
        "uri": url,
        "url": url,
        "source_url": row.source_url,
        "size_in_bytes": row.size,
        "dimensions": models.ImageDimensions(width=row.width, height=row.height),
        "file_dates": models.Dates(creation_date=row.file_created, modification_date=row.file_modified),
        "state": _state(row)[0],
        "placeholder": base64.b64encode(row.placeholder).decode() if row.placeholder else None,
    }


def _state(row: Any) -> tuple[models.ImageState, str | None]:
    return states.told(row.missing_since, row.refusal)


def _hashes(row: Any) -> models.ImageHashes:
    perceptual = row.perceptual_hash
    return models.ImageHashes(
        content=row.content_hash.hex(),
        pixels=row.pixel_hash.hex() if row.pixel_hash else None,
        perceptual=None if perceptual is None else f"{perceptual & _64_BITS:016x}",
    )


def _application_metadata(text: str | None) -> models.ApplicationMetadata | None:
    return None if text is None else models.ApplicationMetadata.model_validate_json(text)
