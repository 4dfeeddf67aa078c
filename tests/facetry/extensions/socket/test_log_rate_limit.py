"""A flood of records takes a few lines, and says how many it was."""

from __future__ import annotations

import logging

import pytest

from facetry.extensions.socket import messages
from facetry.extensions.socket.log_rate_limit import MOST, Sparing


def test_so_many_a_second_are_let_through_and_the_rest_is_counted(caplog: pytest.LogCaptureFixture) -> None:
    now = [5.0]
    log = logging.getLogger("of a test")
    log.addFilter(Sparing(3, lambda: now[0]))
    for number in range(100):
        log.warning("message %d", number)
    now[0] = 6.0
    log.warning("message %s", "after")
    now[0] = 7.0
    log.warning("later")
    told = [record.getMessage() for record in caplog.records]
    assert told == ["message 0", "message 1", "message 2", "message after (97 more were left out)", "later"]


def test_nonsense_on_sockets_does_not_fill_the_log(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    (sparing,) = messages.log.filters
    assert isinstance(sparing, Sparing)
    monkeypatch.setattr(messages.log, "filters", [Sparing()])
    for _ in range(1_000):
        assert messages.introduction_of({"nonsense": True}) is None
        assert messages.instructions_of(7) is None
    assert 0 < len(caplog.records) < 10 * MOST
