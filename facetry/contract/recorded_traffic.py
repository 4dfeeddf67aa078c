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
from facetry.contract.traffic.exchange import Exchange
from facetry.contract.traffic.http_archive import UnreadableHarError, entries, exchange_of_entry


def check(file: Path, report: Report, base_path: str = "") -> None:
    """Judge all exchanges of an HTTP archive with both validators. Requests below `base_path` belong to the service;
    those whose path no operation has are reported as skipped. Raises `UnreadableHarError`.
    """
    report.url = base_path
    for index, entry in enumerate(entries(file)):
        try:
            exchange, host = exchange_of_entry(entry, base_path)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise UnreadableHarError(f"log.entries[{index}] is no entry: {type(error).__name__} {error}") from None
        if exchange is None:
            report.skip(f"entry {index}", "it has no answer, or is not below the base path")
            continue
        if operation_of(exchange) is None and exchange.method != "OPTIONS":
            report.skip(f"entry {index}, {exchange.method} {exchange.path}", "no operation has this method and path")
            continue
        report.requests += 1
        if not report.url:
            report.url = host
        for deviation in _deviations(exchange):
            report.add(replace(deviation, entry=index))


def _deviations(exchange: Exchange) -> Iterator[Deviation]:
    """The deviations of a recorded exchange. Browsers may leave the bodies of answers out."""
    has_lost_body = not exchange.answer and exchange.status not in {204, 304} and exchange.method != "HEAD"
    length = exchange.answer_header("content-length")
    for deviation in opinions.deviations(exchange):
        if has_lost_body and length not in {None, "0"} and deviation.check in _OF_BODIES:
            continue
        yield deviation


_OF_BODIES: Final = frozenset({"body.json", "body.schema", "problem.document", "reference.openapi-core"})
