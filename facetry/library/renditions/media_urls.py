"""Media URLs: they show an image to anyone who has them, until they expire or the API key behind them is revoked."""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol
from urllib.parse import urlencode
from uuid import UUID

from sqlalchemy import Connection, bindparam, delete, insert, select
from sqlmodel import Field, SQLModel, col

from facetry.auth import EVERY_SCOPE, Principal
from facetry.errors import FaultError, bad_parameter, forbidden
from facetry.imaging.protocol import RenderOptions
from facetry.library.api_keys import ApiSecret
from facetry.library.images import Image
from facetry.library.renditions import renditions
from facetry.store.prepared import PreparedListStatement, PreparedStatement
from facetry.store.work import Work
from generated import answers

SCOPE: Final = "image:read"
MASTER_ISSUER: Final = 0
"""Issuer of URLs that were requested with the master key."""

_STEP_MS: Final = 12 * 3600 * 1000
_SECRET_BYTES: Final = 32
_PURPOSE: Final = "facetry media URL 1"
_LOOPBACK: Final = "[::1]"


class MediaKey(SQLModel, table=True):
    """The secret that signs media URLs; one row."""

    __tablename__ = "media_key"

    key: int | None = Field(default=None, primary_key=True)
    secret: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """The permission in a media URL: to see the image in this format and size until `expires`, by the ending time in
    milliseconds.

    The permission ends earlier when the API key `issuer` loses it. `version` identifies the content of the image when
    the URL was requested.
    """

    id: UUID
    format: str | None
    width: int | None
    height: int | None
    render: str
    version: str
    issuer: int
    expires: int

    def rendering(self) -> RenderOptions:
        """The rendering that the grant permits."""
        return RenderOptions(format=self.format, width=self.width, height=self.height, fit=self.render)  # type: ignore[arg-type]  # the specification allows no other values


@dataclass(frozen=True, slots=True)
class Subject:
    """The facts about an image that its media URL needs."""

    id: UUID
    format: str
    content_hash: bytes


class MediaUrlSigner:
    """Signs media URLs and verifies their signatures."""

    def __init__(self, secret: bytes, master_secret: str | None = None) -> None:
        """`secret` is the secret of the library; `master_secret` is the operator's own master key, if there is one.

        URLs that were requested with another master key are void.
        """
        self._mac = hmac.new(secret, digestmod="sha256")
        self._master = hmac.digest(secret, (master_secret or "").encode(), "sha256").hex()

    def urls(
        self, base: str, rendering: RenderOptions, principal: Principal, subjects: Iterable[Subject], now: int
    ) -> list[answers.ImageMediaUrl]:
        """URLs beneath `base` (from `base_of`) that show each image in this rendering, while the principal may see it.

        Raises 400 for a format that cannot be written.
        """
        issuer = MASTER_ISSUER if principal.secret_id is None else principal.secret_id
        expires = expiry(principal, now)
        urls: list[answers.ImageMediaUrl] = []
        for subject in subjects:
            renditions.canonical_rendering(subject.format, rendering)
            grant = Grant(
                id=subject.id,
                format=rendering.format,
                width=rendering.width,
                height=rendering.height,
                render=rendering.fit,
                version=version(subject.content_hash),
                issuer=issuer,
                expires=expires,
            )
            urls.append({"id": str(subject.id), "url": self.url(base, grant)})
        return urls

    def url(self, base: str, grant: Grant) -> str:
        """The URL for the grant."""
        size = {"format": grant.format, "width": grant.width, "height": grant.height}
        query: dict[str, object] = {name: value for name, value in size.items() if value is not None}
        if grant.width is not None and grant.height is not None:
            query["resizeRender"] = grant.render
        query |= {"version": grant.version, "issuer": grant.issuer, "expires": grant.expires}
        return f"{base}/media/{grant.id}?{urlencode({**query, 'signature': self._signature(grant)})}"

    def require(self, grant: Grant, signature: str, now: int) -> None:
        """Raise 403 unless the signature is valid for the grant and the URL has not expired."""
        if not hmac.compare_digest(self._signature(grant).encode(), signature.encode()):
            raise _forbidden("media.signature", "The URL was not created by this service, or was changed.")
        if grant.expires <= now:
            raise _forbidden("media.expired", "The URL has expired.")

    def _signature(self, grant: Grant) -> str:
        """The signature over every part, each on a line of its own; no part can contain a line break."""
        render = grant.render if grant.width is not None and grant.height is not None else ""
        master = self._master if grant.issuer == MASTER_ISSUER else ""
        text = (
            f"{_PURPOSE}\n{grant.id}\n{grant.format or ''}\n{grant.width or ''}\n{grant.height or ''}\n{render}\n"
            f"{grant.version}\n{grant.issuer}\n{grant.expires}\n{master}"
        )
        mac = self._mac.copy()  # takes half the time of a new one
        mac.update(text.encode())
        return base64.urlsafe_b64encode(mac.digest()).rstrip(b"=").decode("ascii")


def ensure_secret(work: Work) -> bytes:
    """The secret of this library, created if there is none yet."""
    return find_secret(work.connection) or replace_secret(work)


def find_secret(connection: Connection) -> bytes | None:
    """The secret of this library; None before there is one."""
    secret: bytes | None = connection.execute(select(col(MediaKey.secret))).scalar()
    return secret


def require_secret(connection: Connection) -> bytes:
    """The secret of this library. Raises `RuntimeError` if nobody has opened the library for serving before."""
    secret = find_secret(connection)
    if secret is None:
        raise RuntimeError("the library has no secret for media URLs: nobody has opened it for serving")
    return secret


def replace_secret(work: Work) -> bytes:
    """Give the library a new secret, which makes all earlier media URLs void, and return it."""
    secret = secrets.token_bytes(_SECRET_BYTES)
    work.connection.execute(delete(MediaKey))
    work.connection.execute(insert(MediaKey).values(secret=secret))
    return secret


def expiry(principal: Principal, now: int) -> int:
    """When a URL requested now expires: at the noon or midnight (UTC) after the next one.

    So the URL stays the same for half a day and browsers can cache the image. It expires earlier when the API key does.
    """
    end = (now // _STEP_MS + 2) * _STEP_MS
    return end if principal.expires is None else min(end, principal.expires)


def require_issuer(connection: Connection, grant: Grant, now: int) -> None:
    """Raise 403 unless the API key that requested the URL still has the scope for it."""
    if grant.issuer == MASTER_ISSUER:
        return
    row = _ISSUER.first(connection, id=grant.issuer)
    if row is not None:
        expires, scope = row
        if (expires is None or expires > now) and not {SCOPE, EVERY_SCOPE}.isdisjoint(scope.split(",")):
            return
    raise _forbidden("media.revoked", "The API key that requested the URL was revoked or has expired.")


def version(content_hash: bytes) -> str:
    """The version of an image's content in a URL: a part of its hash that distinguishes contents of one image."""
    return content_hash[:8].hex()


def subjects(connection: Connection, keys: Sequence[int]) -> list[Subject]:
    """The images with these keys, in the order of the keys."""
    rows_by_key = {key: (id, *rest) for key, id, *rest in _SUBJECTS.rows(connection, keys)}
    return [Subject(UUID(bytes=id), format, digest) for id, format, digest in map(rows_by_key.__getitem__, keys)]


class Address(Protocol):
    """The address by which a client reached the service."""

    @property
    def host(self) -> str | None:
        """The name or address, with a port if given; None when it cannot be part of a URL."""
        ...

    @property
    def base_url(self) -> str | None:
        """The address with its scheme and prefix; None when `host` is."""
        ...


def base_of(public_url: str | None, address: Address) -> str:
    """The prefix of media URLs: the setting, or else the address of the request. 400 when neither is usable.

    Published clients do not accept URLs with brackets, which IPv6 addresses need.
    """
    if public_url is None and address.base_url is not None:
        public_url = address.base_url.replace(_LOOPBACK, "localhost")
    if public_url is None or "[" in public_url:
        raise bad_parameter(
            "Host",
            "The host of the request cannot be part of a media URL.",
            rule="media.host",
            value=address.host,
            remedy="Reach the service by a name or an IPv4 address, or have its operator set public_url.",
        )
    return public_url.rstrip("/")


_ISSUER: Final = PreparedStatement(
    select(col(ApiSecret.expires), col(ApiSecret.scope)).where(
        col(ApiSecret.id) == bindparam("id"), ~col(ApiSecret.is_master)
    )
)
_SUBJECTS: Final = PreparedListStatement(
    lambda keys: select(col(Image.key), col(Image.id), col(Image.format), col(Image.content_hash)).where(
        col(Image.key).in_(keys)
    )
)


def _forbidden(rule: str, detail: str) -> FaultError:
    remedy = "Ask for a new URL: /image/{id}/mediaUrl."
    return forbidden(rule, detail, remedy=remedy)
