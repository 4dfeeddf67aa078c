"""Validates messages of the Socket.IO API by the schemas in generated/asyncapi.json."""

from functools import cache
from typing import Any, Final

import orjson

from facetry.errors import printable_text
from facetry.schema import generated_files
from facetry.schema.document import Document
from facetry.schema.violations import first_violation

DESCRIPTION_PATH: Final = "asyncapi.json"
MAX_DEPTH: Final = 64
_SCHEMAS: Final = "#/components/schemas/"
_BYTES_PLACEHOLDER: Final = "\0bytes"
"""Replaces bytes, which Socket.IO sends beside the JSON of a message and JSON Schema does not define. Where the
description has a text without a format, bytes are no text.
"""
_TEXT: Final = "text"
_FIRST_FAULT_ONLY_SIZE: Final = 1_000_000
"""A `size` for which only the first violation is searched, because a message may have very many."""


def fault(schema_name: str, message: Any) -> str | None:
    """The first fault of a message by the schema of this name, as a sentence that names the member; None for a valid
    message. Members that are null count as absent. The sentence contains no value of the message.
    """
    try:
        normalised = _normalise(message, MAX_DEPTH)
    except RecursionError:
        return f"The message nests deeper than {MAX_DEPTH} levels."
    document, pointer = description(), _SCHEMAS + schema_name
    if document.validator(pointer).is_valid(normalised):
        return None
    violation = first_violation(document, pointer, normalised, size=_FIRST_FAULT_ONLY_SIZE)
    return f"{printable_text(violation.pointer or '', 128) or 'The message'}: {violation.detail}"


def _normalise(value: Any, depth: int) -> Any:
    """A copy without members that are null, and with the placeholder instead of bytes. Raises `RecursionError` for
    more than `depth` levels of arrays and objects.
    """
    if isinstance(value, dict | list) and not depth:
        raise RecursionError
    if isinstance(value, dict):
        return {name: _normalise(item, depth - 1) for name, item in value.items() if item is not None}
    if isinstance(value, list):
        return [_normalise(item, depth - 1) for item in value]
    if value == _BYTES_PLACEHOLDER:
        return ""  # a text that is no bytes, although it looks like them
    return _BYTES_PLACEHOLDER if isinstance(value, bytes) else value


@cache
def description() -> Document:
    """The description of events and of the socket, generated/asyncapi.json."""
    content: dict[str, Any] = orjson.loads(generated_files.read(DESCRIPTION_PATH))
    formats = {"binary": _BYTES_PLACEHOLDER.__eq__, _TEXT: _BYTES_PLACEHOLDER.__ne__}
    return Document(_with_texts(content), formats=formats)


def _with_texts(schema: Any) -> Any:
    """A copy in which a text without a format has the format `text`."""
    if isinstance(schema, list):
        return [_with_texts(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    copied = {name: _with_texts(item) for name, item in schema.items()}
    return {"format": _TEXT, **copied} if schema.get("type") == "string" else copied
