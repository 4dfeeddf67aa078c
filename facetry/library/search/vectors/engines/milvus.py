"""Milvus: a collection with an HNSW index for each space; a server, a cluster, or Milvus Lite in this process.

A collection has no transactions. So a state is recorded after what it says was written, and every write can be
repeated. Reads that decide about writes ask for the consistency `Strong`. Searches ask for `Eventually`, which does not
wait: vectors count as present only after `build` has waited for them.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from facetry.library.search.vectors.base import KEY_DTYPE
from facetry.library.search.vectors.engines.interface import (
    SEARCH_SECONDS,
    EngineError,
    EngineState,
    Keys,
    Vectors,
    state_of,
)
from facetry.store import interruption

if TYPE_CHECKING:
    from pymilvus import MilvusClient

MAX_LENGTH: Final = 32_768
_MAX_NEIGHBOURS: Final = 16_384
"""The greatest number of neighbours that Milvus returns."""
_MAX_EF: Final = 32_768
_PUT_COMPONENTS: Final = 1 << 20
"""Number of components in one request, 4 MB."""
_CONNECT_SECONDS: Final = 3.0
_CALL_SECONDS: Final = 60.0
_PASS_SECONDS: Final = 600.0
"""Maximum time of a call that reads or writes all vectors of a collection: it is loaded, counted or flushed."""
_BUILD_SECONDS: Final = 12 * 3_600.0
_POLL_SECONDS: Final = 0.2
_KEY, _VECTOR, _STATE, _COUNT = "key", "vector", "state", "count(*)"
_STRONG: Final = "Strong"
_INDEX_PARAMETERS: Final[dict[str, dict[str, int]]] = {"FLAT": {}, "HNSW": {"M": 16, "efConstruction": 128}}
_SCANNED_KEYS: Final = 1 << 18
"""Number of keys among which one request looks for rows."""
_STATE_CHARACTERS: Final = 4_096
_MESSAGE_CHARACTERS: Final = 200


class MilvusEngine:
    """A database of Milvus (implements `VectorEngine`)."""

    name = "Milvus"
    max_length = MAX_LENGTH
    sample_size = 128

    def __init__(self, uri: str, library: str, *, token: str = "", database: str = "") -> None:
        """`uri` is an address of HTTP, or the path of a file for Milvus Lite. `library` is a name of letters and digits
        that no other library in the database has.
        """
        self._uri, self._token, self._database = uri, token, database
        self._prefix = f"facetry_{library}"
        self._lock = threading.Lock()
        self._client: MilvusClient | None = None
        self._loaded: set[int] = set()
        """Spaces whose collection is known to be loaded by the server."""

    def spaces(self) -> list[int]:
        """The keys of the spaces of this library that the engine has."""
        with self._connected() as client:
            names = client.list_collections(timeout=_CALL_SECONDS)
        prefix = f"{self._prefix}_space_"
        return sorted(int(name.removeprefix(prefix)) for name in names if name.startswith(prefix))

    def state(self, space: int) -> EngineState | None:
        """The recorded state of a space; None without one that can be used."""
        with self._connected() as client:
            if not client.has_collection(self._states, timeout=_CALL_SECONDS):
                return None
            client.load_collection(self._states, timeout=_CALL_SECONDS)
            rows = client.query(
                self._states,
                filter=f"{_KEY} == {space}",
                output_fields=[_STATE],
                consistency_level=_STRONG,
                timeout=_CALL_SECONDS,
            )
        try:
            return state_of(rows[0][_STATE]) if rows else None
        except ValueError:
            return None

    def record(self, space: int, state: EngineState) -> None:
        """Record the state, after everything that it says is true."""
        with self._connected() as client:
            if not client.has_collection(self._states, timeout=_CALL_SECONDS):
                self._create(client, self._states, 2, "FLAT")
            row = {_KEY: space, _VECTOR: [1.0, 0.0], _STATE: state.to_json()}
            client.upsert(self._states, [row], timeout=_CALL_SECONDS)

    def count(self, space: int) -> int:
        """Number of vectors of the space."""
        with self._connected(space) as client:
            return self._count_where(client, self._collection(space), "")

    def create(self, space: int, length: int) -> None:
        """Create an empty space, in the place of any that exists, without a recorded state."""
        self.drop(space)
        with self._connected() as client:
            self._create(client, self._collection(space), length, "HNSW")

    def drop(self, space: int) -> None:
        """Remove the space and its state, if they exist."""
        with self._connected() as client:
            if client.has_collection(self._states, timeout=_CALL_SECONDS):
                client.load_collection(self._states, timeout=_CALL_SECONDS)
                client.delete(self._states, ids=[space], timeout=_CALL_SECONDS)
            if client.has_collection(self._collection(space), timeout=_CALL_SECONDS):
                client.drop_collection(self._collection(space), timeout=_CALL_SECONDS)
        self._loaded.discard(space)

    def keys(self, space: int, length: int) -> Keys | None:
        """The keys of all vectors, ascending; None when there is no space with vectors of this length."""
        name = self._collection(space)
        with self._connected() as client:
            if not client.has_collection(name, timeout=_CALL_SECONDS):
                return None
            fields = {each["name"]: each for each in client.describe_collection(name, timeout=_CALL_SECONDS)["fields"]}
            if int(fields[_VECTOR]["params"]["dim"]) != length:
                return None
            client.load_collection(name, timeout=_PASS_SECONDS)
            # An iterator has small pages, and Milvus Lite looks at all rows for each of them.
            found, last, step = [], -1, _SCANNED_KEYS
            while True:
                condition = f"{_KEY} > {last} and {_KEY} <= {last + step}"
                keys = [row[_KEY] for row in self._query(client, name, condition, _KEY)]
                found.append(np.array(keys, KEY_DTYPE))
                last += step
                if keys:
                    step = _SCANNED_KEYS
                elif not self._count_where(client, name, f"{_KEY} > {last}"):
                    return np.unique(np.concatenate(found))
                else:
                    step *= 2

    def vectors(self, space: int, keys: Keys) -> tuple[Keys, Vectors]:
        """Those of these vectors that the engine has, [count, length], with their keys."""
        with self._connected(space) as client:
            rows = client.query(
                self._collection(space),
                ids=keys.tolist(),
                output_fields=[_KEY, _VECTOR],
                consistency_level=_STRONG,
                timeout=_CALL_SECONDS,
            )
        rows = sorted(rows, key=lambda row: int(row[_KEY]))
        return np.array([row[_KEY] for row in rows], KEY_DTYPE), np.array([row[_VECTOR] for row in rows], np.float32)

    def begin_bulk(self, space: int) -> None:
        """Prepare for the addition of more vectors than there are. Milvus builds the graph of each segment when it is
        complete.
        """

    def put(self, space: int, keys: Keys, vectors: Vectors) -> None:
        """Add unit vectors whose keys the engine does not have."""
        rows = [{_KEY: key, _VECTOR: vector} for key, vector in zip(keys.tolist(), vectors, strict=True)]
        step = max(1, _PUT_COMPONENTS // vectors.shape[1])
        with self._connected() as client:
            for start in range(0, len(rows), step):
                client.upsert(self._collection(space), rows[start : start + step], timeout=_CALL_SECONDS)

    def remove(self, space: int, keys: Keys) -> None:
        """Remove vectors."""
        with self._connected() as client:
            client.delete(self._collection(space), ids=keys.tolist(), timeout=_CALL_SECONDS)

    def build(self, space: int, is_cancelled: Callable[[], bool]) -> None:
        """Make everything that was put searchable by the index."""
        name, deadline = self._collection(space), time.monotonic() + _BUILD_SECONDS
        with self._connected() as client:
            client.flush(name, timeout=_PASS_SECONDS)
            while int(client.describe_index(name, _VECTOR, timeout=_CALL_SECONDS).get("pending_index_rows", 0)):
                if is_cancelled() or time.monotonic() > deadline:
                    raise EngineError("the index was not built in time, or the service stops")
                time.sleep(_POLL_SECONDS)
        self.count(space)  # waits until what was written can be read

    def search(
        self, space: int, unit: Vectors, count: int, ef: int, *, seconds: float = SEARCH_SECONDS
    ) -> tuple[Keys, Vectors]:
        """Up to `count` keys of the nearest of a unit vector [length], and rough distances; `ef` candidates."""
        count = min(count, _MAX_NEIGHBOURS)
        with self._connected(space, load_seconds=seconds) as client:
            (hits,) = client.search(
                self._collection(space),
                [unit.tolist()],
                limit=count,
                output_fields=[_KEY],
                search_params={"params": {"ef": min(max(ef, count), _MAX_EF)}},
                consistency_level="Eventually",
                timeout=seconds,
            )
        keys = np.array([hit[_KEY] for hit in hits], KEY_DTYPE)
        return keys, np.array([1.0 - hit["distance"] for hit in hits], np.float32)

    def close(self) -> None:
        """Close all connections."""
        with self._lock:
            client, self._client = self._client, None
            self._loaded.clear()
        if client is not None:
            client.close()

    @property
    def _states(self) -> str:
        return f"{self._prefix}_states"

    def _collection(self, space: int) -> str:
        return f"{self._prefix}_space_{space}"

    def _query(self, client: MilvusClient, name: str, condition: str, field: str) -> list[dict[str, Any]]:
        """One field of the rows with a condition, which may be many."""
        rows: list[dict[str, Any]] = client.query(
            name, filter=condition, output_fields=[field], consistency_level=_STRONG, timeout=_PASS_SECONDS
        )
        return rows

    def _count_where(self, client: MilvusClient, name: str, condition: str) -> int:
        return int(self._query(client, name, condition, _COUNT)[0][_COUNT])

    def _create(self, client: MilvusClient, name: str, length: int, index_type: str) -> None:
        from pymilvus import DataType

        schema = client.create_schema(auto_id=False, enable_dynamic_field=False)
        schema.add_field(_KEY, DataType.INT64, is_primary=True)
        schema.add_field(_VECTOR, DataType.FLOAT_VECTOR, dim=length)
        if name == self._states:
            schema.add_field(_STATE, DataType.VARCHAR, max_length=_STATE_CHARACTERS)
        index = client.prepare_index_params()
        index.add_index(_VECTOR, index_type=index_type, metric_type="IP", params=_INDEX_PARAMETERS[index_type])
        client.create_collection(name, schema=schema, index_params=index, timeout=_CALL_SECONDS)

    @contextmanager
    def _connected(self, space: int | None = None, load_seconds: float = _PASS_SECONDS) -> Iterator[MilvusClient]:
        """The client. With `space`, its collection is loaded within `load_seconds`. Raises `EngineError`."""
        import grpc
        from pymilvus.exceptions import MilvusException

        try:
            with interruption.locked(self._lock):
                client = self._client = self._client or self._connect()
            if space is not None and space not in self._loaded:
                client.load_collection(self._collection(space), timeout=load_seconds)
                self._loaded.add(space)
            yield client
        except (MilvusException, grpc.RpcError, OSError, ValueError) as error:
            if space is not None:
                self._loaded.discard(space)
            raise EngineError(f"Milvus: {_message_of(error)}") from None

    def _connect(self) -> MilvusClient:
        from pymilvus import MilvusClient

        # The client logs each error with its traceback; the callers log what matters.
        logging.getLogger("pymilvus").setLevel(logging.CRITICAL)
        return MilvusClient(self._uri, token=self._token, db_name=self._database, timeout=_CONNECT_SECONDS)


def _message_of(error: Exception) -> str:
    details: Any = getattr(error, "details", None)  # of an error of gRPC, whose text has many lines
    message: Any = details() if callable(details) else getattr(error, "message", None)
    text = str(message or error).strip() or type(error).__name__
    return text.splitlines()[0][:_MESSAGE_CHARACTERS]
