"""A logger of its own whose lines a test reads."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from facetry.observability.logs import LogFormat, formatter


@dataclass(frozen=True, slots=True)
class LogLines:
    """A logger, and what it has written."""

    logger: logging.Logger
    stream: io.StringIO = field(default_factory=io.StringIO)

    def read(self) -> list[str]:
        """The lines so far."""
        return self.stream.getvalue().split("\n")[:-1]


@contextmanager
def log_lines(format: LogFormat, name: str = "facetry.test") -> Iterator[LogLines]:
    """The lines of a logger in one format."""
    lines = LogLines(logging.getLogger(name))
    handler = logging.StreamHandler(lines.stream)
    handler.setFormatter(formatter(format))
    lines.logger.addHandler(handler)
    previous = lines.logger.level
    lines.logger.setLevel(logging.DEBUG)
    lines.logger.propagate = False
    try:
        yield lines
    finally:
        lines.logger.removeHandler(handler)
        lines.logger.setLevel(previous)
        lines.logger.propagate = True
