"""Finds the syntax faults of a text that is not JSON, all in one pass: after each fault the scan goes on with the most
probable meaning.
"""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum
from itertools import islice
from typing import Final

from facetry.schema.edits import ReplaceText
from facetry.validate.ranges import Lines
from facetry.validate.syntax.faults import MAX_FAULTS, Replacement, TextFault
from facetry.validate.syntax.places import skip_space
from facetry.validate.syntax.scalars import string_faults, word_fault
from facetry.validate.syntax.tokens import ITEMS, LINES_STRING, MEMBERS, TOKEN

MAX_LEVELS: Final = 1024
"""Deeper brackets end the scan, as they end orjson's."""
MAX_TOKENS: Final = 500_000
"""More tokens end the scan, which has then taken about half a second. Runs of faultless values count as one."""
_ARRAY: Final = ord("[")
_CLOSING: Final = {ord("["): "]", ord("{"): "}"}
_OPENING: Final = {"]": ord("["), "}": ord("{")}
_SKIPPED: Final = frozenset(["comment", "nul", "space"])


class _Expected(IntEnum):
    """What may come next."""

    VALUE = 0  # at the root, after a colon, or after a comma in an array
    ITEM = 1  # after [
    KEY = 2  # after a comma in an object
    MEMBER = 3  # after {
    COLON = 4
    NEXT = 5  # a comma, or the end of the array or object
    NOTHING = 6


class SyntaxScan:
    """The syntax faults of a text, in its order, and replacements that make the text JSON.

    `end` is the offset up to which the structure of the text is certain. `has_value` says whether the text with all
    replacements has the value that its author meant.
    """

    def __init__(self, text: bytes, label: str) -> None:
        self.faults: list[TextFault] = []
        self.replacements: list[Replacement] = []
        self.end = len(text)
        self.has_value = True
        self._text = text
        self._label = label
        self._expected = _Expected.VALUE
        self._open = bytearray()  # the brackets around the current place
        self._starts: list[int] = []  # and their offsets
        self._comma: int | None = None  # the offset of the comma before the current place, but for stray words
        self._may_hide_sign = False  # whether the fault before may hide a comma or a colon
        self._position = 0
        for _ in range(MAX_TOKENS):
            if not self._step():
                return
            if len(self.faults) >= MAX_FAULTS or len(self._open) > MAX_LEVELS:
                break
        self._give_up(self._position)

    def _step(self) -> bool:
        """Read the next token, and the run of faultless values before it; False at the end."""
        self._read_run()
        token = TOKEN.match(self._text, self._position)
        if token is None or token.lastgroup is None:
            raise AssertionError("one of the alternatives matches any text")
        kind, expected = token.lastgroup, self._expected
        start, end = token.span(kind)
        self._position = end
        if kind == "end":
            self._read_end(start)
        elif kind in _SKIPPED:
            self._read_skipped(kind, start, end)
        elif expected == _Expected.NOTHING:
            self._fault(start, end, "The text goes on after the end of the value.", "Remove the rest.")
            self._replace(start, b" " * (len(self._text) - start))
            return False
        elif kind == "open":
            self._read_opening(start, end)
        elif kind == "close":
            self._read_closing(start, end)
        elif kind == "comma":
            self._read_comma(start, end)
        elif kind == "colon":
            self._read_colon(start, end)
        else:
            self._read_scalar(kind, start, end)
        return kind != "end"

    def _read_run(self) -> None:
        """Read faultless members or items, which is a hundred times faster than reading their tokens."""
        if not self._open or self._expected > _Expected.MEMBER:
            return
        is_array = self._open[-1] == _ARRAY
        if not is_array and self._expected == _Expected.VALUE:
            return
        run = (ITEMS if is_array else MEMBERS).match(self._text, self._position)
        if run is not None:
            self._position = run.end()
            self._comma = run.end() - 1
            self._expected = _Expected.VALUE if is_array else _Expected.KEY

    def _fault(self, start: int, end: int, detail: str, remedy: str | None = None, edit: str | None = None) -> None:
        change = None if edit is None else ReplaceText(start, end - start, edit)
        self._add(TextFault(rule="json.syntax", start=start, end=end, detail=detail, remedy=remedy, edit=change))

    def _add(self, fault: TextFault) -> None:
        if fault.is_stray and self._is_beside_stray(fault.start):  # a sentence without quotes is one fault
            self.faults[-1] = replace(self.faults[-1], end=fault.end)
        else:
            self.faults.append(fault)

    def _is_beside_stray(self, start: int) -> bool:
        """Whether the text right before is a stray word."""
        previous = self.faults[-1] if self.faults else None
        return previous is not None and previous.is_stray and not self._text[previous.end : start].strip(b" \t")

    def _replace(self, start: int, content: bytes) -> None:
        self.replacements.append(Replacement(start, content))

    def _give_up(self, start: int) -> None:
        """The structure is uncertain from here."""
        self.end = min(self.end, start)
        self.has_value = False

    def _read_skipped(self, kind: str, start: int, end: int) -> None:
        """Faults outside of values: comments, and characters that are no white space of JSON."""
        if kind == "comment":
            self._fault(start, end, "JSON has no comments.", "Remove the comment.")
        elif kind == "nul":
            detail = f"The {self._label} holds a NUL character."
            self._add(TextFault(rule="json.nul", start=start, end=end, detail=detail))
        else:
            self._fault(start, end, "This white space is none of JSON's.", "Write a space.", edit=" ")
        self._replace(start, b" " * (end - start))

    def _read_scalar(self, kind: str, start: int, end: int) -> None:
        """A string, a number, a literal or a stray word."""
        if self._expected == _Expected.NEXT and not self._begins_part(kind, start, end):
            return
        if self._expected == _Expected.COLON:
            self._missing_sign(start, end, "A colon is missing before this value.", b":")
        is_key = self._expected in (_Expected.KEY, _Expected.MEMBER)
        if is_key and kind == "word" and not self._is_before_colon(end):
            self._stray_word(start, end)
            self._expected = _Expected.NEXT
            self._may_hide_sign = True
            return
        if kind == "unclosed" and (string := LINES_STRING.match(self._text, start)):
            kind, end = "string", string.end()
            self._position = end
        token = self._text[start:end]
        if kind == "string":
            for fault, replacement in islice(string_faults(token, start), MAX_FAULTS - len(self.faults)):
                self._note(fault, replacement)
        elif is_key and kind == "word":
            self._fault(start, end, "A key must be a string.", "Put the key in double quotes.")
            self._give_up(start)
        elif (found := word_fault(kind, token, start)) is not None:
            self._note(*found)
        self._may_hide_sign = kind == "unclosed"
        if is_key and not self._may_hide_sign:
            self._expected = _Expected.COLON
            self._comma = None
        else:
            self._after_value()

    def _note(self, fault: TextFault, replacement: Replacement | None) -> None:
        self._add(fault)
        if replacement is None:
            self._give_up(fault.start)
        else:
            self.replacements.append(replacement)
            self.has_value &= replacement.keeps_meaning

    def _begins_part(self, kind: str, start: int, end: int) -> bool:
        """Whether a value without a comma before it, which is a fault, begins an item or a member. Other words are
        stray.
        """
        is_object = self._open[-1] != _ARRAY
        is_stray = not self._is_before_colon(end) if is_object else self._is_beside_stray(start)
        if kind == "word" and is_stray:
            self._stray_word(start, end)
            return False
        if not self._may_hide_sign:
            self._missing_sign(start, end, "A comma is missing before this.", b",")
        self._expected = _Expected.KEY if is_object else _Expected.VALUE
        return True

    def _is_before_colon(self, end: int) -> bool:
        return self._text[(place := skip_space(self._text, end)) : place + 1] == b":"

    def _stray_word(self, start: int, end: int) -> None:
        detail = "This text is not expected here."
        fault = TextFault(rule="json.syntax", start=start, end=end, detail=detail, is_stray=True)
        self._note(fault, Replacement(start, b" " * (end - start), keeps_meaning=False))

    def _missing_sign(self, start: int, end: int, detail: str, sign: bytes) -> None:
        """The fault of a missing comma or colon. White space before it makes room for the replacement."""
        self._fault(start, end, detail)
        if self._text[start - 1] in b" \t\r\n":
            self._replace(start - 1, sign)
        else:
            self._give_up(start)

    def _after_value(self) -> None:
        self._comma = None
        self._expected = _Expected.NEXT if self._open else _Expected.NOTHING

    def _read_opening(self, start: int, end: int) -> None:
        """The start of an array or object."""
        is_in_object = bool(self._open) and self._open[-1] != _ARRAY
        if self._expected == _Expected.COLON:
            self._missing_sign(start, end, "A colon is missing before this value.", b":")
        elif self._expected == _Expected.NEXT and not is_in_object:
            if not self._may_hide_sign:
                self._missing_sign(start, end, "A comma is missing before this.", b",")
        elif self._expected in (_Expected.KEY, _Expected.MEMBER, _Expected.NEXT):
            self._fault(start, end, "A key is missing before this value.")
            self._give_up(start)
        self._may_hide_sign = False
        self._open.append(self._text[start])
        self._starts.append(start)
        self._comma = None
        self._expected = _Expected.ITEM if self._text[start] == _ARRAY else _Expected.MEMBER

    def _read_closing(self, start: int, end: int) -> None:
        """The end of an array or object."""
        bracket = self._text[start:end].decode()
        if not self._open:
            self._fault(start, end, f"This {bracket} closes nothing.", "Remove it.")
            self._replace(start, b" ")
            return
        self._check_before_close(start, end)
        if self._open[-1] != _OPENING[bracket]:
            line = Lines(self._text[: self._starts[-1]]).position(self._starts[-1]).line
            missing = _CLOSING[self._open[-1]]
            self._fault(
                start, end, f"A {missing} is missing before this, for the {chr(self._open[-1])} of line {line}."
            )
            if _OPENING[bracket] in self._open:
                self._give_up(start)
                while self._open[-1] != _OPENING[bracket]:
                    self._pop()
            else:
                self._replace(start, missing.encode())
        self._pop()
        self._after_value()

    def _pop(self) -> None:
        self._open.pop()
        self._starts.pop()

    def _check_before_close(self, start: int, end: int) -> None:
        if self._expected == _Expected.COLON:
            self._fault(start, end, "A colon and a value are missing before this.")
            self._give_up(start)
        elif self._expected in (_Expected.VALUE, _Expected.KEY):
            if self._comma is None:
                self._fault(start, end, "A value is missing before this.")
                self._give_up(start)
            else:
                detail = f"No comma may stand before {self._text[start:end].decode()}."
                self._fault(self._comma, self._comma + 1, detail, "Remove the comma.", edit="")
                self._replace(self._comma, b" ")
        else:
            self._drop_comma()

    def _drop_comma(self) -> None:
        """Replace a comma behind which only stray words stand."""
        if self._comma is not None:
            self._replace(self._comma, b" ")

    def _read_comma(self, start: int, end: int) -> None:
        """A comma."""
        is_array = bool(self._open) and self._open[-1] == _ARRAY
        is_after_colon = self._expected == _Expected.VALUE and bool(self._open) and not is_array
        if self._expected == _Expected.COLON or is_after_colon:
            what = "A value is" if is_after_colon else "A colon and a value are"
            self._fault(start, end, f"{what} missing before this comma.")
            self._give_up(start)
        elif self._expected != _Expected.NEXT:
            what = "member" if self._expected in (_Expected.KEY, _Expected.MEMBER) else "value"
            self._fault(start, end, f"A {what} is missing before this comma.", "Remove the comma.")
            self._replace(start, b" ")
            return
        else:
            self._drop_comma()
        self._comma = start
        self._expected = _Expected.VALUE if is_array else _Expected.KEY

    def _read_colon(self, start: int, end: int) -> None:
        """A colon."""
        is_in_object = bool(self._open) and self._open[-1] != _ARRAY
        self._comma = None
        if self._expected == _Expected.COLON:
            pass
        elif self._expected == _Expected.VALUE and is_in_object:
            self._fault(start, end, "A value is missing before this colon.", "Remove the colon.")
            self._replace(start, b" ")
        elif not (self._may_hide_sign and is_in_object):
            detail = "A colon is not expected here." if is_in_object else "Only an object has members with a colon."
            self._fault(start, end, detail)
            self._give_up(start)
        self._may_hide_sign = False
        self._expected = _Expected.VALUE

    def _read_end(self, start: int) -> None:
        """The end of the text: an array or object that is not closed is a fault, and no value."""
        if self._expected == _Expected.NOTHING:
            return
        if not self._open:
            self._fault(start, start, f"The {self._label} has no value.")
            self._give_up(start)
            return
        place = Lines(self._text).position(self._starts[-1])
        detail = f"The {chr(self._open[-1])} of line {place.line}, column {place.column} is not closed."
        self._fault(start, start, detail, f"Close it by {_CLOSING[self._open[-1]]}.")
        if self._expected in (_Expected.NEXT, _Expected.ITEM, _Expected.MEMBER):
            self._drop_comma()
            closing = "".join(_CLOSING[bracket] for bracket in reversed(self._open))
            self._replace(len(self._text), closing.encode())
        self._give_up(start)  # the rest of a cut text is unknown
