"""Validates view documents by generated/schemas/view-document-1.0.schema.json. The documents are stored unchanged."""

from typing import Final

from facetry.errors import Fault, FaultError
from facetry.schema.strict_json import parse
from facetry.schema.violations import first_violation
from facetry.validate.finding import Finding, fault_in_text, without_conflicts
from facetry.validate.texts import read, text_fault
from facetry.validate.view.pieces import findings_by_pieces
from facetry.validate.view.schema import schema
from facetry.validate.view.warnings import warnings

_LABEL: Final = "view document"
_ROOT: Final = "#"


def findings(text: bytes) -> list[Finding]:
    """All findings on the text of a view document, errors first, each in document order."""
    reading = read(text, label=_LABEL, depth=_max_depth())
    if not reading.has_value:
        return reading.findings
    document = reading.value
    errors = [*reading.findings, *findings_by_pieces(schema(), document, "elements")]
    if reading.findings:  # the value of a faulty text is partly a guess
        return without_conflicts(errors)
    reported = {finding.pointer for finding in errors}
    return without_conflicts(
        [*errors, *(finding for finding in warnings(text, document) if finding.pointer not in reported)]
    )


def fault(text: str) -> Fault | None:
    """The first fault of the text of a view document, with a pointer into the document; None when it is valid."""
    # UTF-8 cannot encode lone surrogates: they are passed on, so that the parser refuses them.
    encoded = text.encode("utf-8", "surrogatepass")
    try:
        document = parse(encoded, label=_LABEL, depth=_max_depth())
    except FaultError as refused:
        return text_fault(encoded, refused.fault, label=_LABEL, depth=_max_depth())
    if schema().validator(_ROOT).is_valid(document):
        return None
    return first_violation(schema(), _ROOT, document, size=len(encoded))


def require(text: str, *, pointer: str) -> None:
    """Raises a 400 fault unless `text`, which is at `pointer` of a request body, is a valid view document. The rule is
    that of the document, and the detail names the place in it.
    """
    violation = fault(text)
    if violation is not None:
        raise FaultError(fault_in_text(violation, pointer=pointer, label=_LABEL))


def _max_depth() -> int:
    return int(schema().content["x-max-depth"])
