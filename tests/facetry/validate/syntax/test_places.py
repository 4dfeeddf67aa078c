"""The places of parts of a text that is not read into a tree."""

import json
import random

import pytest

from facetry.validate.syntax.places import Place, end_of_value, places, skip_space, string_value


def parts(text: bytes, *pointers: str) -> dict[str, str]:
    """By pointer the text of each place that is found."""
    return {pointer: text[place.start : place.end].decode() for pointer, place in places(text, pointers).items()}


def test_the_parts_on_the_way_to_a_pointer_have_their_places() -> None:
    text = b' {"a" : [1, {"b": "x]"} ], "c": {"d":null}} '
    assert parts(text, "/a/1/b", "/c") == {
        "": text.decode().strip(),
        "/a": '[1, {"b": "x]"} ]',
        "/a/1": '{"b": "x]"}',
        "/a/1/b": '"x]"',
        "/c": '{"d":null}',
    }
    assert places(text, ["/a/1/b"])["/a/1/b"] == Place(18, 22, (13, 16))
    assert parts(text, "/a/2", "/c/x/y", "/z") == {
        "": text.decode().strip(), "/a": '[1, {"b": "x]"} ]', "/c": '{"d":null}',
    }  # fmt: skip
    assert parts(text) == {"": text.decode().strip()}


def test_the_last_member_with_a_key_counts() -> None:
    text = b'{"a":{"b":1,"c":[2]},"ab":3,"a":{"c":[4,5]},"\\u0061b":6}'
    assert parts(text, "/a/b", "/a/c/0", "/a/c/1", "/ab") == {
        "": text.decode(),
        "/a": '{"c":[4,5]}',
        "/a/c": "[4,5]",
        "/a/c/0": "4",
        "/a/c/1": "5",
        "/ab": "6",
    }


@pytest.mark.parametrize("deep_at", [(), (0,), (500,), (999, 1_000), (1_001, 2_500, 4_000), (2_000, 2_001)])
def test_items_behind_thousands_of_others_have_their_places(deep_at: tuple[int, ...]) -> None:
    deep = "[" * 70 + "]" * 70
    items = [deep if number in deep_at else str(number) for number in range(5_000)]
    text = ("[" + " , ".join(items) + "]").encode()
    for index in (0, 1, 998, 999, 1_000, 1_001, 1_999, 2_000, 2_001, 3_000, 4_998, 4_999):
        assert parts(text, f"/{index}")[f"/{index}"] == items[index]
    indexes = sorted(random.Random(len(deep_at)).sample(range(5_000), 20))
    found = parts(text, *(f"/{index}" for index in indexes))
    assert [found[f"/{index}"] for index in indexes] == [items[index] for index in indexes]
    assert parts(text, "/5000") == {"": text.decode()}


@pytest.mark.parametrize("levels", [1, 3, 63, 64, 65, 66, 130, 1_000])
def test_deep_values_end_at_their_brackets(levels: int) -> None:
    deep = b'[{"]":' * (levels // 2) + b"[" * (levels % 2) + b'"}"' + b"]" * (levels % 2) + b"}]" * (levels // 2)
    assert end_of_value(b" " + deep + b" ,1]", 1) == 1 + len(deep)
    text = b'{"x":' + deep + b',"y":[' + deep + b", 7]}"
    assert parts(text, "/y/1")["/y/1"] == "7"


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("12,3", 2),
        ("-1.5e+3]", 7),
        ("true}", 4),
        ('"a\\"]", 1', 6),
        ('"\\\\"', 4),
        ('"a\nb"x', 5),
        ("[]]", 2),
        ('{"}":"{"}}', 9),
        ("[1", 2),
        ('["a]', 4),
        ('[{"a', 4),
        ("[" * 2_000, 2_000),
        (":,1", 1),
        ("", 0),
    ],
)
def test_a_value_ends_before_what_follows(text: str, end: int) -> None:
    assert end_of_value(text.encode(), 0) == end


def test_places_behind_a_fault_are_found_as_far_as_possible() -> None:
    assert parts(b"[1,:,3]", "/1", "/2") == {"": "[1,:,3]", "/1": ":", "/2": "3"}
    assert parts(b'{"a":1,x,"b":2}', "/a", "/b") == {"": '{"a":1,x,"b":2}', "/a": "1"}
    assert parts(b'[1,{"a":[2', "/1/a/0", "/1/a/1") == {"": '[1,{"a":[2', "/1": '{"a":[2', "/1/a": "[2", "/1/a/0": "2"}
    assert parts(b"[1}", "/0", "/1") == {"": "[1}", "/0": "1"}


def test_white_space_is_that_of_json() -> None:
    assert skip_space(b"a \t\r\n\x0cb", 1) == 5
    assert skip_space(b"ab", 1) == 1
    assert skip_space(b"", 0) == 0


def test_a_string_has_its_value() -> None:
    for value in ("", "a", 'a"b', "\\", "ä😀", "\n"):
        for is_ascii in (False, True):
            assert string_value(json.dumps(value, ensure_ascii=is_ascii).encode()) == value
    assert string_value(b'"a\\x"') == "a\\x"
    assert string_value(b'"\xff"') == "\ufffd"
