"""The breaking changes that the changelog names."""

from __future__ import annotations

import re
from collections.abc import Iterator

_UNRELEASED = re.compile(r"^## Unreleased\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_ITEM = re.compile(r"^- Breaking: (.*(?:\n {2,}\S.*)*)", re.MULTILINE)
_NAME = re.compile(r"`([^`\n]+)`")


def named(changelog: str) -> Iterator[str]:
    """The names in the lines `- Breaking: …` under `## Unreleased`, each between backticks."""
    for section in _UNRELEASED.findall(changelog):
        for item in _ITEM.findall(section):
            yield from _NAME.findall(item)
