"""The database engine under test: SQLite, or PostgreSQL with `FACETRY_TEST_DATABASE=postgresql`.

With PostgreSQL, each path of a database file stands for a database of its own on a server that ends with the tests.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Final

import pytest

from facetry.store.engine import DatabaseUrl, Engine, Location, engine_at
from tests.support.engines import postgresql

IS_POSTGRESQL: Final = os.environ.get("FACETRY_TEST_DATABASE") == "postgresql"

only_sqlite = pytest.mark.skipif(IS_POSTGRESQL, reason="tests what only SQLite has")
"""Marks a test of files of SQLite, or of statements that only it understands."""


def database_at(path: Path) -> Location:
    """Where the database is for which `path` stands: a new library at the first call."""
    return server_url(path) if IS_POSTGRESQL else path


def engine_under_test() -> Engine:
    """The engine of each database that `database_at` returns."""
    return engine_at(DatabaseUrl("postgresql://host/name") if IS_POSTGRESQL else Path())


def server_url(path: Path) -> DatabaseUrl:
    """The database on the test server for which `path` stands."""
    return postgresql.shared().database("l" + hashlib.sha256(str(path).encode()).hexdigest()[:24])


def settings_of_server(data_dir: Path) -> dict[str, str]:
    """The environment with which a server uses the engine under test for the library of this data folder."""
    return {"FACETRY_DATABASE_URL": server_url(data_dir / "library.db").reveal()} if IS_POSTGRESQL else {}
