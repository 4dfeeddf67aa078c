"""The search for faults of strictness skips parts of large texts that have none, and still finds every fault."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from facetry.schema.edits import RemoveMember
from facetry.validate.syntax import strictness
from facetry.validate.syntax.strictness import strictness_faults

DEPTH = 8
FLAT = [b"1", b'""', b'"a,]}"', b"[]", b"{}", b'{"a":1}', b'[1, [2],{"b":"\\""}]', b' {"type" : "x" } ', b"null"]
DEEP = [b'[[[[[["x"]]]]]]', b'{"a":{"a":{"a":{"a":{"a":1}}}}}']
FAULTS = [
    b'{"a":1,"a":1}', b'[{"k":[{"d":1,"d":2}]}]', b'"\\u0000"', b'{"\\u0000":1}', b"99999999999999999999",
    b"[-9223372036854775809]", b"[[[[[[[[1]]]]]]]]", b'{"x":"\\u0061","\\u0078":1}', b'{"":0,"":1}',
]  # fmt: skip


def wide_array(source: random.Random, depth: int = 0) -> bytes:
    items = [source.choice([*FLAT, *FLAT, *FLAT, *DEEP]) for _ in range(source.choice([0, 1, 3, 40, 300]))]
    return b"[" + with_faults(source, items, wide, depth) + b"]"


def wide_object(source: random.Random, depth: int = 0) -> bytes:
    names = [f"k{source.randrange(2_000)}".encode() for _ in range(source.choice([0, 1, 3, 40, 300]))]
    members = [
        b'"%b"%b%b' % (name, source.choice([b":", b" : "]), source.choice([*FLAT, *FLAT, *DEEP])) for name in names
    ]

    def member(source: random.Random, depth: int) -> bytes:
        return b'"m%d":%b' % (source.randrange(3), wide(source, depth))

    faults = [b'"f%d":%b' % (number, fault) for number, fault in enumerate(FAULTS)]
    return b"{" + with_faults(source, members, member, depth, faults) + b"}"


def with_faults(
    source: random.Random,
    parts: list[bytes],
    deeper: Callable[[random.Random, int], bytes],
    depth: int,
    faults: list[bytes] = FAULTS,
) -> bytes:
    """Parts with commas, some of which have a fault or contain wide parts again."""
    for _ in range(source.choice([0, 0, 1, 2])):
        parts.insert(source.randrange(len(parts) + 1), source.choice(faults))
    if depth < 3:
        for _ in range(source.choice([0, 1, 2])):
            parts.insert(source.randrange(len(parts) + 1), deeper(source, depth + 1))
    return source.choice([b",", b", ", b" ,\n"]).join(parts)


def wide(source: random.Random, depth: int = 0) -> bytes:
    return source.choice([wide_array, wide_object])(source, depth)


def places_of(text: bytes) -> list[tuple[str, int, int, str]]:
    return [(fault.rule, fault.start, fault.end, fault.pointer) for fault in strictness_faults(text, "text", DEPTH)]


@pytest.mark.parametrize("shortest", [1, 256])
def test_skipped_parts_have_no_faults(monkeypatch: pytest.MonkeyPatch, shortest: int) -> None:
    source = random.Random(shortest)
    texts = [wide(source) for _ in range(300)]
    expected = [places_of(text) for text in texts]
    monkeypatch.setattr(strictness, "SKIPPED_FROM_BYTES", 0)
    monkeypatch.setattr(strictness, "_MIN_RUN_BYTES", shortest)
    for text, faults in zip(texts, expected, strict=True):
        assert places_of(text) == faults, text
    assert {rule for faults in expected for rule, *_ in faults} == {
        "json.depth", "json.duplicate-key", "json.nul", "json.number",
    }  # fmt: skip
    assert sum(not faults for faults in expected) > 10


@pytest.mark.parametrize("part", [b"1,", b'"x",', b"[],", b'{"a":[{"b":"x"}]},'])
def test_parts_without_faults_are_not_searched(monkeypatch: pytest.MonkeyPatch, part: bytes) -> None:
    """The search ends after some tokens, which skipped parts do not count for."""
    monkeypatch.setattr(strictness, "MAX_TOKENS", 200)
    filling = part * (strictness.SKIPPED_FROM_BYTES // len(part) + 1)
    expected: list[Any] = ["json.duplicate-key"]
    assert [rule for rule, *_ in places_of(b'["x",' + filling + b'{"a":1,"a":1}]')] == expected
    filling = b"".join(b'"k%d":%b' % (number, part) for number in range(strictness.SKIPPED_FROM_BYTES // 8))
    ((rule, start, end, pointer),) = places_of(b'{"a":"x",' + filling + b'"k7":1}')
    assert (rule, pointer, end - start) == ("json.duplicate-key", "/k7", 4)


def test_small_texts_are_searched_whole_for_the_edits_of_their_faults() -> None:
    members = b"".join(b'"k%d":%d,' % (number, number) for number in range(100))
    (same,) = strictness_faults(b"{" + members + b'"k7":7}', "text", DEPTH)
    (other,) = strictness_faults(b"{" + members + b'"k7":8}', "text", DEPTH)
    assert same.edit is not None
    assert other.edit is None


def found(text: bytes, depth: int = DEPTH) -> list[tuple[str, int, str]]:
    return [
        (fault.rule, fault.start, text[fault.start : fault.end].decode())
        for fault in strictness_faults(text, "text", depth)
    ]


def test_only_integers_beyond_64_bits_have_faults() -> None:
    for number in (2**64 - 1, -(2**63), 10**18, -(10**18)):
        assert found(b"[%d]" % number) == []
    for number in (2**64, -(2**63) - 1, 10**20, -(10**20), 10**30):
        assert found(b"[0,%d]" % number) == [("json.number", 3, str(number))]
    digits = b"99999999999999999999"
    for text in (b'"%b"', b"%b.5", b"1.%b", b"%be1", b"1e%b", b"1E-%b", b"1e+%b"):
        assert found(b"[" + text % digits + b"]") == []


def test_the_first_bracket_of_each_part_that_is_too_deep_has_a_fault() -> None:
    assert found(b"[[[]]]", 3) == []
    assert found(b"[[[],[]],[[]]]", 3) == []
    assert found(b'[[{"a":[{}]},[],[[[]]]]]', 3) == [("json.depth", 7, "["), ("json.depth", 17, "[")]
    (fault,) = strictness_faults(b"[[]]", "recipe", 1)
    assert (fault.detail, fault.remedy) == ("The recipe nests deeper than 1 levels.", "Send a flatter recipe.")


def test_duplicate_keys_are_found_down_to_the_depth() -> None:
    assert found(b'[[{"a":1,"a":2}]]', 3) == [("json.duplicate-key", 9, '"a"')]
    assert found(b'[[[{"a":1,"a":2}]]]', 3) == [("json.depth", 3, "{")]
    text = b'{"x":[[[{"a":1,"a":2}]]],"y":{"a":1,"a":1}}'
    assert found(text, 3) == [("json.depth", 7, "["), ("json.duplicate-key", 36, '"a"')]
    *_, fault = strictness_faults(text, "recipe", 3)
    assert (fault.pointer, fault.edit, fault.detail) == (
        "/y/a", RemoveMember("/y/a"), "An object of the recipe has the key a twice.",
    )  # fmt: skip
    (fault,) = strictness_faults(b']}{"a":1,"a":2}', "text", 1)
    assert fault.pointer == "/a"


def test_the_first_escaped_nul_character_of_each_string_has_a_fault() -> None:
    text = rb'["\\u0000","\\\u0000\u0000",{"\u0000":"a\u0000"}]'
    assert [(rule, part) for rule, _, part in found(text)] == [("json.nul", "\\u0000")] * 3
    places = [text.index(rb"\u0000\u"), text.index(rb'\u0000":'), text.rindex(rb"\u0000")]
    assert [start for _, start, _ in found(text)] == places


@pytest.mark.parametrize(
    ("first", "second", "is_same"),
    [
        (b"1", b" 1 ", True),
        (b"1", b"1.5", False),
        (b'{"a":[1, 2]}', b'{ "a":[1,2]}', True),
        (b'"' + b"x" * 4_094 + b'"', b'"' + b"x" * 4_094 + b'"', True),
        (b'"' + b"x" * 4_095 + b'"', b'"' + b"x" * 4_095 + b'"', False),
        (b"tru", b"tru", False),
        (b"[1 2]", b"[1 2]", False),
    ],
)
def test_a_duplicate_member_can_be_removed_if_its_value_is_small_and_the_same(
    first: bytes, second: bytes, is_same: bool
) -> None:
    (fault,) = strictness_faults(b'{"a":' + first + b',"a":' + second + b"}", "text", DEPTH)
    assert fault.edit == (RemoveMember("/a") if is_same else None)


@pytest.mark.parametrize("is_large", [False, True])
def test_members_of_large_texts_are_not_compared(is_large: bool) -> None:
    members = b'"a":1,"b":"' + b"x" * 300 + b'",'
    text = b"{" + members + b'"deep":[[[[[1]]]]],"a":1,"c":"'
    text += b"x" * (262_144 - len(text) - 2 - (not is_large)) + b'"}'
    (fault,) = strictness_faults(text, "text", DEPTH)
    assert fault.edit == (None if is_large else RemoveMember("/a"))
