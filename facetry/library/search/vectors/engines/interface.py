"""The interface of a vector engine: another program that has an index of the vectors of each space.

An engine is a cache. It has the keys and the directions of vectors, and can be emptied at any time: it is filled again
from the files, which are made from the rows. It only names candidates; distances come from the rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final, Protocol

import numpy as np
import orjson
from numpy.typing import NDArray

from facetry.library.search.vectors.files.manifest import Recall, recall_of
from facetry.library.search.vectors.neighbour_index import IndexUnavailableError

SEARCH_SECONDS: Final = 2.0
"""Maximum time of a search for a client. After that, vectors are compared one by one."""

Keys = NDArray[np.int64]
Vectors = NDArray[np.float32]


class EngineError(IndexUnavailableError):
    """The engine cannot be reached or refuses what it is asked; the message says why, without any secret."""


@dataclass(frozen=True, slots=True)
class EngineState:
    """What an engine has of a space, as it is recorded in the engine itself."""

    generation: str
    """A random text that changes whenever the engine is filled; another one means that others have changed it."""
    newest: int
    """The engine has all vectors with keys up to this one that were alive when it was filled."""
    count: int
    """Number of vectors in the engine."""
    recall: Recall
    call_cost: float
    """Cost of each search, without its candidates, as in `planner.py`; measured."""
    candidate_cost: float
    """Cost of each candidate; measured."""

    def to_json(self) -> str:
        """The state as text; `state_of` is the inverse."""
        return orjson.dumps(asdict(self)).decode()


def state_of(text: str | bytes) -> EngineState:
    """Parse a recorded state. Raises `ValueError` for one of another version of Facetry."""
    try:
        document: dict[str, Any] = orjson.loads(text)
        recall = recall_of(document.pop("recall"))
        return EngineState(recall=recall, **document)
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"the recorded state is unknown: {error}") from None


class VectorEngine(Protocol):
    """An engine. All methods block, have a deadline, and raise `EngineError`; any thread may call them.

    `is_cancelled` is asked now and then, and ends a method that may take long.
    """

    name: str
    """The name of the engine in messages."""
    max_length: int
    """The greatest number of components that it can index."""
    sample_size: int
    """Number of vectors with which its recall is measured."""

    def spaces(self) -> list[int]:
        """The keys of the spaces of this library that the engine has."""

    def state(self, space: int) -> EngineState | None:
        """The recorded state of a space; None without one that can be used."""

    def record(self, space: int, state: EngineState) -> None:
        """Record the state, after everything that it says is true."""

    def count(self, space: int) -> int:
        """Number of vectors of the space."""

    def create(self, space: int, length: int) -> None:
        """Create an empty space, in the place of any that exists, without a recorded state."""

    def drop(self, space: int) -> None:
        """Remove the space and its state, if they exist."""

    def keys(self, space: int, length: int) -> Keys | None:
        """The keys of all vectors, ascending; None when there is no space with vectors of this length."""

    def vectors(self, space: int, keys: Keys) -> tuple[Keys, Vectors]:
        """Those of these vectors that the engine has, [count, length], with their keys. They may be rounded."""

    def begin_bulk(self, space: int) -> None:
        """Prepare for the addition of more vectors than there are. Until `build`, searches may be slow."""

    def put(self, space: int, keys: Keys, vectors: Vectors) -> None:
        """Add unit vectors whose keys the engine does not have."""

    def remove(self, space: int, keys: Keys) -> None:
        """Remove vectors."""

    def build(self, space: int, is_cancelled: Callable[[], bool]) -> None:
        """Make everything that was put searchable by the index."""

    def search(
        self, space: int, unit: Vectors, count: int, ef: int, *, seconds: float = SEARCH_SECONDS
    ) -> tuple[Keys, Vectors]:
        """Up to `count` keys of the nearest of a unit vector [length], and rough distances; `ef` candidates.

        `seconds` is the deadline.
        """

    def close(self) -> None:
        """Close all connections."""
