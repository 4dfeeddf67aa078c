"""A flood of log records is reduced to a few, with the number of dropped ones."""

from __future__ import annotations

import logging

import pytest

from facetry.extensions.socket import messages
from facetry.system.log_rate_limit import MAX_RECORDS_PER_SECOND, ClientLogLimit, LogRateLimit, client_logger


def test_records_beyond_the_rate_are_dropped_and_counted(caplog: pytest.LogCaptureFixture) -> None:
    now = [5.0]
    log = logging.getLogger("of a test")
    log.addFilter(LogRateLimit(3, lambda: now[0]))
    for number in range(100):
        log.warning("message %d", number)
    now[0] = 6.0
    log.warning("message %s", "after")
    now[0] = 7.0
    log.warning("later")
    texts = [record.getMessage() for record in caplog.records]
    assert texts == ["message 0", "message 1", "message 2", "message after (97 more were left out)", "later"]


def test_a_logger_for_faults_of_clients_passes_one_record_in_a_period(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [50.0]
    log = client_logger("of another test")
    (rate_limit,) = log.filters
    monkeypatch.setattr(rate_limit, "_clock", lambda: now[0])
    for now[0] in (50.0, 50.1, 59.9, 60.0, 69.9, 80.0):
        log.warning("at %s", now[0])
    texts = [record.getMessage() for record in caplog.records]
    assert texts == ["at 50.0", "at 60.0 (2 more were left out)", "at 80.0 (1 more were left out)"]


def test_each_kind_passes_one_record_in_a_period_and_there_are_few_kinds(caplog: pytest.LogCaptureFixture) -> None:
    now = [50.0]
    log = logging.getLogger("of a third test")
    log.addFilter(ClientLogLimit(lambda: now[0]))
    for now[0] in (50.0, 59.9, 60.0):
        for number in range(2):
            log.warning("one %d", number)
            log.warning("two %d", number)
    texts = [record.getMessage() for record in caplog.records]
    assert texts == ["one 0", "two 0", "one 0 (3 more were left out)", "two 0 (3 more were left out)"]
    caplog.clear()
    for number in range(1_000):
        log.warning("kind %d" % number)  # noqa: UP031  # a text of its own each time
    assert len(caplog.records) < 100


def test_invalid_messages_do_not_fill_the_log(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    (rate_limit,) = messages.log.filters
    assert isinstance(rate_limit, LogRateLimit)
    monkeypatch.setattr(messages.log, "filters", [LogRateLimit()])
    for _ in range(1_000):
        assert messages.connection_message_of({"nonsense": True}) is None
        assert isinstance(messages.instructions_of(7, None), str)
    assert 0 < len(caplog.records) < 10 * MAX_RECORDS_PER_SECOND
