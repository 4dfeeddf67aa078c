"""Forms in which texts are compared: the normal form, the folded form, and the key of the natural order."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import decimal, normalize

_NUMBER: Final = re.compile(r"\d+")
_ASCII_NUMBER: Final = re.compile(r"[0-9]+")
_END: Final = "\x01"
"""Ends a name that has leading zeros. It comes before every character of a usual name."""


def normal(text: str) -> str:
    """The text in the form NFC, in which an accent and its letter are one character where there is such a one."""
    return text if text.isascii() else normalize("NFC", text)


def folded(text: str) -> str:
    """The text in the form in which texts are compared without regard to case."""
    # The case folding of some characters, such as `ΐ`, is decomposed.
    return text.casefold() if text.isascii() else normalize("NFC", normalize("NFC", text).casefold())


def name_key(name: str) -> str:
    """The key of a name in the natural order, without regard to case."""
    return natural_key(folded(name))


def natural_key(folded_text: str) -> str:
    """The key whose order by code points is the natural order of folded texts: numbers are compared by their value.

    A number is a run of decimal digits of any script, however long. Of texts that differ only in leading zeros, the
    one with fewer of them comes first. Texts have equal keys if they are equal but for the script of their digits.
    """
    zeros: list[str] = []

    def number(match: re.Match[str]) -> str:
        found = match[0]
        digits = found if found.isascii() else "".join(str(decimal(each)) for each in found)
        significant = digits.lstrip("0") or "0"
        zeros.append(_count(len(digits) - len(significant)))
        # The length comes first, in digits, so that numbers stand where digits do among other characters.
        return _count(len(significant)) + significant

    key = (_ASCII_NUMBER if folded_text.isascii() else _NUMBER).sub(number, folded_text)
    ending = "".join(zeros).rstrip("0")
    return f"{key}{_END}{ending}" if ending else key


def _count(number: int) -> str:
    """A number in digits whose order as texts is that of the numbers: each 9 at the beginning stands for itself."""
    return "9" * (number // 9) + str(number % 9)
