"""Slow statements: each one that keeps the database busy for more than a second is one line of the log, with its plan.

The line has the text of the statement, in which values of users are placeholders, and never the values themselves.
"""

from __future__ import annotations

import itertools
import logging
import re
from typing import Final

from facetry.observability import SLOW_QUERIES

SLOW_SECONDS: Final = 1.0
MAX_STATEMENT_CHARACTERS: Final = 1_500
_STRINGS: Final = re.compile(r"'(?:[^']|'')*'")
_SPACE: Final = re.compile(r"\s+")
_PLACEHOLDERS: Final = re.compile(r"(\?|%s(?:::\w+)?)(?:, ?(?:\?|%s(?:::\w+)?)){3,}")
_EXPLAINED: Final = re.compile(r"\s*(SELECT|WITH|INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)

_log = logging.getLogger(SLOW_QUERIES)
_numbers = itertools.count(1)  # calls from any thread
_last_number = 0


def reported_count() -> int:
    """The number of slow statements since the start of the process."""
    return _last_number


def shown_statement(statement: str) -> str:
    """A statement for the log: on one line, without its literal texts, with at most `MAX_STATEMENT_CHARACTERS`."""
    text = _PLACEHOLDERS.sub(r"\1, …", _STRINGS.sub("'…'", _SPACE.sub(" ", statement[: 8 * MAX_STATEMENT_CHARACTERS])))
    return text if len(text) <= MAX_STATEMENT_CHARACTERS else text[: MAX_STATEMENT_CHARACTERS - 1] + "…"


def is_explained(statement: str) -> bool:
    """Whether the database has a plan for the statement."""
    return _EXPLAINED.match(statement) is not None


def without_texts(plan: str) -> str:
    """A plan without its literal texts."""
    return _STRINGS.sub("'…'", plan)


def report(statement: str, seconds: float, plan: str | None = None) -> None:
    """Log a statement that took so long, with its plan if it has one."""
    fields = {"kind": "query.slow", "seconds": round(seconds, 3), "statement": shown_statement(statement)}
    if plan is not None:
        fields["plan"] = plan
    global _last_number
    _last_number = next(_numbers)
    _log.warning("a slow query", extra=fields)
