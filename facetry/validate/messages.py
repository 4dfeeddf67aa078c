"""Messages of sockets: held to the schemas in generated/asyncapi.json."""

import importlib.resources
from functools import cache
from typing import Any, Final

import orjson

from facetry.errors import shown
from facetry.schema.document import Document
from facetry.schema.violations import first_violation

DESCRIPTION: Final = "asyncapi.json"
DEPTH: Final = 64
_SCHEMAS: Final = "#/components/schemas/"
_BYTES: Final = "\0bytes"
"""Stands for bytes, which travel beside the JSON of a message and which no schema knows."""
_LARGE: Final = 1_000_000
"""So that the first fault is told and the others are not looked for: messages may have very many."""


def fault(name: str, message: Any) -> str | None:
    """What is wrong with a message by the schema of this name, in a sentence that names the member; None when nothing
    is. Members that are null count as absent. What the sentence says holds no value of the message.
    """
    try:
        judged = _judged(message, DEPTH)
    except RecursionError:
        return f"It nests deeper than {DEPTH} levels."
    document, pointer = _description(), _SCHEMAS + name
    if document.validator(pointer).is_valid(judged):
        return None
    found = first_violation(document, pointer, judged, size=_LARGE)
    return f"{shown(found.pointer or '', 128) or 'The message'}: {found.detail}"


def _judged(value: Any, depth: int) -> Any:
    """A copy without members that are null, and with texts for bytes."""
    if not depth:
        raise RecursionError
    if isinstance(value, dict):
        return {name: _judged(item, depth - 1) for name, item in value.items() if item is not None}
    if isinstance(value, list):
        return [_judged(item, depth - 1) for item in value]
    return _BYTES if isinstance(value, bytes) else value


@cache
def _description() -> Document:
    content: dict[str, Any] = orjson.loads(importlib.resources.files("generated").joinpath(DESCRIPTION).read_bytes())
    return Document(content, formats={"binary": _BYTES.__eq__})
