"""The transfer rate of bodies and answers: a grace of one pause, then a rate, and no long pause at any rate."""

import pytest

from facetry.server.transfer_rate import MIN_BYTES_PER_SECOND, PAUSE_SECONDS, AnswerRate, deadline


@pytest.mark.parametrize(
    ("now", "seconds_worth", "expected"),
    [
        (100.0, 0, 100.0),
        (110.0, 0, 100.0),
        (110.0, 4, 104.0),
        (110.0, 10, 110.0),
        (110.0, 1_000, 110.0),
    ],
)
def test_a_deadline_follows_the_slower_of_clock_and_rate(now: float, seconds_worth: int, expected: float) -> None:
    assert deadline(100.0, now, seconds_worth * MIN_BYTES_PER_SECOND) == expected + PAUSE_SECONDS


def test_an_answer_without_waiting_data_is_never_too_slow() -> None:
    rate = AnswerRate()
    assert not rate.is_too_slow(0.0, 1_000, 500)
    assert not rate.is_too_slow(1_000.0, 1_000, 0)
    assert not rate.is_too_slow(1_000.0, 2_000, 500)
    assert not rate.is_too_slow(1_000.0 + PAUSE_SECONDS, 2_000, 500)
    assert rate.is_too_slow(1_000.1 + PAUSE_SECONDS, 2_000, 500)


def test_an_answer_that_is_read_below_the_rate_is_too_slow() -> None:
    rate, read, time = AnswerRate(), 0, 0.0
    while not rate.is_too_slow(time, 10**9, 10**9 - read):
        time += 1
        read += MIN_BYTES_PER_SECOND // 2
    assert time == pytest.approx(2 * PAUSE_SECONDS, abs=2)


def test_an_answer_that_is_read_at_the_rate_goes_on() -> None:
    """The bytes that were read before data waited do not count."""
    rate = AnswerRate()
    for second in range(1_000):
        read = 10**6 + second * MIN_BYTES_PER_SECOND
        assert not rate.is_too_slow(float(second), 10**9, 10**9 - read)
    assert not rate.is_too_slow(999.0 + PAUSE_SECONDS, 10**9, 10**9 - read)
    assert rate.is_too_slow(1_000.0 + PAUSE_SECONDS, 10**9, 10**9 - read)
