"""The log is read in pages, by topic; events with a target are read by that target alone."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from uuid import UUID

import pytest
from sqlalchemy import Connection, delete
from sqlmodel import col

from facetry.events import commit_signal, log
from facetry.events.commit_signal import CommitSignal
from facetry.events.log import Event
from facetry.store.store import Store
from facetry.store.work import Work
from tests.facetry.events.scripted_extensions import announce, logged_events
from tests.support.engines.databases import only_sqlite
from tests.support.libraries.stores import temporary_store


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as store:
        yield store


def read(store: Store, after: int, *topics: str, target: str | None = None, limit: int = 100) -> tuple[list[int], int]:
    page = store.read_now(lambda connection: log.read_after(connection, after, topics, target, limit))
    return [event.sequence for event in page.events], page.read_up_to


def test_a_read_returns_its_topics_and_the_sequence_that_it_reached(store: Store) -> None:
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


def test_one_read_covers_no_more_than_its_maximum_of_sequences(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "MAX_SEQUENCES_PER_READ", 10)
    announce(store, "image.created", range(25))
    announce(store, "image.updated", [1])
    read_up_to, pages = 0, []
    for _ in range(3):
        sequences, read_up_to = read(store, read_up_to, "image.updated")
        pages.append((sequences, read_up_to))
    assert pages == [([], 10), ([], 20), ([26], 26)]


def test_a_page_is_the_last_one_if_the_log_has_no_later_sequences(store: Store) -> None:
    announce(store, "image.created", range(3))
    announce(store, "image.updated", [1])

    def is_last(after: int, *topics: str, limit: int = 100) -> bool:
        return store.read_now(lambda connection: log.read_after(connection, after, topics, None, limit)).is_last

    assert [is_last(after, "image.created") for after in (0, 3, 4, 9)] == [True] * 4
    assert not is_last(0, "image.created", limit=3), "there is a later one of another topic"
    assert is_last(0, "image.created", "image.updated", limit=4)


@only_sqlite
def test_short_reads_of_the_log_run_on_the_event_loop(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "SHORT_READ_SEQUENCES", 10)
    announce(store, "image.created", range(11))
    threads: list[bool] = []

    def query(connection: Connection, after: int) -> int:
        page = log.read_after(connection, after, ["image.created"], None, 100)
        threads.append(threading.current_thread() is not threading.main_thread())
        return len(page.events)

    async def count_events(after: int) -> int:
        return await store.read(lambda connection: query(connection, after), is_short=True)

    assert (asyncio.run(count_events(1)), threads) == (10, [False])
    assert (asyncio.run(count_events(0)), threads) == (11, [False, True]), "more than a short read covers"


def test_the_value_of_an_event_has_the_id_of_its_object_and_its_data(store: Store) -> None:
    id = UUID(int=7)

    def unit(work: Work) -> None:
        log.announce(work, "image.tags.updated", image=id, extension="tagger")
        log.announce(work, "repository.created", repository=id)
        log.announce(work, "extension.settings", extension="tagger", target="tagger", data={"value": {"a": "ü"}})
        log.announce(work, "collection.created", data={"id": 3})
        log.announce(work, "image.computeTags", target="tagger", data={"eligibleTags": []})

    store.write_now(unit)
    assert [event.value() for event in logged_events(store)] == [
        {"id": str(id)},
        {"id": str(id)},
        {"id": "tagger", "value": {"a": "ü"}},
        {"id": 3},
        {"eligibleTags": []},
    ]


def test_the_signal_calls_back_once_for_each_time_that_it_is_armed(store: Store) -> None:
    async def listen() -> list[int]:
        calls: list[int] = []
        signal = CommitSignal(lambda: calls.append(1))
        counts = []
        for arm in (False, True, False, True):
            if arm:
                signal.arm()
            await asyncio.to_thread(announce, store, "image.created", range(3))
            await asyncio.sleep(0.01)
            counts.append(len(calls))
        signal.close()
        return counts

    assert asyncio.run(listen()) == [0, 1, 1, 2]


def test_a_unit_that_is_rolled_back_notifies_no_signal(store: Store) -> None:
    async def listen() -> list[int]:
        calls: list[int] = []
        signal = CommitSignal(lambda: calls.append(1))
        signal.arm()

        def unit(work: Work) -> None:
            log.announce(work, "image.created", image=UUID(int=1))
            raise ValueError

        with pytest.raises(ValueError, match=r"^$"):
            await store.write(unit)
        await asyncio.sleep(0.01)
        signal.close()
        return calls

    assert asyncio.run(listen()) == []


def test_without_signals_a_commit_calls_nothing(store: Store) -> None:
    callback_counts: list[int] = []

    def unit(work: Work) -> None:
        log.announce(work, "image.created", image=UUID(int=1))
        callback_counts.append(len(work.after_commit))

    store.write_now(unit)
    assert callback_counts == [0]
    assert commit_signal._listeners == []


def test_a_signal_of_a_closed_event_loop_is_removed(store: Store) -> None:
    async def leave() -> None:
        CommitSignal(lambda: None).arm()

    asyncio.run(leave())
    announce(store, "image.created", [1])
    announce(store, "image.created", [1])
    assert commit_signal._listeners == []


def test_failed_units_leave_no_gap_in_the_sequences(store: Store) -> None:
    def unit(number: int) -> Callable[[Work], None]:
        def write(work: Work) -> None:
            log.announce(work, "image.created", image=UUID(int=number))
            if number % 3 == 0:
                raise ZeroDivisionError
            log.announce(work, "image.updated", image=UUID(int=number))

        return write

    async def write_all() -> list[BaseException | None]:
        return await asyncio.gather(*(store.write(unit(number)) for number in range(60)), return_exceptions=True)

    failures = [result for result in asyncio.run(write_all()) if result is not None]
    assert len(failures) == 20
    assert [event.sequence for event in logged_events(store)] == list(range(1, 81))
    assert store.read_now(lambda connection: log.is_complete(connection, 0, 80))
    store.write_now(lambda work: work.connection.execute(delete(Event).where(col(Event.sequence) == 40)).rowcount)
    for after, last, is_complete in ((0, 80, False), (39, 40, False), (0, 39, True), (40, 80, True), (80, 80, True)):
        assert store.read_now(lambda c, after=after, last=last: log.is_complete(c, after, last)) == is_complete  # type: ignore[misc]  # the defaults bind the loop's values
