"""All reports have the same findings at the same places, and the forms that their readers expect."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as SarifLog

from facetry.authoring.validation import Options, validate
from facetry.validate.finding import Finding
from facetry.validate.kinds import Kind
from facetry.validate.located import LocatedFinding
from facetry.validate.reports import github, gitlab, junit, sarif, text
from facetry.validate.reports.json_reports import render_json, render_ndjson
from facetry.validate.reports.results import Results, ValidatedFile

EXAMPLES = Path(__file__).parents[4] / "specs" / "examples"
Place = tuple[str, str, str, int, int]
"""(file, rule, level, line, column); line and column are 0 without a place."""


@pytest.fixture(scope="module")
def results() -> Results:
    """The results of all invalid manifests, view documents, a missing file, and a finding without a place."""
    found = validate([str(EXAMPLES / "manifests")], Options(kind=Kind.MANIFEST))
    views = validate([str(EXAMPLES / "views"), "missing.json"], Options(kind=Kind.VIEW_DOCUMENT))
    placeless = LocatedFinding("dir", Finding(rule="folder.link", pointer="", detail="A link.", level="warning"))
    folder = ValidatedFile(name="dir", kind=Kind.EXTENSION_FOLDER, findings=(placeless,))
    return Results(files=(*found.files, *views.files, folder), unreadable=views.unreadable)


@pytest.fixture(scope="module")
def expected(results: Results) -> Counter[Place]:
    places: Counter[Place] = Counter(
        (
            located.file,
            located.finding.rule,
            located.finding.level,
            located.range.start.line if located.range else 0,
            located.range.start.column if located.range else 0,
        )
        for located in results.findings
    )
    assert places.total() > 300
    return places


def test_json(results: Results, expected: Counter[Place]) -> None:
    report = json.loads(render_json(results, results.summary))
    found = [finding for file in report["files"] for finding in file["findings"]]
    assert Counter(map(_of_json, found)) == expected
    assert (report["summary"]["errors"], report["summary"]["warnings"]) == _counts(expected)
    assert report["problems"] == [{"name": "missing.json", "reason": "there is no such file or folder"}]


def test_ndjson(results: Results, expected: Counter[Place]) -> None:
    lines = [json.loads(line) for line in render_ndjson(results, results.summary).splitlines()]
    assert Counter(_of_json(line) for line in lines if line["type"] == "finding") == expected
    assert [line["type"] for line in lines[-2:]] == ["problem", "summary"]


def test_text(results: Results, expected: Counter[Place]) -> None:
    report = text.render(results, results.summary)
    heads = re.findall(r"^(\S.*?)(?::(\d+):(\d+))?: (error|warning): .* \[(\S+)\]$", report, re.MULTILINE)
    assert (
        Counter((file, rule, level, int(line or 0), int(column or 0)) for file, line, column, level, rule in heads)
        == expected
    )
    errors, warnings = _counts(expected)
    assert f"{errors} errors, {warnings} warning" in report.splitlines()[-1]


def test_sarif(results: Results, expected: Counter[Place]) -> None:
    report = json.loads(sarif.render(results, "1.2.3"))
    SarifLog.model_validate(report)
    (run,) = report["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    found: Counter[Place] = Counter()
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        physical = result["locations"][0]["physicalLocation"]
        region = physical.get("region", {"startLine": 0, "startColumn": 0})
        file = unquote(physical["artifactLocation"]["uri"].removeprefix("file://"))
        found[file, result["ruleId"], result["level"], region["startLine"], region["startColumn"]] += 1
    assert found == expected
    (notification,) = run["invocations"][0]["toolExecutionNotifications"]
    assert "missing.json" in notification["message"]["text"]


@pytest.mark.parametrize("is_strict", [True, False])
def test_junit(results: Results, expected: Counter[Place], is_strict: bool) -> None:
    report = ElementTree.fromstring(junit.render(results, results.summary, is_strict=is_strict))  # noqa: S314
    found: Counter[Place] = Counter()
    cases = list(report.iter("testcase"))
    outcomes: Counter[str] = Counter()
    for case in cases:
        for outcome in case:
            outcomes[outcome.tag] += 1
            match = re.fullmatch(r"(.+?)(?::(\d+):(\d+))?", case.attrib["name"])
            assert match is not None
            level = "error" if outcome.tag == "failure" and match[1] != "folder.link" else "warning"
            if outcome.tag != "error":
                file = case.attrib["classname"]
                found[file, match[1], level, int(match[2] or 0), int(match[3] or 0)] += 1
    errors, warnings = _counts(expected)
    if not is_strict:
        assert found == expected
    assert outcomes["failure"] == errors + (warnings if is_strict else 0)
    for element in (report, next(report.iter("testsuite"))):
        assert int(element.attrib["tests"]) == len(cases)
        assert int(element.attrib["failures"]) == outcomes["failure"]
        assert int(element.attrib["errors"]) == 1


def test_github(results: Results, expected: Counter[Place]) -> None:
    found: Counter[Place] = Counter()
    *lines, problem = github.render(results).splitlines()
    for line in lines:
        match = re.match(r"::(error|warning) file=([^,]*),title=([^,:]*)(?:,line=(\d+),col=(\d+))?", line)
        assert match is not None, line
        file = match[2].replace("%3A", ":").replace("%2C", ",").replace("%25", "%")
        found[file, match[3], match[1], int(match[4] or 0), int(match[5] or 0)] += 1
    assert found == expected
    assert problem == "::error file=missing.json::there is no such file or folder"


def test_gitlab(results: Results, expected: Counter[Place]) -> None:
    issues = json.loads(gitlab.render(results))
    assert len({issue["fingerprint"] for issue in issues}) == len(issues) == expected.total()
    found: Counter[Place] = Counter()
    for issue in issues:
        begin = issue["location"]["positions"]["begin"]
        level = {"major": "error", "minor": "warning"}[issue["severity"]]
        found[issue["location"]["path"], issue["check_name"], level, begin["line"], begin["column"]] += 1
    assert {place[:3] for place in found} == {place[:3] for place in expected}
    assert {place for place in expected if place[3]} <= found.keys()


def _of_json(finding: dict[str, Any]) -> Place:
    start = finding.get("range", {}).get("start", {"line": 0, "column": 0})
    return finding["file"], finding["rule"], finding["level"], start["line"], start["column"]


def _counts(places: Counter[Place]) -> tuple[int, int]:
    counts: Counter[str] = Counter()
    for place, count in places.items():
        counts[place[2]] += count
    return counts["error"], counts["warning"]
