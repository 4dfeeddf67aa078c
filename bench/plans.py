"""Plans: what the database says of the statements that a query runs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy import Connection

from facetry.store.engine import raw

_LONGEST: Final = 400
_LIST: Final = re.compile(r"\((\d+|\?)(, ?(\d+|\?)){8,}\)")
_BLOB: Final = re.compile(r"x'[0-9a-fA-F]{64,}'")


def plans(connection: Connection, query: Callable[[Connection], object]) -> str:
    """Run the query; each of its statements, with its plan below it."""
    with _heard(connection) as statements:
        query(connection)
    return "\n".join(line for statement in dict.fromkeys(statements) for line in _explained(connection, statement))


@contextmanager
def _heard(connection: Connection) -> Iterator[list[str]]:
    statements: list[str] = []
    raw(connection).set_trace_callback(statements.append)
    try:
        yield statements
    finally:
        raw(connection).set_trace_callback(None)


def _explained(connection: Connection, statement: str) -> Iterator[str]:
    if not statement.lstrip().upper().startswith(("SELECT", "WITH")):
        return
    # The mark of texts that are too long is made of control characters.
    shortened = _BLOB.sub("x'…'", _LIST.sub("(…)", " ".join(statement.replace("\x01", "·").split())))
    yield shortened if len(shortened) <= _LONGEST else f"{shortened[:_LONGEST]}…"
    nesting = {0: 0}
    for step, parent, _, detail in raw(connection).execute(f"EXPLAIN QUERY PLAN {statement}"):
        nesting[step] = nesting.get(parent, 0) + 1
        yield f"{'    ' * nesting[step]}{detail}"
