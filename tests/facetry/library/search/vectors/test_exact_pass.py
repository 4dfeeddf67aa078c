"""The exact pass against plain NumPy, and earlier moments while vectors come and go."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from pyroaring import BitMap

from facetry.library.search.vectors.rows import rows_of
from facetry.library.search.vectors.space_view import View
from facetry.library.search.vectors.table import Table
from tests.support.vector_spaces import LAZY, Matrix, Truth, check_exact, check_within, told_distance

LENGTHS = st.sampled_from([1, 2, 3, 16, 33])


class Model:
    """A table, and beside it what it should hold."""

    def __init__(self, length: int) -> None:
        self.table = Table(None, length)
        self.vectors: dict[int, Matrix] = {}
        self.key = 0

    def change(self, removed: list[int], added: dict[int, Matrix]) -> None:
        images = np.array(list(added), np.uint32)
        keys = np.arange(self.key + 1, self.key + len(added) + 1)
        self.key += len(added)
        changed = np.concatenate((np.array(removed, np.uint32), images))
        pieces = [(keys, images, rows_of(np.array(list(added.values()))))] if added else []
        self.table.replace(changed, pieces)
        for image in removed:
            self.vectors.pop(image, None)
        self.vectors |= added

    def view(self) -> View:
        return View(self.table.moment(), LAZY)


def truth(vectors: dict[int, Matrix], query: Matrix) -> Truth:
    asked = query.astype(np.float64)
    asked /= np.linalg.norm(asked / np.abs(asked).max()) * np.abs(asked).max()
    told = {}
    for image, vector in vectors.items():
        wide = vector.astype(np.float64) / np.abs(vector).max()
        told[image] = float(told_distance(wide @ asked / np.linalg.norm(wide)))
    return told


def vectors(length: int) -> st.SearchStrategy[Matrix]:
    """Few different ones, so that many are equal or opposite; and some of any size."""
    some = st.integers(0, 6).map(lambda seed: np.random.default_rng(seed).standard_normal(length).astype(np.float32))
    factors = st.sampled_from([1.0, -1.0, 1e-30, 1e30, 2.0**-140])
    made = st.builds(lambda vector, factor: (vector * np.float64(factor)).astype(np.float32), some, factors)
    return made.filter(lambda vector: bool(vector.any()))


@st.composite
def changes(draw: st.DrawFn, length: int) -> tuple[list[int], dict[int, Matrix]]:
    images = st.integers(0, 40)
    return draw(st.lists(images, max_size=5)), draw(st.dictionaries(images, vectors(length), max_size=12))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_every_moment_stays_what_it_was(data: st.DataObject) -> None:
    length = data.draw(LENGTHS)
    model = Model(length)
    moments: list[tuple[View, dict[int, Matrix]]] = [(model.view(), {})]
    for removed, added in data.draw(st.lists(changes(length), max_size=8)):
        model.change(removed, added)
        moments.append((model.view(), dict(model.vectors)))
    query = data.draw(vectors(length))
    for view, held in data.draw(st.permutations(moments)):
        true = truth(held, query)
        count = data.draw(st.integers(0, 50))
        limit = data.draw(st.one_of(st.none(), st.floats(-0.5, 2.5)))
        among = data.draw(st.one_of(st.none(), st.sets(st.integers(0, 60)).map(BitMap)))
        assert set(view.images()) == held.keys()
        assert view.count == len(held)
        check_exact(view.nearest(query, count, among, limit), true, count, among, limit)
        check_within(
            view.within(query, 1.0 if limit is None else limit, among), true, 1.0 if limit is None else limit, among
        )
        asked = np.array([*held, 61, 10**6, 0], np.uint32)
        scores = dict(zip(asked.tolist(), view.score(query, asked).tolist(), strict=True))
        for image, score in scores.items():
            assert (image in true and abs(score - true[image]) < 2e-12) or (image not in true and np.isnan(score))


def test_equal_vectors_come_in_the_order_of_their_keys() -> None:
    model = Model(20)
    chance = np.random.default_rng(1)
    one, other = chance.standard_normal((2, 20)).astype(np.float32)
    images = chance.permutation(300).tolist()
    model.change([], {image: (one if image % 3 else other) * np.float32(2.0 ** (image % 5)) for image in images})
    hits = model.view().nearest(one, 250)
    near = [image for image in range(300) if image % 3]
    far = [image for image in range(300) if not image % 3]
    assert hits.images.tolist() == [*near, *far][:250]
    assert set(hits.distances[:200].tolist()) == {0.0}
    assert len(set(hits.distances[200:].tolist())) == 1


def test_many_vectors_are_looked_at_in_pieces() -> None:
    """More than one call of the kernel, and filters on both sides of where picking gives way to a pass."""
    model = Model(4096)
    chance = np.random.default_rng(2)
    made = chance.standard_normal((3000, 4096)).astype(np.float32)
    made[::7] = made[0] + 0.01 * made[::7]
    for start in range(0, 3000, 500):
        model.change([], {image: made[image] for image in range(start, start + 500)})
    model.change([5, 700, 1400], {21: made[21] * np.float32(3)})
    view = model.view()
    true = truth(model.vectors, made[14])
    for among in (None, BitMap(range(0, 3000, 2)), BitMap(range(0, 3000, 50)), BitMap([5])):
        for count in (1, 10, 600, 5000):
            check_exact(view.nearest(made[14], count, among), true, count, among)
        check_within(view.within(made[14], 0.5, among), true, 0.5, among)
