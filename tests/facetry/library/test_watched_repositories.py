"""Whether a folder is watched is stored, and changes are announced."""

from __future__ import annotations

from facetry.events import log
from facetry.library import repositories
from generated.topics import TOPICS
from tests.support.libraries.stores import add_repository, temporary_store


def test_only_changes_of_watching_are_announced() -> None:
    with temporary_store() as store:
        repository = add_repository(store)
        begin = store.read_now(log.newest_sequence)
        for watch in (True, True, False, False, True):
            record = store.read_now(lambda connection: repositories.require(connection, repository.id))
            store.write_now(lambda work, record=record, watch=watch: repositories.set_watch(work, record, watch=watch))  # type: ignore[misc]  # the defaults bind the loop's values
        found = store.read_now(lambda connection: log.read_after(connection, begin, TOPICS, None, 100)).events
        expected = ["started", "stopped", "started"]
        assert [entry.topic for entry in found] == [
            topic for each in expected for topic in ("repository.updated", f"repository.watch.{each}")
        ]
        assert {entry.value()["id"] for entry in found} == {str(repository.id)}
