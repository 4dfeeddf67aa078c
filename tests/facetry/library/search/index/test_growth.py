"""A search after many writes looks at what changed since the search before, and at nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection

from facetry.library.facets import tags
from facetry.library.search import collection_images, smart_collections
from facetry.store import journal
from facetry.store.engine import raw_connection
from facetry.store.journal import ChangeJournal
from facetry.store.store import Store
from generated import models
from tests.support.engines.databases import database_at, only_sqlite
from tests.support.libraries import searches
from tests.support.libraries.naive_vectors import search_indexes_of
from tests.support.libraries.stores import add_extensions, add_images, add_repository

WRITES_BETWEEN = 5
"""Writes between two searches."""
ROUNDS = 150

FILTERS = [
    models.SearchFilter.model_validate({"criteria": criteria})
    for criteria in ({"tags": {"values": ["rare"]}}, {"tags": {"values": ["common"]}, "inNoCollection": True})
]


@only_sqlite
def test_a_search_looks_at_changes_since_the_last_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "MAX_CHANGES", 200)
    read: list[int] = []
    """How many changes each reading of the journal has found."""
    changes_between = ChangeJournal.changes_between

    def count_changes(self: ChangeJournal, connection: Connection, first: int, last: int) -> list[object] | None:
        changes = changes_between(self, connection, first, last)
        assert changes is not None
        read.append(len(changes))
        return changes

    monkeypatch.setattr(ChangeJournal, "changes_between", count_changes)
    store = Store(database_at(tmp_path / "library.db"))
    try:
        add_extensions(store, "tagger")
        ids = add_images(store, add_repository(store), [f"{number}.jpg" for number in range(40)])
        store.write_now(
            lambda work: smart_collections.create(work, name="rare", comment=None, search_filter=FILTERS[0])
        )
        indexes = search_indexes_of(store)
        parameters = [models.SearchParameters(filter=each) for each in FILTERS]

        def search(connection: Connection) -> None:
            for each in parameters:
                searches.run(indexes, connection, each)

        store.read_now(search)
        steps: list[int] = []
        for number in range(ROUNDS):
            for write in range(WRITES_BETWEEN):
                id, values = ids[(number + write) % len(ids)], ["common", f"tag-{number}-{write}"]
                store.write_now(partial(tags.replace, image=id, extension="tagger", values=values))
            read.clear()
            steps.append(store.read_now(lambda connection: count_steps(connection, search)))
            # The index and the collections follow the changes, each on its own.
            assert sum(read) == 2 * WRITES_BETWEEN
            read.clear()
            store.read_now(search)
            assert sum(read) == 0
        assert max(steps[-10:]) <= 1.2 * max(steps[:10])
        assert isinstance(store.journal, ChangeJournal)
        assert sum(map(len, store.journal._commits)) <= journal.MAX_CHANGES
        assert indexes.collections._state is not None
        assert len(indexes.collections._state.log) <= collection_images._MAX_LOG
    finally:
        store.close()


def count_steps(connection: Connection, search: Callable[[Connection], None]) -> int:
    """The steps of SQLite's virtual machine that a search takes."""
    count = 0

    def step() -> int:
        nonlocal count
        count += 1
        return 0

    raw_connection(connection).set_progress_handler(step, 1)
    try:
        search(connection)
    finally:
        raw_connection(connection).set_progress_handler(None, 0)
    return count
