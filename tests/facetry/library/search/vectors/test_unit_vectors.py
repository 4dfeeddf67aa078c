"""Unit vectors: distances of the index are within their bound, and near neighbours keep their order."""

from __future__ import annotations

import numpy as np
import pytest
from usearch.index import Index

from facetry.library.search.vectors.graph import DTYPE, METRIC
from facetry.library.search.vectors.rows import distances, join_halves, query_of, split_vectors
from facetry.library.search.vectors.unit_vectors import max_error, unit_query, unit_vectors


def norms_of(upper: np.ndarray) -> np.ndarray:
    norms: np.ndarray = np.linalg.norm(join_halves(upper, np.zeros(1, "<i2")).astype(np.float64), axis=1)
    return norms


@pytest.mark.parametrize("length", [1, 2, 3, 7, 31, 32, 33, 100, 512, 513, 1024, 3000])
def test_distances_of_the_index_are_within_their_bound(length: int) -> None:
    rng = np.random.default_rng(length)
    kinds = [
        rng.standard_normal((60, length)),
        np.exp(rng.standard_normal((60, length)) * 8),  # a few components dominate
        1e30 * (1 + rng.uniform(0, 2.0**-7, (60, length))),  # rounding changes these most, all in the same direction
        np.sign(rng.standard_normal((60, length))) * (1 + 2.0**-8 * rng.choice([0.999, 1.001], (60, length))),
    ]
    for kind in kinds:
        vectors = kind.astype(np.float32)
        rows, all_places = split_vectors(vectors), np.arange(len(vectors))
        index = Index(ndim=length, metric=METRIC, dtype=DTYPE)
        index.add(all_places, unit_vectors(rows, all_places), dtype=DTYPE)
        for vector in vectors[:10]:
            query = query_of(vector, length)
            true = distances(rows.dot_products(all_places, query.float64[0]), rows.squared_norms, query.squared_norm)
            matches = index.search(unit_query(query), len(vectors), exact=True)
            assert sorted(matches.keys.tolist()) == all_places.tolist()
            assert np.abs(matches.distances - true[matches.keys]).max() <= max_error(length)


def test_rounding_keeps_the_norm_of_a_unit_vector() -> None:
    vectors = np.random.default_rng(1).standard_normal((200, 512)).astype(np.float32)
    units = unit_vectors(split_vectors(vectors), np.arange(200))
    assert np.abs(norms_of(units) - 1).max() < 1e-5
    # Each component is one of the two numbers that are next to it.
    exact = vectors / np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    components = join_halves(units, np.zeros(1, "<i2"))
    assert (np.abs(components - exact) <= np.abs(exact) * 2.0**-7).all()


def test_the_nearest_of_a_series_of_similar_pictures_are_found() -> None:
    """Their distances differ by less than what rounding to 16 bits would change them by, without the correction: one to
    four of the twenty nearest would be found."""
    rng = np.random.default_rng(2)
    picture = rng.standard_normal(512)
    series = (picture + rng.standard_normal((400, 512)) * np.geomspace(0.004, 0.02, 400)[:, None]).astype(np.float32)
    rows = split_vectors(series)
    index = Index(ndim=512, metric=METRIC, dtype=DTYPE)
    index.add(np.arange(400), unit_vectors(rows, np.arange(400)), dtype=DTYPE)
    query = query_of(picture.astype(np.float32), 512)
    true = distances(rows.dot_products(np.arange(400), query.float64[0]), rows.squared_norms, query.squared_norm)
    assert true[np.argsort(true)[20]] < 3e-5
    nearest = set(np.argsort(true)[:20].tolist())
    found = set(index.search(unit_query(query), 24, exact=True).keys.tolist())
    assert len(nearest & found) >= 15
