"""Whether a folder is watched is remembered, and told when it changes."""

from __future__ import annotations

from facetry.events import log
from facetry.library import repositories
from generated.topics import TOPICS
from tests.support.stores import add_repository, temporary_store


def test_what_is_new_about_watching_is_announced_and_nothing_else() -> None:
    with temporary_store() as store:
        repository = add_repository(store)
        begin = store.read_now(log.newest)
        for watch in (True, True, False, False, True):
            known = store.read_now(lambda connection: repositories.require(connection, repository.id))
            store.write_now(lambda work, known=known, watch=watch: repositories.set_watch(work, known, watch=watch))  # type: ignore[misc]  # the defaults bind the loop's values
        found = store.read_now(lambda connection: log.after(connection, begin, TOPICS, None, 100)).entries
        told = ["started", "stopped", "started"]
        assert [entry.topic for entry in found] == [
            topic for each in told for topic in ("repository.updated", f"repository.watch.{each}")
        ]
        assert {entry.value()["id"] for entry in found} == {str(repository.id)}
