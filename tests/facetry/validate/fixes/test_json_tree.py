"""Places in JSON texts at pointers, also in texts that are not strict JSON."""

import pytest

from facetry.validate.fixes.json_tree import JsonTree


def value_at(text: str, pointer: str) -> str | None:
    place = JsonTree(text.encode()).place(pointer)
    return None if place is None else text[place.start : place.end]


def key_at(text: str, pointer: str) -> str | None:
    place = JsonTree(text.encode()).place(pointer)
    return None if place is None or place.key is None else text[slice(*place.key)]


@pytest.mark.parametrize(
    ("text", "pointer", "key", "value"),
    [
        ('{"a": {"b": [1, 2]}}', "", None, '{"a": {"b": [1, 2]}}'),
        ('{"a": {"b": [1, 2]}}', "/a/b/1", None, "2"),
        ('{"a": {"b": [1, 2]}}', "/a/b", '"b"', "[1, 2]"),
        ('{"a": {"b": [1, 2]}}', "/a/c", None, None),
        ('{"a": {"b": [1, 2]}}', "/a/b/2", None, None),
        ('{"a": 1}', "/a/b", None, None),
        ('{"a/b": {"~": 1}}', "/a~1b/~0", '"~"', "1"),
        (r'{"\u0061": 1}', "/a", r'"\u0061"', "1"),
        (r'{"\x": 1, "a": 2}', "/a", '"a"', "2"),
        ('{"a": 1, "a": 2}', "/a", '"a"', "2"),
        ("[1, /* 5 */ 2]", "/1", None, "2"),
        ("// 5\n[1]", "/0", None, "1"),
        ("[1, nul, 2]", "/0", None, "1"),
        ('{"a": , "b": 1}', "/b", '"b"', "1"),
        ("[1e+5, 2]", "/1", None, "2"),
        ("", "", None, None),
    ],
)
def test_the_key_and_the_value_at_a_pointer(text: str, pointer: str, key: str | None, value: str | None) -> None:
    assert (key_at(text, pointer), value_at(text, pointer)) == (key, value)


def test_only_objects_have_members() -> None:
    tree = JsonTree(b'{"a": ["b"], "b": {}}')
    assert tree.has_member("", "b")
    assert not tree.has_member("", "c")
    assert not tree.has_member("/a", "0")
    assert not tree.has_member("/none", "b")
