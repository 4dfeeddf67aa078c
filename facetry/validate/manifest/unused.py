"""Finds parts of a manifest that have no effect: events that nothing requests, runtimes, and required tags."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from facetry.schema.edits import RemoveMember
from facetry.validate.finding import Finding
from facetry.validate.manifest.parts import (
    CAPABILITY_TOPICS,
    COMMAND_TOPICS,
    RUNTIME_MACROS,
    JsonObject,
    commands_of,
    finding,
    indexed_objects,
    indexed_texts,
    instructions_of,
    items_of,
    member_of,
)

_CAPABILITY_BY_TOPIC: Final = {topic: capability for capability, topic in CAPABILITY_TOPICS.items()}
_COMMANDS_BY_TOPIC: Final = {"process.runCommand": "command on the process", "image.runCommand": "command on images"}


def unused_parts(manifest: JsonObject) -> Iterator[Finding]:
    """Warnings on all parts without an effect."""
    instructions = instructions_of(manifest)
    yield from _events_without_request(instructions)
    yield from _unused_runtimes(manifest, instructions)
    for pointer, item in instructions:
        for command_pointer, command in commands_of(item, pointer):
            yield from _gate_without_effect(command.get("on"), f"{command_pointer}/on")


def _events_without_request(instructions: list[tuple[str, JsonObject]]) -> Iterator[Finding]:
    """An unknown capability or entity may be a misspelt one, so that nothing is known about its event."""
    capabilities = {
        member_of(capability, "id") if isinstance(member_of(capability, "id"), str) else None
        for _, item in instructions
        for capability in items_of(item.get("capabilities"))
    }
    entities = {
        entity if isinstance(entity := member_of(member_of(command, "on"), "entity"), str) else None
        for _, item in instructions
        for command in items_of(item.get("commands"))
    }
    are_capabilities_known = capabilities <= CAPABILITY_TOPICS.keys()
    are_entities_known = entities <= COMMAND_TOPICS.keys()
    command_topics = (
        {COMMAND_TOPICS[entity] for entity in entities if entity is not None} if are_entities_known else set()
    )
    for pointer, item in instructions:
        for index, topic in indexed_texts(item.get("events")):
            capability, commands = _CAPABILITY_BY_TOPIC.get(topic), _COMMANDS_BY_TOPIC.get(topic)
            place = f"{pointer}/events/{index}"
            if capability is not None and are_capabilities_known and capability not in capabilities:
                detail = f"No capability is {capability}, so this event is never sent."
                remedy = f"Add the capability {capability}, or remove the event."
                yield finding("event", place, detail, topic, remedy=remedy, level="warning")
            elif commands is not None and are_entities_known and topic not in command_topics:
                detail = f"There is no {commands}, so this event is never sent."
                yield finding(
                    "event", place, detail, topic, remedy=f"Add a {commands}, or remove the event.", level="warning"
                )


def _unused_runtimes(manifest: JsonObject, instructions: list[tuple[str, JsonObject]]) -> Iterator[Finding]:
    used: set[str] = set()
    for _, item in instructions:
        execution = item.get("execution")
        executable = member_of(execution, "executable")
        if not isinstance(executable, str) or (executable not in RUNTIME_MACROS and "/" not in executable):
            return  # it has an error, and may be meant to be a macro
        for text in [executable, *items_of(member_of(execution, "arguments"))]:
            if isinstance(text, str):
                used.update(runtime for macro, runtime in RUNTIME_MACROS.items() if macro in text)
    for index, runtime in indexed_objects(manifest.get("runtimes")):
        environment = runtime.get("environment")
        if environment in ("node", "python") and environment not in used:
            detail = "No program of the extension runs on this runtime, but its dependencies are installed."
            remedy = f"Start a program with ${{{environment}}}, or remove the runtime."
            place = f"/runtimes/{index}/environment"
            yield finding("runtime.unused", place, detail, environment, remedy=remedy, level="warning")


def _gate_without_effect(on: Any, pointer: str) -> Iterator[Finding]:
    tags = member_of(on, "withTags")
    place = f"{pointer}/withTags"
    if not isinstance(tags, list):
        return
    if not tags:
        detail = "An empty list requires no tag. The command runs on every image."
        yield finding(
            "gate", place, detail, remedy="Name a tag, or remove it.", level="warning", edit=RemoveMember(place)
        )
    elif member_of(on, "entity") == "Process":
        detail = "A command on the process has no images, so that no tag is required."
        remedy = "Use the entity Images or Image, or remove the tags."
        yield finding("gate", place, detail, remedy=remedy, level="warning")
