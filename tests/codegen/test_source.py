from __future__ import annotations

from pathlib import Path

import pytest

from codegen.finding import SpecError
from codegen.source import read_yaml


def read(tmp_path: Path, text: str) -> object:
    path = tmp_path / "x.yaml"
    path.write_text(text, encoding="utf-8")
    return read_yaml(path, "specs/x.yaml")


def test_words_that_yaml_1_1_misreads_stay_what_they_are(tmp_path: Path) -> None:
    text = "{on: yes, off: no, y: n, time: 12:30:45, day: 2026-01-01, octal: 010, version: 1_000, <<: {a: b}}"
    assert read(tmp_path, text) == {
        "on": "yes",
        "off": "no",
        "y": "n",
        "time": "12:30:45",
        "day": "2026-01-01",
        "octal": "010",
        "version": "1_000",
        "<<": {"a": "b"},
    }


def test_json_types_are_read(tmp_path: Path) -> None:
    text = "[true, false, null, ~, 0, -12, 1.5, -1.7976931348623157e+308, '1', {200: x}]"
    expected = [True, False, None, None, 0, -12, 1.5, -1.7976931348623157e308, "1", {"200": "x"}]
    assert read(tmp_path, text) == expected


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("a: 1\nb: 2\na: 3\n", "specs/x.yaml:3:1", "'a' is there twice"),
        ("a: {200: x, '200': y}\n", "specs/x.yaml:1:13", "'200' is there twice"),
        ("a: &b [1]\nc: *b\n", "specs/x.yaml:2:4", "use $ref"),
        ("a: !!binary aGk=\n", "specs/x.yaml:1:4", "could not determine a constructor"),
        ("[a, b]: c\n", "specs/x.yaml:1:1", "a key must be a scalar"),
        ("a: [\n", "specs/x.yaml:2:1", "expected the node content"),
        ("a: b: c\n", "specs/x.yaml:1:5", "mapping values are not allowed"),
    ],
)
def test_what_json_cannot_say_is_refused_with_its_place(tmp_path: Path, text: str, place: str, message: str) -> None:
    with pytest.raises(SpecError) as error:
        read(tmp_path, text)
    assert error.value.finding.place == place
    assert message in error.value.finding.message
