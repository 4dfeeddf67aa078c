"""Sayings: what extensions log over their sockets, kept beside what their programs write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from facetry.extensions.process.output import Log

NAME: Final = "said"
FILE_BYTES: Final = 1024**2
FILES: Final = 4
LINE_CHARACTERS: Final = 8_192
LINES: Final = 200
"""Of one message."""


class Sayings:
    """The logs of all extensions. For one thread."""

    def __init__(self, folder_of: Callable[[str], Path]) -> None:
        self._folder_of = folder_of
        self._logs: dict[str, Log] = {}

    def add(self, extension: str, content: Mapping[str, Any]) -> None:
        """Keep what an extension says: its level, its text, and what it is about."""
        log = self._logs.get(extension)
        if log is None:
            log = self._logs[extension] = Log(str(self._folder_of(extension)), NAME, FILE_BYTES, FILES)
        now = datetime.now(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00")
        log.write([f"{now}Z log {line}\n".encode("utf-8", "replace") for line in _lines(content)])

    def forget(self, extension: str) -> None:
        """Close the log of an extension that goes."""
        log = self._logs.pop(extension, None)
        if log is not None:
            log.close()


def _lines(content: Mapping[str, Any]) -> list[str]:
    level, message, entity = content.get("level"), content.get("message"), content.get("entity")
    about = f" [{entity.get('type')} {entity.get('id')}]" if isinstance(entity, Mapping) else ""
    begin = f"{level}: " if isinstance(level, str) else ""
    first, *rest = str(message).splitlines()[:LINES] or [""]
    return [line[:LINE_CHARACTERS].replace("\r", " ") for line in (f"{begin}{first}{about}", *rest)]
