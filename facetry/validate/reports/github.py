"""Annotations of GitHub: a workflow command for each finding, which a pull request shows at its line."""

from __future__ import annotations

from facetry.validate.located import LocatedFinding
from facetry.validate.reports.escaping import command_data, command_property, unicode_name
from facetry.validate.reports.results import Results


def render(results: Results) -> str:
    """A line for each finding and each input that could not be validated."""
    lines = [_annotation(located) for located in results.findings]
    lines += [
        f"::error file={command_property(unicode_name(problem.name))}::{command_data(problem.reason)}"
        for problem in (*results.unreadable, *results.unrecognised)
    ]
    return "".join(f"{line}\n" for line in lines)


def _annotation(located: LocatedFinding) -> str:
    finding, place = located.finding, located.range
    properties = {"file": unicode_name(located.file), "title": finding.rule}
    if place is not None:
        properties |= {"line": str(place.start.line), "col": str(place.start.column)}
        properties["endLine"] = str(place.end.line)
        if place.end.line == place.start.line:
            properties["endColumn"] = str(place.end.column)
    named = ",".join(f"{name}={command_property(value)}" for name, value in properties.items())
    detail = f"{finding.detail} {finding.remedy}" if finding.remedy else finding.detail
    return f"::{finding.level} {named}::{command_data(detail)}"
