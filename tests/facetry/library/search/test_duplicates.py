"""Near duplicates: the SQL condition on perceptual hashes agrees with a count of the differing bits."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import BigInteger, bindparam, select

from facetry.library.images import to_signed
from facetry.library.search.criteria.duplicates import within
from tests.support.libraries.stores import temporary_store

BITS = st.integers(0, 2**64 - 1)
CHANGES = st.sets(st.integers(0, 63), max_size=20).map(lambda bits: sum(1 << bit for bit in bits))


def test_hashes_are_within_a_distance_exactly_when_no_more_bits_differ() -> None:
    with temporary_store() as store:

        @given(value=BITS, change=CHANGES, offset=st.integers(-1, 1))
        @settings(max_examples=500, deadline=None)
        def check(value: int, change: int, offset: int) -> None:
            distance = min(max(change.bit_count() + offset, 0), 16)
            reference, other = to_signed(value), to_signed(value ^ change)
            assert reference is not None
            statement = select(within(bindparam("other", other, BigInteger()), reference, distance))
            is_match = store.read_now(lambda connection: connection.execute(statement).scalar_one())
            assert bool(is_match) is (change.bit_count() <= distance)

        check()
