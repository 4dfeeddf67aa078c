"""Fixes: only what mends a text is kept, and nothing else changes."""

import json
import os
import random
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from facetry.schema.edits import AddMember, Edit, RemoveMember, RenameKey, ReplaceText, SetValue
from facetry.validate import documents
from facetry.validate.finding import Finding
from facetry.validate.fixes.fix import LISTED, FixedText, fix
from facetry.validate.kinds import Kind

EXAMPLES = Path(__file__).parents[4] / "specs" / "examples"
VALID = [
    (path, kind)
    for folder, kind in (("manifests", Kind.MANIFEST), ("views", Kind.VIEW_DOCUMENT))
    for path in sorted((EXAMPLES / folder / "valid").glob("*.json"))
]
INVALID = [
    (path, kind)
    for folder, kind in (("manifests", Kind.MANIFEST), ("views", Kind.VIEW_DOCUMENT))
    for path in sorted((EXAMPLES / folder / "invalid").glob("*/*.json"))
]
RANDOM_CASES = int(os.environ.get("FIX_CASES", "150"))
MANIFEST = (EXAMPLES / "manifests" / "valid" / "all-capabilities.json").read_bytes()


def fixed(text: bytes, kind: Kind) -> FixedText:
    validator = partial(documents.findings, kind=kind)
    return fix(text, validator, validator(text))


def errors(text: bytes, kind: Kind) -> int:
    return sum(finding.level == "error" for finding in documents.findings(text, kind))


def text_with_findings(rule: Callable[[Any], list[Finding]]) -> Callable[[bytes], list[Finding]]:
    return lambda text: rule(json.loads(text))


def finding(rule: str, edit: Edit | None = None) -> Finding:
    return Finding(rule=rule, pointer="", detail=rule, edit=edit)


def test_an_edit_that_makes_another_finding_is_not_kept() -> None:
    def rule(value: Any) -> list[Finding]:
        if "a" in value:
            return [finding("a", RenameKey("/a", "b")), finding("c", AddMember("", "d", 1))] if "d" not in value else []
        return [finding("b")]

    validator = text_with_findings(rule)
    assert fix(b'{"a": 1}', validator, validator(b'{"a": 1}')).text == b'{"a": 1, "d": 1}'


def test_an_edit_that_mends_nothing_is_not_kept() -> None:
    validator = text_with_findings(lambda value: [finding("same", SetValue("/a", value["a"] + 1))])
    assert fix(b'{"a": 1}', validator, validator(b'{"a": 1}')) == FixedText(
        b'{"a": 1}', (finding("same", SetValue("/a", 2)),), 0
    )


def test_an_edit_that_moves_a_finding_is_not_kept() -> None:
    def rule(value: Any) -> list[Finding]:
        edit = SetValue("/a", value["a"] + 1)
        return [Finding(rule="moved", pointer=f"/{value['a']}", detail="", edit=edit)]

    validator = text_with_findings(rule)
    assert fix(b'{"a": 1}', validator, validator(b'{"a": 1}')).text == b'{"a": 1}'


def test_an_edit_that_mends_nothing_beside_others_is_not_kept() -> None:
    def rule(value: Any) -> list[Finding]:
        found = [finding("useless", SetValue("/z", value.get("z", 0) + 1))]
        return found + [finding(name, SetValue(f"/{name}", 1)) for name in "ab" if value[name] == 0]

    validator = text_with_findings(rule)
    text = b'{"a": 0, "b": 0, "z": 7}'
    assert fix(text, validator, validator(text)).text == b'{"a": 1, "b": 1, "z": 7}'


def syntax_fault(name: str, offset: int, length: int, text: str) -> Finding:
    return Finding(rule="json.syntax", pointer="", detail=name, edit=ReplaceText(offset, length, text))


def test_a_fault_of_the_syntax_is_mended_although_other_findings_come_after_it() -> None:
    def validator(text: bytes) -> list[Finding]:
        comma = text.find(b",}")
        return [syntax_fault("comma", comma, 1, "")] if comma >= 0 else [finding("a"), finding("b")]

    result = fix(b"{1,}", validator, validator(b"{1,}"))
    assert (result.text, result.findings, result.fixed) == (b"{1}", (finding("a"), finding("b")), 1)


def test_a_fault_of_the_syntax_may_make_place_for_another_one() -> None:
    """Each text has one fault: the letter in front. The edit of `y` leads to the same fault again."""
    following = {b"a": "b", b"b": "c", b"c": "y", b"y": "yy"}

    def validator(text: bytes) -> list[Finding]:
        first = text[:1]
        return [syntax_fault(first.decode(), 0, 1, following[first])]

    result = fix(b"a", validator, validator(b"a"))
    assert (result.text, result.findings, result.fixed) == (b"y", (syntax_fault("y", 0, 1, "yy"),), 3)


def test_a_text_with_more_faults_of_the_syntax_is_not_taken() -> None:
    def validator(text: bytes) -> list[Finding]:
        return [syntax_fault(f"{index}", index, 1, "xx") for index in range(len(text))]

    assert fix(b"ab", validator, validator(b"ab")) == FixedText(b"ab", tuple(validator(b"ab")), 0)


def test_a_fault_beside_other_findings_is_not_exchanged_for_another_one() -> None:
    def validator(text: bytes) -> list[Finding]:
        return [finding("a"), syntax_fault(text.decode(), 0, 1, "b" if text == b"a" else "c")]

    assert fix(b"a", validator, validator(b"a")).text == b"a"


def test_a_name_is_mended_before_what_it_caused() -> None:
    def rule(value: Any) -> list[Finding]:
        missing = [finding("missing", AddMember("", "name", "default"))] if "name" not in value else []
        unknown = [finding("unknown", RenameKey("/nmae", "name"))] if "nmae" in value else []
        return missing + unknown

    validator = text_with_findings(rule)
    assert fix(b'{"nmae": "x"}', validator, validator(b'{"nmae": "x"}')).text == b'{"name": "x"}'


def test_more_mistakes_than_are_listed_are_mended() -> None:
    def rule(value: Any) -> list[Finding]:
        wrong = (index for index, item in enumerate(value) if item == "wrnog")
        return [
            Finding(rule="word", pointer=f"/{index}", detail="wrong", edit=SetValue(f"/{index}", "wrong"))
            for index in islice(wrong, LISTED)
        ]

    validator = text_with_findings(rule)
    text = json.dumps(["wrnog", "right"] * 1_050).encode()
    result = fix(text, validator, validator(text))
    assert (result.text, result.findings, result.fixed) == (text.replace(b"wrnog", b"wrong"), (), 1_050)


def test_all_mistakes_of_a_document_with_more_than_are_listed_are_mended() -> None:
    element = {"type": "string", "value": "Lighthouse", "representation": "Chip"}
    text = json.dumps({"schemaVersion": "1.0", "elements": [element] * 150}).encode()
    assert fixed(text, Kind.VIEW_DOCUMENT) == FixedText(text.replace(b"Chip", b"chip"), (), 150)


def test_a_text_of_more_than_two_megabytes_is_not_edited() -> None:
    validator = text_with_findings(lambda value: [finding("a", SetValue("/a", 1))] if value["a"] == 0 else [])
    for size, first in ((2_097_152, b'{"a": 1}'), (2_097_153, b'{"a": 0}')):
        text = b'{"a": 0}'.ljust(size)
        assert fix(text, validator, validator(text)).text.rstrip() == first


def test_edits_that_touch_each_other_are_made_one_after_another() -> None:
    def rule(value: Any) -> list[Finding]:
        return [
            Finding(rule="odd", pointer="", detail=str(item), edit=RemoveMember(f"/{index}"))
            for index, item in enumerate(value)
            if item % 2
        ]

    validator = text_with_findings(rule)
    text = b"[1, 3, 5, 2, 7, 4, 9]"
    result = fix(text, validator, validator(text))
    assert (result.text, result.fixed, result.findings) == (b"[2, 4]", 5, ())


@pytest.mark.parametrize(
    ("broken", "expected"),
    [
        (b"\xef\xbb\xbf" + MANIFEST, MANIFEST),
        (MANIFEST.decode().encode("utf-16"), MANIFEST),
        (MANIFEST.decode().encode("utf-32"), MANIFEST),
        (MANIFEST.decode().encode("utf-16-be").join((b"\xfe\xff", b"")), MANIFEST),
        (MANIFEST.replace(b'"version":', b'"id": "sky-tagger", "version":', 1), None),
        (MANIFEST.rstrip()[:-2] + b",\n}\n", None),
        (MANIFEST.replace(b"\n", b"\r\n").replace(b"\r\n}\r\n", b",\r\n}\r\n"), MANIFEST.replace(b"\n", b"\r\n")),
    ],
    ids=["bom", "utf-16", "utf-32", "utf-16-be", "duplicate", "comma", "crlf"],
)
def test_a_text_that_is_not_strict_json_is_mended(broken: bytes, expected: bytes | None) -> None:
    assert errors(broken, Kind.MANIFEST)
    result = fixed(broken, Kind.MANIFEST)
    assert result.findings == ()
    assert result.fixed >= 1
    assert json.loads(result.text) == json.loads(MANIFEST)
    if expected is not None:
        assert result.text == expected


def test_keys_that_stand_twice_with_different_values_stay() -> None:
    text = MANIFEST.replace(b'"version":', b'"id": "another", "version":', 1)
    assert fixed(text, Kind.MANIFEST).text == text


@pytest.mark.parametrize(("path", "kind"), VALID, ids=lambda value: getattr(value, "name", None))
def test_a_valid_document_stays_valid(path: Path, kind: Kind) -> None:
    result = fixed(path.read_bytes(), kind)
    assert errors(result.text, kind) == 0
    if not documents.findings(path.read_bytes(), kind):
        assert result.text == path.read_bytes()


def test_every_invalid_example_has_no_more_findings_afterwards_and_is_fixed_once() -> None:
    for path, kind in INVALID:
        text = path.read_bytes()
        result = fixed(text, kind)
        syntax = [found for found in documents.findings(text, kind) if found.rule.startswith("json.")]
        assert syntax or len(result.findings) <= len(documents.findings(text, kind)), path
        assert list(result.findings) == documents.findings(result.text, kind), path
        assert fixed(result.text, kind).text == result.text, path


def test_random_damage_is_mended_in_its_place_only() -> None:
    """Each damage changes one line. A fix changes no other line, and never adds an error."""
    rng = random.Random(7)
    clean = [(path, kind) for path, kind in VALID if not documents.findings(path.read_bytes(), kind)]
    for _ in range(RANDOM_CASES):
        path, kind = rng.choice(clean)
        lines = path.read_bytes().split(b"\n")
        number = rng.randrange(len(lines))
        damaged = _damage(rng, lines[number])
        text = b"\n".join([*lines[:number], damaged, *lines[number + 1 :]])
        result = fixed(text, kind)
        assert errors(result.text, kind) <= errors(text, kind) or not _is_json(text), (path, damaged)
        assert fixed(result.text, kind).text == result.text, (path, damaged)
        if result.text != text and _is_json(text):
            assert sum(result.text.split(b"\n").count(line) for line in set(lines)) >= len(lines) - 2, (path, damaged)
        if result.text == text:
            assert result.fixed == 0


def _damage(rng: random.Random, line: bytes) -> bytes:
    """A line with two letters exchanged, one left out, or one doubled."""
    letters = [index for index in range(len(line) - 1) if line[index : index + 2].isalpha()]
    if not letters:
        return line
    index = rng.choice(letters)
    first, second = line[index : index + 1], line[index + 1 : index + 2]
    return line[:index] + rng.choice([second + first, second, first + first + second]) + line[index + 2 :]


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
