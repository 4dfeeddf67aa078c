"""Large view documents are validated by pieces, with the same findings as whole ones."""

from typing import Any

import orjson
import pytest

from facetry.validate import views
from facetry.validate.view import pieces

GOOD = {"type": "string", "value": "Lighthouse"}


def findings(document: dict[str, Any]) -> list[tuple[str, str, str, Any]]:
    found = views.findings(orjson.dumps(document))
    return [(finding.rule, finding.pointer, finding.detail, finding.edit) for finding in found]


def test_findings_of_pieces_are_those_of_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    elements: list[Any] = [GOOD] * 20
    elements[3] = {"type": "string", "valeu": 1}
    elements[9] = {"type": "string", "value": 1}
    elements[10] = 7
    elements[17] = {**GOOD, "representation": "chpi"}
    monkeypatch.setattr(pieces, "_MAX_INVALID_PIECES", 100)
    for document in ({"schemaVersion": "1.0", "elements": elements}, {"elements": elements, "title": 3}):
        whole = findings(document)
        assert len(whole) >= 4
        for size in (1, 3, 9, 10, 19):
            monkeypatch.setattr(pieces, "PIECE", size)
            assert sorted(map(str, findings(document))) == sorted(map(str, whole))
        monkeypatch.setattr(pieces, "PIECE", 1_000)


def test_findings_of_pieces_are_bounded() -> None:
    document = {"schemaVersion": "1.0", "elements": [GOOD] * 2_500 + [1] * 1_000}
    found = findings(document)
    assert 0 < len(found) <= pieces.MAX_FINDINGS
    assert found[0][1] == "/elements/2500"
