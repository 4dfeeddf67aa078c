"""Delivery of images by media URL, without a key."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from sqlalchemy import Connection

from facetry.handling import picture_replies
from facetry.handling.call import Call
from facetry.http.reply import Reply
from facetry.library.originals.location import OriginalLocation, location_of
from facetry.library.renditions import media_urls as urls
from generated import models

_CROSS_ORIGIN: Final = ("Cross-Origin-Resource-Policy", "cross-origin")
"""Pages of any origin may show the image: this is the purpose of media URLs."""


async def media(
    call: Call,
    /,
    *,
    id: UUID,
    format: models.ImageFormat | None = None,
    width: int | None = None,
    height: int | None = None,
    resize_render: models.ImageResizeRender = "inbox",
    version: str,
    issuer: int,
    expires: int,
    signature: str,
) -> Reply:
    """The picture that a media URL grants: the original file, or a rendition of it."""
    grant = urls.Grant(
        id=id,
        format=format,
        width=width,
        height=height,
        render=resize_render,
        version=version,
        issuer=issuer,
        expires=expires,
    )
    now = call.library.api_keys.ending_time.now_ms()
    call.library.media_urls.require(grant, signature, now)

    def find(connection: Connection) -> OriginalLocation:
        urls.require_issuer(connection, grant, now)
        return location_of(connection, id)

    delivery = await call.library.renditions.deliver(
        find,
        grant.rendering(),
        call.request.cancel_on_disconnect,
        client_has=call.request.needs_no_body,
        strip=True,
    )
    if urls.version(delivery.location.content_hash) == version:
        caching = f"private, max-age={(expires - now) // 1000}, immutable"
    else:  # the image has changed since the URL was requested
        caching = picture_replies.PRIVATE_NO_CACHE
    return picture_replies.picture_reply(
        call.library.file_stores, delivery, purpose="show", cache_recorded=caching, headers=(_CROSS_ORIGIN,)
    )
