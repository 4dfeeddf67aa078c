"""Original files: opens the picture files of images. `storing` creates, changes, renames and removes them."""

from __future__ import annotations

from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from typing import Literal
from urllib.parse import quote

from facetry.library.file_stores.file_store import OpenObject, file_missing
from facetry.library.file_stores.stores import FileStores
from facetry.library.originals.location import OriginalLocation


def open_original(file_stores: FileStores, location: OriginalLocation) -> int | Awaitable[OpenObject]:
    """The open file of an image, found without following links beneath its repository; 409 when it is missing."""
    with _missing_file(location):
        opened = file_stores.of(location.root).open(location.path)
    return opened if isinstance(opened, int) else _opened(opened, location)


async def _opened(opened: Awaitable[OpenObject], location: OriginalLocation) -> OpenObject:
    with _missing_file(location):
        return await opened


@contextmanager
def _missing_file(location: OriginalLocation) -> Iterator[None]:
    """Within the context, a file that cannot be opened is 409."""
    try:
        yield
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
