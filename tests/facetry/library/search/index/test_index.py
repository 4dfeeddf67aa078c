"""The index is at the reader's snapshot, whoever writes meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Connection

from facetry.errors import FaultError
from facetry.library import images, records, tags
from facetry.library.search import facet_counts as facets
from facetry.library.search import ordering, search
from facetry.library.search.search_indexes import Finder
from facetry.store.store import Store
from facetry.store.work import Work
from generated import models
from tests.support.naive_vectors import finder_of
from tests.support.stores import add_extensions, add_images, add_repository


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path / "library.db")
    yield made
    made.close()


def with_tags(*values: str, operator: str = "or") -> models.SearchParameters:
    return models.SearchParameters.model_validate(
        {"filter": {"criteria": {"tags": {"values": values, "operator": operator}}}}
    )


def total(finder: Finder, store: Store, asked: models.SearchParameters) -> int:
    return store.read_now(lambda connection: search.run(finder, connection, asked)).total


def library(store: Store) -> list[UUID]:
    add_extensions(store, "tagger")
    ids = add_images(store, add_repository(store), [f"{number}.jpg" for number in range(8)])
    for id in ids:
        store.write_now(lambda work, id=id: tags.replace(work, id, "tagger", ["a"]))  # type: ignore[misc]
    return ids


def test_what_another_process_wrote_is_found(tmp_path: Path, store: Store) -> None:
    ids, finder, other = library(store), finder_of(store), Store(tmp_path / "library.db")
    try:
        assert total(finder, store, with_tags("a")) == 8
        other.write_now(lambda work: tags.replace(work, ids[0], "tagger", ["b"]))
        assert (total(finder, store, with_tags("a")), total(finder, store, with_tags("b"))) == (7, 1)
        store.write_now(lambda work: tags.replace(work, ids[1], "tagger", ["b"]))
        other.write_now(lambda work: tags.replace(work, ids[2], "tagger", ["b"]))
        assert total(finder, store, with_tags("b")) == 3
    finally:
        other.close()


def test_a_reader_with_an_older_snapshot_is_given_a_newer_one(store: Store) -> None:
    ids, finder = library(store), finder_of(store)

    def query(connection: Connection) -> int:
        images.key_of(connection, ids[0])  # takes the snapshot
        writing = threading.Thread(
            target=store.write_now, args=(lambda work: tags.replace(work, ids[0], "tagger", ["b"]),)
        )
        writing.start()
        writing.join()
        looking = threading.Thread(target=total, args=(finder, store, with_tags("b")))
        looking.start()
        looking.join()
        return search.run(finder, connection, with_tags("b")).total

    assert store.read_now(query) == 1


def test_each_search_sees_whole_commits_while_others_write(store: Store) -> None:
    """In each commit all images change from one tag to the other, so that every search finds all or none."""
    ids, finder, end = library(store), finder_of(store), threading.Event()
    seen: set[tuple[int, int, int]] = set()
    failures: list[BaseException] = []

    def write() -> None:
        for number in range(60):
            value = "ab"[number % 2]

            def unit(work: Work, value: str = value) -> None:
                for id in ids:
                    tags.replace(work, id, "tagger", [value])

            store.write_now(unit)
        end.set()

    def look() -> None:
        try:
            while not end.is_set():
                both = total(finder, store, with_tags("a", "b", operator="and"))
                either = total(finder, store, with_tags("a", "b"))
                seen.add((both, either, total(finder, store, with_tags("a"))))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=each) for each in (write, look, look, look)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert seen <= {(0, 8, 0), (0, 8, 8)}
    assert len(seen) == 2


def test_tags_are_told_by_how_many_images_have_them(store: Store) -> None:
    ids, finder = library(store), finder_of(store)
    add_extensions(store, "other")
    for id, values in zip(ids, (["sunset"], ["sunset", "Sun"], ["no-sun", "sunny"], []), strict=False):
        store.write_now(lambda work, id=id, values=values: tags.replace(work, id, "other", values))  # type: ignore[misc]

    def told(text: str, *extension_ids: str, count: int = 20) -> list[tuple[str, str, int]]:
        found = store.read_now(lambda connection: facets.tags_like(finder, connection, text, extension_ids, count))
        return [(each.id, each.value, each.count) for each in found]

    suns = [("other", "sunset", 2), ("other", "Sun", 1), ("other", "sunny", 1), ("other", "no-sun", 1)]
    assert told("SUN") == suns
    assert told("", count=2) == [("tagger", "a", 8), ("other", "sunset", 2)]
    assert told("sun", "tagger") == []
    assert told("sun", "other", "tagger", count=1) == suns[:1]
    assert told("empty") == [], "the mark is no tag"
    store.write_now(lambda work: tags.replace(work, ids[0], "other", []))
    assert told("sunset") == [("other", "sunset", 1)]
    with pytest.raises(FaultError, match="registered"):
        told("sun", "nobody")


def test_what_is_first_read_after_others_went_on_is_not_older_than_they_are(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between finding and ordering, another search brings the index on; the order of names was never read before."""
    ids, finder = library(store), finder_of(store)
    monkeypatch.setattr(ordering, "FEW", 0)
    monkeypatch.setattr(ordering, "SMALL", 10**9)
    found = search.matching

    def interrupted(*arguments: Any) -> Any:
        result = found(*arguments)
        monkeypatch.setattr(search, "matching", found)
        store.write_now(lambda work: images.remove(work, [images.key_of(work.connection, ids[0])]))
        (late,) = add_images(store, add_repository(store, "late"), ["0-late.jpg"])
        store.write_now(lambda work: tags.replace(work, late, "tagger", ["a"]))
        looking = threading.Thread(
            target=store.read_now, args=(lambda each: found(finder, each, models.SearchFilter()),)
        )
        looking.start()
        looking.join()
        return result

    monkeypatch.setattr(search, "matching", interrupted)

    def names(connection: Connection) -> list[str]:
        return [
            each.name for each in records.summaries(connection, search.run(finder, connection, with_tags("a")).keys)
        ]

    rest = [f"{number}.jpg" for number in range(1, 8)]
    assert store.read_now(names) == rest
    assert store.read_now(names) == ["0-late.jpg", *rest]
