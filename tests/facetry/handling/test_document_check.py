"""Checks of documents: places for editors, bounds, and one check at a time."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import threading
from pathlib import Path

import pytest

from facetry.errors import FaultError
from facetry.handling import document_check
from facetry.handling.document_check import check, check_text
from facetry.validate.kinds import Kind
from generated.limits import DOCUMENT_FINDING_TEXT_MAX_LENGTH, DOCUMENT_FINDINGS_MAX_ITEMS


def place_of(text: str, rule: str) -> str:
    """The part of a text that a finding points at, cut out as a page would do it: by lines and UTF-16 code units."""
    (finding,) = [each for each in check_text(text.encode(), Kind.VIEW_DOCUMENT).findings if each.rule == rule]
    lines = [line.encode("utf-16-le") for line in text.split("\n")]
    assert finding.line == finding.end_line
    return lines[finding.line - 1][2 * (finding.column - 1) : 2 * (finding.end_column - 1)].decode("utf-16-le")


@pytest.mark.parametrize("before", ["", "x", "é", "灯", "😀", "😀😀 é", "\\u00e9", "\u2028"])
@pytest.mark.parametrize("line_end", ["", "\n", "\r\n"])
def test_columns_are_those_of_editors_in_pages(before: str, line_end: str) -> None:
    text = (
        f'{{"schemaVersion": "1.0",{line_end} "elements": [{{"type": "string", "value": "{before}"}}, "{before}😀"]}}'
    )
    assert place_of(text, "schema.type") == f'"{before}😀"'


def test_a_place_may_span_lines() -> None:
    text = '{"schemaVersion": "1.0",\n "elements": [{\n  "type": "string"\n}]}'
    (finding,) = check_text(text.encode(), Kind.VIEW_DOCUMENT).findings
    assert (finding.line, finding.column, finding.end_line, finding.end_column) == (2, 15, 4, 2)
    assert (finding.pointer, finding.documentation) == ("/elements/0", "/docs/rules/schema.required")


def test_warnings_do_not_make_a_document_invalid() -> None:
    warned = next((Path(__file__).parents[3] / "specs" / "examples" / "views" / "warned").rglob("*.json"))
    answer = check_text(warned.read_bytes(), Kind.VIEW_DOCUMENT)
    assert answer.is_valid
    assert {finding.severity for finding in answer.findings} == {"warning"}


@pytest.mark.parametrize("text", [b"", b"{", b"[" * 9_999, b"\xff", '{"a": 1}'.encode("utf-16"), b"1e999", b"\0"])
@pytest.mark.parametrize("kind", ["manifest", "view-document", "event", "settings-schema", "recipe"])
def test_a_text_that_is_not_json_has_findings(text: bytes, kind: str) -> None:
    answer = check_text(text, Kind(kind))
    assert not answer.is_valid
    assert answer.findings


def test_long_pointers_and_many_findings_are_left_out() -> None:
    long = "x" * (DOCUMENT_FINDING_TEXT_MAX_LENGTH + 1)
    elements = [{"type": "string", "value": "x", "modifiers": {long: 1}}, *({"type": long} for _ in range(400))]
    answer = check_text(json.dumps({"schemaVersion": "1.0", "elements": elements}).encode(), Kind.VIEW_DOCUMENT)
    assert len(answer.findings) <= DOCUMENT_FINDINGS_MAX_ITEMS
    for finding in answer.findings:
        assert len(finding.pointer or "") <= DOCUMENT_FINDING_TEXT_MAX_LENGTH
        assert len(finding.message) <= DOCUMENT_FINDING_TEXT_MAX_LENGTH


def test_a_check_without_time_is_refused_and_never_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_check, "DOCUMENT_CHECK_MAX_SECONDS", 0.2)
    held, released, begun = threading.Event(), threading.Event(), list[Path]()

    def hold() -> None:
        held.set()
        released.wait(30)

    document_check._LANE.submit(hold)
    assert held.wait(30)
    monkeypatch.setattr(document_check, "_check", lambda path, _: begun.append(path))
    try:
        with pytest.raises(FaultError) as refused:
            asyncio.run(check(tmp_path / "card.json", Kind.VIEW_DOCUMENT, tmp_path / "turn"))
    finally:
        released.set()
    assert refused.value.fault.rule == "validation.busy"
    document_check._LANE.submit(lambda: None).result(30)
    assert begun == []


@pytest.mark.parametrize("is_given_back", [True, False])
def test_processes_check_one_text_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_given_back: bool
) -> None:
    monkeypatch.setattr(document_check, "DOCUMENT_CHECK_MAX_SECONDS", 20 if is_given_back else 0.2)
    document, turn, begun = tmp_path / "card.json", tmp_path / "turn", list[Path]()
    document.write_text("{}")

    def note(path: Path, _: Kind) -> str:
        begun.append(path)
        return "checked"

    async def main() -> None:
        other = os.open(turn, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(other, fcntl.LOCK_EX)
        checking = asyncio.ensure_future(check(document, Kind.VIEW_DOCUMENT, turn))
        await asyncio.sleep(0.1)
        assert begun == []
        if is_given_back:
            os.close(other)
            result: object = await checking
            assert result == "checked"
            return
        with pytest.raises(FaultError) as refused:
            await checking
        assert refused.value.fault.rule == "validation.busy"
        os.close(other)

    monkeypatch.setattr(document_check, "_check", note)
    asyncio.run(main())
    document_check._LANE.submit(lambda: None).result(30)
    assert begun == ([document] if is_given_back else [])


def test_a_check_needs_no_file_for_turns(tmp_path: Path) -> None:
    document = tmp_path / "card.json"
    document.write_text("{}")
    assert not asyncio.run(check(document, Kind.VIEW_DOCUMENT, tmp_path / "missing" / "turn")).is_valid
