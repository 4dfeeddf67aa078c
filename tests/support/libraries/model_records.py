"""Records of images, made of models and simple queries: what `facetry.library.records` and the facets have to equal."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, text

from facetry.imaging.formats import TRAITS
from facetry.library import states
from generated import models

_IMAGE = """
    SELECT image.*, repository.id AS repository_id, repository.path AS root, unreadable_file.reason AS refusal
    FROM image JOIN repository ON repository.key = image.repository
    LEFT JOIN unreadable_file ON unreadable_file.repository = image.repository AND unreadable_file.path = image.path
    WHERE image.key = :key
"""
_TAGS = """
    SELECT extension.id, tag.value FROM image_tag
    JOIN extension ON extension.key = image_tag.extension JOIN tag ON tag.key = image_tag.tag
    WHERE image_tag.image = :key AND tag.value <> '__empty__' ORDER BY tag.value, extension.id
"""
_FEATURES = """
    SELECT extension.id, type, format, name, text, number FROM image_feature
    JOIN extension ON extension.key = image_feature.extension
    WHERE image_feature.image = :key AND type <> '' ORDER BY extension.id, image_feature.key
"""


def summary(connection: Connection, key: int) -> models.ImageSummary:
    """The summary of an image."""
    return models.ImageSummary(**_summary(_row(connection, key)))


def full_record(connection: Connection, key: int) -> models.Image:
    """The full record of an image."""
    row = _row(connection, key)
    application_metadata = row.application_metadata
    return models.Image(
        **_summary(row),
        state_reason=states.state_and_reason(row.missing_since, row.refusal)[1],
        hashes=models.ImageHashes(
            content=row.content_hash.hex(),
            pixels=row.pixel_hash.hex() if row.pixel_hash else None,
            perceptual=None if row.perceptual_hash is None else f"{row.perceptual_hash % (1 << 64):016x}",
        ),
        application_metadata=None
        if application_metadata is None
        else models.ApplicationMetadata.model_validate_json(application_metadata),
        metadata=models.ImageMetadata.model_validate(json.loads(row.details)),
        features=features(connection, key),
        tags=tags(connection, key),
    )


def tags(connection: Connection, key: int, extensions: list[str] | None = None) -> list[models.ExtensionImageTag]:
    """The tags of an image, those of the extensions or all."""
    rows = connection.execute(text(_TAGS), {"key": key})
    return [
        models.ExtensionImageTag(id=id, value=value) for id, value in rows if extensions is None or id in extensions
    ]


def features(
    connection: Connection, key: int, extensions: list[str] | None = None
) -> list[models.ExtensionImageFeature]:
    """The features of an image, those of the extensions or all."""
    return [
        models.ExtensionImageFeature(id=id, type=type, format=format, name=name, value=_value(format, content, number))
        for id, type, format, name, content, number in connection.execute(text(_FEATURES), {"key": key})
        if extensions is None or id in extensions
    ]


def _row(connection: Connection, key: int) -> Any:
    return connection.execute(text(_IMAGE), {"key": key}).one()


def _value(format: str, content: str | None, number: float | None) -> Any:
    return content if number is None else {"integer": int, "float": float, "boolean": bool}[format](number)


def _summary(row: Any) -> dict[str, Any]:
    url = Path(row.root, row.path).as_uri()
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
        "capture_date": row.file_created if row.capture_date is None else row.capture_date,
        "capture_offset": row.capture_offset,
        "capture_source": row.capture_source or "file",
        "state": states.state_and_reason(row.missing_since, row.refusal)[0],
        "placeholder": base64.b64encode(row.placeholder).decode() if row.placeholder else None,
    }
