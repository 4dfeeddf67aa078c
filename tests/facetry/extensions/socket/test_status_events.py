"""Each start and each end of a process is announced once; a failed program announces its error."""

from __future__ import annotations

import asyncio

from facetry.events.log import LoggedEvent
from facetry.extensions.pages.bundles import Bundles
from facetry.extensions.process.status import ProgramStatus
from facetry.extensions.socket.status_events import StatusEvents
from facetry.library.api_keys import ApiKeys
from facetry.store.store import Store
from tests.facetry.events.scripted_extensions import logged_events
from tests.facetry.extensions.process.virtual_supervisor import (
    PROGRAM,
    VirtualSupervisor,
    run_pending_callbacks,
    run_scenario,
)
from tests.support.libraries.stores import temporary_store

STARTED, STOPPED, ERROR = "extension.process.started", "extension.process.stopped", "extension.error"


def announced_events(store: Store, status_changes: list[tuple[str, ProgramStatus]]) -> list[LoggedEvent]:
    async def main() -> None:
        keys = ApiKeys(store)
        status_events = StatusEvents(store, keys, Bundles(keys, "http://127.0.0.1"))
        for id, status in status_changes:
            status_events.on_status_change(id, status)
            await status_events.wait_until_written()

    asyncio.run(main())
    return logged_events(store)


def test_each_process_starts_and_ends_once() -> None:
    async def scenario(virtual: VirtualSupervisor) -> list[tuple[str, ProgramStatus]]:
        await virtual.supervisor.start("a", PROGRAM)
        await run_pending_callbacks()
        virtual.supervisor.mark_connected("a")
        virtual.supervisor.mark_disconnected("a")  # the process runs on, and connects again
        virtual.supervisor.mark_connected("a")
        for _ in range(3):
            await virtual.crash()
            await virtual.clock.advance(10)
        await virtual.supervisor.stop("a")
        return list(virtual.status_changes)

    status_changes = run_scenario(scenario)
    assert len({status.pid for _, status in status_changes if status.pid}) == 4
    with temporary_store() as store:
        events = announced_events(store, status_changes)
    assert [event.topic for event in events] == [STARTED, STOPPED] * 4
    assert {str(event.value()) for event in events} == {"{'id': 'a'}"}


def test_the_last_process_has_ended_before_the_error_is_announced() -> None:
    async def scenario(virtual: VirtualSupervisor) -> list[tuple[str, ProgramStatus]]:
        await virtual.supervisor.start("a", PROGRAM)
        await run_pending_callbacks()
        for _ in range(5):
            await virtual.crash()
            await virtual.clock.advance(10)
        return list(virtual.status_changes)

    with temporary_store() as store:
        events = announced_events(store, run_scenario(scenario))
    assert [event.topic for event in events] == [*([STARTED, STOPPED] * 5), ERROR]
    assert "crashed 5 times" in events[-1].value()["message"]


def test_a_program_that_cannot_be_started_announces_only_the_error() -> None:
    with temporary_store() as store:
        events = announced_events(
            store, [("a", ProgramStatus("starting")), ("a", ProgramStatus("failed", "No such program."))]
        )
        assert [(event.topic, event.value()) for event in events] == [
            (ERROR, {"id": "a", "message": "No such program."})
        ]
