"""The report as JUnit's XML, which services for CI read."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

from facetry.contract.judgement.deviation import Deviation
from facetry.contract.reporting.rendering import lines_of
from facetry.contract.reporting.report import Report


def as_junit(report: Report) -> str:
    """The report as a test suite. Each deviation is a failed test case, and so is each check without one a passed test
    case. A run that could not go on, or that judged nothing, is a test case with an error.
    """
    suite = ElementTree.Element("testsuite", name="facetry contract")
    names: Counter[str] = Counter()
    failed = {deviation.check for deviation in report.deviations.values()}
    for check in sorted(report.parts.keys() - failed):
        ElementTree.SubElement(suite, "testcase", classname="contract", name=check)
    for deviation in sorted(report.deviations.values(), key=lambda each: each.check):
        case = ElementTree.SubElement(suite, "testcase", classname="contract", name=_name(deviation, names))
        failure = ElementTree.SubElement(case, "failure", message=report.shown(deviation.detail)[:200])
        failure.text = "\n".join(lines_of(deviation, report))
    for skip in report.skips:
        case = ElementTree.SubElement(suite, "testcase", classname="skipped", name=report.shown(skip.part))
        ElementTree.SubElement(case, "skipped", message=report.shown(skip.reason))
    unjudged = f"nothing was judged: {report.unjudged}" if report.unjudged else ""
    for element, reason in (("error", report.aborted), ("error", unjudged), ("skipped", report.ended_early)):
        if reason:
            case = ElementTree.SubElement(suite, "testcase", classname="contract", name="the whole run")
            ElementTree.SubElement(case, element, message=report.shown(reason))
    for attribute, path in (
        ("tests", "testcase"),
        ("failures", "testcase/failure"),
        ("errors", "testcase/error"),
        ("skipped", "testcase/skipped"),
    ):
        suite.set(attribute, str(len(suite.findall(path))))
    root = ElementTree.Element("testsuites")
    root.append(suite)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _name(deviation: Deviation, names: Counter[str]) -> str:
    """The name of a test case, with a number if another one has it."""
    name = f"{deviation.check} {deviation.operation or 'service'}"
    names[name] += 1
    return name if names[name] == 1 else f"{name} ({names[name]})"
