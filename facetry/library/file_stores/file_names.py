"""Names of files: their extensions, and numbers behind names that are taken."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Final

NAME_BYTES: Final = 255
_MAX_NUMBER: Final = 9_999
"""Greatest number behind the name of a file whose own name is taken."""
_SUFFIX: Final = re.compile(r"(?<=.)\.[A-Za-z0-9]{1,8}\Z", re.DOTALL)


def suffix_of(name: str) -> str:
    """The extension of a file name with its dot; empty when the text after the last dot does not look like one."""
    match = _SUFFIX.search(name)
    return match[0] if match else ""


def numbered_names(name: str) -> Iterator[str]:
    """The name, and then the name with a number from 2 on before its extension, within the length of a name."""
    suffix = suffix_of(name)
    stem = name.removesuffix(suffix)
    for number in range(1, _MAX_NUMBER + 1):
        ending = f"{f' ({number})' if number > 1 else ''}{suffix}"
        while len(os.fsencode(stem + ending)) > NAME_BYTES:
            stem = stem[:-1]
        yield stem + ending
