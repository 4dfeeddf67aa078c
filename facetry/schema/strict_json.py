"""Strict JSON parsing: texts on whose meaning RFC 8259 lets parsers differ are refused, each with its own rule.

orjson reads them. It takes the last of members with the same name, makes floats of integers beyond 64 bits, and permits
more levels and NUL characters; these are found here.
"""

import math
import re
from typing import Any, Final

import orjson

from facetry.errors import FaultError, bad_parameter, printable_text

MAX_DEPTH: Final = 64

# A string, or the rest of the text after the start of an unterminated string. Without the second form the search would
# try each quote in that rest as the start of a string, in quadratic time.
_STRING: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)
# Some thousand strings with what is before each, or the rest of the text. Removing the strings of one segment after the
# other takes little memory; removing all at once takes twenty times the text.
_SEGMENT: Final = re.compile(rb'(?:[^"]*+"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)){1,4096}+|[^"]++', re.DOTALL)
# Maps digits to zeros, and all other bytes to spaces.
_DIGIT_TABLE: Final = bytes(0x30 if code in b"0123456789" else 0x20 for code in range(256))
_LONG_DIGITS: Final = b"0" * 19
# The same, except that characters before digits of a fraction or an exponent become points.
_NUMBER_TABLE: Final = bytes(
    0x30 if code in b"0123456789" else 0x2E if code in b".eE+" else 0x20 for code in range(256)
)
_LONG_NUMBER: Final = b" " + _LONG_DIGITS
_MAX_COUNTED_OBJECTS: Final = 64  # up to here, counting keys is faster than serialising the value
_LONG_INTEGER: Final = re.compile(rb"(?<![0-9.eE+])(?<![eE]-)-?[0-9]{19,}(?![0-9.eE])")
_TO_SQUARE_BRACKETS: Final = bytes.maketrans(b"{}", b"[]")
_NOT_BRACKETS: Final = bytes(code for code in range(256) if code not in b"[]{}")
_NUMBER: Final = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_NOT_A_NUMBER: Final = re.compile("NaN|Infinity", re.IGNORECASE)  # the parser stops behind a sign
_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
_EXCERPT_CHARACTERS: Final = 400


def parse(body: bytes, *, label: str = "body", depth: int = MAX_DEPTH) -> Any:
    """The value of a JSON text. Raises a 400 fault, whose message calls the text `label`, for syntax errors, nesting
    above `depth`, duplicate keys, NaN, infinities, integers beyond 64 bits, text that is not UTF-8, byte order marks,
    lone surrogates and NUL characters.
    """
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise _parser_fault(body, error, label, depth) from None
    rule = broken_rule(body, value, depth)
    if rule is not None:
        raise _value_fault(rule, body, label, depth)
    return value


def broken_rule(body: bytes, value: Any, depth: int) -> str | None:
    """The rule that a JSON text breaks although the parser accepts it, of `json.depth`, `json.duplicate-key`,
    `json.number` and `json.nul`; None if its meaning is certain. `value` is what the parser made of it.
    """
    objects = body.count(b"{")
    if objects + body.count(b"[") > depth and nesting_depth(body, depth) > depth:
        return "json.depth"
    # The parser overwrites duplicate keys, so that the value then has fewer keys than the text has colons.
    colons = body.count(b":")
    is_counted = objects <= _MAX_COUNTED_OBJECTS and _count_keys(value, objects) == colons
    is_escaped = b"\\" in body  # searching one byte is much faster than searching several
    if not is_counted and _has_duplicate_key(body, value, objects, colons, may_escape_colons=is_escaped):
        return "json.duplicate-key"
    has_long_digits = _LONG_DIGITS in body.translate(_DIGIT_TABLE)
    if has_long_digits and _LONG_NUMBER in b" " + body.translate(_NUMBER_TABLE) and _long_integer(body) is not None:
        return "json.number"
    return "json.nul" if is_escaped and b"\\u0000" in body and _has_nul(value) else None


def _has_duplicate_key(body: bytes, value: Any, objects: int, colons: int, *, may_escape_colons: bool) -> bool:
    """Whether the parser overwrote a key. Without an escaped colon, the text and the serialised value have the same
    colons, in strings as well.
    """
    if may_escape_colons and b"\\u" in body:
        return _count_colons(body) != _count_keys(value, objects)
    return orjson.dumps(value).count(b":") != colons


def _value_fault(rule: str, body: bytes, label: str, depth: int) -> FaultError:
    """The fault of a text that breaks a rule of `broken_rule`."""
    if rule == "json.depth":
        return _too_deep(label, depth)
    if rule == "json.duplicate-key":
        return _duplicate_key_fault(_duplicate_key(body), label)
    if rule == "json.number":
        return _bad_number(_long_integer(body) or "", label)
    return _nul_character(label)


def _count_keys(value: Any, object_count: int) -> int:
    """The number of keys in `value`, which has at most `object_count` objects; stops after the last one."""
    keys = 0
    level = [value]
    while level and object_count:
        next_level: list[Any] = []
        for node in level:
            if type(node) is dict:
                keys += len(node)
                object_count -= 1
                next_level.extend(node.values())
            elif type(node) is list:
                next_level.extend(node)
        level = next_level
    return keys


def _count_colons(body: bytes) -> int:
    """The number of colons outside strings, which is that of the keys, duplicates included."""
    return sum(_STRING.sub(b"", segment[0]).count(b":") for segment in _SEGMENT.finditer(body))


def _duplicate_key(body: bytes) -> str:
    """The first duplicate key. `body` must be valid JSON."""
    tokens = re.finditer(rb'("[^"\\]*(?:\\.[^"\\]*)*")([ \t\r\n]*:)?|([{}])', body, re.DOTALL)
    open_objects: list[set[str]] = []
    for token in tokens:
        if token[3] == b"{":
            open_objects.append(set())
        elif token[3] == b"}":
            open_objects.pop()
        elif token[2]:
            key: str = orjson.loads(token[1])
            if key in open_objects[-1]:
                return key
            open_objects[-1].add(key)
    return ""


def nesting_depth(body: bytes, limit: int) -> int:
    """The nesting depth of arrays and objects, or `limit + 1` if larger. Removes the innermost brackets repeatedly."""
    brackets = b"".join(
        _STRING.sub(b"", segment[0]).translate(_TO_SQUARE_BRACKETS, _NOT_BRACKETS)
        for segment in _SEGMENT.finditer(body)
    )
    height = 0
    while brackets and height <= limit:
        brackets = brackets.replace(b"[]", b"")
        height += 1
    return height


def _long_integer(body: bytes) -> str | None:
    """The first integer beyond 64 bits."""
    for integer in _LONG_INTEGER.finditer(_STRING.sub(b'""', body)):
        digits = integer[0].lstrip(b"-")
        if len(digits) > 20 or not -(2**63) <= int(integer[0]) < 2**64:
            return integer[0].decode()
    return None


def _has_nul(value: Any) -> bool:
    pending = [value]
    while pending:
        node = pending.pop()
        if type(node) is str:
            if "\0" in node:
                return True
        elif type(node) is list:
            pending.extend(node)
        elif type(node) is dict:
            pending.extend(node)
            pending.extend(node.values())
    return False


def _parser_fault(body: bytes, error: orjson.JSONDecodeError, label: str, depth: int) -> FaultError:
    """The fault for a parser error; its rule follows from the text at the position of the error."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        return _bad_encoding(f"The {label} is not UTF-8.", label)
    if text.startswith("\ufeff"):
        return _bad_encoding(f"The {label} starts with a byte order mark.", label)
    excerpt = text[error.pos : error.pos + _EXCERPT_CHARACTERS]
    if excerpt.startswith("\0"):
        return _nul_character(label)
    if _SURROGATE.match(excerpt):
        return _bad_encoding(f"A string of the {label} holds a lone surrogate.", label)
    if _NOT_A_NUMBER.match(excerpt):
        return _bad_number(excerpt, label)
    number = _NUMBER.match(excerpt)
    if number is not None and not math.isfinite(float(number[0])):
        return _bad_number(excerpt, label)
    if error.msg.startswith("depth limit"):
        return _too_deep(label, depth)
    line = text.count("\n", 0, error.pos) + 1
    column = error.pos - text.rfind("\n", 0, error.pos)
    return bad_parameter(
        label,
        f"The {label} is not JSON: {error.msg.partition(':')[0]}, at line {line}, column {column}.",
        rule="json.syntax",
        value=excerpt,
    )


def _duplicate_key_fault(name: str, label: str) -> FaultError:
    return bad_parameter(
        printable_text(name),
        f"An object of the {label} has the same key twice.",
        rule="json.duplicate-key",
        value=name,
        remedy="Send each key once.",
    )


def _too_deep(label: str, depth: int) -> FaultError:
    return bad_parameter(
        label, f"The {label} nests deeper than {depth} levels.", rule="json.depth", remedy=f"Send a flatter {label}."
    )


def _bad_number(text: str, label: str) -> FaultError:
    return bad_parameter(
        label,
        f"A number of the {label} is not finite, or an integer beyond 64 bits.",
        rule="json.number",
        value=text,
    )


def _bad_encoding(detail: str, label: str) -> FaultError:
    return bad_parameter(label, detail, rule="json.encoding", remedy="Send UTF-8 without a byte order mark.")


def _nul_character(label: str) -> FaultError:
    return bad_parameter(label, f"A string of the {label} holds a NUL character.", rule="json.nul")
