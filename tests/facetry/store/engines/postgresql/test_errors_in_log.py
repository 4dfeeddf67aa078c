"""Errors of PostgreSQL have values of rows. The log has none of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from facetry.store.engine import DatabaseUrl, connect, raw_connection
from tests.facetry.observability.log_lines import log_lines

VALUE: Final = "a gull\nof Ada\n\n[SQL: of hers]\n(Of her own)"
WORDS: Final = ("gull", "Ada", "hers", "own)")
INSERT: Final = text("INSERT INTO named (name) VALUES (:name)")


def insert(connection: Connection) -> None:
    connection.execute(INSERT, {"name": VALUE})


def insert_several(connection: Connection) -> None:
    connection.execute(INSERT, [{"name": "another"}, {"name": VALUE}])


def insert_with_a_deadline(connection: Connection) -> None:
    raw_connection(connection).answer_seconds = 30.0
    insert(connection)


@pytest.mark.parametrize("write", [insert, insert_several, insert_with_a_deadline])
def test_the_log_has_errors_without_values(url: DatabaseUrl, write: Callable[[Connection], None]) -> None:
    with connect(url) as connection, log_lines("text") as lines:
        connection.execute(text("CREATE TABLE named (name text PRIMARY KEY)"))
        insert(connection)
        with pytest.raises(SQLAlchemyError) as caught:
            write(connection)
        lines.logger.error("the name cannot be written: %s", caught.value, exc_info=caught.value)
    written = "\n".join(lines.read())
    assert "duplicate key value violates unique constraint" in written
    assert "INSERT INTO named" in written
    for word in WORDS:
        assert word not in written, written


def test_an_error_has_its_hint(url: DatabaseUrl) -> None:
    with connect(url) as connection, pytest.raises(SQLAlchemyError, match=r"does not exist\nNo function matches"):
        connection.execute(text("SELECT no_such_function(1)"))
