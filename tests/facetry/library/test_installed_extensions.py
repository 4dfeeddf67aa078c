"""The records of installed extensions: states, versions, settings, and what they are subscribed to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from facetry.errors import FaultError, Kind
from facetry.events import subscriptions
from facetry.library import extension_removal as removal
from facetry.library import installed_extensions as installed
from facetry.library.installed_extensions import Installed
from facetry.store.store import Store
from tests.facetry.events.scripted_extensions import entries
from tests.support.stores import add_extensions, temporary_store

SETTINGS = {
    "type": "object",
    "properties": {
        "threshold": {"type": "number", "minimum": 0, "maximum": 1, "default": 0.5},
        "language": {"type": "string"},
    },
    "required": ["threshold"],
}


def manifest(*events: str, **changes: Any) -> str:
    return orjson.dumps(
        {
            "id": "tagger",
            "version": "1.0.0",
            "name": "Tagger",
            "description": "Tags.",
            "categories": ["enrichment"],
            "runtimes": [],
            "instructions": [
                {
                    "events": ["process.started", "image.computeTags", *events],
                    "capabilities": [{"id": "image.tags"}, {"id": "image.tags"}],
                    "execution": {"executable": "./run", "arguments": []},
                }
            ],
            "settings": SETTINGS,
            **changes,
        }
    ).decode()


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as made:
        yield made


def install(store: Store, text: str | None = None, state: installed.State = "enabled") -> Installed:
    return store.write_now(lambda work: installed.install(work, text or manifest(), "one", state))


def update(store: Store, text: str) -> Installed:
    return store.write_now(lambda work: installed.replace_version(work, "tagger", text, "two"))


def read(store: Store) -> Installed:
    return store.read_now(lambda connection: installed.require(connection, "tagger"))


def topics(store: Store) -> list[str]:
    key = read(store).key
    return sorted(store.read_now(lambda connection: subscriptions.positions(connection, key)))


def test_what_is_installed_is_found(store: Store) -> None:
    add_extensions(store, "by-hand")
    assert store.read_now(installed.every) == []
    found = install(store, state="paused")
    assert (found.id, found.state, found.folder, found.previous, found.acknowledged) == (
        *("tagger", "paused", "one"),
        *(None, None),
    )
    assert store.read_now(installed.every) == [found]
    assert store.read_now(lambda connection: installed.find(connection, "by-hand")) is None
    with pytest.raises(FaultError) as refused:
        store.read_now(lambda connection: installed.require(connection, "nobody"))
    assert refused.value.fault.kind is Kind.UNKNOWN


@pytest.mark.parametrize("id", ["tagger", "TAGGER", "by-hand", "By-Hand"])
def test_an_id_is_given_once(store: Store, id: str) -> None:
    add_extensions(store, "by-hand")
    install(store)
    with pytest.raises(FaultError) as refused:
        install(store, manifest(id=id))
    assert (refused.value.fault.kind, refused.value.fault.rule) == (Kind.CONFLICT, "extension.taken")


def test_states_change_once(store: Store) -> None:
    install(store)
    assert store.write_now(lambda work: installed.change_state(work, "tagger", "paused")).state == "paused"
    assert read(store).state == "paused"
    with pytest.raises(FaultError) as refused:
        store.write_now(lambda work: installed.change_state(work, "tagger", "paused"))
    assert refused.value.fault.rule == "extension.state"


def test_an_extension_is_subscribed_from_its_installation_on(store: Store) -> None:
    install(store, manifest("image.created", "image.runCommand", "text.computeEmbeddings"))
    assert topics(store) == ["extension.settings", "image.computeTags", "image.created", "image.runCommand"]
    update(store, manifest("image.deleted"))
    assert topics(store) == ["extension.settings", "image.computeTags", "image.deleted"]


def test_versions_follow_each_other(store: Store) -> None:
    install(store)
    store.write_now(lambda work: installed.acknowledge(work, "tagger", "1.0.0"))
    found = update(store, manifest(version="1.1.0"))
    assert (found.manifest.version, found.previous, found.acknowledged, found.folder) == (
        *("1.1.0", "1.0.0"),
        *("1.0.0", "two"),
    )
    assert update(store, manifest(version="1.1.0")).previous == "1.0.0"
    with pytest.raises(FaultError) as refused:
        update(store, manifest(id="another"))
    assert refused.value.fault.rule == "manifest.other"


def test_settings_are_held_to_the_manifest(store: Store) -> None:
    install(store)
    assert installed.settings(read(store)) == {"threshold": 0.5}
    store.write_now(lambda work: installed.set_settings(work, "tagger", {"threshold": 0.25, "language": "en"}))
    assert installed.settings(read(store)) == {"threshold": 0.25, "language": "en"}
    for wrong in ({"threshold": 2}, {"language": "en"}, {"threshold": 0.1, "colour": "red"}, {"threshold": "0.1"}):
        with pytest.raises(FaultError) as refused:
            store.write_now(lambda work, wrong=wrong: installed.set_settings(work, "tagger", wrong))  # type: ignore[misc]  # the default binds the loop's value
        assert str(refused.value.fault.pointer).startswith("/value")
        assert refused.value.fault.kind is Kind.BAD_PARAMETER
    assert installed.settings(read(store)) == {"threshold": 0.25, "language": "en"}
    assert store.write_now(lambda work: installed.reset_settings(work, "tagger")) == {"threshold": 0.5}
    assert installed.settings(read(store)) == {"threshold": 0.5}


def test_settings_survive_an_update_that_they_suit(store: Store) -> None:
    install(store)
    store.write_now(lambda work: installed.set_settings(work, "tagger", {"threshold": 0.25}))
    update(store, manifest(version="1.1.0"))
    assert installed.settings(read(store)) == {"threshold": 0.25}
    other = {"type": "object", "properties": {"speed": {"type": "integer", "default": 3}}}
    before = len(entries(store))
    update(store, manifest(version="2.0.0", settings=other))
    assert installed.settings(read(store)) == {"speed": 3}
    told = entries(store)[before:]
    assert [(entry.topic, entry.target, entry.value()) for entry in told] == [
        ("extension.updated", None, {"id": "tagger"}),
        ("extension.settings", "tagger", {"id": "tagger", "value": {"speed": 3}}),
    ]
    update(store, manifest(version="2.0.1", settings=other))
    assert [entry.topic for entry in entries(store)[before + 2 :]] == ["extension.updated"], "they are the same"


def test_one_that_is_being_removed_is_there_no_more(store: Store) -> None:
    key = install(store).key
    store.write_now(lambda work: removal._begin(work, key))
    assert store.read_now(installed.every) == []
    with pytest.raises(FaultError) as refused:
        install(store)
    assert refused.value.fault.rule == "extension.taken"
