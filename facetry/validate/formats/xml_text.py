"""Checks that a text is a well-formed XML document without a document type, within a bound of depth.

No document is built, so that memory stays bounded. Entities and references to files need a document type.
"""

from __future__ import annotations

from xml.parsers import expat

from facetry.schema.strict_json import MAX_DEPTH
from facetry.validate.formats.bad_text import BadTextError


def check(text: str) -> None:
    """Raises `BadTextError` when the text is not well formed, too deep, or has a document type."""
    depth = 0

    def start(_name: str, _attributes: object) -> None:
        nonlocal depth
        depth += 1
        if depth > MAX_DEPTH:
            raise BadTextError(f"The text nests deeper than {MAX_DEPTH} levels.")

    def end(_name: str) -> None:
        nonlocal depth
        depth -= 1

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _refuse_document_type
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        place = f"at line {error.lineno}, column {error.offset + 1}"
        raise BadTextError(f"The text is not XML: {expat.ErrorString(error.code)}, {place}.") from None


def _refuse_document_type(*_: object) -> None:
    raise BadTextError("The text has a document type declaration, which is not accepted.")
