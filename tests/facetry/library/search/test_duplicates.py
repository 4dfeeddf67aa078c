"""Hashes that differ in few bits: what SQL says is what counting the bits says."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import BigInteger, bindparam, select

from facetry.library.images import signed
from facetry.library.search.duplicates import within
from tests.support.stores import temporary_store

BITS = st.integers(0, 2**64 - 1)
CHANGES = st.sets(st.integers(0, 63), max_size=20).map(lambda bits: sum(1 << bit for bit in bits))


def test_hashes_are_within_a_distance_exactly_when_no_more_bits_differ() -> None:
    with temporary_store() as store:

        @given(value=BITS, change=CHANGES, beside=st.integers(-1, 1))
        @settings(max_examples=500, deadline=None)
        def holds(value: int, change: int, beside: int) -> None:
            distance = min(max(change.bit_count() + beside, 0), 16)
            mine, other = signed(value), signed(value ^ change)
            assert mine is not None
            statement = select(within(bindparam("other", other, BigInteger()), mine, distance))
            found = store.read_now(lambda connection: connection.execute(statement).scalar_one())
            assert bool(found) is (change.bit_count() <= distance)

        holds()
