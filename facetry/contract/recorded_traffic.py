"""Judgement of recorded traffic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from facetry.contract.judgement import opinions
from facetry.contract.judgement.deviation import Deviation
from facetry.contract.judgement.reference_validators import operation_of
from facetry.contract.reporting.report import Report
from facetry.contract.traffic.http_archive import Recorded, UnreadableArchiveError, entries, recorded

_OF_ANSWERS: Final = frozenset({"body.json", "body.schema", "problem.document", "reference.openapi-core"})
_OF_REQUESTS: Final = frozenset({"request.accepted", "reference.openapi-core"})


def check(file: Path, report: Report, base: str = "") -> None:
    """Judge all exchanges of an HTTP archive with both validators. The service is at the address or path `base`, or
    else the first one whose traffic fits an operation. Other entries are reported as skipped. Raises
    `UnreadableArchiveError`; what could be read has been judged then.
    """
    report.url = base.rstrip("/")
    origin, unreadable = "", ""
    for index, entry in enumerate(entries(file)):
        try:
            found = recorded(entry, base)
        except UnreadableArchiveError as error:
            unreadable = unreadable or f"log.entries[{index}] is no entry: {error}"
            report.skip(f"entry {index}", "it cannot be read")
            continue
        if found is None:
            report.skip(f"entry {index}", "it has no answer, or does not belong to the service")
            continue
        report.secrets |= found.secrets
        exchange = found.exchange
        if operation_of(exchange) is None and exchange.method != "OPTIONS":
            report.skip(f"entry {index}, {exchange.method} {exchange.path}", "no operation has this method and path")
            continue
        origin = origin or found.origin
        if found.origin != origin:
            report.skip(
                f"entry {index}", f"it belongs to {found.origin}, not to {origin}; --base-path names the service"
            )
            continue
        report.requests += 1
        if "://" not in report.url:
            report.url = f"{origin}{report.url}"
        for deviation in _deviations(found):
            report.add(replace(deviation, entry=index))
    if unreadable:
        raise UnreadableArchiveError(f"{file}: {unreadable}")


def _deviations(found: Recorded) -> Iterator[Deviation]:
    """The deviations of a recorded exchange, without those of bodies that the archive lacks."""
    unjudged = (_OF_ANSWERS if found.lacks_answer_body else frozenset()) | (
        _OF_REQUESTS if found.lacks_request_body else frozenset()
    )
    yield from (each for each in opinions.deviations(found.exchange) if each.check not in unjudged)
