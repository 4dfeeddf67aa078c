"""What searches ask of the vectors of a library, whatever keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

if TYPE_CHECKING:
    from sqlalchemy import Connection

State = Literal["exact", "building", "ready"]
"""`exact`: too few for an index, every search looks at all; `building`: an index is made or lags behind; `ready`."""


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """Images and how far they are: 1 - cosine, 0 to 2, in 64 bits, from the 32-bit components of the rows."""

    images: NDArray[np.uint32]
    """Keys of images, each once."""
    distances: NDArray[np.float64]
    """As many."""


@dataclass(frozen=True, slots=True)
class SpaceProgress:
    """How far the index over a space has come."""

    space: int
    """Its key."""
    count: int
    """Images that have a vector in it."""
    indexed: int
    """How many of them the index holds; the others are looked at one by one."""
    tail: int
    """How many are in memory alone, besides the rows."""
    dead: int
    """Vectors in the files that no image has any more."""
    state: State
    share: float
    """How much of the index that is being made is done, 0 to 1; 1 when none is."""
    recall: float | None
    """Which share of the true ten nearest the index finds, measured when it was made; None without one."""
    ef: int | None
    """How many candidates it looks at for that."""


class Space(Protocol):
    """The vectors of one name of one extension, as one snapshot of the library has them. Any thread may ask it, at any
    time: it does not change.
    """

    @property
    def length(self) -> int:
        """Components of each vector."""

    @property
    def count(self) -> int:
        """Images that have a vector."""

    def images(self) -> BitMap:
        """The keys of the images that have a vector; not to be changed."""

    def nearest(
        self,
        query: NDArray[np.float32],
        count: int,
        among: BitMap | None = None,
        max_distance: float | None = None,
    ) -> Hits:
        """The `count` nearest images, of those in `among` and at most `max_distance` away, by distance, then by key.

        Fewer only when no more are there. Raises `ValueError` for a query of another length, one that is zero, and one
        that is not finite.
        """

    def within(self, query: NDArray[np.float32], max_distance: float, among: BitMap | None = None) -> Hits:
        """All images at most so far away, of those in `among`, in no order. Raises as `nearest` does."""

    def score(self, query: NDArray[np.float32], images: NDArray[np.uint32]) -> NDArray[np.float64]:
        """How far each of these images is; NaN for one without a vector. Raises as `nearest` does."""


class Spaces(Protocol):
    """All spaces of a library."""

    def at(self, connection: Connection, space: int) -> Space:
        """The space with this key, as the snapshot of the connection has it; empty when there is none.

        Raises `OutrunError` when what is held is newer than that.
        """

    async def begin(self) -> None:
        """Begin to follow the commits, and to keep the index up with them, in the background."""

    async def stop(self) -> None:
        """End what `begin` began; what is unfinished is done after the next start."""

    def progress(self) -> Sequence[SpaceProgress]:
        """How far each space has come that was asked for since the start, or that `begin` has opened."""
