"""Chroma in this process; a filter is a condition on metadata."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import chromadb
from chromadb.api import ClientAPI
from chromadb.config import Settings

from bench.vectors.data import DataSet, Floats

COLLECTION: Final = "images"


class _Chroma:
    efforts: Sequence[int] = (10, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512)
    wide_efforts: Sequence[int] = (16, 32, 64, 128, 256, 512)

    def __init__(self, folder: Path, data: DataSet) -> None:
        self._data = data
        self._folder = folder
        self._client: ClientAPI | None = None

    def build(self) -> None:
        self._client = _client(self._folder)
        collection = self._client.create_collection(
            COLLECTION,
            embedding_function=None,
            configuration={"hnsw": {"space": "cosine", "ef_construction": 128, "max_neighbors": 16}},
        )
        for part in self._parts(self._client.get_max_batch_size()):
            collection.add(
                ids=[str(number) for number in part],
                embeddings=self._data.vectors[part.start : part.stop],
                metadatas=[{name: bool(has[number]) for name, has in self._data.tags.items()} for number in part],
            )

    def _parts(self, size: int) -> Iterator[range]:
        for start in range(0, self._data.count, size):
            yield range(start, min(start + size, self._data.count))

    def open(self) -> None:
        self._effort = 0

    def prepare(self, tag: str | None, effort: int) -> None:
        self._where: Any = None if tag is None else {tag: True}
        if effort == self._effort:
            return
        if self._client is not None:
            self.close()
        set_effort(self._folder, effort)  # takes effect when the index is opened next
        self._client = _client(self._folder)
        self._collection = self._client.get_collection(COLLECTION, embedding_function=None)
        self._effort = effort

    def nearest(self, query: Floats, count: int) -> list[int]:
        result = self._collection.query(
            query_embeddings=query[None], n_results=count, where=self._where, include=["distances"]
        )
        return [int(id) for id in result["ids"][0]]

    def processes(self) -> Sequence[int]:
        return ()

    def close(self) -> None:
        if self._client is not None:
            self._client.close()


def set_effort(folder: Path, effort: int) -> None:
    """Set the `ef` of all searches after the folder is opened next."""
    client = _client(folder)
    client.get_collection(COLLECTION, embedding_function=None).modify(configuration={"hnsw": {"ef_search": effort}})
    client.close()


def _client(folder: Path) -> ClientAPI:
    return chromadb.PersistentClient(str(folder), Settings(anonymized_telemetry=False))


def open_engine(folder: Path, data: DataSet) -> _Chroma:
    """A persistent client over the folder."""
    return _Chroma(folder, data)
