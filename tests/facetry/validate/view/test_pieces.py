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


@pytest.mark.parametrize("elements", [None, 3, "x" * 2_000, {"a": 1}])
def test_elements_that_are_no_array_are_validated_as_a_whole(elements: Any) -> None:
    assert [found[:2] for found in findings({"elements": elements, "schemaVersion": "1.0"})] == [
        ("schema.type", "/elements")
    ]


def test_a_document_without_elements_is_validated_as_a_whole() -> None:
    assert [found[:2] for found in findings({"schemaVersion": "1.0"})] == [("schema.required", "")]
    assert [found.rule for found in views.findings(b"3")] == ["schema.type"]


def test_after_five_pieces_with_findings_the_rest_is_not_validated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "PIECE", 3)
    elements = [GOOD] * 3 + [GOOD, GOOD, 1] * 7
    places = [pointer for _, pointer, _, _ in findings({"schemaVersion": "1.0", "elements": elements})]
    assert places == [f"/elements/{index}" for index in (5, 8, 11, 14, 17)]


def test_of_many_pieces_a_hundred_findings_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "PIECE", 60)
    for count in (100, 101):
        places = [pointer for _, pointer, _, _ in findings({"schemaVersion": "1.0", "elements": [1] * count})]
        assert places == [f"/elements/{index}" for index in range(100)]
