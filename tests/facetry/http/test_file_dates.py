"""Dates of files for HTTP, at chosen times."""

from __future__ import annotations

import time
from email.utils import formatdate

import pytest

from facetry.errors import FaultError
from facetry.http.file_dates import FileDate, date_of_change, date_of_modification
from facetry.http.preconditions import Preconditions, Validators, range_applies
from facetry.system.files.file_versions import FileVersion

SECOND = 1_000_000_000
NOW = 1_000_000.5


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: NOW)
    monkeypatch.setattr(time, "time_ns", lambda: int(NOW * SECOND))


def version(changed: float) -> FileVersion:
    return FileVersion(1, 1, int(changed * SECOND))


@pytest.mark.parametrize(
    ("changed", "modified", "expected"),
    [
        (999_999.25, 5, FileDate(1_000_000, is_past=True)),
        (999_999.25, 1_000_000.25, FileDate(1_000_001, is_past=False)),
        (1_000_000.25, 5, FileDate(1_000_001, is_past=False)),
        (999_999.25, NOW + 60, FileDate(1_000_000, is_past=True)),
        (1_000_060.25, 5, FileDate(1_000_061, is_past=False)),
        # a clock of whole seconds, in steps of two
        (999_999, 5, FileDate(1_000_000, is_past=False)),
        (999_997, 5, FileDate(999_998, is_past=True)),
        # no change time
        (0, 999_990.5, FileDate(999_991, is_past=True)),
        (0, NOW + 60, FileDate(1_000_061, is_past=False)),
        (0, -5, FileDate(1, is_past=True)),
        (0, 1e18, FileDate(253_402_300_799, is_past=False)),
    ],
)
def test_the_date_of_a_change(changed: float, modified: float, expected: FileDate) -> None:
    assert date_of_change(version(changed), modified) == expected


@pytest.mark.parametrize(
    ("modified", "expected"),
    [
        (5.75, FileDate(5, is_past=True)),
        (-5, FileDate(0, is_past=True)),
        (1_000_000.25, FileDate(1_000_000, is_past=True)),
        (1_000_001.25, FileDate(1_000_001, is_past=False)),
    ],
)
def test_the_date_of_a_modification(modified: float, expected: FileDate) -> None:
    assert date_of_modification(version(999_999.25), modified) == expected


def test_the_first_moments_of_a_second_belong_to_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the file system may be behind, so that a later change gets the same date."""
    for now, is_past in ((1_000_000.01, False), (1_000_000.03, True)):
        monkeypatch.setattr(time, "time_ns", lambda now=now: int(now * SECOND))
        assert date_of_change(version(999_999.25), 5).is_past is is_past


def test_a_date_that_is_not_told_yet_protects_the_version_and_nobody_has_it() -> None:
    untold = Validators("abc", 1_000_001, is_date_strong=True, is_date_told=False)
    before, same, after = (formatdate(seconds, usegmt=True).encode() for seconds in (1_000_000, 1_000_001, 1_000_002))
    for date in (before, same, after):
        assert Preconditions({b"if-modified-since": date}).outcome(untold) == "perform"
        assert not range_applies(date, untold)
    Preconditions({b"if-unmodified-since": same}).require_change(untold)
    with pytest.raises(FaultError):
        Preconditions({b"if-unmodified-since": before}).require_change(untold)
