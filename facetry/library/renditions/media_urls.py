"""Media URLs: they show an image to whoever has them, until they expire or the key that asked for them is gone."""

from __future__ import annotations

import base64
import hmac
import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode
from uuid import UUID

from sqlalchemy import Connection, bindparam, insert, select
from sqlmodel import Field, SQLModel, col

from facetry.auth import EVERY_SCOPE, Principal
from facetry.errors import Fault, FaultError, Kind, bad_parameter
from facetry.imaging.protocol import Rendering
from facetry.library.api_keys import ApiSecret
from facetry.library.images import Image
from facetry.library.renditions import renditions
from facetry.store.prepared import Prepared, PreparedList
from facetry.store.work import Work
from generated import models

SCOPE: Final = "image:read"
MASTER: Final = 0
"""The issuer of URLs that were asked for with the master key."""

_STEP_MS: Final = 12 * 3600 * 1000
_SECRET_BYTES: Final = 32
_PURPOSE: Final = "facetry media URL 1"
_LOOPBACK: Final = "[::1]"


class MediaKey(SQLModel, table=True):
    """What media URLs are signed with; one row."""

    __tablename__ = "media_key"

    key: int | None = Field(default=None, primary_key=True)
    secret: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """What a media URL permits: to see the image, in this format and size, until `expires` (milliseconds since the
    epoch), as long as the key `issuer` may. `version` says which content it was asked for.
    """

    id: UUID
    format: str | None
    width: int | None
    height: int | None
    render: str
    version: str
    issuer: int
    expires: int

    def wanted(self) -> Rendering:
        """The rendering that it permits."""
        return Rendering(format=self.format, width=self.width, height=self.height, render=self.render)  # type: ignore[arg-type]  # the specification admits no others


@dataclass(frozen=True, slots=True)
class Subject:
    """What of an image goes into its media URL."""

    id: UUID
    format: str
    content_hash: bytes


class Media:
    """Signs media URLs, and tells those that it signed from all others."""

    def __init__(self, secret: bytes, master: str | None = None) -> None:
        """`secret` is that of the library; `master` the operator's own master key, if there is one: URLs that were
        asked for with another one are void.
        """
        self._secret = secret
        self._master = hmac.digest(secret, (master or "").encode(), "sha256").hex()

    def addresses(
        self, base: str, wanted: Rendering, principal: Principal, subjects: Iterable[Subject], now: int
    ) -> list[models.ImageMediaUrl]:
        """URLs beneath `base` (of `base_of`) that show each image as it is wanted, as long as the principal may see it.

        Raises 400 for a format that cannot be had.
        """
        issuer = MASTER if principal.secret_id is None else principal.secret_id
        expires = expiry(principal, now)
        urls: list[models.ImageMediaUrl] = []
        for subject in subjects:
            renditions.canonical(subject.format, wanted)
            grant = Grant(
                id=subject.id,
                format=wanted.format,
                width=wanted.width,
                height=wanted.height,
                render=wanted.render,
                version=version(subject.content_hash),
                issuer=issuer,
                expires=expires,
            )
            urls.append(models.ImageMediaUrl(id=subject.id, url=self.url(base, grant)))
        return urls

    def url(self, base: str, grant: Grant) -> str:
        """The URL that permits what `grant` says."""
        size = {"format": grant.format, "width": grant.width, "height": grant.height}
        query: dict[str, object] = {name: value for name, value in size.items() if value is not None}
        if grant.width is not None and grant.height is not None:
            query["resizeRender"] = grant.render
        query |= {"version": grant.version, "issuer": grant.issuer, "expires": grant.expires}
        return f"{base}/media/{grant.id}?{urlencode({**query, 'signature': self._signature(grant)})}"

    def require(self, grant: Grant, signature: str, now: int) -> None:
        """403 unless a URL with this signature was made here for this grant, and its time is not over."""
        if not hmac.compare_digest(self._signature(grant).encode(), signature.encode()):
            raise _forbidden("media.signature", "The URL was not made by this service, or was changed.")
        if grant.expires <= now:
            raise _forbidden("media.expired", "The time of the URL is over.")

    def _signature(self, grant: Grant) -> str:
        """Over every part, each in a line of its own: none of them can hold a line break."""
        render = grant.render if grant.width is not None and grant.height is not None else ""
        master = self._master if grant.issuer == MASTER else ""
        text = (
            f"{_PURPOSE}\n{grant.id}\n{grant.format or ''}\n{grant.width or ''}\n{grant.height or ''}\n{render}\n"
            f"{grant.version}\n{grant.issuer}\n{grant.expires}\n{master}"
        )
        digest = hmac.digest(self._secret, text.encode(), "sha256")
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode("ascii")


def ensure_secret(work: Work) -> bytes:
    """The secret of this library, made when there is none yet."""
    known: bytes | None = work.connection.execute(select(col(MediaKey.secret))).scalar()
    if known is not None:
        return known
    secret = secrets.token_bytes(_SECRET_BYTES)
    work.connection.execute(insert(MediaKey).values(secret=secret))
    return secret


def expiry(principal: Principal, now: int) -> int:
    """When a URL that is asked for now ends: at the noon or midnight (UTC) after the next, so that it is the same URL
    for half a day and browsers can keep what it shows; earlier when the key does.
    """
    end = (now // _STEP_MS + 2) * _STEP_MS
    return end if principal.expires is None else min(end, principal.expires)


def require_issuer(connection: Connection, grant: Grant, now: int) -> None:
    """403 unless the key that asked for a URL still permits what it did then."""
    if grant.issuer == MASTER:
        return
    row = _ISSUER.first(connection, id=grant.issuer)
    if row is not None:
        expires, scope = row
        if (expires is None or expires > now) and not {SCOPE, EVERY_SCOPE}.isdisjoint(scope.split(",")):
            return
    raise _forbidden("media.revoked", "The key that asked for the URL is gone.")


def now() -> int:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def version(content_hash: bytes) -> str:
    """What a URL calls the content of an image: enough of its hash to tell two contents of one image apart."""
    return content_hash[:8].hex()


def subjects(connection: Connection, keys: Sequence[int]) -> list[Subject]:
    """The images with these keys, in their order."""
    found = {key: (id, *rest) for key, id, *rest in _SUBJECTS.rows(connection, keys)}
    return [Subject(UUID(bytes=id), format, digest) for id, format, digest in map(found.__getitem__, keys)]


def base_of(public_url: str | None, host: str | None) -> str:
    """What media URLs begin with: the setting, or the host that the request names. 400 when neither will do.

    Published clients take no URL with brackets, which addresses of IPv6 need.
    """
    if public_url is None and host is not None:
        public_url = f"http://{host.replace(_LOOPBACK, 'localhost')}"
    if public_url is None or "[" in public_url:
        raise bad_parameter(
            "Host",
            "The host of the request cannot be part of a media URL.",
            rule="media.host",
            value=host,
            remedy="Reach the service by a name or an IPv4 address, or have its operator set public_url.",
        )
    return public_url.rstrip("/")


_ISSUER: Final = Prepared(
    select(col(ApiSecret.expires), col(ApiSecret.scope)).where(
        col(ApiSecret.id) == bindparam("id"), ~col(ApiSecret.is_master)
    )
)
_SUBJECTS: Final = PreparedList(
    lambda keys: select(col(Image.key), col(Image.id), col(Image.format), col(Image.content_hash)).where(
        col(Image.key).in_(keys)
    )
)


def _forbidden(rule: str, detail: str) -> FaultError:
    remedy = "Ask for a new URL: /image/{id}/mediaUrl."
    return FaultError(Fault(kind=Kind.FORBIDDEN, rule=rule, detail=detail, remedy=remedy))
