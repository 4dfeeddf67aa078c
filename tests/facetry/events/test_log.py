"""The log is read in pieces, each reader its topics, and directed events by nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from uuid import UUID

import pytest
from sqlalchemy import delete
from sqlmodel import col

from facetry.events import commit_signal as bell
from facetry.events import log
from facetry.events.commit_signal import Bell
from facetry.events.log import Event
from facetry.store.store import Store
from facetry.store.work import Work
from tests.facetry.events.scripted_extensions import announce, entries
from tests.support.stores import temporary_store


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as store:
        yield store


def read(store: Store, after: int, *topics: str, target: str | None = None, limit: int = 100) -> tuple[list[int], int]:
    reading = store.read_now(lambda connection: log.after(connection, after, topics, target, limit))
    return [entry.sequence for entry in reading.entries], reading.looked


def test_a_reader_is_told_its_topics_and_how_far_it_looked(store: Store) -> None:
    announce(store, "image.created", range(3))
    announce(store, "image.updated", range(2))
    assert read(store, 0, "image.created") == ([1, 2, 3], 5)
    assert read(store, 1, "image.created", "image.updated") == ([2, 3, 4, 5], 5)
    assert read(store, 0, "image.created", limit=2) == ([1, 2], 2)
    assert read(store, 5, "image.created") == ([], 5)
    assert read(store, 0) == ([], 5)
    assert read(store, 9, "image.created") == ([], 9)


def test_a_directed_event_is_for_its_target_alone(store: Store) -> None:
    announce(store, "image.computeTags", [1], target="tagger")
    announce(store, "image.computeTags", [2])
    assert read(store, 0, "image.computeTags", target="tagger")[0] == [1, 2]
    assert read(store, 0, "image.computeTags", target="other")[0] == [2]
    assert read(store, 0, "image.computeTags")[0] == [2]


def test_one_reading_looks_no_further_than_its_span(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "SPAN", 10)
    announce(store, "image.created", range(25))
    announce(store, "image.updated", [1])
    looked, found = 0, []
    for _ in range(3):
        sequences, looked = read(store, looked, "image.updated")
        found.append((sequences, looked))
    assert found == [([], 10), ([], 20), ([26], 26)]


def test_an_event_has_the_id_of_what_it_tells_of_and_its_data(store: Store) -> None:
    id = UUID(int=7)

    def unit(work: Work) -> None:
        log.announce(work, "image.tags.updated", image=id, extension="tagger")
        log.announce(work, "repository.created", repository=id)
        log.announce(work, "extension.settings", extension="tagger", target="tagger", data={"value": {"a": "ü"}})
        log.announce(work, "collection.created", data={"id": 3})
        log.announce(work, "image.computeTags", target="tagger", data={"eligibleTags": []})

    store.write_now(unit)
    assert [entry.value() for entry in entries(store)] == [
        {"id": str(id)},
        {"id": str(id)},
        {"id": "tagger", "value": {"a": "ü"}},
        {"id": 3},
        {"eligibleTags": []},
    ]


def test_the_bell_rings_once_for_each_time_that_it_is_armed(store: Store) -> None:
    async def listen() -> list[int]:
        rung: list[int] = []
        heard = Bell(lambda: rung.append(1))
        counts = []
        for arm in (False, True, False, True):
            if arm:
                heard.arm()
            await asyncio.to_thread(announce, store, "image.created", range(3))
            await asyncio.sleep(0.01)
            counts.append(len(rung))
        heard.close()
        return counts

    assert asyncio.run(listen()) == [0, 1, 1, 2]


def test_a_unit_that_is_undone_rings_nothing(store: Store) -> None:
    async def listen() -> list[int]:
        rung: list[int] = []
        heard = Bell(lambda: rung.append(1))
        heard.arm()

        def unit(work: Work) -> None:
            log.announce(work, "image.created", image=UUID(int=1))
            raise ValueError

        with pytest.raises(ValueError, match=r"^$"):
            await store.write(unit)
        await asyncio.sleep(0.01)
        heard.close()
        return rung

    assert asyncio.run(listen()) == []


def test_where_nobody_listens_a_commit_calls_nobody(store: Store) -> None:
    called: list[int] = []

    def unit(work: Work) -> None:
        log.announce(work, "image.created", image=UUID(int=1))
        called.append(len(work.after_commit))

    store.write_now(unit)
    assert called == [0]
    assert bell._listeners == []


def test_a_bell_of_a_closed_loop_is_removed(store: Store) -> None:
    async def leave() -> None:
        Bell(lambda: None).arm()

    asyncio.run(leave())
    announce(store, "image.created", [1])
    announce(store, "image.created", [1])
    assert bell._listeners == []


def test_no_sequence_is_left_out_when_units_fail(store: Store) -> None:
    def unit(number: int) -> Callable[[Work], None]:
        def write(work: Work) -> None:
            log.announce(work, "image.created", image=UUID(int=number))
            if number % 3 == 0:
                raise ZeroDivisionError
            log.announce(work, "image.updated", image=UUID(int=number))

        return write

    async def write_all() -> list[BaseException | None]:
        return await asyncio.gather(*(store.write(unit(number)) for number in range(60)), return_exceptions=True)

    failed = [each for each in asyncio.run(write_all()) if each is not None]
    assert len(failed) == 20
    assert [entry.sequence for entry in entries(store)] == list(range(1, 81))
    assert store.read_now(lambda connection: log.is_whole(connection, 0, 80))
    store.write_now(lambda work: work.connection.execute(delete(Event).where(col(Event.sequence) == 40)).rowcount)
    for after, last, is_whole in ((0, 80, False), (39, 40, False), (0, 39, True), (40, 80, True), (80, 80, True)):
        assert store.read_now(lambda c, after=after, last=last: log.is_whole(c, after, last)) == is_whole  # type: ignore[misc]  # the defaults bind the loop's values
