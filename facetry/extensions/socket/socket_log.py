"""The socket log: log messages that extensions send over their sockets, in a file beside the program's log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from facetry.extensions.process.logs import SOCKET_LOG
from facetry.extensions.process.output import RotatingLog

FILE_BYTES: Final = 1024**2
MAX_FILES: Final = 4
MAX_LINE_CHARACTERS: Final = 8_192
MAX_MESSAGE_LINES: Final = 200
"""Maximum number of lines of one message."""


class SocketLog:
    """The socket logs of all extensions. For one thread."""

    def __init__(self, folder_of: Callable[[str], Path]) -> None:
        self._folder_of = folder_of
        self._logs: dict[str, RotatingLog] = {}

    def add(self, extension: str, content: Mapping[str, Any]) -> None:
        """Log a message of an extension, with its level and the entity that it concerns."""
        log = self._logs.get(extension)
        if log is None:
            log = self._logs[extension] = RotatingLog(
                str(self._folder_of(extension)), SOCKET_LOG, FILE_BYTES, MAX_FILES
            )
        now = datetime.now(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00")
        log.write([f"{now}Z log {line}\n".encode("utf-8", "replace") for line in _lines(content)])

    def close(self, extension: str) -> None:
        """Close the log of an extension that is removed."""
        log = self._logs.pop(extension, None)
        if log is not None:
            log.close()


def _lines(content: Mapping[str, Any]) -> list[str]:
    level, message, entity = content.get("level"), content.get("message"), content.get("entity")
    entity_suffix = f" [{entity.get('type')} {entity.get('id')}]" if isinstance(entity, Mapping) else ""
    level_prefix = f"{level}: " if isinstance(level, str) else ""
    first_line, *other_lines = str(message).splitlines()[:MAX_MESSAGE_LINES] or [""]
    return [
        line[:MAX_LINE_CHARACTERS].replace("\r", " ")
        for line in (f"{level_prefix}{first_line}{entity_suffix}", *other_lines)
    ]
