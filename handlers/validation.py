"""The operations on documents of extensions that are validated, and not stored."""

from __future__ import annotations

from facetry.handling.call import Call
from facetry.handling.document_check import check
from facetry.service.data_folder import VALIDATION_LOCK
from facetry.validate.kinds import Kind
from generated import models
from generated.operations import Upload


async def validation_check(call: Call, /, *, kind: models.DocumentKind, body: Upload) -> models.DocumentCheck:
    """The findings on the text of a document."""
    turn = call.library.spool.with_name(VALIDATION_LOCK)
    return await check(body.path, Kind(kind), turn)
