"""JSON pointers (RFC 6901)."""

from __future__ import annotations

from typing import Any


def escape(token: str) -> str:
    return token.replace("~", "~0").replace("/", "~1")


def unescape(token: str) -> str:
    return token.replace("~1", "/").replace("~0", "~")


def tokens(pointer: str) -> list[str]:
    """The unescaped tokens of a pointer: `/a~1b/0` has `a/b` and `0`."""
    return [unescape(token) for token in pointer.split("/")[1:]]


def resolve(document: Any, pointer: str) -> Any:
    """The value under the pointer; KeyError when there is none."""
    for token in tokens(pointer):
        try:
            document = document[int(token)] if isinstance(document, list) else document[token]
        except (IndexError, TypeError, ValueError):
            raise KeyError(pointer) from None
    return document
