"""The identifiers of the extension kits are words of the field, such as `send`, `timeout` and `closed`."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from codegen.targets import SDK_TARGETS

ROOT: Final = Path(__file__).parents[1]
FILES: Final = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("sdk/python/facetry_extension", "sdk/python/tests", "sdk/node/src", "sdk/node/test")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".ts")
)
PRIVATE: Final = re.compile(
    r"arrived|asked|begun|came|come|due|ear|gone|goes|hear|heard|hearer|hears|judged?|leave|leaving|lived|longest|mine|most"
    r"|patience|said|says?|speaks?|spelled|spelling|taken|tells?|told|undone|unheard|usual|wants|who|whole|why|words"
)
"""Words of the language that the kits once had for themselves."""
PUBLISHED: Final = frozenset({"patience"})
"""Identifiers that published extensions use."""
_TYPESCRIPT: Final = re.compile(
    r"/\*.*?\*/|(?<![:\"\w])//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|(\w+)", re.DOTALL
)
"""What is no code, or a word of the code."""


@pytest.mark.parametrize("file", [file for file in FILES if file not in SDK_TARGETS])
def test_identifiers_are_words_of_the_field(file: str) -> None:
    assert private_names(ROOT / file) == set()


def test_identifiers_are_found() -> None:
    code = "class A {\n  #toldOnce = 1; // gone\n  say(a = `${heard}`, b = 'came') {}\n}\n"
    assert {name for name in _typescript(code) if _is_private(name)} == {"toldOnce", "say"}
    assert {name for name in _python("LONGEST_DELAY = 'told'  # said\n") if _is_private(name)} == {"LONGEST_DELAY"}


def private_names(file: Path) -> set[str]:
    """The identifiers of a file that are not words of the field, without names of tests."""
    text = file.read_text()
    found = set(_python(text) if file.suffix == ".py" else _typescript(text)) - PUBLISHED
    return {name for name in found if not name.startswith("test_") and _is_private(name)}


def _python(text: str) -> Iterator[str]:
    return (
        token.string for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type == tokenize.NAME
    )


def _typescript(text: str) -> Iterator[str]:
    return (match[1] for match in _TYPESCRIPT.finditer(text) if match[1])


def _is_private(name: str) -> bool:
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
    return any(PRIVATE.fullmatch(word.lower()) for word in words)
