"""The operations on documents of extensions that are validated, and not stored."""

from __future__ import annotations

from facetry.call import Call
from facetry.document_check import check
from facetry.validate.kinds import Kind
from generated import models
from generated.operations import Upload


async def validation_check(_call: Call, /, *, kind: models.DocumentKind, body: Upload) -> models.DocumentCheck:
    """The findings on the text of a document."""
    return await check(body.path, Kind(kind))
