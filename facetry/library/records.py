"""Records: images in the form that responses have, made of rows without models in between."""

from __future__ import annotations

import os
from binascii import b2a_base64
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
from facetry.library.file_stores.bucket.location import url_of as bucket_url
from facetry.library.images import Image
from facetry.library.repositories import Repository
from facetry.library.unreadable_files import UnreadableFile
from facetry.schema.json_values import json_text, uuid_text
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
    col(Image.capture_date),
    col(Image.capture_offset),
    col(Image.capture_source),
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
    """Reads rows of images, joined with their repository and their refusal. The first column is the key."""

    def __init__(self, columns: Sequence[Any]) -> None:
        rows = (
            select(*columns)
            .join(Repository, col(Repository.key) == col(Image.repository))
            .outerjoin(UnreadableFile, states.IS_UNREADABLE_FILE_OF_IMAGE)
        )
        self._statement = PreparedListStatement(lambda keys: rows.where(col(Image.key).in_(keys)))

    def read(
        self, connection: Connection, keys: Sequence[int], record: Callable[[tuple[Any, ...]], Record]
    ) -> list[Record]:
        """The records of the images with these keys, in the order of the keys; keys without an image are left out."""
        by_key = {row[0]: record(row) for row in self._statement.rows(connection, keys)}
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
    return _SUMMARIES.read(connection, keys, _summary)


def full_records(connection: Connection, keys: Sequence[int]) -> list[answers.Image]:
    """The full records of the images with these keys, in the order of the keys."""
    features_by_key = features.of_images(connection, keys)
    return _RECORDS.read(connection, keys, lambda row: _full_record(row, features_by_key[row[0]]))


def _summary(row: tuple[Any, ...]) -> answers.ImageSummary:
    """The summary of an image, of a row with `_SUMMARY_COLUMNS`."""
    record, _, placeholder = _common_members(row)
    if placeholder is not None:
        record["placeholder"] = placeholder
    return record


def _full_record(row: tuple[Any, ...], image_features: list[answers.ExtensionImageFeature]) -> answers.Image:
    """The full record of an image, of a row with `_SUMMARY_COLUMNS` and `_RECORD_COLUMNS`."""
    details, content_hash, pixel_hash, perceptual_hash, application_metadata, tag_list = row[len(_SUMMARY_COLUMNS) :]
    common, state_reason, placeholder = _common_members(row[: len(_SUMMARY_COLUMNS)])
    record = cast("answers.Image", common)
    if state_reason is not None:
        record["stateReason"] = state_reason
    if placeholder is not None:
        record["placeholder"] = placeholder
    record["hashes"] = _hashes(content_hash, pixel_hash, perceptual_hash)
    if application_metadata is not None:
        record["applicationMetadata"] = _application_metadata(application_metadata)
    record["metadata"] = _metadata(details)
    record["features"] = image_features
    record["tags"] = json_text(tag_list)
    return record


def _common_members(row: tuple[Any, ...]) -> tuple[answers.ImageSummary, str | None, str | None]:
    """The members of both records up to the state, then its reason and the placeholder."""
    (
        _,
        id,
        path,
        name,
        format,
        width,
        height,
        size,
        file_created,
        file_modified,
        capture_date,
        capture_offset,
        capture_source,
        created,
        modified,
        placeholder,
        parent,
        source_url,
        missing_since,
        refusal,
        repository_id,
        root,
    ) = row
    if root.startswith("/"):
        url = "file://" + quote_from_bytes(os.fsencode(f"{root.rstrip('/')}/{path}"))  # half the time of `Path`
    else:
        url = bucket_url(root, path)
    state, state_reason = states.state_and_reason(missing_since, refusal)
    record: answers.ImageSummary = {
        "creationDate": created,
        "modificationDate": modified,
        "id": uuid_text(id),
        "repositoryId": uuid_text(repository_id),
        "parentId": uuid_text(parent) if parent else None,
        "name": name,
        "format": format,
        "mimeType": TRAITS[format].media_type,
        "uri": url,
        "url": url,
        "sourceUrl": source_url,
        "sizeInBytes": size,
        "dimensions": {"width": width, "height": height},
        "fileDates": {"creationDate": file_created, "modificationDate": file_modified},
        "captureDate": file_created if capture_date is None else capture_date,
        "captureOffset": capture_offset,
        "captureSource": capture_source or "file",
        "state": state,
    }
    if not parent:
        del record["parentId"]
    if source_url is None:
        del record["sourceUrl"]
    if capture_offset is None:
        del record["captureOffset"]
    return record, state_reason, placeholder_text(placeholder) if placeholder else None


def placeholder_text(placeholder: bytes) -> str:
    """A ThumbHash in the form of an answer."""
    return b2a_base64(placeholder, newline=False).decode("ascii")


def _hashes(content: bytes, pixels: bytes | None, perceptual: int | None) -> answers.ImageHashes:
    hashes: answers.ImageHashes = {"content": content.hex()}
    if pixels:
        hashes["pixels"] = pixels.hex()
    if perceptual is not None:
        hashes["perceptual"] = f"{perceptual & _64_BITS:016x}"
    return hashes


def _metadata(text: str) -> answers.ImageMetadata:
    texts = orjson.loads(text)
    known = {name: value for name in _METADATA if (value := texts.get(name)) is not None} if texts else {}
    return cast("answers.ImageMetadata", known)


def _application_metadata(text: str) -> Any:
    """The text in the form of an answer. Few images have one, and it can have any members."""
    value = models.ApplicationMetadata.model_validate_json(text)
    return json_text(to_json(value, by_alias=True, exclude_none=True, inf_nan_mode="null").decode())
