"""A naive recursive reader of JSON texts, which notes the places of all parts: the second parser for positions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

Span = tuple[int, int]
"""Start and end of a part, in characters."""
Part = tuple[str, Span, Span | None]
"""Pointer, value and key."""


def parts(text: str) -> list[Part]:
    """All parts of a JSON text, in the order of their ends."""
    return list(_parts(text, _after_space(text, 0), "", None))


def line_and_column(text: str, index: int) -> tuple[int, int]:
    """By definition: one more than the ends of lines before, and than the characters between."""
    return text[:index].count("\n") + 1, len(text[:index].rpartition("\n")[2]) + 1


def _parts(text: str, start: int, pointer: str, key: Span | None) -> Iterator[Part]:
    end = start
    if text[start] in "[{":
        is_object, index = text[start] == "{", 0
        end = _after_space(text, start + 1)
        while text[end] not in "]}":
            name, place = str(index), None
            if is_object:
                place = end, _end_of_scalar(text, end)
                name = json.loads(text[slice(*place)])
                end = _after_space(text, _after_space(text, place[1]) + 1)
            token = name.replace("~", "~0").replace("/", "~1")
            inside = list(_parts(text, end, f"{pointer}/{token}", place))
            yield from inside
            index += 1
            end = _after_space(text, inside[-1][1][1])
            end = _after_space(text, end + 1) if text[end] == "," else end
        end += 1
    else:
        end = _end_of_scalar(text, start)
    yield pointer, (start, end), key


def _after_space(text: str, start: int) -> int:
    while start < len(text) and text[start] in " \t\r\n":
        start += 1
    return start


def _end_of_scalar(text: str, start: int) -> int:
    if text[start] != '"':
        found = re.compile(r"[-+.0-9a-zA-Z]+").match(text, start)
        assert found
        return found.end()
    end = start + 1
    while text[end] != '"':
        end += 2 if text[end] == "\\" else 1
    return end + 1
