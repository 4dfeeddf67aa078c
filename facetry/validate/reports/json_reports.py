"""Reports for programs: one JSON document, or a line of JSON for each finding."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, Final

from facetry.validate.located import LocatedFinding
from facetry.validate.ranges import Position
from facetry.validate.reports.escaping import unicode_name, without_legacy_commands_in_json
from facetry.validate.reports.results import Problem, Results, Summary

VERSION: Final = 1
"""The version of the form of both reports."""
_NO_PATHS: Final[Mapping[str, str]] = {}


def render_json(results: Results, summary: Summary, named: Results | None = None) -> str:
    """One JSON document. `named` are the same results with names from the root of the repository."""
    paths = _paths(results, named)
    document = {
        "version": VERSION,
        "summary": asdict(summary),
        "files": [
            {
                "file": unicode_name(file.name),
                **_path(file.name, paths),
                "kind": file.kind.value,
                "fixable": file.fixable,
                "fixed": file.fixed,
                "findings": [finding_object(located, paths) for located in file.findings],
            }
            for file in results.files
        ],
        "problems": [_problem(problem, paths) for problem in _problems(results)],
    }
    return without_legacy_commands_in_json(json.dumps(document, indent=2) + "\n")


def render_ndjson(results: Results, summary: Summary, named: Results | None = None) -> str:
    """A line for each finding and each problem, and a line with the counts at the end. `named` are the same results
    with names from the root of the repository.
    """
    paths = _paths(results, named)
    lines: list[dict[str, Any]] = [
        {"type": "finding", **finding_object(located, paths)} for located in results.findings
    ]
    lines += [{"type": "problem", **_problem(problem, paths)} for problem in _problems(results)]
    lines.append({"type": "summary", "version": VERSION, **asdict(summary)})
    return without_legacy_commands_in_json("".join(json.dumps(line) + "\n" for line in lines))


def finding_object(located: LocatedFinding, paths: Mapping[str, str] = _NO_PATHS) -> dict[str, Any]:
    """A finding as members of a JSON object. Members without a value are left out."""
    finding = located.finding
    found: dict[str, Any] = {
        "file": unicode_name(located.file),
        **_path(located.file, paths),
        "rule": finding.rule,
        "level": finding.level,
        "detail": finding.detail,
        "pointer": finding.pointer,
        "onKey": finding.on_key,
        "value": finding.value,
        "remedy": finding.remedy,
    }
    if located.range is not None:
        found["range"] = {"start": _position(located.range.start), "end": _position(located.range.end)}
    return {name: value for name, value in found.items() if value is not None}


def _problem(problem: Problem, paths: Mapping[str, str]) -> dict[str, str]:
    return {"name": unicode_name(problem.name), **_path(problem.name, paths), "reason": problem.reason}


def _paths(results: Results, named: Results | None) -> Mapping[str, str]:
    """The name from the root of the repository of each name."""
    if named is None:
        return _NO_PATHS
    return dict(zip(_names(results), _names(named), strict=True))


def _names(results: Results) -> Iterator[str]:
    yield from (file.name for file in results.files)
    yield from (located.file for located in results.findings)
    yield from (problem.name for problem in _problems(results))


def _path(name: str, paths: Mapping[str, str]) -> dict[str, str]:
    return {"path": unicode_name(paths[name])} if name in paths else {}


def _position(position: Position) -> dict[str, int]:
    return {"line": position.line, "column": position.column, "offset": position.offset}


def _problems(results: Results) -> tuple[Problem, ...]:
    return (*results.unreadable, *results.unrecognised)
