"""The operations on the files of a repository."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Final
from uuid import UUID

import orjson

from facetry.errors import FaultError
from facetry.handling.call import Call
from facetry.library import records
from facetry.library.images import Origin
from facetry.library.originals import file_urls
from facetry.schema import generated_files
from facetry.schema.document import Document
from facetry.schema.strict_json import parse
from facetry.schema.violations import first_violation
from generated import answers, models
from generated.operations import Upload

_METADATA: Final = "applicationMetadata"
_SCHEMA: Final = "#/components/schemas/ApplicationMetadata"


async def repository_store_image(
    call: Call,
    /,
    *,
    id: UUID,
    inception_date: int | None = None,
    source_url: models.HttpUrl | None = None,
    parent_id: UUID | None = None,
    application_metadata: str | None = None,
    relative_directory_path: models.RelativeDirectoryPath | None = None,
    name_without_extension: models.NameWithoutExtension | None = None,
    body: Upload,
) -> answers.Image:
    """Store a new file, and return its image."""
    if application_metadata is not None:
        _validate_metadata(application_metadata)
    stored = await call.library.originals.store(
        id,
        body,
        name=name_without_extension,
        folder=relative_directory_path or "",
        date_ms=inception_date,
        origin=Origin(parent_id, source_url, application_metadata),
    )
    return await call.lookup(lambda connection: records.require(connection, stored))


async def repository_rename_image(
    call: Call,
    /,
    *,
    id: UUID,
    image_id: UUID,
    name_without_extension: models.NameWithoutExtension,
    relative_directory_path: models.RelativeDirectoryPath | None = None,
) -> answers.Image:
    """Change the name or folder of a file."""
    await call.library.originals.rename(
        id,
        image_id,
        name=name_without_extension,
        folder=relative_directory_path,
        precondition=call.request.require_change,
    )
    return await call.lookup(lambda connection: records.require(connection, image_id))


async def repository_get_image_by_url(call: Call, /, *, url: models.FileUrl) -> answers.Image:
    """The image whose file has this URL."""
    return await file_urls.image_at(call.library.store, url)


def _validate_metadata(text: str) -> None:
    """Raise 400 for a text that is not the JSON of an ApplicationMetadata, by the rules for request bodies."""
    try:
        value = parse(text.encode())
    except FaultError as error:
        fault = error.fault
        detail = fault.detail.replace("body", "text")
        raise FaultError(replace(fault, detail=detail, parameter=_METADATA, remedy=None)) from None
    if not _schemas().validator(_SCHEMA).is_valid(value):
        fault = first_violation(_schemas(), _SCHEMA, value, size=len(text))
        place = f" It stands at {fault.pointer} of the text." if fault.pointer else ""
        raise FaultError(replace(fault, detail=fault.detail + place, parameter=_METADATA, pointer=None))


@functools.cache
def _schemas() -> Document:
    text = generated_files.read("openapi.json")
    return Document({"components": {"schemas": orjson.loads(text)["components"]["schemas"]}})
