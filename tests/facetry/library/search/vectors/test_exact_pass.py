"""The exact pass agrees with plain NumPy, and earlier snapshots stay unchanged while vectors come and go."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from pyroaring import BitMap

from facetry.library.search.vectors.rows import split_vectors
from facetry.library.search.vectors.space_view import SpaceView
from facetry.library.search.vectors.table import Table
from tests.support.libraries.vector_spaces import (
    LAZY,
    Distances,
    Matrix,
    check_exact,
    check_within,
    rounded_distances,
)

LENGTHS = st.sampled_from([1, 2, 3, 16, 33])


class TableModel:
    """A table, and the vectors that it should contain."""

    def __init__(self, length: int) -> None:
        self.table = Table(None, length)
        self.vectors: dict[int, Matrix] = {}
        self.key = 0

    def change(self, removed: list[int], added: dict[int, Matrix]) -> None:
        images = np.array(list(added), np.uint32)
        keys = np.arange(self.key + 1, self.key + len(added) + 1)
        self.key += len(added)
        changed = np.concatenate((np.array(removed, np.uint32), images))
        batches = [(keys, images, split_vectors(np.array(list(added.values()))))] if added else []
        self.table.replace(changed, batches)
        for image in removed:
            self.vectors.pop(image, None)
        self.vectors |= added

    def view(self) -> SpaceView:
        return SpaceView(self.table.snapshot(), LAZY)


def expected_distances(vectors: dict[int, Matrix], query: Matrix) -> Distances:
    wide_query = query.astype(np.float64)
    wide_query /= np.linalg.norm(wide_query / np.abs(wide_query).max()) * np.abs(wide_query).max()
    expected = {}
    for image, vector in vectors.items():
        wide_vector = vector.astype(np.float64) / np.abs(vector).max()
        expected[image] = float(rounded_distances(wide_vector @ wide_query / np.linalg.norm(wide_vector)))
    return expected


def vectors(length: int) -> st.SearchStrategy[Matrix]:
    """Vectors of few directions, so that many are equal or opposite, and of very different norms."""
    directions = st.integers(0, 6).map(
        lambda seed: np.random.default_rng(seed).standard_normal(length).astype(np.float32)
    )
    factors = st.sampled_from([1.0, -1.0, 1e-30, 1e30, 2.0**-140])
    scaled = st.builds(lambda vector, factor: (vector * np.float64(factor)).astype(np.float32), directions, factors)
    return scaled.filter(lambda vector: bool(vector.any()))


@st.composite
def changes(draw: st.DrawFn, length: int) -> tuple[list[int], dict[int, Matrix]]:
    images = st.integers(0, 40)
    return draw(st.lists(images, max_size=5)), draw(st.dictionaries(images, vectors(length), max_size=12))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_every_snapshot_is_immutable(data: st.DataObject) -> None:
    length = data.draw(LENGTHS)
    model = TableModel(length)
    snapshots: list[tuple[SpaceView, dict[int, Matrix]]] = [(model.view(), {})]
    for removed, added in data.draw(st.lists(changes(length), max_size=8)):
        model.change(removed, added)
        snapshots.append((model.view(), dict(model.vectors)))
    query = data.draw(vectors(length))
    for view, live_vectors in data.draw(st.permutations(snapshots)):
        true = expected_distances(live_vectors, query)
        count = data.draw(st.integers(0, 50))
        limit = data.draw(st.one_of(st.none(), st.floats(-0.5, 2.5)))
        among = data.draw(st.one_of(st.none(), st.sets(st.integers(0, 60)).map(BitMap)))
        assert set(view.images()) == live_vectors.keys()
        assert view.count == len(live_vectors)
        check_exact(view.nearest(query, count, among, limit), true, count, among, limit)
        check_within(
            view.within(query, 1.0 if limit is None else limit, among), true, 1.0 if limit is None else limit, among
        )
        images = np.array([*live_vectors, 61, 10**6, 0], np.uint32)
        scores = dict(zip(images.tolist(), view.distances_of(query, images).tolist(), strict=True))
        for image, score in scores.items():
            assert (image in true and abs(score - true[image]) < 2e-12) or (image not in true and np.isnan(score))


def test_images_at_equal_distances_are_ordered_by_key() -> None:
    model = TableModel(20)
    rng = np.random.default_rng(1)
    one, other = rng.standard_normal((2, 20)).astype(np.float32)
    images = rng.permutation(300).tolist()
    model.change([], {image: (one if image % 3 else other) * np.float32(2.0 ** (image % 5)) for image in images})
    hits = model.view().nearest(one, 250)
    near = [image for image in range(300) if image % 3]
    far = [image for image in range(300) if not image % 3]
    assert hits.images.tolist() == [*near, *far][:250]
    assert set(hits.distances[:200].tolist()) == {0.0}
    assert len(set(hits.distances[200:].tolist())) == 1


def test_passes_over_many_vectors_are_split_into_several_kernel_calls() -> None:
    """Several kernel calls, with filters on both sides of the threshold between gathering and a full pass."""
    model = TableModel(4096)
    rng = np.random.default_rng(2)
    matrix = rng.standard_normal((3000, 4096)).astype(np.float32)
    matrix[::7] = matrix[0] + 0.01 * matrix[::7]
    for start in range(0, 3000, 500):
        model.change([], {image: matrix[image] for image in range(start, start + 500)})
    model.change([5, 700, 1400], {21: matrix[21] * np.float32(3)})
    view = model.view()
    true = expected_distances(model.vectors, matrix[14])
    for among in (None, BitMap(range(0, 3000, 2)), BitMap(range(0, 3000, 50)), BitMap([5])):
        for count in (1, 10, 600, 5000):
            check_exact(view.nearest(matrix[14], count, among), true, count, among)
        check_within(view.within(matrix[14], 0.5, among), true, 0.5, among)
