"""Hostile names and texts: no report controls a terminal, and none is a workflow command of GitHub."""

import json
import re
from xml.etree import ElementTree

import pytest

from facetry.validate.finding import Finding
from facetry.validate.kinds import Kind
from facetry.validate.located import LocatedFinding
from facetry.validate.ranges import Lines
from facetry.validate.reports import github, gitlab, junit, sarif, text
from facetry.validate.reports.escaping import unicode_name, without_commands
from facetry.validate.reports.json_reports import render_json, render_ndjson
from facetry.validate.reports.results import Problem, Results, ValidatedFile

COMMANDS = re.compile(r"^\s*::|##\[", re.MULTILINE)
HOSTILE = [
    "::error::pwned",
    "a\n::set-env name=PATH::/tmp",
    "a\r::add-mask::x",
    "##[add-mask]x",
    "x%0A::debug::y",
    "\x1b]0;title\x07\x1b[31m",
    "a,line=1,title=b::c",
    "\u2028::error::x",
    "</failure><x/>&\x00",
    "\udcff.json",
]


def results(hostile: str) -> Results:
    content = f'{{"a": "{hostile}"}}\n::error::line\n ##[error]x\n'.encode("utf-8", "replace")
    finding = Finding(rule=f"rule.{hostile}", pointer=f"/{hostile}", detail=hostile, value=hostile, remedy=hostile)
    located = LocatedFinding(hostile, finding, Lines(content).range(1, 4))
    return Results(
        files=(ValidatedFile(name=hostile, kind=Kind.MANIFEST, findings=(located,), text=content),),
        unreadable=(Problem(hostile, hostile),),
    )


@pytest.mark.parametrize("hostile", HOSTILE, ids=ascii)
def test_annotations_are_one_command_for_each_finding(hostile: str) -> None:
    lines = github.render(results(hostile)).splitlines()
    assert len(lines) == 2
    for line in lines:
        assert line.startswith("::error file=")
        properties, separator, message = line.removeprefix("::error ").partition("::")
        assert separator
        assert "##[" not in message
        assert {item.partition("=")[0] for item in properties.split(",")} <= {
            *("file", "title", "line", "col", "endLine", "endColumn")
        }
        assert line.isprintable()


@pytest.mark.parametrize("hostile", HOSTILE, ids=ascii)
def test_no_other_report_has_a_workflow_command(hostile: str) -> None:
    found = results(hostile)
    reports = [
        render_json(found, found.summary),
        render_ndjson(found, found.summary),
        sarif.render(found),
        junit.render(found, found.summary, is_strict=False),
        gitlab.render(found),
        without_commands(text.render(found, found.summary)),
    ]
    for report in reports:
        assert not COMMANDS.search(report)
        assert all(line.isprintable() for line in report.split("\n"))
        report.encode()
    assert json.loads(reports[0])["files"][0]["findings"][0]["detail"] == hostile
    assert json.loads(reports[1].splitlines()[0])["value"] == hostile
    assert json.loads(reports[2])["runs"][0]["results"][0]["message"]["text"] == f"{hostile} {hostile}"
    ElementTree.fromstring(reports[3])  # noqa: S314 -- our own report


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a.json", "a.json"),
        ("日本.json", "日本.json"),
        ("a\udcff.json", "a\\xff.json"),
        ("\ud800.json", "\\ud800.json"),
    ],
    ids=ascii,
)
def test_names_of_files_are_unicode_in_reports_for_programs(name: str, shown: str) -> None:
    found = results(name)
    document = json.loads(render_json(found, found.summary))
    assert document["files"][0]["file"] == document["files"][0]["findings"][0]["file"] == shown
    assert document["problems"][0]["name"] == shown
    lines = [json.loads(line) for line in render_ndjson(found, found.summary).splitlines()]
    assert [lines[0]["file"], lines[1]["name"]] == [shown, shown]
    assert json.loads(gitlab.render(found))[0]["location"]["path"] == shown
    assert text.render(found, found.summary).startswith(f"{shown}:1:2: ")
    assert f'classname="{shown}"' in junit.render(found, found.summary, is_strict=False)


def test_a_name_in_a_locale_without_utf_8_is_that_of_the_file() -> None:
    assert unicode_name("日本.json".encode().decode("ascii", "surrogateescape")) == "日本.json"
