"""Breaking changes of the channels, messages and operations of an AsyncAPI description."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from codegen.compatibility.change import Change, Direction, Place, Report
from codegen.compatibility.flat import Description
from codegen.compatibility.schemas import Schemas

_DIRECTIONS: Final = {"receive": Direction.SENT, "send": Direction.RECEIVED}
"""The description has the view of the service: what it receives, clients send."""


def compare(old: Description, new: Description, report: Report) -> None:
    """Report what breaks clients of the channels."""
    schemas = Schemas(old, new, report)
    channels = old.document.get("channels", {}), new.document.get("channels", {})
    for name, channel in channels[0].items():
        place = Place(old.file, "", name).at("channels", name)
        now = channels[1].get(name)
        if now is None:
            report(Change(place, "channel.removed", f"the channel `{name}` is gone"))
            continue
        if now.get("address", name) != channel.get("address", name):
            detail = f"its address was {channel.get('address')}, and is {now.get('address')}"
            report(Change(place, "channel.removed", detail))
        for key, message in channel.get("messages", {}).items():
            at = Place(place.file, place.pointer, key).at("messages", key)
            if key not in now.get("messages", {}):
                report(Change(at, "message.removed", f"`{key}` is gone from the channel `{name}`"))
                continue
            payloads = message.get("payload", True), now["messages"][key].get("payload", True)
            for direction in _directions(old.document, name, key):
                schemas.compare(*payloads, direction, at.at("payload"))
    for name, operation in old.document.get("operations", {}).items():
        place = Place(old.file, "", name).at("operations", name)
        now = new.document.get("operations", {}).get(name)
        if now is None or any(now.get(each) != operation.get(each) for each in ("action", "channel")):
            report(Change(place, "message.removed", f"the operation `{name}` is gone, or has another channel"))
        elif "reply" in operation and "reply" not in now:
            report(Change(place, "message.removed", f"`{name}` gets no reply now"))


def _directions(document: Mapping[str, Any], channel: str, message: str) -> Iterator[Direction]:
    """Who makes a message: its sender in an operation, or its receiver for a reply. Without messages, an operation has
    all of its channel.
    """
    found: dict[Direction, None] = {}
    for operation in document.get("operations", {}).values():
        direction = _DIRECTIONS[operation["action"]]
        for part, made in ((operation, direction), (operation.get("reply", {}), direction.other)):
            listed = [each["$ref"] for each in part.get("messages", ())]
            is_of_channel = part.get("channel", {}).get("$ref") == f"#/channels/{channel}"
            if is_of_channel and (not listed or f"#/channels/{channel}/messages/{message}" in listed):
                found[made] = None
    yield from found or (Direction.SENT, Direction.RECEIVED)
