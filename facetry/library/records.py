"""Records: images in the form that responses have."""

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

from facetry.errors import not_found
from facetry.imaging.formats import TRAITS
from facetry.library import images, states
from facetry.library.facets import features, tags
from facetry.library.images import Image
from facetry.library.repositories import Repository
from facetry.library.unreadable_files import UnreadableFile
from facetry.store.prepared import PreparedListStatement
from generated import models

Record = TypeVar("Record")

_64_BITS = (1 << 64) - 1

_IDS = PreparedListStatement(lambda keys: select(col(Image.key), col(Image.id)).where(col(Image.key).in_(keys)))
_SUMMARY_COLUMNS: tuple[Any, ...] = (
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
_RECORD_COLUMNS = (
    col(Image.details),
    col(Image.content_hash),
    col(Image.pixel_hash),
    col(Image.perceptual_hash),
    col(Image.application_metadata),
)


class _RecordQuery:
    """Reads rows of images, joined with their repository and their refusal; each row is a tuple with column names."""

    def __init__(self, columns: Sequence[Any]) -> None:
        self._row: Any = namedtuple("_Row", [column.key for column in columns])  # type: ignore[misc]
        rows = (
            select(*columns)
            .join(Repository, col(Repository.key) == col(Image.repository))
            .outerjoin(UnreadableFile, states.IS_UNREADABLE_FILE_OF_IMAGE)
        )
        self._statement = PreparedListStatement(lambda keys: rows.where(col(Image.key).in_(keys)))

    def read(self, connection: Connection, keys: Sequence[int], record: Callable[[Any], Record]) -> list[Record]:
        """The records of the images with these keys, in the order of the keys; keys without an image are left out."""
        rows = map(self._row._make, self._statement.rows(connection, keys))
        by_key = {row.key: record(row) for row in rows}
        return [by_key[key] for key in keys if key in by_key]


_SUMMARIES: Final = _RecordQuery(_SUMMARY_COLUMNS)
_RECORDS: Final = _RecordQuery((*_SUMMARY_COLUMNS, *_RECORD_COLUMNS))


def require(connection: Connection, id: UUID) -> models.Image:
    """The full record of an image; 404 when there is none."""
    image_records = full_records(connection, [images.key_of(connection, id)])
    if not image_records:
        raise not_found("image", id)
    return image_records[0]


def ids(connection: Connection, keys: Sequence[int]) -> list[UUID]:
    """The ids of the images with these keys, in the order of the keys."""
    by_key = dict(_IDS.rows(connection, keys))
    return [UUID(bytes=by_key[key]) for key in keys]


def existing_ids(connection: Connection, keys: Sequence[int]) -> list[UUID]:
    """The ids of the images with these keys, in the order of the keys; keys without an image are left out."""
    by_key = dict(_IDS.rows(connection, keys))
    return [UUID(bytes=by_key[key]) for key in keys if key in by_key]


def summaries(connection: Connection, keys: Sequence[int]) -> list[models.ImageSummary]:
    """The summaries of the images with these keys, in the order of the keys."""
    return _SUMMARIES.read(connection, keys, lambda row: models.ImageSummary(**_summary(row)))


def full_records(connection: Connection, keys: Sequence[int]) -> list[models.Image]:
    """The full records of the images with these keys, in the order of the keys."""
    tags_by_key, features_by_key = tags.of_images(connection, keys), features.of_images(connection, keys)
    return _RECORDS.read(
        connection,
        keys,
        lambda row: models.Image(
            **_summary(row),
            state_reason=_state(row)[1],
            hashes=_hashes(row),
            application_metadata=_application_metadata(row.application_metadata),
            metadata=models.ImageMetadata.model_validate(json.loads(row.details)),
            features=[feature(*pair) for pair in features_by_key[row.key]],
            tags=[tag(*pair) for pair in tags_by_key[row.key]],
        ),
    )


def tag(extension: str, value: str) -> models.ExtensionImageTag:
    """A tag in the form that responses have."""
    return models.ExtensionImageTag(id=extension, value=value)


def feature(extension: str, image_feature: models.ImageFeature) -> models.ExtensionImageFeature:
    """A feature in the form that responses have, with the id of its extension."""
    return models.ExtensionImageFeature(
        id=extension,
        type=image_feature.type,
        format=image_feature.format,
        name=image_feature.name,
        value=image_feature.value,
    )


def _summary(row: Any) -> dict[str, Any]:
    url = "file://" + quote_from_bytes(os.fsencode(f"{row.root.rstrip('/')}/{row.path}"))  # half the time of `Path`
    return {
        "creation_date": row.created,
        "modification_date": row.modified,
        "id": UUID(bytes=row.id),
        "repository_id": UUID(bytes=row.repository_id),
        "parent_id": UUID(bytes=row.parent) if row.parent else None,
        "name": row.name,
        "format": row.format,
        "mime_type": TRAITS[row.format].media_type,
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
    return states.state_and_reason(row.missing_since, row.refusal)


def _hashes(row: Any) -> models.ImageHashes:
    perceptual = row.perceptual_hash
    return models.ImageHashes(
        content=row.content_hash.hex(),
        pixels=row.pixel_hash.hex() if row.pixel_hash else None,
        perceptual=None if perceptual is None else f"{perceptual & _64_BITS:016x}",
    )


def _application_metadata(text: str | None) -> models.ApplicationMetadata | None:
    return None if text is None else models.ApplicationMetadata.model_validate_json(text)
