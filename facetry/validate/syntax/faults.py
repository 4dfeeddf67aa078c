"""Faults of a text that is not strict JSON, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from facetry.errors import MAX_VALUE_CHARACTERS, printable_text
from facetry.schema.edits import Edit
from facetry.validate.finding import Finding

MAX_FAULTS: Final = 100
"""Maximum number of faults of one text."""
_EXCERPT_BYTES: Final = 4 * (MAX_VALUE_CHARACTERS + 1)
"""The bytes of an excerpt before it is cut: one character more than is shown, of at most four bytes each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextFault:
    """A fault between two byte offsets. For a fault of a key, `pointer` leads to the member."""

    rule: str
    start: int
    end: int
    detail: str
    remedy: str | None = None
    edit: Edit | None = None
    pointer: str = ""
    value: str | None = None
    """The offending value; None for the text at the place."""
    is_on_key: bool = False
    is_stray: bool = False
    """Whether the fault is a word outside of strings: neighbouring ones are one fault."""

    def as_finding(self, text: bytes) -> Finding:
        """The fault as a finding on its text."""
        return Finding(
            rule=self.rule,
            pointer=self.pointer,
            detail=self.detail,
            value=excerpt(text[self.start : self.end]) or None if self.value is None else self.value,
            remedy=self.remedy,
            on_key=self.is_on_key,
            offset=self.start,
            length=self.end - self.start,
            edit=self.edit,
        )


@dataclass(frozen=True, slots=True)
class Replacement:
    """Bytes in place of as many bytes of a text from `start`, or after its end, which make the text JSON again."""

    start: int
    content: bytes
    keeps_meaning: bool = True
    """Whether the text then has the value that its author meant."""


def excerpt(part: bytes) -> str:
    """The start of a part of a text as printable characters, with an ellipsis if that is not all."""
    return printable_text(part[:_EXCERPT_BYTES].decode("utf-8", "replace"))


def replaced(text: bytes, replacements: list[Replacement]) -> bytes:
    """The text with replacements. All offsets stay those of `text`."""
    content = bytearray(text)
    for replacement in replacements:
        content[replacement.start : replacement.start + len(replacement.content)] = replacement.content
    return bytes(content)
