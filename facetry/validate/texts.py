"""Reads the JSON text of a document, with findings for texts that are not strict JSON."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import orjson

from facetry.errors import FaultError
from facetry.schema.strict_json import parse
from facetry.validate.finding import Finding, finding_of


def read(text: bytes, *, label: str, depth: int) -> tuple[Any, list[Finding]]:
    """The value of a text without findings, or None and the findings. `label` is the word for the document in messages,
    `depth` the permitted number of levels.
    """
    try:
        return parse(text, label=label, depth=depth), []
    except FaultError as error:
        finding = finding_of(replace(error.fault, parameter=None, pointer=""))
    return None, [replace(finding, offset=_fault_offset(text))]


def _fault_offset(text: bytes) -> int | None:
    """The byte offset at which the parser stops; None for a fault that it does not report."""
    try:
        orjson.loads(text)
    except orjson.JSONDecodeError as error:
        return len(error.doc[: error.pos].encode())
    return None
