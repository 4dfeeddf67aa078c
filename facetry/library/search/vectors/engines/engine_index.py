"""The index of a space in an engine, as searches use it; and the record of its state for other processes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import orjson
from numpy.typing import NDArray

from facetry.library.search.vectors.engines.availability import Availability
from facetry.library.search.vectors.engines.interface import EngineError, EngineState, VectorEngine, state_of
from facetry.library.search.vectors.files.atomic_files import FileWriter
from facetry.library.search.vectors.files.manifest import IndexFile, Recall
from facetry.library.search.vectors.rows import Query
from facetry.library.search.vectors.unit_vectors import unit_query
from facetry.store.interruption import begin_long_work, checkpoint
from facetry.system.files.durable_folders import flush_folder
from facetry.system.files.file_kinds import read_regular

RECORD_NAME: Final = "engine.json"
"""The file in the folder of a space with the state that the coordinator has verified."""


class EngineIndex:
    """The index of one space in an engine (implements `NeighbourIndex`)."""

    index_file: IndexFile | None = None

    def __init__(self, engine: VectorEngine, availability: Availability, space: int, state: EngineState) -> None:
        self._engine = engine
        self._availability = availability
        self._space = space
        self.state = state

    @property
    def newest(self) -> int:
        """The greatest key up to which the index is complete."""
        return self.state.newest

    @property
    def count(self) -> int:
        """Number of vectors in the index, including dead ones."""
        return self.state.count

    @property
    def recall(self) -> Recall:
        """The measured recall."""
        return self.state.recall

    def max_error(self, length: int) -> None:  # noqa: ARG002  # nothing bounds it
        """The maximum difference between a rough distance and the true one; None when nothing bounds it. Another
        program computes the distances.
        """
        return

    def cost(self, ef: int) -> float:
        """The cost of a search with so many candidates, in the microseconds of `planner.py`."""
        return self.state.call_cost + self.state.candidate_cost * ef

    def search(self, query: Query, count: int, ef: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Up to `count` keys of vectors, nearest first, with rough distances; `ef` candidates are examined."""
        begin_long_work()  # it waits for another program
        self._availability.require()
        try:
            keys, distances = self._engine.search(self._space, unit_query(query), count, ef)
        except EngineError as error:
            checkpoint()  # the end of the read has ended the search; the engine is not to blame
            self._availability.failed(error)
            raise
        self._availability.succeeded()
        _, first = np.unique(keys, return_index=True)
        order = np.sort(first)  # nothing says that an engine names no vector twice
        return keys[order], distances[order]


@dataclass(frozen=True, slots=True)
class EngineRecord:
    """A verified state of an engine, and the number of the files whose vectors it has."""

    number: int
    state: EngineState


def write_record(folder: Path, record: EngineRecord) -> None:
    """Write the record into the folder of a space. Raises `OSError`."""
    writer = FileWriter(folder / RECORD_NAME)
    try:
        writer.write(orjson.dumps({"number": record.number, "state": record.state.to_json()}))
        writer.commit()
    except BaseException:
        writer.discard()
        raise
    flush_folder(folder)


def remove_record(folder: Path) -> None:
    """Remove the record, if there is one. Raises `OSError`."""
    (folder / RECORD_NAME).unlink(missing_ok=True)


def read_record(folder: Path) -> EngineRecord | None:
    """The record in the folder of a space; None without one that can be used."""
    try:
        document = orjson.loads(read_regular(folder / RECORD_NAME))
        return EngineRecord(int(document["number"]), state_of(document["state"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
