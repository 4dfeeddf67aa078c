"""The scan for syntax faults: its messages, its limits, and texts that are JSON after its replacements."""

import orjson
import pytest

from facetry.validate.syntax import scan as scan_module
from facetry.validate.syntax.faults import replaced
from facetry.validate.syntax.scan import SyntaxScan

REMOVE_COMMA, DOUBLE_QUOTES = "Remove the comma.", "Put texts in double quotes."
NO_COMMA = "A comma is missing before this."
NUMBER_REMEDY = "Leave out a plus or zero before it, and end it by a digit."

# (text, (detail, remedy) of each fault)
MESSAGES: list[tuple[str, list[tuple[str, str | None]]]] = [
    ("", [("The recipe has no value.", None)]),
    (",1", [("A value is missing before this comma.", REMOVE_COMMA)]),
    ("[,1]", [("A value is missing before this comma.", REMOVE_COMMA)]),
    ("[1,,2]", [("A value is missing before this comma.", REMOVE_COMMA)]),
    ('{,"a":1}', [("A member is missing before this comma.", REMOVE_COMMA)]),
    ('{"a":1,,"b":2}', [("A member is missing before this comma.", REMOVE_COMMA)]),
    ('{"a":,"b":1}', [("A value is missing before this comma.", None)]),
    ('{"a","b":1}', [("A colon and a value are missing before this comma.", None)]),
    ('{"a"}', [("A colon and a value are missing before this.", None)]),
    ('{"a":}', [("A value is missing before this.", None)]),
    ("[1,]", [("No comma may stand before ].", REMOVE_COMMA)]),
    ('{"a":1,}', [("No comma may stand before }.", REMOVE_COMMA)]),
    ("[1 2]", [(NO_COMMA, None)]),
    ("[[] {}]", [(NO_COMMA, None)]),
    ('{"a":1 "b":2}', [(NO_COMMA, None)]),
    ('{"a" 1}', [("A colon is missing before this value.", None)]),
    ('{"a" {}}', [("A colon is missing before this value.", None)]),
    ('{"a"::1}', [("A value is missing before this colon.", "Remove the colon.")]),
    ('{"a":1:2}', [("A colon is not expected here.", None)]),
    ("[1:2]", [("Only an object has members with a colon.", None)]),
    ("{[1]}", [("A key is missing before this value.", None)]),
    ("{a:1}", [("A key must be a string.", "Put the key in double quotes.")]),
    ("{'a':1}", [("Single quotes make no string of JSON.", "Write double quotes.")]),
    ('{"a":1 oops}', [("This text is not expected here.", None)]),
    ("[1]]", [("The text goes on after the end of the value.", "Remove the rest.")]),
    ("]1", [("This ] closes nothing.", "Remove it.")]),
    ('{\n"a":[1}', [("A ] is missing before this, for the [ of line 2.", None)]),
    ("[\n\n{]", [("A } is missing before this, for the { of line 3.", None)]),
    ('{\n "a":[1', [("The [ of line 2, column 6 is not closed.", "Close it by ].")]),
    ('[\n[1],{}', [("The [ of line 1, column 1 is not closed.", "Close it by ].")]),
    ('[1,{"a":1', [("The { of line 1, column 4 is not closed.", "Close it by }.")]),
    ("[1]//", [("JSON has no comments.", "Remove the comment.")]),
    ("[1]\0", [("The recipe holds a NUL character.", None)]),
    ("[\u00a01]", [("This white space is none of JSON's.", "Write a space.")]),
    ('"a\n', [("The string is not closed in its line.", "Close it by a quote.")]),
    ('["\0"]', [("A string holds a NUL character.", None)]),
    ('["\t"]', [("A string holds the control character U+0009.", "Write \\t for it.")]),
    ('["\x08\x0c\x1f"]', [
        ("A string holds the control character U+0008.", "Write \\b for it."),
        ("A string holds the control character U+000C.", "Write \\f for it."),
        ("A string holds the control character U+001F.", "Write \\u001f for it."),
    ]),
    ('["a\r\nb\nc\rd"]', [
        (f"A string holds the control character U+{code}.", f"Write {escape} for it.")
        for code, escape in (("000A", "\\n"), ("000A", "\\n"), ("000D", "\\r"))
    ]),
    (r'["\x"]', [("JSON has no escape sequence \\x.", "Write \\\\ for a backslash.")]),
    (r'["\ud800"]', [
        ("\\ud800 is half of a character, a lone surrogate.", "Write both halves, or the character itself."),
    ]),
    ("[NaN]", [("JSON has no NaN and no infinity.", None)]),
    ("[1e999]", [("The number is not finite as a 64-bit number.", None)]),
    ("[None]", [("None is no value of JSON.", "Did you mean null?")]),
    ("[nulll]", [("nulll is no value of JSON.", "Did you mean null?")]),
    ("[word]", [("word is no value of JSON.", DOUBLE_QUOTES)]),
    ("[“a”]", [("Typographic quotes make no string of JSON.", "Write straight double quotes.")]),
    ("[01,+1,-]", [(f"{word} is not a number of JSON.", NUMBER_REMEDY) for word in ("01", "+1", "-")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "messages"), MESSAGES, ids=[repr(text) for text, _ in MESSAGES])
def test_each_fault_has_its_message_and_its_remedy(text: str, messages: list[tuple[str, str | None]]) -> None:
    scan = SyntaxScan(text.encode(), "recipe")
    assert [(fault.detail, fault.remedy) for fault in scan.faults] == messages


def test_a_long_word_is_named_by_its_start() -> None:
    (fault,) = SyntaxScan(("[" + "ä" * 100 + "]").encode(), "text").faults
    assert fault.detail == "ä" * 63 + "… is no value of JSON."
    (fault,) = SyntaxScan(("[" + "x" * 64 + "]").encode(), "text").faults
    assert fault.detail == "x" * 64 + " is no value of JSON."


@pytest.mark.parametrize(
    ("text", "json"),
    [
        ("[1,2] 3 ]", "[1,2]    "),
        ('{"a":1, oops}', '{"a":1      }'),
        ('{"a":1, oops wrong, "b":2}', '{"a":1            , "b":2}'),
        ('{"a":1, oops "b":2}', '{"a":1,      "b":2}'),
        ("[x wrong y, -, ab, abc, abcd]", "[1        , 1, 11, 1.1, 1.11]"),
        ('{"a":1 oops', '{"a":1     }'),
        ('{"a":1, oops', '{"a":1      }'),
        ('[1,{"b":[', '[1,{"b":[]}]'),
        ('{"a":[{}', '{"a":[{}]}'),
        ("[{},[],1 {}]", "[{},[],1,{}]"),
        ("[[1}, 2]", "[[1], 2]"),
        ("{'a':1}", '{"a":1}'),
        ("['\x7f ']", '["\x7f "]'),
        ("None", "null"),
        ("]]{}", "  {}"),
    ],
)
def test_replacements_make_a_text_json_again(text: str, json: str) -> None:
    mended = replaced(text.encode(), SyntaxScan(text.encode(), "text").replacements)
    assert mended.decode() == json
    orjson.loads(mended)


@pytest.mark.parametrize("text", [b"," * 1_000, b'[1,,"' + b"\t" * 1_000 + b'"]', b"[" + b"tru," * 1_000 + b"1]"])
def test_the_scan_ends_after_a_hundred_faults(text: bytes) -> None:
    scan = SyntaxScan(text, "text")
    assert len(scan.faults) == 100
    assert scan.end <= len(text)
    assert not scan.has_value


def test_the_scan_ends_at_brackets_that_are_too_deep_for_any_parser() -> None:
    for levels, faults in (
        (1_024, ["oops is no value of JSON.", "The [ of line 1, column 1024 is not closed."]),
        (1_025, []),
    ):
        scan = SyntaxScan(b"[" * levels + b"oops", "text")
        assert [fault.detail for fault in scan.faults] == faults
        assert scan.end == levels + 4 * bool(faults)
        assert not scan.has_value


def test_runs_of_faultless_values_count_as_one_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan_module, "MAX_TOKENS", 30)
    items = b'1,"x",[],{"a":2},[1,2],' * 100
    members = b'"a":1, "b" : "x","c":[], "d":{"e":"f"},' * 100
    text = b"[" + items + b'1 2,{"k":[' + items + b"1 2]," + members + b'"k":1 "l":' + b"{" + members + b'"m":[1,]}}]'
    assert [fault.detail for fault in SyntaxScan(text, "text").faults] == [
        "A comma is missing before this.", "A comma is missing before this.", "A comma is missing before this.",
        "No comma may stand before ].",
    ]  # fmt: skip
    scan = SyntaxScan(b"[" + b"[[[1]]]," * 100 + b"1 2]", "text")
    assert scan.faults == []
    assert not scan.has_value
    assert 20 < scan.end < 200


def test_a_run_does_not_begin_at_a_value_of_a_member() -> None:
    (fault,) = SyntaxScan(b'{"a":"b":1,"c":2}', "text").faults
    assert (fault.start, fault.detail) == (8, "A colon is not expected here.")


@pytest.mark.parametrize(
    "text", ["{}", "[]", "[{}]", '{"a":{}}', '{"a":[],"b":{}}', "[[],{}]", "[[[[]]]]", '[[[{}]],{"a":{}}]']
)
def test_empty_arrays_and_objects_have_no_faults(text: str) -> None:
    assert SyntaxScan(text.encode(), "text").faults == []


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ('{"a":1, oops "b":2}', [8]),  # the word may hide a comma
        ('{oops "b":2, "c":3}', [1]),
        ('["a\n, 1 2]', [1, 8]),  # only the next sign may be hidden
        ('[{"a":} 2]', [6, 8]),
        ('{"a":"x\n "b":1 "c":2}', [5, 15]),
    ],
)
def test_a_fault_that_may_hide_a_sign_is_the_only_one_there(text: str, places: list[int]) -> None:
    assert [fault.start for fault in SyntaxScan(text.encode(), "text").faults] == places
