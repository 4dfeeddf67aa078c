"""The records of installed extensions: states, versions, settings, and subscriptions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from facetry.errors import FaultError, FaultKind
from facetry.events import subscriptions
from facetry.library import extension_removal, installed_extensions
from facetry.library.api_keys import ApiKeys
from facetry.library.installed_extensions import InstalledExtension
from facetry.store.store import Store
from tests.facetry.events.scripted_extensions import logged_events
from tests.support.libraries.stores import add_extensions, temporary_store

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
    with temporary_store() as opened:
        yield opened


def install(
    store: Store, text: str | None = None, state: installed_extensions.ExtensionState = "enabled"
) -> InstalledExtension:
    return store.write_now(lambda work: installed_extensions.install(work, text or manifest(), "one", state))


def update(store: Store, text: str) -> InstalledExtension:
    return store.write_now(lambda work: installed_extensions.replace_version(work, "tagger", text, "two"))


def read(store: Store) -> InstalledExtension:
    return store.read_now(lambda connection: installed_extensions.require(connection, "tagger"))


def topics(store: Store) -> list[str]:
    key = read(store).key
    return sorted(store.read_now(lambda connection: subscriptions.positions(connection, key)))


def test_an_installed_extension_is_found(store: Store) -> None:
    add_extensions(store, "by-hand")
    assert store.read_now(installed_extensions.list_all) == []
    found = install(store, state="paused")
    assert (found.id, found.state, found.folder, found.previous, found.acknowledged) == (
        *("tagger", "paused", "one"),
        *(None, None),
    )
    assert store.read_now(installed_extensions.list_all) == [found]
    assert store.read_now(lambda connection: installed_extensions.find(connection, "by-hand")) is None
    with pytest.raises(FaultError) as refused:
        store.read_now(lambda connection: installed_extensions.require(connection, "nobody"))
    assert refused.value.fault.kind is FaultKind.NOT_FOUND


@pytest.mark.parametrize("id", ["tagger", "TAGGER", "by-hand", "By-Hand"])
def test_an_id_is_unique_ignoring_case(store: Store, id: str) -> None:
    add_extensions(store, "by-hand")
    install(store)
    with pytest.raises(FaultError) as refused:
        install(store, manifest(id=id))
    assert (refused.value.fault.kind, refused.value.fault.rule) == (FaultKind.CONFLICT, "extension.taken")


def test_a_change_to_the_present_state_is_refused(store: Store) -> None:
    install(store)
    assert store.write_now(lambda work: installed_extensions.change_state(work, "tagger", "paused")).state == "paused"
    assert read(store).state == "paused"
    with pytest.raises(FaultError) as refused:
        store.write_now(lambda work: installed_extensions.change_state(work, "tagger", "paused"))
    assert refused.value.fault.rule == "extension.state"


def test_an_extension_is_subscribed_from_its_installation(store: Store) -> None:
    install(store, manifest("image.created", "image.runCommand", "text.computeEmbeddings"))
    assert topics(store) == ["extension.settings", "image.computeTags", "image.created", "image.runCommand"]
    update(store, manifest("image.deleted"))
    assert topics(store) == ["extension.settings", "image.computeTags", "image.deleted"]


def test_versions_follow_each_other(store: Store) -> None:
    install(store)
    store.write_now(lambda work: installed_extensions.acknowledge(work, "tagger", "1.0.0"))
    found = update(store, manifest(version="1.1.0"))
    assert (found.manifest.version, found.previous, found.acknowledged, found.folder) == (
        *("1.1.0", "1.0.0"),
        *("1.0.0", "two"),
    )
    assert update(store, manifest(version="1.1.0")).previous == "1.0.0"
    with pytest.raises(FaultError) as refused:
        update(store, manifest(id="another"))
    assert refused.value.fault.rule == "manifest.other"


def test_settings_are_validated_by_the_schema_of_the_manifest(store: Store) -> None:
    install(store)
    assert installed_extensions.settings(read(store)) == {"threshold": 0.5}
    store.write_now(
        lambda work: installed_extensions.set_settings(work, "tagger", {"threshold": 0.25, "language": "en"})
    )
    assert installed_extensions.settings(read(store)) == {"threshold": 0.25, "language": "en"}
    for wrong in ({"threshold": 2}, {"language": "en"}, {"threshold": 0.1, "colour": "red"}, {"threshold": "0.1"}):
        with pytest.raises(FaultError) as refused:
            store.write_now(lambda work, wrong=wrong: installed_extensions.set_settings(work, "tagger", wrong))  # type: ignore[misc]  # the default binds the loop's value
        assert str(refused.value.fault.pointer).startswith("/value")
        assert refused.value.fault.kind is FaultKind.BAD_PARAMETER
    assert installed_extensions.settings(read(store)) == {"threshold": 0.25, "language": "en"}
    assert store.write_now(lambda work: installed_extensions.reset_settings(work, "tagger")) == {"threshold": 0.5}
    assert installed_extensions.settings(read(store)) == {"threshold": 0.5}


def test_settings_survive_an_update_if_they_stay_valid(store: Store) -> None:
    install(store)
    store.write_now(lambda work: installed_extensions.set_settings(work, "tagger", {"threshold": 0.25}))
    update(store, manifest(version="1.1.0"))
    assert installed_extensions.settings(read(store)) == {"threshold": 0.25}
    other = {"type": "object", "properties": {"speed": {"type": "integer", "default": 3}}}
    before = len(logged_events(store))
    update(store, manifest(version="2.0.0", settings=other))
    assert installed_extensions.settings(read(store)) == {"speed": 3}
    events = logged_events(store)[before:]
    assert [(entry.topic, entry.target, entry.value()) for entry in events] == [
        ("extension.updated", None, {"id": "tagger"}),
        ("extension.settings", "tagger", {"id": "tagger", "value": {"speed": 3}}),
    ]
    update(store, manifest(version="2.0.1", settings=other))
    assert [entry.topic for entry in logged_events(store)[before + 2 :]] == ["extension.updated"], "they are the same"


def test_an_extension_that_is_being_removed_is_not_found(store: Store) -> None:
    key = install(store).key
    store.write_now(lambda work: extension_removal.begin(work, ApiKeys(store), key))
    assert store.read_now(installed_extensions.list_all) == []
    with pytest.raises(FaultError) as refused:
        install(store)
    assert refused.value.fault.rule == "extension.taken"
