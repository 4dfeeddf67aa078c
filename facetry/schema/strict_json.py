"""Strict JSON parsing: texts on whose meaning RFC 8259 lets parsers differ are refused, each with its own rule."""

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
_NOT_A_NUMBER: Final = re.compile(r"-?(?:NaN|Infinity)", re.IGNORECASE)
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
    objects = body.count(b"{")
    if objects + body.count(b"[") > depth and _nesting_depth(body, depth) > depth:
        raise _too_deep(label, depth)
    # The parser overwrites duplicate keys, so that the value then has fewer keys than the text has colons.
    colons = body.count(b":")
    is_counted = objects <= _MAX_COUNTED_OBJECTS and _count_keys(value, objects) == colons
    is_escaped = b"\\" in body  # searching one byte is much faster than searching several
    # The serialised value has as many colons as the text, including those in strings, unless a key was overwritten or a
    # colon was escaped. In both cases the keys are counted.
    if not is_counted and ((is_escaped and b"\\u" in body) or orjson.dumps(value).count(b":") != colons):
        _refuse_duplicates(body, _count_keys(value, objects), label)
    if _LONG_DIGITS in body.translate(_DIGIT_TABLE) and _LONG_NUMBER in b" " + body.translate(_NUMBER_TABLE):
        _refuse_long_integers(body, label)
    if is_escaped and b"\\u0000" in body and _has_nul(value):
        raise _nul_character(label)
    return value


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


def _refuse_duplicates(body: bytes, key_count: int, label: str) -> None:
    """Refuses duplicate keys: the text has one colon outside strings for each key, so more colons than keys."""
    if sum(_STRING.sub(b"", segment[0]).count(b":") for segment in _SEGMENT.finditer(body)) == key_count:
        return
    name = _duplicate_key(body)
    raise bad_parameter(
        printable_text(name),
        f"An object of the {label} has the same key twice.",
        rule="json.duplicate-key",
        value=name,
        remedy="Send each key once.",
    )


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


def _nesting_depth(body: bytes, limit: int) -> int:
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


def _refuse_long_integers(body: bytes, label: str) -> None:
    for integer in _LONG_INTEGER.finditer(_STRING.sub(b'""', body)):
        digits = integer[0].lstrip(b"-")
        if len(digits) > 20 or not -(2**63) <= int(integer[0]) < 2**64:
            raise _bad_number(integer[0].decode(), label)


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
    if _NOT_A_NUMBER.match(excerpt) or _NOT_A_NUMBER.match(text, max(0, error.pos - 1)):
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
