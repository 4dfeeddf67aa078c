"""The interface of vector search: what searches use of the vectors of a library, for any implementation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

if TYPE_CHECKING:
    from sqlalchemy import Connection

SpaceName = tuple[str, str]
"""The id of an extension and a name of its embeddings."""

IndexState = Literal["exact", "building", "ready"]
"""`exact`: too few vectors for an index, so every search compares all; `building`: an index is being built or is
incomplete; `ready`: the index is up to date."""


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """Images with their distances: 1 - cosine, 0 to 2, computed in 64 bits from the 32-bit components of the rows."""

    images: NDArray[np.uint32]
    """Keys of images, [count], without repetition."""
    distances: NDArray[np.float64]
    """Distances of the images, [count]."""


@dataclass(frozen=True, slots=True)
class SpaceProgress:
    """The state of a space and of the index over it."""

    space: int
    """The key of the space."""
    count: int
    """Number of images that have a vector in the space."""
    indexed_count: int
    """Number of these vectors in the index; searches compare the others one by one."""
    tail_count: int
    """Number of vectors that are in memory and in the rows, but not in the files."""
    dead_count: int
    """Number of dead vectors, which no image has any more."""
    state: IndexState
    build_progress: float
    """The share of the running index build that is done, 0 to 1; 1 when none runs."""
    recall: float | None
    """The share of the true ten nearest that the index finds, measured at its build; None without an index."""
    ef: int | None
    """Number of candidates that the index examines for this recall; None when no number suffices."""


class Space(Protocol):
    """The vectors of one name of one extension, as of one snapshot of the library.

    A space is immutable, so any thread may use it at any time.
    """

    @property
    def length(self) -> int:
        """Number of components of each vector."""

    @property
    def count(self) -> int:
        """Number of images that have a vector."""

    def images(self) -> BitMap:
        """The keys of the images that have a vector. The set must not be changed."""

    def nearest(
        self,
        query: NDArray[np.float32],
        count: int,
        among: BitMap | None = None,
        max_distance: float | None = None,
    ) -> Hits:
        """The `count` nearest images by distance, then by key, of those in `among` within `max_distance`.

        Returns fewer only when there are no more. Raises `ValueError` for a query of another length, and for one that
        is zero or not finite.
        """

    def within(self, query: NDArray[np.float32], max_distance: float, among: BitMap | None = None) -> Hits:
        """All images of `among` within `max_distance`, in no particular order. Raises as `nearest` does."""

    def distances_of(self, query: NDArray[np.float32], images: NDArray[np.uint32]) -> NDArray[np.float64]:
        """The distance of each of these images; NaN for an image without a vector. Raises as `nearest` does."""


class Spaces(Protocol):
    """All spaces of a library."""

    def space_at(self, connection: Connection, space: int) -> Space:
        """The space with this key at the snapshot of the connection; an empty one when it does not exist.

        Raises `StaleSnapshotError` when the loaded space is newer than the snapshot.
        """

    async def begin(self) -> None:
        """Start the background thread, which follows the commits and maintains files and indexes."""

    async def stop(self) -> None:
        """Stop the background thread. Unfinished work is done after the next start."""

    def progress(self) -> Sequence[SpaceProgress]:
        """The state of each loaded space: one that was used since the start, or loaded by the background thread."""
