"""Query plans: records the statements that a query runs, and explains each of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy import Connection

from facetry.store.engine import raw_connection

_MAX_LENGTH: Final = 400
_LIST: Final = re.compile(r"\((\d+|\?)(, ?(\d+|\?)){8,}\)")
_BLOB: Final = re.compile(r"x'[0-9a-fA-F]{64,}'")


def run_with_plans(connection: Connection, query: Callable[[Connection], object]) -> str:
    """Run the query; the text of each of its statements with its plan below it."""
    with _trace_statements(connection) as statements:
        query(connection)
    return "\n".join(line for statement in dict.fromkeys(statements) for line in _explain(connection, statement))


@contextmanager
def _trace_statements(connection: Connection) -> Iterator[list[str]]:
    statements: list[str] = []
    raw_connection(connection).set_trace_callback(statements.append)
    try:
        yield statements
    finally:
        raw_connection(connection).set_trace_callback(None)


def _explain(connection: Connection, statement: str) -> Iterator[str]:
    if not statement.lstrip().upper().startswith(("SELECT", "WITH")):
        return
    # The full-text marker of texts that are too long consists of control characters.
    shortened = _BLOB.sub("x'…'", _LIST.sub("(…)", " ".join(statement.replace("\x01", "·").split())))
    yield shortened if len(shortened) <= _MAX_LENGTH else f"{shortened[:_MAX_LENGTH]}…"
    nesting = {0: 0}
    for step, parent, _, detail in raw_connection(connection).execute(f"EXPLAIN QUERY PLAN {statement}"):
        nesting[step] = nesting.get(parent, 0) + 1
        yield f"{'    ' * nesting[step]}{detail}"
