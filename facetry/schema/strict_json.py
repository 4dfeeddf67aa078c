"""JSON texts, strictly: what RFC 8259 leaves open to interpretation is refused, each with its own rule."""

import math
import re
from typing import Any, Final

import orjson

from facetry.errors import FaultError, bad_parameter, shown

DEPTH: Final = 64

# A string, or the beginning of one that never ends: without that second form each quote in it would be tried as the
# start of a string, in quadratic time.
_STRING: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)
# Digits become zeros.
_DIGITS: Final = bytes(0x30 if code in b"0123456789" else 0x20 for code in range(256))
_LONG_DIGITS: Final = b"0" * 19
# The same, and what digits of a fraction or an exponent stand behind becomes a point.
_SHAPE_OF_NUMBERS: Final = bytes(
    0x30 if code in b"0123456789" else 0x2E if code in b".eE+" else 0x20 for code in range(256)
)
_LONG_NUMBER: Final = b" " + _LONG_DIGITS
_FEW_OBJECTS: Final = 64  # whose keys are counted sooner than all of the value is written out
_LONG_INTEGER: Final = re.compile(rb"(?<![0-9.eE+])(?<![eE]-)-?[0-9]{19,}(?![0-9.eE])")
_TO_SQUARE: Final = bytes.maketrans(b"{}", b"[]")
_NOT_BRACKETS: Final = bytes(code for code in range(256) if code not in b"[]{}")
_NUMBER: Final = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_NOT_A_NUMBER: Final = re.compile(r"-?(?:NaN|Infinity)", re.IGNORECASE)
_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
_NEARBY: Final = 400


def parse(body: bytes, *, what: str = "body", depth: int = DEPTH) -> Any:
    """The value of a JSON text, which refusals call `what`. Refused: syntax errors, nesting above `depth`, duplicate
    keys, NaN, infinities, integers beyond 64 bits, text that is not UTF-8, byte order marks, lone surrogates and NUL
    characters.
    """
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise _refusal(body, error, what, depth) from None
    objects = body.count(b"{")
    if objects + body.count(b"[") > depth and _height(body, depth) > depth:
        raise _too_deep(what, depth)
    # A key that the parser overwrote takes its colon with it.
    colons = body.count(b":")
    is_counted = objects <= _FEW_OBJECTS and _keys(value, objects) == colons
    is_escaped = b"\\" in body  # a single byte is found several times as soon as several in a row
    # Written out again, the value has all others, those inside strings included, unless they were escaped: then, and
    # when the numbers differ, the keys themselves are counted.
    if not is_counted and ((is_escaped and b"\\u" in body) or orjson.dumps(value).count(b":") != colons):
        _refuse_duplicates(body, _keys(value, objects), what)
    if _LONG_DIGITS in body.translate(_DIGITS) and _LONG_NUMBER in b" " + body.translate(_SHAPE_OF_NUMBERS):
        _refuse_long_integers(body, what)
    if is_escaped and b"\\u0000" in body and _has_nul(value):
        raise _has_nul_character(what)
    return value


def _keys(value: Any, objects: int) -> int:
    """The number of keys in `value`, which holds at most `objects` objects: the search ends with the last of them."""
    keys = 0
    level = [value]
    while level and objects:
        following: list[Any] = []
        for node in level:
            if type(node) is dict:
                keys += len(node)
                objects -= 1
                following.extend(node.values())
            elif type(node) is list:
                following.extend(node)
        level = following
    return keys


def _refuse_duplicates(body: bytes, keys: int, what: str) -> None:
    """Every key has one colon outside strings, so a colon too many is a key that the parser has overwritten."""
    if _STRING.sub(b"", body).count(b":") == keys:
        return
    name = _duplicate_key(body)
    raise bad_parameter(
        shown(name),
        f"An object of the {what} has the same key twice.",
        rule="json.duplicate-key",
        value=name,
        remedy="Send each key once.",
    )


def _duplicate_key(body: bytes) -> str:
    """The first key that an object repeats; the text is known to be JSON."""
    tokens = re.finditer(rb'("[^"\\]*(?:\\.[^"\\]*)*")([ \t\r\n]*:)?|([{}])', body, re.DOTALL)
    open_objects: list[set[str]] = []
    for found in tokens:
        if found[3] == b"{":
            open_objects.append(set())
        elif found[3] == b"}":
            open_objects.pop()
        elif found[2]:
            key: str = orjson.loads(found[1])
            if key in open_objects[-1]:
                return key
            open_objects[-1].add(key)
    return ""


def _height(body: bytes, cap: int) -> int:
    """How deep arrays and objects nest, by removing the innermost ones until none is left (or the cap is passed)."""
    brackets = _STRING.sub(b"", body).translate(_TO_SQUARE, _NOT_BRACKETS)
    height = 0
    while brackets and height <= cap:
        brackets = brackets.replace(b"[]", b"")
        height += 1
    return height


def _refuse_long_integers(body: bytes, what: str) -> None:
    for found in _LONG_INTEGER.finditer(_STRING.sub(b'""', body)):
        digits = found[0].lstrip(b"-")
        if len(digits) > 20 or not -(2**63) <= int(found[0]) < 2**64:
            raise _bad_number(found[0].decode(), what)


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


def _refusal(body: bytes, error: orjson.JSONDecodeError, what: str, depth: int) -> FaultError:
    """The rule behind a parser's refusal, told from the text at the place of the error."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        return _bad_encoding(f"The {what} is not UTF-8.", what)
    if text.startswith("\ufeff"):
        return _bad_encoding(f"The {what} starts with a byte order mark.", what)
    near = text[error.pos : error.pos + _NEARBY]
    if near.startswith("\0"):
        return _has_nul_character(what)
    if _SURROGATE.match(near):
        return _bad_encoding(f"A string of the {what} holds a lone surrogate.", what)
    if _NOT_A_NUMBER.match(near) or _NOT_A_NUMBER.match(text, max(0, error.pos - 1)):
        return _bad_number(near, what)
    number = _NUMBER.match(near)
    if number is not None and not math.isfinite(float(number[0])):
        return _bad_number(near, what)
    if error.msg.startswith("depth limit"):
        return _too_deep(what, depth)
    line = text.count("\n", 0, error.pos) + 1
    column = error.pos - text.rfind("\n", 0, error.pos)
    return bad_parameter(
        what,
        f"The {what} is not JSON: {error.msg.partition(':')[0]}, at line {line}, column {column}.",
        rule="json.syntax",
        value=near,
    )


def _too_deep(what: str, depth: int) -> FaultError:
    return bad_parameter(
        what, f"The {what} nests deeper than {depth} levels.", rule="json.depth", remedy=f"Send a flatter {what}."
    )


def _bad_number(text: str, what: str) -> FaultError:
    return bad_parameter(
        what,
        f"A number of the {what} is not finite, or an integer beyond 64 bits.",
        rule="json.number",
        value=text,
    )


def _bad_encoding(detail: str, what: str) -> FaultError:
    return bad_parameter(what, detail, rule="json.encoding", remedy="Send UTF-8 without a byte order mark.")


def _has_nul_character(what: str) -> FaultError:
    return bad_parameter(what, f"A string of the {what} holds a NUL character.", rule="json.nul")
