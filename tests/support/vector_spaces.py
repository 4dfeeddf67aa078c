"""Spaces of vectors for tests: rows of a store, what is true of them, and engines that look at files all the time."""

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
from sqlalchemy import Connection, select
from sqlmodel import col

from facetry.library import embeddings, images, repositories
from facetry.library.images import Image
from facetry.library.search.vectors.interface import Hits, Space, SpaceProgress
from facetry.library.search.vectors.thresholds import Thresholds
from facetry.library.search.vectors.vectors import Vectors
from facetry.store.store import Store
from facetry.store.work import Work
from generated.models import ImageEmbedding
from tests.support.stores import add_extensions, add_images, add_repository

EAGER = Thresholds(
    rows=10, index=20, tail_share=0.1, dead_share=0.1, quiet_seconds=0.0, poll_seconds=0.02, exact=0, favour=1e12
)
"""Files from ten vectors on, an index from twenty on, and the index answers whenever it can."""
LAZY = Thresholds(rows=10**9, index=10**9)
"""No files at all."""
EXTENSION, NAME = "seer", "semantic"

Matrix = NDArray[np.float32]
Truth = dict[int, float]


@dataclass
class Shelf:
    """A store with images that have vectors in one space."""

    store: Store
    length: int
    ids: dict[int, UUID] = field(default_factory=dict)
    """Of the images, by key."""

    def __post_init__(self) -> None:
        known = self.store.read_now(repositories.every)
        if known:  # it was filled before
            (self.repository,) = known
            self.ids = self.store.read_now(_images)
        else:
            add_extensions(self.store, EXTENSION)
            self.repository = add_repository(self.store)

    @property
    def space(self) -> int:
        """The key of the space, once there was a vector."""
        found = self.store.read_now(lambda connection: embeddings.space_of(connection, EXTENSION, NAME))
        assert found is not None
        return found[0]

    def add(self, vectors: Matrix) -> list[int]:
        """New images with these vectors; their keys."""
        ids = add_images(self.store, self.repository, [f"{uuid4()}.jpg" for _ in vectors])
        keys = self.store.read_now(lambda connection: [images.key_of(connection, id) for id in ids])
        self.ids |= dict(zip(keys, ids, strict=True))
        self.set(keys, vectors)
        return keys

    def set(self, keys: Sequence[int], vectors: Matrix) -> None:
        """These images have these vectors, all in one commit."""
        made = [ImageEmbedding(name=NAME, values=vector.tolist()) for vector in vectors]
        pairs = [(self.ids[key], vector) for key, vector in zip(keys, made, strict=True)]

        def unit(work: Work) -> None:
            for id, vector in pairs:
                embeddings.replace(work, id, EXTENSION, [vector])

        self.store.write_now(unit)

    def clear(self, key: int) -> None:
        """The image has no vector any more."""
        self.store.write_now(partial(embeddings.clear, image=self.ids[key], extension=EXTENSION))

    def delete(self, keys: Sequence[int]) -> None:
        """These images are no more."""
        self.store.write_now(lambda work: images.remove(work, keys))
        for key in keys:
            del self.ids[key]

    def ask(self, vectors: Vectors) -> Space:
        """The space now."""
        return self.store.read_now(partial(vectors.at, space=self.space))

    def truth(self, query: Matrix) -> Truth:
        """How far each image is, by the rows."""
        return self.store.read_now(partial(truth, space=self.space, query=query))


def _images(connection: Connection) -> dict[int, UUID]:
    return {int(row[0] or 0): UUID(bytes=row[1]) for row in connection.execute(select(col(Image.key), col(Image.id)))}


def truth(connection: Connection, space: int, query: Matrix) -> Truth:
    """How far each image of the space is, by the rows, in plain NumPy."""
    rows = connection.exec_driver_sql("SELECT image, components FROM vector WHERE space = ?", (space,)).fetchall()
    if not rows:
        return {}
    table = np.array([np.frombuffer(row[1], "<f4") for row in rows]).astype(np.float64)
    table /= np.abs(table).max(1)[:, None]
    asked = query.astype(np.float64)
    asked /= np.abs(asked).max()
    cosines = table @ asked / (np.linalg.norm(table, axis=1) * np.linalg.norm(asked))
    return {int(row[0]): float(far) for row, far in zip(rows, told_distance(cosines), strict=True)}


def told_distance(cosine: NDArray[np.float64]) -> NDArray[np.float64]:
    """The distance as it is told, of which twelve decimals count."""
    far: NDArray[np.float64] = np.clip(np.round(1 - cosine, 12), 0, 2)
    return far


def check_nearest(
    hits: Hits, true: Truth, count: int, among: BitMap | None = None, max_distance: float | None = None
) -> float:
    """That the hits can be the answer, apart from better ones that are not there; the share of the true ones that
    is there."""
    qualified = qualifying(true, among, max_distance)
    told = dict(zip(hits.images.tolist(), hits.distances.tolist(), strict=True))
    assert len(told) == len(hits.images), "an image twice"
    assert len(told) == min(count, len(qualified)), (len(told), count, len(qualified))
    _check_distances(told, qualified)
    order = list(zip(hits.distances.tolist(), hits.images.tolist(), strict=True))
    assert order == sorted(order)
    if not told:
        return 1.0
    limit = sorted(qualified.values())[len(told) - 1] + 1e-9
    return sum(qualified[image] <= limit for image in told) / len(told)


def check_exact(
    hits: Hits, true: Truth, count: int, among: BitMap | None = None, max_distance: float | None = None
) -> None:
    """That the hits are the answer; equal distances in any order but that of the keys are wrong."""
    assert check_nearest(hits, true, count, among, max_distance) == 1.0
    if len(hits.images):
        # Whoever is nearer by more than rounding is there, and of equal ones those with the smallest keys.
        qualified = qualifying(true, among, max_distance)
        last = float(hits.distances[-1])
        assert {image for image, far in qualified.items() if far < last - 1e-9} <= set(hits.images.tolist())


def check_within(hits: Hits, true: Truth, max_distance: float, among: BitMap | None = None) -> None:
    """That the hits are all images so far away."""
    told = dict(zip(hits.images.tolist(), hits.distances.tolist(), strict=True))
    assert len(told) == len(hits.images), "an image twice"
    qualified = qualifying(true, among, max_distance)
    _check_distances(told, qualified | {image: true[image] for image in told if image in true})
    for image in told.keys() ^ qualified.keys():  # a matter of the last bit, or wrong
        assert abs(true[image] - max_distance) < 2e-12, (image, true[image], max_distance)


def qualifying(true: Truth, among: BitMap | None, max_distance: float | None) -> Truth:
    """Those that may be in an answer."""
    return {
        image: far
        for image, far in true.items()
        if (among is None or image in among) and (max_distance is None or far <= max_distance)
    }


def _check_distances(told: Truth, true: Truth) -> None:
    for image, far in told.items():
        assert image in true, f"{image} does not qualify"
        assert abs(far - true[image]) < 2e-12, (image, far, true[image])


@contextmanager
def tended(store: Store, folder: Path, thresholds: Thresholds = EAGER) -> Iterator[Vectors]:
    """Vectors with their background at work."""
    vectors = Vectors(folder, store, thresholds)
    asyncio.run(vectors.begin())
    try:
        yield vectors
    finally:
        asyncio.run(vectors.stop())


def settled(shelf: Shelf, vectors: Vectors, *, seconds: float = 30.0) -> SpaceProgress:
    """How far the space has come when nothing is left to be done."""
    deadline = time.monotonic() + seconds
    while True:
        shelf.ask(vectors)
        (told,) = [each for each in vectors.progress() if each.space == shelf.space]
        if told.state != "building" and told.tail < max(EAGER.rows, EAGER.tail_share * told.count):
            return told
        assert time.monotonic() < deadline, told
        time.sleep(0.02)


def clustered(chance: np.random.Generator, count: int, length: int, clusters: int = 12) -> Matrix:
    """Vectors of any norm that crowd around the same centres at each call."""
    centres = np.random.default_rng(length).standard_normal((clusters, length))
    made = centres[chance.integers(clusters, size=count)] + 0.3 * chance.standard_normal((count, length))
    scales = 10.0 ** chance.uniform(-3, 3, (count, 1))
    return (made * scales).astype(np.float32)


def rarely(thresholds: Thresholds) -> Thresholds:
    """The same, for who tends by hand."""
    return replace(thresholds, poll_seconds=3600.0)
