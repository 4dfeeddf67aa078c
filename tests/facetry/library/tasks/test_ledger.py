"""The ledger knows what each extension was asked, and asks by events in the same transaction."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import pytest
from sqlalchemy import delete, insert, select, update
from sqlmodel import col

from facetry.events import log
from facetry.events.log import Event
from facetry.library import embeddings, extensions, features, images, tags
from facetry.library.extensions import Extension, ExtensionCapability
from facetry.library.tasks import ledger, runs
from facetry.library.tasks.ledger import TOPICS, Failure, Task
from facetry.store.store import Store
from facetry.store.work import Work
from generated.models import ImageEmbedding, ImageFeature
from tests.support.stores import add_images, add_repository, facts, picture, temporary_store

ALL = tuple(TOPICS)


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


def directed(store: Store) -> list[tuple[str, str | None, UUID]]:
    """The events that ask, as (topic, extension, image), in the order of the log."""
    asking = select(col(Event.topic), col(Event.target), col(Event.image)).where(col(Event.target).is_not(None))
    rows = store.read_now(lambda connection: connection.execute(asking.order_by(col(Event.sequence))).all())
    return [(topic, target, UUID(bytes=image)) for topic, target, image in rows if image is not None]


def states(store: Store, id: UUID) -> dict[tuple[str, str], str]:
    return store.read_now(lambda connection: ledger.states(connection, images.key_of(connection, id)))


def finish(store: Store, key: int, id: UUID, capability: str, error: str | None = None, late: int = 0) -> None:
    """The extension is done, or was not able to; `late`: what it was asked so many milliseconds ago."""

    def unit(work: Work) -> None:
        topic, asked = TOPICS[capability], work.now - late
        runs.settle(work, key, id.bytes, topic, requested=asked, attempts=2, error=error)

    store.write_now(unit)


def test_a_new_image_is_asked_for_behind_its_own_event(store: Store) -> None:
    install(store, "tagger", "image.tags", "image.embeddings", "text.embeddings")
    install(store, "plain")
    (id,) = add_images(store, add_repository(store), ["a.jpg"])
    wanted = {("image.computeTags", "tagger", id), ("image.computeEmbeddings", "tagger", id)}
    assert set(directed(store)) == wanted
    topics = store.read_now(
        lambda connection: connection.execute(select(col(Event.topic)).order_by(col(Event.sequence))).scalars().all()
    )
    assert topics[-3] == "image.created"
    assert states(store, id) == {("tagger", "image.tags"): "pending", ("tagger", "image.embeddings"): "pending"}


def test_what_it_left_says_whether_it_is_done_or_empty(store: Store) -> None:
    key = install(store, "tagger", *ALL)
    (id,) = add_images(store, add_repository(store), ["a.jpg"])
    store.write_now(lambda work: tags.replace(work, id, "tagger", []))
    store.write_now(lambda work: features.replace(work, id, "tagger", []))
    for capability in ALL:
        finish(store, key, id, capability)
    done = {"image.tags": "empty", "image.features": "empty", "image.embeddings": "done"}
    assert states(store, id) == {("tagger", capability): state for capability, state in done.items()}
    store.write_now(lambda work: tags.replace(work, id, "tagger", ["cat"]))
    finish(store, key, id, "image.tags")
    assert states(store, id)["tagger", "image.tags"] == "done"


def test_an_answer_to_an_earlier_question_answers_no_later_one(store: Store) -> None:
    key = install(store, "tagger", "image.tags")
    (id,) = add_images(store, add_repository(store), ["a.jpg"])
    finish(store, key, id, "image.tags", late=10_000)
    assert states(store, id) == {("tagger", "image.tags"): "pending"}
    finish(store, key, id, "image.tags", error="no", late=10_000)
    assert states(store, id) == {("tagger", "image.tags"): "pending"}
    finish(store, key, id, "image.tags")
    assert states(store, id) == {("tagger", "image.tags"): "done"}


def test_other_content_is_asked_for_again_but_of_paused_extensions(store: Store) -> None:
    capabilities = ("image.embeddings", "image.features", "image.tags")
    awake, paused = install(store, "awake", *capabilities), install(store, "paused", *capabilities)
    (id,) = add_images(store, add_repository(store), ["a.jpg"])
    for key in (awake, paused):
        finish(store, key, id, "image.tags", error="no")
        finish(store, key, id, "image.features")
    store.write_now(lambda work: tags.replace(work, id, "paused", []))
    before = len(directed(store))
    set_state(store, paused, "paused")
    image = key_of(store, id)
    store.write_now(lambda work: images.replace(work, image, facts("a.jpg"), picture(seed="other")))
    assert sorted(directed(store)[before:]) == sorted((TOPICS[each], "awake", id) for each in capabilities)
    assert states(store, id) == {
        **{("awake", each): "pending" for each in capabilities},
        ("paused", "image.tags"): "failed",
        ("paused", "image.features"): "stale",
        ("paused", "image.embeddings"): "pending",
    }
    finish(store, paused, id, "image.features", late=60_000)
    assert states(store, id)["paused", "image.features"] == "stale"
    store.write_now(lambda work: images.replace(work, image, facts("a.jpg"), picture(seed="third")))
    assert len(directed(store)) == before + 6
    assert set(states(store, id).values()) == {"pending", "failed", "stale"}


def test_an_extension_that_came_later_is_asked_for_other_content(store: Store) -> None:
    (id,) = add_images(store, add_repository(store), ["a.jpg"])
    install(store, "late", "image.tags")
    image = key_of(store, id)
    store.write_now(lambda work: images.replace(work, image, facts("a.jpg"), picture(seed="other")))
    assert states(store, id) == {("late", "image.tags"): "pending"}
    assert directed(store) == [("image.computeTags", "late", id)]


def test_nothing_is_asked_of_paused_extensions_or_for_what_they_cannot_do(store: Store) -> None:
    ids = add_images(store, add_repository(store), ["a.jpg", "b.jpg"])
    keys = [key_of(store, id) for id in ids]
    key, paused = install(store, "tagger", "image.tags"), install(store, "paused", "image.tags")
    set_state(store, paused, "paused")
    assert store.write_now(lambda work: runs.request_missing(work, paused)).requested == 0
    assert store.write_now(lambda work: runs.request_for(work, [paused], keys)) == 0
    assert store.write_now(lambda work: runs.request_missing(work, key, ["image.features"])).requested == 0
    assert store.write_now(lambda work: runs.request_for(work, [key, paused], keys, ["image.tags"])) == 2
    assert store.write_now(lambda work: runs.request_for(work, [key], keys)) == 0  # it is asked for already


def test_failures_are_told_counted_and_tried_again(store: Store) -> None:
    key = install(store, "tagger", "image.tags")
    ids = add_images(store, add_repository(store), ["a.jpg", "b.jpg", "c.jpg"])
    for id in ids[:2]:
        finish(store, key, id, "image.tags", error="out of memory")
    counted = store.read_now(lambda connection: ledger.counts(connection, key))
    assert counted == {"image.tags": {"failed": 2, "pending": 1}}
    told = store.read_now(lambda connection: ledger.failures(connection, key))
    assert [(each.image, each.capability, each.attempts, each.error) for each in told] == [
        (id, "image.tags", 2, "out of memory") for id in ids[:2]
    ]
    one = store.read_now(lambda connection: ledger.failures(connection, key, skip=1, take=1))
    assert isinstance(one[0], Failure)
    assert one == told[1:]
    assert store.write_now(lambda work: runs.retry(work, key, count=1)) == 1
    assert store.write_now(lambda work: runs.retry(work, key)) == 1
    assert store.write_now(lambda work: runs.retry(work, key)) == 0
    assert [image for _, _, image in directed(store)] == [*ids, *ids[:2]]


def test_missing_is_what_was_neither_asked_for_nor_left(store: Store) -> None:
    ids = add_images(store, add_repository(store), [f"{number}.jpg" for number in range(5)])
    key = install(store, "late", *ALL)
    store.write_now(lambda work: tags.replace(work, ids[0], "late", []))
    store.write_now(lambda work: tags.replace(work, ids[1], "late", ["cat"]))
    feature = ImageFeature(type="other", format="string", name="n", value="v")
    store.write_now(lambda work: features.replace(work, ids[2], "late", [feature]))
    vector = ImageEmbedding(name="v", values=[1.0, 0.0])
    store.write_now(lambda work: embeddings.replace(work, ids[3], "late", [vector]))
    piece = store.write_now(lambda work: runs.request_missing(work, key, count=2))
    assert piece.requested == 4
    while piece.behind is not None:
        behind = piece.behind
        piece = store.write_now(lambda work, behind=behind: runs.request_missing(work, key, behind=behind, count=2))  # type: ignore[misc]  # the default binds the loop's value
    asked: dict[str, set[UUID]] = {}
    for topic, _, image in directed(store):
        asked.setdefault(topic, set()).add(image)
    everything = set(ids)
    assert asked == {
        "image.computeTags": everything - {ids[0], ids[1]},
        "image.computeFeatures": everything - {ids[2]},
        "image.computeEmbeddings": everything - {ids[3]},
    }
    assert store.write_now(lambda work: runs.request_missing(work, key)).requested == 0


def test_what_it_cannot_do_any_more_counts_as_never_asked_for(store: Store) -> None:
    key = install(store, "tagger", "image.tags", "image.features")
    other = install(store, "other", "image.features")
    ids = add_images(store, add_repository(store), ["a.jpg", "b.jpg"])
    features = (col(ExtensionCapability.extension) == key, col(ExtensionCapability.capability) == "image.features")
    store.write_now(lambda work: work.connection.execute(delete(ExtensionCapability).where(*features)).rowcount)
    assert [store.write_now(lambda work: ledger.drop_unable(work, key, limit=1)) for _ in range(3)] == [1, 1, 0]
    assert store.write_now(lambda work: ledger.drop_unable(work, other)) == 0
    assert states(store, ids[0]) == {("tagger", "image.tags"): "pending", ("other", "image.features"): "pending"}
    again = insert(ExtensionCapability).values(extension=key, capability="image.features")
    store.write_now(lambda work: work.connection.execute(again).rowcount)
    assert store.write_now(lambda work: runs.request_missing(work, key)).requested == 2


def test_what_is_cancelled_is_taken_back_and_nothing_else(store: Store) -> None:
    key = install(store, "tagger", "image.tags", "image.features")
    install(store, "other", "image.tags")
    ids = add_images(store, add_repository(store), ["a.jpg", "b.jpg"])
    assert store.write_now(lambda work: ledger.cancel(work, key, ["image.tags"], limit=1)) == 1
    assert store.write_now(lambda work: ledger.cancel(work, key, ["image.tags"])) == 1
    behind: int | None = 0
    while behind is not None:
        at = behind
        behind = store.write_now(lambda work, at=at: ledger.withdraw(work, key, at, count=2))  # type: ignore[misc]  # the default binds the loop's value
    left = {("image.computeFeatures", "tagger", id) for id in ids} | {("image.computeTags", "other", id) for id in ids}
    assert set(directed(store)) == left
    assert store.read_now(lambda connection: log.is_whole(connection, 0, log.newest(connection)))
    finish(store, key, ids[0], "image.tags", error="too late")
    assert states(store, ids[0])["tagger", "image.tags"] == "cancelled"
    finish(store, key, ids[0], "image.tags")
    assert states(store, ids[0])["tagger", "image.tags"] == "done"


def test_what_failed_again_while_it_was_asked_for_is_left_alone(store: Store) -> None:
    key = install(store, "tagger", "image.tags")
    ids = add_images(store, add_repository(store), ["a.jpg", "b.jpg"])
    for id in ids:
        finish(store, key, id, "image.tags", error="no")
    row = select(col(Task.finished)).order_by(col(Task.finished).desc()).limit(1)
    before = store.read_now(lambda connection: connection.execute(row).scalar_one())
    assert before is not None
    again = update(Task).where(col(Task.image) == key_of(store, ids[1])).values(finished=before + 1)
    store.write_now(lambda work: work.connection.execute(again).rowcount)
    assert [store.write_now(lambda work: runs.retry(work, key, before=before)) for _ in range(2)] == [1, 0]
    assert states(store, ids[1])["tagger", "image.tags"] == "failed"
