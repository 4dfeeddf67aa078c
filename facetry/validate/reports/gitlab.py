"""The code quality report of GitLab, which merge requests show at their lines."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import Any, Final

from facetry.validate.located import LocatedFinding
from facetry.validate.reports.escaping import unicode_name, without_legacy_commands_in_json
from facetry.validate.reports.results import Results

_SEVERITIES: Final = {"error": "major", "warning": "minor"}


def render(results: Results) -> str:
    """The report: an array with an object for each finding."""
    seen: Counter[str] = Counter()
    found = [_issue(located, seen) for located in results.findings]
    return without_legacy_commands_in_json(json.dumps(found, indent=2) + "\n")


def _issue(located: LocatedFinding, seen: Counter[str]) -> dict[str, Any]:
    finding, place = located.finding, located.range
    identity = json.dumps([located.file, finding.rule, finding.pointer, finding.detail])
    fingerprint = hashlib.sha256(f"{identity}{seen[identity]}".encode()).hexdigest()
    seen[identity] += 1
    detail = f"{finding.detail} {finding.remedy}" if finding.remedy else finding.detail
    start = {"line": place.start.line, "column": place.start.column} if place else {"line": 1, "column": 1}
    end = {"line": place.end.line, "column": place.end.column} if place else start
    return {
        "description": detail,
        "check_name": finding.rule,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[finding.level],
        "location": {"path": unicode_name(located.file), "positions": {"begin": start, "end": end}},
    }
