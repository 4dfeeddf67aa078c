"""Rows: splitting loses no bit of a vector, and the error of rough distances is within its bound."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from facetry.library.search.vectors import exact_pass
from facetry.library.search.vectors.exact_pass import Shortlist
from facetry.library.search.vectors.rows import (
    decode_vectors,
    distances,
    halves,
    join_halves,
    query_of,
    scale,
    split_vectors,
)

FINITE = st.floats(width=32, allow_nan=False, allow_infinity=False)
VECTOR = hnp.arrays(np.float32, st.integers(1, 40), elements=FINITE).filter(lambda vector: bool(vector.any()))


@given(hnp.arrays(np.float32, st.integers(1, 50), elements=st.floats(width=32, allow_nan=False)))
def test_joined_halves_are_the_original_numbers(numbers: np.ndarray) -> None:
    upper, lower = halves(numbers)
    assert join_halves(upper, lower).tobytes() == numbers.tobytes()


@given(VECTOR)
def test_scaling_changes_no_digit(vector: np.ndarray) -> None:
    scaled = scale(vector[None])[0].astype(np.float64)
    assert 0.5 <= np.abs(scaled).max() < 1
    factor = 2.0 ** (np.frexp(np.abs(vector).max())[1])
    assert np.abs(scaled * factor - vector.astype(np.float64)).max() <= factor * 2.0**-149


@given(VECTOR, st.integers(-100, 100))
def test_a_vector_is_at_distance_zero_from_itself_at_any_norm(vector: np.ndarray, exponent: int) -> None:
    with np.errstate(over="ignore"):
        longer = np.ldexp(vector, exponent).astype(np.float32)
    if not np.isfinite(longer).all() or not np.array_equal(np.ldexp(longer.astype(np.float64), -exponent), vector):
        return  # the scaled vector exceeds 32 bits
    rows, query = split_vectors(np.array([vector, longer])), query_of(vector, len(vector))
    products = rows.dot_products(np.arange(2), query.float64[0])
    assert distances(products, rows.squared_norms, query.squared_norm).tolist() == [0.0, 0.0]


@pytest.mark.parametrize("length", [1, 2, 3, 7, 31, 32, 33, 100, 512, 513, 1024, 3000, 8192])
def test_the_error_of_rough_distances_is_within_its_bound(length: int) -> None:
    rng = np.random.default_rng(length)
    kinds = [
        rng.standard_normal((60, length)),
        np.exp(rng.standard_normal((60, length)) * 8),  # a few components dominate
        1 + rng.uniform(0, 2.0**-7, (60, length)),  # rounding changes these most, all in the same direction
        np.sign(rng.standard_normal((60, length))) * (1 + 2.0**-8 * rng.choice([0.999, 1.001], (60, length))),
    ]
    for kind in kinds:
        vectors = kind.astype(np.float32)
        rows = split_vectors(vectors)
        for vector in vectors[:10]:
            query = query_of(vector, length)
            true = distances(
                rows.dot_products(np.arange(len(vectors)), query.float64[0]), rows.squared_norms, query.squared_norm
            )
            rough = exact_pass.rough_distances(query.upper, rows.upper)
            for true_distance, rough_distance in zip(true, rough, strict=True):
                assert rough_distance <= exact_pass.rough_bound(float(true_distance), 1, length)
            # As angles and without the noise of the kernel, the error is within the bound of rounding.
            angles = np.arccos(1 - true), np.arccos(np.clip(1 - rough, -1, 1))
            max_error = exact_pass.ROUNDING_ANGLE + np.sqrt(2 * exact_pass.noise(length))
            assert np.abs(angles[0] - angles[1]).max() <= max_error


@pytest.mark.parametrize("length", [1, 3, 64, 512, 2000])
def test_the_noise_of_the_kernel_is_within_its_bound(length: int) -> None:
    rng = np.random.default_rng(length)
    rows = split_vectors(rng.standard_normal((500, length)).astype(np.float32))
    query = query_of(rng.standard_normal(length).astype(np.float32), length)
    rounded = join_halves(rows.upper, np.zeros_like(rows.lower)).astype(np.float64)
    rounded_query = join_halves(query.upper, np.zeros(query.upper.shape, np.int16))[0].astype(np.float64)
    exact = 1 - rounded @ rounded_query / np.linalg.norm(rounded, axis=1) / np.linalg.norm(rounded_query)
    assert np.abs(exact_pass.rough_distances(query.upper, rows.upper) - exact).max() <= exact_pass.noise(length) / 2


@settings(max_examples=200)
@given(st.data())
def test_a_shortlist_keeps_every_slot_that_can_be_in_the_result(data: st.DataObject) -> None:
    count = data.draw(st.one_of(st.none(), st.integers(1, 20)))
    limit = data.draw(st.one_of(st.none(), st.floats(0, 2)))
    rough = data.draw(hnp.arrays(np.float64, st.integers(0, 200), elements=st.floats(0, 2)))
    shortlist = Shortlist(64, count, limit)
    for start in range(0, len(rough), 17):
        shortlist.offer(np.arange(start, min(start + 17, len(rough))), rough[start : start + 17])
    candidates = set(shortlist.candidates().tolist())
    qualifying = sorted((value, place) for place, value in enumerate(rough.tolist()) if limit is None or value <= limit)
    assert candidates >= {place for _, place in (qualifying if count is None else qualifying[:count])}


def test_decoding_reports_invalid_vectors() -> None:
    valid = np.array([1, 2], "<f4").tobytes()
    invalid = [b"", valid[:4], valid + valid, bytes(8), np.array([np.nan, 1], "<f4").tobytes()]
    invalid.append(np.array([1, np.inf], "<f4").tobytes())
    components, are_vectors = decode_vectors([valid, *invalid, valid], 2)
    assert are_vectors.tolist() == [True, *[False] * len(invalid), True]
    assert components[[0, -1]].tolist() == [[1, 2], [1, 2]]


@pytest.mark.parametrize("values", [[1.0], [1.0, 2.0, 3.0], [0.0, -0.0], [np.nan, 1.0], [np.inf, 1.0]])
def test_a_query_of_wrong_length_or_value_is_refused(values: list[float]) -> None:
    with pytest.raises(ValueError, match="the vector"):
        query_of(np.array(values, np.float32), 2)
