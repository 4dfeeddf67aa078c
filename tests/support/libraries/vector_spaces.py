"""Vector spaces for tests: rows in a store, their true distances, and thresholds that force files and an index."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from uuid import UUID, uuid4

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap
from sqlalchemy import Connection, select, text
from sqlmodel import col

from facetry.library import images, repositories
from facetry.library.facets import embeddings
from facetry.library.images import Image
from facetry.library.search.vectors.interface import Hits, Space, SpaceProgress
from facetry.library.search.vectors.thresholds import Thresholds
from facetry.library.search.vectors.vectors import IndexedSpaces
from facetry.store.store import Store
from facetry.store.work import Work
from generated.models import ImageEmbedding
from tests.support.libraries.stores import add_extensions, add_images, add_repository

EAGER = Thresholds(
    min_file_vectors=10,
    min_index_vectors=20,
    tail_share=0.1,
    dead_share=0.1,
    quiet_seconds=0.0,
    poll_seconds=0.02,
    max_exact_candidates=0,
    max_cost_ratio=1e12,
)
"""Files from ten vectors on, an index from twenty on, and searches by the index whenever possible."""
LAZY = Thresholds(min_file_vectors=10**9, min_index_vectors=10**9)
"""Neither files nor an index."""
EXTENSION, NAME = "seer", "semantic"

Matrix = NDArray[np.float32]
Distances = dict[int, float]


@dataclass
class VectorLibrary:
    """A store with images that have vectors in one space."""

    store: Store
    length: int
    ids: dict[int, UUID] = field(default_factory=dict)
    """The ids of the images by key."""

    def __post_init__(self) -> None:
        existing = self.store.read_now(repositories.list_all)
        if existing:  # the store was filled before
            (self.repository,) = existing
            self.ids = self.store.read_now(_ids_by_key)
        else:
            add_extensions(self.store, EXTENSION)
            self.repository = add_repository(self.store)

    @property
    def space_key(self) -> int:
        """The key of the space; there must have been a vector before."""
        space_row = self.store.read_now(lambda connection: embeddings.space_of(connection, EXTENSION, NAME))
        assert space_row is not None
        return space_row[0]

    def add(self, vectors: Matrix) -> list[int]:
        """Add images with these vectors, and return their keys."""
        ids = add_images(self.store, self.repository, [f"{uuid4()}.jpg" for _ in vectors])
        keys = self.store.read_now(lambda connection: [images.key_of(connection, id) for id in ids])
        self.ids |= dict(zip(keys, ids, strict=True))
        self.set_vectors(keys, vectors)
        return keys

    def set_vectors(self, keys: Sequence[int], vectors: Matrix) -> None:
        """Set the vectors of these images in one commit."""
        sent = [ImageEmbedding(name=NAME, values=vector.tolist()) for vector in vectors]
        pairs = [(self.ids[key], vector) for key, vector in zip(keys, sent, strict=True)]

        def unit(work: Work) -> None:
            for id, vector in pairs:
                embeddings.replace(work, id, EXTENSION, [vector])

        self.store.write_now(unit)

    def clear_vector(self, key: int) -> None:
        """Remove the vector of the image."""
        self.store.write_now(partial(embeddings.clear, image=self.ids[key], extension=EXTENSION))

    def delete_images(self, keys: Sequence[int]) -> None:
        """Remove these images."""
        self.store.write_now(lambda work: images.remove(work, keys))
        for key in keys:
            del self.ids[key]

    def current_space(self, vectors: IndexedSpaces) -> Space:
        """The space at the newest snapshot."""
        return self.store.read_now(partial(vectors.space_at, space=self.space_key))

    def true_distances(self, query: Matrix) -> Distances:
        """The distance of each image, computed from the rows."""
        return self.store.read_now(partial(true_distances, space=self.space_key, query=query))


def _ids_by_key(connection: Connection) -> dict[int, UUID]:
    return {int(row[0] or 0): UUID(bytes=row[1]) for row in connection.execute(select(col(Image.key), col(Image.id)))}


def true_distances(connection: Connection, space: int, query: Matrix) -> Distances:
    """The distance of each image of the space, computed from the rows in plain NumPy."""
    rows = connection.execute(text("SELECT image, components FROM vector WHERE space = :space"), {"space": space}).all()
    if not rows:
        return {}
    table = np.array([np.frombuffer(row[1], "<f4") for row in rows]).astype(np.float64)
    table /= np.abs(table).max(1)[:, None]
    wide_query = query.astype(np.float64)
    wide_query /= np.abs(wide_query).max()
    cosines = table @ wide_query / (np.linalg.norm(table, axis=1) * np.linalg.norm(wide_query))
    return {int(row[0]): float(far) for row, far in zip(rows, rounded_distances(cosines), strict=True)}


def rounded_distances(cosines: NDArray[np.float64]) -> NDArray[np.float64]:
    """Distances (1 - cosine) rounded to twelve decimals, as the product returns them."""
    far: NDArray[np.float64] = np.clip(np.round(1 - cosines, 12), 0, 2)
    return far


def check_nearest(
    hits: Hits, expected: Distances, count: int, among: BitMap | None = None, max_distance: float | None = None
) -> float:
    """Check everything about the hits except that they are the nearest; returns their recall."""
    qualifying = qualifying_images(expected, among, max_distance)
    actual = dict(zip(hits.images.tolist(), hits.distances.tolist(), strict=True))
    assert len(actual) == len(hits.images), "an image twice"
    assert len(actual) == min(count, len(qualifying)), (len(actual), count, len(qualifying))
    _check_distances(actual, qualifying)
    order = list(zip(hits.distances.tolist(), hits.images.tolist(), strict=True))
    assert order == sorted(order)
    if not actual:
        return 1.0
    limit = sorted(qualifying.values())[len(actual) - 1] + 1e-9
    return sum(qualifying[image] <= limit for image in actual) / len(actual)


def check_exact(
    hits: Hits, expected: Distances, count: int, among: BitMap | None = None, max_distance: float | None = None
) -> None:
    """Check that the hits are the exact result; hits at equal distances have to be in the order of their keys."""
    assert check_nearest(hits, expected, count, among, max_distance) == 1.0
    if len(hits.images):
        # Every image that is nearer by more than the rounding error has to be among the hits.
        qualifying = qualifying_images(expected, among, max_distance)
        last = float(hits.distances[-1])
        assert {image for image, far in qualifying.items() if far < last - 1e-9} <= set(hits.images.tolist())


def check_within(hits: Hits, expected: Distances, max_distance: float, among: BitMap | None = None) -> None:
    """Check that the hits are all images within `max_distance`."""
    actual = dict(zip(hits.images.tolist(), hits.distances.tolist(), strict=True))
    assert len(actual) == len(hits.images), "an image twice"
    qualifying = qualifying_images(expected, among, max_distance)
    _check_distances(actual, qualifying | {image: expected[image] for image in actual if image in expected})
    for image in actual.keys() ^ qualifying.keys():  # allowed only within the rounding error of the limit
        assert abs(expected[image] - max_distance) < 2e-12, (image, expected[image], max_distance)


def qualifying_images(distances: Distances, among: BitMap | None, max_distance: float | None) -> Distances:
    """The images that may be in the result, with their distances."""
    return {
        image: far
        for image, far in distances.items()
        if (among is None or image in among) and (max_distance is None or far <= max_distance)
    }


def _check_distances(actual: Distances, expected: Distances) -> None:
    for image, far in actual.items():
        assert image in expected, f"{image} does not qualify"
        assert abs(far - expected[image]) < 2e-12, (image, far, expected[image])


@contextmanager
def maintained_spaces(store: Store, folder: Path, thresholds: Thresholds = EAGER) -> Iterator[IndexedSpaces]:
    """Spaces whose background thread is running."""
    vectors = IndexedSpaces(folder, store, thresholds)
    asyncio.run(vectors.begin())
    try:
        yield vectors
    finally:
        asyncio.run(vectors.stop())


def wait_for_maintenance(library: VectorLibrary, vectors: IndexedSpaces, *, seconds: float = 30.0) -> SpaceProgress:
    """The state of the space once all maintenance that is due has been done."""
    deadline = time.monotonic() + seconds
    while True:
        library.current_space(vectors)
        (progress,) = [each for each in vectors.progress() if each.space == library.space_key]
        if progress.state != "building" and progress.tail_count < max(
            EAGER.min_file_vectors, EAGER.tail_share * progress.count
        ):
            return progress
        assert time.monotonic() < deadline, progress
        time.sleep(0.02)


def clustered_vectors(rng: np.random.Generator, count: int, length: int, clusters: int = 12) -> Matrix:
    """Vectors of different norms around cluster centres, which are the same for each call."""
    centres = np.random.default_rng(length).standard_normal((clusters, length))
    vectors = centres[rng.integers(clusters, size=count)] + 0.3 * rng.standard_normal((count, length))
    scales = 10.0 ** rng.uniform(-3, 3, (count, 1))
    return (vectors * scales).astype(np.float32)


def without_polling(thresholds: Thresholds) -> Thresholds:
    """The same thresholds, for tests that run the maintenance themselves."""
    return replace(thresholds, poll_seconds=3600.0)
