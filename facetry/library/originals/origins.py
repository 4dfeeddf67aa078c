"""What the origin of a stored picture names has to exist."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import orjson
from sqlalchemy import Connection

from facetry.errors import FaultError, bad_parameter
from facetry.library import extensions, images
from facetry.library.images import Origin


def require_origin(connection: Connection, origin: Origin, is_in_trash: Callable[[Connection, UUID], bool]) -> None:
    """Raise 400 when the origin names an image or an extension that does not exist. An image in the trash exists."""
    if origin.parent is not None and not is_in_trash(connection, origin.parent):
        require_image(connection, origin.parent, "parentId")
    if origin.application_metadata is not None:
        for index, item in enumerate(orjson.loads(origin.application_metadata)["items"]):
            if extensions.find(connection, item["extensionId"]) is None:
                raise _extension_fault(index, item["extensionId"])


def _extension_fault(index: int, id: str) -> FaultError:
    place = f"It stands at /items/{index}/extensionId of the text."
    return bad_parameter(
        "applicationMetadata",
        f"No extension with this id is installed or registered. {place}",
        rule="extension.unknown",
        value=id,
        remedy="Install the extension, or register it with `facetry extension register ID`.",
    )


def require_image(connection: Connection, id: UUID, parameter: str) -> UUID:
    """The id; 400 on `parameter` when there is no such image."""
    try:
        images.key_of(connection, id)
    except FaultError as error:
        raise image_fault(parameter, id) from error
    return id


def image_fault(parameter: str, id: UUID) -> FaultError:
    """400: there is no such image, or not in the repository."""
    detail = "There is no such image" + (" in the repository." if parameter == "imageId" else ".")
    return bad_parameter(parameter, detail, rule="image.unknown", value=id)
