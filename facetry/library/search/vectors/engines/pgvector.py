"""PostgreSQL with the extension pgvector: a table with an HNSW index over 16-bit floats for each space.

What its manual says (https://github.com/pgvector/pgvector) determines the design. A graph is built much faster over
rows that exist. A search examines at most 1,000 candidates at once, and goes on with more in an iterative scan. The
planner of PostgreSQL does not know which filters pay, so it gets none; ours is in front of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import numpy as np
import orjson

from facetry.library.search.vectors.base import KEY_DTYPE
from facetry.library.search.vectors.engines.interface import (
    SEARCH_SECONDS,
    EngineError,
    EngineState,
    Keys,
    Vectors,
    state_of,
)
from facetry.store.engine import DatabaseUrl
from facetry.store.engines.postgresql.side_database import SideConnection, SideDatabase, SideDatabaseError
from facetry.store.interruption import is_due

MAX_LENGTH: Final = 4_000
"""The greatest number of components of 16-bit floats that an index of pgvector can have."""
FIRST_VERSION: Final = (0, 8)
"""The first version with iterative scans."""
_MAX_EF: Final = 1_000
_CONNECTIVITY: Final = 16
_EXPANSION_ADD: Final = 128
_STATEMENT_SECONDS: Final = 10.0
_PASS_SECONDS: Final = 600.0
"""Maximum time of a pass over all rows."""
_WRITE_SECONDS: Final = 120.0
"""Maximum time of a batch of rows, which also become part of the graph."""
_BUILD_SECONDS: Final = 12 * 3_600.0
_MAX_BUILD_MEMORY: Final = 4 << 30
_GRAPH_BYTES: Final = 512
"""Bytes of each vector in the graph while it is built, besides its components."""
_SESSION: Final = {
    "enable_seqscan": "off",  # statements for all rows are not affected; searches have to use the graph
    "plan_cache_mode": "force_generic_plan",
    "jit": "off",
    "hnsw.iterative_scan": "relaxed_order",
}
_COPY_HEADER: Final = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_COPY_END: Final = b"\xff\xff"
_KEY_ROWS: Final = np.dtype([("fields", ">i2"), ("size", ">i4"), ("key", ">i8")])
_UNDEFINED_TABLE: Final = "42P01"


class PgvectorEngine:
    """A database with pgvector (implements `VectorEngine`)."""

    name = "pgvector"
    max_length = MAX_LENGTH
    sample_size = 256

    def __init__(self, url: DatabaseUrl, library: str) -> None:
        """`library` is a name of letters and digits that no other library in the database has."""
        self._library = library
        self._database = SideDatabase(url, _SESSION)
        self._is_prepared = False

    def spaces(self) -> list[int]:
        """The keys of the spaces of this library that the engine has."""
        with self._connection() as connection:
            rows = connection.execute(
                "SELECT space FROM facetry_vector_spaces WHERE library = %s ORDER BY space", (self._library,)
            ).fetchall()
        return [row[0] for row in rows]

    def state(self, space: int) -> EngineState | None:
        """The recorded state of a space; None without one that can be used."""
        with self._connection() as connection:
            row = connection.execute(
                "SELECT state FROM facetry_vector_spaces WHERE library = %s AND space = %s", (self._library, space)
            ).fetchone()
        try:
            return None if row is None or row[0] is None else state_of(row[0])
        except ValueError:
            return None

    def record(self, space: int, state: EngineState) -> None:
        """Record the state, after everything that it says is true."""
        with self._connection() as connection:
            connection.execute(
                "UPDATE facetry_vector_spaces SET state = %s WHERE library = %s AND space = %s",
                (state.to_json(), self._library, space),
            )

    def count(self, space: int) -> int:
        """Number of vectors of the space."""
        with self._connection(_PASS_SECONDS) as connection:
            row = connection.execute(f"SELECT count(*) FROM {self._table(space)}".encode()).fetchone()  # noqa: S608  # our own name
        return 0 if row is None else row[0]

    def create(self, space: int, length: int) -> None:
        """Create an empty space, in the place of any that exists, without a recorded state."""
        table = self._table(space)
        with self._connection() as connection, connection.transaction():
            self._drop(connection, space)
            connection.execute(
                f"CREATE TABLE {table} (key bigint PRIMARY KEY, vector halfvec({length}) NOT NULL)".encode()
            )
            # A row fits in a page, and reading it elsewhere would take as long as a search.
            connection.execute(f"ALTER TABLE {table} ALTER COLUMN vector SET STORAGE PLAIN".encode())
            connection.execute(
                "INSERT INTO facetry_vector_spaces (library, space) VALUES (%s, %s)", (self._library, space)
            )

    def drop(self, space: int) -> None:
        """Remove the space and its state, if they exist."""
        with self._connection() as connection, connection.transaction():
            self._drop(connection, space)

    def keys(self, space: int, length: int) -> Keys | None:
        """The keys of all vectors, ascending; None when there is no space with vectors of this length."""
        table = self._table(space)
        with self._connection(_PASS_SECONDS) as connection:
            row = connection.execute(
                "SELECT format_type(atttypid, atttypmod) FROM pg_attribute "
                "WHERE attrelid = to_regclass(%s) AND attname = 'vector'",
                (table,),
            ).fetchone()
            if row is None or row[0] != f"halfvec({length})":
                return None
            statement = f"COPY (SELECT key FROM {table}) TO STDOUT (FORMAT binary)".encode()  # noqa: S608  # our own name
            with connection.cursor().copy(statement) as copy:
                data = b"".join(bytes(chunk) for chunk in copy)
        rows = np.frombuffer(data, _KEY_ROWS, offset=len(_COPY_HEADER), count=(len(data) - 21) // _KEY_ROWS.itemsize)
        return np.sort(rows["key"].astype(KEY_DTYPE))

    def vectors(self, space: int, keys: Keys) -> tuple[Keys, Vectors]:
        """Those of these vectors that the engine has, [count, length], with their keys."""
        statement = f"SELECT key, vector::text FROM {self._table(space)} WHERE key = ANY(%s) ORDER BY key"  # noqa: S608  # our own name
        with self._connection() as connection:
            rows = connection.execute(statement.encode(), (keys.tolist(),)).fetchall()
        vectors = np.array([orjson.loads(row[1]) for row in rows], np.float32)
        return np.array([row[0] for row in rows], KEY_DTYPE), vectors

    def begin_bulk(self, space: int) -> None:
        """Prepare for the addition of more vectors than there are."""
        with self._connection() as connection:
            connection.execute(f"DROP INDEX IF EXISTS {self._index(space)}".encode())

    def put(self, space: int, keys: Keys, vectors: Vectors) -> None:
        """Add unit vectors whose keys the engine does not have."""
        statement = f"COPY {self._table(space)} (key, vector) FROM STDIN (FORMAT binary)".encode()
        with self._connection(_WRITE_SECONDS) as connection, connection.cursor().copy(statement) as copy:
            copy.write(_COPY_HEADER + _binary_rows(keys, vectors) + _COPY_END)

    def remove(self, space: int, keys: Keys) -> None:
        """Remove vectors."""
        with self._connection(_WRITE_SECONDS) as connection:
            connection.execute(f"DELETE FROM {self._table(space)} WHERE key = ANY(%s)".encode(), (keys.tolist(),))  # noqa: S608  # our own name

    def build(self, space: int, is_cancelled: Callable[[], bool]) -> None:
        """Make everything that was put searchable by the index."""
        table = self._table(space)
        with self._connection(_BUILD_SECONDS, is_cancelled) as connection:
            row = connection.execute(
                "SELECT to_regclass(%s) IS NULL, (SELECT atttypmod FROM pg_attribute "
                "WHERE attrelid = to_regclass(%s) AND attname = 'vector')",
                (self._index(space), table),
            ).fetchone()
            if row is not None and row[0]:
                count = self.count(space)
                memory = min(_MAX_BUILD_MEMORY, (64 << 20) + count * (2 * int(row[1]) + _GRAPH_BYTES))
                connection.apply({"maintenance_work_mem": f"{memory >> 10}kB"})
                connection.execute(
                    f"CREATE INDEX {self._index(space)} ON {table} USING hnsw (vector halfvec_cosine_ops) "
                    f"WITH (m = {_CONNECTIVITY}, ef_construction = {_EXPANSION_ADD})".encode(),
                    prepare=False,
                )
            connection.execute(f"ANALYZE {table}".encode(), prepare=False)

    def search(
        self, space: int, unit: Vectors, count: int, ef: int, *, seconds: float = SEARCH_SECONDS
    ) -> tuple[Keys, Vectors]:
        """Up to `count` keys of the nearest of a unit vector [length], and rough distances; `ef` candidates."""
        statement = f"SELECT key, vector <=> %s::halfvec FROM {self._table(space)} ORDER BY 2 LIMIT %s"  # noqa: S608  # our own name
        values = orjson.dumps(unit, option=orjson.OPT_SERIALIZE_NUMPY).decode()
        with self._connection(seconds, is_due) as connection:
            connection.apply(
                {"hnsw.ef_search": str(min(ef, _MAX_EF)), "hnsw.max_scan_tuples": str(max(20_000, 4 * ef))}
            )
            # Beyond the greatest ef, candidates are examined as long as more neighbours are wanted.
            limit = count if ef <= _MAX_EF else max(count, ef)
            rows = connection.execute(statement.encode(), (values, limit), prepare=True).fetchall()
        return np.array([row[0] for row in rows], KEY_DTYPE), np.array([row[1] for row in rows], np.float32)

    def close(self) -> None:
        """Close all connections."""
        self._database.close()

    def _table(self, space: int) -> str:
        return f"facetry_vectors_{self._library}_{space}"

    def _index(self, space: int) -> str:
        return f"{self._table(space)}_hnsw"

    def _drop(self, connection: SideConnection, space: int) -> None:
        connection.execute(f"DROP TABLE IF EXISTS {self._table(space)}".encode(), prepare=False)
        connection.execute(
            "DELETE FROM facetry_vector_spaces WHERE library = %s AND space = %s", (self._library, space)
        )

    @contextmanager
    def _connection(
        self, seconds: float = _STATEMENT_SECONDS, is_cancelled: Callable[[], bool] = lambda: False
    ) -> Iterator[SideConnection]:
        """A connection to a database that has what is needed. Raises `EngineError`."""
        try:
            with self._database.connection(seconds, is_cancelled) as connection:
                if not self._is_prepared:
                    self._prepare(connection)
                yield connection
        except SideDatabaseError as error:
            if error.code == _UNDEFINED_TABLE:
                self._is_prepared = False  # somebody has emptied the database
            raise EngineError(str(error)) from None

    def _prepare(self, connection: SideConnection) -> None:
        """Create the extension and the table of spaces. Raises `EngineError` for an old version of pgvector."""
        statement = "SELECT extversion FROM pg_extension WHERE extname = 'vector'"
        row = connection.execute(statement).fetchone()
        if row is None:
            connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
            row = connection.execute(statement).fetchone()
        version = tuple(int(part) for part in str(row[0] if row else "0").split(".")[:2])
        if version < FIRST_VERSION:
            raise EngineError(
                f"the extension vector has the version {row[0] if row else 'none'}; 0.8 or newer is needed. Upgrade it "
                "with ALTER EXTENSION vector UPDATE."
            )
        connection.execute(
            "CREATE TABLE IF NOT EXISTS facetry_vector_spaces "
            "(library text, space bigint, state text, PRIMARY KEY (library, space))"
        )
        self._is_prepared = True


def _binary_rows(keys: Keys, vectors: Vectors) -> bytes:
    """Rows in the binary format of COPY: the key, and the vector as its components in 16 bits."""
    length = vectors.shape[1]
    row_type = np.dtype(
        [
            ("fields", ">i2"),
            ("key_size", ">i4"),
            ("key", ">i8"),
            ("vector_size", ">i4"),
            ("length", ">i2"),
            ("unused", ">i2"),
            ("vector", ">f2", (length,)),
        ]
    )
    rows = np.zeros(len(keys), row_type)
    rows["fields"], rows["key_size"], rows["key"] = 2, 8, keys
    rows["vector_size"], rows["length"], rows["vector"] = 4 + 2 * length, length, vectors
    return rows.tobytes()
