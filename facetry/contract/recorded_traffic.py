"""Judgement of recorded traffic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from facetry.contract.judgement import opinions
from facetry.contract.judgement.deviation import Deviation
from facetry.contract.judgement.reference_validators import operation_of
from facetry.contract.reporting.report import Report
from facetry.contract.traffic.http_archive import Recorded, UnreadableArchiveError, entries, recorded

_REFERENCE: Final = "reference.openapi-core"
_OF_ANSWERS: Final = frozenset({"body.json", "body.schema", "problem.document", _REFERENCE})
_OF_REQUESTS: Final = frozenset({"request.accepted", _REFERENCE})
_OF_REQUEST_TYPES: Final = frozenset({_REFERENCE})
_OF_ANSWER_HEADERS: Final = frozenset({"header.missing", "auth.challenge"})
_OF_ANSWER_TYPES: Final = frozenset({"content-type.undocumented", "problem.document"})
_NO_OPERATION: Final = "no operation has this method and path"
_LOOKED_AT: Final = 200
"""Entries that are looked at for the address of the service when nothing was judged."""


def check(file: Path, report: Report, base: str = "") -> None:
    """Judge all exchanges of an HTTP archive with both validators. The service is at the address or path `base`, or
    else the first one whose traffic fits an operation. Other entries are reported as skipped, and the report says so
    if none was judged. Raises `UnreadableArchiveError`; what could be read has been judged then.
    """
    report.url = base.rstrip("/")
    origin, unreadable, fitting = "", "", 0
    reasons: Counter[str] = Counter()
    found_entries = entries(file)

    def skip(part: str, reason: str) -> None:
        report.skip(part, reason)
        reasons[reason] += 1

    for index, entry in enumerate(found_entries):
        try:
            found = recorded(entry, base)
        except UnreadableArchiveError as error:
            unreadable = unreadable or f"log.entries[{index}] is no entry: {error}"
            skip(f"entry {index}", "it cannot be read")
            continue
        if isinstance(found, str):
            skip(f"entry {index}", found)
            continue
        report.secrets |= found.secrets
        exchange = found.exchange
        has_operation = operation_of(exchange) is not None
        if not has_operation and exchange.method != "OPTIONS":
            skip(f"entry {index}, {exchange.method} {exchange.path}", _NO_OPERATION)
            continue
        origin = origin or found.origin
        if found.origin != origin:
            skip(f"entry {index}", f"it belongs to {found.origin}, not to {origin}; --base-path names the service")
            continue
        report.requests += 1
        fitting += has_operation
        if "://" not in report.url:
            report.url = f"{origin}{report.url}"
        for deviation in _deviations(found):
            report.add(replace(deviation, entry=index))
    if not fitting:
        report.unjudged = _unjudged(found_entries, reasons, report.requests)
    if unreadable:
        raise UnreadableArchiveError(f"{file}: {unreadable}")


def _deviations(found: Recorded) -> Iterator[Deviation]:
    """The deviations of a recorded exchange, without those of bodies and headers that the archive lacks."""
    lacking = (
        (found.lacks_answer_body, _OF_ANSWERS),
        (found.lacks_request_body, _OF_REQUESTS),
        (found.lacks_request_type, _OF_REQUEST_TYPES),
        (found.lacks_answer_headers, _OF_ANSWER_HEADERS),
        (found.lacks_answer_type, _OF_ANSWER_TYPES),
    )
    unjudged = frozenset(check for is_lacking, checks in lacking if is_lacking for check in checks)
    yield from (each for each in opinions.deviations(found.exchange) if each.check not in unjudged)


def _unjudged(listed: Sequence[Any], reasons: Counter[str], preflights: int) -> str:
    """Why no entry was judged, and what to change."""
    if not listed:
        return "the archive has no entries; record requests to the service"
    parts = [f"{count} of {len(listed)} entries: {reason}" for reason, count in reasons.most_common(3)]
    if preflights:
        parts.append(f"{preflights} of {len(listed)} entries: it is a preflight")
    more = len(reasons) - 3
    if more > 0:
        parts.append(f"{more} other reasons")
    fit = _better_base(listed)
    remedy = (
        f"--base-path {fit[0]} fits {fit[1]} of {len(listed)}"
        if fit is not None
        else "record requests to the service, and name its address and path by --base-path if it has a path"
    )
    return f"{'; '.join(parts)}. {remedy[0].upper()}{remedy[1:]}"


def _better_base(listed: Sequence[Any]) -> tuple[str, int] | None:
    """The address, with a path, whose traffic fits operations most often, and how often; None if there is none."""
    fits: Counter[str] = Counter()
    for found in _readable(listed[:_LOOKED_AT]):
        segments = found.exchange.path.split("/")[1:]
        for first in range(len(segments)):
            below = replace(found.exchange, path="/".join(["", *segments[first:]]))
            if operation_of(below) is not None:
                fits["/".join([found.origin, *segments[:first]])] += 1
    best = fits.most_common(1)
    return best[0] if best else None


def _readable(listed: Sequence[Any]) -> Iterator[Recorded]:
    """The exchanges of entries, whatever service they belong to."""
    for entry in listed:
        try:
            found = recorded(entry, "")
        except UnreadableArchiveError:
            continue
        if isinstance(found, Recorded):
            yield found
