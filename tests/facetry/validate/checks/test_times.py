"""Times that are probably in seconds instead of milliseconds."""

import pytest

from facetry.validate.checks.times import seconds_finding


@pytest.mark.parametrize(
    ("time", "is_reported"),
    [
        (999_999_999, False),
        (1_000_000_000, True),
        (9_999_999_999, True),
        (10_000_000_000, False),
        (-1_000_000_000, False),
        (1_767_225_600.0, False),
        ("1767225600", False),
        (None, False),
        (True, False),
    ],
)
def test_seconds_of_the_years_2001_to_2286_are_reported(time: object, *, is_reported: bool) -> None:
    assert len(list(seconds_finding("event.time", "/milliseconds", time))) == is_reported


@pytest.mark.parametrize(("time", "day"), [(1_727_999_999, "1970-01-20"), (1_728_000_000, "1970-01-21")])
def test_the_warning_names_the_day_that_the_milliseconds_mean(time: int, day: str) -> None:
    (found,) = seconds_finding("event.time", "/milliseconds", time)
    assert (found.rule, found.pointer, found.level, found.value) == (
        "event.time",
        "/milliseconds",
        "warning",
        str(time),
    )
    assert found.detail.startswith(f"The time is in milliseconds, so this is {day}.")
