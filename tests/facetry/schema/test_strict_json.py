"""The strict JSON parser: each refusal with its rule, and agreement with a naive model."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facetry.errors import FaultError
from facetry.schema.strict_json import MAX_DEPTH, parse

_OVERLONG_INTEGERS = (b"18446744073709551616", b"-9223372036854775809", b"1" * 40)
_SURROUNDINGS = ((b"", b""), (b"[0.5,", b"]"), (b'{"a":[1.25e-3,{"b":\t', b"}]}"), (b"[1e5,\n", b"\n,2.0]"))
INVALID_TEXTS = [
    (b"", "json.syntax"),
    (b" ", "json.syntax"),
    (b"{", "json.syntax"),
    (b"[1,]", "json.syntax"),
    (b"[1] x", "json.syntax"),
    (b"01", "json.syntax"),
    (b"+1", "json.syntax"),
    (b".5", "json.syntax"),
    (b"1.", "json.syntax"),
    (b"'a'", "json.syntax"),
    (b"{a:1}", "json.syntax"),
    (b'"\\x"', "json.syntax"),
    (b'"a\nb"', "json.syntax"),
    (b"// c\n[]", "json.syntax"),
    (b"[" * 64, "json.syntax"),
    (b'["' + b'\\"' * 500_000, "json.syntax"),  # an unterminated string: a quadratic search would take minutes
    (b'{"":' * 60 + b'"' + b'\\"' * 500_000, "json.syntax"),
    ("[\u00e9\u00e9".encode(), "json.syntax"),
    (b"NaN", "json.number"),
    (b"[nan]", "json.number"),
    (b"[Infinity]", "json.number"),
    (b"[-Infinity]", "json.number"),
    (b"-nan", "json.number"),
    (b"-infinity", "json.number"),
    (b'{"a":\n-NaN}', "json.number"),
    (b"1e400", "json.number"),
    (b"[1, -1e999]", "json.number"),
    (b"9" * 10_000, "json.number"),
    (b"[18446744073709551616]", "json.number"),
    (b"[-9223372036854775809]", "json.number"),
    (b'{"a":123456789012345678901234567890}', "json.number"),
    (b"\xef\xbb\xbf[]", "json.encoding"),
    ("[]".encode("utf-16"), "json.encoding"),
    ("[]".encode("utf-32-le"), "json.nul"),
    (b'["\xff"]', "json.encoding"),
    (b'["\xed\xa0\x80"]', "json.encoding"),
    (b'["\xc0\x80"]', "json.encoding"),
    (b'["\\ud800"]', "json.encoding"),
    (b'["\\udc00\\ud800"]', "json.encoding"),
    (b'["\\ud83dx"]', "json.encoding"),
    (b'["\\u0000"]', "json.nul"),
    (b'{"a\\u0000b":1}', "json.nul"),
    (b'[{"k":["x","\\u0000"]}]', "json.nul"),
    (b"\x00", "json.nul"),
    (b'["a\x00b"]', "json.nul"),
    (b"[" * 65 + b"]" * 65, "json.depth"),
    (b'{"a":' * 65 + b"1" + b"}" * 65, "json.depth"),
    (b'[{"a":' * 33 + b"1" + b"}]" * 33, "json.depth"),
    (b"[" * 100_000, "json.depth"),
    (b"[" * 1_000_000 + b"]" * 1_000_000, "json.depth"),
    (b'{"a":' * 100_000, "json.depth"),
    (b"[" * 64 + b"[],[]" + b"]" * 64, "json.depth"),
    (b'{"a":1,"a":2}', "json.duplicate-key"),
    (b'{"a":1,"\\u0061":2}', "json.duplicate-key"),
    (b'[{"b":":"},{"x":{"a":[1],"b":{},"a" : 2}}]', "json.duplicate-key"),
    (b'{"":1,"":1}', "json.duplicate-key"),
    (b"[" + b'{"a":1},' * 100 + b'{"b":1,"b":2}]', "json.duplicate-key"),
    *((before + digits + after, "json.number") for digits in _OVERLONG_INTEGERS for before, after in _SURROUNDINGS),
]
VALID_TEXTS = [
    b"[]",
    b" [1, 2] ",
    b"null",
    b"[" * 64 + b"]" * 64,
    b"[" + b"[]," * 500 + b"[]]",
    b"[" * 63 + b"[],[]" + b"]" * 63,
    b'{"a":[' * 31 + b"[{},{}]" + b"]}" * 31,
    b'["[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["]',
    b'["{a:1,a:2}", "\\"a\\":", "a:b:c"]',
    b'{"a":{"a":{"a":":"}},"b":[{"a":1},{"a":1}]}',
    b"[18446744073709551615, -9223372036854775808]",
    b'["123456789012345678901234567890"]',
    b"[0.12345678901234567890123, 1.5e-12, 12345678901234567890.5, 1e22]",
    b"[-0.00012345678901234567890,1E-0000000000000000000000001,1e+0000000000000000000000001]",
    b"[" + b'{"a":":"},' * 100 + b"{}]",
    b'["\\\\u0000", "\\ud83d\\ude00", "\\u2028"]',
    '["\u00e9\u202e\ufeff"]'.encode(),
]


@pytest.mark.parametrize(("body", "rule"), INVALID_TEXTS, ids=[repr(body[:24]) for body, _ in INVALID_TEXTS])
def test_invalid_input_is_refused(body: bytes, rule: str) -> None:
    with pytest.raises(FaultError) as caught:
        parse(body)
    assert caught.value.fault.rule == rule


@pytest.mark.parametrize("body", VALID_TEXTS, ids=[repr(body[:24]) for body in VALID_TEXTS])
def test_valid_texts_are_accepted(body: bytes) -> None:
    assert parse(body) == json.loads(body)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [('{\n "\u00e9\u00e9": tru }', 2, 8), ("\nx", 2, 1), ("x", 1, 1), (" x", 1, 2), ("[1,\n\n\n x]", 4, 2)],
)
def test_a_syntax_error_says_where(text: str, line: int, column: int) -> None:
    with pytest.raises(FaultError) as caught:
        parse(text.encode())
    assert caught.value.fault.detail.endswith(f", at line {line}, column {column}.")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b"[1,18446744073709551615,18446744073709551616,-9223372036854775809]", "18446744073709551616"),
        (b"[-9223372036854775808,-9223372036854775809]", "-9223372036854775809"),
        (b'["18446744073709551616",' + b"1" * 21 + b"]", "1" * 21),
        (b"[1e999, 2]", "1e999, 2]"),
        (b"[1, NaN]", "NaN]"),
        (b"[1, x" + b"y" * 1_000 + b"]", "x" + "y" * 399),
        (b'{"a":1,"b":{"c":1,"c":2},"a":2}', "c"),
        (b'{"a":{"b":1},"b":[{"a":1}],"c":{},"\\u0062":"}"}', "b"),
        (b"[" * 65 + b"]" * 65, None),
        (b'["\\u0000"]', None),
    ],
)
def test_a_refusal_has_the_offending_value(text: bytes, value: str | None) -> None:
    with pytest.raises(FaultError) as caught:
        parse(text)
    assert caught.value.fault.value == value


def test_a_duplicate_key_is_named() -> None:
    with pytest.raises(FaultError) as caught:
        parse(b'{"filter":{"x":1,"tags":[],"tags":{}}}')
    assert caught.value.fault.parameter == "tags"


class Pairs(list[tuple[str, Any]]):
    """An object as a list of pairs, in which keys may be repeated."""


TEXT = st.text(
    st.sampled_from('ab"\\{}[]:,\u00e9\U0001f600\0\n') | st.characters(exclude_categories=["Cs"]), max_size=6
)
NUMBERS = (
    st.integers(-(2**70), 2**70)
    | st.sampled_from([2**64, 2**64 - 1, -(2**63), -(2**63) - 1, 10**19])
    | st.floats(allow_nan=False, allow_infinity=False)
)
TREES = st.recursive(
    st.none() | st.booleans() | TEXT | NUMBERS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(st.tuples(st.sampled_from(["a", "b", ":"]) | TEXT, inner), max_size=4).map(Pairs)
    ),
    max_leaves=25,
)


def to_json(tree: Any, *, ascii_only: bool) -> str:
    """The tree as JSON text."""
    if isinstance(tree, Pairs):
        items = (json.dumps(k, ensure_ascii=ascii_only) + " : " + to_json(v, ascii_only=ascii_only) for k, v in tree)
        return "{" + ",".join(items) + "}"
    if isinstance(tree, list):
        return "[" + ", ".join(to_json(item, ascii_only=ascii_only) for item in tree) + "]"
    return json.dumps(tree, ensure_ascii=ascii_only)


def expected_outcome(tree: Any, depth: int = 0) -> tuple[set[str], Any]:
    """The rules that a tree violates, and its value, computed naively."""
    rules: set[str] = set()
    if isinstance(tree, str):
        return ({"json.nul"} if "\0" in tree else set()), tree
    if type(tree) is int:
        return (set() if -(2**63) <= tree < 2**64 else {"json.number"}), tree
    if not isinstance(tree, list):
        return rules, tree
    depth += 1
    if depth > MAX_DEPTH:
        rules.add("json.depth")
    values = []
    for item in tree:
        key, inner = item if isinstance(tree, Pairs) else ("", item)
        below, value = expected_outcome(inner, depth)
        rules |= below | expected_outcome(key)[0]
        values.append((key, value))
    if not isinstance(tree, Pairs):
        return rules, [value for _, value in values]
    if len({key for key, _ in values}) < len(values):
        rules.add("json.duplicate-key")
    return rules, dict(values)


@settings(max_examples=400, deadline=None)
@given(TREES, st.booleans(), st.integers(0, 80))
def test_agrees_with_the_naive_model(tree: Any, ascii_only: bool, wrapped: int) -> None:
    for _ in range(wrapped if wrapped > 50 else 0):
        tree = [tree]
    rules, value = expected_outcome(tree)
    body = to_json(tree, ascii_only=ascii_only).encode()
    if rules:
        with pytest.raises(FaultError) as caught:
            parse(body)
        assert caught.value.fault.rule in rules
    else:
        assert parse(body) == value


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60) | st.text('[]{}:,"\\u0123eE+-.NaInfity \n', max_size=40).map(str.encode))
def test_nonsense_is_a_fault_and_never_an_exception(body: bytes) -> None:
    rule = "json."
    try:
        parse(body)
    except FaultError as error:
        rule = error.fault.rule
    assert rule.startswith("json.")


def test_an_escaped_colon_does_not_hide_a_repeated_key() -> None:
    with pytest.raises(FaultError) as caught:
        parse(rb'{"a":1,"a":"\u003a"}')
    assert caught.value.fault.rule == "json.duplicate-key"
    assert parse(rb'{"a":"\u003a","b":":"}') == {"a": ":", "b": ":"}


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (b"{", "syntax"),
        (b"[[1]]", "depth"),
        (b'{"a":1,"a":2}', "duplicate-key"),
        (b"NaN", "number"),
        (b"99999999999999999999", "number"),
        (b"\xff", "encoding"),
        (b'"\\ud800"', "encoding"),
        (b"\xef\xbb\xbf1", "encoding"),
        (b'"\\u0000"', "nul"),
    ],
)
def test_messages_contain_the_label_of_the_text(text: bytes, rule: str) -> None:
    with pytest.raises(FaultError) as caught:
        parse(text, label="recipe", depth=1)
    found = caught.value.fault
    assert found.rule == f"json.{rule}"
    assert "recipe" in found.detail
    assert "body" not in f"{found.detail} {found.remedy}"


def test_the_depth_limit_is_a_parameter() -> None:
    assert parse(b"[[1]]", depth=2) == [[1]]
    assert parse(b"[" * 100 + b"]" * 100, depth=100)
    with pytest.raises(FaultError) as caught:
        parse(b"[[1]]", depth=1)
    assert caught.value.fault.detail == "The body nests deeper than 1 levels."
