"""LanceDB in this process: a graph of 8-bit components, whose candidates are ranked again by the vectors.

A filter is a condition on columns, each of which has an index.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import lancedb
import numpy as np
import pyarrow as pa
from lancedb.index import HnswSq

from bench.vectors.data import LENGTH, DataSet, Floats

_TABLE: Final = "images"
_BATCH: Final = 10_000


class _Lance:
    efforts: Sequence[int] = (32, 48, 64, 96, 128, 192, 256, 384, 512, 1024)
    wide_efforts: Sequence[int] = (32, 64, 128, 256, 512, 1024)

    def __init__(self, folder: Path, data: DataSet) -> None:
        self._data = data
        self._database = lancedb.connect(folder)

    def build(self) -> None:
        fields = [pa.field("id", pa.int32()), pa.field("vector", pa.list_(pa.float32(), LENGTH))]
        fields += [pa.field(_column(name), pa.bool_()) for name in self._data.tags]
        schema = pa.schema(fields)
        table = self._database.create_table(_TABLE, schema=schema)
        table.add(pa.RecordBatchReader.from_batches(schema, self._batches(schema)))
        graph = HnswSq(distance_type="cosine", num_partitions=1, m=16, ef_construction=128)
        table.create_index("vector", config=graph)
        for name in self._data.tags:
            table.create_scalar_index(_column(name), index_type="BITMAP")

    def _batches(self, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
        for start in range(0, self._data.count, _BATCH):
            stop = min(start + _BATCH, self._data.count)
            vectors = pa.FixedSizeListArray.from_arrays(pa.array(self._data.vectors[start:stop].ravel()), LENGTH)
            columns = [pa.array(np.arange(start, stop, dtype=np.int32)), vectors]
            columns += [pa.array(has[start:stop]) for has in self._data.tags.values()]
            yield pa.RecordBatch.from_arrays(columns, schema=schema)

    def open(self) -> None:
        self._table = self._database.open_table(_TABLE)

    def prepare(self, tag: str | None, effort: int) -> None:
        self._effort = effort
        self._where = None if tag is None else _column(tag)

    def nearest(self, query: Floats, count: int) -> list[int]:
        search = self._table.search(query).distance_type("cosine").ef(self._effort).refine_factor(2)
        if self._where is not None:
            search = search.where(self._where, prefilter=True)
        ids: list[int] = search.limit(count).select(["id", "_distance"]).to_arrow()["id"].to_pylist()
        return ids

    def processes(self) -> Sequence[int]:
        return ()

    def close(self) -> None:
        pass


def _column(tag: str) -> str:
    return tag.replace("-", "_").replace(".", "_")


def open_engine(folder: Path, data: DataSet) -> _Lance:
    """A database in the folder."""
    return _Lance(folder, data)
