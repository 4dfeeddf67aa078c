"""Crashes of extensions, and programs that are given up, are lines of the log."""

import logging
from typing import Any

import pytest

from facetry.errors import conflict
from tests.facetry.extensions.process.virtual_supervisor import (
    PROGRAM,
    VirtualSupervisor,
    run_pending_callbacks,
    run_scenario,
)

REASON = "It ended with exit code 1 (the initialisation failed)."


def lines_of(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    """Level, kind and fields of each line about an extension."""
    names = ("levelno", "kind", "extension", "crashes", "reason")
    records = [record for record in caplog.records if str(getattr(record, "kind", "")).startswith("extension.")]
    return [{name: getattr(record, name) for name in names if hasattr(record, name)} for record in records]


def test_each_crash_and_the_end_of_all_attempts_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario(virtual: VirtualSupervisor) -> None:
        await virtual.supervisor.start("a", PROGRAM)
        await run_pending_callbacks()
        for _ in range(5):
            await virtual.crash()
            await virtual.clock.advance(10)
        assert virtual.status().state == "failed"

    run_scenario(scenario)
    crash = {"levelno": logging.WARNING, "kind": "extension.crash", "extension": "a", "reason": REASON}
    given_up = {"levelno": logging.ERROR, "kind": "extension.given-up", "extension": "a", "reason": REASON}
    assert lines_of(caplog) == [*({**crash, "crashes": number} for number in (1, 2, 3, 4)), {**given_up, "crashes": 5}]


def test_a_program_that_cannot_be_started_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario(virtual: VirtualSupervisor) -> None:
        virtual.start_error = lambda: conflict("archive.dependency", "The dependency torch cannot be installed.")
        await virtual.supervisor.start("a", PROGRAM)
        await virtual.clock.advance(100)

    run_scenario(scenario)
    reason = "The dependency torch cannot be installed."
    expected = {"levelno": logging.ERROR, "kind": "extension.not-started", "extension": "a", "reason": reason}
    assert lines_of(caplog) == [expected]


def test_a_stop_is_no_crash(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario(virtual: VirtualSupervisor) -> None:
        await virtual.supervisor.start("a", PROGRAM)
        await run_pending_callbacks()
        await virtual.supervisor.stop("a")

    run_scenario(scenario)
    assert lines_of(caplog) == []
