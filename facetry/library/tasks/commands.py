"""Commands: what people can have extensions do, judged by the manifest and by the tags of images."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal
from uuid import UUID

from sqlalchemy import Connection, select
from sqlmodel import col

from facetry.errors import Fault, FaultError, Kind, bad_parameter
from facetry.events import log
from facetry.library import installed_extensions as installed
from facetry.library import tags
from facetry.library.images import Image
from facetry.library.installed_extensions import Installed
from facetry.library.tags import ImageTag
from facetry.store.work import Work
from facetry.validate import schemas
from generated.limits import COMMAND_IMAGE_IDS_MAX_ITEMS
from generated.topics import Topic

Entity = Literal["Process", "Images", "Image"]
_TOPICS: Final[Mapping[Entity, Topic]] = {
    "Process": "process.runCommand",
    "Images": "image.runCommand",
    "Image": "image.runCommand",
}
_NO_PARAMETERS: Final[Mapping[str, Any]] = {"type": "object", "properties": {}}
_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class Order:
    """A command that is to be run; `images` is None for one that is run on none."""

    extension: str
    command: str
    parameters: Mapping[str, Any] | None
    images: Sequence[UUID] | None
    context: UUID
    """What tells this run from others."""


def judge(connection: Connection, order: Order, *, parameter: str, pointer: str) -> None:
    """400 unless the extension can run the order now, on so many images, with these parameters.

    `parameter` is the name of the request that has the extension, `pointer` where the parameters stand in its body.
    """
    found = installed.require(connection, order.extension)
    command = _runnable(found, order, parameter)
    schema = command.get("parameters") or _NO_PARAMETERS
    fault = schemas.checked(schema).fault(order.parameters or {}, pointer)
    if fault is not None:
        raise FaultError(replace(fault, rule="command.parameters"))


def give(work: Work, order: Order, *, parameter: str) -> None:
    """Write the order into the log, for its extension alone.

    400 unless the extension can run it now, the images exist, and each has one of the tags that the command asks for.
    """
    found = installed.require(work.connection, order.extension)
    command = _runnable(found, order, parameter)
    if order.images is not None:
        keys = _keys(work.connection, order.images)
        _require_tags(work.connection, command, order.images, keys)
    data: dict[str, object] = {log.CONTEXT: str(order.context), "commandId": order.command}
    if order.images is not None:
        data["imageIds"] = [str(image) for image in order.images]
    if order.parameters is not None:
        data["parameters"] = dict(order.parameters)
    log.announce(work, _TOPICS[command["on"]["entity"]], target=order.extension, data=data)


def _runnable(found: Installed, order: Order, parameter: str) -> Mapping[str, Any]:
    """The command, as the manifest has it."""
    if found.state != "enabled":
        raise bad_parameter(
            parameter,
            "The extension is paused.",
            rule="extension.paused",
            value=found.id,
            remedy="Enable it with /extension/{id}/changeState.",
        )
    known = dict(_commands(found))
    if order.command not in known:
        raise bad_parameter(
            "commandId",
            "The extension has no command of this id.",
            rule="command.unknown",
            value=order.command,
            remedy=f"It has: {', '.join(known)}." if known else "It has none.",
        )
    command = known[order.command]
    detail = _misfit(command["on"]["entity"], order.images)
    if detail is not None:
        raise bad_parameter("imageIds", detail, rule="command.entity", value=command["on"]["entity"])
    return command


def _commands(found: Installed) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for item in found.document()["instructions"]:
        for command in item.get("commands") or ():
            yield command["id"], command


def _misfit(entity: Entity, images: Sequence[UUID] | None) -> str | None:
    """Why a command on the entity cannot be run on these images, if it cannot."""
    if entity == "Process":
        return None if images is None else "The command is run on the extension itself, not on images."
    if not images:
        return "The command is run on images, and none is named or found."
    if entity == "Image" and len(images) > 1:
        return f"The command is run on one image, not on {len(images)}."
    if len(images) > COMMAND_IMAGE_IDS_MAX_ITEMS:
        return f"A command is run on at most {COMMAND_IMAGE_IDS_MAX_ITEMS} images."
    return None


def _keys(connection: Connection, images: Sequence[UUID]) -> dict[UUID, int]:
    known: dict[UUID, int] = {}
    for some in _parts([image.bytes for image in images]):
        rows = connection.execute(select(col(Image.id), col(Image.key)).where(col(Image.id).in_(some)))
        known |= {UUID(bytes=id): key for id, key in rows if key is not None}
    for place, image in enumerate(images):
        if image not in known:
            raise _refused("image.missing", "There is no image with this id.", image, place)
    return known


def _require_tags(
    connection: Connection, command: Mapping[str, Any], images: Sequence[UUID], keys: Mapping[UUID, int]
) -> None:
    wanted = command["on"].get("withTags")
    if not wanted:
        return
    meant = tags.keys_of(connection, wanted)
    tagged: set[int] = set()
    for some in _parts(list(keys.values())):
        theirs = (col(ImageTag.image).in_(some), col(ImageTag.tag).in_(meant), tags.visible())
        having = select(col(ImageTag.image)).where(*theirs)
        tagged |= set(connection.execute(having.distinct()).scalars())
    for place, image in enumerate(images):
        if keys[image] not in tagged:
            listed = ", ".join(wanted)
            detail = "The image has none of the tags that the command asks for."
            raise _refused("command.tags", detail, image, place, remedy=f"One of these has to be set: {listed}.")


def _parts(values: list[Any]) -> Iterator[list[Any]]:
    for begin in range(0, len(values), _AT_ONCE):
        yield values[begin : begin + _AT_ONCE]


def _refused(rule: str, detail: str, image: UUID, place: int, remedy: str | None = None) -> FaultError:
    return FaultError(
        Fault(
            kind=Kind.BAD_PARAMETER,
            rule=rule,
            detail=detail,
            parameter="imageIds",
            pointer=f"/imageIds/{place}",
            value=str(image),
            remedy=remedy,
        )
    )
