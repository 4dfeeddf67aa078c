"""Faults of JSON texts: all in one pass, each at its place, exactly when the strict parser refuses the text."""

import json
import os
import random
from typing import Any

import orjson
import pytest

from facetry.errors import FaultError, printable_text
from facetry.schema.edits import RemoveMember, ReplaceText
from facetry.schema.strict_json import parse
from facetry.validate import manifests
from facetry.validate.syntax.scan import SyntaxScan
from facetry.validate.texts import Reading, json_text, read, text_fault

CASES = int(os.environ.get("TEXT_CASES", "3000"))
SYNTAX, NUMBER, ENCODING, NUL = "json.syntax", "json.number", "json.encoding", "json.nul"
DUPLICATE, DEPTH = "json.duplicate-key", "json.depth"
NO_VALUE = object()

# (text, value, (rule, part of the text) of each finding); a part that stands there twice has an index.
TEXTS: list[tuple[str | bytes, Any, list[tuple[str, str]]]] = [
    ('{"a":1,,"b":2}', {"a": 1, "b": 2}, [(SYNTAX, ",@1")]),
    ("[1,]", [1], [(SYNTAX, ",")]),
    ('{"a":1,\n}', {"a": 1}, [(SYNTAX, ",")]),
    ("[,1]", [1], [(SYNTAX, ",")]),
    ('{,"a":1}', {"a": 1}, [(SYNTAX, ",")]),
    (",1", 1, [(SYNTAX, ",")]),
    ('{"a":1 "b":2}', {"a": 1, "b": 2}, [(SYNTAX, '"b"')]),
    ('{"a":1"b":2}', NO_VALUE, [(SYNTAX, '"b"')]),
    ('{"a":1 b:2}', NO_VALUE, [(SYNTAX, "b"), (SYNTAX, "b")]),
    ("[1 2]", [1, 2], [(SYNTAX, "2")]),
    ("[[] []]", [[], []], [(SYNTAX, "[@2")]),
    ('{"a" 1}', {"a": 1}, [(SYNTAX, "1")]),
    ('{"a" [1]}', {"a": [1]}, [(SYNTAX, "[")]),
    ('{"a"::1}', {"a": 1}, [(SYNTAX, ":@1")]),
    ('{"a":}', NO_VALUE, [(SYNTAX, "}")]),
    ('{"a"}', NO_VALUE, [(SYNTAX, "}")]),
    ('{"a","b":1}', NO_VALUE, [(SYNTAX, ",")]),
    ('{"a":,"b":1}', NO_VALUE, [(SYNTAX, ",")]),
    ('["a":1]', NO_VALUE, [(SYNTAX, ":")]),
    ('{"a":1:2}', NO_VALUE, [(SYNTAX, ":@1")]),
    ("{:1}", NO_VALUE, [(SYNTAX, ":")]),
    ("{[1]}", NO_VALUE, [(SYNTAX, "[")]),
    ('{"a":1,[1]}', NO_VALUE, [(SYNTAX, "[")]),
    ('{"a":1 [1]}', NO_VALUE, [(SYNTAX, "[")]),
    ("{1:2}", NO_VALUE, [(SYNTAX, "1")]),
    ("{a:1, 'b':2}", NO_VALUE, [(SYNTAX, "a"), (SYNTAX, "'b'")]),
    ("{'a':'b'}", {"a": "b"}, [(SYNTAX, "'a'"), (SYNTAX, "'b'")]),
    ("['a\"']", NO_VALUE, [(SYNTAX, "'a\"'")]),
    ('{"a":1,\n oops\n}', NO_VALUE, [(SYNTAX, "oops")]),
    ('{"a":hello big world,"b":[x y]}', NO_VALUE, [(SYNTAX, "hello big world"), (SYNTAX, "x y")]),
    ('{"a":1 oops}', NO_VALUE, [(SYNTAX, "oops")]),
    ("[True,False,None,TRUE]", [True, False, None, True], [(SYNTAX, w) for w in ("True", "False", "None", "TRUE")]),
    ("[tru]", NO_VALUE, [(SYNTAX, "tru")]),
    (
        "[01,1.,.5,+1,0x1F,1e,-,1.e2]",
        NO_VALUE,
        [(SYNTAX, w) for w in ("01", "1.@0", ".5", "+1", "0x1F", "1e", "-", "1.e2")],
    ),
    ("[NaN,-Infinity,1e999]", NO_VALUE, [(NUMBER, "NaN"), (NUMBER, "-Infinity"), (NUMBER, "1e999")]),
    ("[18446744073709551616]", [1.8446744073709552e19], [(NUMBER, "18446744073709551616")]),
    ("[-9223372036854775809,1]", [-9.223372036854776e18, 1], [(NUMBER, "-9223372036854775809")]),
    ("[" + "9" * 30 + "]", [1e30], [(NUMBER, "9" * 30)]),
    ("// a\n[1] # b", [1], [(SYNTAX, "// a"), (SYNTAX, "# b")]),
    ("[1/* a\n b */]", [1], [(SYNTAX, "/* a\n b */")]),
    ("[1/* a", NO_VALUE, [(SYNTAX, "/* a"), (SYNTAX, "")]),
    ("[1]]", [1], [(SYNTAX, "]@1")]),
    ("]1", 1, [(SYNTAX, "]")]),
    ('{"a":1}\n{"b":2}', {"a": 1}, [(SYNTAX, "{@1")]),
    ("[1}", [1], [(SYNTAX, "}")]),
    ('{"a":[1,2}', NO_VALUE, [(SYNTAX, "}")]),
    (b'"\xff"', NO_VALUE, [("json.encoding", "1+1")]),
    (b"\xff", NO_VALUE, [("json.encoding", "0+1")]),
    ('{"a":[1,2', NO_VALUE, [(SYNTAX, "")]),
    ('{"a":', NO_VALUE, [(SYNTAX, "")]),
    ("", NO_VALUE, [(SYNTAX, "")]),
    (" \n", NO_VALUE, [(SYNTAX, "")]),
    ('["a\tb\x0cc"]', ["a b c"], [(SYNTAX, "\t"), (SYNTAX, "\x0c")]),
    ('["a\r\nb", 1]', ["a  b", 1], [(SYNTAX, "\r\n")]),
    ('{"a": "b,\n "c": 1, "d": [1,]}', NO_VALUE, [(SYNTAX, '"b,'), (SYNTAX, ",@2")]),
    ('{"a: 1,\n "c": 1}', NO_VALUE, [(SYNTAX, '"a: 1,')]),
    ('["a', NO_VALUE, [(SYNTAX, '"a'), (SYNTAX, "")]),
    (r'["\x", "\u12", "\\", "\u00e4"]', NO_VALUE, [(SYNTAX, "\\x"), (SYNTAX, "\\u12")]),
    (r'["\ud800", "\udc00a", "\ud83d\ude00"]', ["\ufffd", "\ufffda", "😀"],
     [(ENCODING, "\\ud800"), (ENCODING, "\\udc00")]),
    (r'["a\u0000b", "\\u0000"]', ["a\0b", "\\u0000"], [(NUL, "\\u0000")]),
    ('["a\0b"]', ["a b"], [(NUL, "\0")]),
    ("[1\0\0]", [1], [(NUL, "\0\0")]),
    ('{"a":\u00a01}', {"a": 1}, [(SYNTAX, "\u00a0")]),
    ("[1\x0c]", [1], [(SYNTAX, "\x0c")]),
    ("[1,\u20282]", [1, 2], [(SYNTAX, "\u2028")]),
    ("{“a”: 1}", NO_VALUE, [(SYNTAX, "“a”")]),
    ("[“a”]", NO_VALUE, [(SYNTAX, "“a”")]),
    ("{Größe: 1}", NO_VALUE, [(SYNTAX, "Größe")]),
    ("\ufeff[1,]", [1], [(ENCODING, "\ufeff"), (SYNTAX, ",")]),
    (b'["\xff","Gr\xfc\xdfe"]', NO_VALUE, [(ENCODING, "2+1"), (ENCODING, "8+1"), (ENCODING, "9+1")]),
    (b'["\xed\xa0\x80"]', NO_VALUE, [(ENCODING, "2+3")]),
    (b'["\xe2\x80"]', NO_VALUE, [(ENCODING, "2+2")]),
    ("[1]".encode("utf-16"), NO_VALUE, [(ENCODING, "0+2")]),
    ("[1]".encode("utf-32"), NO_VALUE, [(ENCODING, "0+4")]),
    ("[1]".encode("utf-16-le"), NO_VALUE, [(NUL, "0+4")]),
    ("[1]".encode("utf-32-be"), NO_VALUE, [(NUL, "0+4")]),
    ('{"a":1,"a":2,"b":3,"a":1}', {"a": 1, "b": 3}, [(DUPLICATE, '"a"@1'), (DUPLICATE, '"a"@2')]),
    (r'{"a":1,"\u0061":2}', {"a": 2}, [(DUPLICATE, '"\\u0061"')]),
    ('{"a":{"x":1},"b":{"x":1},"x":2}', {"a": {"x": 1}, "b": {"x": 1}, "x": 2}, []),
    ("[" * 65 + "]" * 65, NO_VALUE, [(DEPTH, "[@64")]),
    ('{"a":[' + "[" * 63 + "]" * 63 + "," + "[" * 62 + "]" * 62 + "]}", NO_VALUE, [(DEPTH, "[@63")]),
    ("[" * 2_000, NO_VALUE, [(DEPTH, "[@64")]),
    ('{"a":1, // 1\n "a":[1 2,], \'b\': 1e999}', NO_VALUE,
     [(SYNTAX, "// 1"), (DUPLICATE, '"a"@1'), (SYNTAX, "2"), (SYNTAX, ",@1"), (SYNTAX, "'b'"), (NUMBER, "1e999")]),
]  # fmt: skip


def place_of(text: bytes, part: str) -> tuple[int, int]:
    """The offset and the length of a part: `part@2` is the third one, `2+3` an offset and a length."""
    if not part:
        return len(text), 0
    if part.replace("+", "").isdigit() and "+" in part and part not in text.decode("latin-1"):
        offset, length = part.split("+")
        return int(offset), int(length)
    word, _, index = part.rpartition("@") if part[-1:].isdigit() and "@" in part else (part, "", "0")
    start = -1
    for _ in range(int(index) + 1):
        start = text.index(word.encode(), start + 1)
    return start, len(word.encode())


def read_text(text: bytes, depth: int = 64) -> Reading:
    return read(text, label="document", depth=depth)


@pytest.mark.parametrize(("text", "value", "expected"), TEXTS)
def test_all_faults_have_their_places(text: str | bytes, value: Any, expected: list[tuple[str, str]]) -> None:
    data = text.encode() if isinstance(text, str) else text
    reading = read_text(data)
    found = [(finding.rule, (finding.offset, finding.length)) for finding in reading.findings]
    assert found == [(rule, place_of(data, part)) for rule, part in expected]
    assert (reading.value if reading.has_value else NO_VALUE) == value
    assert [finding.on_key for finding in reading.findings] == [rule == DUPLICATE for rule, _ in expected]
    for finding in reading.findings:
        if finding.rule != DUPLICATE:  # which names the key
            part = data[finding.offset or 0 :][: finding.length].decode("utf-8", "replace")
            assert finding.value == (printable_text(part) or None)
    assert all(finding.level == "error" and finding.detail.endswith((".", "twice.")) for finding in reading.findings)


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("\ufeff[1,]", "[1]"),
        ('{\'a\': None, "b": "x\ty\r\nz",\u00a0"c": FALSE,}', '{"a": null, "b": "x\\ty\\nz", "c": false}'),
        ('["a\x01"]', '["a\\u0001"]'),
    ],
)
def test_edits_mend_a_text(text: str, mended: str) -> None:
    data = text.encode()
    edits = [finding.edit for finding in read_text(data).findings]
    for edit in sorted((e for e in edits if isinstance(e, ReplaceText)), key=lambda e: -e.offset):
        data = data[: edit.offset] + edit.text.encode() + data[edit.offset + edit.length :]
    assert len(edits) == sum(isinstance(edit, ReplaceText) for edit in edits)
    assert data.decode() == mended
    assert read_text(data).findings == []


def test_uncertain_faults_have_no_edit() -> None:
    for text in ("[1 2]", "[1,,2]", "[oops]", "[1", "['a\"']", r"['a\'']", "// a\n1", '{"a":1,"a":2}', "[NaN]"):
        assert [finding.edit for finding in read_text(text.encode()).findings] == [None], text


def test_a_second_equal_member_can_be_removed() -> None:
    text = b'{"x":[0,{"a/b":[1, 2],"c":2,"a/b":[1,2]}],"c":1,"c":1,"c":1}'
    found = read_text(text).findings
    assert [(finding.pointer, finding.on_key, finding.value) for finding in found] == [
        ("/x/1/a~1b", True, "a/b"),
        ("/c", True, "c"),
        ("/c", True, "c"),
    ]
    # The pointer leads to the last member with a key.
    assert [finding.edit for finding in found] == [RemoveMember("/x/1/a~1b"), None, RemoveMember("/c")]


def test_the_pointer_of_a_duplicate_key_counts_items() -> None:
    text = b'[[1,"]",[{},",{"]],{"k":[{"a":1},{"a":[1,{"b":0,"b":1}]},{"c":1,"c":2}]}, {"c":1,"c":2}]'
    assert [finding.pointer for finding in read_text(text).findings] == ["/1/k/1/a/1/b", "/1/k/2/c", "/2/c"]


def test_many_faults_are_bounded() -> None:
    for text in ("," * 1_000, '"' + "\t" * 1_000 + '"', "{" + '"a":1,' * 1_000 + '"a":1}', "[" + "tru," * 1_000 + "1]"):
        reading = read_text(text.encode())
        assert len(reading.findings) == 100
        assert not reading.has_value
    assert len(read_text(b'["' + b"\xff\x61" * 1_000 + b'"]').findings) == 100


def test_the_fault_behind_a_very_long_text_is_the_parsers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("facetry.validate.syntax.scan.MAX_TOKENS", 50)
    monkeypatch.setattr("facetry.validate.syntax.strictness.MAX_TOKENS", 50)
    many = b'[[["\xc3\xa4"]]],' * 60
    reading = read_text(b"[" + many + b"tru]")
    assert not reading.has_value
    (finding,) = reading.findings
    assert (finding.rule, finding.offset) == (SYNTAX, 1 + len(many))
    (finding,) = read_text(b"[" + many + b'{"a":1,"a":1}]').findings
    assert (finding.rule, finding.offset) == (DUPLICATE, None)


def test_a_text_without_certain_faults_is_read_by_places_as_before() -> None:
    for text, value, _ in TEXTS:
        data = text.encode() if isinstance(text, str) else text
        assert len(json_text(data)) >= len(data)
        if value is not NO_VALUE and b"\\u0000" not in data:
            assert orjson.loads(json_text(data)) == value


def test_a_long_text_keeps_its_value_behind_a_byte_order_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("facetry.validate.syntax.scan.MAX_TOKENS", 50)
    text = b"[" + b"[[[1]]]," * 60 + b"1]"
    reading = read_text(b"\xef\xbb\xbf" + text)
    assert [finding.rule for finding in reading.findings] == [ENCODING]
    assert (reading.has_value, reading.value) == (True, orjson.loads(text))


def test_the_value_of_a_finding_shows_when_it_is_cut() -> None:
    for part, value in (("😀" * 64, "😀" * 64), ("😀" * 65, "😀" * 63 + "…"), ("x" + "😀" * 80, "x" + "😀" * 62 + "…")):
        (finding,) = read_text(f"[{part}]".encode()).findings
        assert finding.value == value


@pytest.mark.parametrize(("size", "is_certain"), [(262_144, True), (262_145, False)])
def test_large_texts_get_no_removal_of_a_member(size: int, is_certain: bool) -> None:
    text = b'{"a":1,"a":1,"b":"' + b"x" * (size - 20) + b'"}'
    assert len(text) == size
    (finding,) = read_text(text).findings
    assert finding.edit == (RemoveMember("/a") if is_certain else None)


def test_a_service_refuses_with_a_rule_that_the_tools_report() -> None:
    for text in (b"[1,]", b'{"a":1,"a":2}', b"// a\n[\0]", '["ä"]'.encode("utf-16-le")):
        with pytest.raises(FaultError) as refused:
            parse(text)
        found = read_text(text).findings
        fault = text_fault(text, refused.value.fault, label="document", depth=64)
        assert (fault.parameter, fault.pointer) == (None, "")
        if refused.value.fault.rule in {finding.rule for finding in found}:
            assert (fault.rule, fault.detail) == (refused.value.fault.rule, refused.value.fault.detail)
        else:  # UTF-16: the parser stops at a byte that is not UTF-8, the tools name the encoding
            assert (fault.rule, fault.detail, text[:2]) == (found[0].rule, found[0].detail, b"[\0")


PIECES = [
    *(b", : [ ] { } \" ' \\ // /* */ # - + 0 01 1. .5 1e e5 NaN -Infinity nan tru true null word k:".split()),
    *(b"\n", b"\t", b" ", b"\x0c", b"\0", b"\x7f", b"\xc2\xa0", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"\xff"),
    *(b"\xc3", b"\x80"),
    *(b"\xed\xa0\x80", b"\\u0000", b"\\ud800", b"\\u12", b'"a":1,', b'"a":1', b"1e999", b"[[[[[[[[[[", b"9" * 400),
    *(b"99999999999999999999", b"18446744073709551615", b"-9223372036854775809"),
]  # fmt: skip
BASES = [
    json.dumps({"a": [1, -2.5e30, True, None, {"b": "x\nä", "c": ["😀"]}], "d": "ä"}).encode(),
    '{"a": ["ä", {"b": "\\u00e4"}], "c": 1e+5}'.encode(),
    b'[[[]],{},{"k":{"k":[0]}},"",false]',
    b'{"id":"x","version":"1.0.0","n":12345678901234567890}',
    b' "s" ',
    b"[1,\r\n\t2]",
]


def mutated(source: random.Random) -> bytes:
    text = bytearray(source.choice(BASES))
    for _ in range(source.choice([1, 1, 1, 2, 3, 6])):
        place = source.randrange(len(text) + 1)
        removed = source.choice([0, 0, 0, 1, 3])
        text[place : place + removed] = source.choice([b"", *PIECES]) if removed else source.choice(PIECES)
    return bytes(text)


def test_a_text_has_findings_exactly_when_the_parser_refuses_it() -> None:
    source = random.Random(1)
    refused = mended = 0
    for _ in range(CASES):
        text, depth = mutated(source), source.choice([8, 64])
        reading = read_text(text, depth)
        try:
            value = parse(text, depth=depth)
        except FaultError:
            assert reading.findings, text
            refused += 1
            mended += reading.has_value
        else:
            assert (reading.findings, reading.value) == ([], value), text
            assert SyntaxScan(text, "document").faults == [], text
        for finding in reading.findings:
            assert finding.offset is not None
            assert 0 <= finding.offset <= finding.offset + finding.length <= len(text), text
        try:
            orjson.loads(text)
        except orjson.JSONDecodeError:
            if text.startswith(b"\xef\xbb\xbf") or text.decode("utf-8", "ignore").encode() != text:
                continue
            scan = SyntaxScan(text, "document")
            assert scan.faults, text
            if scan.end == len(text) and scan.faults[-1].start < len(text):  # no doubt about its structure
                orjson.loads(json_text(text))
            assert not scan.has_value or scan.end == len(text)
    assert refused > CASES / 2
    assert 0 < mended < refused


def test_findings_of_the_schema_come_together_with_those_of_the_text() -> None:
    text = b'\xef\xbb\xbf{"id": "A B", "id": "A B", "version": "1", // first\n "nmae": "x",}'
    rules = {finding.rule for finding in manifests.findings(text)}
    assert rules >= {ENCODING, DUPLICATE, SYNTAX, "schema.required"}
    with pytest.raises(FaultError, match="line 1, column 1 of manifest"):
        manifests.require(text)
