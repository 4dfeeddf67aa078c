"""The migrations create the declared tables on PostgreSQL, with wide integers and texts ordered by code points."""

from __future__ import annotations

import importlib
import warnings
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import BIGINT, Connection, Integer, create_engine, text
from sqlmodel import SQLModel

import facetry
from facetry.store.engine import DatabaseUrl, UnusableServerError, connect, raw_connection
from facetry.store.engines.postgresql.schema import OWN_TABLES
from facetry.store.migrations import HEAD, NewerLibraryError, current, migrate
from facetry.store.store import Store
from tests.support.engines import postgresql
from tests.support.libraries.stores import add_repository

_OTHER_TABLES = (*OWN_TABLES, "name_text", "metadata_text", "feature_text")
"""Tables that SQLite does not have, or has in another form."""


def test_the_migrated_database_equals_the_declared_tables(url: DatabaseUrl) -> None:
    package = Path(facetry.__file__).parent
    for path in [*(package / "library").rglob("*.py"), *(package / "events").rglob("*.py")]:
        importlib.import_module(".".join(path.relative_to(package.parent).with_suffix("").parts))
    connection = connect(url)
    assert current(connection) == HEAD
    connection.close()
    reflecting = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(url.reveal())).connect()
    options = {"compare_type": _differs, "include_name": _is_declared}
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*expression.based index")
        assert compare_metadata(MigrationContext.configure(reflecting, opts=options), SQLModel.metadata) == []
    reflecting.close()
    reflecting.engine.dispose()


def _is_declared(name: str | None, type: str, _: object) -> bool:
    return type != "table" or name not in _OTHER_TABLES


def _differs(_: object, __: object, ___: object, found: object, declared: object) -> bool | None:
    """Whether types differ; None for the usual comparison. Here all integers have 64 bits."""
    return False if isinstance(found, BIGINT) and isinstance(declared, Integer) else None


def test_texts_are_compared_by_code_points_and_integers_have_64_bits(url: DatabaseUrl) -> None:
    connection = connect(url)
    columns = connection.execute(
        text(
            "SELECT table_name, column_name, data_type, collation_name FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND table_name <> 'alembic_version'"
        )
    ).all()
    connection.close()
    assert len(columns) > 100
    texts = [row for row in columns if row.data_type in ("character varying", "text")]
    assert [row for row in texts if row.collation_name != "C"] == []
    assert [row for row in columns if row.data_type in ("integer", "smallint")] == []


def test_migrations_run_one_by_one_as_well(url: DatabaseUrl) -> None:
    """A database of an older version is migrated by the same history."""
    from alembic import command
    from alembic.config import Config

    from facetry.store import migrations

    cluster = postgresql.shared()
    cluster.execute("DROP DATABASE IF EXISTS step_by_step")
    cluster.execute("CREATE DATABASE step_by_step TEMPLATE template0")
    connection = connect(cluster.url("step_by_step"))
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    for number in range(1, int(HEAD)):
        with connection.begin():
            command.upgrade(config, f"{number:04}")
    assert current(connection) == f"{int(HEAD) - 1:04}"
    migrate(connection)
    assert current(connection) == HEAD
    whole = connect(url)
    assert _columns(connection) == _columns(whole)
    connection.close()
    whole.close()


def _columns(connection: Connection) -> object:
    rows = raw_connection(connection).execute(
        "SELECT table_name, column_name, data_type FROM information_schema.columns"
        " WHERE table_schema = current_schema() ORDER BY 1, 2"
    )
    return rows.fetchall()


def test_a_library_of_a_newer_facetry_is_refused(store: Store, url: DatabaseUrl) -> None:
    store.close()
    connection = connect(url)
    raw_connection(connection).execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(NewerLibraryError, match="9999"):
        Store(url)


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_that_cannot_hold_every_text_is_refused(encoding: str) -> None:
    cluster = postgresql.shared()
    name = f"encoding_{encoding.lower()}"
    cluster.execute(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING '{encoding}' LOCALE 'C'")
    with pytest.raises(UnusableServerError, match=f"encoding {encoding}.*createdb"):
        Store(cluster.url(name))


def test_a_user_without_the_right_to_the_extension_learns_the_remedy() -> None:
    cluster = postgresql.shared()
    cluster.execute("CREATE ROLE modest LOGIN")
    cluster.execute("CREATE DATABASE without_trigrams TEMPLATE template0")
    cluster.execute("GRANT ALL ON SCHEMA public TO modest", "without_trigrams")
    with pytest.raises(
        UnusableServerError, match=r"pg_trgm cannot be created.*permission denied.*CREATE EXTENSION pg_trgm"
    ):
        Store(cluster.url("without_trigrams", user="modest"))
    cluster.execute("CREATE EXTENSION pg_trgm", "without_trigrams")
    store = Store(cluster.url("without_trigrams", user="modest"))
    add_repository(store)
    store.close()
