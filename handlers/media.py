"""Images for pages: whoever has the URL may see it, without a key."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from sqlalchemy import Connection

from facetry import picture_replies as delivery
from facetry.call import Call
from facetry.http.reply import Reply
from facetry.library.originals.location import Located, located
from facetry.library.renditions import media_urls as urls
from generated import models

_EMBEDDED: Final = ("Cross-Origin-Resource-Policy", "cross-origin")
"""Pages of any origin may show it: that is what such a URL is asked for."""


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
    """What a media URL shows: the image as it is, or a rendition of it."""
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
    now = urls.now()
    call.library.media.require(grant, signature, now)

    def find(connection: Connection) -> Located:
        urls.require_issuer(connection, grant, now)
        return located(connection, id)

    found = await call.library.renditions.deliver(find, grant.wanted(), call.connection.unless_gone, bare=True)
    if urls.version(found.located.content_hash) == version:
        caching = f"private, max-age={(expires - now) // 1000}, immutable"
    else:  # the image was changed since: what is shown now is not what the URL stands for
        caching = delivery.REVALIDATED
    return delivery.picture(found, to="show", caching=caching, headers=(_EMBEDDED,))
