"""Commands that users have extensions run, checked against the manifest and the tags of images."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal
from uuid import UUID

from sqlalchemy import Connection, select
from sqlmodel import col

from facetry.errors import FaultError, bad_parameter
from facetry.events import log
from facetry.library import extensions, installed_extensions
from facetry.library.facets import tags
from facetry.library.facets.tags import ImageTag
from facetry.library.images import Image
from facetry.library.installed_extensions import InstalledExtension
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
_BATCH_SIZE: Final = 500


@dataclass(frozen=True, slots=True)
class CommandOrder:
    """An order to run a command; `images` is None for a command that takes no images."""

    extension: str
    command: str
    parameters: Mapping[str, Any] | None
    images: Sequence[UUID] | None
    context_id: UUID
    """Identifies this run of the command."""


def check(
    connection: Connection,
    order: CommandOrder,
    *,
    parameter: str,
    pointer: str,
    accepted: Mapping[str, Any] | None = None,
) -> Mapping[str, Any]:
    """The command as the manifest declares it; 400 unless the extension can run it now, on these images.

    `parameter` is the request parameter with the extension's id; `pointer` is the position of the command's parameters
    in the body. The parameters are validated unless `accepted`, the command of an earlier check, has the same schema.
    The order of the refusals is decided in D114.
    """
    extension = installed_extensions.require(connection, order.extension)
    command = _require_runnable(extension, order, parameter)
    schema = command.get("parameters") or _NO_PARAMETERS
    if accepted is None or schema != (accepted.get("parameters") or _NO_PARAMETERS):
        fault = schemas.check_schema(schema).fault(order.parameters or {}, pointer)
        if fault is not None:
            raise FaultError(replace(fault, rule="command.parameters"))
    if order.images is not None:
        _require_tags(connection, command, order.images, _keys(connection, order.images))
    return command


def issue(
    work: Work, order: CommandOrder, *, parameter: str, pointer: str, accepted: Mapping[str, Any] | None = None
) -> None:
    """Write the order to the event log, addressed to its extension. Raises 400 as `check`, which it repeats."""
    command = check(work.connection, order, parameter=parameter, pointer=pointer, accepted=accepted)
    data: dict[str, object] = {log.CONTEXT_MEMBER: str(order.context_id), "commandId": order.command}
    if order.images is not None:
        data["imageIds"] = [str(image) for image in order.images]
    data["parameters"] = dict(order.parameters or {})  # always there: hooks of published SDKs index it
    log.announce(work, _TOPICS[command["on"]["entity"]], target=order.extension, data=data)


def _require_runnable(extension: InstalledExtension, order: CommandOrder, parameter: str) -> Mapping[str, Any]:
    """The command as the manifest declares it; 400 when the extension cannot run it on these images."""
    if extension.state != "enabled":
        raise extensions.paused_extension(extension.id, parameter)
    commands = dict(_commands(extension))
    if order.command not in commands:
        raise bad_parameter(
            "commandId",
            "The extension has no command of this id.",
            rule="command.unknown",
            value=order.command,
            remedy=f"It has: {', '.join(commands)}." if commands else "It has none.",
        )
    command = commands[order.command]
    detail = _entity_mismatch(command["on"]["entity"], order.images)
    if detail is not None:
        raise bad_parameter("imageIds", detail, rule="command.entity", value=command["on"]["entity"])
    return command


def _commands(extension: InstalledExtension) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for item in extension.document()["instructions"]:
        for command in item.get("commands") or ():
            yield command["id"], command


def _entity_mismatch(entity: Entity, images: Sequence[UUID] | None) -> str | None:
    """Why a command for this entity cannot run on these images; None if it can."""
    if entity == "Process":
        return None if images is None else "The command is run on the extension itself, not on images."
    if not images:
        return "The command needs images, but none is listed or found."
    if entity == "Image" and len(images) > 1:
        return f"The command is run on one image, not on {len(images)}."
    if len(images) > COMMAND_IMAGE_IDS_MAX_ITEMS:
        return f"A command is run on at most {COMMAND_IMAGE_IDS_MAX_ITEMS} images."
    return None


def _keys(connection: Connection, images: Sequence[UUID]) -> dict[UUID, int]:
    keys: dict[UUID, int] = {}
    for batch in _batches([image.bytes for image in images]):
        rows = connection.execute(select(col(Image.id), col(Image.key)).where(col(Image.id).in_(batch)))
        keys |= {UUID(bytes=id): key for id, key in rows if key is not None}
    for index, image in enumerate(images):
        if image not in keys:
            raise _image_fault("image.missing", "There is no image with this id.", image, index)
    return keys


def _require_tags(
    connection: Connection, command: Mapping[str, Any], images: Sequence[UUID], keys: Mapping[UUID, int]
) -> None:
    required_tags = command["on"].get("withTags")
    if not required_tags:
        return
    tag_keys = tags.keys_of(connection, required_tags)
    tagged: set[int] = set()
    for batch in _batches(list(keys.values())):
        conditions = (col(ImageTag.image).in_(batch), col(ImageTag.tag).in_(tag_keys), tags.visible())
        query = select(col(ImageTag.image)).where(*conditions)
        tagged |= set(connection.execute(query.distinct()).scalars())
    for index, image in enumerate(images):
        if keys[image] not in tagged:
            tag_list = ", ".join(required_tags)
            detail = "The image has none of the tags that the command requires."
            raise _image_fault("command.tags", detail, image, index, remedy=f"Set one of these tags: {tag_list}.")


def _batches(values: list[Any]) -> Iterator[list[Any]]:
    for start in range(0, len(values), _BATCH_SIZE):
        yield values[start : start + _BATCH_SIZE]


def _image_fault(rule: str, detail: str, image: UUID, index: int, remedy: str | None = None) -> FaultError:
    pointer = f"/imageIds/{index}"
    return bad_parameter("imageIds", detail, rule=rule, value=image, remedy=remedy, pointer=pointer)
