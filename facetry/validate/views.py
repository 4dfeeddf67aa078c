"""Validates view documents by generated/schemas/view-document-1.0.schema.json. The documents are stored unchanged."""

import importlib.resources
from dataclasses import replace
from functools import cache
from typing import Any, Final

import orjson

from facetry.errors import Fault, FaultError
from facetry.schema.document import Document
from facetry.schema.strict_json import parse
from facetry.schema.violations import first_violation, violations
from facetry.validate.finding import Finding, finding_of
from facetry.validate.texts import read

SCHEMA_PATH: Final = "schemas/view-document-1.0.schema.json"
_LABEL: Final = "view document"
_ROOT: Final = "#"


def findings(text: bytes) -> list[Finding]:
    """All findings on the text of a view document, in document order."""
    schema = _schema()
    document, faults = read(text, label=_LABEL, depth=schema.content["x-max-depth"])
    return faults or [finding_of(violation) for violation in violations(schema, _ROOT, document)]


def fault(text: str) -> Fault | None:
    """The first fault of the text of a view document, with a pointer into the document; None when it is valid."""
    # UTF-8 cannot encode lone surrogates: they are passed on, so that the parser refuses them.
    encoded = text.encode("utf-8", "surrogatepass")
    schema = _schema()
    try:
        document = parse(encoded, label=_LABEL, depth=schema.content["x-max-depth"])
    except FaultError as refused:
        return replace(refused.fault, parameter=None, pointer="")
    if schema.validator(_ROOT).is_valid(document):
        return None
    return first_violation(schema, _ROOT, document, size=len(encoded))


def require(text: str, *, pointer: str) -> None:
    """Raises a 400 fault unless `text`, which is at `pointer` of a request body, is a valid view document. The rule is
    `view.json` for a text that is not JSON, and `view.schema` for a document that violates its schema. The detail names
    the place in the document.
    """
    violation = fault(text)
    if violation is None:
        return
    if violation.rule.startswith("json."):
        raise FaultError(replace(violation, rule="view.json", pointer=pointer))
    place = violation.pointer or "the root"
    detail = f"{violation.detail} The fault is at {place} of the view document."
    raise FaultError(replace(violation, rule="view.schema", detail=detail, pointer=pointer))


@cache
def _schema() -> Document:
    content: dict[str, Any] = orjson.loads(importlib.resources.files("generated").joinpath(SCHEMA_PATH).read_bytes())
    return Document(content, formats={"json": _is_json})


def _is_json(text: str) -> bool:
    """Whether the text of an element of type json is JSON."""
    try:
        orjson.loads(text)
    except orjson.JSONDecodeError:
        return False
    return True
