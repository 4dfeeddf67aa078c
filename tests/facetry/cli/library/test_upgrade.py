"""`facetry upgrade`: the database gets this version's revision, from a file and from a server."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from facetry.store.copy_marker import MARKER
from facetry.store.engine import DatabaseUrl, connect, engine_of, raw_connection
from facetry.store.migrations import HEAD, current
from facetry.store.store import Store
from tests.crash.durability.old_libraries import make_old, revisions
from tests.support.engines import postgresql
from tests.support.engines.databases import only_sqlite, server_url
from tests.support.services.servers import running_server
from tests.support.services.service_commands import run_facetry

OLD = revisions()[-3]


def upgrade(data: Path, database: DatabaseUrl | None = None) -> subprocess.CompletedProcess[str]:
    extra = {} if database is None else {"FACETRY_DATABASE_URL": database.reveal()}
    return run_facetry("upgrade", "--data-dir", str(data), **extra)


def revision_of(location: Path | DatabaseUrl) -> str | None:
    connection = connect(location)
    try:
        return current(connection)
    finally:
        connection.close()
        connection.engine.dispose()


def set_revision(location: Path, revision: str) -> None:
    connection = connect(location)
    with connection.begin():
        engine_of(connection).begin_write(connection)
        raw_connection(connection).execute(f"UPDATE alembic_version SET version_num = '{revision}'")  # noqa: S608
    connection.close()
    connection.engine.dispose()


@pytest.fixture
def empty_database(tmp_path: Path) -> DatabaseUrl:
    """A database on the test server without tables."""
    cluster, name = postgresql.shared(), "upgraded_" + tmp_path.name.replace("-", "_").lower()
    cluster.execute(f"DROP DATABASE IF EXISTS {name}")
    cluster.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    return cluster.url(name)


def test_a_file_is_migrated_once_and_kept_as_it_was(tmp_path: Path) -> None:
    make_old(tmp_path / "library.db", OLD)
    done = upgrade(tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"facetry: The database is migrated from revision {OLD} to {HEAD}.\n" in done.stderr
    (kept,) = (tmp_path / "before-migration").glob("*.db")
    assert str(kept) in done.stderr
    assert (revision_of(tmp_path / "library.db"), revision_of(kept)) == (HEAD, OLD)
    again = upgrade(tmp_path)
    expected = f"facetry: The database has revision {HEAD} already. Nothing is to be done.\n"
    assert (again.returncode, again.stdout) == (0, "")
    assert again.stderr.endswith(expected)
    assert list((tmp_path / "before-migration").glob("*.db")) == [kept]


@only_sqlite
def test_a_served_file_is_refused(tmp_path: Path) -> None:
    with running_server(tmp_path, []) as server:
        done = upgrade(server.data_dir)
    assert done.returncode == 1
    assert f"a server runs on the library in {server.data_dir}; stop it first" in done.stderr


def test_a_folder_without_a_library_is_refused_and_stays_empty(tmp_path: Path) -> None:
    done = upgrade(tmp_path)
    assert (done.returncode, done.stderr) == (1, f"facetry: there is no library in {tmp_path}\n")
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    Store(tmp_path / "library.db").close()
    set_revision(tmp_path / "library.db", "9999")
    done = upgrade(tmp_path)
    assert done.returncode == 1
    assert "written by a newer Facetry (database revision 9999" in done.stderr
    assert revision_of(tmp_path / "library.db") == "9999"


def test_a_new_database_of_a_server_gets_its_tables(tmp_path: Path, empty_database: DatabaseUrl) -> None:
    done = upgrade(tmp_path / "data", empty_database)
    assert done.returncode == 0, done.stderr
    assert done.stderr == f"facetry: The database was empty. Its tables are created, with revision {HEAD}.\n"
    assert not (tmp_path / "data").exists()
    assert "Nothing is to be done" in upgrade(tmp_path / "data", empty_database).stderr


def test_a_database_of_a_server_is_migrated_beside_hosts_of_a_cluster(
    tmp_path: Path, empty_database: DatabaseUrl
) -> None:
    make_old(empty_database, OLD)
    host = connect(empty_database)
    try:
        assert engine_of(host).claim_serving(host, is_shared=True)
        done = upgrade(tmp_path, empty_database)
        assert done.returncode == 0, done.stderr
        assert done.stderr == f"facetry: The database is migrated from revision {OLD} to {HEAD}.\n"
        assert revision_of(empty_database) == HEAD
    finally:
        host.close()
        host.engine.dispose()


def test_a_database_that_another_service_has_alone_is_refused(tmp_path: Path) -> None:
    database = server_url(tmp_path)
    service = Store(database)
    try:
        assert service.claim_serving()
        done = upgrade(tmp_path, database)
    finally:
        service.close()
    assert done.returncode == 1
    assert "a server that is no host of a cluster runs on the database postgresql://" in done.stderr
    assert "stop it first" in done.stderr


def test_an_unfinished_copy_on_a_server_is_refused(tmp_path: Path, empty_database: DatabaseUrl) -> None:
    connection = connect(empty_database)
    raw_connection(connection).execute(f"CREATE TABLE {MARKER} (key integer)")
    connection.close()
    connection.engine.dispose()
    done = upgrade(tmp_path, empty_database)
    assert done.returncode == 1
    assert "facetry migrate" in done.stderr
    assert revision_of(empty_database) is None


def test_a_server_that_cannot_be_reached_is_a_message(tmp_path: Path) -> None:
    done = upgrade(tmp_path, DatabaseUrl("postgresql://me@127.0.0.1:1/library"))
    assert done.returncode == 1
    assert "on the database server cannot be opened" in done.stderr
