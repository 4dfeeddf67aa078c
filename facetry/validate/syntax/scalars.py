"""Faults inside of strings, and of words that should be strings, numbers or literals."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from facetry.schema.edits import ReplaceText
from facetry.schema.violations import suggest
from facetry.validate.syntax.faults import Replacement, TextFault, excerpt
from facetry.validate.syntax.tokens import NOT_FINITE, NUMBER, STRING_FAULT

_LITERALS: Final = frozenset([b"true", b"false", b"null"])
_OTHER_LITERALS: Final = {b"true": "true", b"false": "false", b"null": "null", b"none": "null"}
"""What other languages and other cases write for the literals, in lower case."""
_SHORT_ESCAPES: Final = {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r"}
_TYPOGRAPHIC_QUOTES: Final = ("\u201c", "\u201d", "\u201e", "\u2018", "\u2019", "\u00ab", "\u00bb")


def string_faults(token: bytes, start: int) -> Iterator[tuple[TextFault, Replacement]]:
    """The faults of a string in double quotes at `start`, each with its replacement."""
    for found in STRING_FAULT.finditer(token):
        kind = found.lastgroup
        if kind is None:
            continue
        first, length = start + found.start(), found.end() - found.start()
        if kind == "control":
            yield _control_character(found[0], first), Replacement(first, b" " * length)
        elif kind == "surrogate":
            detail = f"{found[0].decode()} is half of a character, a lone surrogate."
            fault = TextFault(
                rule="json.encoding",
                start=first,
                end=first + length,
                detail=detail,
                remedy="Write both halves, or the character itself.",
            )
            yield fault, Replacement(first, b"\\ufffd")
        else:
            fault = TextFault(
                rule="json.syntax",
                start=first,
                end=first + length,
                detail=f"JSON has no escape sequence {excerpt(found[0])}.",
                remedy="Write \\\\ for a backslash.",
            )
            yield fault, Replacement(first, b"?" * length, keeps_meaning=False)


def _control_character(character: bytes, start: int) -> TextFault:
    """The fault of a control character in a string, or of an end of line of two characters."""
    code, end = character[-1], start + len(character)
    if code == 0:
        return TextFault(rule="json.nul", start=start, end=end, detail="A string holds a NUL character.")
    escape = _SHORT_ESCAPES.get(code, f"\\u{code:04x}")
    return TextFault(
        rule="json.syntax",
        start=start,
        end=end,
        detail=f"A string holds the control character U+{code:04X}.",
        remedy=f"Write {escape} for it.",
        edit=ReplaceText(start, len(character), escape),
    )


def word_fault(kind: str, token: bytes, start: int) -> tuple[TextFault, Replacement | None] | None:
    """The fault of a value that is not a string in double quotes, with its replacement; None for JSON."""
    end = start + len(token)
    if kind == "quoted":
        return _single_quotes(token, start)
    if kind == "unclosed":
        detail = "The string is not closed in its line."
        return TextFault(rule="json.syntax", start=start, end=end, detail=detail, remedy="Close it by a quote."), None
    if token in _LITERALS:
        return None
    if NOT_FINITE.match(token):
        detail = "JSON has no NaN and no infinity."
        return TextFault(rule="json.number", start=start, end=end, detail=detail), _placeholder(token, start)
    if NUMBER.fullmatch(token):
        if math.isfinite(float(token)):
            return None
        detail = "The number is not finite as a 64-bit number."
        return TextFault(rule="json.number", start=start, end=end, detail=detail), _placeholder(token, start)
    return _unknown_word(token, start)


def _single_quotes(token: bytes, start: int) -> tuple[TextFault, Replacement | None]:
    content = token[1:-1]
    is_plain = not any(code < 0x20 or code in b'"\\' for code in content)
    text = content.decode("utf-8", "replace")
    fault = TextFault(
        rule="json.syntax",
        start=start,
        end=start + len(token),
        detail="Single quotes make no string of JSON.",
        remedy="Write double quotes.",
        edit=ReplaceText(start, len(token), f'"{text}"') if is_plain else None,
    )
    return fault, Replacement(start, b'"' + content + b'"') if is_plain else None


def _unknown_word(token: bytes, start: int) -> tuple[TextFault, Replacement]:
    end = start + len(token)
    literal = _OTHER_LITERALS.get(token.lower())
    if literal is not None:
        edit = ReplaceText(start, len(token), literal)
        fault = TextFault(
            rule="json.syntax",
            start=start,
            end=end,
            detail=f"{token.decode()} is no value of JSON.",
            remedy=f"Did you mean {literal}?",
            edit=edit,
        )
        return fault, Replacement(start, literal.encode())
    word = excerpt(token)
    detail, remedy = f"{word} is no value of JSON.", "Put texts in double quotes."
    if token[:1] in b"-+.0123456789":
        detail, remedy = (
            f"{word} is not a number of JSON.",
            "Leave out a plus or zero before it, and end it by a digit.",
        )
    elif word.startswith(_TYPOGRAPHIC_QUOTES):
        detail, remedy = "Typographic quotes make no string of JSON.", "Write straight double quotes."
    else:
        remedy = suggest(word, sorted(code.decode() for code in _LITERALS)) or remedy
    fault = TextFault(rule="json.syntax", start=start, end=end, detail=detail, remedy=remedy, is_stray=True)
    return fault, _placeholder(token, start)


def _placeholder(token: bytes, start: int) -> Replacement:
    """A finite number in place of a whole word."""
    number = b"11"[: len(token)] if len(token) < 3 else b"1.".ljust(len(token), b"1")
    return Replacement(start, number, keeps_meaning=False)
