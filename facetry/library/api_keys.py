"""API keys: the secrets that callers present, stored as hashes.

A secret has 256 random bits, so a fast hash is enough: guessing is infeasible. Keys are looked up by that hash. The
secret itself is shown once, when the key is created.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Connection, Index, delete, insert, select
from sqlalchemy.orm import aliased
from sqlmodel import Field, SQLModel, col

from facetry.auth import EVERY_SCOPE, OnRecognised, Principal
from facetry.errors import conflict, not_found
from facetry.library import extensions, permissions
from facetry.library.credentials.ended_credentials import EndedCredentials
from facetry.library.credentials.ending_time import EndingTime
from facetry.library.extensions import Extension
from facetry.schema.text_forms import name_key
from facetry.store.store import Store
from facetry.store.work import Work
from facetry.validate.manifest.permissions import DEFAULT_SCOPES

PAGE_TYPE = "page"
"""The type of the keys of pages. They are lent, as process keys are."""

VISIBLE_PREFIX_LENGTH = 8
"""Number of leading characters of a secret that are stored: enough to recognise a key, too few to use it."""


class ApiSecret(SQLModel, table=True):
    """An API key. `scope` is a comma-separated list; the master key is the row with `is_master`."""

    __tablename__ = "api_secret"
    __table_args__ = (
        Index("api_secret_by_creator", "creator"),
        {"sqlite_autoincrement": True},  # ids are never reused
    )

    id: int | None = Field(default=None, primary_key=True)
    created: int = Field(sa_type=BigInteger)  # milliseconds since the epoch
    name: str
    comment: str | None = None
    type: str
    expires: int | None = Field(default=None, sa_type=BigInteger)  # by the ending time, in milliseconds
    scope: str
    digest: bytes = Field(unique=True)
    shown: str
    extension: int | None = Field(default=None, foreign_key="extension.key", ondelete="CASCADE")
    is_master: bool = False
    creator: int | None = None  # the id of the key with which this one is revoked
    is_lent: bool = Field(default=False, sa_column_kwargs={"server_default": "0"})  # True for processes and pages


@dataclass(frozen=True, slots=True)
class ApiKeyRecord:
    """An API key as stored; `visible_prefix` is the beginning of its secret. Times in milliseconds since the epoch."""

    id: int
    created: int
    name: str
    comment: str | None
    type: str
    expires: int | None
    scopes: tuple[str, ...]
    visible_prefix: str
    extension_id: str | None
    creator_id: int | None


def new_secret() -> str:
    """A new secret: 256 random bits as URL-safe text, with a prefix that secret scanners can detect."""
    return f"fct_{secrets.token_urlsafe(32)}"


def digest(secret: str) -> bytes:
    """The SHA-256 of a secret: the form in which it is stored."""
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
    creator: int | None = None,
    is_master: bool = False,
    is_lent: bool = False,
) -> tuple[int, str]:
    """Create an API key and return its id and its secret, which cannot be read again later.

    `creator`: the id of the key with which the new one is revoked.
    """
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
            shown=secret[:VISIBLE_PREFIX_LENGTH],
            extension=extensions.require(work.connection, extension) if extension is not None else None,
            creator=creator,
            is_master=is_master,
            is_lent=is_lent,
        )
        .returning(col(ApiSecret.id))
    )
    row: Any = work.connection.execute(statement).one()
    return row.id, secret


def register_extension(work: Work, id: str, scopes: Collection[str] = ()) -> str:
    """Register an extension by hand: create its record and its key, and return the secret. The key has the default
    scopes and `scopes`.

    A record without a program and without a key is used again, with the facets that were written in its name. 409 when
    the id is taken otherwise.
    """
    left = extensions.find_without_program(work.connection, id)
    has_key = (
        left is not None
        and work.connection.execute(select(col(ApiSecret.id)).where(col(ApiSecret.extension) == left).limit(1)).first()
    )
    extensions.register(work, id, takes_over=not has_key)
    all_scopes = DEFAULT_SCOPES.union(scopes)
    _, secret = create(work, name=f"extension {id}", type="key", scopes=all_scopes, extension=id)
    return secret


def list_all(connection: Connection) -> list[ApiKeyRecord]:
    """All API keys but the master key and the process keys of extensions, by name in the natural order."""
    found = map(_record, connection.execute(_SELECT))
    return sorted(found, key=lambda each: (name_key(each.name), each.name, each.id))


def require(connection: Connection, id: int) -> ApiKeyRecord:
    """The key with this id; 404 when there is none."""
    row = connection.execute(_SELECT.where(col(ApiSecret.id) == id)).first()
    if row is None:
        raise not_found("apiSecret", id)
    return _record(row)


class ApiKeys:
    """Authenticates API keys. Caches known keys, so that a request needs no query."""

    def __init__(
        self,
        store: Store,
        master_secret: str | None = None,
        ended_credentials: EndedCredentials | None = None,
        ending_time: EndingTime | None = None,
    ) -> None:
        """`master_secret` is the operator's own master key; it replaces the stored master key."""
        self._store = store
        self._principals: dict[bytes, Principal] = {}
        self.ended_credentials = EndedCredentials() if ended_credentials is None else ended_credentials
        self.ending_time = EndingTime() if ending_time is None else ending_time
        self._seen_ended = self.ended_credentials.number
        self._master_digest = digest(master_secret) if master_secret is not None else None

    def master(self) -> Principal:
        """The principal of the master key."""
        return _MASTER

    def principal_of(self, connection: Connection, id: int) -> Principal | None:
        """The principal of the key with this id; None when it is unknown, expired, or a replaced master key."""
        principal = _principal(connection, col(ApiSecret.id) == id, self._master_digest)
        return principal if self._is_current(principal) else None

    async def authenticate(self, secret: str, on_recognised: OnRecognised | None = None) -> Principal | None:
        """The principal of a secret; None when it is unknown, expired or revoked. See `OnRecognised`."""
        key_digest = digest(secret)
        if on_recognised is not None and self._is_current(self._principals.get(key_digest)):
            on_recognised()
        await self.ended_credentials.refresh()
        ended_before = self.ended_credentials.number
        if ended_before != self._seen_ended:
            self._principals.clear()
            self._seen_ended = ended_before
        principal = self._principals.get(key_digest)
        if principal is None:
            if key_digest == self._master_digest:
                principal = _MASTER
            else:
                principal = await self._store.read(
                    lambda connection: _principal(connection, col(ApiSecret.digest) == key_digest, self._master_digest)
                )
                if principal is None or self.ended_credentials.number != ended_before:
                    return principal  # not cached: this key may just have been revoked
            self._principals[key_digest] = principal
        return principal if self._is_current(principal) else None

    async def revoke(self, id: int) -> None:
        """Delete an API key and those that end with it; 404 when there is none. Then requests with them are refused."""

        def unit(work: Work) -> None:
            conditions = (col(ApiSecret.id) == id, ~col(ApiSecret.is_master), ~col(ApiSecret.is_lent))
            if not self._revoke_where(work, *conditions):
                raise not_found("apiSecret", id)

        await self._store.write(unit)

    async def issue_process_key(self, extension: str) -> str:
        """Create an API key for one run of an extension's program, with the scopes that the extension has now; revokes
        the key of the previous run.
        """

        def unit(work: Work) -> str:
            self.revoke_process_keys(work, extension)
            name, scopes = f"process of {extension}", permissions.scopes_of(work.connection, extension)
            _, secret = create(work, name=name, type="key", scopes=scopes, extension=extension, is_lent=True)
            return secret

        return await self._store.write(unit)

    async def issue_page_key(self, extension: str, expires: int) -> tuple[int, str]:
        """Create an API key for a page of an extension, and return its id and its secret.

        It is revoked with the process key of the extension at the latest. 409 when there is no process key.
        """

        def unit(work: Work) -> tuple[int, str]:
            key = extensions.find(work.connection, extension)
            process_key = select(col(ApiSecret.id)).where(
                col(ApiSecret.extension) == key, col(ApiSecret.is_lent), col(ApiSecret.type) != PAGE_TYPE
            )
            if work.connection.execute(process_key).first() is None:
                raise conflict("extension.stopped", "The extension has ended.")
            return create(
                work,
                name=f"page of {extension}",
                type=PAGE_TYPE,
                scopes=permissions.scopes_of(work.connection, extension),
                expires=expires,
                extension=extension,
                is_lent=True,
            )

        return await self._store.write(unit)

    async def revoke_page_keys(self, ids: Collection[int]) -> None:
        """Revoke keys of pages; those that are revoked already are passed over."""
        if not ids:
            return

        def unit(work: Work) -> None:
            self._revoke_where(work, col(ApiSecret.id).in_(ids), col(ApiSecret.type) == PAGE_TYPE)

        await self._store.write(unit)

    def revoke_process_keys(self, work: Work, extension: str | None = None) -> None:
        """Revoke the keys of the processes and the pages of one extension, or of all. After the commit, requests with
        these keys are refused.
        """
        conditions: list[ColumnElement[bool]] = [col(ApiSecret.is_lent).is_(True)]
        if extension is not None:
            conditions.append(col(ApiSecret.extension) == extensions.find(work.connection, extension))
        self._revoke_where(work, *conditions)

    def revoke_keys_of(self, work: Work, extension_key: int) -> None:
        """Revoke all keys of the extension with this integer key. After the commit, requests with them are refused."""
        self._revoke_where(work, col(ApiSecret.extension) == extension_key)

    def _is_current(self, principal: Principal | None) -> bool:
        """Whether a principal was found, and its key has not expired."""
        return principal is not None and (
            principal.expires is None or not self.ending_time.has_ended(principal.expires)
        )

    def _revoke_where(self, work: Work, *conditions: ColumnElement[bool]) -> bool:
        """Delete the matching keys, and those that end with them; whether there were any."""
        revoked = select(col(ApiSecret.id)).where(*conditions).cte("revoked", recursive=True)
        created = aliased(ApiSecret)
        revoked = revoked.union(select(col(created.id)).where(col(created.creator) == revoked.c.id))
        statement = delete(ApiSecret).where(col(ApiSecret.id).in_(select(revoked.c.id))).returning(col(ApiSecret.id))
        has_revoked = bool(work.connection.execute(statement).all())
        if has_revoked:
            self.ended_credentials.count(work)
        return has_revoked


def ensure_master(work: Work, keep_key: Callable[[str], None] = lambda _: None) -> str | None:
    """Create the master key if there is none, and return its secret, which cannot be shown again later. `keep_key` gets
    it before the commit that makes it valid.
    """
    existing = work.connection.execute(select(col(ApiSecret.id)).where(col(ApiSecret.is_master))).first()
    if existing is not None:
        return None
    _, secret = create(work, name=MASTER_NAME, type="key", scopes=[EVERY_SCOPE], is_master=True)
    keep_key(secret)
    return secret


def replace_master(work: Work) -> str:
    """Replace the master key by a new one, and return its secret, which cannot be shown again later."""
    work.connection.execute(delete(ApiSecret).where(col(ApiSecret.is_master)))
    _, secret = create(work, name=MASTER_NAME, type="key", scopes=[EVERY_SCOPE], is_master=True)
    return secret


def master_id(connection: Connection) -> int | None:
    """The id of the stored master key; None when the library has none."""
    id: int | None = connection.execute(select(col(ApiSecret.id)).where(col(ApiSecret.is_master))).scalar()
    return id


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
        col(ApiSecret.creator),
        col(Extension.id).label("extension_id"),
    )
    .outerjoin(Extension, col(Extension.key) == col(ApiSecret.extension))
    .where(~col(ApiSecret.is_master), ~col(ApiSecret.is_lent))
)
_PRINCIPAL: Any = select(
    col(ApiSecret.id),
    col(ApiSecret.name),
    col(ApiSecret.type),
    col(ApiSecret.expires),
    col(ApiSecret.scope),
    col(ApiSecret.is_master),
    col(Extension.id).label("extension_id"),
).outerjoin(Extension, col(Extension.key) == col(ApiSecret.extension))


def _principal(connection: Connection, condition: ColumnElement[bool], master: bytes | None) -> Principal | None:
    row = connection.execute(_PRINCIPAL.where(condition)).first()
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
        is_page=row.type == PAGE_TYPE,
    )


def _record(row: Any) -> ApiKeyRecord:
    return ApiKeyRecord(
        id=row.id,
        created=row.created,
        name=row.name,
        comment=row.comment,
        type=row.type,
        expires=row.expires,
        scopes=tuple(row.scope.split(",")) if row.scope else (),
        visible_prefix=row.shown,
        extension_id=row.extension_id,
        creator_id=row.creator,
    )
