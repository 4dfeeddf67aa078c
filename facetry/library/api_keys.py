"""Keys: the secrets that callers present, stored as hashes.

A secret has 256 random bits, so a fast hash is enough: there is nothing to guess. It is looked up by its hash, and
the value itself is shown once, when it is made.
"""

from __future__ import annotations

import functools
import hashlib
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BigInteger, Connection, delete, insert, select
from sqlmodel import Field, SQLModel, col

from facetry.auth import EVERY_SCOPE, Principal
from facetry.errors import unknown
from facetry.library import extensions
from facetry.library.extensions import Extension
from facetry.store.store import Store
from facetry.store.work import Work

SHOWN_CHARACTERS = 8
"""Of a stored secret: enough to tell one from another, too few to be of use."""

EXTENSION_SCOPES = (
    "collection:read",
    "collection:write",
    "extension:run",
    "extension:settings:read",
    "extension:settings:write",
    "image:attachment:write",
    "image:embedding:write",
    "image:feature:write",
    "image:read",
    "image:tag:write",
    "repository:ensure",
    "repository:image:store",
    "repository:read",
)
"""What an extension's key may do; writing facets only in its own name."""


class ApiSecret(SQLModel, table=True):
    """A key. `scope` is a comma-separated list; the master key is the row with `is_master`."""

    __tablename__ = "api_secret"
    __table_args__ = {"sqlite_autoincrement": True}  # an id is never given twice

    id: int | None = Field(default=None, primary_key=True)
    created: int = Field(sa_type=BigInteger)  # milliseconds since the epoch
    name: str
    comment: str | None = None
    type: str
    expires: int | None = Field(default=None, sa_type=BigInteger)  # milliseconds since the epoch
    scope: str
    digest: bytes = Field(unique=True)
    shown: str
    extension: int | None = Field(default=None, foreign_key="extension.key", ondelete="CASCADE")
    is_master: bool = False
    is_lent: bool = Field(default=False, sa_column_kwargs={"server_default": "0"})  # for one run of a program


@dataclass(frozen=True, slots=True)
class Known:
    """A key as the library keeps it: `shown` is the beginning of its value. Times in milliseconds since the epoch."""

    id: int
    created: int
    name: str
    comment: str | None
    type: str
    expires: int | None
    scopes: tuple[str, ...]
    shown: str
    extension_id: str | None


def new_secret() -> str:
    """A fresh secret: 256 random bits as URL-safe text behind a prefix that scanners can find."""
    return f"fct_{secrets.token_urlsafe(32)}"


def digest(secret: str) -> bytes:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).digest()


def create(
    work: Work,
    *,
    name: str,
    type: str,
    scopes: Iterable[str],
    comment: str | None = None,
    expires: int | None = None,
    extension: str | None = None,
    is_master: bool = False,
    is_lent: bool = False,
) -> tuple[int, str]:
    """Make a key and return its id and its secret, which nobody can read afterwards."""
    secret = new_secret()
    statement = (
        insert(ApiSecret)
        .values(
            created=work.now,
            name=name,
            comment=comment,
            type=type,
            expires=expires,
            scope=",".join(sorted(scopes)),
            digest=digest(secret),
            shown=secret[:SHOWN_CHARACTERS],
            extension=extensions.require(work.connection, extension) if extension is not None else None,
            is_master=is_master,
            is_lent=is_lent,
        )
        .returning(col(ApiSecret.id))
    )
    row: Any = work.connection.execute(statement).one()
    return row.id, secret


def every(connection: Connection) -> list[Known]:
    """All keys but the master key and those that are lent, by name."""
    rows = connection.execute(_SELECT.order_by(col(ApiSecret.name), col(ApiSecret.id)))
    return [_known(row) for row in rows]


def require(connection: Connection, id: int) -> Known:
    """The key with this id; 404 when there is none."""
    row = connection.execute(_SELECT.where(col(ApiSecret.id) == id)).first()
    if row is None:
        raise unknown("apiSecret", id)
    return _known(row)


class Keys:
    """Tells whose key a secret is. Remembers those it has seen, so that a request costs no query."""

    def __init__(self, store: Store, master_secret: str | None = None) -> None:
        """`master_secret` is the operator's own master key; without it the stored one counts."""
        self._store = store
        self._known: dict[bytes, Principal] = {}
        self._revocations = 0
        self._master = digest(master_secret) if master_secret is not None else None

    async def authenticate(self, secret: str) -> Principal | None:
        """The principal of a secret; None when it is unknown, expired or revoked."""
        hashed = digest(secret)
        principal = self._known.get(hashed)
        if principal is None:
            if hashed == self._master:
                principal = _MASTER
            else:
                before = self._revocations
                principal = await self._store.read(lambda connection: _principal(connection, hashed, self._master))
                if principal is None or self._revocations != before:
                    return principal  # not remembered: it may be the key that has just been revoked
            self._known[hashed] = principal
        if principal.expires is not None and principal.expires <= time.time_ns() // 1_000_000:
            return None
        return principal

    async def revoke(self, id: int) -> None:
        """Delete a key; 404 when there is none. Whoever presents it after this has returned is refused."""

        def unit(work: Work) -> None:
            hashed = work.connection.execute(
                select(col(ApiSecret.digest)).where(
                    col(ApiSecret.id) == id, ~col(ApiSecret.is_master), ~col(ApiSecret.is_lent)
                )
            ).scalar()
            if hashed is None:
                raise unknown("apiSecret", id)
            work.connection.execute(delete(ApiSecret).where(col(ApiSecret.id) == id))
            work.after_commit.append(lambda: self._forget(hashed))

        await self._store.write(unit)

    async def lend(self, extension: str) -> str:
        """A key for one run of an extension's program; the one that it had before is no longer good."""

        def unit(work: Work) -> str:
            self.take_back(work, extension)
            name = f"process of {extension}"
            _, secret = create(work, name=name, type="key", scopes=EXTENSION_SCOPES, extension=extension, is_lent=True)
            return secret

        return await self._store.write(unit)

    def take_back(self, work: Work, extension: str | None = None) -> None:
        """End the key that was lent to an extension, or all that were lent. Whoever presents one is refused then."""
        gone = delete(ApiSecret).where(col(ApiSecret.is_lent)).returning(col(ApiSecret.digest))
        if extension is not None:
            gone = gone.where(col(ApiSecret.extension) == extensions.find(work.connection, extension))
        for hashed in list(work.connection.execute(gone).scalars()):
            work.after_commit.append(functools.partial(self._forget, hashed))

    def _forget(self, hashed: bytes) -> None:
        self._revocations += 1
        self._known.pop(hashed, None)


def ensure_master(work: Work) -> str | None:
    """Make the master key when there is none yet, and return its secret: the one time that it can be shown."""
    known = work.connection.execute(select(col(ApiSecret.id)).where(col(ApiSecret.is_master))).first()
    if known is not None:
        return None
    _, secret = create(work, name=MASTER_NAME, type="key", scopes=[EVERY_SCOPE], is_master=True)
    return secret


MASTER_NAME = "master"
_MASTER = Principal(scopes=frozenset({EVERY_SCOPE}), secret_id=None, extension_id=None, expires=None, name=MASTER_NAME)

_SELECT: Any = (
    select(
        col(ApiSecret.id),
        col(ApiSecret.created),
        col(ApiSecret.name),
        col(ApiSecret.comment),
        col(ApiSecret.type),
        col(ApiSecret.expires),
        col(ApiSecret.scope),
        col(ApiSecret.shown),
        col(Extension.id).label("extension_id"),
    )
    .outerjoin(Extension, col(Extension.key) == col(ApiSecret.extension))
    .where(~col(ApiSecret.is_master), ~col(ApiSecret.is_lent))
)
_PRINCIPAL: Any = select(
    col(ApiSecret.id),
    col(ApiSecret.name),
    col(ApiSecret.expires),
    col(ApiSecret.scope),
    col(ApiSecret.is_master),
    col(Extension.id).label("extension_id"),
).outerjoin(Extension, col(Extension.key) == col(ApiSecret.extension))


def _principal(connection: Connection, hashed: bytes, master: bytes | None) -> Principal | None:
    row = connection.execute(_PRINCIPAL.where(col(ApiSecret.digest) == hashed)).first()
    if row is None:
        return None
    if row.is_master:
        return _MASTER if master is None else None  # the operator's own master key replaces the stored one
    return Principal(
        scopes=frozenset(row.scope.split(",")) if row.scope else frozenset(),
        secret_id=row.id,
        extension_id=row.extension_id,
        expires=row.expires,
        name=row.name,
    )


def _known(row: Any) -> Known:
    return Known(
        id=row.id,
        created=row.created,
        name=row.name,
        comment=row.comment,
        type=row.type,
        expires=row.expires,
        scopes=tuple(row.scope.split(",")) if row.scope else (),
        shown=row.shown,
        extension_id=row.extension_id,
    )
