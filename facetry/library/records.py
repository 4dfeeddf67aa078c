"""Records: images in the form that responses have, made of rows without models in between."""

from __future__ import annotations

import os
from binascii import b2a_base64
from collections import namedtuple
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar, cast
from urllib.parse import quote_from_bytes
from uuid import UUID

import orjson
from pydantic_core import to_json
from sqlalchemy import Connection, bindparam, select
from sqlmodel import col

from facetry.errors import not_found
from facetry.imaging.formats import TRAITS
from facetry.library import images, states
from facetry.library.facets import features, tags
from facetry.library.images import Image
from facetry.library.repositories import Repository
from facetry.library.unreadable_files import UnreadableFile
from facetry.schema.json_values import json_text, present, uuid_text
from facetry.store.prepared import PreparedListStatement, PreparedStatement
from generated import answers, models

Record = TypeVar("Record")

_64_BITS = (1 << 64) - 1
_METADATA: Final = tuple(answers.ImageMetadata.__annotations__)
"""The names of the metadata texts, in the order of the description."""

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
    tags.LIST_OF_IMAGE,
)
_DETAILS = PreparedStatement(select(col(Image.details)).where(col(Image.id) == bindparam("id")))


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


def require(connection: Connection, id: UUID) -> answers.Image:
    """The full record of an image; 404 when there is none."""
    image_records = full_records(connection, [images.key_of(connection, id)])
    if not image_records:
        raise not_found("image", id)
    return image_records[0]


def require_metadata(connection: Connection, id: UUID) -> answers.ImageMetadata:
    """What the file of an image says about itself; 404 when there is no such image."""
    row = _DETAILS.first(connection, id=id.bytes)
    if row is None:
        raise not_found("image", id)
    return _metadata(row[0])


def ids(connection: Connection, keys: Sequence[int]) -> list[str]:
    """The ids of the images with these keys, in the order of the keys."""
    by_key = dict(_IDS.rows(connection, keys))
    return [uuid_text(by_key[key]) for key in keys]


def existing_ids(connection: Connection, keys: Sequence[int]) -> list[str]:
    """The ids of the images with these keys, in the order of the keys; keys without an image are left out."""
    by_key = dict(_IDS.rows(connection, keys))
    return [uuid_text(by_key[key]) for key in keys if key in by_key]


def summaries(connection: Connection, keys: Sequence[int]) -> list[answers.ImageSummary]:
    """The summaries of the images with these keys, in the order of the keys."""
    return _SUMMARIES.read(connection, keys, lambda row: present(_summary(row)))


def full_records(connection: Connection, keys: Sequence[int]) -> list[answers.Image]:
    """The full records of the images with these keys, in the order of the keys."""
    features_by_key = features.of_images(connection, keys)
    return _RECORDS.read(connection, keys, lambda row: present(_full_record(row, features_by_key[row.key])))


def _summary(row: Any) -> answers.ImageSummary:
    url = "file://" + quote_from_bytes(os.fsencode(f"{row.root.rstrip('/')}/{row.path}"))  # half the time of `Path`
    return {
        "creationDate": row.created,
        "modificationDate": row.modified,
        "id": uuid_text(row.id),
        "repositoryId": uuid_text(row.repository_id),
        "parentId": uuid_text(row.parent) if row.parent else None,
        "name": row.name,
        "format": row.format,
        "mimeType": TRAITS[row.format].media_type,
        "uri": url,
        "url": url,
        "sourceUrl": row.source_url,
        "sizeInBytes": row.size,
        "dimensions": {"width": row.width, "height": row.height},
        "fileDates": {"creationDate": row.file_created, "modificationDate": row.file_modified},
        "state": _state(row)[0],
        "placeholder": b2a_base64(row.placeholder, newline=False).decode("ascii") if row.placeholder else None,
    }


def _full_record(row: Any, image_features: list[answers.ExtensionImageFeature]) -> answers.Image:
    summary = _summary(row)
    placeholder = summary.pop("placeholder", None)
    return {
        **summary,
        "stateReason": _state(row)[1],
        "placeholder": placeholder,
        "hashes": _hashes(row),
        "applicationMetadata": _application_metadata(row.application_metadata),
        "metadata": _metadata(row.details),
        "features": image_features,
        "tags": json_text(row.tags),
    }


def _state(row: Any) -> tuple[answers.ImageState, str | None]:
    return states.state_and_reason(row.missing_since, row.refusal)


def _hashes(row: Any) -> answers.ImageHashes:
    perceptual = row.perceptual_hash
    hashes: answers.ImageHashes = {
        "content": row.content_hash.hex(),
        "pixels": row.pixel_hash.hex() if row.pixel_hash else None,
        "perceptual": None if perceptual is None else f"{perceptual & _64_BITS:016x}",
    }
    return present(hashes)


def _metadata(text: str) -> answers.ImageMetadata:
    texts = orjson.loads(text)
    known = {name: value for name in _METADATA if (value := texts.get(name)) is not None}
    return cast("answers.ImageMetadata", known)


def _application_metadata(text: str | None) -> Any:
    """The text in the form of an answer. Few images have one, and it can have any members."""
    if text is None:
        return None
    value = models.ApplicationMetadata.model_validate_json(text)
    return json_text(to_json(value, by_alias=True, exclude_none=True, inf_nan_mode="null").decode())
