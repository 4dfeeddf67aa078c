"""A copy to PostgreSQL and back is killed again and again, and so is the database server. It ends equal.

The short form runs with the other tests. `nox -s copies` is the long form, with `COPY_KILLS` and `COPY_IMAGES` in the
environment; `COPY_FOLDER` keeps its library of so many images.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest

from bench.million import library
from facetry.store import fulltext
from facetry.store.engine import Location, connect, raw_connection
from facetry.store.engines.postgresql.schema import OWN_TABLES
from facetry.store.store import Store
from tests.support.engines.databases import only_sqlite
from tests.support.engines.postgresql import Cluster
from tests.support.services.servers import server_environment

pytestmark = [pytest.mark.crash, only_sqlite]
KILLS: Final = int(os.environ.get("COPY_KILLS", "3"))
"""For each direction."""
IMAGES: Final = int(os.environ.get("COPY_IMAGES", "500"))
SERVER_SHARE: Final = 0.4
"""The share of the kills that kill the server too."""
_SECONDS: Final = 3_600
_BATCH: Final = 10_000

Digests = dict[str, tuple[int, str]]
"""The number of rows of each table, and a digest of them."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a run of the command."""

    code: int
    seconds: float
    memory: int
    """The greatest size in MB."""
    result: dict[str, Any]
    messages: str


@dataclass(frozen=True, slots=True)
class Target:
    """Where a copy is made, as the command is told."""

    data_dir: Path
    url: str
    location: Location


def test_a_killed_copy_goes_on_and_ends_equal(tmp_path: Path) -> None:
    rng = random.Random(11)
    source = library(Path(os.environ.get("COPY_FOLDER", str(tmp_path))), IMAGES)
    expected = digests(source / "library.db")
    cluster = Cluster({"synchronous_commit": "on"})
    databases, folders = itertools.count(), itertools.count()

    def new_database() -> Target:
        name = f"copy_{next(databases)}"
        cluster.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        return Target(source, cluster.url(name).reveal(), cluster.url(name))

    def new_file() -> Target:
        folder = tmp_path / f"copy-{next(folders)}"
        folder.mkdir()
        return Target(folder, "sqlite", folder / "library.db")

    try:
        copied = copy_with_kills(cluster, new_database, {}, expected, rng)
        settings = {"FACETRY_DATABASE_URL": copied.url}
        copy_with_kills(cluster, new_file, settings, expected, rng)
    finally:
        cluster.remove()


def copy_with_kills(
    cluster: Cluster,
    new_target: Callable[[], Target],
    settings: Mapping[str, str],
    expected: Digests,
    rng: random.Random,
) -> Target:
    """Copy once without kills, and then with as many as are asked for. Returns the last copy."""
    target = new_target()
    whole = run_until(target, settings)
    assert whole.code == 0, whole.messages
    rows = whole.result["rows"]
    rate = f"{rows:,} rows in {whole.seconds:.1f} s, {rows / whole.seconds:,.0f} rows/s, {whole.memory} MB"
    print(f"to {target.location}: {rate}")
    check_equal(target.location, expected)
    remove(cluster, target)
    target = new_target()
    seconds = whole.seconds
    killed = with_server = copies = 0
    while killed < KILLS:
        ended = run_until(target, settings, rng.uniform(0.1, min(0.7, 3 / KILLS)) * seconds)
        if ended.code == 0:  # it was faster than the kill
            check_equal(target.location, expected)
            remove(cluster, target)
            copies += 1
            seconds = min(seconds, ended.seconds)
            target = new_target()
            continue
        assert ended.code == -signal.SIGKILL, ended.messages
        killed += 1
        if rng.random() < SERVER_SHARE:
            cluster.stop(signal.SIGQUIT)
            cluster.start()
            with_server += 1
        check_not_served(target.location)
    begin = time.monotonic()
    ended = run_until(target, settings)
    assert ended.code == 0, ended.messages
    check_equal(target.location, expected)
    print(
        f"{killed} kills, {with_server} of them with the server, {copies + 1} copies: equal, the last run "
        f"{time.monotonic() - begin:.1f} s, {ended.memory} MB"
    )
    return target


def remove(cluster: Cluster, target: Target) -> None:
    """Remove a copy."""
    if isinstance(target.location, Path):
        shutil.rmtree(target.data_dir)
    else:
        cluster.execute(f"DROP DATABASE {target.url.partition('?')[0].rpartition('/')[2]} WITH (FORCE)")


def run_until(target: Target, settings: Mapping[str, str], kill_after: float | None = None) -> Ended:
    """Run the command to its end, or kill it after so many seconds."""
    begin = time.monotonic()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "facetry", "migrate", "--to", target.url, "--json", "--quiet"),
            *("--data-dir", str(target.data_dir)),
        ],
        env=server_environment("", settings),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        out, messages = process.communicate(timeout=_SECONDS if kill_after is None else kill_after)
    except subprocess.TimeoutExpired:
        process.kill()
        out, messages = process.communicate()
    memory = _memory_of_children()
    assert "Traceback" not in messages, messages
    result = json.loads(out) if process.returncode == 0 else {}
    return Ended(process.returncode, time.monotonic() - begin, memory, result, messages)


def check_not_served(location: Location) -> None:
    """An unfinished copy is refused, unless nothing was written to it yet, or all."""
    connection = connect(location) if not isinstance(location, Path) or location.exists() else None
    if connection is None:
        return
    with closing(connection):
        name = "sqlite_schema" if isinstance(location, Path) else "pg_tables WHERE schemaname = current_schema()"
        has_tables = raw_connection(connection).execute(f"SELECT count(*) FROM {name}").fetchone()[0] > 0  # noqa: S608
        is_marked = has_tables and "unfinished_copy" in _tables(connection)
    connection.engine.dispose()
    assert is_marked or not has_tables or digests(location)
    if is_marked:
        with pytest.raises(RuntimeError, match="unfinished copy"):
            Store(location)


def check_equal(location: Location, expected: Digests) -> None:
    """The copy has the rows of the library, and opens."""
    assert digests(location) == expected
    Store(location).close()


def digests(location: Location) -> Digests:
    """The number of rows of each table and a digest of them in the order of their keys, read in ways of this module."""
    connection = connect(location, query_only=True)
    try:
        return {name: _digest(connection, name) for name in _tables(connection)} | {"newest keys": _newest(connection)}
    finally:
        connection.close()
        connection.engine.dispose()


def _tables(connection: Any) -> list[str]:
    statement = (
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite_%'"
        if connection.dialect.name == "sqlite"
        else "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    )
    names = [name for (name,) in raw_connection(connection).execute(statement).fetchall()]
    names = [name for name in names if name not in OWN_TABLES]
    return sorted(name for name in names if not any(text in name for text in fulltext.ROW_TABLES))


def _digest(connection: Any, name: str) -> tuple[int, str]:
    count, digest = 0, hashlib.sha256()
    for row in _rows(connection, name):
        digest.update(repr(tuple(int(value) if isinstance(value, bool) else value for value in row)).encode())
        count += 1
    return count, digest.hexdigest()


def _rows(connection: Any, name: str) -> Iterator[tuple[Any, ...]]:
    raw = raw_connection(connection)
    if connection.dialect.name == "sqlite":
        keys = raw.execute("SELECT name FROM pragma_table_info(?) WHERE pk ORDER BY pk", [name]).fetchall()
    else:
        psycopg.types.json.set_json_loads(_text, raw)
        keys = raw.execute(
            "SELECT attname FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)"
            " WHERE indrelid = %s::regclass AND indisprimary ORDER BY array_position(indkey::int[], attnum::int)",
            [name],
        ).fetchall()
    order = ", ".join(f'"{key}"' for (key,) in keys)
    statement = f'SELECT * FROM "{name}" ORDER BY {order}'  # noqa: S608  # names of ours
    if connection.dialect.name == "sqlite":
        yield from raw.execute(statement)
        return
    with raw.transaction(), raw.cursor("digest") as cursor:
        cursor.itersize = _BATCH
        cursor.execute(statement)
        yield from cursor


def _text(stored: str | bytes) -> str:
    return stored if isinstance(stored, str) else bytes(stored).decode()


def _newest(connection: Any) -> tuple[int, str]:
    is_file = connection.dialect.name == "sqlite"
    statement = "SELECT name, seq FROM sqlite_sequence" if is_file else "SELECT name, value FROM key_counter"
    return 0, repr(sorted(row for row in raw_connection(connection).execute(statement).fetchall() if row[1]))


def _memory_of_children() -> int:
    """The greatest size of a process that has ended, in MB."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
