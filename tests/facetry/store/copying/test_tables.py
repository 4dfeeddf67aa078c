"""A migration that adds what a copy does not know is noticed before anything is copied."""

from __future__ import annotations

from typing import Any

import pytest

from facetry.store.copying import tables as module
from facetry.store.copying.tables import library_tables
from facetry.store.engines.bulk import Kind, Table


def tables_of(statement: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Table, ...]:
    def create(raw: Any) -> None:
        raw.execute("CREATE TABLE alembic_version (version_num VARCHAR)")
        raw.execute(statement)

    monkeypatch.setattr(module, "create_tables", create)
    return library_tables.__wrapped__()


def test_tables_have_their_columns_and_keys_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    statement = "CREATE TABLE t (a VARCHAR(20), b integer, c BLOB, PRIMARY KEY (b, a))"
    assert tables_of(statement, monkeypatch) == (
        Table("t", {"a": Kind.TEXT, "b": Kind.INTEGER, "c": Kind.BYTES}, ("b", "a"), keeps_newest_key=False),
    )
    statement = "CREATE TABLE t (a INTEGER PRIMARY KEY AUTOINCREMENT)"
    assert tables_of(statement, monkeypatch) == (Table("t", {"a": Kind.INTEGER}, ("a",), keeps_newest_key=True),)


def test_a_table_that_cannot_be_copied_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="the table t has no primary key"):
        tables_of("CREATE TABLE t (a INTEGER)", monkeypatch)
    with pytest.raises(ValueError, match="a column of the table t has the unknown type POINT"):
        tables_of("CREATE TABLE t (a INTEGER PRIMARY KEY, b POINT)", monkeypatch)
