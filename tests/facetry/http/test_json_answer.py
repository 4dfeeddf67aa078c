"""The texts of JSON answers: JSON values are written as they are, models by their names on the wire."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import pytest

from facetry.http.json_answer import json_answer
from facetry.schema.json_values import integer, json_text, uuid_text
from generated import models

ID = "7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613"


def test_values_and_models_are_one_text() -> None:
    distance = models.MonthCount(value="2026-02", count=3)
    facets = models.SearchFacets(months=[distance])
    value = {"items": [UUID(ID), None], "facets": facets, "part": json_text('{"a": 1.50}')}
    assert json_answer(value) == (
        b'{"items":["%s",null],"facets":{"months":[{"value":"2026-02","count":3}]},"part":{"a": 1.50}}' % ID.encode()
    )
    assert json_answer(facets) == b'{"months":[{"value":"2026-02","count":3}]}'
    assert json_answer([distance]) == b'[{"value":"2026-02","count":3}]'


def test_what_has_no_text_is_an_error() -> None:
    with pytest.raises(TypeError):
        json_answer({"path": Path("/")})


@pytest.mark.parametrize("value", [0, -1, 2**63, 2**64 - 1, 2**64, -(2**63), -(2**63) - 1, 10**308])
def test_integers_of_any_size_are_written(value: int) -> None:
    assert json_answer([integer(value)]) == f"[{value}]".encode()


def test_the_text_of_a_uuid_is_that_of_the_class() -> None:
    assert uuid_text(UUID(ID).bytes) == ID
    assert uuid_text(bytes(16)) == str(UUID(int=0))
