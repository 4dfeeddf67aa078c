"""JSON with halves of characters is read with U+FFFD in their places; all else is as strict as ever."""

from __future__ import annotations

import json

import orjson
import pytest

from facetry.schema.repaired_json import loads


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r'"\ud83d"', "�"),
        (r'"a\uDCFFb"', "a�b"),
        (r'"\ud83d\ude00"', "😀"),
        (r'"\ud83d \ud83d\ude00 \ude00"', "� 😀 �"),
        (r'"\ud83d\ud83d\ude00"', "�😀"),
        (r'"\\ud83d"', r"\ud83d"),
        (r'"\\\ud83d"', "\\�"),
        (r'{"\ud83d": [1, {"x": "\udcff"}], "y": -1.5e3}', {"�": [1, {"x": "�"}], "y": -1500.0}),
        (r'{"\ud800": 1, "\ud801": 2}', {"�": 2}),
        (r'["\ud800", "é\n\u0000\u2028\"/"]', ["�", 'é\n\0\u2028"/']),
        (r'["\ud800", 18446744073709551615, 123456789012345678901]', ["�", 2**64 - 1, 123456789012345678901.0]),
        ('{"a": 1, "a": 2}', {"a": 2}),
    ],
)
def test_halves_of_characters_are_replaced(text: str, value: object) -> None:
    assert loads(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "NaN",
        r'["\ud800", NaN]',
        r'["\ud800", -Infinity]',
        r'["\ud800", 1e999]',
        r'["\ud800", ',
        r'["\ud80"]',
        '["\\ud800\n"]',
        r'["\ud800"' + ", [" * 2_000 + "]" * 2_001,
        r'["\ud800", ' + "1" * 5_000 + "]",
    ],
)
def test_what_is_not_json_stays_refused(text: str) -> None:
    with pytest.raises(orjson.JSONDecodeError):
        loads(text)


def test_what_python_writes_of_a_file_name_is_read() -> None:
    name = b"caf\xe9.jpg".decode("utf-8", "surrogateescape")
    assert loads(json.dumps({"log": {"message": name}})) == {"log": {"message": "caf�.jpg"}}
