"""Reports of contract tests: plain text, JSON, and JUnit's XML."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final
from xml.etree import ElementTree

from facetry.contract.judgement.deviation import Deviation
from facetry.contract.reporting.report import Report
from facetry.contract.traffic.exchange import Exchange

_EXCERPT: Final = 400
_BODY: Final = 1_500
_SECRET: Final = frozenset({"authorization", "x-api-key", "cookie", "proxy-authorization"})
_NOISE: Final = frozenset({"host", "accept", "accept-encoding", "connection", "content-length", "user-agent"})
_KEY_VARIABLE: Final = "$FACETRY_API_SECRET"


def as_text(report: Report) -> Iterator[str]:
    """The lines of the report for people."""
    for deviation in report.deviations.values():
        count = report.occurrences[deviation.kind]
        times = f"  ({count} times)" if count > 1 else ""
        entry = "" if deviation.entry is None else f"entry {deviation.entry}: "
        place = f" at {deviation.pointer}" if deviation.pointer else ""
        yield f"{entry}{deviation.operation or 'service'}: {deviation.check}{times}"
        yield from (f"    {line}" for line in f"{deviation.detail}{place}".splitlines())
        if deviation.exchange is not None:
            yield f"    {curl(deviation.exchange, report.url)}"
            yield f"    {deviation.exchange.status} {_excerpt(deviation.exchange.answer)}"
        yield ""
    for reason, parts in _skipped(report).items():
        shown = ", ".join(parts[:4]) + (f" and {len(parts) - 4} more" if len(parts) > 4 else "")
        yield f"skipped: {shown}: {reason}"
    if report.ended_early:
        yield f"ended early: {report.ended_early}"
    yield summary(report)


def summary(report: Report) -> str:
    """The last line of the report."""
    found = len(report.deviations)
    checks = sum(report.parts.values())
    generated = f", {report.cases} generated cases, seed {report.seed}" if report.seed else ""
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
        "endedEarly": report.ended_early or None,
        "deviations": [_as_object(each, report) for each in report.deviations.values()],
        "skipped": [{"part": skip.part, "reason": skip.reason} for skip in report.skips],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def as_junit(report: Report) -> str:
    """The report as a test suite: a test case for each check, failed by its deviations."""
    checks = Counter(report.parts)
    for deviation in report.deviations.values():
        checks[deviation.check] += 0
    suite = ElementTree.Element("testsuite", name="facetry contract")
    failures = 0
    for check in sorted(checks):
        case = ElementTree.SubElement(suite, "testcase", classname="contract", name=check)
        for deviation in (each for each in report.deviations.values() if each.check == check):
            failures += 1
            failure = ElementTree.SubElement(case, "failure", message=_printable(deviation.detail[:200]))
            failure.text = _printable("\n".join(_lines(deviation, report)))
    for skip in report.skips:
        case = ElementTree.SubElement(suite, "testcase", classname="skipped", name=_printable(skip.part))
        ElementTree.SubElement(case, "skipped", message=_printable(skip.reason))
    suite.set("tests", str(len(checks) + len(report.skips)))
    suite.set("failures", str(failures))
    suite.set("skipped", str(len(report.skips)))
    root = ElementTree.Element("testsuites")
    root.append(suite)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def curl(exchange: Exchange, url: str) -> str:
    """The request as a command, without its key."""
    parts = ["curl", "-X", exchange.method]
    for name, value in exchange.headers:
        if name == "authorization" and value.startswith("Bearer "):
            parts.append(f'-H "Authorization: Bearer {_KEY_VARIABLE}"')
        elif name not in _SECRET | _NOISE:
            parts.append(f"-H {shlex.quote(f'{name}: {value}')}")
    if exchange.body:
        parts.append(f"--data-binary {shlex.quote(_text(exchange.body, _BODY))}")
    question = f"?{exchange.query}" if exchange.query else ""
    return " ".join([*parts, shlex.quote(f"{url}{exchange.path}{question}")])


def _as_object(deviation: Deviation, report: Report) -> dict[str, Any]:
    found: dict[str, Any] = {
        "check": deviation.check,
        "operation": deviation.operation or None,
        "detail": deviation.detail,
        "pointer": deviation.pointer,
        "count": report.occurrences[deviation.kind],
    }
    if deviation.entry is not None:
        found["entry"] = deviation.entry
    if deviation.exchange is not None:
        found["request"] = curl(deviation.exchange, report.url)
        found["status"] = deviation.exchange.status
        found["answer"] = _excerpt(deviation.exchange.answer)
    return found


def _lines(deviation: Deviation, report: Report) -> Iterator[str]:
    yield f"{deviation.operation or 'service'}: {deviation.detail}"
    if deviation.pointer:
        yield f"at {deviation.pointer}"
    if deviation.exchange is not None:
        yield curl(deviation.exchange, report.url)
        yield f"{deviation.exchange.status} {_excerpt(deviation.exchange.answer)}"


def _skipped(report: Report) -> dict[str, list[str]]:
    """The skipped parts by their reason."""
    found: dict[str, list[str]] = {}
    for skip in report.skips:
        found.setdefault(skip.reason, []).append(skip.part)
    return found


def _excerpt(answer: bytes) -> str:
    return _text(answer, _EXCERPT) if answer else "without a body"


def _text(data: bytes, length: int) -> str:
    if b"\0" in data[:length]:
        return f"{len(data)} bytes"
    text = _printable(data[: length * 4].decode("utf-8", "replace"))
    return text if len(text) <= length else f"{text[:length]}…"


def _printable(text: str) -> str:
    """The text without characters that a terminal obeys or that XML cannot hold."""
    return "".join(each if each.isprintable() or each == "\n" else "�" for each in text)
