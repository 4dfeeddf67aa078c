"""How pictures are answered."""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator
from typing import Final, Literal

from facetry.http.reply import File, Reply
from facetry.library.originals import files
from facetry.library.renditions.renditions import Delivery
from facetry.library.renditions.spooled_file import Spooled

REVALIDATED: Final = "private, no-cache"
"""A browser may keep the picture, and asks each time whether it is the present one."""
_NOTHING_RUNS: Final = ("Content-Security-Policy", "default-src 'none'; sandbox")


def picture(
    delivery: Delivery,
    *,
    to: Literal["save", "show"] = "save",
    caching: str = REVALIDATED,
    headers: tuple[tuple[str, str], ...] = (),
) -> Reply:
    """The answer that sends an image or a rendition, for a browser to save or to show."""
    rendition = delivery.rendition
    named = files.disposition(delivery.name, "attachment" if to == "save" else "inline")
    body: bytes | File | AsyncIterator[bytes]
    if rendition is None:
        body = File(functools.partial(files.open_original, delivery.located))
    elif isinstance(rendition.content, Spooled):
        body = rendition.content.stream()
    else:
        body = rendition.content
    return Reply(
        body=body,
        media_type=delivery.media_type,
        headers=(("Content-Disposition", named), ("Cache-Control", caching), _NOTHING_RUNS, *headers),
        etag=None if rendition is None else rendition.etag,
    )
