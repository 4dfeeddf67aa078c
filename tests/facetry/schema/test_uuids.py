"""UUIDs of JSON values in lower case, wherever the schema has one."""

from typing import Any, Final

import pytest

from facetry.schema.document import Document
from facetry.schema.uuids import compile_lower
from generated import models
from tests.contract.description import document

ID: Final = "7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613"
UPPER: Final = ID.upper()
DOCUMENT: Final = Document(document())
SEARCH: Final = "#/components/schemas/SearchParameters"
BODIES: Final = (
    {"filter": {"origin": {"kind": "images", "ids": [UPPER, ID]}}},
    {"filter": {"criteria": {"duplicates": {"kind": "exactDuplicates", "of": UPPER}}}},
    {"filter": {"criteria": {"similarity": {"extensionId": "a", "name": "b", "image": UPPER}}}},
    {
        "filter": {
            "criteria": {"all": [{"any": [{"none": [{"duplicates": {"kind": "exactDuplicates", "of": UPPER}}]}]}]}
        }
    },
)


def lowered(value: Any, pointer: str = SEARCH) -> Any:
    lower = compile_lower(DOCUMENT, pointer)
    assert lower is not None
    return lower(value)


@pytest.mark.parametrize("body", BODIES)
def test_ids_are_lowered_at_any_depth(body: Any) -> None:
    text = str(body).replace(UPPER, ID)
    assert str(lowered(body)) == text
    models.SearchParameters.model_validate(body)


def test_other_texts_stay_as_they_are() -> None:
    body: dict[str, Any] = {
        "filter": {
            "criteria": {
                "keyword": {"text": UPPER, "inName": True},
                "tags": {"values": [UPPER]},
                "similarity": {"extensionId": "A", "name": "B", "text": UPPER},
            },
            "origin": {"kind": "images", "ids": ["NO-UUID", UPPER + "\n", 5, None, [UPPER]]},
        },
        UPPER: UPPER,
    }
    before = str(body)
    assert str(lowered(body)) == before


@pytest.mark.parametrize("value", [None, 3, UPPER, [UPPER], {"filter": UPPER}, {"filter": {"origin": [UPPER]}}])
def test_values_of_other_shapes_stay_as_they_are(value: Any) -> None:
    assert str(lowered(value)) == str(value)


def test_lists_of_ids() -> None:
    assert lowered([UPPER, ID], "#/components/schemas/CommandImageIds") == [ID, ID]


def test_a_schema_without_ids_costs_nothing() -> None:
    assert compile_lower(DOCUMENT, "#/components/schemas/TagSet") is None
