"""Finds items of a manifest that repeat earlier ones, and have no effect or an unclear one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from facetry.schema.edits import RemoveMember
from facetry.validate.finding import Finding
from facetry.validate.manifest.parts import (
    JsonObject,
    commands_of,
    finding,
    indexed_objects,
    indexed_texts,
    instructions_of,
    items_of,
    member_of,
)


def repetitions(manifest: JsonObject) -> Iterator[Finding]:
    """Warnings on all repeated items."""
    yield from _repeated_texts(manifest, "categories", "")
    yield from _repeated_objects(manifest, "runtimes", "environment", "")
    permissions = manifest.get("permissions")
    if isinstance(permissions, dict):
        yield from _repeated_texts(permissions, "scopes", "/permissions")
        yield from _repeated_objects(permissions, "folders", "path", "/permissions")
        yield from _repeated_texts(permissions, "hosts", "/permissions")
    for pointer, item in instructions_of(manifest):
        yield from _repeated_texts(item, "events", pointer)
        yield from _repeated_objects(item, "capabilities", "id", pointer)
        for index, policy in indexed_objects(item.get("throttlingPolicies")):
            yield from _repeated_texts(policy, "events", f"{pointer}/throttlingPolicies/{index}")
        yield from _repeated_policies(item, pointer)
        for command_pointer, command in commands_of(item, pointer):
            on = command.get("on")
            if isinstance(on, dict):
                yield from _repeated_texts(on, "withTags", f"{command_pointer}/on")
            yield from _repeated_locales(command, command_pointer)


def _repeated_texts(holder: JsonObject, name: str, pointer: str) -> Iterator[Finding]:
    items = items_of(holder.get(name))
    if len(items) < 2:
        return
    for index, text in _later(indexed_texts(items)):
        place = f"{pointer}/{name}/{index}"
        yield finding(
            "repeated",
            place,
            f"The list {name} has this item already.",
            text,
            remedy="Remove it.",
            level="warning",
            edit=RemoveMember(place),
        )


def _repeated_objects(holder: JsonObject, name: str, key: str, pointer: str) -> Iterator[Finding]:
    """Objects of a list are repeated if the member `key` of an earlier one is the same."""
    items = items_of(holder.get(name))
    if len(items) < 2:
        return
    identified = ((index, item[key]) for index, item in indexed_objects(items) if isinstance(item.get(key), str))
    for index, identifier in _later(identified):
        place = f"{pointer}/{name}/{index}"
        detail = f"The list {name} has {identifier} already."
        edit = RemoveMember(place) if _equals_an_earlier(items, index) else None
        yield finding(
            "repeated", f"{place}/{key}", detail, identifier, remedy="Remove one of them.", level="warning", edit=edit
        )


def _repeated_locales(command: JsonObject, pointer: str) -> Iterator[Finding]:
    items = items_of(command.get("specifications"))
    if len(items) < 2:
        return
    locales = (
        (index, item["locale"].lower()) for index, item in indexed_objects(items) if isinstance(item.get("locale"), str)
    )
    for index, _ in _later(locales):
        place = f"{pointer}/specifications/{index}"
        detail = "Another specification of the command has the same locale."
        edit = RemoveMember(place) if _equals_an_earlier(items, index) else None
        value = member_of(items[index], "locale")
        remedy = "Correct the locale, or remove one of the two."
        yield finding("locale", f"{place}/locale", detail, value, remedy=remedy, level="warning", edit=edit)


def _repeated_policies(item: JsonObject, pointer: str) -> Iterator[Finding]:
    items = items_of(item.get("throttlingPolicies"))
    if len(items) < 2:
        return
    limits = [
        (index, (frozenset(text for _, text in indexed_texts(policy.get("events"))), policy["durationInMilliseconds"]))
        for index, policy in indexed_objects(items)
        if isinstance(policy.get("durationInMilliseconds"), int)
    ]
    for index, _ in _later(limits):
        place = f"{pointer}/throttlingPolicies/{index}"
        detail = "An earlier policy limits the same events in the same duration. Only the smaller count has an effect."
        edit = RemoveMember(place) if _equals_an_earlier(items, index) else None
        yield finding("throttling.repeated", place, detail, remedy="Remove one of the two.", level="warning", edit=edit)


def _later(items: Iterable[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
    """The items, with their indexes, that equal an earlier one."""
    seen: set[Any] = set()
    for index, item in items:
        if item in seen:
            yield index, item
        seen.add(item)


def _equals_an_earlier(items: list[Any], index: int) -> bool:
    return any(_is_same(items[index], item) for item in items[:index])


def _is_same(first: Any, second: Any) -> bool:
    """Whether two JSON values are the same; 1 and true are not."""
    return bool(first == second) and repr(first) == repr(second)
