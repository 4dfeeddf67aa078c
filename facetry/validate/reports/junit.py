"""A JUnit report: a test case for each finding, and one for each file without findings."""

from __future__ import annotations

import html
import re
from typing import Final

from facetry.validate.located import LocatedFinding
from facetry.validate.reports.escaping import unicode_name, visible
from facetry.validate.reports.results import Results, Summary

_LEGACY_COMMAND: Final = re.compile(r"##\[")


def render(results: Results, summary: Summary, *, is_strict: bool) -> str:
    """The report. A warning is a skipped test case, or with `is_strict` a failed one."""
    cases: list[str] = []
    counts = {"failure": 0, "skipped": 0, "error": 0}
    for file in results.files:
        if not file.findings:
            cases.append(
                f"    <testcase classname={_attribute(unicode_name(file.name))} name={_attribute(file.kind.value)}/>"
            )
        for located in file.findings:
            outcome = "failure" if is_strict or located.finding.level == "error" else "skipped"
            counts[outcome] += 1
            cases.append(_case(located, outcome))
    for problem in (*results.unreadable, *results.unrecognised):
        counts["error"] += 1
        cases.append(
            f'    <testcase classname={_attribute(unicode_name(problem.name))} name="input">\n'
            f"      <error message={_attribute(problem.reason)}/>\n    </testcase>"
        )
    numbers = (
        f'tests="{len(cases)}" failures="{counts["failure"]}" errors="{counts["error"]}" skipped="{counts["skipped"]}"'
    )
    output = f"    <system-out>{html.escape(str(summary))}</system-out>"
    suite = "\n".join([f'  <testsuite name="facetry validate" {numbers}>', *cases, output, "  </testsuite>"])
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites {numbers}>\n{suite}\n</testsuites>\n'
    return _LEGACY_COMMAND.sub("##&#91;", text)


def _case(located: LocatedFinding, outcome: str) -> str:
    finding, place = located.finding, located.range
    at = f":{place.start.line}:{place.start.column}" if place else ""
    attributes = f"classname={_attribute(unicode_name(located.file))} name={_attribute(f'{finding.rule}{at}')}"
    kind = f" type={_attribute(finding.rule)}" if outcome == "failure" else ""
    body = f"{visible(unicode_name(located.file))}{at}: {visible(finding.detail)}"
    if finding.remedy:
        body += f" {visible(finding.remedy)}"
    result = f"<{outcome}{kind} message={_attribute(finding.detail)}"
    result += "/>" if outcome == "skipped" else f">{html.escape(body)}</{outcome}>"
    return f"    <testcase {attributes}>\n      {result}\n    </testcase>"


def _attribute(text: str) -> str:
    return f'"{html.escape(visible(text))}"'
