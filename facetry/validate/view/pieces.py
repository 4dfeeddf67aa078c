"""Validates large documents piece by piece: the validator copies what it validates, in about twenty times its text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final

from facetry.schema.document import Document
from facetry.schema.edits import with_pointers
from facetry.schema.violations import violations
from facetry.validate.finding import Finding, finding_of

PIECE: Final = 1_000
"""The number of items that are validated together."""
MAX_FINDINGS: Final = 100
_MAX_INVALID_PIECES: Final = 5
"""Listing violations is slow: after so many pieces with findings, the rest is not looked at."""


def findings_by_pieces(schema: Document, document: Any, name: str) -> list[Finding]:
    """The findings of a schema on a document, whose member `name` can be a long array, in document order, at most 100.
    The schema must judge each item of this array alone.
    """
    items = document.get(name) if isinstance(document, dict) else None
    if not isinstance(items, list) or len(items) <= PIECE:
        return [finding_of(violation) for violation in violations(schema, "#", document)]
    found: list[Finding] = []
    invalid_pieces = 0
    for start in range(0, len(items), PIECE):
        piece = {**document, name: items[start : start + PIECE]}
        count = len(found)
        found += _of_piece(schema, piece, f"/{name}/", start)
        invalid_pieces += len(found) > count
        if len(found) >= MAX_FINDINGS or invalid_pieces >= _MAX_INVALID_PIECES:
            break
    return found[:MAX_FINDINGS]


def _of_piece(schema: Document, piece: Any, prefix: str, start: int) -> Iterator[Finding]:
    """The findings on items from `start`; those on the rest of the document only once."""
    for violation in violations(schema, "#", piece):
        finding = finding_of(violation)
        if finding.pointer.startswith(prefix):
            move = partial(_moved, prefix=prefix, start=start)
            edit = finding.edit and with_pointers(finding.edit, move)
            yield replace(finding, pointer=move(finding.pointer), edit=edit)
        elif start == 0:
            yield finding


def _moved(pointer: str, prefix: str, start: int) -> str:
    """The pointer into the document for a pointer into a piece."""
    index, separator, rest = pointer.removeprefix(prefix).partition("/")
    return f"{prefix}{int(index) + start}{separator}{rest}"
