"""SARIF 2.1.0, which GitHub and others show as results of code scanning."""

from __future__ import annotations

import json
from typing import Any, Final
from urllib.parse import quote

from facetry import rules
from facetry.validate.located import LocatedFinding
from facetry.validate.reports.escaping import unicode_name, without_legacy_commands_in_json
from facetry.validate.reports.results import Results

VERSION: Final = "2.1.0"
SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT: Final = "%SRCROOT%"


def render(results: Results, version: str | None = None) -> str:
    """The report. `version` is that of Facetry."""
    indexes: dict[str, int] = {}
    found = [_result(located, indexes) for located in results.findings]
    driver: dict[str, Any] = {"name": "facetry validate", "rules": [_rule(rule) for rule in indexes]}
    if version is not None:
        driver["semanticVersion"] = version
    notifications = [
        {"level": "error", "message": {"text": f"{unicode_name(problem.name)}: {problem.reason}"}}
        for problem in (*results.unreadable, *results.unrecognised)
    ]
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": not notifications, "toolExecutionNotifications": notifications}],
        "artifacts": [{"location": _artifact(file.name)} for file in results.files],
        "results": found,
    }
    document = {"$schema": SCHEMA, "version": VERSION, "runs": [run]}
    return without_legacy_commands_in_json(json.dumps(document, indent=2) + "\n")


def _rule(identifier: str) -> dict[str, Any]:
    try:
        rule = rules.rule(identifier)
    except KeyError:  # the catalogue is incomplete
        return {"id": identifier}
    return {
        "id": identifier,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.explanation},
        "help": {"text": rule.remedy},
        "defaultConfiguration": {"level": rule.level},
    }


def _result(located: LocatedFinding, indexes: dict[str, int]) -> dict[str, Any]:
    finding, place = located.finding, located.range
    physical: dict[str, Any] = {"artifactLocation": _artifact(located.file)}
    if place is not None:
        physical["region"] = {
            "startLine": place.start.line,
            "startColumn": place.start.column,
            "endLine": place.end.line,
            "endColumn": place.end.column,
            "byteOffset": place.start.offset,
            "byteLength": place.end.offset - place.start.offset,
        }
    location: dict[str, Any] = {"physicalLocation": physical}
    if finding.pointer:
        location["logicalLocations"] = [{"fullyQualifiedName": finding.pointer, "kind": "member"}]
    text = f"{finding.detail} {finding.remedy}" if finding.remedy else finding.detail
    return {
        "ruleId": finding.rule,
        "ruleIndex": indexes.setdefault(finding.rule, len(indexes)),
        "level": finding.level,
        "message": {"text": text},
        "locations": [location],
    }


def _artifact(name: str) -> dict[str, str]:
    """The place of a file. One outside the root is not relative to it."""
    path = quote(name.encode("utf-8", "surrogateescape"), safe="/!")
    if name.startswith("/"):
        return {"uri": f"file://{path}"}
    return {"uri": path} if ".." in name.split("/") else {"uri": path, "uriBaseId": _ROOT}
