"""View documents: held to generated/schemas/view-document-1.0.schema.json, and kept as they are."""

import importlib.resources
from dataclasses import replace
from functools import cache
from typing import Any, Final

import orjson

from facetry.errors import Fault, FaultError
from facetry.schema.document import Document
from facetry.schema.strict_json import parse
from facetry.schema.violations import first_violation

SCHEMA: Final = "schemas/view-document-1.0.schema.json"
_WHAT: Final = "view document"
_ROOT: Final = "#"


def fault(text: str) -> Fault | None:
    """The first thing that is wrong with the text of a view document, None when it is valid. The pointer leads into
    the document.
    """
    # A lone surrogate, which UTF-8 cannot say, is let through for the parser to refuse.
    encoded = text.encode("utf-8", "surrogatepass")
    schema = _schema()
    try:
        document = parse(encoded, what=_WHAT, depth=schema.content["x-max-depth"])
    except FaultError as refused:
        return replace(refused.fault, parameter=None, pointer="")
    if schema.validator(_ROOT).is_valid(document):
        return None
    return first_violation(schema, _ROOT, document, size=len(encoded))


def require(text: str, *, pointer: str) -> None:
    """400 unless `text`, which stands at `pointer` of a request's body, is a view document: `view.json` for a text that
    is no JSON, `view.schema` for a document that breaks its schema. Where in the document is told in the detail.
    """
    found = fault(text)
    if found is None:
        return
    if found.rule.startswith("json."):
        raise FaultError(replace(found, rule="view.json", pointer=pointer))
    place = f"at {found.pointer} of the view document" if found.pointer else "the view document as a whole"
    raise FaultError(replace(found, rule="view.schema", detail=f"{found.detail} That is {place}.", pointer=pointer))


@cache
def _schema() -> Document:
    content: dict[str, Any] = orjson.loads(importlib.resources.files("generated").joinpath(SCHEMA).read_bytes())
    return Document(content, formats={"json": _is_json})


def _is_json(text: str) -> bool:
    """Whether an element of type json can be shown as what it says it is."""
    try:
        orjson.loads(text)
    except orjson.JSONDecodeError:
        return False
    return True
