"""Start and end of a process are announced once each, and a program that has failed says why."""

from __future__ import annotations

import asyncio

from facetry.events.log import Entry
from facetry.extensions.process.status import Status
from facetry.extensions.socket.status_events import Notices
from facetry.library.api_keys import Keys
from facetry.store.store import Store
from tests.facetry.events.scripted_extensions import entries
from tests.facetry.extensions.process.virtual_supervisor import PROGRAM, Stage, playing, settled
from tests.support.stores import temporary_store

STARTED, STOPPED, ERROR = "extension.process.started", "extension.process.stopped", "extension.error"


def announced(store: Store, heard: list[tuple[str, Status]]) -> list[Entry]:
    async def main() -> None:
        notices = Notices(store, Keys(store))
        for id, status in heard:
            notices.changed(id, status)
            await notices.settled()

    asyncio.run(main())
    return entries(store)


def test_each_process_starts_and_ends_once() -> None:
    async def play(stage: Stage) -> list[tuple[str, Status]]:
        await stage.supervisor.start("a", PROGRAM)
        await settled()
        stage.supervisor.ready("a")
        stage.supervisor.lost("a")  # it lives, and connects again
        stage.supervisor.ready("a")
        for _ in range(3):
            await stage.crash()
            await stage.clock.pass_by(10)
        await stage.supervisor.stop("a")
        return list(stage.heard)

    heard = playing(play)
    assert len({status.pid for _, status in heard if status.pid}) == 4
    with temporary_store() as store:
        found = announced(store, heard)
    assert [entry.topic for entry in found] == [STARTED, STOPPED] * 4
    assert {str(entry.value()) for entry in found} == {"{'id': 'a'}"}


def test_one_that_crashes_too_often_has_ended_before_it_has_failed() -> None:
    async def play(stage: Stage) -> list[tuple[str, Status]]:
        await stage.supervisor.start("a", PROGRAM)
        await settled()
        for _ in range(5):
            await stage.crash()
            await stage.clock.pass_by(10)
        return list(stage.heard)

    with temporary_store() as store:
        found = announced(store, playing(play))
    assert [entry.topic for entry in found] == [*([STARTED, STOPPED] * 5), ERROR]
    assert "crashed 5 times" in found[-1].value()["message"]


def test_one_that_cannot_be_started_has_no_process() -> None:
    with temporary_store() as store:
        found = announced(store, [("a", Status("starting")), ("a", Status("failed", "No such program."))])
        assert [(entry.topic, entry.value()) for entry in found] == [
            (ERROR, {"id": "a", "message": "No such program."})
        ]
