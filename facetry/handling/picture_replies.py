"""HTTP responses with pictures: media type, file name, caching and sandboxing headers."""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator
from typing import Final, Literal

from facetry.http.reply import FileBody, Reply
from facetry.library.file_stores.stores import FileStores
from facetry.library.originals import files
from facetry.library.originals.entity_tags import etag_of_recorded, validators_of_original
from facetry.library.renditions.renditions import PictureDelivery
from facetry.library.renditions.spooled_file import SpooledFile

PRIVATE_NO_CACHE: Final = "private, no-cache"
"""A browser may store the picture, and must revalidate it each time."""
_SANDBOX_HEADER: Final = ("Content-Security-Policy", "default-src 'none'; sandbox")


def picture_reply(
    file_stores: FileStores,
    delivery: PictureDelivery,
    *,
    purpose: Literal["save", "show"] = "save",
    cache_recorded: str = PRIVATE_NO_CACHE,
    headers: tuple[tuple[str, str], ...] = (),
) -> Reply:
    """The response with an image or a rendition. `purpose` tells a browser to save or to show it, and `cache_recorded`
    how long it may keep what the library has read; what it has not read yet is revalidated each time.
    """
    rendition, cache_control = delivery.rendition, cache_recorded
    disposition = files.content_disposition(delivery.name, "attachment" if purpose == "save" else "inline")
    body: bytes | FileBody | AsyncIterator[bytes]
    if rendition is None:
        location = delivery.location
        body = FileBody(
            functools.partial(files.open_original, file_stores, location),
            functools.partial(validators_of_original, location=location),
            lambda known: cache_recorded if known.etag == etag_of_recorded(location) else PRIVATE_NO_CACHE,
        )
    elif isinstance(rendition.content, SpooledFile):
        body = rendition.content.stream()
    else:
        body = rendition.content or b""  # none for a client that is sent 304 or 412
    if rendition is not None and not rendition.is_recorded:
        cache_control = PRIVATE_NO_CACHE
    return Reply(
        body=body,
        media_type=delivery.media_type,
        headers=(("Content-Disposition", disposition), ("Cache-Control", cache_control), _SANDBOX_HEADER, *headers),
        etag=None if rendition is None else rendition.etag,
    )
