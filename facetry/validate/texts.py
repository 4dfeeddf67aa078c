"""Reads the JSON texts of documents, with findings for all faults of a text that is not strict JSON."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import orjson

from facetry.errors import Fault, FaultError
from facetry.schema.edits import RemoveMember
from facetry.schema.strict_json import broken_rule, parse
from facetry.validate.finding import Finding, finding_of

if TYPE_CHECKING:
    from facetry.validate.syntax.faults import TextFault
    from facetry.validate.syntax.scan import SyntaxScan

_MAX_EDITED_BYTES: Final = 262_144
"""Larger texts get no edits that take a search for other members of the same name."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read from a text: its findings, and its value if it has one in spite of them."""

    findings: list[Finding]
    has_value: bool
    value: Any = None


def read(text: bytes, *, label: str, depth: int) -> Reading:
    """The value of a text and the findings on its JSON, at most 100. `label` is the word for the document in messages,
    `depth` the permitted number of levels.

    A text has no findings exactly when the strict parser accepts it. A text whose faults leave no doubt about its value
    has that value, so that further findings can be reported together with them.
    """
    value, error = _load(text)
    if error is None and broken_rule(text, value, depth) is None:
        return Reading([], has_value=True, value=value)
    return _read_faulty(text, value, error, label, depth)


def text_fault(text: bytes, parser_fault: Fault, *, label: str, depth: int) -> Fault:
    """The fault of the strict parser on a text, without a parameter. If the findings on the text have other rules, it
    is the first of them instead, so that a service refuses with a rule that the tools report.
    """
    found = read(text, label=label, depth=depth).findings
    if any(finding.rule == parser_fault.rule for finding in found):
        return replace(parser_fault, parameter=None, pointer="")
    return found[0].fault


def json_text(text: bytes) -> bytes:
    """A text of the same offsets without the faults that a parser stops at, as far as their replacement is certain.
    What a cut text leaves open is closed behind its end.
    """
    from facetry.validate.syntax.encoding import without_mark

    text = without_mark(text)
    _, error = _load(text)
    return text if error is None else _scan(text, "text")[1]


def _read_faulty(text: bytes, value: Any, error: orjson.JSONDecodeError | None, label: str, depth: int) -> Reading:
    """Read a text that is not strict JSON, of which a parser made this value or error."""
    from facetry.validate.syntax.encoding import (
        encoding_faults,
        wide_encoding,
        without_mark,
    )  # for texts with faults only
    from facetry.validate.syntax.faults import MAX_FAULTS
    from facetry.validate.syntax.strictness import strictness_faults

    wide = wide_encoding(text, label)
    if wide is not None:
        return Reading([wide.as_finding(text)], has_value=False)
    faults = list(encoding_faults(text, label))
    is_utf8 = all(fault.edit is not None for fault in faults)  # that of a byte order mark
    content, end = without_mark(text), len(text)
    if content is not text:
        value, error = _load(content)
    error_left = error
    if error is not None:
        scan, content = _scan(content, label)
        undecoded = tuple(faults)  # bytes that are no character are no value either
        faults += [f for f in scan.faults if not any(bad.start <= f.start < bad.end for bad in undecoded)]
        end = scan.end
        value, error_left = _load(content) if scan.has_value else (None, error)
    faults += islice(strictness_faults(content[:end], label, depth), MAX_FAULTS)
    if not faults:  # the scans ended before the fault
        return Reading([_parser_finding(text, error, label, depth)], has_value=False)
    faults = sorted(_with_certain_edits(content, faults), key=lambda fault: fault.start)[:MAX_FAULTS]
    is_shallow = len(faults) < MAX_FAULTS and not any(fault.rule == "json.depth" for fault in faults)
    has_value = is_utf8 and error_left is None and is_shallow
    return Reading([fault.as_finding(text) for fault in faults], has_value, value if has_value else None)


def _scan(text: bytes, label: str) -> tuple[SyntaxScan, bytes]:
    """The syntax faults of a text, and the text with their replacements."""
    from facetry.validate.syntax.faults import replaced
    from facetry.validate.syntax.scan import SyntaxScan

    scan = SyntaxScan(text, label)
    return scan, replaced(text, scan.replacements)


def _with_certain_edits(text: bytes, faults: list[TextFault]) -> list[TextFault]:
    """The faults, without removals of members that their pointers do not lead to: of three members with one key they
    lead to the last.
    """
    from facetry.validate.syntax.places import places

    if len(text) > _MAX_EDITED_BYTES:
        return [replace(fault, edit=None) if isinstance(fault.edit, RemoveMember) else fault for fault in faults]
    removals = {fault.pointer for fault in faults if isinstance(fault.edit, RemoveMember)}
    if not removals:
        return faults
    found = places(text, removals)

    def is_certain(fault: TextFault) -> bool:
        place = found.get(fault.pointer)
        return place is not None and place.key == (fault.start, fault.end)

    return [
        fault if not isinstance(fault.edit, RemoveMember) or is_certain(fault) else replace(fault, edit=None)
        for fault in faults
    ]


def _load(text: bytes) -> tuple[Any, orjson.JSONDecodeError | None]:
    """The value of a text that may not be strict, or the error of the parser."""
    try:
        return orjson.loads(text), None
    except orjson.JSONDecodeError as error:
        return None, error


def _parser_finding(text: bytes, error: orjson.JSONDecodeError | None, label: str, depth: int) -> Finding:
    """The fault of the strict parser as a finding, at the place where the parser stopped."""
    try:
        parse(text, label=label, depth=depth)
    except FaultError as refused:
        offset = None if error is None else len(error.doc[: error.pos].encode())
        return replace(finding_of(replace(refused.fault, parameter=None, pointer="")), offset=offset)
    raise AssertionError("only texts that the parser refuses are read")
