"""Reports of contract tests: plain text, and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from facetry.contract.judgement.deviation import Deviation
from facetry.contract.reporting.report import Report
from facetry.contract.reporting.reproduction import curl
from facetry.contract.traffic.exchange import Exchange

_EXCERPT: Final = 400


def as_text(report: Report) -> Iterator[str]:
    """The lines of the report for people."""
    for deviation in report.deviations.values():
        count = report.occurrences[deviation.kind]
        times = f"  ({count} times)" if count > 1 else ""
        entry = "" if deviation.entry is None else f"entry {deviation.entry}: "
        yield f"{entry}{deviation.operation or 'service'}: {deviation.check}{times}"
        yield from (f"    {line}" for text in lines_of(deviation, report) for line in text.splitlines())
        yield ""
    for reason, parts in _skipped(report).items():
        shown = ", ".join(parts[:4]) + (f" and {len(parts) - 4} more" if len(parts) > 4 else "")
        yield f"skipped: {shown}: {reason}"
    if report.aborted:
        yield f"not finished: {report.shown(report.aborted)}"
    if report.ended_early:
        yield f"ended early: {report.ended_early}"
    if report.unjudged:
        yield f"nothing was judged: {report.shown(report.unjudged)}"
    yield summary(report)


def lines_of(deviation: Deviation, report: Report) -> Iterator[str]:
    """What differs from the contract, and where; the command that repeats the request; and the answer."""
    yield report.shown(deviation.detail) + (f" at {report.shown(deviation.pointer)}" if deviation.pointer else "")
    if deviation.exchange is not None:
        yield f"request: {_request(deviation.exchange, report)}"
        yield f"answer: {_answer(deviation.exchange, report)}"


def summary(report: Report) -> str:
    """The last line of the report."""
    found = len(report.deviations)
    checks = sum(report.parts.values())
    generated = f", {report.cases} generated cases, seed {report.seed}" if report.cases else ""
    return (
        f"{found} deviation{'' if found == 1 else 's'} · {report.requests} exchanges judged by two validators, "
        f"{checks} checks{generated}"
    )


def as_json(report: Report) -> str:
    """The report for programs."""
    document = {
        "url": report.url,
        "seed": report.seed,
        "requests": report.requests,
        "cases": report.cases,
        "checks": dict(sorted(report.parts.items())),
        "casesByOperation": dict(sorted(report.operations.items())),
        "aborted": report.shown(report.aborted) or None,
        "nothingJudged": report.shown(report.unjudged) or None,
        "endedEarly": report.ended_early or None,
        "deviations": [_as_object(each, report) for each in report.deviations.values()],
        "skipped": [{"part": report.shown(skip.part), "reason": report.shown(skip.reason)} for skip in report.skips],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _as_object(deviation: Deviation, report: Report) -> dict[str, Any]:
    found: dict[str, Any] = {
        "check": deviation.check,
        "operation": deviation.operation or None,
        "detail": report.shown(deviation.detail),
        "pointer": report.shown(deviation.pointer),
        "count": report.occurrences[deviation.kind],
    }
    if deviation.entry is not None:
        found["entry"] = deviation.entry
    if deviation.exchange is not None:
        found["request"] = _request(deviation.exchange, report)
        found["status"] = deviation.exchange.status
        found["answer"] = _excerpt(deviation.exchange.answer, report)
    return found


def _request(exchange: Exchange, report: Report) -> str:
    return report.shown(curl(exchange, report.url, report.key))


def _answer(exchange: Exchange, report: Report) -> str:
    if exchange.status == 0:
        return f"none; {report.shown(exchange.failure)}"
    return f"{exchange.status} {_excerpt(exchange.answer, report)}"


def _skipped(report: Report) -> dict[str, list[str]]:
    """The skipped parts by their reason."""
    found: dict[str, list[str]] = {}
    for skip in report.skips:
        found.setdefault(report.shown(skip.reason), []).append(report.shown(skip.part))
    return found


def _excerpt(answer: bytes, report: Report) -> str:
    if not answer:
        return "without a body"
    if b"\0" in answer[:_EXCERPT]:
        return f"{len(answer)} bytes"
    text = report.shown(answer[: _EXCERPT * 8].decode("utf-8", "replace"))  # a cut key would be shown
    return text if len(text) <= _EXCERPT else f"{text[:_EXCERPT]}…"
