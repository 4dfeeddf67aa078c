"""Original files: opens the picture files of images. `storing` creates, changes, renames and removes them."""

from __future__ import annotations

from typing import Literal
from urllib.parse import quote

from facetry.http.reply import OpenFile
from facetry.library.file_stores.file_store import file_missing
from facetry.library.file_stores.stores import FileStores
from facetry.library.originals.location import OriginalLocation


async def open_original(file_stores: FileStores, location: OriginalLocation) -> OpenFile:
    """The open file of an image, found without following links beneath its repository; 409 when it is missing."""
    try:
        return await file_stores.of(location.root).open(location.path)
    except OSError as error:
        raise file_missing(location.id, f"The file of the image cannot be opened: {error.strerror}.") from error


def content_disposition(name: str, kind: Literal["attachment", "inline"] = "attachment") -> str:
    """The Content-Disposition with which a browser saves or shows a file: an ASCII name, and the full name in UTF-8
    (RFC 6266).
    """
    encoded = quote(name, safe="")
    if "%" not in encoded:  # only letters, digits and - . _ ~, as in most names
        return f'{kind}; filename="{name}"'
    plain = "".join(c if c.isascii() and c.isprintable() and c not in '"\\%' else "_" for c in name)
    return f"{kind}; filename=\"{plain}\"; filename*=UTF-8''{encoded}"
