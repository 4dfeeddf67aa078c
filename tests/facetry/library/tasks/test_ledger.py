"""The ledger records every request to an extension, and writes the events in the same transaction."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import pytest
from sqlalchemy import delete, insert, select, update
from sqlmodel import col

from facetry.events import log
from facetry.events.log import Event
from facetry.library import extensions, images
from facetry.library.extensions import Extension, ExtensionCapability
from facetry.library.facets import embeddings, features, tags
from facetry.library.tasks import ledger, runs
from facetry.library.tasks.ledger import TOPIC_BY_CAPABILITY, Failure, Task
from facetry.store.store import Store
from facetry.store.work import Work
from generated.models import ImageEmbedding, ImageFeature
from tests.support.libraries.stores import add_images, add_repository, file_facts, picture, temporary_store

ALL = tuple(TOPIC_BY_CAPABILITY)


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as store:
        yield store


def install(store: Store, id: str, *capabilities: str) -> int:
    """An enabled extension with these capabilities."""

    def unit(work: Work) -> int:
        key = extensions.register(work, id)
        for capability in capabilities:
            work.connection.execute(insert(ExtensionCapability).values(extension=key, capability=capability))
        return key

    return store.write_now(unit)


def set_state(store: Store, key: int, state: str) -> None:
    change = update(Extension).where(col(Extension.key) == key).values(state=state)
    store.write_now(lambda work: work.connection.execute(change).rowcount)


def key_of(store: Store, id: UUID) -> int:
    return store.read_now(lambda connection: images.key_of(connection, id))


def request_events(store: Store) -> list[tuple[str, str | None, UUID]]:
    """The events that request work, as (topic, extension, image), in the order of the log."""
    asking = select(col(Event.topic), col(Event.target), col(Event.image)).where(col(Event.target).is_not(None))
    rows = store.read_now(lambda connection: connection.execute(asking.order_by(col(Event.sequence))).all())
    return [(topic, target, UUID(bytes=image)) for topic, target, image in rows if image is not None]


def states(store: Store, id: UUID) -> dict[tuple[str, str], str]:
    """The state of every task of an image, by extension id and capability."""
    tasks = (
        select(col(Extension.id), col(Task.capability), col(Task.state))
        .join(Extension, col(Extension.key) == col(Task.extension))
        .where(col(Task.image) == key_of(store, id))
    )
    rows = store.read_now(lambda connection: connection.execute(tasks).all())
    return {(extension, capability): state for extension, capability, state in rows}


def finish(store: Store, key: int, id: UUID, capability: str, error: str | None = None, delay_ms: int = 0) -> None:
    """Record a result; the extension was requested `delay_ms` milliseconds ago."""

    def unit(work: Work) -> None:
        topic, requested = TOPIC_BY_CAPABILITY[capability], work.now - delay_ms
        runs.record_result(work, key, id.bytes, topic, requested=requested, attempts=2, error=error)

    store.write_now(unit)


def test_the_requests_for_a_new_image_follow_its_own_event(store: Store) -> None:
    install(store, "tagger", "image.tags", "image.embeddings", "text.embeddings")
    install(store, "plain")
    (id,) = add_images(store, add_repository(store), ["a.jpg"])
    expected = {("image.computeTags", "tagger", id), ("image.computeEmbeddings", "tagger", id)}
    assert set(request_events(store)) == expected
    topics = store.read_now(
        lambda connection: connection.execute(select(col(Event.topic)).order_by(col(Event.sequence))).scalars().all()
    )
    assert topics[-3] == "image.created"
    assert states(store, id) == {("tagger", "image.tags"): "pending", ("tagger", "image.embeddings"): "pending"}


def test_images_that_are_added_together_are_requested_each(store: Store) -> None:
    install(store, "tagger", "image.embeddings", "image.tags")
    install(store, "describer", "image.features")
    set_state(store, install(store, "paused", "image.tags"), "paused")
    repository = add_repository(store)
    (before,) = add_images(store, repository, ["before.jpg"])
    pictures = [(file_facts(f"{name}.jpg"), picture(seed=name)) for name in "abc"]
    added = store.write_now(lambda work: images.insert_images(work, repository.key, pictures))
    assert [key_of(store, id) for _, id in added] == [key for key, _ in added]
    topics = [("image.computeEmbeddings", "tagger"), ("image.computeTags", "tagger")]
    topics.append(("image.computeFeatures", "describer"))
    expected = [(topic, target, id) for id in (before, *(id for _, id in added)) for topic, target in topics]
    assert request_events(store) == expected
    for _, id in added:
        names = [("tagger", "image.embeddings"), ("tagger", "image.tags"), ("describer", "image.features")]
        assert states(store, id) == dict.fromkeys(names, "pending")


def test_a_task_is_empty_when_only_a_sentinel_was_written(store: Store) -> None:
    key = install(store, "tagger", *ALL)
    (id,) = add_images(store, add_repository(store), ["a.jpg"])
    store.write_now(lambda work: tags.replace(work, id, "tagger", []))
    store.write_now(lambda work: features.replace(work, id, "tagger", []))
    for capability in ALL:
        finish(store, key, id, capability)
    expected = {"image.tags": "empty", "image.features": "empty", "image.embeddings": "done"}
    assert states(store, id) == {("tagger", capability): state for capability, state in expected.items()}
    store.write_now(lambda work: tags.replace(work, id, "tagger", ["cat"]))
    finish(store, key, id, "image.tags")
    assert states(store, id)["tagger", "image.tags"] == "done"


def test_a_result_of_an_earlier_request_does_not_finish_a_later_one(store: Store) -> None:
    key = install(store, "tagger", "image.tags")
    (id,) = add_images(store, add_repository(store), ["a.jpg"])
    finish(store, key, id, "image.tags", delay_ms=10_000)
    assert states(store, id) == {("tagger", "image.tags"): "pending"}
    finish(store, key, id, "image.tags", error="no", delay_ms=10_000)
    assert states(store, id) == {("tagger", "image.tags"): "pending"}
    finish(store, key, id, "image.tags")
    assert states(store, id) == {("tagger", "image.tags"): "done"}


def test_changed_content_is_requested_again_except_from_paused_extensions(store: Store) -> None:
    capabilities = ("image.embeddings", "image.features", "image.tags")
    awake, paused = install(store, "awake", *capabilities), install(store, "paused", *capabilities)
    (id,) = add_images(store, add_repository(store), ["a.jpg"])
    for key in (awake, paused):
        finish(store, key, id, "image.tags", error="no")
        finish(store, key, id, "image.features")
    store.write_now(lambda work: tags.replace(work, id, "paused", []))
    before = len(request_events(store))
    set_state(store, paused, "paused")
    image = key_of(store, id)
    store.write_now(lambda work: images.replace(work, image, file_facts("a.jpg"), picture(seed="other")))
    assert sorted(request_events(store)[before:]) == sorted(
        (TOPIC_BY_CAPABILITY[each], "awake", id) for each in capabilities
    )
    assert states(store, id) == {
        **{("awake", each): "pending" for each in capabilities},
        ("paused", "image.tags"): "failed",
        ("paused", "image.features"): "stale",
        ("paused", "image.embeddings"): "pending",
    }
    finish(store, paused, id, "image.features", delay_ms=60_000)
    assert states(store, id)["paused", "image.features"] == "stale"
    store.write_now(lambda work: images.replace(work, image, file_facts("a.jpg"), picture(seed="third")))
    assert len(request_events(store)) == before + 6
    assert set(states(store, id).values()) == {"pending", "failed", "stale"}


def test_new_content_is_requested_from_an_extension_installed_later(store: Store) -> None:
    (id,) = add_images(store, add_repository(store), ["a.jpg"])
    install(store, "late", "image.tags")
    image = key_of(store, id)
    store.write_now(lambda work: images.replace(work, image, file_facts("a.jpg"), picture(seed="other")))
    assert states(store, id) == {("late", "image.tags"): "pending"}
    assert request_events(store) == [("image.computeTags", "late", id)]


def test_paused_extensions_and_missing_capabilities_get_no_requests(store: Store) -> None:
    ids = add_images(store, add_repository(store), ["a.jpg", "b.jpg"])
    keys = [key_of(store, id) for id in ids]
    key, paused = install(store, "tagger", "image.tags"), install(store, "paused", "image.tags")
    set_state(store, paused, "paused")
    assert store.write_now(lambda work: runs.request_missing(work, paused)).requested == 0
    assert store.write_now(lambda work: runs.request_for(work, [paused], keys)) == 0
    assert store.write_now(lambda work: runs.request_missing(work, key, ["image.features"])).requested == 0
    assert store.write_now(lambda work: runs.request_for(work, [key, paused], keys, ["image.tags"])) == 2
    assert store.write_now(lambda work: runs.request_for(work, [key], keys)) == 0  # it is pending already


def test_failures_are_listed_counted_and_retried(store: Store) -> None:
    key = install(store, "tagger", "image.tags")
    ids = add_images(store, add_repository(store), ["a.jpg", "b.jpg", "c.jpg"])
    for id in ids[:2]:
        finish(store, key, id, "image.tags", error="out of memory")
    counted = store.read_now(lambda connection: ledger.counts(connection, key))
    assert counted == {"image.tags": {"failed": 2, "pending": 1}}
    failures = store.read_now(lambda connection: ledger.failures(connection, key))
    assert [(each.image, each.capability, each.attempts, each.error) for each in failures] == [
        (id, "image.tags", 2, "out of memory") for id in ids[:2]
    ]
    one = store.read_now(lambda connection: ledger.failures(connection, key, skip=1, take=1))
    assert isinstance(one[0], Failure)
    assert one == failures[1:]
    assert store.write_now(lambda work: runs.retry(work, key, limit=1)) == 1
    assert store.write_now(lambda work: runs.retry(work, key)) == 1
    assert store.write_now(lambda work: runs.retry(work, key)) == 0
    assert [image for _, _, image in request_events(store)] == [*ids, *ids[:2]]


def test_missing_means_neither_requested_nor_computed(store: Store) -> None:
    ids = add_images(store, add_repository(store), [f"{number}.jpg" for number in range(5)])
    key = install(store, "late", *ALL)
    store.write_now(lambda work: tags.replace(work, ids[0], "late", []))
    store.write_now(lambda work: tags.replace(work, ids[1], "late", ["cat"]))
    feature = ImageFeature(type="other", format="string", name="n", value="v")
    store.write_now(lambda work: features.replace(work, ids[2], "late", [feature]))
    vector = ImageEmbedding(name="v", values=[1.0, 0.0])
    store.write_now(lambda work: embeddings.replace(work, ids[3], "late", [vector]))
    batch = store.write_now(lambda work: runs.request_missing(work, key, limit=2))
    assert batch.requested == 4
    while batch.resume_after is not None:
        after = batch.resume_after
        batch = store.write_now(lambda work, after=after: runs.request_missing(work, key, after_key=after, limit=2))  # type: ignore[misc]  # the default binds the loop's value
    requested: dict[str, set[UUID]] = {}
    for topic, _, image in request_events(store):
        requested.setdefault(topic, set()).add(image)
    everything = set(ids)
    assert requested == {
        "image.computeTags": everything - {ids[0], ids[1]},
        "image.computeFeatures": everything - {ids[2]},
        "image.computeEmbeddings": everything - {ids[3]},
    }
    assert store.write_now(lambda work: runs.request_missing(work, key)).requested == 0


def test_tasks_of_a_lost_capability_are_deleted(store: Store) -> None:
    key = install(store, "tagger", "image.tags", "image.features")
    other = install(store, "other", "image.features")
    ids = add_images(store, add_repository(store), ["a.jpg", "b.jpg"])
    features = (col(ExtensionCapability.extension) == key, col(ExtensionCapability.capability) == "image.features")
    store.write_now(lambda work: work.connection.execute(delete(ExtensionCapability).where(*features)).rowcount)
    assert [store.write_now(lambda work: ledger.delete_unsupported(work, key, limit=1)) for _ in range(3)] == [1, 1, 0]
    assert store.write_now(lambda work: ledger.delete_unsupported(work, other)) == 0
    assert states(store, ids[0]) == {("tagger", "image.tags"): "pending", ("other", "image.features"): "pending"}
    again = insert(ExtensionCapability).values(extension=key, capability="image.features")
    store.write_now(lambda work: work.connection.execute(again).rowcount)
    assert store.write_now(lambda work: runs.request_missing(work, key)).requested == 2


def test_only_cancelled_tasks_have_their_events_withdrawn(store: Store) -> None:
    key = install(store, "tagger", "image.tags", "image.features")
    install(store, "other", "image.tags")
    ids = add_images(store, add_repository(store), ["a.jpg", "b.jpg"])
    assert store.write_now(lambda work: ledger.cancel(work, key, ["image.tags"], limit=1)) == 1
    assert store.write_now(lambda work: ledger.cancel(work, key, ["image.tags"])) == 1
    after: int | None = 0
    while after is not None:
        at = after
        after = store.write_now(lambda work, at=at: ledger.withdraw_events(work, key, at, limit=2))  # type: ignore[misc]  # the default binds the loop's value
    remaining = {("image.computeFeatures", "tagger", id) for id in ids} | {
        ("image.computeTags", "other", id) for id in ids
    }
    assert set(request_events(store)) == remaining
    assert store.read_now(lambda connection: log.is_complete(connection, 0, log.newest_sequence(connection)))
    finish(store, key, ids[0], "image.tags", error="too late")
    assert states(store, ids[0])["tagger", "image.tags"] == "cancelled"
    finish(store, key, ids[0], "image.tags")
    assert states(store, ids[0])["tagger", "image.tags"] == "done"


def test_retry_skips_tasks_that_failed_again_meanwhile(store: Store) -> None:
    key = install(store, "tagger", "image.tags")
    ids = add_images(store, add_repository(store), ["a.jpg", "b.jpg"])
    for id in ids:
        finish(store, key, id, "image.tags", error="no")
    row = select(col(Task.finished)).order_by(col(Task.finished).desc()).limit(1)
    before = store.read_now(lambda connection: connection.execute(row).scalar_one())
    assert before is not None
    again = update(Task).where(col(Task.image) == key_of(store, ids[1])).values(finished=before + 1)
    store.write_now(lambda work: work.connection.execute(again).rowcount)
    assert [store.write_now(lambda work: runs.retry(work, key, finished_before=before)) for _ in range(2)] == [1, 0]
    assert states(store, ids[1])["tagger", "image.tags"] == "failed"


def test_retry_takes_tasks_that_failed_while_the_clock_was_ahead(store: Store) -> None:
    key = install(store, "tagger", "image.tags")
    (id,) = add_images(store, add_repository(store), ["a.jpg"])
    finish(store, key, id, "image.tags", error="no")
    now = store.write_now(lambda work: work.now)
    ahead = update(Task).values(finished=now + 400 * 86_400_000)
    store.write_now(lambda work: work.connection.execute(ahead).rowcount)
    assert [store.write_now(lambda work: runs.retry(work, key, finished_before=now)) for _ in range(2)] == [1, 0]
