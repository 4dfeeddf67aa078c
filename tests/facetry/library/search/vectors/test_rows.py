"""Rows: no bit of a vector is lost, and how wrong rough distances are is known."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from facetry.library.search.vectors import exact_pass as scan
from facetry.library.search.vectors.exact_pass import Shortlist
from facetry.library.search.vectors.rows import decoded, distances, halves, joined, query_of, rows_of, scaled

FINITE = st.floats(width=32, allow_nan=False, allow_infinity=False)
VECTOR = hnp.arrays(np.float32, st.integers(1, 40), elements=FINITE).filter(lambda vector: bool(vector.any()))


@given(hnp.arrays(np.float32, st.integers(1, 50), elements=st.floats(width=32, allow_nan=False)))
def test_both_halves_are_the_number(numbers: np.ndarray) -> None:
    upper, lower = halves(numbers)
    assert joined(upper, lower).tobytes() == numbers.tobytes()


@given(VECTOR)
def test_scaling_changes_no_digit(vector: np.ndarray) -> None:
    made = scaled(vector[None])[0].astype(np.float64)
    assert 0.5 <= np.abs(made).max() < 1
    factor = 2.0 ** (np.frexp(np.abs(vector).max())[1])
    assert np.abs(made * factor - vector.astype(np.float64)).max() <= factor * 2.0**-149


@given(VECTOR, st.integers(-100, 100))
def test_a_vector_is_at_distance_zero_from_itself_at_any_length(vector: np.ndarray, exponent: int) -> None:
    with np.errstate(over="ignore"):
        longer = np.ldexp(vector, exponent).astype(np.float32)
    if not np.isfinite(longer).all() or not np.array_equal(np.ldexp(longer.astype(np.float64), -exponent), vector):
        return  # beyond 32 bits
    rows, query = rows_of(np.array([vector, longer])), query_of(vector, len(vector))
    products = rows.dots(np.arange(2), query.wide[0])
    assert distances(products, rows.squares, query.square).tolist() == [0.0, 0.0]


@pytest.mark.parametrize("length", [1, 2, 3, 7, 31, 32, 33, 100, 512, 513, 1024, 3000, 8192])
def test_rough_distances_are_as_wrong_as_is_said_at_most(length: int) -> None:
    chance = np.random.default_rng(length)
    kinds = [
        chance.standard_normal((60, length)),
        np.exp(chance.standard_normal((60, length)) * 8),  # a few components are all of it
        1 + chance.uniform(0, 2.0**-7, (60, length)),  # what rounding changes most, all to the same side
        np.sign(chance.standard_normal((60, length))) * (1 + 2.0**-8 * chance.choice([0.999, 1.001], (60, length))),
    ]
    for kind in kinds:
        vectors = kind.astype(np.float32)
        rows = rows_of(vectors)
        for vector in vectors[:10]:
            query = query_of(vector, length)
            true = distances(rows.dots(np.arange(len(vectors)), query.wide[0]), rows.squares, query.square)
            rough = scan.rough(query.upper, rows.upper)
            for one, other in zip(true, rough, strict=True):
                assert other <= scan.reach(float(one), 1, length)
            # In angles, the kernel's noise apart, the error is within what rounding can do.
            angles = np.arccos(1 - true), np.arccos(np.clip(1 - rough, -1, 1))
            allowed = scan.ROUNDING + np.sqrt(2 * scan.noise(length))
            assert np.abs(angles[0] - angles[1]).max() <= allowed


@pytest.mark.parametrize("length", [1, 3, 64, 512, 2000])
def test_the_kernel_is_as_noisy_as_is_said_at_most(length: int) -> None:
    chance = np.random.default_rng(length)
    rows = rows_of(chance.standard_normal((500, length)).astype(np.float32))
    query = query_of(chance.standard_normal(length).astype(np.float32), length)
    rounded = joined(rows.upper, np.zeros_like(rows.lower)).astype(np.float64)
    asked = joined(query.upper, np.zeros(query.upper.shape, np.int16))[0].astype(np.float64)
    exact = 1 - rounded @ asked / np.linalg.norm(rounded, axis=1) / np.linalg.norm(asked)
    assert np.abs(scan.rough(query.upper, rows.upper) - exact).max() <= scan.noise(length) / 2


@settings(max_examples=200)
@given(st.data())
def test_a_shortlist_drops_nothing_that_could_be_in_the_answer(data: st.DataObject) -> None:
    count = data.draw(st.one_of(st.none(), st.integers(1, 20)))
    limit = data.draw(st.one_of(st.none(), st.floats(0, 2)))
    far = data.draw(hnp.arrays(np.float64, st.integers(0, 200), elements=st.floats(0, 2)))
    shortlist = Shortlist(64, count, limit)
    for start in range(0, len(far), 17):
        shortlist.offer(np.arange(start, min(start + 17, len(far))), far[start : start + 17])
    kept = set(shortlist.slots().tolist())
    wanted = sorted((value, place) for place, value in enumerate(far.tolist()) if limit is None or value <= limit)
    assert kept >= {place for _, place in (wanted if count is None else wanted[:count])}


def test_what_is_no_vector_is_told() -> None:
    fine = np.array([1, 2], "<f4").tobytes()
    odd = [b"", fine[:4], fine + fine, bytes(8), np.array([np.nan, 1], "<f4").tobytes()]
    odd.append(np.array([1, np.inf], "<f4").tobytes())
    components, are_vectors = decoded([fine, *odd, fine], 2)
    assert are_vectors.tolist() == [True, *[False] * len(odd), True]
    assert components[[0, -1]].tolist() == [[1, 2], [1, 2]]


@pytest.mark.parametrize("values", [[1.0], [1.0, 2.0, 3.0], [0.0, -0.0], [np.nan, 1.0], [np.inf, 1.0]])
def test_a_query_that_is_no_vector_of_the_space_is_refused(values: list[float]) -> None:
    with pytest.raises(ValueError, match="the vector"):
        query_of(np.array(values, np.float32), 2)
