"""Commands run when the manifest and the tags permit it, and only then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facetry.errors import Fault, FaultError
from facetry.events import log
from facetry.events.log import LoggedEvent
from facetry.library import installed_extensions
from facetry.library.facets import tags
from facetry.library.tasks import commands
from facetry.library.tasks.commands import CommandOrder
from facetry.store.store import Store
from tests.support.extensions.packages import manifest
from tests.support.libraries.stores import add_extensions, add_images, add_repository, temporary_store

TOPICS = ("image.runCommand", "process.runCommand")
HUE = {"type": "object", "properties": {"hue": {"type": "number"}}, "required": ["hue"]}


def command(id: str, entity: str, **more: Any) -> dict[str, Any]:
    on = {"entity": entity, **({"withTags": more.pop("tags")} if "tags" in more else {})}
    return {"id": id, "on": on, "specifications": [{"locale": "en", "label": id}], **more}


def manifest_text(declared: Sequence[Mapping[str, Any]]) -> str:
    instructions = {
        "events": ["image.runCommand", "process.runCommand"],
        "execution": {"executable": "./run", "arguments": []},
        "commands": list(declared),
    }
    return orjson.dumps(manifest("painter", instructions=[instructions])).decode()


def install(store: Store, *declared: Mapping[str, Any], state: installed_extensions.ExtensionState = "enabled") -> None:
    store.write_now(lambda work: installed_extensions.install(work, manifest_text(declared), "1", state))


def replace_version(store: Store, *declared: Mapping[str, Any]) -> None:
    store.write_now(lambda work: installed_extensions.replace_version(work, "painter", manifest_text(declared), "2"))


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as store:
        yield store


def check(store: Store, order: CommandOrder) -> Mapping[str, Any]:
    return store.read_now(lambda connection: commands.check(connection, order, parameter="id", pointer="/parameters"))


def issue(store: Store, order: CommandOrder, accepted: Mapping[str, Any] | None = None) -> None:
    store.write_now(lambda work: commands.issue(work, order, parameter="id", pointer="/parameters", accepted=accepted))


def run(
    store: Store, id: str, images: Sequence[UUID] | None = None, parameters: Mapping[str, Any] | None = None
) -> LoggedEvent | Fault:
    """The event, or the refusal."""
    order = CommandOrder("painter", id, parameters, images, uuid4())
    before = store.read_now(log.newest_sequence)
    try:
        accepted = check(store, order)
    except FaultError as error:
        with pytest.raises(FaultError) as refused:
            issue(store, order)
        assert (refused.value.fault.rule, refused.value.fault.pointer) == (error.fault.rule, error.fault.pointer)  # noqa: PT017 -- both refuse
        assert store.read_now(log.newest_sequence) == before, "what is refused leaves nothing"
        return error.fault
    issue(store, order, accepted)
    (entry,) = store.read_now(lambda connection: log.read_after(connection, before, TOPICS, "painter", 10)).events
    assert entry.target == "painter"
    assert entry.context_id() == str(order.context_id)
    return entry


def rule_and_place(found: LoggedEvent | Fault) -> tuple[str, str | None]:
    assert isinstance(found, Fault), found
    return found.rule, found.parameter or found.pointer


def value(found: LoggedEvent | Fault) -> dict[str, Any]:
    assert isinstance(found, LoggedEvent), found
    return found.value()


def test_a_command_is_an_event_addressed_to_its_extension(store: Store) -> None:
    install(store, command("paint", "Images", parameters=HUE), command("clean", "Process"), command("sort", "Images"))
    images = add_images(store, add_repository(store), ["a.png", "b.png"])
    found = run(store, "paint", images, {"hue": 210})
    assert value(found) == {"commandId": "paint", "imageIds": [str(id) for id in images], "parameters": {"hue": 210}}
    assert isinstance(found, LoggedEvent)
    assert found.topic == "image.runCommand"
    cleaned = run(store, "clean")
    assert value(cleaned) == {"commandId": "clean", "parameters": {}}, "hooks of published SDKs read them"
    assert value(run(store, "sort", images)) == {
        "commandId": "sort",
        "imageIds": [str(id) for id in images],
        "parameters": {},
    }
    assert isinstance(cleaned, LoggedEvent)
    assert cleaned.topic == "process.runCommand"


def test_refusals_are_checked_in_order(store: Store) -> None:
    install(store, command("paint", "Image", parameters=HUE, tags=["sky"]), state="paused")
    (image,) = add_images(store, add_repository(store), ["a.png"])
    add_extensions(store, "tagger")
    assert rule_and_place(run(store, "print", None, {})) == ("extension.paused", "id")
    store.write_now(lambda work: installed_extensions.change_state(work, "painter", "enabled"))
    assert rule_and_place(run(store, "print", None, {})) == ("command.unknown", "commandId")
    assert rule_and_place(run(store, "paint", None, {})) == ("command.entity", "imageIds")
    assert rule_and_place(run(store, "paint", [image, uuid4()], {})) == ("command.entity", "imageIds")
    assert rule_and_place(run(store, "paint", [uuid4()], {})) == ("command.parameters", "/parameters")
    assert rule_and_place(run(store, "paint", [uuid4()], {"hue": "blue"})) == ("command.parameters", "/parameters/hue")
    assert rule_and_place(run(store, "paint", [uuid4()], {"hue": 1, "x": 1})) == ("command.parameters", "/parameters/x")
    assert rule_and_place(run(store, "paint", [uuid4()], {"hue": 1})) == ("image.missing", "imageIds")
    found = run(store, "paint", [image], {"hue": 1})
    assert rule_and_place(found) == ("command.tags", "imageIds")
    assert isinstance(found, Fault)
    assert (found.value, found.pointer) == (str(image), "/imageIds/0")
    store.write_now(lambda work: tags.replace(work, image, "tagger", ["sky"]))
    assert value(run(store, "paint", [image], {"hue": 1}))["imageIds"] == [str(image)]


def test_a_command_is_checked_again_when_it_is_issued(store: Store) -> None:
    install(store, command("paint", "Image", parameters=HUE, tags=["sky"]))
    (image,) = add_images(store, add_repository(store), ["a.png"])
    add_extensions(store, "tagger")
    store.write_now(lambda work: tags.replace(work, image, "tagger", ["sky"]))
    order = CommandOrder("painter", "paint", {"hue": 1}, [image], uuid4())
    accepted = check(store, order)
    store.write_now(lambda work: tags.replace(work, image, "tagger", ["sea"]))
    with pytest.raises(FaultError, match="tags"):
        issue(store, order, accepted)
    store.write_now(lambda work: tags.replace(work, image, "tagger", ["sky"]))
    name = {"type": "object", "properties": {"name": {"type": "string"}}}
    replace_version(store, command("paint", "Image", parameters=name, tags=["sky"]))
    with pytest.raises(FaultError, match=r"command\.parameters"):
        issue(store, order, accepted)
    replace_version(store, command("paint", "Image", parameters=HUE))
    issue(store, order, accepted)


def test_a_process_command_takes_no_images_and_an_image_command_needs_them(store: Store) -> None:
    install(store, command("clean", "Process"), command("paint", "Images"))
    many = [uuid4() for _ in range(1_001)]
    assert rule_and_place(run(store, "clean", many[:1])) == ("command.entity", "imageIds")
    assert rule_and_place(run(store, "paint")) == ("command.entity", "imageIds")
    assert rule_and_place(run(store, "paint", [])) == ("command.entity", "imageIds")
    assert rule_and_place(run(store, "paint", many)) == ("command.entity", "imageIds")
    assert rule_and_place(run(store, "paint", many[:1_000])) == ("image.missing", "imageIds")


def test_a_command_without_a_schema_takes_no_parameters(store: Store) -> None:
    install(store, command("clean", "Process"))
    assert rule_and_place(run(store, "clean", None, {"hue": 1})) == ("command.parameters", "/parameters/hue")
    assert value(run(store, "clean", None, {})) == {"commandId": "clean", "parameters": {}}


VALUES = st.lists(st.sampled_from(["sky", "sea", "sand", "Sky"]), max_size=3, unique=True)


@settings(max_examples=15, deadline=None)
@given(
    gate=VALUES,
    given_tags=st.lists(st.tuples(st.sampled_from(["tagger", "namer"]), st.integers(0, 3), VALUES), max_size=6),
    selection=st.lists(st.integers(0, 3), min_size=1, unique=True),
)
def test_every_image_needs_one_of_the_required_tags(
    gate: list[str], given_tags: list[tuple[str, int, list[str]]], selection: list[int]
) -> None:
    with temporary_store() as store:
        install(store, command("paint", "Images", tags=gate))
        images = add_images(store, add_repository(store), [f"{number}.png" for number in range(4)])
        add_extensions(store, "tagger", "namer")
        tags_by_image: dict[tuple[str, int], list[str]] = {}
        for extension, image, values in given_tags:  # an empty list stores the sentinel
            tags_by_image[extension, image] = values
            store.write_now(lambda work, e=extension, i=image, v=values: tags.replace(work, images[i], e, v))  # type: ignore[misc]  # the defaults bind the loop's values
        found = run(store, "paint", [images[number] for number in selection])
        lacking = [
            number
            for number in selection
            if gate and not any(set(gate) & set(tags_by_image.get((each, number), ())) for each in ("tagger", "namer"))
        ]
        if lacking:
            assert rule_and_place(found) == ("command.tags", "imageIds")
            assert isinstance(found, Fault)
            assert found.value == str(images[lacking[0]])
        else:
            assert value(found)["imageIds"] == [str(images[number]) for number in selection]
